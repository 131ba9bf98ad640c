/*
 * Totals and rows, for people.
 */
#include <math.h>

#include "tools/eval/rubric/rubric.h"

/* Columns of a row: what one looks for first. */
static const enum tcn_rubric_measure shown[] = { TCN_RUBRIC_FACTS,
	TCN_RUBRIC_LEADING, TCN_RUBRIC_STALE, TCN_RUBRIC_WRONG,
	TCN_RUBRIC_FOREIGN, TCN_RUBRIC_REPEATED, TCN_RUBRIC_STEPS,
	TCN_RUBRIC_BROKEN, TCN_RUBRIC_FIRST };

#define SHOWN (sizeof shown / sizeof *shown)

/* Rows that were written and read again differ by less. */
#define ROUNDING 1e-6

static void
put_totals(const struct tcn_rubric_total *total, struct tcn_buf *out)
{
	if (total->of)
		tcn_buf_printf(out, "  %8.3f  %6.3f to %-7.3f", total->value,
		    total->low, total->high);
	else
		tcn_buf_printf(out, "  %8s  %6s    %-7s", "-", "", "");
}

/* Whether a total that is told misses what the method asks for. */
static bool
misses(const struct tcn_rubric_total *total, enum tcn_rubric_measure measure)
{
	double goal = tcn_rubric_goal(measure);

	if (!total->of || isnan(goal))
		return false;
	return tcn_rubric_more_is_better(measure) ? total->value < goal - 1e-9
						  : total->value > goal + 1e-9;
}

static enum tcn_rc
put_difference(const struct tcn_rubric_rows *rows,
    const struct tcn_rubric_rows *before, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_buf *out)
{
	struct tcn_rubric_total d = { 0 };
	enum tcn_rc rc =
	    tcn_rubric_difference(rows, before, parts, measure, &d);
	bool counts, better;

	if (rc || !d.of)
		return rc;
	counts = d.low > ROUNDING || d.high < -ROUNDING;
	better = (d.value > 0) == tcn_rubric_more_is_better(measure);
	tcn_buf_printf(out, "  %+8.3f  %+6.3f to %+-7.3f %s", d.value, d.low,
	    d.high,
	    !counts      ? ""
		: better ? "better"
			 : "worse");
	return TCN_OK;
}

static enum tcn_rc
put_part(const struct tcn_rubric_rows *rows,
    const struct tcn_rubric_rows *before, enum tcn_rubric_part part,
    struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;
	size_t n = 0;

	for (size_t i = 0; i < rows->n; i++)
		n += rows->at[i].part == part;
	if (!n)
		return TCN_OK;
	tcn_buf_printf(out, "%s, %zu cases\n%-16s%7s    %8s  %-17s%s\n",
	    tcn_rubric_part_name(part), n, "", "bar", "", "of 95 in 100 draws",
	    before ? "    less before" : "");
	for (int m = 0; m < TCN_RUBRIC_MEASURES && !rc; m++) {
		enum tcn_rubric_measure measure = (enum tcn_rubric_measure)m;
		struct tcn_rubric_total total;
		double goal = tcn_rubric_goal(measure);

		rc = tcn_rubric_total(rows, 1u << part, measure, &total);
		if (rc)
			break;
		tcn_buf_printf(out, "%-16s", tcn_rubric_measure_name(measure));
		if (isnan(goal))
			tcn_buf_printf(out, "%7s  ", "");
		else
			tcn_buf_printf(out, "%7.2f %c", goal,
			    misses(&total, measure) ? '!' : ' ');
		put_totals(&total, out);
		if (before)
			rc = put_difference(rows, before, 1u << part, measure,
			    out);
		tcn_buf_char(out, '\n');
	}
	tcn_buf_char(out, '\n');
	return rc;
}

static void
put_row(const struct tcn_rubric_row *row, struct tcn_buf *out)
{
	tcn_buf_printf(out, "%.*s: %.*s (%s)\n ", TCN_STR_ARG(row->stream),
	    TCN_STR_ARG(row->name), tcn_rubric_part_name(row->part));
	for (size_t i = 0; i < SHOWN; i++) {
		enum tcn_rubric_measure m = shown[i];

		if (row->tally.of[m] > 0)
			tcn_buf_printf(out, " %s %g/%g",
			    tcn_rubric_measure_name(m), row->tally.sum[m],
			    row->tally.of[m]);
	}
	tcn_buf_char(out, '\n');
	for (size_t i = 0, from = 0; i < row->notes.n; i++) {
		if (row->notes.at[i] != '\n')
			continue;
		tcn_buf_printf(out, "    %.*s\n", (int)(i - from),
		    row->notes.at + from);
		from = i + 1;
	}
}

enum tcn_rc
tcn_rubric_text(const struct tcn_rubric_rows *rows,
    const struct tcn_rubric_rows *before, unsigned parts, bool list,
    struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < rows->n && list; i++)
		if (parts & 1u << rows->at[i].part)
			put_row(&rows->at[i], out);
	for (int p = 0; p < TCN_RUBRIC_PARTS && !rc; p++)
		if (parts & 1u << p)
			rc = put_part(rows, before, (enum tcn_rubric_part)p,
			    out);
	return rc ? rc : out->failed ? TCN_NOMEM : TCN_OK;
}
