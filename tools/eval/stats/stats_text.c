/*
 * tools/eval/stats/stats_text.c - the tables for a terminal.
 */
#include "tools/eval/stats/stats_tables.h"

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
put_table(const struct tcn_table *table, struct tcn_buf *out)
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
			put_table(&tables->at[i], out);
}
