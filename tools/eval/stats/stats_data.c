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
	DAY_CHARS = 10, /* of "2026-11-21T00:00:00Z" */
	DIGITS = 6,
};

/* A date as text: of a day no more than that; "" where there is none. */
static struct tcn_str
date_text(int64_t ms, bool day, char text[TCN_DATE_BYTES])
{
	text[0] = '\0';
	if (tcn_when_known(ms))
		tcn_date_format(ms, text);
	return (struct tcn_str){ text,
		day && text[0] ? DAY_CHARS : strlen(text) };
}

static void
csv_cell(const struct tcn_stats_column *column,
    const union tcn_stats_cell *cell, struct tcn_buf *out)
{
	char number[TCN_JSON_ROUNDED_BYTES], date[TCN_DATE_BYTES];

	switch (column->kind) {
	case TCN_STATS_TEXT:
		tcn_csv_put(out, cell->text);
		break;
	case TCN_STATS_COUNT:
		tcn_buf_printf(out, "%" PRIu64, cell->n);
		break;
	case TCN_STATS_REAL:
	case TCN_STATS_SHARE:
		tcn_buf_z(out, tcn_json_round(cell->x, DIGITS, number));
		break;
	case TCN_STATS_DAY:
	case TCN_STATS_TIME:
		tcn_buf_str(out,
		    date_text(cell->ms, column->kind == TCN_STATS_DAY, date));
		break;
	}
}

void
tcn_stats_csv(const struct tcn_stats_table *table, struct tcn_buf *out)
{
	for (size_t c = 0; c < table->columns_n; c++)
		tcn_buf_printf(out, "%s%s", c ? "," : "",
		    table->columns[c].name);
	tcn_buf_char(out, '\n');
	for (size_t r = 0; r < table->rows_n; r++)
		for (size_t c = 0; c < table->columns_n; c++) {
			csv_cell(&table->columns[c],
			    tcn_stats_table_cell(table, r, c), out);
			tcn_buf_char(out,
			    c + 1 < table->columns_n ? ',' : '\n');
		}
}

static void
json_cell(const struct tcn_stats_column *column,
    const union tcn_stats_cell *cell, struct tcn_buf *out)
{
	char date[TCN_DATE_BYTES];

	switch (column->kind) {
	case TCN_STATS_TEXT:
		tcn_json_str(out, column->name, cell->text);
		break;
	case TCN_STATS_COUNT:
		tcn_json_uint(out, column->name, cell->n);
		break;
	case TCN_STATS_REAL:
	case TCN_STATS_SHARE:
		tcn_json_rounded(out, column->name, cell->x, DIGITS);
		break;
	case TCN_STATS_DAY:
		if (tcn_when_known(cell->ms))
			tcn_json_str(out, column->name,
			    date_text(cell->ms, true, date));
		else
			tcn_json_null(out, column->name);
		break;
	case TCN_STATS_TIME:
		tcn_json_time(out, column->name, cell->ms);
		break;
	}
}

static void
json_row(const struct tcn_stats_table *table, size_t row, const char *key,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '{');
	for (size_t c = 0; c < table->columns_n; c++)
		json_cell(&table->columns[c],
		    tcn_stats_table_cell(table, row, c), out);
	tcn_json_close(out, '}');
}

void
tcn_stats_json(const struct tcn_stats_tables *tables, bool copies,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	json_row(&tables->at[TCN_STATS_TABLE_TOTALS], 0, "totals", out);
	for (size_t i = TCN_STATS_TABLE_TOTALS + 1; i < TCN_STATS_TABLES; i++) {
		const struct tcn_stats_table *table = &tables->at[i];

		if (copies && !table->of_copies)
			continue;
		tcn_json_open(out, table->name, '[');
		for (size_t r = 0; r < table->rows_n; r++)
			json_row(table, r, NULL, out);
		tcn_json_close(out, ']');
	}
	tcn_json_close(out, '}');
	tcn_buf_char(out, '\n');
}
