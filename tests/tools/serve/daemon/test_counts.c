/*
 * What /metrics counts: feeds, dates, patterns that gave up and commits; and
 * what the log says of such a pattern.
 */
#include "tests/base/run.h"

#include <event2/http.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "sql/store_feeds.h"
#include "tests/base/web.h"
#include "tests/tools/intake/tagger/fake.h"
#include "tests/tools/serve/daemon/child.h"
#include "tools/base/log.h"

static char rules[TEMP_BYTES + 16];

/* The value of a sample; -1: there is none. */
static double
metric(const char *sample)
{
	char line[160];
	const char *at;

	ck_assert_int_eq(child_call("GET", "/metrics", NULL, NULL), 200);
	snprintf(line, sizeof line, "\ntocsin_%s ", sample);
	at = strstr(child.answer.at, line);
	return at ? atof(at + strlen(line)) : -1;
}

static void
comes_to(const char *sample, double value)
{
	unsigned naps = 0;

	do {
		if (metric(sample) >= value)
			return;
	} while (child_nap(&naps));
	ck_abort_msg("%s does not come to %g: %s", sample, value,
	    child.answer.at);
}

static void
is(const char *sample, double value)
{
	double got = metric(sample);

	ck_assert_msg(got == value, "%s is %g", sample, got);
}

/* --- feeds --- */

/* Sound, then not, twice, then sound, and not again. */
static void
reply_worn(struct evhttp_request *request)
{
	static const char *const ends[] = { "", "</b>", "</b>", "", "</b>" };
	static unsigned times;
	char body[9000], link[8200];

	memset(link, 'x', sizeof link - 1);
	link[sizeof link - 1] = '\0';
	snprintf(body, sizeof body,
	    "<rss><channel><item><guid>%u</guid><title>Dam %u</title>"
	    "<link>http://w.example/%s</link></item>%s</channel></rss>",
	    times, times, link, ends[times % 5]);
	times++;
	web_reply(request, 200, NULL, body);
}

/* By the hours, one word in all, which is little of each. */
static void
reply_hours(struct evhttp_request *request)
{
	static const long ago[] = { 7 * 3600, 6 * 3600, 4 * 3600, 5000, 300 };
	long now = (long)time(NULL);
	char body[3000] = "{\"version\":\"https://jsonfeed.org/version/1.1\","
			  "\"title\":\"W\",\"items\":[";

	for (int i = 0; i < 5; i++) {
		time_t at = (time_t)(now - ago[i]);
		char date[40], item[400], words[OWN_WORDS];

		strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&at));
		child_own_words(i, words);
		snprintf(item, sizeof item,
		    "%s{\"id\":\"%d\",\"title\":\"Marathon%s\","
		    "\"date_published\":\"%s\"}",
		    i ? "," : "", i, words, date);
		strcat(body, item);
	}
	strcat(body, "]}");
	web_reply(request, 200, NULL, body);
}

static const char feed[] =
    "<rss version='2.0'><channel><title>W</title><link>http://w.example/"
    "</link><description>d</description>"
    "<item><title>River rises at Belossa</title><link>http://w.example/1"
    "</link></item><item><guid>2</guid></item></channel></rss>";

static void
answer(struct evhttp_request *request, void *ctx)
{
	const char *path = evhttp_request_get_uri(request);

	(void)ctx;
	if (strcmp(path, "/feed") == 0)
		web_reply(request, 200, NULL, feed);
	else if (strcmp(path, "/worn") == 0)
		reply_worn(request);
	else if (strcmp(path, "/hours") == 0)
		reply_hours(request);
	else if (strcmp(path, "/same") == 0)
		web_reply(request, 304, NULL, "");
	else if (strcmp(path, "/page") == 0)
		web_reply(request, 200, NULL, "<html><body>x</body></html>");
	else
		web_reply(request, atoi(path + 1), NULL, "");
}

static void
add_feed(struct tcn_store_tx *tx, const char *url, int64_t succeeded_ms,
    int64_t due_ms)
{
	struct tcn_store_feed_row row = { .url = tcn_str(url),
		.interval_ms = 3600000,
		.due_ms = due_ms,
		.tried_ms = succeeded_ms,
		.succeeded_ms = succeeded_ms };

	ck_assert_int_eq(tcn_store_put_feed(tx, &row), TCN_OK);
}

