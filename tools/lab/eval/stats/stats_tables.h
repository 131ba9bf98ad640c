/*
 * tools/lab/eval/stats/stats_tables.h - the counts of an archive as tables
 * (tools/base/table.h).
 *
 * The terminal, CSV and JSON show them as they are, the page draws charts of
 * some; so each figure is worked out once, here.
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_TABLES_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "tools/base/table.h"
#include "tools/lab/eval/stats/stats.h"

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
	TCN_STATS_TABLE_RELIABILITY, /* of predicted categories */
	TCN_STATS_TABLES,
};

struct tcn_stats_tables {
	struct tcn_arena arena;
	struct tcn_table at[TCN_STATS_TABLES];
};

/* Makes the tables of finished counts. */
void tcn_stats_tables_make(const struct tcn_stats *stats,
    struct tcn_stats_tables *tables);
void tcn_stats_tables_fini(struct tcn_stats_tables *tables);

/* Whether the table at this index, an enum tcn_stats_table_id, is about copies.
 */
bool tcn_stats_table_of_copies(size_t id);

/* The writers. copies: only tables that are about copies. */
void tcn_stats_text(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out);
void tcn_stats_json(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out);
void tcn_stats_csv(const struct tcn_table *table, struct tcn_buf *out);
void tcn_stats_html(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out);

#endif
