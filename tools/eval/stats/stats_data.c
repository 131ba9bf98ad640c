/*
 * tools/eval/stats/stats_data.c - the tables as CSV and as JSON.
 *
 * A share is a number from 0 to 1, a day "2026-11-21", a time in CSV RFC 3339
 * and in JSON unix seconds; what is not known is empty or null.
 */
#include <inttypes.h>

#include "engine/base/date.h"
#include "tools/base/json_out.h"
#include "tools/base/when.h"
#include "tools/eval/csv.h"
#include "tools/eval/stats/stats_tables.h"

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
