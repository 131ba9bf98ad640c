/*
 * tools/lab/eval/stats/stats_print.c - the tables for a terminal, as CSV, as
 * JSON, and as a page: charts of what has an order, tables of the rest.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "tools/base/html_page.h"
#include "tools/base/json_out.h"
#include "tools/base/plot.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/lab/eval/csv.h"
#include "tools/lab/eval/stats/stats_tables.h"

enum {
	POINTS_MAX = 540, /* of the line of days: one for each unit of width */
	BAR_GAP = 3, /* between two bars, in drawing units */
	MONTHS_FROM = 100, /* a span of more days has months for ticks */
};

static const char style[] = TCN_PLOT_STYLE
    "figure .key:first-child{margin-left:0}\n"
    ".tables{display:grid;gap:0 3rem;"
    "grid-template-columns:repeat(auto-fit,minmax(min(100%,30rem),1fr))}\n"
    ".wide td.t{white-space:normal;min-width:min(11rem,24vw)}\n"
    ".wide td:last-child,.wide th:last-child{padding-right:0}\n"
    "tbody td{font-weight:400}\n";

/* ---- the top ---- */

static void
put_figure(const struct tcn_stats_tables *tables, enum tcn_stats_table_id id,
    size_t column, const char *name, struct tcn_buf *out)
{
	const struct tcn_table *table = &tables->at[id];

	tcn_buf_z(out, "<li><b>");
	tcn_table_show(table, 0, column, out);
	tcn_buf_printf(out, "</b> <span>%s</span></li>\n", name);
}

static void
put_header(const struct tcn_stats_tables *tables, struct tcn_buf *out)
{
	const struct tcn_table *totals = &tables->at[TCN_STATS_TABLE_TOTALS];

	tcn_buf_z(out,
	    "<header>\n<p class=\"kicker\">Archive</p>\n<h1>What is in "
	    "the archive</h1>\n<p class=\"status\">");
	tcn_table_show(totals, 0, 0, out);
	tcn_buf_z(out, " articles");
	if (tcn_table_cell(totals, 0, 3)->ms != TCN_UNDATED) {
		tcn_buf_z(out, " from ");
		tcn_table_show(totals, 0, 3, out);
		tcn_buf_z(out, " to ");
		tcn_table_show(totals, 0, 4, out);
	}
	tcn_buf_z(out, ".</p>\n<ul class=\"figures\">\n");
	put_figure(tables, TCN_STATS_TABLE_TOTALS, 5, "articles a day", out);
	put_figure(tables, TCN_STATS_TABLE_TOTALS, 6, "sources", out);
	put_figure(tables, TCN_STATS_TABLE_COPIES, 2,
	    "are copies of an earlier article", out);
	put_figure(tables, TCN_STATS_TABLE_SPREADS, 4,
	    "words per article (median)", out);
	tcn_buf_z(out, "</ul>\n</header>\n");
}

/* ---- the line of days ---- */

static double
x_of_row(const struct tcn_table *days, size_t row)
{
	size_t last = days->rows_n > 1 ? days->rows_n - 1 : 1;

	return TCN_PLOT_LEFT +
	    (double)(TCN_PLOT_RIGHT - TCN_PLOT_LEFT) * (double)row /
	    (double)last;
}

/* Mean of a column over the rows of one point of the line. */
static double
mean_of(const struct tcn_table *days, size_t row, size_t step, size_t column)
{
	double sum = 0;
	size_t n = 0;

	for (size_t r = row; r < row + step && r < days->rows_n; r++, n++)
		sum += (double)tcn_table_cell(days, r, column)->n;
	return n ? sum / (double)n : 0;
}

static void
put_line(const struct tcn_table *days, size_t step, size_t column,
    const struct tcn_chart_scale *y, const char *class, struct tcn_buf *out)
{
	char command = 'M';

	tcn_buf_printf(out, "<path class=\"%s\" d=\"", class);
	for (size_t r = 0; r < days->rows_n; r += step) {
		tcn_buf_printf(out, "%c%.1f %.1f", command, x_of_row(days, r),
		    tcn_chart_at(y, mean_of(days, r, step, column)));
		command = 'L';
	}
	if (days->rows_n == 1) /* one day is a short level line */
		tcn_buf_printf(out, "H%d", TCN_PLOT_RIGHT);
	tcn_buf_z(out, "\"/>\n");
}

static void
put_day_tick(const struct tcn_table *days, size_t row, const char *text,
    double *free_from, struct tcn_buf *out)
{
	double at = x_of_row(days, row);
	double half = (double)strlen(text) * TCN_PLOT_LETTER / 2;

	tcn_buf_printf(out,
	    "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n"
	    "<path class=\"tick\" d=\"M%.1f %dv6\"/>\n",
	    at, TCN_PLOT_TOP, TCN_PLOT_BOTTOM, at, TCN_PLOT_BOTTOM);
	if (at - half < *free_from)
		return;
	*free_from = at + half + TCN_PLOT_LETTER;
	tcn_chart_text(out, fmin(at, TCN_PLOT_WIDTH - half - 6),
	    TCN_PLOT_BOTTOM + 28, "middle", text);
}

