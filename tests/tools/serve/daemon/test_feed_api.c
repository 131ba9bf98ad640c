/* One feed by the interface: its fetches, pausing it; lists of feeds. */
#include "tests/base/run.h"

#include <event2/http.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "sql/store_feeds.h"
#include "tests/base/web.h"
#include "tests/tools/serve/daemon/child.h"

#define RSS                                                                    \
	"<rss version='2.0'><channel><title>Wire</title>"                      \
	"<item><guid>1</guid><title>Dam bursts</title></item>"                 \
	"<item><guid>2</guid><title>Strike ends</title></item>"                \
	"</channel></rss>"

#define LINK "<link rel=alternate type=application/rss+xml href="
#define PAGE LINK "/feed title='A &lt;b>'>" LINK "/broken>" LINK "javascript:x>"

static void
answer(struct evhttp_request *request, void *ctx)
{
	static const char *const headers[] = { "Content-Type",
		"application/rss+xml", NULL };
	static const char *const html[] = { "Content-Type", "text/html", NULL };
	const char *uri = evhttp_request_get_uri(request);
	bool broken = strstr(uri, "broken") != NULL;

	(void)ctx;
	if (strcmp(uri, "/robots.txt") == 0)
		web_reply(request, 200, NULL,
		    "User-agent: *\nDisallow: /broken\n");
	else if (strcmp(uri, "/") == 0)
		web_reply(request, 200, html, PAGE);
	else
		web_reply(request, broken ? 500 : 200, headers,
		    broken ? "" : RSS);
}

static void
private_allowed(struct tcn_conf *conf)
{
	(void)!tcn_networks_parse(tcn_str("127.0.0.0/8"), &conf->feeds.allowed,
	    NULL);
}

static void
setup(void)
{
	child_setup();
	web_start(answer);
	child_start(private_allowed);
}

static void
teardown(void)
{
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	web_stop();
	child_teardown();
}

/* Adds the feed of a path, and writes its route. */
static void
add(const char *path, char route[static 64])
{
	char body[256], id[TCN_STORE_FEED_ID_BYTES];

	snprintf(body, sizeof body, "{\"url\":\"%s\"}", web_url(path));
	ck_assert_int_eq(child_call("POST", "/v1/feeds", NULL, body), 200);
	tcn_store_feed_id(tcn_str(web_url(path)), id);
	snprintf(route, 64, "/v1/feeds/%s", id);
}

static void
fetch(const char *route)
{
	char path[80];

	snprintf(path, sizeof path, "%s/fetch", route);
	ck_assert_int_eq(child_call("POST", path, NULL, ""), 200);
}

static unsigned
fetches(void)
{
	unsigned n = 0;

	for (const char *at = child.answer.at; (at = strstr(at, "took_ms"));
	     at++)
		n++;
	return n;
}

START_TEST(the_last_fetches_are_kept)
{
	char good[64], bad[64];

	add("/feed", good);
	add("/broken", bad);
	fetch(good);
	child_wants(web_url("/feed"));
	ck_assert_int_eq(child_call("GET", good, NULL, NULL), 200);
	child_wants("\"title\":\"Wire\"");
	child_wants("\"status\":200");
	child_wants("\"entries\":2}");
	ck_assert_int_eq(child_call("GET", bad, NULL, NULL), 200);
	child_wants("\"status\":500");
	child_wants("\"entries\":0,\"error\":\"");
	for (int i = 0; i < TCN_STORE_FEED_FETCHES + 3; i++)
		fetch(bad);
	ck_assert_int_eq(child_call("GET", bad, NULL, NULL), 200);
	ck_assert_uint_eq(fetches(), TCN_STORE_FEED_FETCHES);
	/* They go with their feed. */
	ck_assert_int_eq(child_call("DELETE", bad, NULL, NULL), 200);
	ck_assert_int_eq(child_call("GET", bad, NULL, NULL), 404);
	add("/broken", bad);
	ck_assert_int_eq(child_call("GET", bad, NULL, NULL), 200);
	ck_assert_uint_le(fetches(), 1);
}
END_TEST

