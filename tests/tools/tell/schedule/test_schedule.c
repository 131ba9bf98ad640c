#include "tests/base/run.h"

#include <string.h>

#include "engine/base/date.h"
#include "tools/tell/schedule/schedule.h"

static int64_t
at(const char *date)
{
	int64_t ms;

	ck_assert(tcn_date_parse(tcn_str(date), &ms, NULL) == TCN_OK);
	return ms;
}

static struct tcn_schedule *
make(const char *text, const char *zone)
{
	struct tcn_schedule_times times;
	struct tcn_schedule *schedule;
	struct tcn_err err = { 0 };
	size_t where;

	ck_assert_msg(tcn_schedule_parse(tcn_str(text), &times, &where, &err) ==
		TCN_OK,
	    "%s: %s", text, err.text);
	ck_assert_int_eq(tcn_schedule_new(&times, 1, tcn_str(zone), &schedule,
			     &err),
	    TCN_OK);
	return schedule;
}

/* Monday is 2026-11-23. Berlin's clocks change on 29 March 2026, from 02:00 to
 * 03:00, and on 25 October, from 03:00 to 02:00. */
static const struct {
	const char *text, *zone, *after, *due;
} dues[] = {
	{ "Mon-Fri 07:00, 17:30", "Europe/Berlin", "2026-11-23T05:59:59Z",
	    "2026-11-23T06:00:00Z" },
	{ "Mon-Fri 07:00, 17:30", "Europe/Berlin", "2026-11-23T06:00:00Z",
	    "2026-11-23T16:30:00Z" },
	{ "mon-fri 7:00", "UTC", "2026-11-20T07:00:00Z",
	    "2026-11-23T07:00:00Z" },
	{ "Sat, Sun 08:15", "UTC", "2026-11-23T00:00:00Z",
	    "2026-11-28T08:15:00Z" },
	{ "Fri-Mon 00:00", "UTC", "2026-11-23T00:00:00Z",
	    "2026-11-27T00:00:00Z" },
	{ "1st, 15th 09:00", "UTC", "2026-11-23T00:00:00Z",
	    "2026-12-01T09:00:00Z" },
	{ "daily 06:05", "UTC", "2026-11-23T06:05:00Z",
	    "2026-11-24T06:05:00Z" },
	{ "0 7,18 * * mon-fri", "UTC", "2026-11-23T07:00:00Z",
	    "2026-11-23T18:00:00Z" },
	{ "0 0 1 1 *", "UTC", "2026-11-23T07:00:00Z", "2027-01-01T00:00:00Z" },
	{ "0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", "2104-02-29T00:00:00Z" },
	{ "0 0 29 feb */7", "UTC", "2004-02-29T00:00:00Z",
	    "2032-02-29T00:00:00Z" },
	{ "30 6 * * 7", "UTC", "2026-11-23T00:00:00Z", "2026-11-29T06:30:00Z" },
	{ "0 6 * * fri-sun", "UTC", "2026-11-28T06:00:00Z",
	    "2026-11-29T06:00:00Z" },
	{ "@weekly", "UTC", "2026-11-23T00:00:00Z", "2026-11-29T00:00:00Z" },
	/* The clock passes over 02:30: due once, at the change. */
	{ "02:30", "Europe/Berlin", "2026-03-28T12:00:00Z",
	    "2026-03-29T01:00:00Z" },
	{ "02:10, 02:30, 03:00", "Europe/Berlin", "2026-03-29T01:00:00Z",
	    "2026-03-30T00:10:00Z" },
	/* 02:30 comes twice: due the first time. */
	{ "02:30", "Europe/Berlin", "2026-10-24T12:00:00Z",
	    "2026-10-25T00:30:00Z" },
	{ "02:30", "Europe/Berlin", "2026-10-25T00:30:00Z",
	    "2026-10-26T01:30:00Z" },
	{ "02:30", "Europe/Berlin", "2026-10-25T01:05:00Z",
	    "2026-10-26T01:30:00Z" },
	/* By elapsed time both passes count. */
	{ "30 * * * *", "Europe/Berlin", "2026-10-25T00:30:00Z",
	    "2026-10-25T01:30:00Z" },
	{ "*/30 */2 * * *", "Europe/Berlin", "2026-03-29T00:30:00Z",
	    "2026-03-29T02:00:00Z" },
	/* A day that was left out is due at its end. */
	{ "12:00", "Pacific/Apia", "2011-12-30T00:00:00Z",
	    "2011-12-30T10:00:00Z" },
};

