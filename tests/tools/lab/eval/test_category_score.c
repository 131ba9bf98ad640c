#include "tests/base/run.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/lab/eval/category_score.h"

static struct tcn_category_score score;

static void
setup(void)
{
	tcn_category_score_init(&score);
}

static void
teardown(void)
{
	tcn_category_score_fini(&score);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* n articles of that day that were sent with one and expected to be another. */
static void
add(int day, const char *sent, const char *guess, bool sure, int n)
{
	const struct tcn_expect_guess g = {
		.sent = tcn_str(sent),
		.best = { .label = tcn_str(guess), .sure = sure },
		.asked = true,
	};

	while (n--)
		ck_assert_int_eq(tcn_category_score_add(&score,
				     day * TCN_DAY_MS + n, &g),
		    TCN_OK);
}

/* One of that day that was sent with a category and not asked about. */
static void
add_unasked(int day, const char *sent)
{
	const struct tcn_expect_guess g = { .sent = tcn_str(sent) };

	ck_assert_int_eq(tcn_category_score_add(&score, day * TCN_DAY_MS, &g),
	    TCN_OK);
}

START_TEST(figures_are_those_by_hand)
{
	struct tcn_category_figures f;

	add(-3, "a", "a", true, 6);
	add(-3, "a", "b", false, 2);
	add(2, "b", "b", true, 3);
	add(6, "b", "a", true, 1);
	add(6, "b", "", false, 5); /* nothing was expected */
	add(6, "", "a", true, 7); /* nothing was sent */
	add_unasked(6, "a");
	tcn_category_score_figures(&score, 1, &f);
	ck_assert_uint_eq(f.sent, 17);
	ck_assert_uint_eq(f.guessed, 12);
	ck_assert_uint_eq(f.right, 9);
	ck_assert_uint_eq(f.sure, 10);
	ck_assert_uint_eq(f.sure_right, 9);
	ck_assert_uint_eq(f.categories, 2);
	/* F1 of a: 12 / (8 + 7), of b: 6 / (4 + 5). */
	ck_assert(fabs(f.macro_f1 - (12. / 15 + 6. / 9) / 2) < 1e-12);
	/* Of ten days the last three. */
	tcn_category_score_figures(&score, .3, &f);
	ck_assert_uint_eq(f.guessed, 1);
	ck_assert_uint_eq(f.right, 0);
}
END_TEST

/* Those that were given no probability are in no bin. */
START_TEST(probabilities_are_held_against_what_was_sent)
{
	struct tcn_category_figures f;
	struct tcn_expect_guess g = { .sent = tcn_str("a"),
		.best = { .label = tcn_str("a"), .probability = .75 },
		.asked = true };

	add(1, "a", "b", true, 3);
	ck_assert(!tcn_category_score_add(&score, 2 * TCN_DAY_MS, &g));
	ck_assert(!tcn_category_score_add(&score, 11 * TCN_DAY_MS, &g));
	g.sent = tcn_str("b");
	ck_assert(!tcn_category_score_add(&score, 11 * TCN_DAY_MS, &g));
	tcn_category_score_figures(&score, 1, &f);
	ck_assert_uint_eq(tcn_reliability_n(&f.reliability), 3);
	ck_assert_uint_eq(f.reliability.bins[7].right, 2);
	ck_assert(fabs(tcn_reliability_error(&f.reliability) - .25 / 3) <
	    1e-12);
	tcn_category_score_figures(&score, .3, &f);
	ck_assert_uint_eq(tcn_reliability_n(&f.reliability), 2);
}
END_TEST

START_TEST(nothing_sent_is_no_figure)
{
	struct tcn_category_figures f;
	struct tcn_buf out = { 0 };

	add(1, "", "a", true, 3);
	tcn_category_score_figures(&score, 1, &f);
	ck_assert_uint_eq(f.guessed, 0);
	ck_assert(isnan(f.macro_f1));
	tcn_category_score_json(&score, "categories", &out);
	ck_assert_uint_eq(out.n, 0);
	tcn_category_score_say(&score);
	tcn_buf_fini(&out);
}
END_TEST

START_TEST(made_up_names_are_one)
{
	struct tcn_category_figures f;
	char name[24];

	for (int i = 0; i < 3000; i++) {
		snprintf(name, sizeof name, "made up %d", i);
		add(1, name, "a", true, 1);
	}
	tcn_category_score_figures(&score, 1, &f);
	ck_assert_uint_eq(f.guessed, 3000);
	ck_assert_uint_le(f.categories, TCN_CATEGORY_SCORE_NAMES);
}
END_TEST

START_TEST(the_summary_has_both_parts)
{
	struct tcn_buf out = { 0 };

	add(1, "a", "a", true, 3);
	add(2, "a", "b", false, 1);
	tcn_category_score_json(&score, "categories", &out);
	ck_assert_str_eq(out.at,
	    "\"categories\":{\"all\":{\"sent\":4,\"guessed\":4,"
	    "\"categories\":2,\"accuracy\":0.75,\"coverage\":0.75,"
	    "\"accuracy_of_sure\":1.0,\"macro_f1\":0.4286},"
	    "\"last\":{\"sent\":1,\"guessed\":1,\"categories\":2,"
	    "\"accuracy\":0.0,\"coverage\":0.0,\"accuracy_of_sure\":0.0,"
	    "\"macro_f1\":0.0}}");
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(category_score)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, figures_are_those_by_hand);
	tcase_add_test(tc, probabilities_are_held_against_what_was_sent);
	tcase_add_test(tc, nothing_sent_is_no_figure);
	tcase_add_test(tc, made_up_names_are_one);
	tcase_add_test(tc, the_summary_has_both_parts);
}
