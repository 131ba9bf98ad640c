/*
 * The pages of receivers, silences and health.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/buf.h"
#include "tests/tools/serve/web/pages.h"

#define HOSTILE "<script>alert(1)</script>\\\"><svg onload=x>'{{7*7}}</p>"

START_TEST(receivers_and_what_they_did_not_take)
{
	const char *page;

	pages_answer("/v1/receivers", 200,
	    "{\"receivers\":[{\"receiver\":\"" HOSTILE
	    "\",\"kind\":\"webhook\",\"state\":\"failing\",\"waiting\":1234,"
	    "\"held\":0,\"sent\":5,\"dead\":2,\"last_sent_at\":1772514133,"
	    "\"last_failed_at\":1772514200,\"last_error\":\"" HOSTILE
	    "\",\"test\":{\"state\":\"taken\",\"at\":1772514300,"
	    "\"took_seconds\":0.12,\"status\":200,\"error\":null}},"
	    "{\"receiver\":\"log\",\"kind\":\"file\",\"state\":\"unused\","
	    "\"test\":null},{\"receiver\":\"b\",\"state\":\"well\",\"test\":{"
	    "\"state\":\"failed\",\"at\":1772514300,\"error\":\"" HOSTILE
	    "\"}},{\"receiver\":\"c\",\"test\":{\"state\":\"under_way\"}}],"
	    "\"desks\":[{\"desk\":\"" HOSTILE
	    "\",\"receivers\":[\"log\",\"" HOSTILE "\"]}]}");
	pages_answer("/v1/deliveries?limit=50&state=dead", 200,
	    "{\"deliveries\":[{\"id\":7,\"event\":\"e1\",\"receiver\":"
	    "\"" HOSTILE "\",\"error\":\"" HOSTILE "\",\"title\":\"" HOSTILE
	    "\",\"done_at\":1772514400},{\"id\":6,\"event\":\"digest-1\"}],"
	    "\"more\":true,\"next\":7}");
	page = pages_get("/receivers", 200);
	pages_check_html(page);
	pages_has(page, "<b class=\"failed\">failing</b> webhook");
	pages_has(page, "<b>1,234</b> waiting");
	pages_has(page, "accepted in 120 ms, status 200.");
	pages_has(page, ": being sent.");
	ck_assert_uint_eq(pages_count(page, "name=\"message\" value=\"7\""), 2);
	pages_has(page, "value=\"drop\"");
	pages_has(page, "<a href=\"/e/e1\">");
	pages_lacks(page, "/e/digest-1");
	pages_has(page, ">Resend all 2<");
	pages_has(page, ">Drop all 2<");
	pages_has(page, "/receivers?before=7#dead");
	pages_lacks(page, "<script>alert");
	pages_done();
}
END_TEST

START_TEST(without_receivers_it_says_so)
{
	const char *page;

	pages_answer("/v1/receivers", 200, "{\"receivers\":[],\"desks\":[]}");
	page = pages_get("/receivers", 200);
	pages_check_html(page);
	pages_has(page, "No receivers: ");
	pages_has(page, "They cannot be listed: nothing is said of");
	pages_done();
}
END_TEST

START_TEST(silences_that_hold_can_be_ended)
{
	static const char holds[] =
	    ("{\"silences\":[{\"silence\":3,\"kind\":\"event\",\"value\":"
	     "\"e1\",\"author\":\"" HOSTILE "\",\"reason\":\"" HOSTILE
	     "\",\"created_at\":1772514133,\"expires_at\":1772520000,"
	     "\"ended_at\":null,\"holds\":true,\"messages\":3,\"events\":1}]}");
	const char *page;

	pages_answer("/v1/silences?limit=1000", 200, holds);
	pages_answer("/v1/silences?all=true", 200,
	    "{\"silences\":[{\"silence\":3,\"kind\":\"event\",\"holds\":true},{"
	    "\"silence\":2,\"kind\":"
	    "\"term\",\"value\":\"" HOSTILE "\",\"author\":\"eva\",\"reason\":"
	    "null,\"created_at\":1772514133,\"expires_at\":1772520000,"
	    "\"ended_at\":1772515000,\"ended_by\":\"ada\",\"holds\":false}],"
	    "\"more\":false,\"next\":null}");
	page = pages_get("/silences", 200);
	pages_check_html(page);
	pages_has(page, "event <a href=\"/e/e1\">e1</a>");
	pages_has(page, "name=\"silence\" value=\"3\"");
	pages_lacks(page, "name=\"silence\" value=\"2\"");
	pages_has(page, "; ended by ");
	pages_has(page, "/silences/3\">3 messages about 1 event</a>");
	pages_has(page, "/silences/2\">nothing so far</a>");
	pages_lacks(page, "<script>alert");
	pages_answer("/v1/silences?limit=1000", 200, "{\"silences\":[]}");
	pages_answer("/v1/silences?all=true", 200, "{\"silences\":[]}");
	pages_has(pages_get("/silences", 200), "No silence is active.");
	pages_done();
}
END_TEST

START_TEST(a_silence_lists_what_it_kept_quiet)
{
	const char *page;

	pages_answer("/v1/silences/3", 200,
	    "{\"silence\":3,\"kind\":\"rule\",\"value\":\"" HOSTILE
	    "\",\"author\":\"ada\",\"holds\":true,\"created_at\":1772514133,"
	    "\"expires_at\":1772520000,\"messages\":2,\"events\":1}");
	pages_answer("/v1/deliveries?limit=100&silence=3", 200,
	    "{\"deliveries\":[{\"id\":7,\"event\":\"e1\",\"receiver\":"
	    "\"" HOSTILE "\",\"state\":\"held\",\"why\":\"" HOSTILE
	    "\",\"title\":\"" HOSTILE "\"}],\"more\":true,\"next\":7}");
	page = pages_get("/silences/3", 200);
	pages_check_html(page);
	pages_has(page, "2 messages about 1 event. Only");
	pages_has(page, "<a href=\"/e/e1\">");
	pages_has(page, "href=\"?before=7\"");
	pages_has(page, "name=\"silence\" value=\"3\"");
	pages_lacks(page, "<script>alert");
	pages_get("/silences/4", 404);
	pages_done();
}
END_TEST

START_TEST(health_is_drawn_and_said)
{
	struct tcn_buf minutes = { 0 };
	const char *page;

	tcn_buf_z(&minutes, "{\"every\":6,\"minutes\":[");
	for (int i = 0; i < 240; i++)
		tcn_buf_printf(&minutes,
		    "%s{\"at\":%d,\"articles\":%d,\"events\":%d,\"sent\":0,"
		    "\"wait_seconds\":%s,\"memory_bytes\":50000000,"
		    "\"listeners\":2}",
		    i ? "," : "", 1772496000 + 360 * i, i * 7, i % 3,
		    i % 2 ? "0.016" : "null");
	tcn_buf_z(&minutes, "]}");
	pages_answer("/v1/intake?brief=true", 200,
	    "{\"feeds\":{\"n\":9,\"failing\":1}}");
	pages_answer("/v1/receivers", 200,
	    "{\"receivers\":[{\"dead\":3},{\"dead\":4,\"waiting\":0},7]}");
	pages_answer("/readyz", 503, "{\"error\":\"the clock is wrong\"}");
	pages_answer("/v1/stats", 200,
	    "{\"started_at\":1772496000,\"stream_at\":null,\"articles\":{"
	    "\"stored\":1240,\"rejected\":4},\"stories\":{\"open\":9},"
	    "\"events\":2}");
	pages_answer("/v1/minutes?every=6", 200, minutes.at);
	pages_answer("/v1/settings", 200,
	    "{\"version\":\"1\",\"changed\":[{\"key\":\"rules.file\",\"value\":"
	    "\"" HOSTILE "\",\"default\":\"\",\"help\":\"" HOSTILE "\"}]}");
	page = pages_get("/health", 200);
	pages_check_html(page);
	pages_has(page, "Not ready</b> the clock is wrong.");
	pages_has(page, "<b>1,240</b>");
	ck_assert_uint_eq(pages_count(page, "role=\"img\""), 7);
	ck_assert_uint_eq(pages_count(page, "as a table"), 7);
	pages_has(page, "<a href=\"/feeds\">1 feed failing</a>");
	pages_has(page, "<a href=\"/receivers#dead\">7 dead letters</a>");
	pages_lacks(page, "waiting to be sent");
	pages_has(page, "<td>none</td>");
	pages_lacks(page, "<script>alert");
	pages_answer("/v1/minutes?every=6", 200, "{\"minutes\":[]}");
	pages_has(pages_get("/health", 200), "the first appear after a minute");
	tcn_buf_fini(&minutes);
	pages_done();
}
END_TEST

/* An hour, a day and a week: each axis reaches as far, however little is known,
 * and its numbers are told apart. */
