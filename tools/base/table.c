#include "tools/base/table.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/date.h"
#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"

enum {
	TEXT_WIDTH = 60, /* of a cell on a terminal; the rest is cut off */
	DAY_CHARS = 10, /* of "2026-11-21T00:00:00Z" */
	DIGITS = 6, /* of a number in JSON, behind the point */
	SECONDS_DIGITS = 9,
};

union tcn_table_cell *
tcn_table_add(struct tcn_table *table, struct tcn_arena *arena)
{
	size_t cap = table->rows_cap ? 2 * table->rows_cap : 16;
	union tcn_table_cell *cells;

	assert(table->columns_n && table->columns_n <= TCN_TABLE_COLUMNS_MAX);
	if (table->rows_n == table->rows_cap) {
		cells = tcn_arena_zalloc(arena, cap * table->columns_n,
		    sizeof *cells);
		if (table->rows_n)
			memcpy(cells, table->cells,
			    table->rows_n * table->columns_n * sizeof *cells);
		table->cells = cells;
		table->rows_cap = cap;
	}
	return &table->cells[table->rows_n++ * table->columns_n];
}

/* ---- cells for a person ---- */

void
tcn_table_count(uint64_t n, struct tcn_buf *out)
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

	tcn_table_count(tenths / 10, out);
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
tcn_table_figure(double x, struct tcn_buf *out)
{
	double size = fabs(x);
	int digits = 0;
	char text[TCN_JSON_ROUNDED_BYTES];

	if (!isfinite(x) || size >= 1e15) {
		tcn_buf_z(out, "-");
		return;
	}
	if (size >= 999.5) {
		tcn_buf_z(out, x < 0 ? "-" : "");
		tcn_table_count((uint64_t)(size + 0.5), out);
		return;
	}
	for (double top = 99.95; digits < 9 && size < top && size > 0;)
		top /= 10, digits++;
	snprintf(text, sizeof text, "%.*f", digits, x);
	tcn_buf_z(out, text);
}

void
tcn_table_seconds(double seconds, struct tcn_buf *out)
{
	static const struct {
		double below, times;
		const char *unit;
	} units[] = {
		{ 0.9995e-6, 1e9, "ns" },
		{ 0.9995e-3, 1e6, "us" },
		{ 0.9995, 1e3, "ms" },
	};

	if (!isfinite(seconds)) {
		tcn_buf_z(out, "-");
		return;
	}
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (fabs(seconds) < units[i].below) {
			tcn_table_figure(seconds * units[i].times, out);
			tcn_buf_printf(out, " %s", units[i].unit);
			return;
		}
	tcn_table_figure(seconds, out);
	tcn_buf_z(out, " s");
}

void
tcn_table_show(const struct tcn_table *table, size_t row, size_t column,
    struct tcn_buf *out)
{
	const union tcn_table_cell *cell = tcn_table_cell(table, row, column);
	char when[TCN_WHEN_BYTES];

	switch (table->columns[column].kind) {
	case TCN_TABLE_TEXT:
		tcn_buf_str(out, cell->text);
		break;
	case TCN_TABLE_COUNT:
		tcn_table_count(cell->n, out);
		break;
	case TCN_TABLE_REAL:
		put_real(cell->x, out);
		break;
	case TCN_TABLE_SHARE:
		if (isnan(cell->x))
			tcn_buf_z(out, "-");
		else
			tcn_buf_printf(out, "%.1f %%", 100 * cell->x);
		break;
	case TCN_TABLE_DAY:
		put_day(cell->ms, out);
		break;
	case TCN_TABLE_TIME:
		put_day(cell->ms, out);
		if (tcn_when_known(cell->ms))
			tcn_buf_printf(out, " %s",
			    tcn_when_clock(cell->ms, when));
		break;
	case TCN_TABLE_FIGURE:
		tcn_table_figure(cell->x, out);
		break;
	case TCN_TABLE_SECONDS:
		tcn_table_seconds(cell->x, out);
		break;
	}
}

/* ---- the terminal ---- */

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
is_right(const struct tcn_table *table, size_t column)
{
	enum tcn_table_kind kind = table->columns[column].kind;

	return kind != TCN_TABLE_TEXT && kind != TCN_TABLE_DAY;
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
	tcn_safe_text(&arena, tcn_buf_view(cell), TEXT_WIDTH, &shown);
	tcn_buf_clear(cell);
	tcn_buf_str(cell, shown);
	tcn_arena_fini(&arena);
}

/* Appends one line; row SIZE_MAX: the heads of the columns. */
static void
put_line(const struct tcn_table *table, size_t row, const size_t *widths,
    struct tcn_buf *cell, struct tcn_buf *out)
{
	size_t end;

	for (size_t c = 0; c < table->columns_n; c++) {
		tcn_buf_clear(cell);
		if (row == SIZE_MAX)
			tcn_buf_z(cell, table->columns[c].title);
		else
			tcn_table_show(table, row, c, cell);
		cut(cell);
		tcn_buf_z(out, "  ");
		put_padded(tcn_buf_view(cell), widths[c], is_right(table, c),
		    out);
	}
	for (end = out->n; end && out->at[end - 1] == ' ';)
		end--;
	out->n = end;
	tcn_buf_char(out, '\n');
}

