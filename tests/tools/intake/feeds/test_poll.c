#include "tests/base/run.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/http.h>
#include <netinet/in.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "sql/store_feeds.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/base/web.h"
#include "tools/base/address.h"
#include "tools/intake/feeds/feed_schedule.h"
#include "tools/intake/feeds/fetch.h"
#include "tools/verb/verb.h"

#define COUNT(table) (int)(sizeof(table) / sizeof *(table))

/* --- what the server at the other end does --- */

static const char feed_text[] =
    "<rss><channel><title>Wire</title>"
    "<item><title>Strike closes the harbour</title><guid>1</guid>"
    "<link>http://a.example/1</link></item>"
    "<item><title>Dam bursts above the valley</title><guid>2</guid>"
    "<link>http://a.example/2</link>"
    "<pubDate>Thu, 01 Jan 2015 10:00:00 GMT</pubDate></item>"
    "</channel></rss>";

static const char page_text[] =
    "<html><head><base href='/news/'>"
    "<link rel='stylesheet alternate' type='text/css' href='x.css'>"
    "<link rel='Alternate' type='application/rss+xml; x' title='Wire' "
    "href='../feed'><link rel=alternate type=application/atom+xml href=b>"
    "<link rel=alternate type=application/atom+xml href=b></head></html>";

static void
reply_if_changed(struct evhttp_request *request)
{
	static const char *const headers[] = { "ETag", "\"7\"", "Last-Modified",
		"Thu, 01 Jan 2015 10:00:00 GMT", NULL };
	const char *etag =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"If-None-Match");
	const char *since =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"If-Modified-Since");
	bool same = etag && strcmp(etag, "\"7\"") == 0 && since &&
	    strcmp(since, headers[3]) == 0;

	web_reply(request, same ? 304 : 200, headers, same ? "" : feed_text);
}

static void
reply_elsewhere(struct evhttp_request *request, int status, const char *where)
{
	const char *const headers[] = { "Location", where, NULL };

	web_reply(request, status, headers, "");
}

/* Nothing is ever sent. */
static void
stall(struct evhttp_request *request)
{
	evhttp_request_own(request);
}

static void
answer(struct evhttp_request *request, void *ctx)
{
	static const char *const later[] = { "Retry-After", "7200", NULL };
	static const char *const latin[] = { "Content-Type",
		"text/html; charset=\"ISO-8859-1\"", NULL };
	const char *path = evhttp_request_get_uri(request);
	char big[5000];

	(void)ctx;
	memset(big, 'x', sizeof big - 1);
	big[sizeof big - 1] = '\0';
	if (strcmp(path, "/feed") == 0)
		reply_if_changed(request);
	else if (strcmp(path, "/moved") == 0)
		reply_elsewhere(request, 301, "/moved-again");
	else if (strcmp(path, "/moved-again") == 0)
		reply_elsewhere(request, 308, "/feed");
	else if (strcmp(path, "/away") == 0)
		reply_elsewhere(request, 302, "/moved");
	else if (strcmp(path, "/loop") == 0)
		reply_elsewhere(request, 302, "/loop");
	else if (strcmp(path, "/file") == 0)
		reply_elsewhere(request, 302, "file:///etc/passwd");
	else if (strcmp(path, "/busy") == 0)
		web_reply(request, 429, later, "");
	else if (strcmp(path, "/broken") == 0)
		web_reply(request, 500, NULL, "");
	else if (strcmp(path, "/script") == 0)
		web_reply(request, 200, NULL,
		    "<rss><channel><title>S</title><link>javascript:alert(1)"
		    "</link><item><title>Dam bursts</title></item></channel>"
		    "</rss>");
	else if (strcmp(path, "/gone") == 0)
		web_reply(request, 410, NULL, "");
	else if (strcmp(path, "/secret") == 0)
		web_reply(request, 403, NULL, "");
	else if (strcmp(path, "/text") == 0)
		web_reply(request, 200, NULL, "just words");
	else if (strcmp(path, "/big") == 0)
		web_reply(request, 200, NULL, big);
	else if (strcmp(path, "/page") == 0)
		web_reply(request, 200, latin, page_text);
	else if (strcmp(path, "/stall") == 0)
		stall(request);
	else
		web_reply(request, 404, NULL, "no");
}

static void
setup(void)
{
	web_start(answer);
}

static void
teardown(void)
{
	web_stop();
}

/* --- fetch --- */

