/* A text's runs of words, and what is left of them when it is gone over. */
#include "tests/base/in_arena.h"

#include "engine/base/splitmix.h"
#include "engine/item/shingles.h"

enum {
	WORDS = 120,
};

/* Of n words from the first on; every `other`th is another, and every
 * `figure`th a figure; 0: none. */
static struct tcn_sketch
make(unsigned first, unsigned n, unsigned other, unsigned figure)
{
	struct tcn_shingle_maker maker;
	struct tcn_sketch shingles;

	tcn_shingle_maker_start(&maker);
	for (unsigned i = first; i < first + n; i++) {
		uint64_t nth = i + (other && i % other == 0 ? 100000 : 0);

		tcn_shingle_maker_word(&maker, tcn_splitmix(1, nth),
		    figure && i % figure == 0);
	}
	tcn_shingle_maker_finish(&maker, &arena, &shingles);
	return shingles;
}

static double
containment(struct tcn_sketch a, struct tcn_sketch b)
{
	return tcn_sketch_containment(tcn_sketch_compare(a, b));
}

START_TEST(a_set_is_of_the_smallest_numbers_in_order)
{
	struct tcn_sketch set = make(0, WORDS, 0, 0);

	ck_assert_uint_eq(set.n, TCN_SHINGLES_MAX);
	ck_assert_uint_gt(set.full, set.n);
	for (uint32_t i = 1; i < set.n; i++)
		ck_assert_uint_lt(set.at[i - 1], set.at[i]);
	/* Another text's are others; what comes twice is there once. */
	ck_assert(containment(set, make(1000, WORDS, 0, 0)) < 0.1);
	set = make(0, TCN_SHINGLES_LEAST + TCN_SHINGLE_WORDS - 1, 0, 0);
	ck_assert_uint_eq(set.n, TCN_SHINGLES_LEAST);
	ck_assert_uint_eq(set.full, set.n);
}
END_TEST

START_TEST(a_part_is_contained_and_changes_leave_most)
{
	struct tcn_sketch set = make(0, WORDS, 0, 0);

	ck_assert_double_eq(containment(set, make(40, 40, 0, 0)), 1);
	ck_assert_double_eq(containment(set, make(0, 2 * WORDS, 0, 0)), 1);
	ck_assert(containment(set, make(0, WORDS, 20, 0)) > 0.6);
	ck_assert(containment(set, make(0, WORDS, 4, 0)) < 0.1);
}
END_TEST

START_TEST(short_texts_and_tables_have_none)
{
	unsigned least = TCN_SHINGLES_LEAST + TCN_SHINGLE_WORDS - 1;

	ck_assert_uint_eq(make(0, least - 1, 0, 0).n, 0);
	ck_assert_uint_eq(make(0, 0, 0, 0).n, 0);
	ck_assert_uint_eq(make(0, WORDS, 0, 2).n, 0);
	ck_assert_uint_gt(make(0, WORDS, 0, 3).n, 0);
	ck_assert_uint_eq(make(0, least, 0, 3).n, 0);
	ck_assert_uint_gt(make(0, least, 0, 4).n, 0);
}
END_TEST

/* Of one text the first half has figures: three in four of its numbers, or
 * more, are of that half. */
START_TEST(runs_with_figures_are_kept_more_often)
{
	struct tcn_shingle_maker maker;
	struct tcn_sketch both, half;

	tcn_shingle_maker_start(&maker);
	for (unsigned i = 0; i < 2 * WORDS; i++)
		tcn_shingle_maker_word(&maker, tcn_splitmix(1, i),
		    i < WORDS && i % 3 == 0);
	tcn_shingle_maker_finish(&maker, &arena, &both);
	half = make(0, WORDS, 0, 3);
	ck_assert_uint_ge(4 * tcn_sketch_compare(both, half).m, 3 * both.n);
}
END_TEST

START_TEST(what_is_stored_is_read_again)
{
	unsigned char bytes[TCN_SKETCH_BYTES_MAX];
	struct tcn_sketch set = make(0, WORDS, 0, 0), again;
	size_t n = tcn_sketch_encode(set, bytes);

	ck_assert_int_eq(tcn_shingles_decode(bytes, n, &arena, &again), TCN_OK);
	ck_assert_uint_eq(again.n, set.n);
	ck_assert_uint_eq(again.full, set.full);
	ck_assert_mem_eq(again.at, set.at, 4 * set.n);
	ck_assert_int_eq(tcn_shingles_decode(bytes, n - 1, &arena, &again),
	    TCN_CORRUPT);
	ck_assert_int_eq(tcn_shingles_decode(bytes, 4 * (TCN_SHINGLES_MAX + 1),
			     &arena, &again),
	    TCN_CORRUPT);
	bytes[3] = 0xff; /* no longer in order */
	ck_assert_int_eq(tcn_shingles_decode(bytes, n, &arena, &again),
	    TCN_CORRUPT);
}
END_TEST

TCN_TESTS(shingles)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_set_is_of_the_smallest_numbers_in_order);
	tcase_add_test(tc, a_part_is_contained_and_changes_leave_most);
	tcase_add_test(tc, short_texts_and_tables_have_none);
	tcase_add_test(tc, runs_with_figures_are_kept_more_often);
	tcase_add_test(tc, what_is_stored_is_read_again);
}