/* The month of a day, counted from year 0; 0 unless the day is its first. */
static int
month_begun(int64_t ms)
{
	char rfc3339[TCN_DATE_BYTES];
	int year = 0, month = 0, day = 0;

	tcn_date_format(ms, rfc3339);
	if (sscanf(rfc3339, "%d-%d-%d", &year, &month, &day) != 3 || day != 1)
		return 0;
	return 12 * year + month - 1;
}

/* Draws ticks at first days of months, at most every so many of them. */
static void
put_month_ticks(const struct tcn_table *days, struct tcn_buf *out)
{
	static const int steps[] = { 1, 2, 3, 6, 12, 24, 60, 120, 240, 600 };
	size_t i = 0;
	double free_from = 0;

	while (days->rows_n > (size_t)steps[i] * 31 * TCN_CHART_TICKS &&
	    i + 1 < sizeof steps / sizeof *steps)
		i++;
	for (size_t r = 0; r < days->rows_n; r++) {
		int64_t ms = tcn_table_cell(days, r, 0)->ms;
		int month = month_begun(ms);
		char day[TCN_WHEN_BYTES];

		if (!month || month % steps[i])
			continue;
		tcn_when_day(ms, day); /* "Fri 1 Jun 2012" */
		put_day_tick(days, r,
		    day +
			(steps[i] < 12 ? sizeof "Fri 1 "
				       : sizeof "Fri 1 Jun ") -
			1,
		    &free_from, out);
	}
}

static void
put_day_ticks(const struct tcn_table *days, struct tcn_buf *out)
{
	int64_t step =
	    tcn_chart_time_step((int64_t)(days->rows_n - 1) * TCN_DAY_MS);
	char text[TCN_WHEN_BYTES];
	double free_from = 0;

	if (days->rows_n > MONTHS_FROM) {
		put_month_ticks(days, out);
		return;
	}
	if (step < TCN_DAY_MS)
		step = TCN_DAY_MS;
	for (size_t r = 0; r < days->rows_n; r++) {
		int64_t ms = tcn_table_cell(days, r, 0)->ms;

		if (ms % step)
			continue;
		tcn_chart_time_label(ms, TCN_DAY_MS, text);
		put_day_tick(days, r, text, &free_from, out);
	}
}

static void
put_days(const struct tcn_table *days, struct tcn_buf *out)
{
	struct tcn_plot_axis y = {
		.name = "articles a day", .unit = "", .times = 1, .whole = true
	};
	size_t step = (days->rows_n + POINTS_MAX - 1) / POINTS_MAX;

	if (!days->rows_n)
		return;
	for (size_t r = 0; r < days->rows_n; r += step)
		y.scale.to = fmax(y.scale.to, mean_of(days, r, step, 1));
	tcn_buf_z(out, "<figure>\n<h3>Articles a day</h3>\n");
	tcn_plot_open(out, "days", TCN_PLOT_HEIGHT, "Articles a day",
	    tcn_str("A line of all articles, and one of those that are "
		    "copies."));
	tcn_plot_y_axis(out, &y);
	put_day_ticks(days, out);
	tcn_buf_printf(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n",
	    TCN_PLOT_LEFT, TCN_PLOT_TOP, TCN_PLOT_BOTTOM, TCN_PLOT_RIGHT);
	put_line(days, step, 1, &y.scale, "items", out);
	put_line(days, step, 2, &y.scale, "origins", out);
	tcn_plot_close(out);
	tcn_buf_z(out,
	    "<figcaption><span class=\"key\"></span> all <span class=\"key "
	    "origins\"></span> copies of an article before");
	if (step > 1)
		tcn_buf_printf(out, "; a point is the mean of %zu days", step);
	tcn_buf_z(out, "</figcaption>\n</figure>\n");
}

/* ---- bars ---- */

/* A chart of one bar for each row of a table. */
struct bars {
	const char *name, *title, *x_name, *caption;
	enum tcn_stats_table_id table;
	size_t label, value; /* columns */
};

static void
bar_label(const struct tcn_table *table, size_t row, size_t column,
    char text[static 48])
{
	const union tcn_table_cell *cell = tcn_table_cell(table, row, column);

	if (table->columns[column].kind == TCN_TABLE_TEXT)
		snprintf(text, 48, "%.3s", cell->text.at); /* Mon, Tue */
	else
		snprintf(text, 48, "%" PRIu64, cell->n);
}

