/*
 * tools/lab/bench/paper/paper_text.c - a section for the terminal, and as JSON.
 *
 * On a terminal a claim is a few lines, since its conditions are sentences.
 * JSON is one object a section, on a line of its own, whose numbers are not
 * rounded for reading.
 */
#include <math.h>

#include "tools/base/json_out.h"
#include "tools/base/opt.h"
#include "tools/lab/bench/paper/paper_report.h"

enum {
	ROWS_MAX = 100,
	INDENT = 4,
	DIGITS = 9,
};

static void
put_claims(struct tcn_paper_report *report,
    const struct tcn_paper_section *section, struct tcn_buf *out)
{
	struct tcn_table claims = tcn_paper_report_claims(report, section);

	for (size_t i = 0; i < claims.rows_n; i++) {
		const struct tcn_str *texts[6];

		for (size_t c = 0; c < 6; c++)
			texts[c] = &tcn_table_cell(&claims, i, c)->text;
		tcn_buf_printf(out,
		    "\n  %.*s\n    published %.*s, ours %.*s: %.*s\n",
		    TCN_STR_ARG(*texts[0]), TCN_STR_ARG(*texts[1]),
		    TCN_STR_ARG(*texts[2]), TCN_STR_ARG(*texts[3]));
		tcn_buf_z(out, "    published: ");
		tcn_opt_wrap(out, texts[4]->at, INDENT + 11, INDENT + 2);
		tcn_buf_z(out, "    ours: ");
		tcn_opt_wrap(out, texts[5]->at, INDENT + 6, INDENT + 2);
	}
}

void
tcn_paper_text(struct tcn_paper_report *report,
    const struct tcn_paper_section *section, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%s: %s\n", section->name, section->title);
	tcn_opt_wrap(out, section->source, 0, 0);
	tcn_opt_wrap(out, section->data.at, 0, 0);
	put_claims(report, section, out);
	for (size_t i = 0; i < section->tables_n; i++)
		tcn_table_text(&section->tables[i], ROWS_MAX, out);
	tcn_buf_char(out, '\n');
}

static void
json_figure(const char *key, double value, struct tcn_buf *out)
{
	if (isfinite(value))
		tcn_json_rounded(out, key, value, DIGITS);
	else
		tcn_json_null(out, key);
}

static void
json_claim(const struct tcn_paper_claim *claim, struct tcn_buf *out)
{
	static const char *const units[] = {
		[TCN_PAPER_SECONDS] = "seconds",
		[TCN_PAPER_SHARE] = "share",
		[TCN_PAPER_NUMBER] = "number",
	};

	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "figure", tcn_str(claim->what));
	tcn_json_str(out, "unit", tcn_str(units[claim->unit]));
	json_figure("published", claim->published, out);
	json_figure("ours", claim->ours, out);
	json_figure("ratio", tcn_paper_report_ratio(claim), out);
	tcn_json_str(out, "published_under", claim->there);
	tcn_json_str(out, "ours_under", claim->here);
	tcn_json_close(out, '}');
}

void
tcn_paper_json(const struct tcn_paper_section *section, struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "part", tcn_str(section->name));
	tcn_json_str(out, "title", tcn_str(section->title));
	tcn_json_str(out, "source", tcn_str(section->source));
	tcn_json_str(out, "data", section->data);
	tcn_json_open(out, "claims", '[');
	for (size_t i = 0; i < section->claims_n; i++)
		json_claim(&section->claims[i], out);
	tcn_json_close(out, ']');
	for (size_t i = 0; i < section->tables_n; i++)
		tcn_table_json(&section->tables[i], out);
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
