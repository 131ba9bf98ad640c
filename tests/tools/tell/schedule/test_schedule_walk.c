/*
 * The next moment against a walk over local times with ICU's calendar, which
 * shares nothing with the search: ten years of ten zones. By default the days
 * around clock changes are walked and some others; with TOCSIN_EVERY_MINUTE
 * set (make check-schedule) every minute is.
 */
#include "tests/base/run.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/ustring.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/tell/schedule/schedule.h"

enum {
	FIRST_YEAR = 2010,
	LAST_YEAR = 2019,
	DAYS_MAX = 3700,
	AROUND = 3, /* days on each side of a change */
	SOME = 41, /* one day in so many is walked, too */
};

struct wall {
	int year, month, day, weekday, hour, minute; /* weekday: 0 Sunday */
};

static bool
weekdays_twice(const struct wall *w)
{
	return w->weekday >= 1 && w->weekday <= 5 &&
	    ((w->hour == 7 && w->minute == 0) ||
		(w->hour == 17 && w->minute == 30));
}

static bool
first_at_nine(const struct wall *w)
{
	return w->day == 1 && w->hour == 9 && w->minute == 0;
}

static bool
daily_in_the_night(const struct wall *w)
{
	return w->minute == 30 && (w->hour == 0 || w->hour == 2);
}

static bool
each_minute_of_two(const struct wall *w)
{
	return w->hour == 2;
}

static bool
leap_day(const struct wall *w)
{
	return w->month == 2 && w->day == 29 && w->hour == 0 && !w->minute;
}

static bool
hourly(const struct wall *w)
{
	return w->minute == 0;
}

static bool
each_quarter(const struct wall *w)
{
	return w->minute % 15 == 0;
}

static bool
every_second_hour(const struct wall *w)
{
	return w->minute == 5 && w->hour % 2 == 0;
}

static bool
either(const struct wall *w)
{
	return (w->day == 13 || w->weekday == 5) && w->hour == 1 &&
	    w->minute == 15;
}

static bool
both(const struct wall *w)
{
	return w->day % 2 && w->weekday == 1 && w->hour == 23 &&
	    w->minute == 59;
}

static bool
over_the_week_end(const struct wall *w)
{
	return (w->weekday == 6 || w->weekday == 0 || w->weekday == 1) &&
	    w->hour == 0 && w->minute == 0;
}

static bool
in_some_months(const struct wall *w)
{
	return (w->month <= 3 || w->month == 10) && w->hour == 3 &&
	    (w->minute == 0 || w->minute == 20 || w->minute == 40);
}

static const struct spec {
	const char *text;
	bool (*fits)(const struct wall *w);
	bool elapsed;
} specs[] = {
	{ "Mon-Fri 07:00, 17:30", weekdays_twice, false },
	{ "1st 09:00", first_at_nine, false },
	{ "00:30, 02:30", daily_in_the_night, false },
	{ "* 2 * * *", each_minute_of_two, false },
	{ "0 0 29 2 *", leap_day, false },
	{ "@hourly", hourly, true },
	{ "*/15 * * * *", each_quarter, true },
	{ "5 */2 * * *", every_second_hour, true },
	{ "15 1 13 * fri", either, false },
	{ "59 23 */2 * mon", both, false },
	{ "Sat-Mon 00:00", over_the_week_end, false },
	{ "0-40/20 3 * jan-mar,10 *", in_some_months, false },
};

#define SPECS (sizeof specs / sizeof *specs)

static const char *const zones[] = { "UTC", "Europe/Berlin", "Europe/Dublin",
	"America/New_York", "America/Sao_Paulo", "America/Havana",
	"Africa/Casablanca", "Asia/Kathmandu", "Australia/Lord_Howe",
	"Pacific/Apia" };

struct walk {
	UCalendar *local, *utc;
	struct tcn_schedule *schedules[SPECS];
	int64_t due_ms[SPECS]; /* the next, as the schedule has it */
	uint64_t dues; /* that were compared */
};

static UCalendar *
open_calendar(const char *zone)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[64];
	UCalendar *calendar;

	u_uastrcpy(units, zone);
	calendar = ucal_open(units, -1, "en", UCAL_GREGORIAN, &status);
	ck_assert(U_SUCCESS(status));
	ucal_setAttribute(calendar, UCAL_SKIPPED_WALL_TIME,
	    UCAL_WALLTIME_NEXT_VALID);
	ucal_setAttribute(calendar, UCAL_REPEATED_WALL_TIME,
	    UCAL_WALLTIME_FIRST);
	return calendar;
}

static int64_t
moment(UCalendar *calendar, const struct wall *w)
{
	UErrorCode status = U_ZERO_ERROR;
	int64_t ms;

	ucal_clear(calendar);
	ucal_setDateTime(calendar, w->year, w->month - 1, w->day, w->hour,
	    w->minute, 0, &status);
	ms = (int64_t)ucal_getMillis(calendar, &status);
	ck_assert(U_SUCCESS(status));
	return ms;
}

static struct wall
wall_at(UCalendar *calendar, int64_t ms)
{
	UErrorCode status = U_ZERO_ERROR;
	struct wall w;

	ucal_setMillis(calendar, (UDate)ms, &status);
	w.year = ucal_get(calendar, UCAL_YEAR, &status);
	w.month = ucal_get(calendar, UCAL_MONTH, &status) + 1;
	w.day = ucal_get(calendar, UCAL_DATE, &status);
	w.weekday = ucal_get(calendar, UCAL_DAY_OF_WEEK, &status) - 1;
	w.hour = ucal_get(calendar, UCAL_HOUR_OF_DAY, &status);
	w.minute = ucal_get(calendar, UCAL_MINUTE, &status);
	ck_assert(U_SUCCESS(status));
	return w;
}

