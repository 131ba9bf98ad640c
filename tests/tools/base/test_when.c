#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/item/record.h"
#include "tools/base/now.h"
#include "tools/base/plural.h"
#include "tools/base/when.h"

static const struct {
	int64_t ms;
	const char *text, *brief;
} times[] = {
	{ 0, "Thu 1 Jan 1970, 00:00 UTC", "1 Jan 00:00" },
	{ -1, "Wed 31 Dec 1969, 23:59 UTC", "31 Dec 23:59" },
	{ INT64_C(1795269909123), "Sat 21 Nov 2026, 14:05 UTC",
	    "21 Nov 14:05" },
	{ INT64_C(253402300799999), "Fri 31 Dec 9999, 23:59 UTC",
	    "31 Dec 23:59" },
	{ INT64_C(253402300800000), "undated", "undated" },
	{ INT64_MAX, "undated", "undated" },
	{ TCN_UNDATED, "undated", "undated" },
};

START_TEST(times_read_well)
{
	char out[TCN_WHEN_BYTES];

	ck_assert_str_eq(tcn_when_text(times[_i].ms, out), times[_i].text);
	ck_assert_str_eq(tcn_when_short(times[_i].ms, out), times[_i].brief);
}
END_TEST

static const struct {
	int64_t s;
	const char *text;
} spans[] = {
	{ -5, "0 s" },
	{ 0, "0 s" },
	{ 59, "59 s" },
	{ 60, "1 min" },
	{ 3599, "59 min" },
	{ 3600, "1 h" },
	{ 8040, "2 h 14 min" },
	{ 48 * 3600, "2 days" },
	{ 76 * 3600 + 59, "3 days 4 h" },
};

START_TEST(spans_read_well)
{
	char out[TCN_WHEN_BYTES];

	ck_assert_str_eq(tcn_when_span(spans[_i].s * 1000, out),
	    spans[_i].text);
}
END_TEST

START_TEST(longest_forms_fit)
{
	char out[TCN_WHEN_BYTES];

	tcn_when_text(INT64_C(253402300799999), out);
	ck_assert_uint_lt(strlen(out), TCN_WHEN_BYTES - 1);
	tcn_when_span(INT64_MAX, out);
	ck_assert_uint_lt(strlen(out), TCN_WHEN_BYTES - 1);
}
END_TEST

static const struct {
	uint64_t n;
	const char *text;
} counts[] = {
	{ 0, "0 items" },
	{ 1, "1 item" },
	{ 2, "2 items" },
	{ UINT64_MAX, "18446744073709551615 items" },
};

START_TEST(counts_read_well)
{
	struct tcn_buf out = { 0 };

	tcn_plural(&out, counts[_i].n, "item");
	tcn_buf_char(&out, '\0');
	ck_assert_str_eq(out.at, counts[_i].text);
	tcn_buf_fini(&out);
}
END_TEST

/* The clock of a benchmark begins where it is told to, and goes as fast. */
START_TEST(a_clock_can_be_paced)
{
	int64_t began_ms = tcn_now_monotonic_ms(), passed_ms;

	tcn_now_pace_set(1000, 500, INT64_MAX);
	ck_assert_int_ge(tcn_now_wall_ms(), 1000);
	while ((passed_ms = tcn_now_monotonic_ms() - began_ms) < 3)
		continue;
	ck_assert_int_ge(tcn_now_wall_ms(), 1000 + (passed_ms - 1) * 500);
	ck_assert_int_lt(tcn_now_wall_ms(), INT64_C(1000000000));
	tcn_now_pace_set(0, 0, 0);
	ck_assert_int_gt(tcn_now_wall_ms(), INT64_C(1000000000));
}
END_TEST

/* Once its day is over it goes as fast as the machine's, without a leap. */
START_TEST(a_paced_clock_slows_down)
{
	int64_t began_ms = tcn_now_monotonic_ms(), ms;

	tcn_now_pace_set(1000, 1000, 4000);
	while (tcn_now_monotonic_ms() - began_ms < 5)
		continue;
	ms = tcn_now_wall_ms();
	ck_assert_int_ge(ms, 4000);
	ck_assert_int_le(ms, 4000 + tcn_now_monotonic_ms() - began_ms);
	tcn_now_pace_set(4000, 1000, 1000);
	ck_assert_int_le(tcn_now_wall_ms(),
	    4000 + tcn_now_monotonic_ms() - began_ms);
	tcn_now_pace_set(0, 0, 0);
}
END_TEST

TCN_TESTS(when)
{
	TCN_EACH(times_read_well, times);
	TCN_EACH(spans_read_well, spans);
	tcase_add_test(tc, longest_forms_fit);
	TCN_EACH(counts_read_well, counts);
	tcase_add_test(tc, a_clock_can_be_paced);
	tcase_add_test(tc, a_paced_clock_slows_down);
}
