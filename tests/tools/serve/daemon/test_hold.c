/*
 * What the daemon holds is told when its time has come by the wall clock,
 * though no article comes: when quiet hours end, after a restart, and when the
 * clock is set.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "engine/base/mem.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hand_clock.h"

#define HOUR   3600
#define DAY    (24 * HOUR)
#define EVENTS 5

static char receivers[TEMP_BYTES + 16], rules[TEMP_BYTES + 16];
static char told[TEMP_BYTES + 16];

static void
setup(void)
{
	char text[256];

	child_setup();
	hand_clock_set(0);
	snprintf(told, sizeof told, "%s/told", child.dir);
	snprintf(rules, sizeof rules, "%s/rules", child.dir);
	snprintf(receivers, sizeof receivers, "%s/receivers", child.dir);
	temp_write(told, "");
	snprintf(text, sizeof text,
	    "receivers: [{name: r, kind: file, path: %s}]\n", told);
	temp_write(receivers, text);
}

static void
teardown(void)
{
	child_teardown();
	hand_clock_set(0);
}

/* Every article with the word is an event; quiet from an hour before this
 * moment to an hour after it. */
static void
write_rules(long long around)
{
	long long from = (around + 23 * HOUR) % DAY / 60;
	long long to = (around + HOUR) % DAY / 60;
	char text[512];

	snprintf(text, sizeof text,
	    "rules:\n - {name: w, watch: true, group: 0s, where: {any: zqword},"
	    " quiet_hours: {from: \"%02lld:%02lld\", to: \"%02lld:%02lld\","
	    " zone: UTC}}\n",
	    from / 60, from % 60, to / 60, to % 60);
	temp_write(rules, text);
}

static void
with_hours(struct tcn_conf *conf)
{
	conf->rules.file = rules;
	conf->deliver.receivers = receivers;
}

static void
post_events(void)
{
	for (int i = 0; i < EVENTS; i++) {
		char body[400], words[OWN_WORDS];

		child_own_words(i, words);
		snprintf(body, sizeof body,
		    "{\"id\":\"e%d\",\"source\":\"s\",\"title\":\"zqword%s"
		    "\"}",
		    i, words);
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body),
		    200);
		child_wants("\"stored\":1");
	}
	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	child_wants("\ntocsin_deliveries_held{by=\"quiet_hours\"} 5\n");
}

static bool
is_told(const char *text)
{
	char *all = temp_read(told);
	bool is = strstr(all, text) != NULL;

	tcn_mem_free(all);
	return is;
}

/* One digest tells of all, at the next look at what is due. */
static void
wait_for_digest(void)
{
	unsigned naps = 0;

	hand_clock_pass(3000);
	while (!is_told("digest") && child_nap(&naps))
		;
	ck_assert(is_told("\"kind\":\"tocsin.digest.1\""));
	ck_assert(is_told("\"told\":5"));
	ck_assert(!is_told("tocsin.message.1"));
}

START_TEST(quiet_hours_end_though_no_article_comes)
{
	write_rules((long long)time(NULL));
	child_start(with_hours);
	post_events();
	ck_assert(!is_told("zqword"));
	hand_clock_set(2 * HOUR);
	wait_for_digest();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(quiet_hours_that_ended_before_the_start_are_over)
{
	write_rules((long long)time(NULL));
	child_start(with_hours);
	post_events();
	child_stop(SIGKILL);
	hand_clock_set(2 * HOUR);
	child_start(with_hours);
	wait_for_digest();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* It would wait for a month, until the clock is there again. */
START_TEST(a_clock_that_is_set_back_ends_what_it_began)
{
	const long long ahead = 30 * DAY + 6 * HOUR;

	hand_clock_set(ahead);
	write_rules((long long)time(NULL) + ahead);
	child_start(with_hours);
	post_events();
	hand_clock_set(0);
	wait_for_digest();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_clock_that_was_set_back_before_the_start_ends_it_too)
{
	const long long ahead = 30 * DAY + 6 * HOUR;

	hand_clock_set(ahead);
	write_rules((long long)time(NULL) + ahead);
	child_start(with_hours);
	post_events();
	child_stop(SIGKILL);
	hand_clock_set(0);
	child_start(with_hours);
	wait_for_digest();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(rules_that_are_read_anew_hold_no_longer)
{
	char conf[512];

	write_rules((long long)time(NULL));
	snprintf(conf, sizeof conf,
	    "rules: {file: '%s'}\ndeliver: {receivers: '%s'}\n", rules,
	    receivers);
	child_write_conf(conf);
	child_start(with_hours);
	post_events();
	write_rules((long long)time(NULL) + 12 * HOUR);
	ck_assert_int_eq(child_call("POST", "/v1/reload", NULL, ""), 200);
	wait_for_digest();
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(hold)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, quiet_hours_end_though_no_article_comes);
	tcase_add_test(tc, quiet_hours_that_ended_before_the_start_are_over);
	tcase_add_test(tc, a_clock_that_is_set_back_ends_what_it_began);
	tcase_add_test(tc,
	    a_clock_that_was_set_back_before_the_start_ends_it_too);
	tcase_add_test(tc, rules_that_are_read_anew_hold_no_longer);
}