static struct tcn_fetch *
fetch_one(const char *url, const char *etag, const char *modified,
    bool private_ok, struct tcn_fetch_result *fetched)
{
	struct tcn_fetch_job job = {
		.url = url, .etag = etag, .modified = modified
	};
	struct tcn_fetch_conf conf;
	struct tcn_fetch *fetch;

	tcn_fetch_conf_default(&conf);
	conf.allowed.all = private_ok;
	conf.timeout_ms = 500;
	conf.bytes_max = 4096;
	fetch = tcn_fetch_new(&conf);
	ck_assert_int_eq(tcn_fetch_check(fetch, NULL), TCN_OK);
	tcn_fetch_add(fetch, &job);
	ck_assert_int_eq(tcn_fetch_check(fetch, NULL), TCN_OK);
	ck_assert_int_eq(tcn_fetch_next(fetch, 10000, fetched), TCN_OK);
	ck_assert_int_eq(tcn_fetch_check(fetch, NULL), TCN_OK);
	return fetch;
}

static const struct {
	const char *path;
	long status;
	const char *url, *moved, *error; /* parts; NULL: none */
	int64_t retry_ms;
} answers[] = {
	{ "/feed", 200, "/feed", NULL, NULL, 0 },
	{ "/moved", 200, "/feed", "/feed", NULL, 0 },
	{ "/away", 200, "/feed", NULL, NULL, 0 },
	{ "/loop", 302, "/loop", NULL, "redirected more than 5 times", 0 },
	{ "/file", 0, NULL, NULL, "file", 0 },
	{ "/none", 404, "/none", NULL, "the server answered 404", 0 },
	{ "/busy", 429, "/busy", NULL, "the server answered 429", 7200000 },
	{ "/big", 0, "/big", NULL, "larger than", 0 },
	{ "/stall", 0, "/stall", NULL, "timed out", 0 },
};

