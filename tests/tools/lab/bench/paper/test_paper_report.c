/* A report and its writers: what they show. */
#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "tests/base/page.h"
#include "tools/lab/bench/bench_pairs.h"
#include "tools/lab/bench/paper/paper_look_ups.h"
#include "tools/lab/bench/paper/paper_neighbours.h"
#include "tools/lab/bench/paper/paper_report.h"

static const struct tcn_table_column columns[] = {
	{ "what", "what", TCN_TABLE_TEXT },
	{ "n", "how many", TCN_TABLE_COUNT },
};

static void
add_section(struct tcn_paper_report *report, const char *name)
{
	static const double x[] = { 1, 10, 100 }, y[] = { 0.5, NAN, 2 };
	struct tcn_paper_plot plot = {
		.name = name,
		.title = "A <plot>",
		.x_name = "x",
		.y_name = "y",
		.caption = "A gap & two points.",
		.log_x = true,
		.y_times = 1,
		.y_unit = "",
		.lines = { { .name = "one", .n = 3 } },
		.lines_n = 1,
	};
	struct tcn_table *table;

	tcn_paper_report_begin(report, name, "Title <of> it", "A source",
	    "made up");
	tcn_paper_report_claim(report, "a look-up", TCN_PAPER_SECONDS, 0.004,
	    "in a cloud", 2e-6, "in memory");
	tcn_paper_report_claim(report, "a slow one", TCN_PAPER_SECONDS, 1e-3,
	    "there", 2e-3, "here");
	tcn_paper_report_claim(report, "a share", TCN_PAPER_SHARE, NAN,
	    "not said", 0.25, "here");
	tcn_paper_report_claim(report, "a number", TCN_PAPER_NUMBER, 512,
	    "reckoned", 1024, "counted");
	table = tcn_paper_report_table(report, "rows", "Rows", columns, 2);
	for (uint64_t i = 0; i < 30; i++) {
		/* the page folds it up */
		union tcn_table_cell *row = tcn_paper_report_row(report, table);

		row[0].text = tcn_str("<b>");
		row[1].n = i;
	}
	plot.lines[0].x = tcn_paper_report_numbers(report, x, 3);
	plot.lines[0].y = tcn_paper_report_numbers(report, y, 3);
	tcn_paper_report_plot(report, &plot);
}

static void
check_has(const struct tcn_buf *out, const char *text)
{
	ck_assert_msg(strstr(out->at, text) != NULL, "%s", text);
}

START_TEST(claims_are_shown_with_their_conditions)
{
	struct page_fault fault = { "" };
	struct tcn_paper_report report;
	struct tcn_buf out = { 0 };

	tcn_paper_report_init(&report);
	add_section(&report, "first");
	add_section(&report, "second");
	tcn_paper_report_drop(&report, 1);
	ck_assert_uint_eq(report.n, 1);
	tcn_paper_text(&report, &report.sections[0], &out);
	check_has(&out, "published 4.00 ms, ours 2.00 us: 2,000 times faster");
	check_has(&out, "published 1.00 ms, ours 2.00 ms: 2.00 times slower");
	check_has(&out, "published no figure, ours 25.0 %: -");
	check_has(&out, "published 512, ours 1,024: x 2.00");
	check_has(&out, "published: in a cloud");
	tcn_buf_clear(&out);
	tcn_paper_json(&report.sections[0], &out);
	check_has(&out, "\"ours\":0.000002,\"ratio\":0.0005,");
	check_has(&out, "\"published\":null,\"ours\":0.25,\"ratio\":null,");
	tcn_buf_clear(&out);
	tcn_paper_html(&report, &out);
	ck_assert_msg(page_is_text(tcn_buf_view(&out), &fault), "%s",
	    fault.text);
	ck_assert_msg(page_is_html(tcn_buf_view(&out), &fault), "%s",
	    fault.text);
	check_has(&out, "<summary>Rows</summary>");
	check_has(&out, "&lt;b&gt;");
	tcn_buf_fini(&out);
	tcn_paper_report_fini(&report);
}
END_TEST

TCN_TESTS(paper_report)
{
	tcase_add_test(tc, claims_are_shown_with_their_conditions);
}
