#include "tests/base/run.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "window/story/story_history.h"

static struct tcn_story_history history;

static void
setup(void)
{
	history = (struct tcn_story_history){ .journal.on = true };
}

static void
teardown(void)
{
	tcn_story_history_fini(&history);
}

/* n words from `first` on, of equal weight: cosines are shares of words. */
static struct tcn_story_history_words
words_of(uint64_t first, uint32_t n)
{
	struct tcn_story_history_words words = { .n = n };

	for (uint32_t i = 0; i < n; i++) {
		words.terms[i] = first + i;
		words.weights[i] = 1.0F / (n == 4 ? 2 : n == 9 ? 3 : 1);
	}
	return words;
}

static uint64_t
note(uint64_t story, int32_t period, uint32_t items, uint64_t first)
{
	struct tcn_story_history_words words = words_of(first, 4);
	uint64_t number;

	tcn_story_history_add(&history, story, period, (uint8_t)(period % 4),
	    &number);
	tcn_story_history_set(&history, number, items, &words);
	tcn_story_history_mark_dirty(&history, number);
	if (history.next % 16 == 0)
		ck_sound(tcn_story_history_check, &history);
	return number;
}

static double
baseline_of(uint64_t story, uint64_t first, int32_t last)
{
	struct tcn_story_history_words words = words_of(first, 4);

	return tcn_story_history_ask(tcn_numbers_default(), &history,
	    &(struct tcn_story_history_query){
		.story = story,
		.words = &words,
		.last = last,
	    })
	    .baseline;
}

START_TEST(the_more_alike_the_more_it_counts)
{
	ck_assert_double_eq(baseline_of(9, 100, 7), 0);
	note(1, 5, 40, 100);
	ck_assert_double_eq_tol(baseline_of(9, 100, 7), 40, 1e-9);
	/* Two words of four are half. */
	ck_assert_double_eq_tol(baseline_of(9, 102, 7), 40, 1e-9);
	/* One is a quarter: (0.25 - 0.15) / (0.5 - 0.15). */
	ck_assert_double_eq_tol(baseline_of(9, 103, 7), 40 * 0.1 / 0.35, 1e-5);
	ck_assert_double_eq(baseline_of(9, 104, 7), 0);
	/* The largest decides, not the last. */
	note(2, 6, 20, 100);
	ck_assert_double_eq_tol(baseline_of(9, 100, 7), 40, 1e-9);
}
END_TEST

START_TEST(its_own_past_counts_whatever_its_words)
{
	note(1, 5, 40, 100);
	note(2, 6, 30, 500);
	ck_assert_double_eq(baseline_of(2, 900, 7), 30);
	ck_assert_double_eq(baseline_of(3, 900, 7), 0);
}
END_TEST

START_TEST(the_present_is_not_the_past)
{
	note(1, 5, 40, 100);
	note(2, 7, 90, 100);
	ck_assert_double_eq_tol(baseline_of(9, 100, 6), 40, 1e-9);
	ck_assert_double_eq_tol(baseline_of(9, 100, 7), 90, 1e-9);
	ck_assert_double_eq(baseline_of(9, 100, 4), 0);
}
END_TEST

START_TEST(old_rows_are_forgotten)
{
	uint64_t first = note(1, 5, 40, 100);

	note(2, 6, 20, 100);
	tcn_story_history_expire(&history, 6);
	ck_assert_ptr_null(tcn_story_history_get(&history, first));
	ck_assert_double_eq_tol(baseline_of(9, 100, 7), 20, 1e-9);
	for (int i = 0; i < TCN_STORY_HISTORY_MAX; i++)
		note(3, 7, 8, 900);
	ck_assert_double_eq(baseline_of(9, 100, 7), 0);
	ck_assert_ptr_nonnull(tcn_story_history_get(&history,
	    history.next - 1));
	ck_assert_uint_eq(history.next - history.first, TCN_STORY_HISTORY_MAX);
}
END_TEST

