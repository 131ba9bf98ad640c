/*
 * tools/eval/stats/stats_tables.h - the counts of an archive as tables, which
 * all writers walk.
 *
 * A table has columns, each of one kind, and rows of cells. The terminal, CSV
 * and JSON show them as they are, the page draws charts of some; so each figure
 * is worked out once, here. Text in cells is clean (tools/base/safe.h) but not
 * escaped.
 */
#ifndef TCN_TOOLS_EVAL_STATS_STATS_TABLES_H
#define TCN_TOOLS_EVAL_STATS_STATS_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "tools/eval/stats/stats.h"

enum tcn_stats_table_id {
	TCN_STATS_TABLE_TOTALS, /* one row */
	TCN_STATS_TABLE_COPIES, /* kinds of likeness and their shares */
	TCN_STATS_TABLE_SPREADS, /* means and quantiles */
	TCN_STATS_TABLE_DAYS,
	TCN_STATS_TABLE_BUSIEST, /* days */
	TCN_STATS_TABLE_WEEKDAYS,
	TCN_STATS_TABLE_HOURS,
	TCN_STATS_TABLE_SOURCES,
	TCN_STATS_TABLE_LANGUAGES,
	TCN_STATS_TABLE_WORDS, /* articles by number of words */
	TCN_STATS_TABLE_PARTNERS, /* articles by number of partners */
	TCN_STATS_TABLE_TEXTS, /* reprinted most */
	TCN_STATS_TABLE_FIRST, /* sources that were first most often */
	TCN_STATS_TABLE_FOLLOWERS, /* sources that followed most often */
	TCN_STATS_TABLES,
};

enum tcn_stats_kind {
	TCN_STATS_TEXT,
	TCN_STATS_COUNT,
	TCN_STATS_REAL,
	TCN_STATS_SHARE, /* 0 to 1 */
	TCN_STATS_DAY, /* unix milliseconds of its midnight, or TCN_UNDATED */
	TCN_STATS_TIME, /* unix milliseconds, or TCN_UNDATED */
};

struct tcn_stats_column {
	const char *name; /* in CSV and JSON */
	const char *title; /* for a person */
	enum tcn_stats_kind kind;
};

/* A cell; which member holds it follows from the column. */
union tcn_stats_cell {
	struct tcn_str text;
	uint64_t n;
	double x;
	int64_t ms;
};

struct tcn_stats_table {
	const char *name; /* in CSV and JSON */
	const char *title;
	bool of_copies; /* it is about copies */
	const struct tcn_stats_column *columns;
	size_t columns_n;
	union tcn_stats_cell *cells; /* row after row */
	size_t rows_n, rows_cap;
};

struct tcn_stats_tables {
	struct tcn_arena arena;
	struct tcn_stats_table at[TCN_STATS_TABLES];
	bool failed; /* memory ran out while they were made */
};

/* Makes the tables of finished counts. TCN_NOMEM; fini in every case. */
TCN_MUST_USE enum tcn_rc tcn_stats_tables_make(const struct tcn_stats *stats,
    struct tcn_stats_tables *tables);
void tcn_stats_tables_fini(struct tcn_stats_tables *tables);

static inline const union tcn_stats_cell *
tcn_stats_table_cell(const struct tcn_stats_table *table, size_t row,
    size_t column)
{
	return &table->cells[row * table->columns_n + column];
}

/* Appends a cell as a person reads it: "1,234", "12.3 %", "10 Mar 2014". */
void tcn_stats_table_show(const struct tcn_stats_table *table, size_t row,
    size_t column, struct tcn_buf *out);

/* The writers. copies: only tables that are about copies. Nothing fails: look
 * at out->failed afterwards. */
void tcn_stats_text(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out);
void tcn_stats_json(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out);
void tcn_stats_csv(const struct tcn_stats_table *table, struct tcn_buf *out);
void tcn_stats_html(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out);

#endif
