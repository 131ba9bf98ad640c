/*
 * The archive by day.
 */
#include "tests/base/run.h"

#include "tests/tools/serve/web/pages.h"

#define DAYS                                                                   \
	"{\"days\":[{\"at\":1772496000,\"events\":1240},{\"at\":1772409600,"   \
	"\"events\":1}]}"
#define EVENTS                                                                 \
	"{\"events\":[{\"event\":\"e<1>\",\"title\":\"" PAGES_JSON "\","       \
	"\"severity\":\"high\",\"state\":\"closed\",\"fired_at\":1772514271,"  \
	"\"items\":1,\"publishers\":80,\"languages\":[\"en\"]}],\"more\":true" \
	",\"next\":\"1772514271000-e1\"}"

START_TEST(the_last_day_is_shown_and_all_are_listed)
{
	const char *page;

	pages_answer("/v1/events/days", 200, DAYS);
	pages_answer("/v1/events?limit=100&order=newest&since=2026-03-03&"
		     "until=2026-03-04",
	    200, EVENTS);
	page = pages_get("/reports", 200);
	pages_check_html(page);
	pages_has(page, "<h1>Reports of Tue 3 Mar 2026</h1>");
	pages_has(page, "<a href=\"/reports/2026-03-02\">Mon 2 Mar 2026</a> 1");
	pages_has(page, "aria-current=\"page\">Tue 3 Mar 2026</a> 1,240");
	pages_has(page, "href=\"/e/e%3C1%3E\"");
	pages_has(page, "/v1/events/e%3C1%3E/report?format=ninjs");
	pages_has(page, "href=\"/reports/2026-03-03?after=1772514271000-e1\"");
	pages_lacks(page, "<svg onload");
	pages_done();
}
END_TEST

#define TOLD_TWICE                                                             \
	"{\"events\":[{\"event\":\"e1\",\"title\":\"Quake hits Oster\","       \
	"\"also_told\":[{\"event\":\"e2\",\"lang\":\"it\",\"title\":"          \
	"\"" PAGES_JSON "\",\"leads\":false}]},"                               \
	"{\"event\":\"e2\",\"title\":\"Terremoto a Oster\",\"also_told\":["    \
	"{\"event\":\"e1\",\"lang\":\"en\",\"title\":\"Quake hits Oster\","    \
	"\"leads\":true}]},"                                                   \
	"{\"event\":\"e3\",\"title\":\"Incendio a Dunmore\",\"also_told\":["   \
	"{\"event\":\"e4\",\"lang\":\"en\",\"title\":\"Fire at Dunmore\","     \
	"\"leads\":true}]}],\"more\":false,\"next\":null}"

/* What is told in two languages has one row, at the event that leads, if that
 * is in the list. */
START_TEST(what_is_told_twice_is_shown_once)
{
	const char *page;

	pages_answer("/v1/events/days", 200, DAYS);
	pages_answer("/v1/events?limit=100&order=newest&since=2026-03-03&"
		     "until=2026-03-04",
	    200, TOLD_TWICE);
	page = pages_get("/reports", 200);
	pages_check_html(page);
	pages_has(page, "Also told it: <a href=\"/e/e2\">");
	pages_lacks(page, "Terremoto");
	pages_lacks(page, "<svg onload");
	pages_has(page, "Incendio a Dunmore");
	pages_has(page, "Fire at Dunmore");
	pages_has(page, "its report covers all of them");
	pages_done();
}
END_TEST

START_TEST(filters_stay_in_the_address)
{
	const char *page;

	pages_answer("/v1/events/days", 200, DAYS);
	pages_answer("/v1/events?limit=100&min_items=20&order=newest&"
		     "severity=high&since=2026-03-02&until=2026-03-03",
	    200, "{\"events\":[],\"more\":false,\"next\":null}");
	page = pages_get("/reports/2026-03-02?severity=high&min_items=20", 200);
	pages_check_html(page);
	pages_has(page, "No event of that day matches.");
	pages_has(page,
	    "href=\"/reports/2026-03-03?severity=high&amp;"
	    "min_items=20\"");
	pages_has(page, "<option value=\"high\" selected>high</option>");
	pages_done();
}
END_TEST

static const char *const odd[] = { "/reports/2026-3-3", "/reports/2026-02-30",
	"/reports/%3Cb%3E2026-03", "/reports/2026-03-03T05" };

START_TEST(odd_days_are_refused)
{
	pages_answer("/v1/events/days", 200, DAYS);
	pages_check_html(pages_get(odd[_i], 404));
	pages_done();
}
END_TEST

START_TEST(an_empty_archive_says_so)
{
	pages_answer("/v1/events/days", 200, "{\"days\":[]}");
	pages_has(pages_get("/reports", 200), "No event has fired yet.");
	pages_done();
}
END_TEST

#define EDITIONS                                                               \
	"{\"editions\":[{\"name\":\"morning\",\"state\":\"made\",\"number\":"  \
	"7,"                                                                   \
	"\"title\":\"" PAGES_JSON "\",\"due_at\":1772514271,\"events\":1,"     \
	"\"reason\":\"2 h late\"},{\"name\":\"morning\",\"state\":\"begun\","  \
	"\"number\":null,\"title\":\"\",\"due_at\":1772514270,\"events\":0,"   \
	"\"reason\":\"\"}],\"next\":[{\"title\":\"M\",\"due_local\":"          \
	"\"Tue 2026-03-03 07:00 +01:00\"}]}"

START_TEST(editions_are_listed)
{
	const char *page;

	pages_answer("/v1/editions?limit=200", 200, EDITIONS);
	page = pages_get("/editions", 200);
	pages_check_html(page);
	pages_has(page, "href=\"/v1/editions/morning/7?format=html\"");
	pages_has(page, "2 h late");
	pages_has(page, "M: Tue 2026-03-03 07:00 +01:00");
	pages_lacks(page, "<svg onload");
	pages_done();
	pages_answer("/v1/editions?limit=200", 200,
	    "{\"editions\":[],\"next\":[]}");
	page = pages_get("/editions", 200);
	pages_has(page, "No edition has been made yet.");
	pages_has(page, "No editions: ");
	pages_done();
}
END_TEST

TCN_TESTS(reports)
{
	tcase_add_test(tc, editions_are_listed);
	tcase_add_test(tc, the_last_day_is_shown_and_all_are_listed);
	tcase_add_test(tc, what_is_told_twice_is_shown_once);
	tcase_add_test(tc, filters_stay_in_the_address);
	TCN_EACH(odd_days_are_refused, odd);
	tcase_add_test(tc, an_empty_archive_says_so);
}
