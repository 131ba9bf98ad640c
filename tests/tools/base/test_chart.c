#include "tests/base/run.h"

#include <math.h>
#include <stdint.h>

#include "engine/base/duration.h"
#include "tools/base/chart.h"

static const struct {
	double from, to;
	bool log;
	double round_from, round_to;
	size_t ticks_n;
} scales[] = {
	{ 0, 1, false, 0, 1, 6 },
	{ 0, 10, false, 0, 10, 6 },
	{ 0.3, 9.7, false, 0, 10, 6 },
	{ 3, 97, false, 0, 100, 6 },
	{ -7, 8, false, -10, 10, 5 },
	{ 1, 100, true, 1, 100, 7 },
	{ 3, 70, true, 2, 100, 6 },
	{ 1, 1e6, true, 1, 1e6, 7 },
};

START_TEST(ends_are_ticks_and_ticks_ascend)
{
	struct tcn_chart_scale scale = { .from = scales[_i].from,
		.to = scales[_i].to,
		.lo = 300,
		.hi = 20,
		.log = scales[_i].log };
	double ticks[TCN_CHART_TICKS_MAX];
	size_t n;

	tcn_chart_round(&scale);
	ck_assert_double_eq_tol(scale.from, scales[_i].round_from, 1e-9);
	ck_assert_double_eq_tol(scale.to, scales[_i].round_to, 1e-9);
	n = tcn_chart_ticks(&scale, ticks);
	ck_assert_uint_eq(n, scales[_i].ticks_n);
	ck_assert_double_eq_tol(ticks[0], scale.from, 1e-9);
	ck_assert_double_eq_tol(ticks[n - 1], scale.to, 1e-9);
	for (size_t i = 1; i < n; i++)
		ck_assert(ticks[i] > ticks[i - 1]);
	ck_assert_double_eq_tol(tcn_chart_at(&scale, scale.from), 300, 1e-9);
	ck_assert_double_eq_tol(tcn_chart_at(&scale, scale.to), 20, 1e-9);
}
END_TEST

START_TEST(a_span_of_nothing_gets_room)
{
	struct tcn_chart_scale scale = { .from = 7, .to = 7, .hi = 1 };

	tcn_chart_round(&scale);
	ck_assert(scale.from < 7 && scale.to > 7);
}
END_TEST

START_TEST(steps_are_few_and_round)
{
	for (uint64_t top = 1; top < 100000; top += top / 7 + 1) {
		uint64_t step = tcn_chart_count_step(top), lead = step;

		ck_assert_uint_le(top / step, TCN_CHART_TICKS);
		while (lead % 10 == 0)
			lead /= 10;
		ck_assert(lead == 1 || lead == 2 || lead == 5);
	}
	ck_assert_int_eq(tcn_chart_time_step(0), TCN_MINUTE_MS);
	ck_assert_int_eq(tcn_chart_time_step(TCN_HOUR_MS), 15 * TCN_MINUTE_MS);
	ck_assert_int_eq(tcn_chart_time_step(TCN_DAY_MS), 6 * TCN_HOUR_MS);
}
END_TEST

START_TEST(labels_are_clocks_or_days)
{
	char text[TCN_WHEN_BYTES];

	tcn_chart_time_label(TCN_DAY_MS + 14 * TCN_HOUR_MS, TCN_HOUR_MS, text);
	ck_assert_str_eq(text, "14:00");
	tcn_chart_time_label(TCN_DAY_MS, TCN_HOUR_MS, text);
	ck_assert_str_eq(text, "2 Jan");
	tcn_chart_time_label(TCN_DAY_MS, 2 * TCN_DAY_MS, text);
	ck_assert_str_eq(text, "2 Jan");
}
END_TEST

TCN_TESTS(chart)
{
	TCN_EACH(ends_are_ticks_and_ticks_ascend, scales);
	tcase_add_test(tc, a_span_of_nothing_gets_room);
	tcase_add_test(tc, steps_are_few_and_round);
	tcase_add_test(tc, labels_are_clocks_or_days);
}
