/*
 * The pages on which events are merged, split, compared and explained, over
 * answers of the interface. What their forms do is tested with a daemon
 * (tests/tools/serve/daemon/test_desk_pages.c).
 */
#include "tests/base/run.h"

#include <string.h>

#include "tests/tools/serve/web/pages.h"

#define HOSTILE PAGES_JSON
#define EVENT(id, more)                                                        \
	"{\"event\":\"" id "\",\"revision\":2,\"severity\":\"high\",\"title\"" \
	":\"" HOSTILE                                                          \
	"\",\"rule\":\"r\",\"state\":\"open\",\"fired_at\":1772514133,"        \
	"\"changed_at\":1772514200,\"items\":40,\"origins\":20,\"publishers\"" \
	":9,\"languages\":[\"en\"],\"terms\":[\"quake\",\"" HOSTILE            \
	"\",\"norvland\"]" more "}"

static const char event[] = "{\"event\":" EVENT("e1",
    "") ",\"revisions\":[{\"revision\":2},{\"revision\":1}]}";

static void
answer_event(void)
{
	pages_answer("/v1/events/e1", 200, event);
	pages_answer("/v1/events/e1/history", 200, "{\"actions\":[]}");
}

static const char *
get(const char *target, int status)
{
	const char *page = pages_get(target, status);

	pages_check_html(page);
	pages_lacks(page, "<script>alert");
	pages_lacks(page, "<svg onload");
	return page;
}

static const char now[] =
    ("{\"rows\":[{\"event\":\"e1\",\"title\":\"this one\"},"
     "{\"event\":\"far\",\"title\":\"Derby ends without a goal\",\"items\":7},"
     "{\"event\":\"near\",\"title\":\"Strong QUAKE felt\",\"terms\":["
     "\"quake\",\"norvland\"],\"items\":5},"
     "{\"event\":\"gone\",\"title\":\"a part\",\"desk\":{\"part_of\":\"e1\"}},"
     "{\"event\":\"past\",\"title\":\"a part\",\"merged_into\":\"e1\"}]}");

START_TEST(the_nearest_events_come_first)
{
	const char *page;

	answer_event();
	pages_answer("/v1/now?limit=500", 200, now);
	pages_answer("/v1/events/e1/related", 200,
	    "{\"related\":[{\"event\":\"kin\",\"title\":\"" HOSTILE
	    "\",\"relation\":\"terms\",\"open\":false,\"items\":3}]}");
	page = get("/e/e1/merge", 200);
	ck_assert_uint_eq(pages_count(page, "type=\"radio\""), 3);
	ck_assert(strstr(page, "value=\"kin\"") < strstr(page, "value=\"near"));
	ck_assert(strstr(page, "value=\"near") < strstr(page, "value=\"far\""));
	pages_has(page, "shared terms: <bdi dir=\"auto\">quake</bdi>, <bdi");
	pages_has(page, "related, 3 items");
	page = get("/e/e1/merge?q=strong%20qua", 200);
	ck_assert_uint_eq(pages_count(page, "type=\"radio\""), 1);
	pages_has(page, "value=\"near\"");
	pages_has(get("/e/e1/merge?q=zzz", 200),
	    "No open or related event has these words.");
	/* what is related is not known: the rest is shown */
	pages_answer("/v1/events/e1/related", 503, "{\"error\":\"no\"}");
	page = get("/e/e1/merge", 200);
	ck_assert_uint_eq(pages_count(page, "type=\"radio\""), 2);
	pages_answer("/v1/now?limit=500", 503, "{\"error\":\"too much\"}");
	pages_has(get("/e/e1/merge", 503), "too much");
	pages_done();
}
END_TEST

#define PREVIEW(more)                                                          \
	"{\"event\":" EVENT("e2", more) ",\"into\":" EVENT("e1",               \
	    "") ",\"event_holds\":{\"items\":22,\"origins\":5,\"publishers\":" \
		"17},\"into_holds\":{\"items\":123,\"origins\":13,"            \
		"\"publishers\":92},\"together\":{\"items\":145,\"origins\":"  \
		"18,\"publishers\":104},\"messages_dropped\":2}"

