/*
 * The page Now: its rows, those that belong to one, the newest, and nothing.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "tests/tools/serve/web/pages.h"

#define ROW(n, more)                                                           \
	"{\"event\":\"e" #n "\",\"revision\":2,\"severity\":\"high\","         \
	"\"title\":\"Headline " #n "\",\"state\":\"open\",\"fired_at\":177251" \
	"420" #n ",\"items\":1234,\"origins\":62,\"publishers\":49,"           \
	"\"languages\":[\"en\",\"fr\"],\"rank\":61,\"parts\":["                \
	"{\"name\":\"severity\",\"points\":25,\"says\":\"high\"},"             \
	"{\"name\":\"growth\",\"points\":0,\"says\":\"no new text\"},"         \
	"{\"name\":\"desk\",\"points\":-15,\"says\":\"acknowledged\"}],"       \
	"\"spark\":[0,1,2]" more "}"

#define OF1(n) ROW(n, ",\"group\":\"e1\"")
#define HEAD                                                                   \
	"{\"seq\":7,\"clock_at\":1772514300,\"now\":1772514300,\"open\":3,"    \
	"\"unacknowledged\":1,\"mine\":0,\"silenced\":0,\"rows\":["

START_TEST(rows_say_what_is_known)
{
	const char *page;

	pages_answer("/v1/now", 200,
	    HEAD ROW(1,
		",\"desk\":{\"owner\":\"desk1\",\"acknowledged_at\":1772514250,"
		"\"acknowledged_by\":\"desk2\"}") "," ROW(3,
		"") "],"
		    "\"next\":500}");
	page = pages_get("/", 200);
	pages_check_html(page);
	pages_has(page, "<li class=\"row high\" id=\"e-e1\" data-rev=\"2\">");
	pages_has(page, "<b>1,234</b> items <b>62</b> texts");
	pages_has(page, "owner: <bdi dir=\"auto\">desk1</bdi>");
	pages_has(page, "acknowledged by <bdi dir=\"auto\">desk2</bdi> <time");
	pages_has(page,
	    "rank <b>61</b><span>: high 25, acknowledged -15</span>");
	pages_has(page, "name=\"unack\" value=\"e1\"");
	pages_has(page, "name=\"ack\" value=\"e3\"");
	pages_has(page, "<a rel=\"next\" href=\"/?after=500\">");
	/* The newest first, beside the order by rank. */
	page = strstr(page, "id=\"newest\"");
	ck_assert_ptr_nonnull(page);
	ck_assert(strstr(page, "Headline 3") < strstr(page, "Headline 1"));
	pages_done();
}
END_TEST

START_TEST(hostile_rows_stay_text)
{
	static const char body[] = HEAD
	    "{\"event\":\"\\\"><svg onload=x>\",\"title\":\"<script>alert(1)"
	    "</script>\\\"><svg "
	    "onload=x>'{{7*7}}</template>\",\"lang\":\"x\\\" "
	    "onload=y\",\"severity\":\"\\\" onload=\\\"x\",\"fired_at\":1e300,"
	    "\"items\":-1,\"rank\":\"x\",\"languages\":[\"<b>\"],\"spark\":[-5,"
	    "1e99,\"<b>\"],\"parts\":[{\"points\":5,\"says\":\"<i>\"}],"
	    "\"desk\":{\"owner\":\"<u>\",\"acknowledged_at\":1772514250,"
	    "\"acknowledged_by\":\"</bdi>\"}},{},[],7]}";
	const char *page;

	pages_answer("/v1/now", 200, body);
	page = pages_get("/", 200);
	pages_check_html(page);
	pages_lacks(page, "<script>alert");
	pages_lacks(page, "<svg onload");
	pages_lacks(page, "<u>");
	pages_has(page, "&lt;script&gt;alert(1)&lt;/script&gt;");
	pages_done();
}
END_TEST

START_TEST(members_are_few_and_the_rest_folded)
{
	const char *page;

	pages_answer("/v1/now", 200,
	    HEAD ROW(1, "") "," OF1(2) "," OF1(3) "," OF1(4) "," OF1(5) "," OF1(
		6) "," ROW(7, "") "]}");
	page = pages_get("/", 200);
	pages_check_html(page);
	pages_has(page, "<summary>2 more</summary>");
	ck_assert_uint_eq(pages_count(page, "class=\"short"), 5 + 1);
	ck_assert_uint_eq(pages_count(page, "class=\"row"), 2 + 1);
	pages_done();
}
END_TEST

