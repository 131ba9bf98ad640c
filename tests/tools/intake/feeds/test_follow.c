/* The pages behind a feed's entries, as a person has them fetched. */
#include "tests/base/run.h"

#include <event2/http.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/base/web.h"
#include "tools/intake/feeds/fetch.h"
#include "tools/intake/feeds/follow.h"

#define WORDS                                                                  \
	"The council of Harwick voted late on Monday to close the old swing "  \
	"bridge for nine months while its bearings are replaced, and traders " \
	"on the quay had fought the plan for most of the winter. "

/* --- what the server at the other end does --- */

static int pages, robots; /* requests for them, in the child */

static const char feed_text[] =
    "<rss><channel><title>Wire</title>"
    "<item><title>Bridge to close</title><guid>1</guid><link>/a</link>"
    "<description>In short.</description></item>"
    "<item><title>All is said here</title><guid>2</guid><link>/b</link>"
    "<description>" WORDS WORDS WORDS WORDS "</description></item>"
    "<item><title>Lost page</title><guid>3</guid><link>/none</link>"
    "<description>In short.</description></item>"
    "<item><title>A film</title><guid>4</guid><link>/film</link></item>"
    "</channel></rss>";

static const char secret_text[] =
    "<rss><channel><title>Secrets</title>"
    "<item><title>Bridge to close</title><guid>s1</guid>"
    "<link>/secret/a</link></item>"
    "<item><title>Ferry to stop</title><guid>s2</guid>"
    "<link>/secret/b</link></item>"
    "<item><title>Tower to fall</title><guid>s3</guid><link>/open</link>"
    "</item></channel></rss>";

static const char page_text[] =
    "<html lang=en><title>Bridge to close</title><meta property=og:image "
    "content=/bridge.jpg><nav><a href=/>Home</a>"
    "</nav><article><h1>Bridge to close</h1><p>" WORDS "</p><p>Zimbelstern "
    "is a word that stands here alone.</p></article><aside>Quarkbrot</aside>";

static void
reply_feed(struct evhttp_request *request, const char *text)
{
	static const char *const headers[] = { "ETag", "\"7\"", NULL };
	const char *etag =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"If-None-Match");
	bool same = etag && strcmp(etag, "\"7\"") == 0;

	web_reply(request, same ? 304 : 200, headers, same ? "" : text);
}

static void
reply_link(struct evhttp_request *request, const char *link)
{
	char text[1024];

	snprintf(text, sizeof text,
	    "<rss><channel><title>W</title><item><title>One entry</title>"
	    "<guid>x%s</guid><link>%s</link></item></channel></rss>",
	    link, link);
	reply_feed(request, text);
}

static void
answer(struct evhttp_request *request, void *ctx)
{
	const char *path = evhttp_request_get_uri(request);
	const char *host =
	    evhttp_find_header(evhttp_request_get_input_headers(request),
		"Host");
	char text[256];

	(void)ctx;
	robots += strcmp(path, "/robots.txt") == 0;
	pages += strncmp(path, "/feed", 5) != 0 &&
	    strcmp(path, "/robots.txt") != 0 && strncmp(path, "/count", 6) != 0;
	if (strcmp(path, "/robots.txt") == 0) {
		if (strncmp(host, "localhost", 9) == 0)
			web_reply(request, 503, NULL, "later");
		else
			web_reply(request, 200, NULL,
			    "User-agent: *\nDisallow: /secret");
	} else if (strcmp(path, "/count-robots") == 0) {
		snprintf(text, sizeof text, "%d", robots);
		web_reply(request, 200, NULL, text);
	} else if (strcmp(path, "/feed-secret") == 0) {
		web_reply(request, 200, NULL, secret_text);
	} else if (strcmp(path, "/feed") == 0) {
		reply_feed(request, feed_text);
	} else if (strcmp(path, "/feed-again") == 0) {
		web_reply(request, 200, NULL, feed_text);
	} else if (strcmp(path, "/feed-stall") == 0) {
		reply_link(request, "/stall");
	} else if (strcmp(path, "/feed-elsewhere") == 0) {
		snprintf(text, sizeof text, "http://localhost%s/a",
		    strchr(host, ':'));
		reply_link(request, text);
	} else if (strcmp(path, "/count") == 0) {
		snprintf(text, sizeof text, "%d", pages);
		web_reply(request, 200, NULL, text);
	} else if (strcmp(path, "/stall") == 0) {
		evhttp_request_own(request);
	} else if (strcmp(path, "/none") == 0) {
		web_reply(request, 404, NULL, "no");
	} else {
		web_reply(request, 200, NULL,
		    strcmp(path, "/film") == 0 ? "<h1>A film</h1>" : page_text);
	}
}

