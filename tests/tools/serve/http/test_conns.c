/*
 * The queues of tools/serve/http/conns.h, by socket pairs and without a server:
 * the bufferevent's callbacks stand for the one that owns it.
 */
#include "tests/base/run.h"

#include <event2/buffer.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tools/serve/http/conns.h"

#define PEERS 6

static struct event_base *base;
static struct tcn_conns *conns;
static struct bufferevent *bevs[PEERS]; /* NULL: let go of */
static int ends[PEERS];

static void
on_read(struct bufferevent *bev, void *ctx)
{
	(void)bev, (void)ctx;
}

/* As the server does it. */
static void
on_event(struct bufferevent *bev, short what, void *ctx)
{
	struct bufferevent **at = ctx;

	(void)what;
	bufferevent_free(bev);
	*at = NULL;
}

static struct bufferevent *
open_plain(struct event_base *of, void *ctx)
{
	(void)ctx;
	return bufferevent_socket_new(of, -1, BEV_OPT_CLOSE_ON_FREE);
}

static void
setup(void)
{
	const struct tcn_conns_conf conf = {
		.max = 4,
		.bytes_max = 200000,
		.each_max = 100000,
		.slow_ms = 60000,
		.idle_ms = 60000,
		.rate_min = 1000,
		.open = open_plain,
	};

	signal(SIGPIPE, SIG_IGN); /* as the program does */
	base = event_base_new();
	conns = tcn_conns_new(base, &conf);
}

static void
sound(void)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_conns_check(conns, &err) == TCN_OK, "%s", err.text);
}

