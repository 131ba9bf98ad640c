/* Which moments a timeline tells, beside a look at all choices there are. */
#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tools/tell/summary/timeline.h"
#include <stdbool.h>

#define SMALL 13 /* candidates of which all choices are tried */

static struct tcn_timeline_candidate at[TCN_TIMELINE_CANDIDATES];
static size_t steps[TCN_TIMELINE_STEPS], steps_n;

static void
choose(size_t n)
{
	tcn_timeline_choose(at, n, steps, &steps_n);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* Whether a choice keeps to the rules: both ends, the gap, the number. */
static bool
is_allowed(const size_t *chosen, size_t chosen_n, size_t n)
{
	int64_t gap = tcn_timeline_gap(at, n);

	if (!chosen_n || chosen_n > TCN_TIMELINE_STEPS || chosen[0] ||
	    chosen[chosen_n - 1] + 1 != n)
		return false;
	for (size_t i = 1; i < chosen_n && chosen_n > 2; i++) {
		if (at[chosen[i]].ms - at[chosen[i - 1]].ms < gap)
			return false;
	}
	return true;
}

/* What a choice costs by the sum above; the least is the best. */
static int64_t
cost_of(const struct tcn_timeline_candidate *candidates, size_t n,
    const size_t *chosen, size_t chosen_n)
{
	int64_t all = 0, cost = 0;
	size_t from = 0;

	ck_assert(chosen_n && chosen[chosen_n - 1] + 1 == n);
	for (size_t i = 0; i < n; i++)
		all += candidates[i].news;
	for (size_t i = 0; i < chosen_n; i++) {
		int64_t news = 0;

		for (; from <= chosen[i]; from++)
			news += candidates[from].news;
		cost += news * news - all * candidates[chosen[i]].news / 2;
	}
	return cost - all * all / (int64_t)chosen_n;
}

/* The least cost of all choices. */
static int64_t
least_cost(size_t n)
{
	int64_t least = INT64_MAX;

	for (uint32_t set = 0; set < 1u << n; set++) {
		size_t chosen[SMALL], chosen_n = 0;
		int64_t cost;

		for (size_t i = 0; i < n; i++) {
			if (set & 1u << i)
				chosen[chosen_n++] = i;
		}
		if (!is_allowed(chosen, chosen_n, n))
			continue;
		cost = cost_of(at, n, chosen, chosen_n);
		if (cost < least)
			least = cost;
	}
	return least;
}

/* Random candidates: bursts and lulls, many of a time, some without news. */
static void
draw(uint64_t *seed, size_t n)
{
	int64_t ms = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t kind = random_below(seed, 4);

		ms += kind == 0 ? 0
		    : kind == 1 ? random_below(seed, TCN_MINUTE_MS)
				: random_below(seed, 4 * TCN_HOUR_MS);
		at[i] = (struct tcn_timeline_candidate){ ms,
			kind == 3 ? 0 : random_below(seed, 9000) };
	}
}

START_TEST(no_choice_is_better)
{
	uint64_t seed = 18;

	for (int round = 0; round < 400; round++) {
		size_t n = 1 + random_below(&seed, SMALL);

		draw(&seed, n);
		choose(n);
		ck_assert(is_allowed(steps, steps_n, n));
		ck_assert_int_eq(cost_of(at, n, steps, steps_n), least_cost(n));
	}
}
END_TEST

START_TEST(large_ones_keep_the_rules)
{
	uint64_t seed = 10;

	for (int round = 0; round < 8; round++) {
		size_t n = TCN_TIMELINE_CANDIDATES - (size_t)round * 40;

		draw(&seed, n);
		if (round == 0)
			for (size_t i = 0; i < n; i++)
				at[i].news = TCN_TIMELINE_NEWS_MAX;
		choose(n);
		ck_assert(is_allowed(steps, steps_n, n));
		ck_assert_uint_gt(steps_n, 1);
	}
}
END_TEST

/* A minute's flood and three late facts: the facts have steps of their own. */
START_TEST(news_is_shared_out_and_not_hours)
{
	for (size_t i = 0; i < 20; i++)
		at[i] = (struct tcn_timeline_candidate){
			(int64_t)i * TCN_MINUTE_MS / 20, 500
		};
	for (size_t i = 0; i < 3; i++)
		at[20 + i] = (struct tcn_timeline_candidate){
			(int64_t)(i + 1) * 5 * TCN_HOUR_MS, 4000
		};
	choose(23);
	ck_assert_uint_eq(steps_n, 4);
	for (size_t i = 0; i < 3; i++)
		ck_assert_uint_eq(steps[i + 1], 20 + i);
}
END_TEST

START_TEST(few_candidates_and_none)
{
	choose(0);
	ck_assert_uint_eq(steps_n, 0);
	at[0] = at[1] = (struct tcn_timeline_candidate){ 5, 0 };
	choose(1);
	ck_assert_uint_eq(steps_n, 1);
	choose(2);
	ck_assert_uint_eq(steps_n, 2);
}
END_TEST

TCN_TESTS(timeline)
{
	tcase_add_test(tc, no_choice_is_better);
	tcase_add_test(tc, large_ones_keep_the_rules);
	tcase_add_test(tc, news_is_shared_out_and_not_hours);
	tcase_add_test(tc, few_candidates_and_none);
}
