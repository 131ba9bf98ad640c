/*
 * The daemon removes what is too old by itself, says so, and still knows it
 * when it comes again.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "sql/store_check.h"
#include "tests/tools/daemon/child.h"

#define OLD 200

/* Four articles of now, which set the stream's time, and OLD articles of ten
 * days ago. */
static void
post_old(void)
{
	struct tcn_buf body = { 0 };
	long long now = (long long)time(NULL);

	for (int i = 0; i < 4; i++)
		tcn_buf_printf(&body,
		    "{\"id\":\"now%d\",\"source\":\"A\",\"ts\":%lld,"
		    "\"title\":\"Something else number %d today\"}\n",
		    i, now, i);
	for (int i = 0; i < OLD; i++)
		tcn_buf_printf(&body,
		    "{\"id\":\"o%d\",\"source\":\"A\",\"ts\":%lld,"
		    "\"title\":\"Plain notice %d of the harbour office\","
		    "\"text\":\"Berth %d closes on day %d for dredging.\"}\n",
		    i, now - 864000 + i, i, i, i);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body.at),
	    200);
	tcn_buf_fini(&body);
}

static void
keep_a_day(struct tcn_conf *conf)
{
	conf->store.keep_articles_ms = 86400000;
	conf->near.horizon_ms = 86400000;
}

/* Waits for a line of /metrics. */
static bool
metric_comes(const char *line)
{
	for (int i = 0; i < 300; i++) {
		ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL),
		    200);
		if (strstr(child.answer.at, line))
			return true;
		usleep(50000);
	}
	return false;
}

START_TEST(old_articles_go_and_stay_known)
{
	char line[80];
	struct tcn_store *st;

	child_start(keep_a_day);
	post_old();
	child_wants("\"stored\":204");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(keep_a_day);
	/* All but the last, whose number must not be given again. */
	snprintf(line, sizeof line,
	    "tocsin_store_removed_total{kind=\"items\"} %d\n", OLD - 1);
	ck_assert_msg(metric_comes(line), "%s",
	    strstr(child.answer.at, "tocsin_store_bytes "));
	post_old();
	child_wants("\"stored\":0,\"known\":204");
	ck_assert_int_eq(child_call("GET", "/v1/search?q=dredging", NULL, NULL),
	    200);
	ck_assert_ptr_null(strstr(child.answer.at, "Plain notice 7 "));
	ck_assert_ptr_nonnull(strstr(child.answer.at, "Plain notice 199"));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	st = child_store();
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
}
END_TEST

/* Without the settings nothing goes. */
START_TEST(nothing_goes_unasked)
{
	child_start(NULL);
	post_old();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(NULL);
	ck_assert(metric_comes("tocsin_retention_steps_total 3\n"));
	ck_assert_ptr_nonnull(strstr(child.answer.at,
	    "tocsin_store_removed_total{kind=\"items\"} 0\n"));
}
END_TEST

TCN_TESTS(retain)
{
	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, old_articles_go_and_stay_known);
	tcase_add_test(tc, nothing_goes_unasked);
}
