/*
 * The page Search: hits with their words marked, what was meant, and saved
 * searches; and texts that want to be more than text.
 */
#include "tests/base/run.h"

#include "tests/tools/serve/web/pages.h"

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
	pages_has(page, "<a href=\"/search?s=Ferries\">");
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
	pages_answer("/v1/search/facets?lang=fr&q=ferry", 200,
	    "{\"looked_at\":1000,\"whole\":false,\"source\":{\"all\":30,"
	    "\"values\":[{\"value\":\"" HOSTILE
	    "\",\"n\":1200},7]},\"lang\":{\"all\":1,\"values\":[{\"value\":"
	    "\"fr\",\"n\":9}]},\"category\":{},\"event\":{\"all\":1,"
	    "\"values\":[{\"value\":\"e1\",\"n\":4,\"title\":\"" HOSTILE
	    "\",\"severity\":\"high\"}]}}");
	page = pages_get("/search?q=ferry&lang=fr", 200);
	pages_check_html(page);
	pages_has(page, "</bdi></a> <b>1,200</b></li>");
	pages_has(page, "<p class=\"note\">and 28 more</p>");
	pages_has(page, "Counted in the newest 1,000 articles.");
	pages_has(page, "href=\"/search?q=ferry&amp;lang=fr&amp;event=e1\"");
	pages_has(page, "<a href=\"/search?q=ferry\">any</a>"); /* language */
	pages_has(page, "\"search\":\"/v1/search?q=ferry&lang=fr\"");
	pages_has(page, "\"newest\":1000");
	pages_lacks(page, "<script>alert");
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

/* What the address says beside the name counts. */
START_TEST(a_saved_search_is_opened_by_its_name)
{
	const char *page;

	pages_answer("/v1/searches", 200,
	    "{\"searches\":[{\"name\":\"Ferries & co\",\"query\":"
	    "\"q=a%26b%22c&lang=fr&order=best\"}]}");
	pages_answer("/v1/search?lang=en&order=best&q=a%26b%22c", 200,
	    "{\"articles\":[],\"found\":0}");
	pages_answer("/v1/search?lang=en&order=best&q=a&b\"c", 200,
	    "{\"articles\":[],\"found\":0,\"words\":[{\"word\":\"a&b\","
	    "\"articles\":0,\"instead\":\"x\"},{\"word\":\"c\","
	    "\"articles\":1240}]}");
	page = pages_get("/search?s=Ferries%20%26%20co&lang=en", 200);
	pages_check_html(page);
	pages_has(page, ">Ferries &amp; co</bdi></h1>");
	pages_has(page, "name=\"q\" id=\"q\"");
	pages_has(page, "value=\"a&amp;b&quot;c\"");
	pages_has(page, "<b class=\"bad\"><bdi dir=\"auto\">a&amp;b</bdi></b>");
	pages_has(page,
	    "href=\"/search?q=x%22c&amp;lang=en&amp;order=best\">try");
	pages_has(page, "<span>1,240 articles</span>");
	pages_lacks(page, "\"search\":"); /* the best are not the newest */
	page = pages_get("/search?s=nobody", 404);
	pages_has(page, "no search is saved under this name");
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
	pages_has(page, "No article matches all of this.");
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
	pages_has(page,
	    "value=\"soon\" aria-invalid=\"true\" "
	    "aria-describedby=\"wrong\"");
	pages_has(page, "Saved searches are not available: the store is busy");
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
	pages_answer("/v1/intake", 200,
	    "{\"day\":{\"taken\":1240,\"buckets\":[1,2,3],\"sources\":["
	    "{\"source\":\"" HOSTILE
	    "\",\"taken\":9,\"buckets\":[5,-1,1e300]},{\"source\":null,"
	    "\"taken\":3},7]},\"refused_since\":5,\"refused\":[{\"why\":"
	    "\"late\",\"says\":\"" HOSTILE "\",\"n\":4,\"buckets\":{}}]}");
	page = pages_get("/stream?lang=fr", 200);
	pages_check_html(page);
	pages_has(page, "all others</bdi>");
	pages_has(page, "<tr data-key=\"late\">");
	ck_assert_uint_eq(pages_count(page, "viewBox=\"0 0 94 28\""), 5);
	pages_has(page, "{\"articles\":\"/v1/articles?lang=fr\"}");
	pages_has(page, "<a href=\"/e/e1\">");
	pages_has(page, "and 3 more with this text");
	pages_has(page, "href=\"/stream?lang=fr&amp;after=5\"");
	pages_lacks(page, "<script>alert");
	pages_answer("/v1/articles?source=none", 200,
	    "{\"last\":1240,\"articles\":[],\"more\":false,\"next\":null}");
	page = pages_get("/stream?source=none", 200);
	pages_has(page, "1,240 articles received so far");
	page = pages_get("/stream?lang=x", 200);
	pages_check_html(page);
	pages_has(page, "The stream is not available: nothing is said");
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
	tcase_add_test(tc, a_saved_search_is_opened_by_its_name);
	tcase_add_test(tc, what_was_meant_is_a_link);
	tcase_add_test(tc, a_mistake_is_said_beside_the_form);
	tcase_add_test(tc, hostile_texts_stay_texts);
	tcase_add_test(tc, the_stream_is_shown);
	tcase_add_test(tc,
	    answers_of_another_shape_are_shown_as_far_as_they_go);
}