static void
put_bar(const struct bars *bars, const struct tcn_table *table, size_t row,
    const struct tcn_chart_scale *y, struct tcn_buf *out)
{
	double width =
	    (double)(TCN_PLOT_RIGHT - TCN_PLOT_LEFT) / (double)table->rows_n;
	double top =
	    tcn_chart_at(y, (double)tcn_table_cell(table, row, bars->value)->n);

	tcn_buf_printf(out,
	    "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
	    "height=\"%.1f\"><title>",
	    TCN_PLOT_LEFT + width * (double)row + BAR_GAP / 2.0, top,
	    fmax(width - BAR_GAP, 1), TCN_PLOT_BOTTOM - top);
	for (size_t c = bars->label; c <= bars->value; c++) {
		tcn_buf_z(out,
		    c == bars->label       ? ""
			: c == bars->value ? ": "
					   : " to ");
		tcn_table_show(table, row, c, out);
	}
	tcn_buf_z(out, " articles</title></rect>\n");
}

/* Labels bars below, those that do not touch the one before. */
static void
put_bar_labels(const struct bars *bars, const struct tcn_table *table,
    struct tcn_buf *out)
{
	double width =
	    (double)(TCN_PLOT_RIGHT - TCN_PLOT_LEFT) / (double)table->rows_n;
	double free_from = 0;
	char text[48];

	for (size_t r = 0; r < table->rows_n; r++) {
		double at = TCN_PLOT_LEFT + width * ((double)r + 0.5), half;

		bar_label(table, r, bars->label, text);
		half = (double)strlen(text) * TCN_PLOT_LETTER / 2;
		if (at - half < free_from || at + half > TCN_PLOT_WIDTH)
			continue;
		free_from = at + half + TCN_PLOT_LETTER / 2.0;
		tcn_chart_text(out, at, TCN_PLOT_BOTTOM + 28, "middle", text);
	}
}

static void
put_bars(const struct tcn_stats_tables *tables, const struct bars *bars,
    struct tcn_buf *out)
{
	const struct tcn_table *table = &tables->at[bars->table];
	struct tcn_plot_axis y = {
		.name = "articles", .unit = "", .times = 1, .whole = true
	};

	if (!table->rows_n)
		return;
	for (size_t r = 0; r < table->rows_n; r++)
		y.scale.to = fmax(y.scale.to,
		    (double)tcn_table_cell(table, r, bars->value)->n);
	tcn_buf_printf(out, "<figure>\n<h3>%s</h3>\n", bars->title);
	tcn_plot_open(out, bars->name, TCN_PLOT_HEIGHT, bars->title,
	    tcn_str("A bar for each; its figure is in its title, and in the "
		    "CSV."));
	tcn_plot_y_axis(out, &y);
	for (size_t r = 0; r < table->rows_n; r++)
		put_bar(bars, table, r, &y.scale, out);
	put_bar_labels(bars, table, out);
	tcn_plot_x_name(out, bars->x_name);
	tcn_buf_printf(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n",
	    TCN_PLOT_LEFT, TCN_PLOT_BOTTOM, TCN_PLOT_RIGHT);
	tcn_plot_close(out);
	if (bars->caption[0])
		tcn_buf_printf(out, "<figcaption>%s</figcaption>\n",
		    bars->caption);
	tcn_buf_z(out, "</figure>\n");
}

static const struct bars all_bars[] = {
	{ "hours", "Articles by hour", "hour of the day, UTC", "",
	    TCN_STATS_TABLE_HOURS, 0, 1 },
	{ "weekdays", "Articles by weekday", "", "", TCN_STATS_TABLE_WEEKDAYS,
	    0, 1 },
	{ "words", "Length of articles", "words, from",
	    "Title and text. A bar reaches up to where the next begins.",
	    TCN_STATS_TABLE_WORDS, 0, 2 },
	{ "partners", "Articles that share their text",
	    "others with the same text, from",
	    "Of the articles that have at least one copy: with how many others "
	    "do they share their text?",
	    TCN_STATS_TABLE_PARTNERS, 0, 2 },
};

/* ---- tables ---- */

static void
put_table(const struct tcn_table *table, struct tcn_buf *out)
{
	tcn_buf_printf(out, "<section>\n<h2>%s</h2>\n", table->title);
	if (table->rows_n)
		tcn_table_html(table, out);
	else
		tcn_buf_z(out, "<p class=\"note\">None.</p>\n");
	tcn_buf_z(out, "</section>\n");
}