static double
likeness(const struct tcn_story_history_query *ask,
    const struct tcn_story_history_row *row)
{
	double cosine = 0, share;

	for (uint32_t a = 0; a < ask->words->n; a++)
		for (uint32_t b = 0; b < row->words.n; b++)
			if (ask->words->terms[a] == row->words.terms[b])
				cosine += (double)ask->words->weights[a] *
				    (double)row->words.weights[b];
	share = (cosine - 0.15) / 0.35;
	share = share < 0 ? 0 : share > 1 ? 1 : share;
	return row->story == ask->story ? 1 : share;
}

/* Against a look at all rows without the shortcuts: of each period what is
 * most alike, less where it was smaller. */
static struct tcn_story_history_answer
model(const struct tcn_story_history_query *ask)
{
	struct tcn_story_history_answer answer = { 0 };
	double same = 0, all = 0;

	for (int32_t period = 0; period <= ask->last; period++) {
		double most = 0;
		bool is_same = false;

		for (uint64_t i = history.first; i < history.next; i++) {
			const struct tcn_story_history_row *row =
			    tcn_story_history_get(&history, i);
			double like, items = row->items;

			if (row->period != period)
				continue;
			like = likeness(ask, row);
			is_same = row->quarter == ask->quarter;
			answer.baseline = fmax(answer.baseline, like * items);
			most = fmax(most, like * fmin(1, items / ask->items));
		}
		all += most;
		same += is_same ? most : 0;
	}
	answer.recurrence = same / (all + 1);
	return answer;
}

/* How many rows a period has: few, and more than there is room for. */
static const int rows_of[] = { 30, 300 };

/* Stories grow, so that their words change, and the first periods expire. */
START_TEST(answers_are_those_of_a_slow_look)
{
	double most = 0;

	srand(3);
	for (int32_t period = 0; period < 40; period++) {
		for (int i = 0; i < rows_of[_i]; i++) {
			struct tcn_story_history_words words =
			    words_of((uint64_t)rand() % 300, 9);
			uint64_t number = note((uint64_t)rand() % 50, period,
			    8 + (uint32_t)rand() % 60, (uint64_t)rand() % 300);

			if (i % 4 == 0)
				tcn_story_history_set(&history, number, 90,
				    &words);
		}
		tcn_story_history_expire(&history, period / 4);
	}
	ck_sound(tcn_story_history_check, &history);
	for (int i = 0; i < 200; i++) {
		struct tcn_story_history_words words =
		    words_of((uint64_t)rand() % 300, i % 2 ? 4 : 9);
		struct tcn_story_history_query ask = {
			.story = (uint64_t)rand() % 60,
			.words = &words,
			.items = 1 + (uint32_t)rand() % 80,
			.quarter = (uint8_t)(rand() % 4),
			.last = rand() % 42,
		};
		struct tcn_story_history_answer
		    is = tcn_story_history_ask(tcn_numbers_default(), &history,
			&ask),
		    should = model(&ask);

		ck_assert_double_eq_tol(is.baseline, should.baseline, 1e-9);
		ck_assert_double_eq_tol(is.recurrence, should.recurrence, 1e-9);
		most = fmax(most, is.recurrence);
	}
	ck_assert_double_gt(most, 0.4);
}
END_TEST

/* Of what was like it: each day at its hour, at another hour, and not at all.
 */
