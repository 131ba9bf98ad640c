/* Where cities lie, by the table of zones. */
#include "tests/base/run.h"

#include "tools/base/zone_table.h"

static struct tcn_zone_table table;

START_TEST(a_table_is_read)
{
	static const char text[] =
	    "# a remark\n"
	    "AU\t-3352+15113\tAustralia/Sydney\tNew South Wales\n"
	    "IN\t+2232+08822\tAsia/Kolkata\n"
	    "GB,GG,IM,JE\t+513030-0000731\tEurope/London\n";

	table.n = 0;
	tcn_zone_table_parse(tcn_str(text), &table);
	ck_assert_uint_eq(table.n, 3);
	ck_assert_str_eq(table.at[0].country, "AU");
	ck_assert_str_eq(table.at[0].zone, "Australia/Sydney");
	ck_assert_double_eq_tol(table.at[0].latitude, -33.8667, .001);
	ck_assert_double_eq_tol(table.at[0].longitude, 151.2167, .001);
	ck_assert_str_eq(table.at[1].zone, "Asia/Calcutta"); /* CLDR's name */
	ck_assert_str_eq(table.at[2].country, "GB");
	ck_assert_double_eq_tol(table.at[2].latitude, 51.5083, .001);
	ck_assert_double_eq_tol(table.at[2].longitude, -.1253, .001);
}
END_TEST

static const char *const bad[] = { "", "\n\n", "AU", "AU\t", "AU\t-3352+15113",
	"AU\t-3352+15113\t", "AU\t-3352+15113\tMars/Base\n",
	"A\t-3352+15113\tAustralia/Sydney", "AU\t3352+15113\tAustralia/Sydney",
	"AU\t-3352\tAustralia/Sydney", "AU\t-9952+15113\tAustralia/Sydney",
	"AU\t-3352+99913\tAustralia/Sydney",
	"AU\t-3352+15113x\tAustralia/Sydney", "\xff\t\xff\t\xff",
	"AU\t-335+15113\tAustralia/Sydney" };

START_TEST(other_lines_are_left_out)
{
	table.n = 0;
	tcn_zone_table_parse(tcn_str(bad[_i]), &table);
	ck_assert_uint_eq(table.n, 0);
}
END_TEST

START_TEST(a_folder_without_one_knows_nothing)
{
	table.n = 3;
	tcn_zone_table_read("/nowhere", &table);
	ck_assert_uint_eq(table.n, 0);
}
END_TEST

TCN_TESTS(zone_table)
{
	tcase_add_test(tc, a_table_is_read);
	TCN_EACH(other_lines_are_left_out, bad);
	tcase_add_test(tc, a_folder_without_one_knows_nothing);
}
