/*
 * How long without an article is unusual depends on how many come at the hour.
 */
#include "tests/base/run.h"

#include "tools/serve/live/quiet.h"

#define MINUTE INT64_C(60000)
#define HOUR   (60 * MINUTE)

static enum tcn_quiet
judge(uint64_t articles, size_t days, int64_t silent_ms)
{
	struct tcn_quiet_limits limits = tcn_quiet_limits(articles, days, HOUR);

	return tcn_quiet_judge(&limits, silent_ms);
}

START_TEST(a_pause_is_measured_by_the_hour)
{
	/* 600 an hour: ten minutes are a pause, however many came. */
	ck_assert_int_eq(judge(4200, 7, 10 * MINUTE), TCN_QUIET_USUAL);
	ck_assert_int_eq(judge(4200, 7, 10 * MINUTE + 1), TCN_QUIET_UNUSUAL);
	ck_assert_int_eq(judge(4200, 7, 30 * MINUTE), TCN_QUIET_UNUSUAL);
	ck_assert_int_eq(judge(4200, 7, 30 * MINUTE + 1), TCN_QUIET_BROKEN);
	/* Four an hour, one each quarter of it: five quarters are one. */
	ck_assert_int_eq(judge(8, 2, 75 * MINUTE), TCN_QUIET_USUAL);
	ck_assert_int_eq(judge(8, 2, 76 * MINUTE), TCN_QUIET_UNUSUAL);
	ck_assert_int_eq(judge(8, 2, 226 * MINUTE), TCN_QUIET_BROKEN);
}
END_TEST

START_TEST(an_hour_without_articles_may_be_silent)
{
	ck_assert_int_eq(judge(0, 7, 1000 * HOUR), TCN_QUIET_USUAL);
	ck_assert_int_eq(judge(0, 0, 1000 * HOUR), TCN_QUIET_USUAL);
	/* One in a week is not none. */
	ck_assert_int_eq(judge(1, 7, 35 * HOUR), TCN_QUIET_USUAL);
	ck_assert_int_eq(judge(1, 7, 36 * HOUR), TCN_QUIET_UNUSUAL);
}
END_TEST

TCN_TESTS(quiet)
{
	tcase_add_test(tc, a_pause_is_measured_by_the_hour);
	tcase_add_test(tc, an_hour_without_articles_may_be_silent);
}