START_TEST(what_would_become_one_is_shown)
{
	const char *page;

	answer_event();
	pages_answer("/v1/merges/preview", 200, PREVIEW(""));
	page = get("/e/e1/merge?with=e2", 200);
	pages_has(page, "123 items, 13 texts, 92 publishers");
	pages_has(page, "22 items, 5 texts, 17 publishers");
	pages_has(page, "<b data-n=\"items\">145</b>");
	pages_has(page, "2 waiting messages about it will be dropped.");
	pages_has(page, "name=\"into\" value=\"e1\"");
	pages_has(page, "name=\"event\" value=\"e2\"");
	pages_has(page, "name=\"if_revision\" value=\"2\"");
	pages_has(page, "href=\"/e/e2/merge?with=e1\"");
	/* several: no sum is known, and none is shown */
	page = get("/e/e1/merge?with=e2,e3,e1,,", 200);
	ck_assert_uint_eq(pages_count(page, "name=\"event\""), 2);
	pages_lacks(page, "Together");
	page = get("/e/e1/merge?with=e1", 200);
	pages_has(page, "Only the event itself was chosen.");
	pages_lacks(page, ">Merge</button>");
	pages_done();
}
END_TEST

START_TEST(what_is_part_of_another_is_not_merged)
{
	const char *page;

	answer_event();
	pages_answer("/v1/merges/preview", 200,
	    PREVIEW(",\"desk\":{\"part_of\":\"e9\",\"part_of_by\":\"" HOSTILE
		    "\"}"));
	page = get("/e/e1/merge?with=e2", 200);
	pages_has(page, "<a href=\"/e/e9\">Already merged into another event");
	pages_lacks(page, "name=\"event\"");
	pages_lacks(page, ">Merge</button>");
	pages_answer("/v1/merges/preview", 404,
	    "{\"error\":\"no event has the id 'x'\"}");
	page = get("/e/e1/merge?with=x", 200);
	pages_has(page, "no event has the id");
	pages_lacks(page, ">Merge</button>");
	pages_done();
}
END_TEST

START_TEST(items_of_another_event_are_chosen)
{
	const char *page;

	answer_event();
	pages_answer("/v1/events/e1/items?copies=fold", 200,
	    "{\"matching\":3,\"texts\":2,\"items\":[{\"id\":\"" HOSTILE
	    "\",\"source\":\"" HOSTILE "\",\"title\":\"" HOSTILE
	    "\",\"url\":\"javascript:alert(1)\",\"at\":1772514100,"
	    "\"copies_n\":1},{\"id\":\"b\",\"source\":\"" HOSTILE
	    "\",\"title\":\"t\",\"at\":1772514100}],\"next\":77}");
	pages_answer("/v1/events/e1/items?copies=all&limit=1000", 200,
	    "{\"items\":[{\"source\":\"" HOSTILE
	    "\"},{\"source\":\"p\"},{\"source\":\"p\"},{\"title\":\"t\"}]}");
	page = get("/e/e1/split", 200);
	pages_lacks(page, "javascript:");
	ck_assert_uint_eq(pages_count(page, "name=\"items\""), 2);
	ck_assert_uint_eq(pages_count(page, "name=\"publishers\""), 2);
	pages_has(page, "<bdi dir=\"auto\">p</bdi> 2</span>");
	pages_has(page, "with 1 copy");
	pages_has(page, "name=\"after\" value=\"77\"");
	pages_done();
}
END_TEST

