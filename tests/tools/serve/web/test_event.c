/*
 * The page of an event, over answers of the interface.
 */
#include "tests/base/run.h"

#include <string.h>

#include "tests/tools/serve/web/pages.h"

#define HOSTILE PAGES_JSON
#define EVENT                                                                  \
	"\"event\":{\"event\":\"e1\",\"revision\":2,\"severity\":\"critical\"" \
	",\"title\":\"" HOSTILE "\",\"rule\":\"" HOSTILE "\",\"state\":"       \
	"\"updated\",\"kind\":\"" HOSTILE "\",\"first_at\":1772514100,"        \
	"\"fired_at\":1772514133,\"changed_at\":1772514200,\"items\":1234,"    \
	"\"origins\":62,\"publishers\":1,\"languages\":[\"en\",\"" HOSTILE     \
	"\"],"

static const char answer[] =
    "{\"seen\":{\"at\":1772514150,\"items\":24,\"publishers\":1,"
    "\"languages\":[\"fr\"]}," EVENT "\"desk\":{\"owner\":\"" HOSTILE
    "\",\"acknowledged_at\":null}},"
    "\"revisions\":[{\"event\":\"e1\",\"revision\":2,\"items\":1234,\"why\":["
    "\"grew\"],\"changed_at\":1772514200},{\"revision\":1,\"items\":16,"
    "\"origins\":5,\"publishers\":6,\"changed_at\":1772514133}],"
    "\"reason\":{\"more_than\":15,\"within_seconds\":14400,\"rise\":26,"
    "\"riser\":\"" HOSTILE "\",\"probability\":0.92,\"least\":0.5,\"parts\":["
    "{\"part\":3.47,\"says\":\"" HOSTILE "\"},{\"part\":-1.4,\"says\":\"only "
    "few\"},{\"part\":0.001,\"says\":\"nothing\"}]},"
    "\"items\":[{\"id\":\"n1\",\"source\":\"" HOSTILE "\",\"url\":"
    "\"javascript:alert(1)\",\"title\":\"" HOSTILE "\",\"at\":1772514100},"
    "{\"id\":\"n2\",\"url\":\"https://www.a.example/x\",\"duplicate_of\":1,"
    "\"lang\":\"fr\",\"at\":1772514101}]}";

static const char history[] =
    "{\"actions\":[{\"kind\":\"note\",\"author\":\"" HOSTILE "\",\"value\":"
    "\"" HOSTILE "\",\"at\":1772514300}],\"silences\":[{\"kind\":\"event\","
    "\"value\":\"" HOSTILE "\",\"holds\":true,\"expires_at\":1772515000}],"
    "\"deliveries\":[{\"message\":7,\"revision\":1,\"receiver\":\"" HOSTILE
    "\",\"state\":\"dead\",\"created_at\":1772514134,\"done_at\":1772514135,"
    "\"error\":\"" HOSTILE "\"}]}";

static const char *
get(void)
{
	pages_answer("/v1/events/e1", 200, answer);
	pages_answer("/v1/events/e1/history", 200, history);
	pages_answer("/v1/events/e1/report?format=sections&lang=en", 200,
	    "<section>\n<h2>In their words</h2>\n</section>\n");
	return pages_get("/e/e1", 200);
}

START_TEST(all_that_is_known_is_shown)
{
	const char *page = get();

	pages_check_html(page);
	pages_has(page, "<b class=\"sev critical\">critical</b>");
	pages_has(page, "<span class=\"state\" data-t=\"state\">open</span>");
	pages_has(page, "<b data-n=\"items\">1,234</b> <span>items</span>");
	pages_has(page,
	    "<b data-n=\"publishers\">1</b> "
	    "<span>publisher</span>");
	pages_has(page, "<b>33 s</b> <span>from first item to alarm</span>");
	pages_has(page, "+24 items, +1 publisher, fr joined");
	pages_has(page,
	    "items within 4 h</th><td class=\"n\">more than "
	    "15</td><td class=\"n\">16</td>");
	pages_has(page, "<td class=\"n\">50%</td><td class=\"n\">92%</td>");
	pages_has(page, "<b>+3.5</b>");
	pages_has(page, "Evidence against");
	pages_lacks(page, ">nothing<");
	pages_has(page, "<h2>In their words</h2>");
	pages_has(page, "a.example</bdi></b> fr <span class=\"copy\">copy");
	pages_has(page, "dead <time");
	pages_has(page, "name=\"resend\" value=\"7\"");
	pages_done();
}
END_TEST

