/*
 * The page Search: hits with their words marked, what was meant, and saved
 * searches; and texts that want to be more than text.
 */
#include "tests/base/run.h"

#include "tests/tools/web/pages.h"

#define NONE "{\"searches\":[]}"

/* The same as JSON has it. */
#define HOSTILE                                                                \
	"<script>alert(1)</script>\\\"><svg onload=x>'{{7*7}}</template>"

static void
teardown(void)
{
	pages_done();
}

START_TEST(without_a_question_there_is_the_form)
{
	const char *page;

	pages_answer("/v1/searches", 200,
	    "{\"searches\":[{\"name\":\"Ferries\",\"query\":\"q=a%26b\","
	    "\"page\":\"/search?q=a%26b\",\"saved_at\":5}]}");
	page = pages_get("/search", 200);
	pages_check_html(page);
	pages_has(page, "name=\"q\"");
	pages_has(page, "<a href=\"/search?q=a%26b\">");
	pages_has(page, "Ferries");
	pages_lacks(page, "class=\"hits\"");
	pages_lacks(page, "class=\"failed\"");
}
END_TEST

START_TEST(hits_are_shown)
{
	const char *page;

	pages_answer("/v1/searches", 200, NONE);
	pages_answer("/v1/rules/propose?lang=fr&q=ferry", 200,
	    "{\"name\":\"ferry\",\"yaml\":\"rules:\\n  - name: ferry\\n\"}");
	pages_answer("/v1/search?lang=fr&q=ferry", 200,
	    "{\"articles\":[{\"id\":\"a\",\"source\":\"Herald\",\"lang\":"
	    "\"fr\","
	    "\"url\":\"https://h.example/1\",\"title\":\"Ferry\",\"at\":1000,"
	    "\"seq\":1,\"copies_n\":1200,\"snippet\":[[\"the \",false],"
	    "[\"ferry\",true],[\" left\",false]],\"event\":{\"event\":\"e1\","
	    "\"severity\":\"high\",\"title\":\"Ferry off Bar\"}}],"
	    "\"found\":2900,\"about\":true,\"more\":true,\"next\":\"9.8.7\"}");
	page = pages_get("/search?q=ferry&lang=fr", 200);
	pages_check_html(page);
	pages_has(page, "about 2,900 hits");
	pages_has(page, ">the <mark>ferry</mark> left</p>");
	pages_has(page, "<a href=\"/e/e1\">");
	pages_has(page,
	    "<a href=\"/search?q=ferry&amp;lang=fr&amp;copies=all\">and 1,200 "
	    "more");
	pages_has(page,
	    "rel=\"next\" "
	    "href=\"/search?q=ferry&amp;lang=fr&amp;after=9.8.7\"");
	pages_has(page, "/rules/try?add=rules%3A%0A%20%20-%20name%3A%20ferry");
}
END_TEST

START_TEST(what_was_meant_is_a_link)
{
	const char *page;

	pages_answer("/v1/searches", 200, NONE);
	pages_answer("/v1/search?q=fery", 200,
	    "{\"articles\":[],\"found\":0,\"about\":false,\"more\":false,"
	    "\"next\":null,\"words\":[{\"word\":\"fery\",\"articles\":0,"
	    "\"instead\":\"ferry\"}],\"did_you_mean\":{\"q\":\"ferry\","
	    "\"found\":214,\"about\":false}}");
	page = pages_get("/search?q=fery", 200);
	pages_check_html(page);
	pages_has(page, "No article holds all of this.");
	pages_has(page, "Did you mean <a href=\"/search?q=ferry\">");
	pages_has(page, "(214)?");
}
END_TEST

START_TEST(a_mistake_is_said_beside_the_form)
{
	const char *page;

	pages_answer("/v1/searches", 503, "{\"error\":\"the store is busy\"}");
	pages_answer("/v1/search?since=soon", 400,
	    "{\"error\":\"since: 'soon' is no date\"}");
	page = pages_get("/search?since=soon", 200);
	pages_check_html(page);
	pages_has(page, "value=\"soon\"");
	pages_has(page, "is no date");
	pages_has(page, "The saved searches: the store is busy");
}
END_TEST

START_TEST(hostile_texts_stay_texts)
{
	const char *page;

	pages_answer("/v1/searches", 200,
	    "{\"searches\":[{\"name\":\"" HOSTILE "\",\"page\":\"/search?q="
	    "a\"}]}");
	pages_answer("/v1/search?q=%3Cscript%3E%22", 200,
	    "{\"articles\":[{\"id\":\"" HOSTILE "\",\"source\":\"" HOSTILE
	    "\",\"url\":\"javascript:alert(1)\",\"lang\":\"" HOSTILE
	    "\",\"title\":\"" HOSTILE "\",\"at\":1,\"snippet\":[[\"" HOSTILE
	    "\",true]],\"event\":{\"event\":\"" HOSTILE
	    "\",\"severity\":\"" HOSTILE "\",\"title\":\"" HOSTILE
	    "\"}}],\"found\":1,\"next\":\"" HOSTILE "\"}");
	page = pages_get("/search?q=%3Cscript%3E%22", 200);
	pages_check_html(page);
	pages_lacks(page, "<script>alert");
	pages_lacks(page, "href=\"javascript");
}
END_TEST

START_TEST(the_stream_is_shown)
{
	const char *page;

	pages_answer("/v1/articles?lang=fr", 200,
	    "{\"last\":12,\"articles\":[{\"id\":\"a\",\"source\":\"" HOSTILE
	    "\",\"title\":\"" HOSTILE "\",\"url\":\"javascript:x\",\"at\":9,"
	    "\"copies_n\":3,\"event\":{\"event\":\"e1\",\"severity\":\"high\","
	    "\"title\":\"" HOSTILE "\"}},{},7],\"more\":true,\"next\":5}");
	page = pages_get("/stream?lang=fr", 200);
	pages_check_html(page);
	pages_has(page, "<a href=\"/e/e1\">");
	pages_has(page, "and 3 more with this text");
	pages_has(page, "href=\"/stream?lang=fr&amp;after=5\"");
	pages_lacks(page, "<script>alert");
	pages_answer("/v1/articles?source=none", 200,
	    "{\"last\":1240,\"articles\":[],\"more\":false,\"next\":null}");
	page = pages_get("/stream?source=none", 200);
	pages_has(page, "1,240 articles came so far");
	page = pages_get("/stream?lang=x", 200);
	pages_check_html(page);
	pages_has(page, "The stream: nothing is said");
}
END_TEST

/* Members that are of other kinds, or missing, show less. */
START_TEST(answers_of_another_shape_are_shown_as_far_as_they_go)
{
	pages_answer("/v1/searches", 200, "{\"searches\":{\"a\":[1]}}");
	pages_answer("/v1/search?q=a", 200,
	    "{\"articles\":[{},{\"snippet\":[[],[1],[\"a\"],5],\"event\":{}},"
	    "7],\"found\":\"x\",\"next\":5}");
	pages_check_html(pages_get("/search?q=a", 200));
}
END_TEST

TCN_TESTS(web_search)
{
	tcase_add_checked_fixture(tc, NULL, teardown);
	tcase_add_test(tc, without_a_question_there_is_the_form);
	tcase_add_test(tc, hits_are_shown);
	tcase_add_test(tc, what_was_meant_is_a_link);
	tcase_add_test(tc, a_mistake_is_said_beside_the_form);
	tcase_add_test(tc, hostile_texts_stay_texts);
	tcase_add_test(tc, the_stream_is_shown);
	tcase_add_test(tc,
	    answers_of_another_shape_are_shown_as_far_as_they_go);
}
