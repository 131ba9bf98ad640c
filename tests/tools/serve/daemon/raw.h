/*
 * tests/tools/serve/daemon/raw.h - a client of child.h's daemon that sends any
 * bytes.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_RAW_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_RAW_H

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>

#include "tests/tools/serve/daemon/child.h"

#define PATIENCE_MS 20000

static inline int
dial(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)child.port),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;

	ck_assert_int_ge(fd, 0);
	/* What is said byte by byte is not gathered until the server has
	 * acknowledged the first of them. */
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
	return fd;
}

static inline bool
say_n(int fd, const char *bytes, size_t n)
{
	while (n) {
		ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL);

		if (sent <= 0)
			return false;
		bytes += sent;
		n -= (size_t)sent;
	}
	return true;
}

static inline bool
say(int fd, const char *text)
{
	return say_n(fd, text, strlen(text));
}

/*
 * Receives into `heard` until it contains text or the connection ends. False:
 * it ended first.
 */
static char heard[1 << 18];

static inline bool
hear(int fd, const char *text)
{
	size_t n = 0;

	heard[0] = '\0';
	while (!strstr(heard, text)) {
		struct pollfd is = { .fd = fd, .events = POLLIN };
		ssize_t got;

		ck_assert_msg(poll(&is, 1, PATIENCE_MS) == 1,
		    "no '%s' came, but: %s", text, heard);
		got = recv(fd, heard + n, sizeof heard - 1 - n, 0);
		if (got <= 0)
			return false;
		n += (size_t)got;
		heard[n] = '\0';
	}
	return true;
}

/* Waits until the server has closed the connection. */
static inline bool
ends(int fd)
{
	return !hear(fd, "\xff nobody says this");
}

static inline bool
is_open(int fd)
{
	struct pollfd is = { .fd = fd, .events = POLLIN };

	return poll(&is, 1, 0) == 0;
}

#endif