static char db[TEMP_BYTES];

static void
setup(void)
{
	close(temp_file(db));
	web_start(answer);
}

static void
teardown(void)
{
	web_stop();
	temp_drop_db(db);
}

/* What the server has counted. */
static int
count_at(const char *path)
{
	struct tcn_fetch_job job = { .url = web_url(path) };
	struct tcn_fetch_result fetched;
	struct tcn_fetch_conf conf;
	struct tcn_fetch *fetch;
	int n;

	tcn_fetch_conf_default(&conf);
	conf.allowed.all = true;
	fetch = tcn_fetch_new(&conf);
	tcn_fetch_add(fetch, &job);
	ck_assert_int_eq(tcn_fetch_next(fetch, 10000, &fetched), TCN_OK);
	n = atoi(fetched.body.at);
	tcn_fetch_free(fetch);
	return n;
}

/* How many pages were asked for. */
static int
count(void)
{
	return count_at("/count");
}

static const char *
run(const char *verb, const char *rest, int code)
{
	char full[512];
	const char *printed;

	snprintf(full, sizeof full, "%s --db %s %s", verb, db, rest);
	ck_assert_msg(tcn_program(full, &printed) == code, "%s: %s", full,
	    printed);
	return printed;
}

#define SET "--set feeds.timeout=1s --set feeds.private=yes"

static void
add(const char *path)
{
	char line[256];

	snprintf(line, sizeof line, SET " add %s", web_url(path));
	(void)run("feeds", line, 0);
}

static void
must_say(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in %s", text,
	    printed);
}

#define FOLLOW SET " --set feeds.follow=yes poll --all"

START_TEST(each_page_is_fetched_once)
{
	const char *said;

	add("/feed");
	said = run("feeds", FOLLOW, 0);
	must_say(said, "4 new entries");
	must_say(said,
	    "1 pages gave a longer text, 1 none, 1 could not be fetched");
	ck_assert_int_eq(count(), 3); /* and not that of the long one */
	must_say(run("search", "Zimbelstern", 0), "Bridge to close");
	must_say(run("search", "--json Zimbelstern", 0), "/bridge.jpg\"");
	(void)run("search", "Quarkbrot", 1);
	/* The feed has not changed, by what it said itself ... */
	must_say(run("feeds", FOLLOW, 0), "1 feeds (1 unchanged, 0 failed)");
	ck_assert_int_eq(count(), 3);
	/* ... and where it does not say so, its entries are known. */
	add("/feed-again");
	must_say(run("feeds", FOLLOW, 0), "0 new entries, 4 known");
	ck_assert_int_eq(count(), 3);
}
END_TEST

START_TEST(no_page_is_fetched_unasked)
{
	add("/feed");
	must_say(run("feeds", SET " poll", 0), "4 new entries");
	ck_assert_int_eq(count(), 0);
	(void)run("search", "Zimbelstern", 1);
}
END_TEST

