#include "tests/base/run.h"

#include <stdint.h>
#include <string.h>

#include "engine/base/suggest.h"

static const struct {
	const char *a, *b;
	size_t distance;
} rows[] = {
	{ "", "", 0 },
	{ "abc", "abc", 0 },
	{ "", "abc", 3 },
	{ "abc", "ab", 1 },
	{ "abc", "axc", 1 },
	{ "abc", "acb", 1 }, /* a swap */
	{ "ca", "abc", 3 }, /* no letter is changed twice */
	{ "kitten", "sitting", 3 },
};

START_TEST(distance_is_symmetric)
{
	ck_assert_uint_eq(tcn_suggest_distance(rows[_i].a, rows[_i].b),
	    rows[_i].distance);
	ck_assert_uint_eq(tcn_suggest_distance(rows[_i].b, rows[_i].a),
	    rows[_i].distance);
}
END_TEST

START_TEST(long_words_are_unlike_all)
{
	char word[66];

	memset(word, 'a', 65);
	word[65] = '\0';
	ck_assert_uint_eq(tcn_suggest_distance(word, word), SIZE_MAX);
	word[64] = '\0';
	ck_assert_uint_eq(tcn_suggest_distance(word, word), 0);
}
END_TEST

static const char *
suggestion(const char *word)
{
	static const char *const names[] = { "window", "windows", "horizon",
		"radius" };
	struct tcn_suggest suggest;

	tcn_suggest_init(&suggest, word);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		tcn_suggest_offer(&suggest, names[i]);
	return tcn_suggest_find(&suggest);
}

START_TEST(nearest_name_near_enough)
{
	ck_assert_str_eq(suggestion("widnow"), "window");
	ck_assert_str_eq(suggestion("windowz"), "window"); /* the first */
	ck_assert_str_eq(suggestion("horison"), "horizon");
	ck_assert_ptr_null(suggestion("threshold"));
	ck_assert_ptr_null(suggestion("xy"));
	ck_assert_str_eq(suggestion("hor"), "horizon"); /* cut short */
	ck_assert_str_eq(suggestion("win"), "window");
	ck_assert_ptr_null(suggestion("ra"));
}
END_TEST

TCN_TESTS(suggest)
{
	TCN_EACH(distance_is_symmetric, rows);
	tcase_add_test(tc, long_words_are_unlike_all);
	tcase_add_test(tc, nearest_name_near_enough);
}