START_TEST(each_answer_is_told_apart)
{
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch =
	    fetch_one(web_url(answers[_i].path), NULL, NULL, true, &fetched);

	ck_assert_int_eq(fetched.status, answers[_i].status);
	if (answers[_i].url)
		ck_assert_ptr_nonnull(strstr(fetched.url, answers[_i].url));
	ck_assert_int_eq(fetched.moved != NULL, answers[_i].moved != NULL);
	ck_assert_int_eq(fetched.error != NULL, answers[_i].error != NULL);
	if (fetched.error)
		ck_assert_msg(strstr(fetched.error, answers[_i].error) != NULL,
		    "%s", fetched.error);
	else
		ck_assert_int_eq(fetched.body.n, sizeof feed_text - 1);
	ck_assert_int_eq(fetched.retry_after_ms, answers[_i].retry_ms);
	ck_assert_int_eq(tcn_fetch_next(fetch, 0, &fetched), TCN_DONE);
	tcn_fetch_free(fetch);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(what_has_not_changed_is_not_sent)
{
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch =
	    fetch_one(web_url("/feed"), NULL, NULL, true, &fetched);
	char etag[64], modified[64];

	snprintf(etag, sizeof etag, "%s", fetched.etag);
	snprintf(modified, sizeof modified, "%s", fetched.modified);
	tcn_fetch_free(fetch);
	fetch = fetch_one(web_url("/feed"), etag, modified, true, &fetched);
	ck_assert_int_eq(fetched.status, 304);
	ck_assert_ptr_null(fetched.error);
	tcn_fetch_free(fetch);
	/* A header that would break out of its line is not sent at all. */
	fetch = fetch_one(web_url("/feed"), "\"7\"\r\nX: y", modified, true,
	    &fetched);
	ck_assert_int_eq(fetched.status, 200);
	tcn_fetch_free(fetch);
}
END_TEST

START_TEST(private_networks_are_left_alone)
{
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch =
	    fetch_one(web_url("/feed"), NULL, NULL, false, &fetched);

	ck_assert_int_eq(fetched.status, 0);
	ck_assert_ptr_nonnull(strstr(fetched.error, "private network"));
	tcn_fetch_free(fetch);
}
END_TEST

START_TEST(a_fetch_can_be_given_up)
{
	struct tcn_fetch_conf conf;
	struct tcn_fetch_result fetched;
	struct tcn_fetch *fetch;

	tcn_fetch_conf_default(&conf);
	conf.allowed.all = true;
	conf.parallel = 2;
	fetch = tcn_fetch_new(&conf);
	for (int i = 0; i < 5; i++) {
		struct tcn_fetch_job job = { .url = web_url("/stall") };

		tcn_fetch_add(fetch, &job);
	}
	ck_assert_int_eq(tcn_fetch_next(fetch, 50, &fetched), TCN_LIMIT);
	tcn_fetch_free(fetch);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* --- addresses --- */

static const struct {
	const char *text;
	bool is_public;
} addresses[] = {
	{ "8.8.8.8", true },
	{ "0.0.0.0", false },
	{ "10.1.2.3", false },
	{ "11.0.0.0", true },
	{ "100.63.255.255", true },
	{ "100.64.0.0", false },
	{ "100.127.255.255", false },
	{ "127.0.0.1", false },
	{ "169.254.169.254", false },
	{ "172.15.0.1", true },
	{ "172.16.0.1", false },
	{ "172.31.255.255", false },
	{ "172.32.0.0", true },
	{ "192.168.0.1", false },
	{ "198.19.0.1", false },
	{ "198.20.0.1", true },
	{ "224.0.0.1", false },
	{ "255.255.255.255", false },
	{ "2606:4700::1111", true },
	{ "::", false },
	{ "::1", false },
	{ "::7f00:1", false },
	{ "::ffff:127.0.0.1", false },
	{ "::ffff:8.8.8.8", true },
	{ "64:ff9b::10.0.0.1", false },
	{ "64:ff9b::8.8.8.8", true },
	{ "2002:7f00:1::", false },
	{ "2002:808:808::", true },
	{ "2001::1", false },
	{ "2001:db8::1", false },
	{ "fc00::1", false },
	{ "fd12::1", false },
	{ "fe80::1", false },
	{ "febf::1", false },
	{ "fec0::1", false },
	{ "ff02::1", false },
};

START_TEST(public_addresses_are_known)
{
	const char *text = addresses[_i].text;
	struct sockaddr_in6 v6 = { .sin6_family = AF_INET6 };
	struct sockaddr_in v4 = { .sin_family = AF_INET };
	const struct sockaddr *address = (const struct sockaddr *)&v4;

	if (strchr(text, ':')) {
		ck_assert_int_eq(inet_pton(AF_INET6, text, &v6.sin6_addr), 1);
		address = (const struct sockaddr *)&v6;
	} else {
		ck_assert_int_eq(inet_pton(AF_INET, text, &v4.sin_addr), 1);
	}
	ck_assert_msg(tcn_address_is_public(address) == addresses[_i].is_public,
	    "%s", text);
}
END_TEST

/* --- when to fetch again --- */

START_TEST(intervals_follow_the_news)
{
	static const struct tcn_feed_schedule schedule = { 5 * TCN_MINUTE_MS,
		60 * TCN_MINUTE_MS };
	struct tcn_store_feed_row feed = { .url =
					       tcn_str("http://a.example/") };
	int64_t wait, before = 0;

	tcn_feed_schedule_first(&schedule, 1000, &feed);
	ck_assert_int_eq(feed.due_ms, 1000);
	for (int i = 0; i < 20; i++) {
		tcn_feed_schedule_success(&schedule, 1000, 0, 0, &feed);
		wait = feed.due_ms - 1000;
		ck_assert_int_ge(wait, before);
		before = wait;
	}
	ck_assert_int_ge(before, 60 * TCN_MINUTE_MS);
	ck_assert_int_le(before, 64 * TCN_MINUTE_MS);
	tcn_feed_schedule_success(&schedule, 1000, 3, 0, &feed);
	ck_assert_int_lt(feed.due_ms - 1000, 33 * TCN_MINUTE_MS);
	for (int i = 0; i < 20; i++)
		tcn_feed_schedule_success(&schedule, 1000, 1, 0, &feed);
	ck_assert_int_ge(feed.due_ms - 1000, 5 * TCN_MINUTE_MS);
	ck_assert_int_le(feed.due_ms - 1000, 6 * TCN_MINUTE_MS);
	tcn_feed_schedule_success(&schedule, 1000, 1, 30 * TCN_MINUTE_MS,
	    &feed);
	ck_assert_int_ge(feed.due_ms - 1000, 30 * TCN_MINUTE_MS);
	tcn_feed_schedule_success(&schedule, 1000, 1, 9000 * TCN_MINUTE_MS,
	    &feed);
	ck_assert_int_le(feed.due_ms - 1000, 64 * TCN_MINUTE_MS);
}
END_TEST

START_TEST(failures_are_tried_later_and_later)
{
	static const struct tcn_feed_schedule schedule = { 5 * TCN_MINUTE_MS,
		60 * TCN_MINUTE_MS };
	struct tcn_store_feed_row feed = { .url =
					       tcn_str("http://a.example/") };
	int64_t before = 0;

	tcn_feed_schedule_first(&schedule, 0, &feed);
	for (uint32_t i = 1; i < 40; i++) {
		tcn_feed_schedule_failure(&schedule, 0, 0, &feed);
		ck_assert_uint_eq(feed.failures, i);
		ck_assert_int_ge(feed.due_ms, before);
		before = feed.due_ms;
	}
	ck_assert_int_ge(before, 24 * 60 * TCN_MINUTE_MS);
	ck_assert_int_le(before, 26 * 60 * TCN_MINUTE_MS);
	tcn_feed_schedule_success(&schedule, 0, 1, 0, &feed);
	ck_assert_uint_eq(feed.failures, 0);
	tcn_feed_schedule_failure(&schedule, 0, 120 * TCN_MINUTE_MS, &feed);
	ck_assert_int_ge(feed.due_ms, 120 * TCN_MINUTE_MS);
}
END_TEST

/* --- all of it, as a person runs it --- */

static char db[TEMP_BYTES];

static void
setup_db(void)
{
	close(temp_file(db));
	setup();
}

static void
teardown_db(void)
{
	teardown();
	temp_drop_db(db);
}

/* Runs it, and wants that exit code and each of the texts, up to NULL. */
static void
feeds(const char *line, int code, const char *const *texts)
{
	char full[512];
	const char *printed;

	snprintf(full, sizeof full,
	    "feeds --db %s --set feeds.private=yes --set feeds.timeout=1s %s",
	    db, line);
	ck_assert_msg(tcn_program(full, &printed) == code, "%s: %s", line,
	    printed);
	for (; *texts; texts++)
		ck_assert_msg(strstr(printed, *texts) != NULL,
		    "%s: no '%s' in:\n%s", line, *texts, printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

#define FEEDS(line, code, ...)                                                 \
	feeds((line), (code), (const char *const[]){ __VA_ARGS__, NULL })

START_TEST(feeds_are_added_polled_and_listed)
{
	char line[256];

	snprintf(line, sizeof line, "add %s", web_url("/page"));
	FEEDS(line, 0, "another feed: ", "/news/b", "1 added");
	snprintf(line, sizeof line, "add %s %s", web_url("/feed"),
	    web_url("/moved"));
	FEEDS(line, 0, "0 added, 2 in all");
	snprintf(line, sizeof line, "add %s", web_url("/none"));
	FEEDS(line, 2, "the server answered 404");
	FEEDS("list", 0, "/feed\n", "Wire; 0 entries; never fetched, due");
	FEEDS("poll", 0, "/feed: 2 new", "1 feeds", "0 unchanged",
	    "2 new entries");
	FEEDS("poll", 0, "0 feeds");
	FEEDS("poll --all", 0, "1 feeds (1 unchanged, 0 failed)");
	FEEDS("list", 0, "2 entries (1 undated); fetched", "next in");
	FEEDS("export", 0, "xmlUrl=\"http://127.0.0.1");
	snprintf(line, sizeof line, "remove %s", web_url("/feed"));
	FEEDS(line, 0, "");
	FEEDS(line, 2, "no such feed");
	FEEDS("list", 0, "no feeds yet");
	FEEDS("frobnicate", 2, "no action");
	FEEDS("add", 2, "needs an argument");
}
END_TEST

/* What an address is that cannot be added at once: kept or refused. */
static const struct {
	const char *path;
	int code;
	const char *said, *listed; /* NULL: it is not there */
} troubles[] = {
	{ "/busy", 0,
	    "/busy: the server answered 429; kept, to be tried again in 2 h",
	    "failed 1 time: the server answered 429" },
	{ "/broken", 0, "the server answered 500; kept, to be tried again in",
	    "failed 1 time: the server answered 500" },
	{ "/stall", 0, "; kept, to be tried again in", "failed 1 time: " },
	{ "/none", 2,
	    "answered 404; the site's own page may name the feed's address; "
	    "not added",
	    NULL },
	{ "/gone", 2, "the server answered 410; the site's", NULL },
	{ "/secret", 2, "the server answered 403; it wants a login", NULL },
	{ "/text", 2, "no feed, and no page that names one: neither XML",
	    NULL },
	{ "/loop", 2, "redirected more than 5 times; not added", NULL },
};

START_TEST(a_feed_in_trouble_is_kept)
{
	char line[256];

	snprintf(line, sizeof line, "add %s", web_url(troubles[_i].path));
	FEEDS(line, troubles[_i].code, troubles[_i].said);
	if (!troubles[_i].listed) {
		FEEDS("list", 0, "no feeds yet");
		return;
	}
	FEEDS(line, 0, "0 added");
	FEEDS("list", 0, "never fetched, next in", troubles[_i].listed);
	FEEDS("poll", 0, "0 feeds"); /* it is not due yet */
}
END_TEST

/* A feed's own page is linked to by whoever exports the list. */
START_TEST(a_script_is_nobodys_page)
{
	char line[256];
	const char *printed;

	snprintf(line, sizeof line, "add %s", web_url("/script"));
	FEEDS(line, 0, "1 added");
	FEEDS("poll", 0, "/script: 1 new");
	snprintf(line, sizeof line, "feeds --db %s export", db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_msg(strstr(printed, "/script\"") && !strstr(printed, "alert"),
	    "%s", printed);
}
END_TEST

START_TEST(a_bad_address_does_not_keep_the_others_out)
{
	char line[512];

	snprintf(line, sizeof line, "add %s http://127.0.0.1:1/ file:///etc %s",
	    web_url("/none"), web_url("/feed"));
	FEEDS(line, 2, "/none: the server answered 404",
	    "file:///etc: ", "127.0.0.1:1/: ", "; kept, to be tried again in",
	    "2 added, 4 in", "2 of 4 addresses not added");
	FEEDS("list", 0, "/feed\n    Wire; 0 entries; never fetched, due",
	    "127.0.0.1:1/");
}
END_TEST

/* Feeds as they were once noted: how each fares is for all to see. */
START_TEST(feeds_move_and_fail)
{
	struct tcn_store_feed_row row = { .interval_ms = 1,
		.tried_ms = TCN_UNDATED,
		.succeeded_ms = TCN_UNDATED };
	static const char *const paths[] = { "/moved", "/busy", "/page" };
	struct tcn_store *store;
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_CREATE, &store, NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_begin(store, &tx), TCN_OK);
	for (int i = 0; i < COUNT(paths); i++) {
		row.url = tcn_str(web_url(paths[i]));
		ck_assert_int_eq(tcn_store_put_feed(tx, &row), TCN_OK);
	}
	ck_assert_int_eq(tcn_store_commit(store), TCN_OK);
	tcn_store_close(store);
	FEEDS("poll", 0, "3 feeds (0 unchanged, 2 failed), 2 new entries",
	    "the document is an HTML page", "/feed: 2 new");
	FEEDS("list", 0, "/feed\n    Wire; 2 entries",
	    "failed 1 time: the server answered 429", "next in 2 h");
}
END_TEST

TCN_SUITE(poll)
{
	Suite *suite = suite_create("poll");
	TCase *web = tcase_create("web"), *plain = tcase_create("plain");
	TCase *all = tcase_create("all");

	tcase_add_checked_fixture(web, setup, teardown);
	tcase_add_loop_test(web, each_answer_is_told_apart, 0, COUNT(answers));
	tcase_add_test(web, what_has_not_changed_is_not_sent);
	tcase_add_test(web, private_networks_are_left_alone);
	tcase_add_test(web, a_fetch_can_be_given_up);
	suite_add_tcase(suite, web);
	tcase_add_loop_test(plain, public_addresses_are_known, 0,
	    COUNT(addresses));
	tcase_add_test(plain, intervals_follow_the_news);
	tcase_add_test(plain, failures_are_tried_later_and_later);
	suite_add_tcase(suite, plain);
	tcase_add_checked_fixture(all, setup_db, teardown_db);
	tcase_add_test(all, feeds_are_added_polled_and_listed);
	tcase_add_test(all, feeds_move_and_fail);
	tcase_add_loop_test(all, a_feed_in_trouble_is_kept, 0, COUNT(troubles));
	tcase_add_test(all, a_script_is_nobodys_page);
	tcase_add_test(all, a_bad_address_does_not_keep_the_others_out);
	suite_add_tcase(suite, all);
	return suite;
}
