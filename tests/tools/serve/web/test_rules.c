/*
 * The pages of rules: what they fired, their file, and trials.
 */
#include "tests/base/run.h"

#include "tests/tools/serve/web/pages.h"

#define HOSTILE "<script>alert(1)</script>\\\"><svg onload=x>'{{7*7}}</p>"

static const char rules[] =
    "{\"rules\":[{\"rule\":\"quakes\",\"severity\":\"critical\",\"lines\":["
    "\"quakes (critical)\",\"    more than 5\",\"    any: " HOSTILE "\"]},"
    "{\"rule\":\"" HOSTILE "\",\"severity\":\"" HOSTILE "\",\"lines\":[]}],"
    "\"more\":true,\"next\":2}";
static const char fired[] = "{\"rules\":[{\"rule\":\"quakes\",\"events\":1,"
			    "\"last_fired_at\":1772514133}]}";
static const char file[] =
    "{\"file\":\"" HOSTILE "\",\"version\":\"0123\",\"in_force\":false,"
    "\"writable\":true,\"yaml\":\"\\nrules:\\n  - {name: " HOSTILE "}\\n\","
    "\"errors\":[{\"line\":2,\"column\":14,\"severity\":\"error\",\"text\":"
    "\"" HOSTILE "\"},{\"line\":0,\"severity\":\"warning\",\"text\":\"odd\"}],"
    "\"kept\":[{\"name\":\"20261122T120000.000Z.yaml\","
    "\"replaced_at\":1795348800}]}";

START_TEST(the_list_tells_what_fired)
{
	const char *page;

	pages_answer("/v1/rules", 200, rules);
	pages_answer("/v1/rules/fired", 200, fired);
	pages_answer("/v1/rules/file", 200, file);
	page = pages_get("/rules", 200);
	pages_check_html(page);
	pages_has(page, "1 event in 7 days, latest <time");
	pages_has(page, "no event in 7 days");
	pages_has(page, "href=\"/rules/quakes\"");
	pages_has(page, "<li>more than 5</li>");
	pages_lacks(page, "quakes (critical)");
	pages_has(page, "The file was changed after it was loaded");
	pages_has(page, "line 2, column 14: ");
	pages_has(page, "odd (warning)");
	pages_has(page, "kept=20261122T120000.000Z.yaml");
	pages_has(page, "href=\"/rules?after=2\"");
	pages_lacks(page, "<script>alert");
	pages_done();
}
END_TEST

/* What cannot be told does not hide the rest. */
START_TEST(a_part_that_fails_says_so)
{
	const char *page;

	pages_answer("/v1/rules", 200, rules);
	pages_answer("/v1/rules/fired", 503, "{\"error\":\"it is too much\"}");
	pages_answer("/v1/rules/file", 409, "{\"error\":\"there is none\"}");
	page = pages_get("/rules", 200);
	pages_check_html(page);
	pages_has(page,
	    "The events of the rules are not available: it "
	    "is too much");
	pages_has(page, "there is none");
	pages_has(page, ">quakes<");
	pages_done();
}
END_TEST

START_TEST(a_rule_has_its_days_and_events)
{
	const char *page;

	pages_answer("/v1/rules/quakes/fired", 200,
	    "{\"since\":1772409600,\"until\":null,\"rule\":\"quakes\","
	    "\"in_force\":false,\"days\":[{\"at\":1772496000,\"events\":3},"
	    "{\"at\":1772409600,\"events\":9},{\"at\":1772582400,\"events\":"
	    "1}],\"events\":[{\"event\":\"e1\",\"title\":\"" HOSTILE
	    "\",\"severity\":\"critical\",\"items\":1,\"fired_at\":1772514133}"
	    "]}");
	page = pages_get("/rules/quakes", 200);
	pages_check_html(page);
	pages_has(page, "No rule in force has this name");
	pages_has(page, "href=\"/e/e1\"");
	ck_assert_uint_eq(pages_count(page, "<rect class=\"present\""), 2);
	pages_has(page, "<th scope=\"col\" class=\"n\">events</th>");
	pages_answer("/v1/rules", 200,
	    "{\"rules\":[{\"rule\":\"try\"},{\"rule\":\"..\"}]}");
	pages_has(pages_get("/rules", 200), "href=\"/rules/rule?name=try\"");
	pages_has(pages_get("/rules", 200), "href=\"/rules/rule?name=..\"");
	pages_answer("/v1/rules/try/fired", 200, "{\"in_force\":true}");
	pages_has(pages_get("/rules/rule?name=try", 200),
	    "<h1><bdi dir=\"auto\">try</bdi></h1>");
	pages_answer("/v1/rules/../fired", 200, "{\"in_force\":true}");
	pages_has(pages_get("/rules/rule?name=..", 200),
	    "<h1><bdi dir=\"auto\">..</bdi></h1>");
	pages_get("/rules/none", 404);
	pages_done();
}
END_TEST

