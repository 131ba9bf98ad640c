#include "tests/base/run.h"

#include "engine/base/date.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/text/zone.h"
#include "rules/hours.h"

static int64_t
at(const char *date)
{
	int64_t ms;

	ck_assert(tcn_date_parse(tcn_str(date), &ms, NULL) == TCN_OK);
	return ms;
}

static struct tcn_hours *
hours(const char *zone, unsigned from, unsigned to, unsigned days)
{
	const struct tcn_rule_hours conf = { tcn_str(zone), from, to, days };
	struct tcn_hours *made;

	ck_assert_int_eq(tcn_hours_new(&conf, &made, NULL), TCN_OK);
	return made;
}

enum {
	NIGHT_FROM = 23 * 60,
	NIGHT_TO = 6 * 60 + 30,
	EVERY = 0x7f,
	WEEKDAYS = 0x1f,
};

/* Paris; nights from 23:00 to 06:30. The clocks change on 29 March 2026, from
 * 02:00 to 03:00, and on 25 October, from 03:00 to 02:00. */
static const struct {
	unsigned days;
	const char *now, *until; /* until "": not quiet */
} nights[] = {
	{ EVERY, "2026-11-21T21:59:59.999Z", "" },
	{ EVERY, "2026-11-21T22:00:00Z", "2026-11-22T05:30:00Z" },
	{ EVERY, "2026-11-22T05:29:59.999Z", "2026-11-22T05:30:00Z" },
	{ EVERY, "2026-11-22T05:30:00Z", "" },
	{ EVERY, "2026-07-01T20:59:59Z", "" },
	{ EVERY, "2026-07-01T21:00:00Z", "2026-07-02T04:30:00Z" },
	/* The night is 6.5 hours long, and 8.5. */
	{ EVERY, "2026-03-28T22:00:00Z", "2026-03-29T04:30:00Z" },
	{ EVERY, "2026-03-29T04:29:00Z", "2026-03-29T04:30:00Z" },
	{ EVERY, "2026-10-24T21:00:00Z", "2026-10-25T05:30:00Z" },
	{ EVERY, "2026-10-25T05:29:00Z", "2026-10-25T05:30:00Z" },
	/* The night of Friday is Friday's, also on Saturday morning. */
	{ WEEKDAYS, "2026-11-20T23:00:00Z", "2026-11-21T05:30:00Z" },
	{ WEEKDAYS, "2026-11-21T23:00:00Z", "" },
	{ WEEKDAYS, "2026-11-22T23:00:00Z", "" },
	{ WEEKDAYS, "2026-11-23T03:00:00Z", "" },
	{ WEEKDAYS, "2026-11-23T22:00:00Z", "2026-11-24T05:30:00Z" },
};

START_TEST(nights_in_paris)
{
	struct tcn_hours *h =
	    hours("Europe/Paris", NIGHT_FROM, NIGHT_TO, nights[_i].days);
	bool quiet = *nights[_i].until != '\0';
	int64_t until_ms;

	ck_assert_int_eq(tcn_hours_quiet(h, at(nights[_i].now), &until_ms),
	    quiet);
	ck_assert_int_eq(tcn_hours_quiet(h, at(nights[_i].now), NULL), quiet);
	if (quiet)
		ck_assert_int_eq(until_ms, at(nights[_i].until));
	tcn_hours_free(h);
}
END_TEST

START_TEST(the_middle_of_the_day)
{
	struct tcn_hours *h = hours("Asia/Kolkata", 12 * 60, 13 * 60, EVERY);
	int64_t until_ms;

	ck_assert(!tcn_hours_quiet(h, at("2026-11-21T06:29:59Z"), &until_ms));
	ck_assert(tcn_hours_quiet(h, at("2026-11-21T06:30:00Z"), &until_ms));
	ck_assert_int_eq(until_ms, at("2026-11-21T07:30:00Z"));
	ck_assert(!tcn_hours_quiet(h, at("2026-11-21T07:30:00Z"), &until_ms));
	tcn_hours_free(h);
}
END_TEST