static void
put_tables(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out)
{
	static const enum tcn_stats_table_id shown[] = {
		TCN_STATS_TABLE_SOURCES, TCN_STATS_TABLE_LANGUAGES,
		TCN_STATS_TABLE_COPIES, TCN_STATS_TABLE_BUSIEST,
		TCN_STATS_TABLE_FIRST, TCN_STATS_TABLE_FOLLOWERS,
		TCN_STATS_TABLE_RELIABILITY
	};

	put_table(&tables->at[TCN_STATS_TABLE_SPREADS], out);
	tcn_buf_z(out, "<div class=\"tables\">\n");
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
		if (!copies || tcn_stats_table_of_copies(shown[i]))
			put_table(&tables->at[shown[i]], out);
	tcn_buf_z(out, "</div>\n");
	put_table(&tables->at[TCN_STATS_TABLE_TEXTS], out);
}

void
tcn_stats_html(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out)
{
	tcn_html_page_head("en", tcn_str("What is in the archive"), style, out);
	put_header(tables, out);
	tcn_buf_z(out, "<section>\n<h2>Charts</h2>\n<div class=\"plots\">\n");
	if (!copies)
		put_days(&tables->at[TCN_STATS_TABLE_DAYS], out);
	for (size_t i = 0; i < sizeof all_bars / sizeof *all_bars; i++)
		if (!copies || tcn_stats_table_of_copies(all_bars[i].table))
			put_bars(tables, &all_bars[i], out);
	tcn_buf_z(out, "</div>\n</section>\n");
	put_tables(tables, copies, out);
	tcn_html_page_foot(
	    "Written by tocsin from the articles listed here. Titles and "
	    "sentences are quoted as published; nothing has been checked or "
	    "rewritten. All times are UTC.",
	    out);
}

/*
 * The tables as CSV and as JSON.
 *
 * A share is a number from 0 to 1, a day "2026-11-21", a time in CSV RFC 3339
 * and in JSON unix seconds; what is not known is empty or null.
 */

enum {
	DIGITS = 6,
};

static void
csv_cell(const struct tcn_table_column *column,
    const union tcn_table_cell *cell, struct tcn_buf *out)
{
	char number[TCN_JSON_ROUNDED_BYTES], date[TCN_TABLE_DATE_BYTES];

	switch (column->kind) {
	case TCN_TABLE_TEXT:
		tcn_csv_put(out, cell->text);
		break;
	case TCN_TABLE_COUNT:
		tcn_buf_printf(out, "%" PRIu64, cell->n);
		break;
	case TCN_TABLE_REAL:
	case TCN_TABLE_SHARE:
	case TCN_TABLE_FIGURE:
	case TCN_TABLE_SECONDS:
		tcn_buf_z(out, tcn_json_round(cell->x, DIGITS, number));
		break;
	case TCN_TABLE_DAY:
	case TCN_TABLE_TIME:
		tcn_buf_str(out, tcn_table_date(cell->ms, column->kind, date));
		break;
	}
}

void
tcn_stats_csv(const struct tcn_table *table, struct tcn_buf *out)
{
	for (size_t c = 0; c < table->columns_n; c++)
		tcn_buf_printf(out, "%s%s", c ? "," : "",
		    table->columns[c].name);
	tcn_buf_char(out, '\n');
	for (size_t r = 0; r < table->rows_n; r++)
		for (size_t c = 0; c < table->columns_n; c++) {
			csv_cell(&table->columns[c],
			    tcn_table_cell(table, r, c), out);
			tcn_buf_char(out,
			    c + 1 < table->columns_n ? ',' : '\n');
		}
}

void
tcn_stats_json(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_table_json_row(&tables->at[TCN_STATS_TABLE_TOTALS], 0, "totals",
	    out);
	for (size_t i = TCN_STATS_TABLE_TOTALS + 1; i < TCN_STATS_TABLES; i++)
		if (!copies || tcn_stats_table_of_copies(i))
			tcn_table_json(&tables->at[i], out);
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}

/*
 * The tables for a terminal.
 */

enum {
	ROWS_MAX = 31, /* a month of days */
};

/* The one row of totals, a line a figure. */
static void
put_totals(const struct tcn_table *table, struct tcn_buf *out)
{
	for (size_t c = 0; c < table->columns_n; c++) {
		tcn_buf_printf(out, "%-20s", table->columns[c].title);
		tcn_table_show(table, 0, c, out);
		tcn_buf_char(out, '\n');
	}
}

static void
text_put_table(const struct tcn_table *table, struct tcn_buf *out)
{
	tcn_table_text(table, ROWS_MAX, out);
	if (table->rows_n > ROWS_MAX)
		tcn_buf_printf(out,
		    "  and %zu more, which --csv and --json have\n",
		    table->rows_n - ROWS_MAX);
}

void
tcn_stats_text(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out)
{
	put_totals(&tables->at[TCN_STATS_TABLE_TOTALS], out);
	for (size_t i = TCN_STATS_TABLE_TOTALS + 1; i < TCN_STATS_TABLES; i++)
		if (!copies || tcn_stats_table_of_copies(i))
			text_put_table(&tables->at[i], out);
}