static void
measure(const struct tcn_table *table, size_t rows,
    size_t widths[static TCN_TABLE_COLUMNS_MAX], struct tcn_buf *cell)
{
	for (size_t c = 0; c < table->columns_n; c++) {
		widths[c] = strlen(table->columns[c].title);
		for (size_t r = 0; r < rows; r++) {
			size_t n;

			tcn_buf_clear(cell);
			tcn_table_show(table, r, c, cell);
			n = width_of(tcn_buf_view(cell));
			if (n > widths[c])
				widths[c] = n < TEXT_WIDTH ? n : TEXT_WIDTH;
		}
	}
}

void
tcn_table_text(const struct tcn_table *table, size_t rows_max,
    struct tcn_buf *out)
{
	size_t rows = table->rows_n < rows_max ? table->rows_n : rows_max;
	size_t widths[TCN_TABLE_COLUMNS_MAX] = { 0 };
	struct tcn_buf cell = { 0 };

	tcn_buf_printf(out, "\n%s\n", table->title);
	if (!rows)
		tcn_buf_z(out, "  none\n");
	measure(table, rows, widths, &cell);
	for (size_t r = 0; r <= rows && rows; r++)
		put_line(table, r - 1, widths, &cell, out);
	tcn_buf_fini(&cell);
}

/* ---- data ---- */

struct tcn_str
tcn_table_date(int64_t ms, enum tcn_table_kind kind,
    char text[static TCN_TABLE_DATE_BYTES])
{
	_Static_assert(TCN_TABLE_DATE_BYTES >= TCN_DATE_BYTES, "room");
	text[0] = '\0';
	if (tcn_when_known(ms))
		tcn_date_format(ms, text);
	return (struct tcn_str){ text,
		kind == TCN_TABLE_DAY && text[0] ? DAY_CHARS : strlen(text) };
}

static void
json_number(const struct tcn_table_column *column, double x,
    struct tcn_buf *out)
{
	if (isfinite(x))
		tcn_json_rounded(out, column->name, x,
		    column->kind == TCN_TABLE_SECONDS ? SECONDS_DIGITS
						      : DIGITS);
	else
		tcn_json_null(out, column->name);
}

static void
json_cell(const struct tcn_table_column *column,
    const union tcn_table_cell *cell, struct tcn_buf *out)
{
	char date[TCN_TABLE_DATE_BYTES];

	switch (column->kind) {
	case TCN_TABLE_TEXT:
		tcn_json_str(out, column->name, cell->text);
		break;
	case TCN_TABLE_COUNT:
		tcn_json_uint(out, column->name, cell->n);
		break;
	case TCN_TABLE_REAL:
	case TCN_TABLE_SHARE:
	case TCN_TABLE_FIGURE:
	case TCN_TABLE_SECONDS:
		json_number(column, cell->x, out);
		break;
	case TCN_TABLE_DAY:
		if (tcn_when_known(cell->ms))
			tcn_json_str(out, column->name,
			    tcn_table_date(cell->ms, TCN_TABLE_DAY, date));
		else
			tcn_json_null(out, column->name);
		break;
	case TCN_TABLE_TIME:
		tcn_json_time(out, column->name, cell->ms);
		break;
	}
}

void
tcn_table_json_row(const struct tcn_table *table, size_t row, const char *key,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	for (size_t c = 0; c < table->columns_n; c++)
		json_cell(&table->columns[c], tcn_table_cell(table, row, c),
		    out);
	tcn_json_close(out, '}');
}

void
tcn_table_json(const struct tcn_table *table, struct tcn_buf *out)
{
	tcn_json_open(out, table->name, '[');
	for (size_t r = 0; r < table->rows_n; r++)
		tcn_table_json_row(table, r, NULL, out);
	tcn_json_close(out, ']');
}

/* ---- pages ---- */

static const char *
class_of(const struct tcn_table_column *column)
{
	return column->kind == TCN_TABLE_TEXT ? " class=\"t\""
	    : column->kind == TCN_TABLE_DAY   ? ""
					      : " class=\"n\"";
}

static void
html_row(const struct tcn_table *table, size_t row, struct tcn_buf *cell,
    struct tcn_buf *out)
{
	tcn_buf_z(out, "<tr>");
	for (size_t c = 0; c < table->columns_n; c++) {
		tcn_buf_clear(cell);
		tcn_table_show(table, row, c, cell);
		tcn_buf_printf(out, "<td%s>", class_of(&table->columns[c]));
		tcn_safe_html(out, tcn_buf_view(cell));
		tcn_buf_z(out, "</td>");
	}
	tcn_buf_z(out, "</tr>\n");
}

void
tcn_table_html(const struct tcn_table *table, struct tcn_buf *out)
{
	struct tcn_buf cell = { 0 };

	tcn_buf_z(out, "<div class=\"wide\">\n<table>\n<thead><tr>");
	for (size_t c = 0; c < table->columns_n; c++)
		tcn_buf_printf(out, "<th%s>%s</th>",
		    class_of(&table->columns[c]), table->columns[c].title);
	tcn_buf_z(out, "</tr></thead>\n<tbody>\n");
	for (size_t r = 0; r < table->rows_n; r++)
		html_row(table, r, &cell, out);
	tcn_buf_z(out, "</tbody>\n</table>\n</div>\n");
	tcn_buf_fini(&cell);
}
