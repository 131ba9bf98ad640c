#include "tests/base/run.h"

#include "window/story/numbers.h"
#include "window/story/story.h"

START_TEST(rows_reach_their_members)
{
	struct tcn_numbers numbers = *tcn_numbers_default();
	size_t n;
	const struct tcn_numbers_row *rows = tcn_numbers_rows(&n);

	ck_assert_uint_eq(n * sizeof(double), sizeof numbers);
	for (size_t i = 0; i < n; i++) {
		ck_assert_uint_eq(rows[i].offset, i * sizeof(double));
		ck_assert(*tcn_numbers_at(&numbers, &rows[i]) > 0);
		*tcn_numbers_at(&numbers, &rows[i]) = (double)i;
	}
	ck_assert_double_eq(numbers.idf_least, 0);
	ck_assert_double_eq(numbers.idf_smoothing, 1);
	ck_assert_double_eq(numbers.family_burst, (double)(n - 1));
}
END_TEST

START_TEST(rows_say_what_they_are)
{
	size_t n;
	const struct tcn_numbers_row *rows = tcn_numbers_rows(&n);

	for (size_t i = 0; i < n; i++) {
		ck_assert(rows[i].unit[0] && rows[i].meaning[0]);
		ck_assert(rows[i].source[0]);
		for (size_t j = 0; j < i; j++)
			ck_assert_str_ne(rows[i].name, rows[j].name);
	}
}
END_TEST

START_TEST(a_conf_begins_with_the_defaults)
{
	struct tcn_story_conf conf;

	tcn_story_conf_default(&conf);
	ck_assert_mem_eq(&conf.numbers, tcn_numbers_default(),
	    sizeof conf.numbers);
}
END_TEST

START_TEST(hours_are_milliseconds)
{
	ck_assert_int_eq(tcn_numbers_ms(60), 216000000);
	ck_assert_int_eq(tcn_numbers_ms(0.5), 1800000);
}
END_TEST

TCN_TESTS(numbers)
{
	tcase_add_test(tc, rows_reach_their_members);
	tcase_add_test(tc, rows_say_what_they_are);
	tcase_add_test(tc, a_conf_begins_with_the_defaults);
	tcase_add_test(tc, hours_are_milliseconds);
}