/* 500 rows are all there, so that a search in the page finds each. */
START_TEST(many_rows_keep_their_budget)
{
	static char body[500 * 900];
	size_t n = (size_t)snprintf(body, sizeof body, "%s", HEAD);
	const char *page;

	for (int i = 0; i < 500; i++)
		n += (size_t)snprintf(body + n, sizeof body - n,
		    "%s{\"event\":\"20260303-%010d\",\"revision\":2,"
		    "\"severity\":\"high\",\"title\":\"A headline of usual "
		    "length from place %d\",\"fired_at\":"
		    "1772514200,\"items\":12,\"origins\":6,\"publishers\":4,"
		    "\"languages\":[\"en\"],\"rank\":61,\"parts\":[{\"name\":"
		    "\"severity\",\"points\":25,\"says\":\"high\"}],\"spark\":["
		    "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
		    "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,2,4,9]}",
		    i ? "," : "", i, i);
	snprintf(body + n, sizeof body - n, "]}");
	pages_answer("/v1/now", 200, body);
	page = pages_get("/", 200);
	pages_check_html(page);
	ck_assert_uint_eq(pages_count(page, "class=\"row"), 100 + 1);
	ck_assert_uint_eq(pages_count(page, "class=\"short"), 400 + 1);
	ck_assert_uint_le(pages_count(page, "<") - pages_count(page, "</"),
	    4500);
	ck_assert_uint_le(strlen(page), 160 * 1024);
	pages_done();
}
END_TEST

static const char intake[] =
    ("{\"taken\":1240,\"copies\":31,\"last_at\":1772514200,"
     "\"last_fired_at\":1772510000,\"silent_seconds\":660,"
     "\"usual_seconds\":60,\"quiet\":\"unusual\",\"minutes\":[0,3,16,8],"
     "\"feeds\":{\"n\":312,\"failing\":4,\"paused\":1}}");

START_TEST(what_comes_in_stands_beside_it)
{
	const char *page;

	pages_answer("/v1/now", 200, HEAD "]}");
	pages_answer("/v1/intake?brief=true", 200, intake);
	pages_answer("/v1/feeds?failing=true", 200,
	    "{\"feeds\":[{\"id\":\"a1\",\"title\":\"" PAGES_JSON
	    "\",\"error\":\"" PAGES_JSON "\"},{\"id\":\"b\",\"url\":"
	    "\"https://b.example/\"},{\"id\":\"c\"},{\"id\":\"d\"}]}");
	page = pages_get("/", 200);
	pages_check_html(page);
	pages_lacks(page, "<svg onload");
	pages_has(page, "<a href=\"/feeds/a1\">");
	pages_has(page, ">https://b.example/</bdi></a>");
	pages_lacks(page, "/feeds/d\"");
	pages_has(page, "d=\"M6 40V33M10 40V0M14 40V20\"");
	pages_has(page, "<b data-n=\"taken\">1,240</b> in");
	pages_has(page,
	    "<b data-n=\"failing\">4</b> of <b data-n=\"feeds\">312</b>");
	pages_has(page,
	    "<p class=\"quiet\" data-quiet=\"unusual\"><b>Unusually quiet.</b> "
	    "No article has come for <span data-t=\"silent\">11 min</span>. At "
	    "this hour one comes about every <span data-t=\"usual\">1 min<");
	pages_has(page, "data-quiet=\"broken\" hidden>");
	/* nothing is open: all that is known is said */
	pages_has(page, "Nothing is breaking. 1,240 articles in the last hour");
	pages_has(page, "the last event fired <time");
	pages_answer("/v1/intake?brief=true", 200,
	    "{\"silent_seconds\":600,\"quiet\":\"broken\",\"minutes\":["
	    "-5,1e300,0],\"feeds\":{\"n\":0}}");
	page = pages_get("/", 200);
	pages_check_html(page);
	pages_has(page, "data-quiet=\"unusual\" hidden>");
	pages_has(page, "data-quiet=\"broken\">\n<p><b>Nothing comes in.</b>");
	pages_lacks(page, "href=\"/feeds\"><b");
	pages_has(page, "; no event has fired yet.");
	pages_has(page, "<p class=\"note\" id=\"own-clock\" hidden>");
	/* An archive that ends is no warning; it is told that it is one. */
	pages_answer("/v1/intake?brief=true", 200,
	    "{\"own_clock\":true,\"silent_seconds\":9999,"
	    "\"quiet\":\"usual\",\"last_at\":1772514200,"
	    "\"feeds\":{\"n\":0}}");
	page = pages_get("/", 200);
	pages_check_html(page);
	pages_has(page, "data-quiet=\"unusual\" hidden>");
	pages_has(page, "data-quiet=\"broken\" hidden>");
	pages_has(page, "<p class=\"note\" id=\"own-clock\"><b>Replay");
	pages_has(page, ">Tue 3 Mar 2026, 05:03 UTC</time>: times and ages");
	pages_done();
}
END_TEST

