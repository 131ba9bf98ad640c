/*
 * tools/eval/stats/stats_text.c - the tables for a terminal.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/stats/stats_tables.h"

enum {
	ROWS_MAX = 31, /* a month of days */
	COLUMNS_MAX = 16,
	TEXT_WIDTH = 60, /* of a cell; the rest is cut off */
};

/* Appends 1234567 as "1,234,567". */
static void
put_count(uint64_t n, struct tcn_buf *out)
{
	char digits[24];
	int len = snprintf(digits, sizeof digits, "%" PRIu64, n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			tcn_buf_char(out, ',');
		tcn_buf_char(out, digits[i]);
	}
}

/* The same with one digit behind the point; x >= 0. */
static void
put_real(double x, struct tcn_buf *out)
{
	uint64_t tenths = (uint64_t)(x * 10 + 0.5);

	put_count(tenths / 10, out);
	tcn_buf_printf(out, ".%d", (int)(tenths % 10));
}

static void
put_day(int64_t ms, struct tcn_buf *out)
{
	char when[TCN_WHEN_BYTES];

	/* Without the name of the weekday: "Sat 21 Nov 2026". */
	tcn_buf_z(out,
	    tcn_when_known(ms) ? tcn_when_day(ms, when) + 4 : "undated");
}

void
tcn_stats_table_show(const struct tcn_stats_table *table, size_t row,
    size_t column, struct tcn_buf *out)
{
	const union tcn_stats_cell *cell =
	    tcn_stats_table_cell(table, row, column);
	char when[TCN_WHEN_BYTES];

	switch (table->columns[column].kind) {
	case TCN_STATS_TEXT:
		tcn_buf_str(out, cell->text);
		break;
	case TCN_STATS_COUNT:
		put_count(cell->n, out);
		break;
	case TCN_STATS_REAL:
		put_real(cell->x, out);
		break;
	case TCN_STATS_SHARE:
		tcn_buf_printf(out, "%.1f %%", 100 * cell->x);
		break;
	case TCN_STATS_DAY:
		put_day(cell->ms, out);
		break;
	case TCN_STATS_TIME:
		put_day(cell->ms, out);
		if (tcn_when_known(cell->ms))
			tcn_buf_printf(out, " %s",
			    tcn_when_clock(cell->ms, when));
		break;
	}
}

/* Characters of valid UTF-8; wide ones count once, which shifts a column. */
static size_t
width_of(struct tcn_str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.at[i] & 0xc0) != 0x80;
	return n;
}

/* Appends text in a column of that width, at its left or right end. */
static void
put_padded(struct tcn_str text, size_t width, bool right, struct tcn_buf *out)
{
	size_t n = width_of(text);
	int pad = n < width ? (int)(width - n) : 0;

	if (right)
		tcn_buf_printf(out, "%*s", pad, "");
	tcn_buf_str(out, text);
	if (!right)
		tcn_buf_printf(out, "%*s", pad, "");
}

static bool
is_right(const struct tcn_stats_table *table, size_t column)
{
	enum tcn_stats_kind kind = table->columns[column].kind;

	return kind != TCN_STATS_TEXT && kind != TCN_STATS_DAY;
}

/* Cuts the text of a cell to what a column may have. */
static void
cut(struct tcn_buf *cell)
{
	struct tcn_str shown;
	struct tcn_arena arena;

	if (width_of(tcn_buf_view(cell)) <= TEXT_WIDTH)
		return;
	tcn_arena_init(&arena, 1024);
	if (tcn_safe_text(&arena, tcn_buf_view(cell), TEXT_WIDTH, &shown)) {
		tcn_buf_clear(cell);
		tcn_buf_str(cell, shown);
	} else {
		cell->failed = true;
	}
	tcn_arena_fini(&arena);
}

/* Appends one line; row SIZE_MAX: the heads of the columns. */
static void
put_line(const struct tcn_stats_table *table, size_t row, const size_t *widths,
    struct tcn_buf *cell, struct tcn_buf *out)
{
	size_t end;

	for (size_t c = 0; c < table->columns_n; c++) {
		tcn_buf_clear(cell);
		if (row == SIZE_MAX)
			tcn_buf_z(cell, table->columns[c].title);
		else
			tcn_stats_table_show(table, row, c, cell);
		cut(cell);
		tcn_buf_z(out, "  ");
		put_padded(tcn_buf_view(cell), widths[c], is_right(table, c),
		    out);
		out->failed |= cell->failed;
	}
	for (end = out->n; end && out->at[end - 1] == ' ';)
		end--;
	if (!out->failed)
		out->n = end;
	tcn_buf_char(out, '\n');
}

static void
measure(const struct tcn_stats_table *table, size_t rows,
    size_t widths[static COLUMNS_MAX], struct tcn_buf *cell)
{
	for (size_t c = 0; c < table->columns_n; c++) {
		widths[c] = strlen(table->columns[c].title);
		for (size_t r = 0; r < rows; r++) {
			size_t n;

			tcn_buf_clear(cell);
			tcn_stats_table_show(table, r, c, cell);
			n = width_of(tcn_buf_view(cell));
			if (n > widths[c])
				widths[c] = n < TEXT_WIDTH ? n : TEXT_WIDTH;
		}
	}
}

static void
put_table(const struct tcn_stats_table *table, struct tcn_buf *out)
{
	size_t rows = table->rows_n < ROWS_MAX ? table->rows_n : ROWS_MAX;
	size_t widths[COLUMNS_MAX] = { 0 };
	struct tcn_buf cell = { 0 };

	tcn_buf_printf(out, "\n%s\n", table->title);
	if (!rows)
		tcn_buf_z(out, "  none\n");
	measure(table, rows, widths, &cell);
	for (size_t r = 0; r <= rows && rows; r++)
		put_line(table, r - 1, widths, &cell, out);
	if (table->rows_n > rows)
		tcn_buf_printf(out,
		    "  and %zu more, which --csv and --json have\n",
		    table->rows_n - rows);
	out->failed |= cell.failed;
	tcn_buf_fini(&cell);
}

/* The one row of totals, a line a figure. */
static void
put_totals(const struct tcn_stats_table *table, struct tcn_buf *out)
{
	for (size_t c = 0; c < table->columns_n; c++) {
		tcn_buf_printf(out, "%-20s", table->columns[c].title);
		tcn_stats_table_show(table, 0, c, out);
		tcn_buf_char(out, '\n');
	}
}

void
tcn_stats_text(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out)
{
	put_totals(&tables->at[TCN_STATS_TABLE_TOTALS], out);
	for (size_t i = TCN_STATS_TABLE_TOTALS + 1; i < TCN_STATS_TABLES; i++)
		if (!copies || tables->at[i].of_copies)
			put_table(&tables->at[i], out);
}
