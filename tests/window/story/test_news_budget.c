/*
 * The threshold for so many alerts a day, against a list of all stories.
 */
#include "tests/base/run.h"

#include <math.h>

#include "engine/base/duration.h"
#include "window/story/news_budget.h"

#define STORIES 400
#define HALF_MS (14 * TCN_DAY_MS)

static struct {
	double z;
	int64_t at_ms;
	uint8_t step;
} stories[STORIES];

static uint32_t seed;

static double
draw(void)
{
	seed = seed * 1664525 + 1013904223;
	return (double)(seed >> 8) / (1 << 24);
}

/* Stories a day that score z or more: each counts less the older it is, and so
 * does each day. */
static double
a_day(size_t n, double z, int64_t now_ms)
{
	double sum = 0, days = 0;

	for (size_t i = 0; i < n; i++)
		if (stories[i].z >= z)
			sum += exp2(-(double)(now_ms - stories[i].at_ms) /
			    HALF_MS);
	for (int64_t t = 0; t < now_ms; t += TCN_HOUR_MS)
		days += exp2(-(double)(now_ms - t) / HALF_MS) / 24;
	return sum / days;
}

START_TEST(keeps_to_the_budget)
{
	struct tcn_news_budget budget = { 0 };
	struct tcn_decay decay = { .half_ms = HALF_MS };
	int64_t now_ms = 0;
	double z;

	seed = (uint32_t)_i + 1;
	for (size_t i = 0; i < STORIES; i++) {
		now_ms = (int64_t)(i + 1) * 4 * TCN_HOUR_MS;
		tcn_decay_set_now(&decay, now_ms);
		tcn_news_budget_begin_day(&budget, &decay, 0, now_ms);
		ck_assert(tcn_news_budget_threshold(&budget, 1, &z) ==
		    (now_ms >= TCN_NEWS_BUDGET_DAYS * TCN_DAY_MS));
		stories[i].z = floor((draw() * 12 - 6) * 4) / 4;
		stories[i].at_ms = now_ms;
		/* Its score rises to where it ends. */
		for (double at = -9; at <= stories[i].z; at += 0.5)
			stories[i].step = tcn_news_budget_count(&budget, &decay,
			    stories[i].step, at);
		stories[i].step = tcn_news_budget_count(&budget, &decay,
		    stories[i].step, stories[i].z);
	}
	now_ms += TCN_DAY_MS;
	tcn_decay_set_now(&decay, now_ms);
	tcn_news_budget_begin_day(&budget, &decay, 0, now_ms);
	for (double want = 0.25; want < 6; want *= 2) {
		ck_assert(tcn_news_budget_threshold(&budget, want, &z));
		ck_assert_double_le(a_day(STORIES, z, now_ms), want * 1.02);
		if (z > -6)
			ck_assert_double_gt(a_day(STORIES, z - 0.25, now_ms),
			    want * 0.98);
	}
}
END_TEST

/* Of two stories that become one the better score stays, once. */
START_TEST(merged_stories_count_once)
{
	struct tcn_news_budget budget = { 0 };
	struct tcn_decay decay = { .half_ms = HALF_MS };
	uint8_t a, b;

	tcn_decay_set_now(&decay, TCN_DAY_MS);
	a = tcn_news_budget_count(&budget, &decay, 0, 2);
	b = tcn_news_budget_count(&budget, &decay, 0, -1);
	tcn_news_budget_merge(&budget, &decay, &b, a);
	ck_assert_uint_eq(a, b);
	for (size_t i = 0; i < TCN_NEWS_BUDGET_STEPS; i++)
		ck_assert_double_eq_tol(tcn_decay_read(&decay, budget.steps[i]),
		    i + 1 == (size_t)a, 1e-9);
	/* A lower score later moves nothing. */
	ck_assert_uint_eq(tcn_news_budget_count(&budget, &decay, a, -8), a);
}
END_TEST

TCN_TESTS(news_budget)
{
	tcase_add_loop_test(tc, keeps_to_the_budget, 0, 8);
	tcase_add_test(tc, merged_stories_count_once);
}