START_TEST(what_recurs_comes_at_its_quarter)
{
	struct tcn_story_history_words words = words_of(100, 4);
	struct tcn_story_history_query ask = {
		.story = 9,
		.words = &words,
		.items = 20,
		.last = 100,
	};

	for (int32_t day = 0; day < 9; day++)
		note((uint64_t)day + 20, day * 4 + 2, 20, 100);
	ask.quarter = 2;
	ck_assert_double_eq_tol(tcn_story_history_ask(tcn_numbers_default(),
				    &history, &ask)
				    .recurrence,
	    0.9, 1e-6);
	ask.quarter = 1;
	ck_assert_double_eq(tcn_story_history_ask(tcn_numbers_default(),
				&history, &ask)
				.recurrence,
	    0);
	ask.quarter = 2;
	ask.items = 40; /* those were half as large */
	ck_assert_double_eq_tol(tcn_story_history_ask(tcn_numbers_default(),
				    &history, &ask)
				    .recurrence,
	    4.5 / 5.5, 1e-6);
	words = words_of(500, 4);
	ck_assert_double_eq(tcn_story_history_ask(tcn_numbers_default(),
				&history, &ask)
				.recurrence,
	    0);
}
END_TEST

START_TEST(rows_come_back_in_order_only)
{
	struct tcn_story_history_row row = {
		.story = 1, .period = 5, .items = 9
	};

	row.words = words_of(100, 4);
	ck_assert_int_eq(tcn_story_history_load(&history, 70, &row), TCN_OK);
	ck_assert_int_eq(tcn_story_history_load(&history, 72, &row),
	    TCN_CORRUPT);
	ck_assert_int_eq(tcn_story_history_load(&history, 70, &row),
	    TCN_CORRUPT);
	row.period = 4;
	ck_assert_int_eq(tcn_story_history_load(&history, 71, &row),
	    TCN_CORRUPT);
	row.period = 5;
	ck_assert_int_eq(tcn_story_history_load(&history, 71, &row), TCN_OK);
	ck_assert_double_eq_tol(baseline_of(9, 100, 7), 9, 1e-9);
	ck_assert_uint_eq(note(2, 6, 30, 100), 72);
	ck_sound(tcn_story_history_check, &history);
}
END_TEST

static bool
is_listed(uint64_t number)
{
	return tcn_journal_has(&history.journal,
	    tcn_story_history_get(&history, number)->mark);
}

/* Between saves a row of an earlier period may have changed, too. */
START_TEST(what_changed_is_known_until_it_is_saved)
{
	uint64_t a = note(1, 5, 40, 100), b = note(2, 6, 20, 100), c, d;

	tcn_journal_saved(&history.journal);
	ck_assert(!is_listed(a) && !is_listed(b));
	c = note(3, 6, 30, 100);
	d = note(1, 7, 30, 100);
	ck_assert(is_listed(c) && is_listed(d));
	ck_assert(!is_listed(a) && !is_listed(b));
	ck_assert_uint_eq(history.journal.changed.n, 2);
	tcn_journal_saved(&history.journal);
	ck_assert(!is_listed(c) && !is_listed(d));
}
END_TEST

START_TEST(what_went_is_known_until_it_is_saved)
{
	uint64_t a = note(1, 5, 40, 100);

	note(2, 6, 20, 100);
	tcn_story_history_expire(&history, 6);
	ck_assert_uint_eq(history.journal.gone.n, 1);
	ck_assert_uint_eq(history.journal.gone.at[0], a);
	for (int i = 0; i < TCN_STORY_HISTORY_MAX; i++)
		note(3, 7, 8, 900);
	ck_assert_uint_eq(history.journal.gone.n, 2);
	tcn_journal_saved(&history.journal);
	ck_assert_uint_eq(history.journal.gone.n, 0);
}
END_TEST

TCN_TESTS(story_history)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_more_alike_the_more_it_counts);
	tcase_add_test(tc, its_own_past_counts_whatever_its_words);
	tcase_add_test(tc, the_present_is_not_the_past);
	tcase_add_test(tc, old_rows_are_forgotten);
	tcase_add_loop_test(tc, answers_are_those_of_a_slow_look, 0,
	    sizeof rows_of / sizeof *rows_of);
	tcase_add_test(tc, what_recurs_comes_at_its_quarter);
	tcase_add_test(tc, rows_come_back_in_order_only);
	tcase_add_test(tc, what_changed_is_known_until_it_is_saved);
	tcase_add_test(tc, what_went_is_known_until_it_is_saved);
}
