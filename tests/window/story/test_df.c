#include "tests/base/run.h"

#include <math.h>

#include "engine/base/duration.h"
#include "tests/base/sound.h"
#include "window/story/df.h"

static struct tcn_slab slab;
static struct tcn_df df;

static void
setup(void)
{
	tcn_df_init(&df, 14 * TCN_DAY_MS, 100, &slab);
	df.journal.on = true;
}

static void
teardown(void)
{
	tcn_df_fini(&df);
	tcn_slab_fini(&slab);
}

static uint32_t
put(uint64_t id)
{
	uint32_t slot;

	ck_assert_int_eq(tcn_df_put(&df, id, tcn_str("word"), &slot), TCN_OK);
	ck_sound(tcn_df_check, &df);
	return slot;
}

START_TEST(half_is_left_after_a_half_life)
{
	uint32_t slot;

	tcn_df_set_now(&df, 3 * TCN_DAY_MS);
	slot = put(7);
	for (int i = 0; i < 8; i++)
		tcn_decay_add(&df.clock, &df.rows[slot].items, 1);
	ck_assert_double_eq_tol(tcn_df_items(&df, slot), 8, 1e-12);
	tcn_df_set_now(&df, 17 * TCN_DAY_MS);
	ck_assert_double_eq_tol(tcn_df_items(&df, slot), 4, 1e-12);
	tcn_df_set_now(&df, 24 * TCN_DAY_MS);
	ck_assert_double_eq_tol(tcn_df_items(&df, slot), 8 * exp2(-1.5), 1e-12);
}
END_TEST

/* Looking, however often, changes nothing: not one bit. */
START_TEST(looking_changes_nothing)
{
	struct tcn_decay often = { .half_ms = 1000 }, once = often;
	struct tcn_decay_count a = { 0 }, b = { 0 };

	for (int64_t t = -5000; t < 50000; t += 7) {
		tcn_decay_set_now(&often, t);
		(void)tcn_decay_read(&often, a);
		if (t % 13 == 0) {
			tcn_decay_add(&often, &a, 1);
			tcn_decay_set_now(&once, t);
			tcn_decay_add(&once, &b, 1);
		}
	}
	ck_assert_mem_eq(&a.sum, &b.sum, sizeof a.sum);
}
END_TEST

/* Against a sum of powers, one per addition. */
START_TEST(equals_the_sum_of_powers)
{
	struct tcn_decay clock = { .half_ms = 1000 };
	struct tcn_decay_count count = { 0 };
	double want = 0;

	for (int64_t t = 0; t < 30000; t += 123) {
		tcn_decay_set_now(&clock, t);
		tcn_decay_add(&clock, &count, 1);
	}
	for (int64_t t = 0; t < 30000; t += 123)
		want += exp2(-(double)(31000 - t) / 1000);
	tcn_decay_set_now(&clock, 31000);
	ck_assert_double_eq_tol(tcn_decay_read(&clock, count), want, 1e-9);
}
END_TEST

START_TEST(the_least_used_go_at_the_cap)
{
	uint32_t held = put(1);

	tcn_df_ref(&df, held);
	for (uint64_t id = 2; id <= 100; id++) {
		uint32_t slot = put(id);

		for (uint64_t i = 0; i < id; i++)
			tcn_decay_add(&df.clock, &df.rows[slot].items, 1);
	}
	ck_assert_uint_eq(df.slots.n, 100);
	put(101);
	ck_assert_uint_eq(df.evicted, 26);
	ck_assert_uint_eq(tcn_df_find(&df, 1), held);
	for (uint64_t id = 2; id <= 27; id++)
		ck_assert_uint_eq(tcn_df_find(&df, id), TCN_DF_NONE);
	ck_assert_uint_eq(df.journal.gone.n, 26);
	for (uint64_t id = 28; id <= 101; id++)
		ck_assert_uint_ne(tcn_df_find(&df, id), TCN_DF_NONE);
}
END_TEST

START_TEST(a_full_dictionary_of_held_terms_refuses)
{
	uint32_t slot;

	for (uint64_t id = 1; id <= 100; id++)
		tcn_df_ref(&df, put(id));
	ck_assert_int_eq(tcn_df_put(&df, 101, tcn_str("x"), &slot), TCN_LIMIT);
	ck_assert_uint_eq(df.refused, 1);
	ck_sound(tcn_df_check, &df);
	for (uint64_t id = 44; id <= 49; id++)
		tcn_df_unref(&df, tcn_df_find(&df, id));
	ck_assert_int_eq(tcn_df_put(&df, 101, tcn_str("x"), &slot), TCN_LIMIT);
	tcn_df_unref(&df, tcn_df_find(&df, 50));
	ck_assert_int_eq(tcn_df_put(&df, 101, tcn_str("x"), &slot), TCN_OK);
	ck_assert_uint_eq(tcn_df_find(&df, 50), TCN_DF_NONE);
}
END_TEST

/* What is remembered is right, also once rows went and others took them. */
START_TEST(seen_terms_are_found_as_others)
{
	struct tcn_term terms[40];

	for (uint64_t round = 0; round < 50; round++) {
		for (uint64_t i = 0; i < 40; i++)
			terms[i] = (struct tcn_term){
				.id = 1 + (round * 7 + i * i) % 300,
			};
		tcn_df_find_all(&df, terms, 40);
		for (uint64_t i = 0; i < 60; i++) {
			uint64_t id = terms[i % 40].id;

			ck_assert_uint_eq(tcn_df_find_cached(&df, i, id),
			    tcn_df_find(&df, id));
			put(1 + (round * 60 + i) % 290);
			ck_assert_uint_eq(tcn_df_find_cached(&df, i, id),
			    tcn_df_find(&df, id));
		}
	}
	ck_assert_uint_gt(df.evicted, 1000);
}
END_TEST

START_TEST(a_long_word_is_cut_between_characters)
{
	char word[61];
	uint32_t slot;

	for (size_t i = 0; i < 60; i += 3)
		memcpy(word + i, "\xe2\x82\xac", 3);
	word[0] = 'a';
	word[1] = 'b';
	ck_assert_int_eq(tcn_df_put(&df, 1, (struct tcn_str){ word + 2, 58 },
			     &slot),
	    TCN_OK);
	ck_assert_uint_eq(df.rows[slot].word_n, 46);
	ck_assert_mem_eq(df.rows[slot].word, word + 2, 46);
}
END_TEST

TCN_TESTS(df)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, half_is_left_after_a_half_life);
	tcase_add_test(tc, looking_changes_nothing);
	tcase_add_test(tc, equals_the_sum_of_powers);
	tcase_add_test(tc, the_least_used_go_at_the_cap);
	tcase_add_test(tc, a_full_dictionary_of_held_terms_refuses);
	tcase_add_test(tc, seen_terms_are_found_as_others);
	tcase_add_test(tc, a_long_word_is_cut_between_characters);
}
