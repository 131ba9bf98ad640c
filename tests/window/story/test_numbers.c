#include "tests/base/run.h"

#include "window/story/numbers.h"
#include "window/story/story.h"

/* Rows of the table, one by one. */
static const struct {
	const char *name, *unit, *meaning, *source;
	double value;
} rows[] = {
#define ROW(name, value, unit, meaning, source)                                \
	{ #name, unit, meaning, source, value },
	TCN_NUMBERS(ROW)
#undef ROW
};

START_TEST(rows_say_what_they_are)
{
	size_t n = sizeof rows / sizeof *rows;

	ck_assert_uint_eq(n * sizeof(double), sizeof(struct tcn_numbers));
	for (size_t i = 0; i < n; i++) {
		ck_assert(rows[i].value > 0);
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
	tcase_add_test(tc, rows_say_what_they_are);
	tcase_add_test(tc, a_conf_begins_with_the_defaults);
	tcase_add_test(tc, hours_are_milliseconds);
}
