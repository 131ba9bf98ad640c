/*
 * The pages Feeds: what fails stands first; one feed with its fetches.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "tests/tools/serve/web/pages.h"

#define HOSTILE                                                                \
	"<script>alert(1)</script>\\\"><svg onload=x>'{{7*7}}</template>"

#define FEED(id, title, more)                                                  \
	"{\"id\":\"" id "\",\"url\":\"https://" id                             \
	".example/rss\",\"title\":\"" title                                    \
	"\",\"entries\":1234,\"due_at\":2000" more "}"
#define GOOD ",\"succeeded_at\":1000"
#define BAD  GOOD ",\"failures\":12,\"error\":\"it answered 404\""

static void
teardown(void)
{
	pages_done();
}

START_TEST(what_fails_stands_first)
{
	const char *page;

	pages_answer("/v1/feeds", 200,
	    "{\"feeds\":[" FEED("a1", "Well", GOOD) "," FEED("b2", "Off",
		",\"paused\":true") "," FEED("c3", "Broken", BAD) "," FEED("d4",
		"Fresh", "") "]}");
	page = pages_get("/feeds", 200);
	pages_check_html(page);
	pages_has(page, "4 feeds, 1 failing, 1 not fetched yet, 1 paused");
	pages_has(page, "it answered 404</bdi> (12 times in a row)");
	pages_has(page, "<a href=\"/feeds/c3\">");
	ck_assert(strstr(page, "Broken") < strstr(page, "Fresh"));
	ck_assert(strstr(page, "Fresh") < strstr(page, "Well<"));
	ck_assert(strstr(page, "Well<") < strstr(page, "Off<"));
	pages_has(page, "value=\"resume-feed\"");
	ck_assert_uint_eq(pages_count(page, "value=\"pause-feed\""), 3);
}
END_TEST

START_TEST(no_feeds_are_said)
{
	const char *page;

	pages_answer("/v1/feeds", 200, "{\"feeds\":[]}");
	page = pages_get("/feeds", 200);
	pages_check_html(page);
	pages_has(page, "No feeds.");
}
END_TEST

START_TEST(many_feeds_have_several_pages)
{
	static char body[80000];
	const char *page;
	size_t n = 0;

	n += (size_t)snprintf(body, sizeof body, "{\"feeds\":[");
	for (int i = 0; i < 450; i++)
		n += (size_t)snprintf(body + n, sizeof body - n,
		    "%s{\"id\":\"%d\",\"url\":\"https://x.example/%d\"}",
		    i ? "," : "", i, i);
	snprintf(body + n, sizeof body - n, "]}");
	pages_answer("/v1/feeds", 200, body);
	page = pages_get("/feeds", 200);
	ck_assert_uint_eq(pages_count(page, "<li class=\"feed"), 200);
	pages_has(page, "/feeds?page=2");
	page = pages_get("/feeds?page=3", 200);
	ck_assert_uint_eq(pages_count(page, "<li class=\"feed"), 50);
	pages_lacks(page, "rel=\"next\"");
	page = pages_get("/feeds?page=99999999999999999999", 200);
	pages_check_html(page);
}
END_TEST

START_TEST(a_feed_has_its_fetches)
{
	const char *page;

	pages_answer("/v1/feeds/c3", 200,
	    FEED("c3", "Broken",
		BAD ",\"fetches\":[{\"at\":1000,\"status\":404,\"took_ms\":57,"
		    "\"bytes\":123456,\"entries\":0,\"error\":\"it answered "
		    "404\"},{\"at\":900,\"status\":0,\"took_ms\":5000}]"));
	page = pages_get("/feeds/c3", 200);
	pages_check_html(page);
	pages_has(page, "<td>404</td><td>57</td><td>123,456</td>");
	pages_has(page, "<td>no answer</td><td>5,000</td>");
	pages_has(page, "value=\"drop-feed\"");
	pages_has(page, "name=\"back\" value=\"/feeds/c3\"");
	pages_get("/feeds/none", 404);
}
END_TEST

START_TEST(hostile_feeds_stay_texts)
{
	const char *page;

	pages_answer("/v1/feeds", 200,
	    "{\"feeds\":[{\"id\":\"" HOSTILE "\",\"url\":\"javascript:x\","
	    "\"title\":\"" HOSTILE "\",\"failures\":1,\"error\":\"" HOSTILE
	    "\"},5,[]]}");
	page = pages_get("/feeds", 200);
	pages_check_html(page);
	pages_lacks(page, "<script>alert");
	pages_answer("/v1/feeds/x", 200,
	    "{\"id\":\"x\",\"url\":\"javascript:x\",\"site\":\"data:x\","
	    "\"title\":\"" HOSTILE "\",\"fetches\":[{\"error\":\"" HOSTILE
	    "\"},3]}");
	page = pages_get("/feeds/x", 200);
	pages_check_html(page);
	pages_lacks(page, "href=\"javascript");
	pages_lacks(page, "href=\"data");
}
END_TEST

START_TEST(an_address_is_looked_at)
{
	const char *page = pages_get("/feeds/add", 200);

	pages_check_html(page);
	pages_has(page, "name=\"address\"");
	pages_answer("/v1/feeds/discover", 200,
	    "{\"candidates\":[{\"url\":\"https://a.example/"
	    "rss\",\"title\":\"" HOSTILE
	    "\",\"robots\":\"disallowed\",\"entries\":20,\"titles\":["
	    "\"Dam bursts\",\"" HOSTILE "\",5]},{\"url\":\"javascript:x\","
	    "\"error\":\"" HOSTILE "\"},7]}");
	page = pages_get("/feeds/add?address=%22%3E%3Cscript%3E", 200);
	pages_check_html(page);
	pages_has(page, "20 headlines");
	pages_has(page, "disallows fetching it");
	pages_has(page, "name=\"url\" value=\"https://a.example/rss\"");
	pages_lacks(page, "<script>alert");
	pages_lacks(page, "href=\"javascript");
	pages_answer("/v1/feeds/discover", 200,
	    "{\"candidates\":[],\"error\":\"it answered 404\"}");
	pages_has(pages_get("/feeds/add?address=x", 200), "it answered 404");
	pages_answer("/v1/feeds/discover", 400,
	    "{\"error\":\"that is no address\"}");
	pages_has(pages_get("/feeds/add?address=x", 200), "that is no address");
}
END_TEST

TCN_TESTS(web_feeds)
{
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, what_fails_stands_first);
	tcase_add_test(tc, no_feeds_are_said);
	tcase_add_test(tc, many_feeds_have_several_pages);
	tcase_add_test(tc, a_feed_has_its_fetches);
	tcase_add_test(tc, hostile_feeds_stay_texts);
	tcase_add_test(tc, an_address_is_looked_at);
}
