/*
 * The actions of a verb: which row a name finds, and how many arguments fit.
 */
#include "tests/base/run.h"

#include <stdbool.h>

#include "tools/verb/verb_action.h"

static const struct row {
	struct tcn_verb_action is;
	int value;
} rows[] = {
	{ { "list", 0, 0 }, 7 },
	{ { "add", 1, 2 }, 8 },
	{ { "end", 1, -1 }, 9 },
};

static const struct tcn_verb_actions actions = TCN_VERB_ACTIONS("v", rows);

START_TEST(a_name_finds_its_row)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		ck_assert_ptr_eq(tcn_verb_action_find(&actions,
				     rows[i].is.name),
		    &rows[i]);
}
END_TEST

START_TEST(part_of_a_name_finds_nothing)
{
	static const char *const names[] = { "", "li", "lists", "LIST" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		ck_assert_ptr_null(tcn_verb_action_find(&actions, names[i]));
}
END_TEST

START_TEST(arguments_fit_from_least_to_most)
{
	static const struct {
		size_t row;
		int n, misfit;
	} cases[] = {
		{ 0, 0, 0 },
		{ 0, 1, 1 },
		{ 1, 0, -1 },
		{ 1, 1, 0 },
		{ 1, 2, 0 },
		{ 1, 3, 1 },
		{ 2, 0, -1 },
		{ 2, 1, 0 },
		{ 2, 1000, 0 },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_int_eq(tcn_verb_action_misfit(&rows[cases[i].row].is,
				     cases[i].n),
		    cases[i].misfit);
}
END_TEST

TCN_TESTS(verb_action)
{
	tcase_add_test(tc, a_name_finds_its_row);
	tcase_add_test(tc, part_of_a_name_finds_nothing);
	tcase_add_test(tc, arguments_fit_from_least_to_most);
}