START_TEST(it_loads_itself_anew_only_when_asked)
{
	const char *page;

	pages_answer("/v1/now", 200, HEAD "]}");
	page = pages_get("/", 200);
	pages_lacks(page, "http-equiv");
	pages_has(page, "href=\"/?every=60\">reload every minute</a>");
	page = pages_get("/?every=60", 200);
	pages_check_html(page);
	pages_has(page,
	    "<noscript><meta http-equiv=\"refresh\" "
	    "content=\"60\"></noscript>");
	pages_has(page, "reloads every 60 seconds: <a href=\"/\">stop</a>");
	pages_has(page, "name=\"back\" value=\"/?every=60\"");
	pages_has(pages_get("/?every=999999", 200), "content=\"3600\"");
	pages_lacks(pages_get("/?every=1", 200), "http-equiv");
	pages_lacks(pages_get("/?every=x", 200), "http-equiv");
	pages_done();
}
END_TEST

/* A list is written once; it is asked for by its name, and written anew once it
 * has another one. */
START_TEST(a_list_is_kept_until_it_changes)
{
	static char first[100000];

	pages_answer("/v1/now", 200,
	    HEAD ROW(1, "") "," ROW(2, "") "],\"list\":\"a\"}");
	snprintf(first, sizeof first, "%s", pages_get("/", 200));
	pages_has(first, "Headline 1");
	pages_answer("/v1/now?known=a", 200, HEAD "],\"list\":\"a\"}");
	ck_assert_str_eq(pages_get("/", 200), first);
	/* Another address has a list of its own. */
	pages_answer("/v1/now?severity=high", 200,
	    HEAD ROW(2, "") "],\"list\":\"b\"}");
	pages_lacks(pages_get("/?severity=high", 200), "Headline 1");
	pages_answer("/v1/now?known=a", 200,
	    HEAD ROW(2, "") "],\"list\":\"c\"}");
	pages_lacks(pages_get("/", 200), "Headline 1");
	pages_answer("/v1/now?known=c", 200, HEAD "],\"list\":\"d\"}");
	pages_has(pages_get("/", 200), "Nothing is breaking.");
	pages_done();
}
END_TEST

/* What is over stands below, with when it closed; where nothing is, the place
 * for it is there for the script. */
START_TEST(what_closed_stands_below)
{
	const char *page, *at;

	pages_answer("/v1/now", 200,
	    HEAD ROW(1, "") "],\"closed\":[" ROW(2,
		",\"changed_at\":1772513700") ",{\"title\":\"" PAGES_JSON
					      "\"}]}");
	page = pages_get("/", 200);
	pages_check_html(page);
	pages_lacks(page, "<svg onload");
	at = strstr(page, "<section id=\"closed\">");
	ck_assert_ptr_nonnull(at);
	pages_has(at, "<li class=\"short over high\" data-rev=\"2\">");
	pages_has(at,
	    "Headline 2</a><span>1,234</span><time datetime=\""
	    "2026-03-03T04:55:00Z\">10 min ago</time>");
	ck_assert_uint_eq(pages_count(at, "class=\"short over"), 2);
	ck_assert(strstr(page, "Headline 1") < at);
	pages_answer("/v1/now", 200, HEAD ROW(1, "") "],\"closed\":[]}");
	pages_has(pages_get("/", 200), "<section id=\"closed\" hidden>");
	pages_done();
}
END_TEST

/* More addresses than are kept. */
START_TEST(few_lists_are_kept)
{
	char target[64], asked[64];

	for (int round = 0; round < 2; round++)
		for (int i = 1; i <= 12; i++) {
			snprintf(asked, sizeof asked, "/v1/now?after=%d", i);
			snprintf(target, sizeof target, "/?after=%d", i);
			pages_answer(asked, 200,
			    HEAD ROW(1, "") "],\"list\":\"a\"}");
			pages_has(pages_get(target, 200), "Headline 1");
		}
	pages_done();
}
END_TEST

START_TEST(nothing_is_told_from_a_filter_that_finds_nothing)
{
	pages_answer("/v1/now", 200, HEAD "]}");
	pages_has(pages_get("/", 200), "Nothing is breaking.");
	pages_answer("/v1/now?owner=me&severity=high", 200, HEAD "]}");
	pages_has(pages_get("/?severity=high&owner=me", 200),
	    "No open event matches the filter.");
	pages_get("/?nonsense=1", 400);
	pages_done();
}
END_TEST

TCN_TESTS(now)
{
	tcase_add_test(tc, rows_say_what_is_known);
	tcase_add_test(tc, hostile_rows_stay_text);
	tcase_add_test(tc, members_are_few_and_the_rest_folded);
	tcase_add_test(tc, many_rows_keep_their_budget);
	tcase_add_test(tc, a_list_is_kept_until_it_changes);
	tcase_add_test(tc, few_lists_are_kept);
	tcase_add_test(tc, what_closed_stands_below);
	tcase_add_test(tc, what_comes_in_stands_beside_it);
	tcase_add_test(tc, it_loads_itself_anew_only_when_asked);
	tcase_add_test(tc, nothing_is_told_from_a_filter_that_finds_nothing);
}
