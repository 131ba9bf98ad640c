#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "tests/window/near/near_model.h"
#include "window/near/near_join.h"

enum {
	ITEMS = 700,
	PLANS = 3,
};

static const enum tcn_near_plan_kind plans[] = {
	TCN_NEAR_PLAN_4X16,
	TCN_NEAR_PLAN_5X13,
	TCN_NEAR_PLAN_8X8,
};

/* Distance + 1 of each pair told, by a * ITEMS + b. */
static uint8_t told[ITEMS * ITEMS];
static size_t told_n;

/*
 * Check writes each assertion to a file: of these millions only one that fails
 * is made.
 */
static bool
see_pair(void *ctx, const struct tcn_near_pair *pair)
{
	(void)ctx;
	if (pair->a >= pair->b || told[pair->a * ITEMS + pair->b])
		ck_abort_msg("pair %u, %u is turned round or told twice",
		    (unsigned)pair->a, (unsigned)pair->b);
	told[pair->a * ITEMS + pair->b] = (uint8_t)(pair->distance + 1);
	told_n++;
	return true;
}

static void
fill(enum shape shape, uint64_t *fingerprints)
{
	uint64_t state = shape + 1, last = 1;

	for (size_t i = 0; i < ITEMS; i++)
		fingerprints[i] = last = shape_next(shape, &state, last);
}

static void
compare(const uint64_t *fingerprints, unsigned radius)
{
	size_t want = 0;

	for (size_t a = 0; a < ITEMS; a++)
		for (size_t b = a + 1; b < ITEMS; b++) {
			unsigned d =
			    (unsigned)__builtin_popcountll(fingerprints[a] ^
				fingerprints[b]);

			if (d > radius)
				continue;
			want++;
			if (told[a * ITEMS + b] != d + 1)
				ck_assert_uint_eq(told[a * ITEMS + b], d + 1);
		}
	ck_assert_uint_eq(told_n, want);
}

START_TEST(every_pair_once)
{
	uint64_t fingerprints[ITEMS];

	for (enum shape shape = 0; shape < SHAPES; shape++)
		for (unsigned radius = 0; radius <= 7; radius++) {
			struct tcn_near_join_conf conf = {
				.plan = plans[_i],
				.radius = radius,
			};

			fill(shape, fingerprints);
			memset(told, 0, sizeof told);
			told_n = 0;
			ck_assert_int_eq(tcn_near_join(&conf, fingerprints,
					     ITEMS, see_pair, NULL),
			    TCN_OK);
			compare(fingerprints, radius);
		}
}
END_TEST

/* Copies make a star, and their first stands for them. */
START_TEST(first_of_equals_keeps_copies_linear)
{
	struct tcn_near_join_conf conf = {
		.radius = 7,
		.first_of_equals = true,
	};
	uint64_t fingerprints[ITEMS];

	for (size_t i = 0; i < ITEMS; i++)
		fingerprints[i] = i % 2;
	memset(told, 0, sizeof told);
	told_n = 0;
	ck_assert_int_eq(tcn_near_join(&conf, fingerprints, ITEMS, see_pair,
			     NULL),
	    TCN_OK);
	ck_assert_uint_eq(told_n, ITEMS - 1);
	ck_assert_uint_eq(told[0 * ITEMS + 1], 2);
	ck_assert_uint_eq(told[0 * ITEMS + 698], 1);
	ck_assert_uint_eq(told[1 * ITEMS + 699], 1);
}
END_TEST

static bool
see_one(void *ctx, const struct tcn_near_pair *pair)
{
	(void)pair;
	++*(int *)ctx;
	return false;
}

START_TEST(ends_when_told_to)
{
	struct tcn_near_join_conf conf = { .radius = 7 };
	uint64_t fingerprints[ITEMS];
	int seen = 0;

	fill(SHAPE_CLUSTERED, fingerprints);
	ck_assert_int_eq(tcn_near_join(&conf, fingerprints, ITEMS, see_one,
			     &seen),
	    TCN_DONE);
	ck_assert_int_eq(seen, 1);
}
END_TEST

START_TEST(nothing_and_faults)
{
	struct tcn_near_join_conf conf = { .radius = 7 };
	uint64_t fingerprints[ITEMS];
	enum tcn_rc rc = TCN_NOMEM;

	fill(SHAPE_FAMILIES, fingerprints);
	for (uint64_t nth = 1; rc == TCN_NOMEM; nth++) {
		memset(told, 0, sizeof told);
		told_n = 0;
		tcn_mem_fail_at(nth);
		rc = tcn_near_join(&conf, fingerprints, ITEMS, see_pair, NULL);
		tcn_mem_fail_at(0);
		ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
	}
	ck_assert_int_eq(rc, TCN_OK);
	compare(fingerprints, 7);
	ck_assert_int_eq(tcn_near_join(&conf, NULL, 0, see_pair, NULL), TCN_OK);
}
END_TEST

TCN_TESTS(near_join)
{
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, every_pair_once, 0, PLANS);
	tcase_add_test(tc, first_of_equals_keeps_copies_linear);
	tcase_add_test(tc, ends_when_told_to);
	tcase_add_test(tc, nothing_and_faults);
}
