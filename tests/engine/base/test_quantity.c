#include "tests/base/run.h"

#include "engine/base/quantity.h"
#include "tests/base/check_str.h"

static const struct {
	const char *text;
	const struct tcn_quantity_unit *units; /* NULL: a count */
	bool good;
	uint64_t n;
} rows[] = {
	{ "0", NULL, true, 0 },
	{ "9223372036854775807", NULL, true, INT64_MAX },
	{ "9223372036854775808", NULL, false, 0 },
	{ "", NULL, false, 0 },
	{ "-1", NULL, false, 0 },
	{ "1 ", NULL, false, 0 },
	{ "1h30m", tcn_quantity_time_units, true, 5400000 },
	{ "250ms", tcn_quantity_time_units, true, 250 },
	{ "2 d", tcn_quantity_time_units, true, 172800000 },
	{ "4", tcn_quantity_time_units, false, 0 },
	{ "4 weeks", tcn_quantity_time_units, false, 0 },
	{ "106751991168d", tcn_quantity_time_units, false, 0 },
	{ "64MiB", tcn_quantity_byte_units, true, 67108864 },
	{ "64 MiB", tcn_quantity_byte_units, true, 67108864 },
	{ "64MB", tcn_quantity_byte_units, false, 0 },
};

START_TEST(counts_and_units)
{
	struct tcn_str text = tcn_str(rows[_i].text);
	uint64_t n = 0;
	bool good = rows[_i].units
	    ? tcn_quantity_parse_units(text, rows[_i].units, &n)
	    : tcn_quantity_parse_count(text, &n);

	ck_assert_int_eq(good, rows[_i].good);
	if (good)
		ck_assert_uint_eq(n, rows[_i].n);
}
END_TEST

START_TEST(what_is_printed_reads_back)
{
	static const double numbers[] = { 0, 1.3, 0.1, 1e300, -2.5, 1.0 / 3 };
	struct tcn_buf out = { 0 };

	for (uint64_t n = 1; n < INT64_MAX / 7; n = n * 7 - 3) {
		uint64_t back;

		tcn_buf_clear(&out);
		tcn_quantity_print_units(&out, n, tcn_quantity_time_units);
		ck_assert(tcn_quantity_parse_units(tcn_buf_view(&out),
		    tcn_quantity_time_units, &back));
		ck_assert_uint_eq(back, n);
	}
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		double back;

		tcn_buf_clear(&out);
		tcn_quantity_print_number(&out, numbers[i]);
		ck_assert(tcn_quantity_parse_number(tcn_buf_view(&out), &back));
		ck_assert(back == numbers[i]);
	}
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(numbers_are_decimal)
{
	static const char *const bad[] = { "", "nan", "inf", "0x10", "1e999",
		"1.2.3", "1 " };
	double x;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!tcn_quantity_parse_number(tcn_str(bad[i]), &x),
		    "%s", bad[i]);
	ck_assert(!tcn_quantity_parse_number((struct tcn_str){ "1\0002", 3 },
	    &x));
}
END_TEST

START_TEST(messages)
{
	char out[TCN_QUANTITY_EXCERPT_BYTES];
	struct tcn_buf said = { 0 };

	ck_assert_str_eq(tcn_quantity_excerpt(tcn_str("a\nb"), out), "a?b");
	ck_assert_uint_le(strlen(tcn_quantity_excerpt(
			      tcn_str("ééééééééééééééééééééééééééééééééé"),
			      out)),
	    51);
	tcn_quantity_explain(tcn_str("4"), tcn_quantity_byte_units, &said);
	check_str(tcn_buf_view(&said),
	    ": 4 what? Name the unit: 4TiB, 4GiB, 4MiB, 4KiB or 4B");
	tcn_buf_fini(&said);
}
END_TEST

START_TEST(whole_numbers_are_written_as_such)
{
	static const struct {
		double x;
		const char *text;
	} wholes[] = { { 50, "50" }, { -1000, "-1000" }, { 0, "0" },
		{ 0.5, "0.5" }, { 99.9, "99.9" }, { 1e15, "1e+15" },
		{ 123456789, "123456789" } };
	struct tcn_buf out = { 0 };

	for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
		tcn_buf_clear(&out);
		tcn_quantity_print_number(&out, wholes[i].x);
		ck_assert_str_eq(out.at, wholes[i].text);
	}
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(quantity)
{
	tcase_add_test(tc, whole_numbers_are_written_as_such);
	TCN_EACH(counts_and_units, rows);
	tcase_add_test(tc, what_is_printed_reads_back);
	tcase_add_test(tc, numbers_are_decimal);
	tcase_add_test(tc, messages);
}