START_TEST(what_was_sent_in_stays_text)
{
	const char *page = get();

	pages_lacks(page, "<script>alert");
	pages_lacks(page, "<svg onload");
	pages_lacks(page, "javascript:");
	pages_done();
}
END_TEST

START_TEST(one_part_may_fail_alone)
{
	const char *page;

	pages_answer("/v1/events/e1", 200, answer);
	pages_answer("/v1/events/e1/history", 200, "{}");
	page = pages_get("/e/e1", 200);
	pages_check_html(page);
	pages_has(page, "The report could not be made");
	pages_has(page, "No message was sent.");
	pages_done();
}
END_TEST

START_TEST(an_event_that_is_not_there_is_said_so)
{
	const char *page;

	pages_answer("/v1/events/e1", 404,
	    "{\"error\":\"no event has the id '<e1>'\"}");
	page = pages_get("/e/e1", 404);
	pages_check_html(page);
	pages_has(page, "no event has the id &#39;&lt;e1&gt;&#39;.");
	pages_done();
}
END_TEST

static const char items[] =
    "{\"matching\":1240,\"texts\":2,\"items\":[{\"id\":\"n1\",\"source\":"
    "\"" HOSTILE "\",\"title\":\"" HOSTILE "\",\"url\":\"javascript:alert(1)\","
    "\"at\":1772514100,\"copies_n\":7}],\"more\":true,\"next\":4711}";

START_TEST(items_come_by_pages)
{
	const char *page;

	pages_answer("/v1/events/e1", 200, answer);
	pages_answer("/v1/events/e1/history", 200, history);
	pages_answer("/v1/events/e1/items?after=5&lang=fr&order=newest", 200,
	    items);
	page = pages_get("/e/e1/items?order=newest&lang=fr&after=5", 200);
	pages_check_html(page);
	pages_lacks(page, "<svg onload");
	pages_lacks(page, "javascript:");
	pages_has(page, "1,240 items, 2 texts");
	pages_has(page, "+ 7 copies");
	pages_has(page,
	    "href=\"/e/e1/items?order=newest&amp;lang=fr&amp;"
	    "after=4711\"");
	pages_has(page, "<option value=\"newest\" selected>");
	pages_done();
}
END_TEST

START_TEST(a_revision_is_shown_as_it_was)
{
	const char *page;

	pages_answer("/v1/events/e1", 200, answer);
	pages_answer("/v1/events/e1/history", 200, history);
	pages_answer("/v1/events/e1/revisions/1", 200,
	    "{\"event\":\"e1\",\"revision\":1,\"title\":\"" HOSTILE
	    "\",\"items\":16,\"changed_at\":1772514133,\"state\":\"open\","
	    "\"terms\":[\"" HOSTILE "\"],\"languages\":[\"en\"]}");
	page = pages_get("/e/e1/r/1", 200);
	pages_check_html(page);
	pages_has(page, "<h1>Revision 1 of 2</h1>");
	pages_has(page, "<b data-n=\"items\">16</b>");
	pages_lacks(page, "<svg onload");
	pages_get("/e/e1/r/9", 404);
	pages_done();
}
END_TEST

START_TEST(the_history_is_in_order_of_time)
{
	const char *page;

	pages_answer("/v1/events/e1", 200, answer);
	pages_answer("/v1/events/e1/history", 200, history);
	page = pages_get("/e/e1/history", 200);
	pages_check_html(page);
	pages_lacks(page, "<svg onload");
	ck_assert(strstr(page, "dead: ") < strstr(page, "</b>: note "));
	pages_done();
}
END_TEST

TCN_TESTS(event)
{
	tcase_add_test(tc, items_come_by_pages);
	tcase_add_test(tc, a_revision_is_shown_as_it_was);
	tcase_add_test(tc, the_history_is_in_order_of_time);
	tcase_add_test(tc, all_that_is_known_is_shown);
	tcase_add_test(tc, what_was_sent_in_stays_text);
	tcase_add_test(tc, one_part_may_fail_alone);
	tcase_add_test(tc, an_event_that_is_not_there_is_said_so);
}