START_TEST(is_due)
{
	struct tcn_schedule *s = make(dues[_i].text, dues[_i].zone);
	char due[TCN_DATE_BYTES];
	int64_t ms;

	ck_assert(tcn_schedule_next(s, at(dues[_i].after), &ms));
	tcn_date_format(ms, due);
	ck_assert_str_eq(due, dues[_i].due);
	tcn_schedule_free(s);
}
END_TEST

static const struct {
	const char *text;
	size_t at;
	const char *says;
} wrongs[] = {
	{ "", 0, "say when" },
	{ "0 7 * *", 7, "here are 4" },
	{ "0 7 * * * *", 10, "no seconds" },
	{ "75 * * * *", 0, "a minute is 0 to 59, not 75" },
	{ "0 7 L * *", 4, "'L' is no day of the month" },
	{ "0 7 15W * *", 6, "other crons" },
	{ "0 7 * * 5#3", 9, "other crons" },
	{ "0 7 ? * *", 4, "'?' is no day" },
	{ "5/10 * * * *", 0, "a step needs a range: 5-59/10" },
	{ "*/0 * * * *", 2, "a step is a number" },
	{ "30-10 * * * *", 0, "a range goes up" },
	{ "0 0 31 2 *", 0, "no year has such a day" },
	{ "0 0 31 4,6,9,11 *", 0, "no year has such a day" },
	{ "@fortnightly", 0, "use @hourly" },
	{ "Mon-Fri 25:00", 8, "a time is 00:00 to 23:59, not '25:00'" },
	{ "Mon-Fri 7:5", 8, "a time is 00:00 to 23:59" },
	{ "07:00pm", 5, "nothing behind them" },
	{ "Mon-Fri 07:00 Sat 09:00", 14, "days stand ahead" },
	{ "Mon- 07:00", 3, "Mon-Fri" },
	{ "Someday 07:00", 0, "no day and no time" },
	{ "1st Mon 09:00", 4, "not both" },
	{ "32nd 09:00", 0, "1st to 31st" },
	{ "7 08:00", 0, "a time is written as 07:00" },
	{ "Monday 07:00", 0, "'Monday' is no day" },
};

START_TEST(is_wrong)
{
	struct tcn_schedule_times times;
	struct tcn_err err = { 0 };
	size_t where = 99;

	ck_assert_int_eq(tcn_schedule_parse(tcn_str(wrongs[_i].text), &times,
			     &where, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, wrongs[_i].says), "%s", err.text);
	ck_assert_uint_eq(where, wrongs[_i].at);
}
END_TEST

START_TEST(zones_are_known_by_their_names)
{
	static const char *const names[] = { "europe/berlin", "Berlin", "",
		"Europe/Nowhere", "GMT+25" };
	struct tcn_schedule_times times;
	struct tcn_schedule *s;
	struct tcn_err err;
	size_t where;

	ck_assert_int_eq(tcn_schedule_parse(tcn_str("07:00"), &times, &where,
			     &err),
	    TCN_OK);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		ck_assert_int_eq(tcn_schedule_new(&times, 1, tcn_str(names[i]),
				     &s, &err),
		    TCN_INVALID);
		ck_assert(strstr(err.text, "no time zone"));
	}
}
END_TEST

START_TEST(several_texts_are_one_schedule)
{
	struct tcn_schedule_times times[2];
	struct tcn_schedule *s;
	struct tcn_err err;
	char due[TCN_SCHEDULE_WALL_BYTES];
	int64_t ms = at("2026-11-27T17:30:00Z");
	size_t where;

	ck_assert(!tcn_schedule_parse(tcn_str("Mon-Fri 07:00, 17:30"),
	    &times[0], &where, &err));
	ck_assert(!tcn_schedule_parse(tcn_str("Sat 09:00"), &times[1], &where,
	    &err));
	ck_assert_int_eq(tcn_schedule_new(times, 2, tcn_str("Asia/Kathmandu"),
			     &s, &err),
	    TCN_OK);
	ck_assert(tcn_schedule_next(s, ms, &ms));
	ck_assert_str_eq(tcn_schedule_wall(s, ms, due),
	    "Sat 2026-11-28 09:00 +05:45");
	ck_assert(tcn_schedule_next(s, ms, &ms));
	ck_assert_str_eq(tcn_schedule_wall(s, ms, due),
	    "Mon 2026-11-30 07:00 +05:45");
	tcn_schedule_free(s);
	ck_assert(strlen(tcn_schedule_tz_version()) >= 5);
}
END_TEST

TCN_TESTS(schedule)
{
	TCN_EACH(is_due, dues);
	TCN_EACH(is_wrong, wrongs);
	tcase_add_test(tc, zones_are_known_by_their_names);
	tcase_add_test(tc, several_texts_are_one_schedule);
}