static void
teardown(void)
{
	for (int i = 0; i < PEERS; i++) {
		if (bevs[i])
			bufferevent_free(bevs[i]);
		bevs[i] = NULL;
		if (ends[i] > 0)
			close(ends[i]);
		ends[i] = 0;
	}
	sound();
	tcn_conns_free(conns);
	event_base_free(base);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* The loop, until it has nothing more to do. */
static void
turn(void)
{
	for (int i = 0; i < 20; i++) {
		event_base_loop(base, EVLOOP_NONBLOCK);
		sound();
	}
}

static void
come(int i)
{
	int pair[2];

	ck_assert_int_eq(socketpair(AF_UNIX,
			     SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0,
			     pair),
	    0);
	bevs[i] = tcn_conns_open(base, conns);
	sound();
	ck_assert_ptr_nonnull(bevs[i]);
	bufferevent_setfd(bevs[i], pair[0]);
	bufferevent_setcb(bevs[i], on_read, NULL, on_event, &bevs[i]);
	bufferevent_enable(bevs[i], EV_READ | EV_WRITE);
	ends[i] = pair[1];
}

static struct tcn_conns_conn *
say(int i, size_t n)
{
	char *bytes = calloc(1, n);

	for (size_t sent = 0; sent < n;) {
		ssize_t part = write(ends[i], bytes + sent, n - sent);

		if (part > 0)
			sent += (size_t)part;
		turn();
	}
	free(bytes);
	return bevs[i] ? tcn_conns_find(conns, bevs[i]) : NULL;
}

/* A whole request and its answer. */
static void
ask(int i)
{
	struct tcn_conns_conn *conn = say(i, 10);

	tcn_conns_working(conn);
	sound();
	evbuffer_drain(bufferevent_get_input(bevs[i]), 10);
	tcn_conns_release(conn);
	sound();
	tcn_conns_sending(conn, 5);
	sound();
	tcn_conns_done(conn);
	sound();
}

START_TEST(the_longest_idle_is_closed)
{
	for (int i = 0; i < 4; i++) {
		come(i);
		ask(i);
	}
	ask(0); /* now 1 is the one that has been idle longest */
	come(4);
	turn();
	ck_assert_ptr_nonnull(bevs[0]);
	ck_assert_ptr_null(bevs[1]);
	ck_assert_ptr_nonnull(bevs[4]);
	ck_assert_uint_eq(tcn_conns_counts(conns)->evicted, 1);
}
END_TEST

START_TEST(none_idle_the_longest_receiving_is_closed)
{
	for (int i = 0; i < 4; i++) {
		come(i);
		if (i)
			say(i, 10);
	}
	tcn_conns_working(tcn_conns_find(conns, bevs[1]));
	come(4);
	turn();
	ck_assert_ptr_null(bevs[0]);
	come(5);
	turn();
	ck_assert_ptr_nonnull(bevs[1]); /* being answered */
	ck_assert_ptr_null(bevs[2]);
}
END_TEST

START_TEST(all_at_work_a_new_one_is_refused)
{
	char said[512] = "";

	for (int i = 0; i < 4; i++) {
		come(i);
		tcn_conns_working(say(i, 10));
	}
	come(4);
	turn();
	ck_assert_ptr_null(bevs[4]);
	ck_assert_int_gt(read(ends[4], said, sizeof said - 1), 0);
	ck_assert_ptr_nonnull(strstr(said, "503"));
	ck_assert_uint_eq(tcn_conns_counts(conns)->refused, 1);
}
END_TEST

START_TEST(bytes_in_memory_are_counted_and_bounded)
{
	for (int i = 0; i < 3; i++) {
		come(i);
		say(i, 60000);
	}
	ck_assert_uint_eq(tcn_conns_counts(conns)->bytes, 180000);
	come(3);
	say(3, 60000);
	turn();
	ck_assert_ptr_null(bevs[0]);
	ck_assert_uint_eq(tcn_conns_counts(conns)->bytes, 180000);
	tcn_conns_working(tcn_conns_find(conns, bevs[1]));
	evbuffer_drain(bufferevent_get_input(bevs[1]), 60000);
	tcn_conns_release(tcn_conns_find(conns, bevs[1]));
	ck_assert_uint_eq(tcn_conns_counts(conns)->bytes, 120000);
}
END_TEST

START_TEST(one_request_is_bounded)
{
	come(0);
	say(0, 60000);
	ck_assert_ptr_nonnull(bevs[0]);
	say(0, 60000);
	turn();
	ck_assert_ptr_null(bevs[0]);
	ck_assert_uint_eq(tcn_conns_counts(conns)->bytes, 0);
}
END_TEST

/* A listener that reads is not touched for one that does not. */
START_TEST(a_listener_with_more_than_its_share_is_closed)
{
	static char bytes[40000];
	char taken[65536];

	for (int i = 0; i < 2; i++) {
		come(i);
		say(i, 10);
		tcn_conns_working(tcn_conns_find(conns, bevs[i]));
		tcn_conns_streaming(tcn_conns_find(conns, bevs[i]));
	}
	for (int n = 0; n < 100 && bevs[0]; n++) {
		for (int i = 0; i < 2; i++)
			if (bevs[i])
				evbuffer_add(bufferevent_get_output(bevs[i]),
				    bytes, sizeof bytes);
		for (int more = 0; more < 8; more++) {
			turn();
			(void)!read(ends[1], taken, sizeof taken);
		}
	}
	ck_assert_ptr_null(bevs[0]);
	ck_assert_ptr_nonnull(bevs[1]);
}
END_TEST

START_TEST(a_listener_may_not_send_much)
{
	come(0);
	say(0, 10);
	tcn_conns_working(tcn_conns_find(conns, bevs[0]));
	tcn_conns_streaming(tcn_conns_find(conns, bevs[0]));
	say(0, 5000);
	turn();
	ck_assert_ptr_null(bevs[0]);
}
END_TEST

TCN_TESTS(conns)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_longest_idle_is_closed);
	tcase_add_test(tc, none_idle_the_longest_receiving_is_closed);
	tcase_add_test(tc, all_at_work_a_new_one_is_refused);
	tcase_add_test(tc, bytes_in_memory_are_counted_and_bounded);
	tcase_add_test(tc, one_request_is_bounded);
	tcase_add_test(tc, a_listener_with_more_than_its_share_is_closed);
	tcase_add_test(tc, a_listener_may_not_send_much);
}
