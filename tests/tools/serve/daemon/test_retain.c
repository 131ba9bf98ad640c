/*
 * The daemon removes what is too old by itself, says so, and still knows it
 * when it comes again.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sql/store_check.h"
#include "tests/tools/serve/daemon/child.h"

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

/* What is posted stays, however long that takes. */
static void
look_a_day_back(struct tcn_conf *conf)
{
	conf->near.horizon_ms = 86400000;
}

static void
keep_a_day(struct tcn_conf *conf)
{
	look_a_day_back(conf);
	conf->store.keep_articles_ms = 86400000;
}

/* Waits until a metric has come to so much; what it is then. */
static long
metric_comes(const char *name, long least)
{
	unsigned naps = 0;
	long n;

	do {
		const char *at;

		ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL),
		    200);
		at = strstr(child.answer.at, name);
		ck_assert_ptr_nonnull(at);
		n = strtol(at + strlen(name), NULL, 10);
	} while (n < least && child_nap(&naps));
	return n;
}

static const char removed[] = "\ntocsin_store_removed_total{kind=\"items\"}";
static const char steps[] = "\ntocsin_retention_steps_total ";

START_TEST(old_articles_go_and_stay_known)
{
	struct tcn_store *st;

	child_start(look_a_day_back);
	post_old();
	child_wants("\"stored\":204");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(keep_a_day);
	/* All but the last, whose number must not be given again. */
	ck_assert_int_eq(metric_comes(removed, OLD - 1), OLD - 1);
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

/* Posts without a pause until it is killed. */
static pid_t
post_on(char name)
{
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0;; i++) {
		char body[200];

		snprintf(body, sizeof body,
		    "{\"id\":\"%c%d\",\"source\":\"%c\",\"ts\":%lld,"
		    "\"title\":\"Report %c%d of the day\"}",
		    name, i, name, (long long)time(NULL), name, i);
		if (child_call("POST", "/v1/articles", NULL, body) != 200)
			_exit(1);
	}
}

/* A daemon that is never idle removes what is old all the same. */
START_TEST(old_articles_go_beside_intake)
{
	pid_t posts[4];

	child_start(look_a_day_back);
	post_old();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(keep_a_day);
	for (int i = 0; i < 4; i++)
		posts[i] = post_on((char)('p' + i));
	ck_assert_int_ge(metric_comes(removed, OLD - 1), OLD - 1);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(waitpid(posts[i], NULL, WNOHANG), 0);
		kill(posts[i], SIGKILL);
		ck_assert_int_eq(waitpid(posts[i], NULL, 0), posts[i]);
	}
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Without the settings nothing goes. */
START_TEST(nothing_goes_unasked)
{
	child_start(NULL);
	post_old();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(NULL);
	ck_assert_int_ge(metric_comes(steps, 3), 3);
	ck_assert_int_eq(metric_comes(removed, 0), 0);
}
END_TEST

TCN_TESTS(retain)
{
	tcase_set_timeout(tc, 300);
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_add_test(tc, old_articles_go_and_stay_known);
	tcase_add_test(tc, old_articles_go_beside_intake);
	tcase_add_test(tc, nothing_goes_unasked);
}
