/*
 * A large body keeps nobody waiting: between two slices of it others are
 * answered, and read what is taken so far.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "sql/store_read.h"
#include "tests/tools/serve/daemon/raw.h"
#include "tools/serve/daemon/daemon.h"

#define MANY 3000 /* articles of a body */

static void
by_article(struct tcn_daemon *daemon)
{
	tcn_daemon_slice_by_article(daemon);
}

static void
setup(void)
{
	child_setup();
	child.hook = by_article;
	child_start(NULL);
}

/* Sends a body of MANY articles; returns the connection. */
static int
send_many(const char *name)
{
	struct tcn_buf body = { 0 };
	char head[128];
	int fd = dial();

	for (int i = 0; i < MANY; i++)
		tcn_buf_printf(&body,
		    "{\"id\":\"%s%d\",\"fingerprint\":\"%016x\"}\n", name, i,
		    (unsigned)i * 2654435761u);
	snprintf(head, sizeof head,
	    "POST /v1/articles HTTP/1.1\r\nHost: localhost\r\n"
	    "Content-Length: %zu\r\n\r\n",
	    body.n);
	ck_assert(say(fd, head));
	ck_assert(say_n(fd, body.at, body.n));
	tcn_buf_fini(&body);
	return fd;
}

/* Articles taken so far, as a request that comes in between is told. */
static unsigned long
taken(void)
{
	static const char name[] = "\ntocsin_articles_total ";
	const char *at;

	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	at = strstr(child.answer.at, name);
	ck_assert_ptr_nonnull(at);
	return strtoul(at + strlen(name), NULL, 10);
}

static void
wait_until_begun(void)
{
	unsigned naps = 0;

	while (!taken())
		ck_assert(child_nap(&naps));
}

START_TEST(others_are_answered_in_the_middle)
{
	int large = send_many("a");

	wait_until_begun();
	ck_assert_uint_lt(taken(), MANY);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	/* A body that comes later, and is short, is done first. */
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"one\",\"title\":\"One\"}"),
	    200);
	ck_assert_ptr_nonnull(strstr(child.answer.at, "\"stored\":1,"));
	ck_assert(is_open(large)); /* it has no answer yet */
	ck_assert(hear(large, "\"stored\":3000,"));
	close(large);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(it_is_taken_though_its_client_has_gone)
{
	unsigned naps = 0;

	close(send_many("a"));
	while (taken() < MANY)
		ck_assert(child_nap(&naps));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Stopped in the middle it says how far it came, and that is stored. */
START_TEST(stopped_it_says_from_where_on_to_send_again)
{
	struct tcn_store *st;
	uint64_t seq;
	unsigned long stored;
	int large = send_many("a");

	wait_until_begun();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	ck_assert_msg(hear(large, "\"status\":\"later\""), "heard: %.300s",
	    heard);
	ck_assert_ptr_nonnull(strstr(heard, "the daemon is stopping"));
	stored = strtoul(strstr(heard, "\"stored\":") + 9, NULL, 10);
	ck_assert_uint_gt(stored, 0);
	ck_assert_uint_lt(stored, MANY);
	close(large);
	st = child_store();
	ck_assert_int_eq(tcn_store_last_seq(st, &seq), TCN_OK);
	ck_assert_uint_eq(seq, stored);
	tcn_store_close(st);
}
END_TEST

TCN_TESTS(bodies)
{
	tcase_add_checked_fixture(tc, setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, others_are_answered_in_the_middle);
	tcase_add_test(tc, it_is_taken_though_its_client_has_gone);
	tcase_add_test(tc, stopped_it_says_from_where_on_to_send_again);
}