START_TEST(health_has_ranges_and_true_axes)
{
	static const struct {
		const char *path, *target, *heading, *first;
	} ranges[] = {
		{ "/health", "/v1/minutes?every=6", "The last 24 hours",
		    "data-at=\"1772409600\">2 Mar</text>" },
		{ "/health?range=1h", "/v1/minutes?hours=1", "The last hour",
		    "data-at=\"1772492400\">23:00</text>" },
		{ "/health?range=7d", "/v1/minutes?every=42&hours=168",
		    "The last 7 days", "data-at=\"1771891200\">24 Feb</text>" },
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
		const char *page;

		pages_answer(ranges[i].target, 200,
		    "{\"minutes\":[{\"at\":1772495940,\"wait_seconds\":0.002,"
		    "\"memory_bytes\":12300000},{\"at\":1772496000}]}");
		page = pages_get(ranges[i].path, 200);
		pages_check_html(page);
		pages_has(page, ranges[i].heading);
		pages_has(page, ranges[i].first);
		pages_lacks(page, ">-0");
		/* All are 0: the axis is one of counts, or ends at 1. */
		pages_has(page, ">0.2</text>");
		/* 2 ms are told from 0. */
		pages_has(page, ">0.5</text>");
		pages_has(page, ">2.0</text>");
		ck_assert_uint_eq(pages_count(page,
				      "\" aria-current=\"true\">"),
		    1);
	}
	pages_done();
}
END_TEST