/* What the walk has found must be what the schedule says is next. */
static void
expect(struct walk *walk, size_t i, int64_t ms)
{
	char wall[TCN_SCHEDULE_WALL_BYTES], said[TCN_SCHEDULE_WALL_BYTES];

	ck_assert_msg(walk->due_ms[i] == ms, "%s: %s, not %s", specs[i].text,
	    tcn_schedule_wall(walk->schedules[i], ms, wall),
	    tcn_schedule_wall(walk->schedules[i], walk->due_ms[i], said));
	walk->dues++;
	ck_assert(tcn_schedule_next(walk->schedules[i], ms, &walk->due_ms[i]));
}

/* The local times of a day, each at its moment. */
static void
walk_local(struct walk *walk, struct wall day)
{
	int64_t last[SPECS];

	for (size_t i = 0; i < SPECS; i++)
		last[i] = INT64_MIN;
	for (int minute = 0; minute < TCN_SCHEDULE_DAY_MINUTES; minute++) {
		struct wall w = day;
		int64_t ms = INT64_MIN;

		w.hour = minute / 60;
		w.minute = minute % 60;
		for (size_t i = 0; i < SPECS; i++) {
			if (specs[i].elapsed || !specs[i].fits(&w))
				continue;
			if (ms == INT64_MIN)
				ms = moment(walk->local, &w);
			if (ms != last[i])
				expect(walk, i, ms);
			last[i] = ms;
		}
	}
}

/* The minutes that go by in a day. */
static void
walk_elapsed(struct walk *walk, int64_t from_ms, int64_t until_ms)
{
	for (int64_t ms = from_ms; ms < until_ms; ms += TCN_MINUTE_MS) {
		struct wall w = wall_at(walk->local, ms);

		for (size_t i = 0; i < SPECS; i++)
			if (specs[i].elapsed && specs[i].fits(&w))
				expect(walk, i, ms);
	}
}

/* The days of the ten years, by a calendar without clock changes. */
static size_t
list_days(struct walk *walk, struct wall *days)
{
	const struct wall first = { FIRST_YEAR, 1, 1, 0, 0, 0 };
	int64_t ms = moment(walk->utc, &first);
	size_t n = 0;

	for (;; ms += TCN_DAY_MS) {
		days[n] = wall_at(walk->utc, ms);
		ck_assert(n < DAYS_MAX);
		if (days[n].year > LAST_YEAR)
			return n;
		n++;
	}
}

static void
choose_days(struct walk *walk, const struct wall *days, size_t n, bool *chosen)
{
	bool all = getenv("TOCSIN_EVERY_MINUTE") != NULL;

	for (size_t i = 0; i < n; i++) {
		bool leap = days[i].month == 2 && days[i].day == 29;

		chosen[i] |= all || leap || i % SOME == 0;
		if (moment(walk->local, &days[i + 1]) -
			moment(walk->local, &days[i]) ==
		    TCN_DAY_MS)
			continue;
		for (size_t k = i > AROUND ? i - AROUND : 0;
		     k < n && k <= i + AROUND; k++)
			chosen[k] = true;
	}
}

/* Sets each schedule to the first moment from ms on. */
static void
begin(struct walk *walk, int64_t ms)
{
	for (size_t i = 0; i < SPECS; i++)
		ck_assert(tcn_schedule_next(walk->schedules[i], ms - 1,
		    &walk->due_ms[i]));
}

static void
open_schedules(struct walk *walk, const char *zone)
{
	struct tcn_schedule_times times;
	struct tcn_err err;
	size_t at;

	for (size_t i = 0; i < SPECS; i++) {
		ck_assert_msg(tcn_schedule_parse(tcn_str(specs[i].text), &times,
				  &at, &err) == TCN_OK,
		    "%s", err.text);
		ck_assert_int_eq(tcn_schedule_new(&times, 1, tcn_str(zone),
				     &walk->schedules[i], &err),
		    TCN_OK);
	}
}

START_TEST(ten_years)
{
	static struct wall days[DAYS_MAX + 1];
	static bool chosen[DAYS_MAX + 1];
	struct walk walk = { .local = open_calendar(zones[_i]),
		.utc = open_calendar("UTC") };
	size_t n = list_days(&walk, days);

	open_schedules(&walk, zones[_i]);
	choose_days(&walk, days, n, chosen);
	for (size_t d = 0; d < n; d++) {
		int64_t from_ms = moment(walk.local, &days[d]);

		if (!chosen[d])
			continue;
		if (d == 0 || !chosen[d - 1])
			begin(&walk, from_ms);
		walk_local(&walk, days[d]);
		walk_elapsed(&walk, from_ms, moment(walk.local, &days[d + 1]));
	}
	ck_assert(walk.dues > 5000);
	for (size_t i = 0; i < SPECS; i++)
		tcn_schedule_free(walk.schedules[i]);
	ucal_close(walk.local);
	ucal_close(walk.utc);
}
END_TEST

TCN_TESTS(schedule_walk)
{
	tcase_set_timeout(tc, 600);
	TCN_EACH(ten_years, zones);
}
