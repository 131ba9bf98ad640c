/*
 * tools/base/table.h - a table of figures, which every writer walks.
 *
 * A table has columns, each of one kind, and rows of cells. The terminal, CSV,
 * JSON and pages show the same table, so that each figure is worked out once.
 * Text in cells is clean (tools/base/safe.h) but not escaped. Pure; writers
 * append to out.
 */
#ifndef TCN_TOOLS_BASE_TABLE_H
#define TCN_TOOLS_BASE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/str.h"

enum {
	TCN_TABLE_COLUMNS_MAX = 16,
};

enum tcn_table_kind {
	TCN_TABLE_TEXT,
	TCN_TABLE_COUNT,
	TCN_TABLE_REAL, /* >= 0, shown with one digit behind the point */
	TCN_TABLE_SHARE, /* 0 to 1 */
	TCN_TABLE_DAY, /* unix milliseconds of its midnight, or TCN_UNDATED */
	TCN_TABLE_TIME, /* unix milliseconds, or TCN_UNDATED */
	TCN_TABLE_FIGURE, /* any number, shown to three significant digits */
	TCN_TABLE_SECONDS, /* shown as "1.53 us", "22 ms" */
};

struct tcn_table_column {
	const char *name; /* in CSV and JSON */
	const char *title; /* for a person */
	enum tcn_table_kind kind;
};

/*
 * A cell; which member holds it follows from the column. An x that is not a
 * number is one that is not known: shown as "-", null in JSON.
 */
union tcn_table_cell {
	struct tcn_str text;
	uint64_t n;
	double x;
	int64_t ms;
};

struct tcn_table {
	const char *name; /* in CSV and JSON */
	const char *title;
	const struct tcn_table_column *columns;
	size_t columns_n; /* at most TCN_TABLE_COLUMNS_MAX */
	union tcn_table_cell *cells; /* row after row */
	size_t rows_n, rows_cap;
};

/* Adds a row of zeros, in the arena. */
union tcn_table_cell *tcn_table_add(struct tcn_table *table,
    struct tcn_arena *arena);

static inline const union tcn_table_cell *
tcn_table_cell(const struct tcn_table *table, size_t row, size_t column)
{
	return &table->cells[row * table->columns_n + column];
}

/* Appends a cell as a person reads it: "1,234", "12.3 %", "10 Mar 2014". */
void tcn_table_show(const struct tcn_table *table, size_t row, size_t column,
    struct tcn_buf *out);

/* Appends 1234567 as "1,234,567". */
void tcn_table_count(uint64_t n, struct tcn_buf *out);

/* Appends a number to three significant digits, "0.0123", "5.4", "12,346". */
void tcn_table_figure(double x, struct tcn_buf *out);

/* Appends a duration in the unit that fits it: "1.53 us", "22 ms", "3 s". */
void tcn_table_seconds(double seconds, struct tcn_buf *out);

/*
 * For a terminal: the title, the heads and at most rows_max rows, in columns.
 * Text that is wider than a column may be is cut off.
 */
void tcn_table_text(const struct tcn_table *table, size_t rows_max,
    struct tcn_buf *out);

/*
 * A row as a JSON object, and all of them as an array of such under the table's
 * name. A share is a number from 0 to 1, a day "2026-11-21", a time unix
 * seconds, a duration seconds; what is not known is null.
 */
void tcn_table_json_row(const struct tcn_table *table, size_t row,
    const char *key, struct tcn_buf *out);
void tcn_table_json(const struct tcn_table *table, struct tcn_buf *out);

/*
 * A day in UTC ("2026-11-21") or a time (RFC 3339) as text for data; "" where
 * there is none.
 */
#define TCN_TABLE_DATE_BYTES 40
struct tcn_str tcn_table_date(int64_t ms, enum tcn_table_kind kind,
    char text[static TCN_TABLE_DATE_BYTES]);

/*
 * On a page: <table> in a box that scrolls by itself, with the classes of
 * TCN_PLOT_STYLE (tools/base/plot.h).
 */
void tcn_table_html(const struct tcn_table *table, struct tcn_buf *out);

#endif
