/*
 * Look-ups by exact blocks, held against counting by hand.
 */
#include "tests/base/run.h"

#include <math.h>

#include "tools/lab/bench/bench_pairs.h"
#include "tools/lab/bench/paper/paper_blocks.h"

enum {
	ITEMS = 3000,
	RANDOM = 20000,
	QUERIES = 2000,
};

static const enum tcn_near_plan_kind kinds[] = { TCN_NEAR_PLAN_8X8,
	TCN_NEAR_PLAN_4X16, TCN_NEAR_PLAN_5X13 };

static struct tcn_paper_met
by_hand(enum tcn_near_plan_kind kind, const uint64_t *items, size_t n,
    uint64_t query)
{
	const struct tcn_near_plan *plan = tcn_near_plan(kind);
	struct tcn_paper_met met = { 0 };

	for (size_t i = 0; i < n; i++) {
		unsigned bits =
		    (unsigned)__builtin_popcountll(items[i] ^ query);
		unsigned in_common = 0;

		for (unsigned b = 0; b < plan->blocks_n; b++)
			in_common += tcn_near_key(plan->blocks[b], items[i]) ==
			    tcn_near_key(plan->blocks[b], query);
		met.entries += in_common;
		met.near_3 += bits <= 3 ? in_common : 0;
		met.near_7 += bits <= 7 ? in_common : 0;
		met.found_3 += bits <= 3 && in_common;
		met.found_7 += bits <= 7 && in_common;
	}
	return met;
}

START_TEST(meets_what_has_a_block_in_common)
{
	static uint64_t items[ITEMS];
	struct tcn_paper_blocks blocks;
	uint64_t state = 7;

	tcn_bench_families(&state, items, ITEMS);
	tcn_paper_blocks_init(&blocks, kinds[_i], items, ITEMS);
	for (size_t i = 0; i < 300; i++) {
		/* A member, one nearby, and a stranger, in turn. */
		uint64_t query = i % 3 == 2
		    ? tcn_bench_random(&state)
		    : items[i] ^ (uint64_t)(i % 3) << i % 64;
		struct tcn_paper_met met =
		    tcn_paper_blocks_meet(&blocks, query);
		struct tcn_paper_met hand =
		    by_hand(kinds[_i], items, ITEMS, query);

		ck_assert_uint_eq(met.entries, hand.entries);
		ck_assert_uint_eq(met.near_3, hand.near_3);
		ck_assert_uint_eq(met.near_7, hand.near_7);
		ck_assert_uint_eq(met.found_3, hand.found_3);
		ck_assert_uint_eq(met.found_7, hand.found_7);
		ck_assert_uint_eq(tcn_paper_blocks_look(&blocks, query, 7),
		    hand.near_7);
		ck_assert_uint_eq(tcn_paper_blocks_look(&blocks, query, 3),
		    hand.near_3);
	}
	tcn_paper_blocks_fini(&blocks);
}
END_TEST

/* The mean met among random fingerprints lies within 3 standard errors of the
 * sum of n / 2^bits. */
START_TEST(meets_as_many_as_reckoned)
{
	static uint64_t items[RANDOM];
	double sum = 0, squares = 0, mean, error;
	struct tcn_paper_blocks blocks;
	uint64_t state = 11;

	for (size_t i = 0; i < RANDOM; i++)
		items[i] = tcn_bench_random(&state);
	tcn_paper_blocks_init(&blocks, kinds[_i], items, RANDOM);
	for (size_t i = 0; i < QUERIES; i++) {
		double met = (double)tcn_paper_blocks_meet(&blocks,
		    tcn_bench_random(&state))
				 .entries;

		sum += met;
		squares += met * met;
	}
	mean = sum / QUERIES;
	error = sqrt((squares / QUERIES - mean * mean) / QUERIES);
	ck_assert_double_le(fabs(mean -
				tcn_paper_blocks_reckon(kinds[_i], RANDOM)),
	    3 * error);
	tcn_paper_blocks_fini(&blocks);
}
END_TEST

/* Five blocks of 64 bits: four of 13 and one of 12. */
START_TEST(reckons_what_is_published_and_mends_it)
{
	double n = 8388608; /* 2^23 */

	ck_assert_double_eq(tcn_paper_blocks_reckon(TCN_NEAR_PLAN_8X8, n),
	    262144);
	ck_assert_double_eq(tcn_paper_blocks_reckon(TCN_NEAR_PLAN_4X16, n),
	    512);
	ck_assert_double_eq(tcn_paper_blocks_reckon(TCN_NEAR_PLAN_5X13, n),
	    6144);
}
END_TEST

TCN_TESTS(paper_blocks)
{
	TCN_EACH(meets_what_has_a_block_in_common, kinds);
	TCN_EACH(meets_as_many_as_reckoned, kinds);
	tcase_add_test(tc, reckons_what_is_published_and_mends_it);
}