static void
add_feeds(void)
{
	static const char *const paths[] = { "/feed", "/same", "/page", "/404",
		"/429", "/503" };
	int64_t now_ms = (int64_t)time(NULL) * 1000;
	struct tcn_store *st;
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_open(child.db, TCN_STORE_CREATE, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		add_feed(tx, web_url(paths[i]), TCN_UNDATED, 0);
	add_feed(tx, "http://127.0.0.1:1/none", TCN_UNDATED, 0);
	/* these are not due */
	add_feed(tx, "https://a.example.com/x", now_ms - 100000, INT64_MAX / 2);
	add_feed(tx, "https://u@b.example.COM:8/", now_ms - 500000,
	    INT64_MAX / 2);
	add_feed(tx, "https://c.example.co.uk?x", now_ms, INT64_MAX / 2);
	add_feed(tx, "https://d.example.museum/", TCN_UNDATED, INT64_MAX / 2);
	add_feed(tx, "https://[2001:db8::1]:80/", TCN_UNDATED, INT64_MAX / 2);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
}

static void
with_private_feeds(struct tcn_conf *conf)
{
	ck_assert_int_eq(tcn_conf_set(conf, "feeds.private=true", NULL),
	    TCN_OK);
}

static void
with_a_worn_feed(struct tcn_conf *conf)
{
	with_private_feeds(conf);
	child_keep_log();
}

/* That a feed is not sound is logged when it begins, not with each poll; and an
 * entry with too long a link is an article without it. */
START_TEST(a_feed_that_is_not_sound_is_logged_once)
{
	static const unsigned logged[] = { 0, 1, 1, 1, 2 };
	struct tcn_store *st;
	struct tcn_store_tx *tx;

	web_start(answer);
	ck_assert_int_eq(tcn_store_open(child.db, TCN_STORE_CREATE, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	add_feed(tx, web_url("/worn"), 1000, INT64_MAX / 2);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
	child_start(with_a_worn_feed);
	for (int i = 0; i < 5; i++) {
		ck_assert_int_eq(child_call("POST", "/v1/feeds/poll", NULL,
				     "{\"all\":true}"),
		    200);
		child_wants("\"entries\":1");
		child_wants("\"cut\":1");
		ck_assert_uint_eq(child_logged("event=feed_not_sound"),
		    logged[i]);
	}
	is("feed_entries_cut_total", 5);
	child_stop(SIGTERM);
	web_stop();
}
END_TEST

static void
with_a_watch(struct tcn_conf *conf)
{
	with_private_feeds(conf);
	child_keep_log();
	tcn_log_set_level(TCN_LOG_INFO);
	snprintf(rules, sizeof rules, "%s/rules", child.dir);
	temp_write(rules,
	    "rules:\n"
	    "  - {name: marathon, watch: true, where: {any: [marathon]}}\n");
	conf->rules.file = rules;
}

/* Entries of a first fetch, hours apart, that a rule watches: an event for each
 * is stored, and the last of them is told. */
START_TEST(a_first_fetch_rings_once)
{
	struct tcn_store *st;
	struct tcn_store_tx *tx;

	web_start(answer);
	ck_assert_int_eq(tcn_store_open(child.db, TCN_STORE_CREATE, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	add_feed(tx, web_url("/hours"), TCN_UNDATED, INT64_MAX / 2);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
	child_start(with_a_watch);
	ck_assert_int_eq(child_call("POST", "/v1/feeds/poll", NULL,
			     "{\"all\":true}"),
	    200);
	child_wants("\"entries\":5");
	ck_assert_uint_gt(child_logged("event=alert"), 2);
	ck_assert_uint_eq(child_logged("event=alert") +
		child_logged("event=update") - child_logged("told="),
	    1);
	child_stop(SIGTERM);
	web_stop();
}
END_TEST

START_TEST(feeds_are_counted)
{
	double commits;

	web_start(answer);
	add_feeds();
	child_start(with_private_feeds);
	commits = metric("commits_total");
	comes_to("feeds{hosts=\"address\",state=\"failing\"}", 5);
	comes_to("feeds{hosts=\"address\",state=\"well\"}", 2);
	is("feed_fetches_total{came=\"changed\"}", 1);
	is("feed_fetches_total{came=\"unchanged\"}", 1);
	is("feed_failures_total{why=\"no_feed\"}", 1);
	is("feed_failures_total{why=\"refused\"}", 1);
	is("feed_failures_total{why=\"throttled\"}", 1);
	is("feed_failures_total{why=\"server\"}", 1);
	is("feed_failures_total{why=\"connection\"}", 1);
	is("feed_failures_total{why=\"tls\"}", 0);
	is("feed_entries_total{came=\"new\"}", 1);
	is("feed_entries_total{came=\"left_out\"}", 1);
	is("feed_pages_total{came=\"text\"}", 0);
	is("feed_pages_total{came=\"none\"}", 0);
	is("feed_pages_total{came=\"failed\"}", 0);
	is("feeds{hosts=\"address\",state=\"new\"}", 1);
	is("feeds{hosts=\"com\",state=\"well\"}", 2);
	is("feeds{hosts=\"country\",state=\"well\"}", 1);
	is("feeds{hosts=\"other\",state=\"new\"}", 1);
	comes_to("feed_success_age_seconds{hosts=\"com\",feed=\"newest\"}",
	    100);
	comes_to("feed_success_age_seconds{hosts=\"com\",feed=\"oldest\"}",
	    500);
	is("feed_success_age_seconds{hosts=\"other\",feed=\"newest\"}", -1);
	/* no address of a feed is a label */
	ck_assert_ptr_null(strstr(child.answer.at, "example"));
	/* one for each feed's row at least */
	ck_assert(metric("commits_total") >= commits + 7 || commits >= 7);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	web_stop();
}
END_TEST

/* --- articles and commits --- */

START_TEST(late_articles_are_counted)
{
	char body[512];
	long long now = (long long)time(NULL);

	child_start(NULL);
	snprintf(body, sizeof body,
	    "[{\"id\":\"a\",\"ts\":%lld,\"title\":\"River rises at Belossa\"},"
	    "{\"id\":\"b\",\"ts\":%lld,\"title\":\"Ferry sinks in a storm\"}]",
	    now, now - 86400 * 30);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	is("articles_dated_total{date=\"late\"}", 1);
	is("articles_ignored_total", 1);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Also those that bring rows up to date when there is nothing else to do. */
START_TEST(every_commit_is_counted)
{
	double before;

	child_start(NULL);
	child_call("POST", "/v1/articles", NULL, "{\"title\":\"A quake\"}");
	before = metric("commits_total");
	ck_assert(before >= 1);
	comes_to("commits_total", 3);
	before = metric("commits_total");
	ck_assert_int_eq(child_call("POST", "/v1/silences", NULL,
			     "{\"kind\":\"term\",\"value\":\"tide\","
			     "\"until\":4102444800}"),
	    200);
	ck_assert(metric("commits_total") > before);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- patterns --- */

static void
with_rules(struct tcn_conf *conf)
{
	conf->rules.file = rules;
	child_keep_log();
}

START_TEST(a_pattern_that_gave_up_is_told_once)
{
	char body[256];

	snprintf(rules, sizeof rules, "%s/rules", child.dir);
	temp_write(rules,
	    "rules:\n"
	    "  - {name: greedy, watch: true, "
	    "where: {any: '/(a+)+(a+)+(a+)+$/'}}\n"
	    "  - {name: modest, watch: true, where: {any: '/qu.ke/'}}\n");
	child_start(with_rules);
	is("patterns_gave_up_total", 0);
	for (int i = 0; i < 3; i++) {
		snprintf(body, sizeof body,
		    "{\"id\":\"%d\",\"title\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
		    "aaaaaaaaaaaaaaaaaaaaaaaaaab\"}",
		    i);
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body),
		    200);
	}
	is("patterns_gave_up_total", 3);
	ck_assert_uint_eq(child_logged("event=pattern rule=greedy texts=1"), 1);
	ck_assert_uint_eq(child_logged("event=pattern"), 1);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- the tagger --- */

static const char *tagger_data;

static void
with_tagger(struct tcn_conf *conf)
{
	conf->pairs.on = true;
	conf->text.tagger = TCN_CONF_TAGGER_APERTIUM;
	conf->text.tagger_data = tagger_data;
	child_keep_log();
}

START_TEST(a_tagger_that_fails_is_counted_and_given_up)
{
	static const char *const titles[] = { "barco puerto", "barco adie",
		"barco", "tren adie", "tren", "tren tdie", "puerto" };
	char body[200];

	tagger_data = fake_install();
	child_start(with_tagger);
	for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
		snprintf(body, sizeof body,
		    "{\"id\":\"%zu\",\"lang\":\"es\",\"title\":\"%s\"}", i,
		    titles[i]);
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body),
		    200);
		if (i == 2)
			is("tagger_off", 0);
	}
	is("tagger_texts_total{outcome=\"tagged\"}", 3);
	is("tagger_texts_total{outcome=\"failed\"}", 4);
	is("tagger_faults_total", 3);
	is("tagger_off", 1);
	ck_assert_uint_eq(child_logged("event=tagger_off lang=es"), 1);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	fake_uninstall();
}
END_TEST

TCN_TESTS(counts)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, a_first_fetch_rings_once);
	tcase_add_test(tc, feeds_are_counted);
	tcase_add_test(tc, late_articles_are_counted);
	tcase_add_test(tc, every_commit_is_counted);
	tcase_add_test(tc, a_pattern_that_gave_up_is_told_once);
	tcase_add_test(tc, a_feed_that_is_not_sound_is_logged_once);
	tcase_add_test(tc, a_tagger_that_fails_is_counted_and_given_up);
}
