#include "tests/base/run.h"

#include <math.h>

#include "engine/item/record.h"
#include "tools/base/table.h"

static const struct {
	double x;
	const char *text;
} figures[] = {
	{ 0, "0" },
	{ 0.00123, "0.00123" },
	{ 0.1, "0.100" },
	{ 5.4159, "5.42" },
	{ 42.04, "42.0" },
	{ 999.4, "999" },
	{ 999.6, "1,000" },
	{ 1234567.2, "1,234,567" },
	{ -2.5, "-2.50" },
	{ NAN, "-" },
	{ INFINITY, "-" },
};

START_TEST(figures_have_three_digits)
{
	struct tcn_buf out = { 0 };

	tcn_table_figure(figures[_i].x, &out);
	ck_assert_str_eq(tcn_buf_view(&out).at, figures[_i].text);
	tcn_buf_fini(&out);
}
END_TEST

static const struct {
	double seconds;
	const char *text;
} spans[] = {
	{ 0, "0 ns" },
	{ 21e-9, "21.0 ns" },
	{ 1.534e-6, "1.53 us" },
	{ 0.9999e-6, "1.00 us" },
	{ 0.003646, "3.65 ms" },
	{ 12.5, "12.5 s" },
	{ NAN, "-" },
};

START_TEST(durations_have_the_unit_that_fits)
{
	struct tcn_buf out = { 0 };

	tcn_table_seconds(spans[_i].seconds, &out);
	ck_assert_str_eq(tcn_buf_view(&out).at, spans[_i].text);
	tcn_buf_fini(&out);
}
END_TEST

static const struct tcn_table_column columns[] = {
	{ "what", "what", TCN_TABLE_TEXT },
	{ "n", "how many", TCN_TABLE_COUNT },
	{ "share", "share", TCN_TABLE_SHARE },
	{ "time", "a look-up", TCN_TABLE_SECONDS },
	{ "day", "day", TCN_TABLE_DAY },
};

static struct tcn_table
make(struct tcn_arena *arena)
{
	struct tcn_table table = {
		.name = "plans",
		.title = "Plans",
		.columns = columns,
		.columns_n = sizeof columns / sizeof *columns,
	};

	for (uint64_t i = 0; i < 40; i++) {
		/* more than one growth */
		union tcn_table_cell *row = tcn_table_add(&table, arena);

		row[0].text = tcn_str(i ? "b" : "a<b");
		row[1].n = 1000 + i;
		row[2].x = i ? NAN : 0.25;
		row[3].x = i ? NAN : 3.646e-3;
		row[4].ms = i ? TCN_UNDATED : 0;
	}
	return table;
}

START_TEST(all_writers_show_the_same_cells)
{
	struct tcn_arena arena;
	struct tcn_table table;
	struct tcn_buf out = { 0 };

	tcn_arena_init(&arena, 0);
	table = make(&arena);
	ck_assert_uint_eq(table.rows_n, 40);
	tcn_table_text(&table, 2, &out);
	ck_assert_str_eq(tcn_buf_view(&out).at,
	    "\nPlans\n"
	    "  what  how many   share  a look-up  day\n"
	    "  a<b      1,000  25.0 %    3.65 ms  1 Jan 1970\n"
	    "  b        1,001       -          -  undated\n");
	tcn_buf_clear(&out);
	tcn_table_json_row(&table, 0, NULL, &out);
	tcn_table_json_row(&table, 1, NULL, &out);
	ck_assert_ptr_nonnull(strstr(out.at,
	    "{\"what\":\"a<b\",\"n\":1000,\"share\":0.25,\"time\":0.003646,"
	    "\"day\":\"1970-01-01\"}"));
	ck_assert_ptr_nonnull(strstr(out.at,
	    "{\"what\":\"b\",\"n\":1001,\"share\":null,\"time\":null,"
	    "\"day\":null}"));
	tcn_buf_clear(&out);
	tcn_table_html(&table, &out);
	ck_assert_ptr_nonnull(strstr(out.at,
	    "<tr><td class=\"t\">a&lt;b</td><td class=\"n\">1,000</td>"));
	tcn_buf_fini(&out);
	tcn_arena_fini(&arena);
}
END_TEST

TCN_TESTS(table)
{
	TCN_EACH(figures_have_three_digits, figures);
	TCN_EACH(durations_have_the_unit_that_fits, spans);
	tcase_add_test(tc, all_writers_show_the_same_cells);
}