/* 02:30 is left out when clocks are put forward; 03:30 stands for it. */
START_TEST(a_time_that_is_left_out)
{
	struct tcn_hours *h = hours("Europe/Paris", 150, 240, EVERY);
	int64_t until_ms;

	ck_assert(!tcn_hours_quiet(h, at("2026-03-29T00:59:59Z"), &until_ms));
	ck_assert(!tcn_hours_quiet(h, at("2026-03-29T01:29:59Z"), &until_ms));
	ck_assert(tcn_hours_quiet(h, at("2026-03-29T01:30:00Z"), &until_ms));
	ck_assert_int_eq(until_ms, at("2026-03-29T02:00:00Z"));
	tcn_hours_free(h);
}
END_TEST

/* 02:30 comes twice when clocks are put back; the second counts. */
START_TEST(a_time_that_comes_twice)
{
	struct tcn_hours *from = hours("Europe/Paris", 150, 240, EVERY);
	struct tcn_hours *to = hours("Europe/Paris", 60, 150, EVERY);
	int64_t until_ms;

	ck_assert(!tcn_hours_quiet(from, at("2026-10-25T00:30:00Z"), NULL));
	ck_assert(!tcn_hours_quiet(from, at("2026-10-25T01:29:59Z"), NULL));
	ck_assert(tcn_hours_quiet(from, at("2026-10-25T01:30:00Z"), &until_ms));
	ck_assert_int_eq(until_ms, at("2026-10-25T03:00:00Z"));
	ck_assert(tcn_hours_quiet(to, at("2026-10-25T00:30:00Z"), &until_ms));
	ck_assert_int_eq(until_ms, at("2026-10-25T01:30:00Z"));
	tcn_hours_free(from);
	tcn_hours_free(to);
}
END_TEST

START_TEST(whole_days_follow_each_other)
{
	struct tcn_hours *weekend = hours("UTC", 0, 0, 0x60);
	struct tcn_hours *ever = hours("UTC", 480, 480, EVERY);
	int64_t until_ms;

	ck_assert(tcn_hours_quiet(weekend, at("2026-11-21T12:00:00Z"),
	    &until_ms));
	ck_assert_int_eq(until_ms, at("2026-11-23T00:00:00Z"));
	ck_assert(!tcn_hours_quiet(weekend, at("2026-11-23T00:00:00Z"),
	    &until_ms));
	ck_assert(tcn_hours_quiet(ever, at("2026-11-23T00:00:00Z"), &until_ms));
	ck_assert_int_eq(until_ms, INT64_MAX);
	tcn_hours_free(weekend);
	tcn_hours_free(ever);
}
END_TEST

START_TEST(zones_are_known_or_not)
{
	static const char *const good[] = { "UTC", "Europe/Paris",
		"America/New_York", "Asia/Tokyo" };
	static const char *const bad[] = { "", "Paris", "Europe/Pariss",
		"Europe/Paris\xff", "x/y" };
	const struct tcn_rule_hours conf = { .zone = TCN_STR("Mars/Base") };
	struct tcn_hours *made;
	struct tcn_err err = { 0 };

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(tcn_zone_known(tcn_str(good[i])), "%s", good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!tcn_zone_known(tcn_str(bad[i])), "%s", bad[i]);
	ck_assert_int_eq(tcn_hours_new(&conf, &made, &err), TCN_INVALID);
	ck_assert_str_eq(err.text,
	    "no time zone 'Mars/Base'; name one as Europe/Paris");
}
END_TEST

TCN_TESTS(hours)
{
	TCN_EACH(nights_in_paris, nights);
	tcase_add_test(tc, the_middle_of_the_day);
	tcase_add_test(tc, a_time_that_is_left_out);
	tcase_add_test(tc, a_time_that_comes_twice);
	tcase_add_test(tc, whole_days_follow_each_other);
	tcase_add_test(tc, zones_are_known_or_not);
}
