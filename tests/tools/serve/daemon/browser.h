/*
 * tests/tools/serve/daemon/browser.h - requests to child.h's daemon as a
 * browser sends them, and what it keeps of a login.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_DAEMON_BROWSER_H
#define TCN_TESTS_TOOLS_SERVE_DAEMON_BROWSER_H

#include <stdio.h>
#include <unistd.h>

#include "tests/tools/serve/daemon/raw.h"

#define TOKENS                                                                 \
	"read reader-0123456789 desk0\n"                                       \
	"write writer-0123456789 desk1\n"                                      \
	"admin admin-0123456789 chief\n"
#define JSON    "Content-Type: application/json\r\n"
#define OURS    "Origin: http://localhost\r\n"
#define FOREIGN "Origin: http://evil.example\r\n"
#define WRITER  "{\"token\":\"writer-0123456789\"}"

/* What a browser keeps of a login. */
struct browser {
	char cookie[128]; /* "Cookie: tocsin=...\r\n" */
	char csrf[96]; /* "X-Tocsin-CSRF: ...\r\n" */
};

/* Sends a request and returns its status; the answer is in heard. */
static inline int
ask(const char *method, const char *path, const char *headers, const char *body)
{
	static char request[16384];
	int fd = dial(), status = 0;

	snprintf(request, sizeof request,
	    "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%s"
	    "Content-Length: %zu\r\n\r\n%s",
	    method, path, headers, strlen(body), body);
	ck_assert(say(fd, request));
	ck_assert(ends(fd));
	close(fd);
	if (sscanf(heard, "HTTP/1.1 %d", &status) != 1)
		ck_abort_msg("no answer to %s %s", method, path);
	return status;
}

static inline int
get(const char *path, const struct browser *browser)
{
	return ask("GET", path, browser ? browser->cookie : "", "");
}

static inline void
hears(const char *text)
{
	ck_assert_msg(strstr(heard, text) != NULL, "no '%s' in: %.2000s", text,
	    heard);
}

/* Copies what stands in the last answer between two texts. */
static inline void
cut(const char *before, const char *after, char *to, size_t bytes)
{
	const char *at = strstr(heard, before);

	ck_assert_msg(at != NULL, "no '%s' in: %.2000s", before, heard);
	at += strlen(before);
	ck_assert_ptr_nonnull(strstr(at, after));
	snprintf(to, bytes, "%.*s", (int)(strstr(at, after) - at), at);
}

static inline void
take_login(struct browser *browser)
{
	char id[80], csrf[80];

	cut("Set-Cookie: tocsin=", ";", id, sizeof id);
	cut("\"csrf\":\"", "\"", csrf, sizeof csrf);
	ck_assert_uint_eq(strlen(id), 64);
	snprintf(browser->cookie, sizeof browser->cookie,
	    "Cookie: other=1; tocsin=%.64s\r\n", id);
	snprintf(browser->csrf, sizeof browser->csrf,
	    "X-Tocsin-CSRF: %.64s\r\n", csrf);
}

static inline struct browser
login(const char *token)
{
	struct browser browser;
	char body[128];

	snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
	ck_assert_int_eq(ask("POST", "/v1/sessions", JSON OURS, body), 200);
	take_login(&browser);
	return browser;
}

/* A change by that browser with these headers more. */
static inline int
change(const struct browser *browser, const char *more)
{
	char headers[1024];

	snprintf(headers, sizeof headers, "%s%s%s", JSON, browser->cookie,
	    more);
	return ask("POST", "/v1/silences", headers,
	    "{\"kind\":\"rule\",\"value\":\"r\",\"for\":\"2h\"}");
}

static inline const char *
proof(const struct browser *browser, const char *more)
{
	static char headers[512];

	snprintf(headers, sizeof headers, "%s%s", browser->csrf, more);
	return headers;
}

static inline void
start(void)
{
	child_write_tokens(TOKENS, 0600);
	child_start(child_with_tokens);
}

#endif