START_TEST(what_is_little_can_be_set)
{
	add("/feed");
	must_say(run("feeds",
		     SET " --set feeds.follow=yes --set "
			 "feeds.follow_below=1 poll",
		     0),
	    "4 new entries");
	ck_assert_int_eq(count(), 1); /* one has no text at all */
}
END_TEST

/* What the feed has is longer than the page. */
START_TEST(a_page_that_is_short_has_a_picture)
{
	add("/feed");
	must_say(run("feeds",
		     SET " --set feeds.follow=yes --set "
			 "feeds.follow_below=1000 poll",
		     0),
	    "4 new entries");
	must_say(run("search", "--json said", 0), "/bridge.jpg\"");
}
END_TEST

/* A page that never comes costs its own feed's entry its text, and no other
 * feed anything. */
START_TEST(a_page_that_stalls_holds_up_nobody)
{
	time_t start = time(NULL);
	const char *said;

	add("/feed-stall");
	add("/feed");
	said = run("feeds", FOLLOW, 0);
	must_say(said, "5 new entries");
	must_say(said, "1 pages gave a longer text, 1 none, 2 could not be");
	must_say(run("search", "entry", 0), "One entry");
	ck_assert_int_lt(time(NULL) - start, 20);
}
END_TEST

START_TEST(what_robots_txt_forbids_is_not_fetched)
{
	const char *said;

	add("/feed-secret");
	add("/feed-again");
	add("/feed");
	said = run("feeds", FOLLOW, 0);
	must_say(said,
	    "2 pages were not fetched, because their site's "
	    "robots.txt does not allow it");
	must_say(said, "could not be fetched");
	ck_assert_int_eq(count_at("/count-robots"), 1); /* for all three */
	must_say(run("search", "Tower Zimbelstern", 0), "Tower to fall");
	must_say(run("search", "Ferry", 0), "Ferry to stop");
	must_say(run("feeds", "list", 0),
	    "robots.txt did not allow 2 pages at the last fetch");
	must_say(run("feeds", "list --json", 0), "\"refused\":2");
}
END_TEST

/* 503: nobody knows what it says. */
START_TEST(a_robots_txt_that_cannot_be_read_forbids_all)
{
	const char *said;

	add("/feed-elsewhere");
	said = run("feeds", FOLLOW, 0);
	must_say(said, "0 pages gave a longer text, 0 none, 1 could not be");
	must_say(run("search", "entry", 0), "One entry");
	ck_assert_int_eq(count(), 0);
}
END_TEST

/* What a feed is allowed itself, holds for its own host. */
START_TEST(a_feed_leads_to_no_other_private_address)
{
	char line[256];
	const char *said;

	snprintf(line, sizeof line, "--allow-private 127.0.0.0/8 add %s",
	    web_url("/feed-elsewhere"));
	(void)run("feeds", line, 0);
	said = run("feeds", "--set feeds.follow=yes poll", 0);
	must_say(said, "1 new entries");
	must_say(said, "0 pages gave a longer text, 0 none, 1 could not be");
	ck_assert_int_eq(count(), 0);
	snprintf(line, sizeof line, "--allow-private 127.0.0.0/8 add %s",
	    web_url("/feed"));
	(void)run("feeds", line, 0);
	must_say(run("feeds", "--set feeds.follow=yes poll", 0),
	    "1 pages gave a longer text");
}
END_TEST

TCN_TESTS(follow)
{
	tcase_set_timeout(tc, 60);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, each_page_is_fetched_once);
	tcase_add_test(tc, no_page_is_fetched_unasked);
	tcase_add_test(tc, what_is_little_can_be_set);
	tcase_add_test(tc, a_page_that_is_short_has_a_picture);
	tcase_add_test(tc, a_page_that_stalls_holds_up_nobody);
	tcase_add_test(tc, what_robots_txt_forbids_is_not_fetched);
	tcase_add_test(tc, a_robots_txt_that_cannot_be_read_forbids_all);
	tcase_add_test(tc, a_feed_leads_to_no_other_private_address);
}
