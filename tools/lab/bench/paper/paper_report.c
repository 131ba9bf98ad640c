#include "tools/lab/bench/paper/paper_report.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "engine/base/mem.h"

void
tcn_paper_report_init(struct tcn_paper_report *report)
{
	*report = (struct tcn_paper_report){ .n = 0 };
	tcn_arena_init(&report->arena, 0);
}

void
tcn_paper_report_drop(struct tcn_paper_report *report, size_t n)
{
	while (report->n > n)
		tcn_mem_free(report->sections[--report->n].claims);
}

void
tcn_paper_report_fini(struct tcn_paper_report *report)
{
	tcn_paper_report_drop(report, 0);
	tcn_arena_fini(&report->arena);
}

struct tcn_str
tcn_paper_report_text(struct tcn_paper_report *report, struct tcn_str text)
{
	struct tcn_str copy;

	tcn_arena_str(&report->arena, text, &copy);
	return copy;
}

static struct tcn_paper_section *
last(struct tcn_paper_report *report)
{
	assert(report->n > 0);
	return &report->sections[report->n - 1];
}

struct tcn_paper_section *
tcn_paper_report_begin(struct tcn_paper_report *report, const char *name,
    const char *title, const char *source, const char *data)
{
	struct tcn_paper_section *section;

	assert(report->n < TCN_PAPER_SECTIONS_MAX);
	section = &report->sections[report->n++];
	*section = (struct tcn_paper_section){
		.name = name,
		.title = title,
		.source = source,
		.data = tcn_paper_report_text(report, tcn_str(data)),
	};
	return section;
}

void
tcn_paper_report_data(struct tcn_paper_report *report,
    const struct tcn_buf *data)
{
	last(report)->data = tcn_paper_report_text(report, tcn_buf_view(data));
}

void
tcn_paper_report_claim(struct tcn_paper_report *report, const char *what,
    enum tcn_paper_unit unit, double published, const char *there, double ours,
    const char *here)
{
	struct tcn_paper_section *section = last(report);
	struct tcn_paper_claim *claims = tcn_mem_grow(section->claims,
	    &section->claims_cap, section->claims_n + 1, sizeof *claims);

	section->claims = claims;
	claims[section->claims_n++] = (struct tcn_paper_claim){
		.what = what,
		.unit = unit,
		.published = published,
		.ours = ours,
		.there = tcn_paper_report_text(report, tcn_str(there)),
		.here = tcn_paper_report_text(report, tcn_str(here)),
	};
}

struct tcn_table *
tcn_paper_report_table(struct tcn_paper_report *report, const char *name,
    const char *title, const struct tcn_table_column *columns, size_t columns_n)
{
	struct tcn_paper_section *section = last(report);
	struct tcn_table *table;

	assert(section->tables_n < TCN_PAPER_TABLES_MAX);
	table = &section->tables[section->tables_n++];
	*table = (struct tcn_table){
		.name = name,
		.title = title,
		.columns = columns,
		.columns_n = columns_n,
	};
	return table;
}

union tcn_table_cell *
tcn_paper_report_row(struct tcn_paper_report *report, struct tcn_table *table)
{
	return tcn_table_add(table, &report->arena);
}

const double *
tcn_paper_report_numbers(struct tcn_paper_report *report, const double *numbers,
    size_t n)
{
	double *copy = tcn_arena_zalloc(&report->arena, n + 1, sizeof *copy);

	if (n)
		memcpy(copy, numbers, n * sizeof *copy);
	return copy;
}

void
tcn_paper_report_plot(struct tcn_paper_report *report,
    const struct tcn_paper_plot *plot)
{
	struct tcn_paper_section *section = last(report);

	assert(section->plots_n < TCN_PAPER_PLOTS_MAX);
	section->plots[section->plots_n++] = *plot;
}

/* ---- claims ---- */

double
tcn_paper_report_ratio(const struct tcn_paper_claim *claim)
{
	return claim->published > 0 ? claim->ours / claim->published
				    : (double)NAN;
}

static void
put_value(const struct tcn_paper_claim *claim, double value,
    struct tcn_buf *out)
{
	if (isnan(value))
		tcn_buf_z(out, "-");
	else if (claim->unit == TCN_PAPER_SECONDS)
		tcn_table_seconds(value, out);
	else if (claim->unit == TCN_PAPER_SHARE)
		tcn_buf_printf(out, "%.1f %%", 100 * value);
	else
		tcn_table_figure(value, out);
}

/* "2,430 times faster", "1.5 times slower", "x 0.98". */
static void
put_ratio(const struct tcn_paper_claim *claim, struct tcn_buf *out)
{
	double ratio = tcn_paper_report_ratio(claim);
	bool faster = ratio < 1;

	if (isnan(ratio)) {
		tcn_buf_z(out, "-");
	} else if (claim->unit == TCN_PAPER_SECONDS && ratio > 0) {
		tcn_table_figure(faster ? 1 / ratio : ratio, out);
		tcn_buf_printf(out, " times %s", faster ? "faster" : "slower");
	} else {
		tcn_buf_z(out, "x ");
		tcn_table_figure(ratio, out);
	}
}

static const struct tcn_table_column columns[] = {
	{ "figure", "figure", TCN_TABLE_TEXT },
	{ "published", "published", TCN_TABLE_TEXT },
	{ "ours", "ours", TCN_TABLE_TEXT },
	{ "ratio", "ratio", TCN_TABLE_TEXT },
	{ "published_under", "published under", TCN_TABLE_TEXT },
	{ "ours_under", "ours under", TCN_TABLE_TEXT },
};

struct tcn_table
tcn_paper_report_claims(struct tcn_paper_report *report,
    const struct tcn_paper_section *section)
{
	struct tcn_table table = {
		.name = "claims",
		.title = "Published, and measured here",
		.columns = columns,
		.columns_n = sizeof columns / sizeof *columns,
	};
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < section->claims_n; i++) {
		const struct tcn_paper_claim *claim = &section->claims[i];
		union tcn_table_cell *row =
		    tcn_paper_report_row(report, &table);

		row[0].text = tcn_str(claim->what);
		for (size_t c = 1; c <= 3; c++) {
			tcn_buf_clear(&text);
			if (c == 3)
				put_ratio(claim, &text);
			else if (c == 1 && isnan(claim->published))
				tcn_buf_z(&text, "no figure");
			else
				put_value(claim,
				    c == 1 ? claim->published : claim->ours,
				    &text);
			row[c].text =
			    tcn_paper_report_text(report, tcn_buf_view(&text));
		}
		row[4].text = claim->there;
		row[5].text = claim->here;
	}
	tcn_buf_fini(&text);
	return table;
}