START_TEST(revisions_are_compared)
{
	const char *page;

	answer_event();
	pages_answer("/v1/events/e1/revisions/1", 200,
	    "{\"revision\":1,\"title\":\"" HOSTILE
	    "\",\"items\":16,\"publishers\":12,\"state\":\"open\",\"terms\":["
	    "\"quake\",\"" HOSTILE "\"],\"languages\":[\"en\"]}");
	pages_answer("/v1/events/e1/revisions/2", 200,
	    "{\"revision\":2,\"title\":\"" HOSTILE
	    "\",\"items\":40,\"publishers\":9,\"state\":\"open\",\"terms\":["
	    "\"quake\",\"rescue\"],\"languages\":[\"en\",\"fr\"]}");
	page = get("/e/e1/compare", 200);
	pages_has(page, "Revision 1</th>");
	pages_has(page, "<td>40 <b>+24</b></td>");
	pages_has(page,
	    "<td>9 <b>\xe2\x88\x92"
	    "3</b></td>");
	pages_has(page, "<ins><bdi dir=\"auto\">rescue</bdi></ins>");
	pages_has(page, "<del><bdi dir=\"auto\">&lt;script&gt;");
	pages_has(page, "<ins><bdi dir=\"auto\">fr</bdi></ins>");
	pages_has(page, "<tr><th scope=\"row\">headline");
	pages_has(page, "<tr class=\"differs\"><th scope=\"row\">items");
	page = get("/e/e1/compare?from=2&to=1", 200);
	pages_has(page,
	    "<td>16 <b>\xe2\x88\x92"
	    "24</b></td>");
	pages_get("/e/e1/compare?from=9", 404);
	pages_done();
}
END_TEST

START_TEST(two_events_are_compared)
{
	const char *page;

	answer_event();
	pages_answer("/v1/events/e2", 200,
	    "{\"event\":{\"event\":\"e2\",\"title\":\"" HOSTILE
	    "\",\"items\":41}}");
	page = get("/e/e1/compare?with=e2", 200);
	pages_has(page, "<td>41 <b>+1</b></td>");
	pages_has(page, "href=\"/e/e1/merge?with=e2\"");
	pages_get("/e/e1/compare?with=none", 404);
	pages_done();
}
END_TEST

#define JOB(state, more)                                                       \
	"{\"id\":\"j1\",\"kind\":\"explanation\",\"state\":\"" state           \
	"\",\"asked\":{\"event\":\"e1\",\"why_not\":null}" more "}"
#define VERDICT                                                                \
	"{\"at\":1772514133,\"fires\":false,\"held\":\"" HOSTILE               \
	"\",\"items\":1616,\"origins\":2,\"publishers\":3,\"probability\":"    \
	"0.4,\"parts\":[{\"part\":1.5,\"says\":\"" HOSTILE "\"}]}"

START_TEST(an_explanation_is_waited_for_and_shown)
{
	const char *page;

	pages_answer("/v1/jobs/j1", 200,
	    JOB("running", ",\"progress\":0.25,\"left_seconds\":12"));
	page = get("/explain/j1", 200);
	pages_has(page, "Running, 25 %, 12 s left");
	pages_has(page, "value=\"cancel-job\"");
	pages_has(page, "name=\"back\" value=\"/explain/j1\"");
	pages_answer("/v1/jobs/j1", 200,
	    JOB("done",
		",\"result\":{\"needed\":{\"items\":16,\"origins\":3},"
		"\"event\":{\"fired_at\":1772514133,\"items_reached\":"
		"1772514100,\"story\":{\"judged\":[" VERDICT
		"],\"largest\":" VERDICT "},\"verdict\":" VERDICT
		",\"items\":[{\"source\":\"" HOSTILE "\",\"title\":\"" HOSTILE
		"\",\"ts\":1772514100,\"origin\":true,\"publisher\":"
		"false}]}}"));
	page = get("/explain/j1", 200);
	pages_has(page, "<td class=\"n\">1,616</td>");
	ck_assert(strstr(page, "enough items") < strstr(page, "<dd>fired"));
	pages_has(page, "<b>+1.5</b>");
	pages_has(page, "<span class=\"copy\">new text</span>");
	pages_has(page, "<a href=\"/e/e1\">Back to the event</a>");
	pages_done();
}
END_TEST