START_TEST(the_editor_holds_the_file)
{
	const char *page;

	pages_answer("/v1/rules/file", 200, file);
	page = pages_get("/rules/try", 200);
	pages_check_html(page);
	/* The first line feed of a text area is dropped: one more stands. */
	pages_has(page, "wrap=\"off\">\n\nrules:\n  - {name: &lt;script&gt;");
	pages_has(page, "name=\"if_match\" value=\"0123\"");
	pages_has(page, "name=\"act\" value=\"trial\"");
	pages_has(page, "name=\"act\" value=\"save-rules\"");
	pages_has(page, "line 2, column 14: ");
	page = pages_get("/rules/try?add=rules:%0A%20%20-%20name:%20b%0A", 200);
	pages_check_html(page);
	pages_has(page, "}\n  - name: b\n</textarea>");
	pages_answer("/v1/rules/file?kept=k", 200,
	    "{\"version\":\"old\",\"yaml\":\"rules: []\",\"errors\":[]}");
	page = pages_get("/rules/try?kept=k", 200);
	pages_has(page, "This is an older file");
	pages_has(page, "name=\"if_match\" value=\"0123\"");
	pages_has(page, "rules: []</textarea>");
	pages_done();
}
END_TEST

START_TEST(without_a_file_rules_are_written_anew)
{
	const char *page;

	pages_answer("/v1/rules/file", 409, "{\"error\":\"there is none\"}");
	page = pages_get("/rules/try?add=rules:%0A%20%20-%20name:%20b%0A", 200);
	pages_check_html(page);
	pages_has(page, "there is none");
	pages_has(page, ">\nrules:\n  - name: b\n</textarea>");
	pages_lacks(page, "save-rules");
	pages_done();
}
END_TEST

#define ASKED                                                                  \
	"\"asked\":{\"yaml\":\"rules: []\",\"since\":1772323200,"              \
	"\"until\":1772582400}"

START_TEST(a_trial_that_runs_says_how_far)
{
	const char *page;

	pages_answer("/v1/rules/file", 200, file);
	pages_answer("/v1/jobs/1-1", 200,
	    "{\"id\":\"1-1\",\"state\":\"running\",\"progress\":0.384,"
	    "\"left_seconds\":12.2,\"error\":null," ASKED ",\"result\":null}");
	page = pages_get("/rules/try/1-1", 200);
	pages_check_html(page);
	pages_has(page, "Running, 38 %, 12 s left");
	pages_has(page, "<progress max=\"100\" value=\"38\"");
	pages_has(page, "name=\"job\" value=\"1-1\"");
	pages_lacks(page, "<textarea");
	pages_answer("/v1/jobs/1-2", 200,
	    "{\"id\":\"1-2\",\"state\":\"waiting\",\"progress\":null,"
	    "\"left_seconds\":null," ASKED "}");
	pages_has(pages_get("/rules/try/1-2", 200), "Waiting for another");
	pages_answer("/v1/jobs/1-3", 200,
	    "{\"id\":\"1-3\",\"state\":\"failed\",\"error\":\"" HOSTILE
	    "\"," ASKED "}");
	page = pages_get("/rules/try/1-3", 200);
	pages_check_html(page);
	pages_has(page, "No result: &lt;script&gt;");
	pages_has(page, "rules: []</textarea>");
	pages_done();
}
END_TEST

#define EVENT                                                                  \
	"{\"event\":\"e1\",\"fired_at\":1772514133,\"rule\":\"" HOSTILE        \
	"\",\"title\":\"" HOSTILE "\",\"publishers\":16,\"items\":[{\"at\":"   \
	"1772514100,\"source\":\"" HOSTILE "\",\"title\":\"" HOSTILE "\"}]}"

START_TEST(a_trial_shows_what_differs)
{
	const char *page;

	pages_answer("/v1/rules/file", 200, file);
	pages_answer("/v1/jobs/1-1", 200,
	    "{\"id\":\"1-1\",\"state\":\"done\",\"error\":null," ASKED
	    ",\"result\":{\"counts\":{\"a\":7,\"b\":6,\"same\":1,\"lost\":1,"
	    "\"gained\":2,\"later\":3,\"merged\":4},\"days\":[{\"at\":"
	    "1772496000,\"a\":7,\"b\":6}],\"differences\":[{\"kind\":\"lost\","
	    "\"shift\":null,\"a\":" EVENT ",\"b\":null},{\"kind\":\"later\","
	    "\"shift\":120,\"a\":" EVENT ",\"b\":" EVENT "}]}}");
	page = pages_get("/rules/try/1-1", 200);
	pages_check_html(page);
	pages_has(page, "<b>2</b> <span>gained</span>");
	pages_has(page, "<b>3</b> <span>later</span>");
	pages_has(page, "4 merged.");
	pages_has(page, "<b class=\"kind lost\">lost</b>");
	pages_has(page, "by 2 min");
	pages_has(page, "in force");
	ck_assert_uint_eq(pages_count(page, "<rect "), 2);
	pages_lacks(page, "<script>alert");
	pages_answer("/v1/jobs/1-2", 200,
	    "{\"id\":\"1-2\",\"state\":\"done\",\"error\":null," ASKED
	    ",\"result\":{\"counts\":{\"same\":22},\"days\":[],"
	    "\"differences\":[]}}");
	page = pages_get("/rules/try/1-2", 200);
	pages_check_html(page);
	pages_has(page, "No change: the same 22 events.");
	pages_done();
}
END_TEST

TCN_TESTS(web_rules)
{
	tcase_add_test(tc, the_list_tells_what_fired);
	tcase_add_test(tc, a_part_that_fails_says_so);
	tcase_add_test(tc, a_rule_has_its_days_and_events);
	tcase_add_test(tc, the_editor_holds_the_file);
	tcase_add_test(tc, without_a_file_rules_are_written_anew);
	tcase_add_test(tc, a_trial_that_runs_says_how_far);
	tcase_add_test(tc, a_trial_shows_what_differs);
}
