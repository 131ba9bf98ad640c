/*
 * tests/tools/serve/live/listeners.h - a server of server-sent events and its
 * listeners as sockets, in one process; the lists of both are checked at every
 * turn of the loop.
 */
#ifndef TCN_TESTS_TOOLS_SERVE_LIVE_LISTENERS_H
#define TCN_TESTS_TOOLS_SERVE_LIVE_LISTENERS_H

#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/run.h"
#include "tools/serve/live/sse.h"
#include "tools/serve/live/told_json.h"

#define LISTENERS 2

static struct event_base *base;
static struct tcn_store *st;
static struct tcn_sse *sse;
static struct tcn_http *http;
static char heard[LISTENERS + 1][400000]; /* by each client */
static int ends[LISTENERS + 1]; /* the clients' sockets; 0: none */

static inline void
subscribe(void *ctx, struct tcn_http_call *call)
{
	(void)ctx;
	tcn_sse_subscribe(sse, call);
}

static const struct tcn_http_route routes[] = {
	{ EVHTTP_REQ_GET, "/v1/stream", TCN_HTTP_SCOPE_NONE, subscribe, "",
	    "page after", NULL, "" },
	{ 0 },
};

static struct tcn_now *now;

static enum tcn_rc
write_told(void *ctx, const struct tcn_store_told *told, enum tcn_sse_view view,
    struct tcn_arena *arena, struct tcn_buf *out)
{
	enum tcn_rc rc = view == TCN_SSE_ROW
	    ? tcn_now_refresh(now, NULL, 5000, 1000)
	    : TCN_OK;

	(void)ctx;
	if (rc)
		return rc;
	return tcn_told_json(st, told, view, now, 1000, arena, out);
}

static enum tcn_rc
add_status(void *ctx, struct tcn_buf *out)
{
	(void)ctx;
	tcn_buf_z(out, "\"open\":7");
	return TCN_OK;
}

static uint64_t articles;

static uint64_t
last_article(void *ctx)
{
	(void)ctx;
	return articles;
}

static inline void
on_failed(void *ctx, enum tcn_rc rc, const struct tcn_err *err)
{
	(void)ctx, (void)rc;
	ck_assert_msg(false, "%s", err->text);
}

static inline void
setup(void)
{
	const struct tcn_sse_conf told = {
		.listeners_max = LISTENERS,
		.boot_ms = 4711,
		.version = "9.9",
		.write = write_told,
		.status = add_status,
		.last_article = last_article,
		.failed = on_failed,
	};
	struct tcn_sse_conf of_store = told;
	const struct tcn_http_conf conf = {
		.address = "127.0.0.1",
		.body_max = 1000,
		.head_max = 8192,
		.idle_ms = 60000,
		.connections_max = 8,
		.held_max = (size_t)8 << 20,
		.slow_ms = 60000,
		.rate_min = 1024,
		.wrong_tokens_max = 20,
	};
	struct tcn_err err = { 0 };

	signal(SIGPIPE, SIG_IGN); /* as the program does */
	base = event_base_new();
	ck_assert_int_eq(tcn_store_open(":memory:", TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	of_store.store = st;
	articles = 0;
	now = tcn_now_new(st);
	ck_assert_int_eq(tcn_sse_new(base, &of_store, &sse), TCN_OK);
	ck_assert_msg(tcn_http_new(base, &conf, routes, NULL, &http, &err) ==
		TCN_OK,
	    "%s", err.text);
}

static inline void
teardown(void)
{
	tcn_sse_free(sse);
	tcn_now_free(now);
	tcn_http_free(http);
	tcn_store_close(st);
	event_base_free(base);
	for (int i = 0; i <= LISTENERS; i++) {
		if (ends[i])
			close(ends[i]);
		ends[i] = 0;
	}
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static inline void
turn(void)
{
	struct tcn_err err = { 0 };

	event_base_loop(base, EVLOOP_NONBLOCK);
	ck_assert_msg(tcn_sse_check(sse, &err) == TCN_OK, "%s", err.text);
	ck_assert_msg(tcn_http_check(http, &err) == TCN_OK, "%s", err.text);
}

/* Reads what has come for client i. */
static inline void
take(int i)
{
	size_t n = strlen(heard[i]);
	ssize_t got =
	    recv(ends[i], heard[i] + n, sizeof heard[i] - 1 - n, MSG_DONTWAIT);

	if (got > 0)
		heard[i][n + (size_t)got] = '\0';
}

/* Turns the loop until client i has heard text, for ten seconds at most. */
static inline void
hear(int i, const char *text)
{
	for (int n = 0; n < 10000 && !strstr(heard[i], text); n++) {
		turn();
		take(i);
		if (n > 100)
			poll(NULL, 0, 1);
	}
	ck_assert_msg(strstr(heard[i], text) != NULL, "no '%s' in: %s", text,
	    heard[i]);
}

/* Turns the loop until there are so many listeners. */
static inline void
wait_for(size_t listeners)
{
	for (int n = 0; n < 10000 && tcn_sse_listeners(sse) != listeners; n++) {
		turn();
		poll(NULL, 0, 1);
	}
	ck_assert_uint_eq(tcn_sse_listeners(sse), listeners);
}

/* Client i asks for the stream; query: "" or "?..."; header: a line more, or
 * "". */
static inline void
ask_for(int i, const char *query, const char *header)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)tcn_http_port(http)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	char line[256];
	int n = snprintf(line, sizeof line,
	    "GET /v1/stream%s HTTP/1.1\r\nHost: localhost\r\n%s\r\n", query,
	    header);

	heard[i][0] = '\0';
	ends[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(connect(ends[i], (struct sockaddr *)&at, sizeof at),
	    0);
	ck_assert_int_eq(send(ends[i], line, (size_t)n, 0), n);
}

static inline void
ask(int i, const char *header)
{
	ask_for(i, "", header);
}

static inline void
leave(int i)
{
	close(ends[i]);
	ends[i] = 0;
}

static inline struct tcn_store_tx *
begin(void)
{
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	return tx;
}

static inline void
commit(void)
{
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_sse_poll(sse);
}

/* A revision of an event that changed at this time. */
static inline struct tcn_event
revision(const char *id, unsigned number)
{
	struct tcn_event event = {
		.rule = TCN_STR("story"),
		.revision = number,
		.changed_ms = number * 1000,
	};

	snprintf(event.id, sizeof event.id, "%s", id);
	return event;
}

static inline void
put(struct tcn_event event)
{
	struct tcn_store_tx *tx = begin();

	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	commit();
}

/* Tells of rules, with so many bytes. */
static inline void
tell(const char *says, size_t bytes)
{
	static char text[70000];
	struct tcn_store_told told = { .kind = TCN_STORE_TOLD_RULES };
	struct tcn_store_tx *tx = begin();

	ck_assert_uint_lt(bytes, sizeof text);
	memset(text, 'x', bytes);
	snprintf(text + bytes, sizeof text - bytes, "\":\"%s\"}", says);
	memcpy(text, "{\"", 2);
	told.says = tcn_str(text);
	ck_assert_int_eq(tcn_store_tell(tx, &told), TCN_OK);
	commit();
}

#endif