START_TEST(an_explanation_that_has_no_result_says_why)
{
	pages_answer("/v1/jobs/j1", 200,
	    JOB("cancelled", ",\"error\":\"it was cancelled\""));
	pages_has(get("/explain/j1", 200), "No result: it was cancelled.");
	pages_answer("/v1/jobs/j1", 200,
	    JOB("failed", ",\"error\":\"" HOSTILE "\""));
	pages_has(get("/explain/j1", 200), "No result: ");
	pages_answer("/v1/jobs/j1", 200, JOB("done", ",\"result\":{}"));
	pages_has(get("/explain/j1", 200), "No story has such a headline.");
	pages_answer("/v1/jobs/j1", 200,
	    "{\"id\":\"j1\",\"kind\":\"explanation\",\"state\":\"done\","
	    "\"asked\":{\"event\":null,\"why_not\":\"" HOSTILE
	    "\"},\"result\":{\"stories\":[{\"story\":{\"title\":\"" HOSTILE
	    "\",\"largest\":" VERDICT "}}]}}");
	pages_has(get("/explain/j1", 200), "largest");
	pages_answer("/v1/jobs/j1", 200, "{\"kind\":\"trial\"}");
	pages_has(get("/explain/j1", 404), "this job explains nothing");
	pages_get("/explain/j2", 404);
	pages_done();
}
END_TEST

START_TEST(what_an_event_holds_by_a_merge_can_be_taken_back)
{
	const char *page;

	pages_answer("/v1/events/e1", 200,
	    "{\"event\":" EVENT("e1",
		",\"holds\":{\"items\":145,\"origins\":18,\"publishers\":104},"
		"\"parts\":[\"e2\",\"e3\"],\"split_from\":\"e0\"") "}");
	pages_answer("/v1/events/e1/history", 200,
	    "{\"actions\":[{\"action\":4,\"event\":\"e2\",\"kind\":\"merge\","
	    "\"author\":\"ada\",\"value\":\"e1\",\"at\":1772514133},{"
	    "\"action\":9,\"event\":\"e2\",\"kind\":\"merge\",\"author\":"
	    "\"" HOSTILE "\",\"value\":\"e1\",\"at\":1772514134},{\"action\":"
	    "10,\"event\":\"e1\",\"kind\":\"split\",\"author\":\"eva\","
	    "\"value\":\"e4\",\"at\":1772514135}]}");
	page = get("/e/e1", 200);
	pages_has(page, "<b data-n=\"items\">145</b>");
	pages_has(page, "name=\"unmerge\" value=\"9\"");
	ck_assert_uint_eq(pages_count(page, "name=\"unmerge\""), 1);
	pages_has(page, "Split from <a href=\"/e/e0\">");
	pages_has(page, "href=\"/e/e1/merge\"");
	page = get("/e/e1/history", 200);
	pages_has(page, "merged <a href=\"/e/e2\">");
	pages_has(page, "split off <a href=\"/e/e4\">");
	/* and the other side */
	pages_answer("/v1/events/e1", 200,
	    "{\"event\":" EVENT("e1",
		",\"desk\":{\"part_of\":\"e7\",\"part_of_by\":\"" HOSTILE
		"\",\"merge\":12}") "}");
	page = get("/e/e1", 200);
	pages_has(page, "Merged into <a href=\"/e/e7\">");
	pages_has(page, "name=\"unmerge\" value=\"12\"");
	pages_lacks(page, "href=\"/e/e1/merge\"");
	pages_done();
}
END_TEST

TCN_TESTS(web_desk)
{
	tcase_add_test(tc, the_nearest_events_come_first);
	tcase_add_test(tc, what_would_become_one_is_shown);
	tcase_add_test(tc, what_is_part_of_another_is_not_merged);
	tcase_add_test(tc, items_of_another_event_are_chosen);
	tcase_add_test(tc, revisions_are_compared);
	tcase_add_test(tc, two_events_are_compared);
	tcase_add_test(tc, an_explanation_is_waited_for_and_shown);
	tcase_add_test(tc, an_explanation_that_has_no_result_says_why);
	tcase_add_test(tc, what_an_event_holds_by_a_merge_can_be_taken_back);
}