START_TEST(what_is_paused_is_fetched_when_asked_for_alone)
{
	char route[64];

	add("/feed", route);
	ck_assert_int_eq(child_call("PATCH", route, NULL, "{\"paused\":true}"),
	    200);
	child_wants("\"paused\":true");
	ck_assert_int_eq(child_call("POST", "/v1/feeds/poll", NULL,
			     "{\"all\":true}"),
	    200);
	ck_assert_int_eq(child_call("GET", route, NULL, NULL), 200);
	ck_assert_uint_le(fetches(), 1); /* one may have been under way */
	fetch(route);
	child_wants(web_url("/feed"));
	ck_assert_int_eq(child_call("GET", route, NULL, NULL), 200);
	/* Its fetch did not end the pause. */
	child_wants("\"paused\":true");
	ck_assert_int_eq(child_call("PATCH", route, NULL, "{\"paused\":false}"),
	    200);
	child_wants("\"paused\":false");
}
END_TEST

START_TEST(lists_go_in_and_out)
{
	static const char list[] =
	    "<opml version='2.0'><body><outline text='Far &amp; near'>"
	    "<outline text='A \"quoted\" &lt;script>' "
	    "xmlUrl='http://127.0.0.1:1/a'/>"
	    "<outline text='\xe2\x80\xaegnp' xmlUrl='http://127.0.0.1:1/b'/>"
	    "<outline xmlUrl='file:///etc/passwd'/></outline></body></opml>";

	ck_assert_int_eq(child_call("POST", "/v1/feeds/opml", NULL, list), 200);
	child_wants("{\"added\":2,\"known\":0,\"refused\":1,");
	child_wants("\"url\":\"file:///etc/passwd\",\"result\":\"refused\","
		    "\"why\":\"no http or https address\"");
	ck_assert_int_eq(child_call("POST", "/v1/feeds/opml", NULL, list), 200);
	child_wants("{\"added\":0,\"known\":2,\"refused\":1,");
	ck_assert_int_eq(child_call("GET", "/v1/feeds.opml", NULL, NULL), 200);
	child_wants("<outline text=\"Far &amp; near\">");
	child_wants("&lt;script&gt;");
	ck_assert_ptr_null(strstr(child.answer.at, "\xe2\x80\xae"));
	/* What comes out goes in again. */
	{
		struct tcn_buf out = { 0 };

		tcn_buf_str(&out, tcn_buf_view(&child.answer));
		ck_assert_int_eq(child_call("POST", "/v1/feeds/opml", NULL,
				     out.at),
		    200);
		child_wants("{\"added\":0,\"known\":2,\"refused\":0,");
		tcn_buf_fini(&out);
	}
	ck_assert_int_eq(child_call("POST", "/v1/feeds/opml", NULL, "{}"), 400);
	/* One that is cut is read as far as it goes. */
	ck_assert_int_eq(child_call("POST", "/v1/feeds/opml", NULL,
			     "<opml><body><outline xmlUrl='"),
	    200);
	child_wants("{\"added\":0,\"known\":0,\"refused\":0,");
}
END_TEST

static void
discover(const char *url)
{
	char body[256];

	snprintf(body, sizeof body, "{\"url\":\"%s\"}", url);
	ck_assert_int_eq(child_call("POST", "/v1/feeds/discover", NULL, body),
	    200);
}

START_TEST(an_address_is_looked_at_before_it_is_added)
{
	discover(web_url("/"));
	child_wants("\"title\":\"Wire\"");
	child_wants("\"robots\":\"allowed\",\"entries\":2,\"titles\":["
		    "\"Dam bursts\",\"Strike ends\"]");
	child_wants("\"robots\":\"disallowed\",\"entries\":0,\"titles\":[]");
	discover(web_url("/feed"));
	child_wants("\"entries\":2");
	discover(web_url("/broken"));
	child_wants("{\"candidates\":[],\"error\":\"");
	discover(web_url("/robots.txt"));
	child_wants("{\"candidates\":[],\"error\":\"");
	/* Nothing was written. */
	ck_assert_int_eq(child_call("GET", "/v1/feeds", NULL, NULL), 200);
	child_wants("{\"feeds\":[]}");
}
END_TEST

TCN_TESTS(feed_api)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, the_last_fetches_are_kept);
	tcase_add_test(tc, what_is_paused_is_fetched_when_asked_for_alone);
	tcase_add_test(tc, lists_go_in_and_out);
	tcase_add_test(tc, an_address_is_looked_at_before_it_is_added);
}
