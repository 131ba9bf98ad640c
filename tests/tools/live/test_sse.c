/*
 * Server-sent events within one process: a server, its listeners as sockets,
 * and the lists of both checked at every turn of the loop.
 */
#include "tests/base/run.h"

#include <arpa/inet.h>
#include <malloc.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/live/sse.h"

#define LISTENERS 2

static struct event_base *base;
static struct tcn_store *st;
static struct tcn_sse *sse;
static struct tcn_http *http;
static char heard[LISTENERS + 1][400000]; /* by each client */
static int ends[LISTENERS + 1]; /* the clients' sockets; 0: none */

static void
subscribe(void *ctx, struct tcn_http_call *call)
{
	(void)ctx;
	tcn_sse_subscribe(sse, call);
}

static const struct tcn_http_route routes[] = {
	{ EVHTTP_REQ_GET, "/v1/stream", TCN_HTTP_SCOPE_NONE, subscribe, "",
	    NULL, NULL, "" },
	{ 0 },
};

static void
setup(void)
{
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
	ck_assert_int_eq(tcn_sse_new(base, st, LISTENERS, &sse), TCN_OK);
	ck_assert_msg(tcn_http_new(base, &conf, routes, NULL, &http, &err) ==
		TCN_OK,
	    "%s", err.text);
}

