#include "tools/base/sd.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "tools/base/now.h"

static void
notify(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un at = { .sun_family = AF_UNIX };
	int fd;

	if (!path || (*path != '/' && *path != '@') ||
	    strlen(path) >= sizeof at.sun_path)
		return;
	memcpy(at.sun_path, path, strlen(path));
	if (*path == '@')
		at.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	(void)!sendto(fd, state, strlen(state), MSG_NOSIGNAL,
	    (struct sockaddr *)&at,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path)));
	close(fd);
}

void
tcn_sd_ready(void)
{
	notify("READY=1");
}

void
tcn_sd_reloading(void)
{
	char state[80];

	snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%" PRId64,
	    tcn_now_monotonic_ms() * 1000);
	notify(state);
}

void
tcn_sd_stopping(void)
{
	notify("STOPPING=1");
}

void
tcn_sd_alive(void)
{
	notify("WATCHDOG=1");
}

int64_t
tcn_sd_watchdog_ms(void)
{
	const char *usec = getenv("WATCHDOG_USEC");
	const char *pid = getenv("WATCHDOG_PID");
	int64_t ms = usec ? strtoll(usec, NULL, 10) / 2000 : 0;

	if (pid && strtoll(pid, NULL, 10) != (long long)getpid())
		return 0;
	return ms > 0 ? ms : 0;
}
