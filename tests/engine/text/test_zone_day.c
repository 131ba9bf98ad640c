/*
 * Days of time zones: known ones, those of clock changes, and that all days
 * follow each other without a gap.
 */
#include "tests/base/run.h"

#include "engine/base/splitmix.h"
#include "engine/text/zone_day.h"

#define HOUR_MS (INT64_C(3600) * 1000)

static struct tcn_zone_day *
open_day(const char *zone)
{
	struct tcn_zone_day *day;

	ck_assert_int_eq(tcn_zone_day_new(tcn_str(zone), &day), TCN_OK);
	return day;
}

static const struct {
	const char *zone;
	int64_t ts_s, from_s, hours;
} days[] = {
	{ "UTC", 1700000000, 1699920000, 24 }, /* 2023-11-14 22:13:20 */
	{ "Europe/Madrid", 1700000000, 1699916400, 24 },
	{ "Asia/Tokyo", 1700000000, 1699974000, 24 },
	{ "Europe/Madrid", 1711846800, 1711839600, 23 }, /* 2024-03-31 */
	{ "Europe/Madrid", 1729990800, 1729980000, 25 }, /* 2024-10-27 */
	{ "America/Sao_Paulo", 1541300400, 1541300400, 23 }, /* no midnight */
	{ "America/Havana", 1730610000, 1730606400, 25 }, /* two of them */
	{ "UTC", -1, -86400, 24 },
};

START_TEST(a_day_begins_and_ends_at_midnight)
{
	struct tcn_zone_day *day = open_day(days[_i].zone);
	int64_t from_ms, to_ms;

	tcn_zone_day_find(day, days[_i].ts_s * 1000, &from_ms, &to_ms);
	ck_assert_int_eq(from_ms, days[_i].from_s * 1000);
	ck_assert_int_eq(to_ms - from_ms, days[_i].hours * HOUR_MS);
	tcn_zone_day_free(day);
}
END_TEST

static const char *const zones[] = { "Europe/Madrid", "America/New_York",
	"America/Sao_Paulo", "America/Havana", "Asia/Kathmandu",
	"Australia/Lord_Howe", "Pacific/Apia", "UTC" };

/* Whatever was asked before. */
START_TEST(days_follow_each_other)
{
	struct tcn_zone_day *day = open_day(zones[_i]);
	struct tcn_zone_day *other = open_day(zones[_i]);
	int64_t from_ms, to_ms, next_ms, end_ms, at_ms, again_ms;

	for (uint64_t n = 1; n <= 3000; n++) {
		int64_t ts_ms =
		    (int64_t)(tcn_splitmix(7, n) % UINT64_C(2000000000000));

		tcn_zone_day_find(day, ts_ms, &from_ms, &to_ms);
		ck_assert_int_le(from_ms, ts_ms);
		ck_assert_int_gt(to_ms, ts_ms);
		ck_assert_int_le(to_ms - from_ms, TCN_ZONE_DAY_MS_MAX);
		tcn_zone_day_find(other, to_ms, &next_ms, &end_ms);
		ck_assert_int_eq(next_ms, to_ms);
		tcn_zone_day_find(other, to_ms - 1, &at_ms, &again_ms);
		ck_assert_int_eq(at_ms, from_ms);
		ck_assert_int_eq(again_ms, to_ms);
	}
	tcn_zone_day_free(day);
	tcn_zone_day_free(other);
}
END_TEST

START_TEST(unknown_zones_are_refused)
{
	static const char *const bad[] = { "", "Mars/Base", "Europe/Madri",
		"\xff", "GMT+" };
	struct tcn_zone_day *day;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_int_eq(tcn_zone_day_new(tcn_str(bad[i]), &day),
		    TCN_INVALID);
	tcn_zone_day_free(NULL);
}
END_TEST

TCN_TESTS(zone_day)
{
	TCN_EACH(a_day_begins_and_ends_at_midnight, days);
	TCN_EACH(days_follow_each_other, zones);
	tcase_add_test(tc, unknown_zones_are_refused);
}