static void
teardown(void)
{
	tcn_sse_free(sse);
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

static void
turn(void)
{
	struct tcn_err err = { 0 };

	event_base_loop(base, EVLOOP_NONBLOCK);
	ck_assert_msg(tcn_sse_check(sse, &err) == TCN_OK, "%s", err.text);
	ck_assert_msg(tcn_http_check(http, &err) == TCN_OK, "%s", err.text);
}

/* Reads what has come for client i. */
static void
take(int i)
{
	size_t n = strlen(heard[i]);
	ssize_t got =
	    recv(ends[i], heard[i] + n, sizeof heard[i] - 1 - n, MSG_DONTWAIT);

	if (got > 0)
		heard[i][n + (size_t)got] = '\0';
}

/* Turns the loop until client i has heard text, for ten seconds at most. */
static void
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
static void
wait_for(size_t listeners)
{
	for (int n = 0; n < 10000 && tcn_sse_listeners(sse) != listeners; n++) {
		turn();
		poll(NULL, 0, 1);
	}
	ck_assert_uint_eq(tcn_sse_listeners(sse), listeners);
}

/* Client i asks for the stream; header: a line more, or "". */
static void
ask(int i, const char *header)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_port = htons((uint16_t)tcn_http_port(http)),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	char line[256];
	int n = snprintf(line, sizeof line,
	    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n%s\r\n", header);

	heard[i][0] = '\0';
	ends[i] = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	ck_assert_int_eq(connect(ends[i], (struct sockaddr *)&at, sizeof at),
	    0);
	ck_assert_int_eq(send(ends[i], line, (size_t)n, 0), n);
}

static void
leave(int i)
{
	close(ends[i]);
	ends[i] = 0;
}

/* Stores a revision, and queues it. */
static void
queue(struct tcn_event event)
{
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_event(tx, &event), TCN_OK);
	ck_assert_int_eq(tcn_sse_queue_event(sse, &event), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
}

/* A revision of "e" that changed at this time. */
static void
change(unsigned revision, int64_t at_ms)
{
	queue((struct tcn_event){
	    .id = "e",
	    .rule = TCN_STR("story"),
	    .revision = revision,
	    .changed_ms = at_ms,
	});
}

START_TEST(listeners_come_and_go)
{
	ask(0, "");
	ask(1, "");
	hear(0, ": welcome");
	hear(1, ": welcome");
	ck_assert_uint_eq(tcn_sse_listeners(sse), 2);
	ask(2, "");
	hear(2, "too many listeners");
	leave(2);
	leave(0);
	wait_for(1);
	ask(2, "");
	hear(2, ": welcome");
	tcn_sse_set_max(sse, 1); /* nobody is disconnected for it */
	turn();
	ck_assert_uint_eq(tcn_sse_listeners(sse), 2);
}
END_TEST

/* Returns the bytes in use once all is cleaned up, as is done twice a second.
 */
static size_t
come_and_go(int times)
{
	for (int i = 0; i < times; i++) {
		ask(0, "");
		hear(0, ": welcome");
		leave(0);
		wait_for(0);
	}
	for (int i = 0; i < 1200; i++) {
		turn();
		poll(NULL, 0, 1);
	}
	return mallinfo2().uordblks;
}

/* What libevent allocates is not counted by mem.h. */
START_TEST(who_leaves_leaves_nothing_behind)
{
	size_t before = come_and_go(20);

	ck_assert_uint_le(come_and_go(100), before + (size_t)100 * 100);
}
END_TEST

START_TEST(a_revision_is_sent_once_it_is_committed)
{
	ask(0, "");
	ask(1, "");
	hear(0, ": welcome");
	hear(1, ": welcome");
	change(1, 1000);
	tcn_sse_flush(sse, false); /* it was undone */
	change(2, 2000);
	tcn_sse_flush(sse, true);
	hear(0, "id: 2000-2-e\nevent: update\ndata: {");
	hear(1, "id: 2000-2-e\n");
	ck_assert_ptr_null(strstr(heard[0], "id: 1000-1-e"));
}
END_TEST

START_TEST(an_event_that_became_part_of_another_says_of_which)
{
	ask(0, "");
	hear(0, ": welcome");
	change(1, 1000);
	queue((struct tcn_event){
	    .id = "e",
	    .rule = TCN_STR("story"),
	    .revision = 2,
	    .state = TCN_EVENT_CLOSED,
	    .why = TCN_EVENT_CHANGE_MERGED,
	    .merged_into = "f",
	    .changed_ms = 2000,
	});
	tcn_sse_flush(sse, true);
	hear(0, "\"merged_into\":\"f\"");
	hear(0, "\"merged_into_path\":\"/v1/events/f\"");
}
END_TEST

START_TEST(a_listener_that_reconnects_gets_what_it_missed)
{
	change(1, 1000);
	change(2, 2000);
	change(3, 3000);
	ask(0, "Last-Event-ID: 2000-2-e\r\n");
	hear(0, "id: 3000-3-e\n");
	ck_assert_ptr_nonnull(strstr(heard[0], "id: 2000-2-e\n"));
	ck_assert_ptr_null(strstr(heard[0], "id: 1000-1-e\n"));
	ask(1, "Last-Event-ID: nothing of ours\r\n");
	hear(1, ": welcome");
	tcn_sse_broadcast(sse, "desk", tcn_str("{}"));
	hear(1, "event: desk\ndata: {}\n\n");
	ck_assert_ptr_null(strstr(heard[1], "id: "));
}
END_TEST

/* It holds up nobody, and its unread bytes do not grow without bound. */
START_TEST(a_listener_that_does_not_read_is_disconnected)
{
	static char data[40000];

	memset(data, 'x', sizeof data - 1);
	ask(0, "");
	ask(1, "");
	hear(0, ": welcome");
	hear(1, ": welcome");
	for (int n = 0; n < 2000 && tcn_sse_listeners(sse) == 2; n++) {
		tcn_sse_broadcast(sse, "desk", tcn_str(data));
		turn();
		heard[1][0] = '\0';
		for (int more = 0; more < 4; more++) {
			take(1);
			heard[1][0] = '\0';
			turn();
		}
	}
	ck_assert_uint_eq(tcn_sse_listeners(sse), 1);
	tcn_sse_broadcast(sse, "desk", tcn_str("last"));
	hear(1, "data: last");
}
END_TEST

START_TEST(without_memory_a_listener_is_dropped_and_nothing_leaks)
{
	bool fired = true;

	for (uint64_t n = 1; fired; n++) {
		ask(0, "");
		tcn_mem_fail_at(n);
		for (int i = 0; i < 20; i++)
			turn();
		tcn_sse_broadcast(sse, "desk", tcn_str("{}"));
		for (int i = 0; i < 20; i++)
			turn();
		fired = tcn_mem_fail_fired();
		tcn_mem_fail_at(0);
		take(0);
		ck_assert(fired || strstr(heard[0], "event: desk"));
		leave(0);
		wait_for(0);
		for (int i = 0; i < 20; i++)
			turn();
	}
}
END_TEST

TCN_TESTS(sse)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, listeners_come_and_go);
	tcase_add_test(tc, who_leaves_leaves_nothing_behind);
	tcase_add_test(tc, a_revision_is_sent_once_it_is_committed);
	tcase_add_test(tc, an_event_that_became_part_of_another_says_of_which);
	tcase_add_test(tc, a_listener_that_reconnects_gets_what_it_missed);
	tcase_add_test(tc, a_listener_that_does_not_read_is_disconnected);
	tcase_add_test(tc,
	    without_memory_a_listener_is_dropped_and_nothing_leaks);
}