/* One sample, none that counts, and numbers that are too large to be meant. */
START_TEST(odd_figures_are_drawn_all_the_same)
{
	static const char *const bodies[] = {
		"{\"minutes\":[{\"at\":1772496000}]}",
		"{\"minutes\":[{\"at\":null,\"articles\":-5},{\"at\":null}]}",
		("{\"minutes\":[{\"at\":1,\"articles\":1e300,\"events\":1e300,"
		 "\"memory_bytes\":1e15},{\"at\":1772496000,\"articles\":2}]}"),
		"{\"minutes\":7}",
	};

	for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
		pages_answer("/v1/minutes?every=6", 200, bodies[i]);
		pages_check_html(pages_get("/health", 200));
		pages_has(pages_get("/health", 200),
		    "Nothing needs attention.");
	}
	pages_done();
}
END_TEST

TCN_TESTS(web_state)
{
	tcase_add_test(tc, receivers_and_what_they_did_not_take);
	tcase_add_test(tc, without_receivers_it_says_so);
	tcase_add_test(tc, silences_that_hold_can_be_ended);
	tcase_add_test(tc, a_silence_lists_what_it_kept_quiet);
	tcase_add_test(tc, health_is_drawn_and_said);
	tcase_add_test(tc, health_has_ranges_and_true_axes);
	tcase_add_test(tc, odd_figures_are_drawn_all_the_same);
}
