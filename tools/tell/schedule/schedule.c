#include "tools/tell/schedule/schedule.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/base/date.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/text/zone.h"

#define AHEAD_MS (41 * 366 * TCN_DAY_MS) /* how far is searched */

/* A stretch of time in which the offset does not change. */
struct stretch {
	int64_t from_ms, until_ms; /* INT64_MIN, INT64_MAX: without end */
	int64_t offset_ms; /* local time less UTC */
	int64_t before_ms; /* the offset ahead of it */
};

struct tcn_schedule {
	UCalendar *calendar;
	struct stretch at; /* that was asked for last; empty at first */
	size_t n;
	struct tcn_schedule_times times[];
};

/* A day of the local calendar. */
struct day {
	int64_t number; /* since 1970-01-01 */
	int year, month, day; /* from 1 */
};

/* --- days and minutes --- */

static int64_t
floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

static int64_t
ceil_div(int64_t a, int64_t b)
{
	return -floor_div(-a, b);
}

static struct day
day_of(int64_t number)
{
	time_t at = (time_t)(number * TCN_DAY_S);
	struct tm tm = { 0 };

	(void)!gmtime_r(&at, &tm);
	return (struct day){ number, tm.tm_year + 1900, tm.tm_mon + 1,
		tm.tm_mday };
}

static void
step(struct day *day)
{
	day->number++;
	if (++day->day <= tcn_date_month_days(day->year, day->month))
		return;
	day->day = 1;
	if (++day->month <= 12)
		return;
	day->month = 1;
	day->year++;
}

static bool
fits(const struct tcn_schedule_times *times, const struct day *day)
{
	/* 1970-01-01 was a Thursday. */
	int64_t of_week = (day->number + 4) % 7;
	bool month_day = times->days >> day->day & 1;
	bool week_day = times->weekdays >> (of_week + 7) % 7 & 1;

	if (!(times->months >> day->month & 1))
		return false;
	return times->either_day ? month_day || week_day
				 : month_day && week_day;
}

/* The first minute of a day from `from` on; TCN_SCHEDULE_DAY_MINUTES: none. */
static int
next_minute(const struct tcn_schedule_times *times, int from)
{
	size_t word = (size_t)from / 64;
	uint64_t bits = times->minutes[word] >> from % 64 << from % 64;

	while (!bits && ++word < sizeof times->minutes / sizeof(uint64_t))
		bits = times->minutes[word];
	return bits ? (int)word * 64 + __builtin_ctzll(bits)
		    : TCN_SCHEDULE_DAY_MINUTES;
}

/* The first local minute in [from, until) at which it is due, counted from
 * 1970; until: none. */
static int64_t
next_local(const struct tcn_schedule_times *times, int64_t from, int64_t until)
{
	int64_t number = floor_div(from, TCN_SCHEDULE_DAY_MINUTES);
	int first = (int)(from - number * TCN_SCHEDULE_DAY_MINUTES);
	struct day day = day_of(number);

	for (; day.number * TCN_SCHEDULE_DAY_MINUTES < until; step(&day)) {
		int minute = fits(times, &day) ? next_minute(times, first)
					       : TCN_SCHEDULE_DAY_MINUTES;
		int64_t at = day.number * TCN_SCHEDULE_DAY_MINUTES + minute;

		if (minute < TCN_SCHEDULE_DAY_MINUTES)
			return at < until ? at : until;
		first = 0;
	}
	return until;
}

/* --- the zone --- */

static int64_t
offset_at(UCalendar *calendar, int64_t ms)
{
	UErrorCode status = U_ZERO_ERROR;

	ucal_setMillis(calendar, (UDate)ms, &status);
	return ucal_get(calendar, UCAL_ZONE_OFFSET, &status) +
	    ucal_get(calendar, UCAL_DST_OFFSET, &status);
}

static int64_t
change(UCalendar *calendar, enum UTimeZoneTransitionType which, int64_t none)
{
	UErrorCode status = U_ZERO_ERROR;
	UDate at;

	return ucal_getTimeZoneTransitionDate(calendar, which, &at, &status) &&
		U_SUCCESS(status)
	    ? (int64_t)at
	    : none;
}

/* The stretch that ms lies in. */
static const struct stretch *
stretch_at(struct tcn_schedule *s, int64_t ms)
{
	struct stretch *at = &s->at;

	if (ms >= at->from_ms && ms < at->until_ms)
		return at;
	at->offset_ms = at->before_ms = offset_at(s->calendar, ms);
	at->until_ms = change(s->calendar, UCAL_TZ_TRANSITION_NEXT, INT64_MAX);
	at->from_ms = change(s->calendar, UCAL_TZ_TRANSITION_PREVIOUS_INCLUSIVE,
	    INT64_MIN);
	if (at->from_ms != INT64_MIN)
		at->before_ms = offset_at(s->calendar, at->from_ms - 1);
	return at;
}

/* --- the next moment --- */

/* Whether it is due at a local time in [from_ms, until_ms), unix milliseconds
 * by the local clock. */
static int64_t
next_in(const struct tcn_schedule_times *times, int64_t from_ms,
    int64_t until_ms)
{
	int64_t until = ceil_div(until_ms, TCN_MINUTE_MS);
	int64_t at = next_local(times, ceil_div(from_ms, TCN_MINUTE_MS), until);

	return at < until ? at * TCN_MINUTE_MS : until_ms;
}

/* The first moment in [from_ms, until_ms) of the stretch; until_ms: none. */
static int64_t
first_in(const struct tcn_schedule_times *times, const struct stretch *at,
    int64_t from_ms, int64_t until_ms)
{
	int64_t local_ms = from_ms + at->offset_ms;

	if (!times->elapsed && at->from_ms != INT64_MIN) {
		int64_t before_ms = at->from_ms + at->before_ms;
		int64_t after_ms = at->from_ms + at->offset_ms;

		if (from_ms == at->from_ms &&
		    next_in(times, before_ms, after_ms) < after_ms)
			return from_ms; /* the clock passed over it */
		if (local_ms < before_ms)
			local_ms = before_ms; /* it was due the first time */
	}
	return next_in(times, local_ms, until_ms + at->offset_ms) -
	    at->offset_ms;
}

bool
tcn_schedule_next(struct tcn_schedule *s, int64_t after_ms, int64_t *due_ms)
{
	int64_t from_ms = after_ms + 1, end_ms = after_ms + AHEAD_MS;

	while (from_ms < end_ms) {
		const struct stretch *at = stretch_at(s, from_ms);
		int64_t until_ms =
		    at->until_ms < end_ms ? at->until_ms : end_ms;

		*due_ms = until_ms;
		for (size_t i = 0; i < s->n; i++) {
			int64_t ms =
			    first_in(&s->times[i], at, from_ms, *due_ms);

			if (ms < *due_ms)
				*due_ms = ms;
		}
		if (*due_ms < until_ms)
			return true;
		from_ms = until_ms;
	}
	return false;
}

/* What the clocks of the zone show at a moment, in minutes from UTC. */
static int
offset_min(struct tcn_schedule *s, int64_t ms)
{
	return (int)floor_div(stretch_at(s, ms)->offset_ms, TCN_MINUTE_MS);
}

const char *
tcn_schedule_wall(struct tcn_schedule *s, int64_t ms,
    char out[static TCN_SCHEDULE_WALL_BYTES])
{
	static const char *const days[] = { "Sun", "Mon", "Tue", "Wed", "Thu",
		"Fri", "Sat" };
	int offset = offset_min(s, ms);
	int64_t minutes = floor_div(ms, TCN_MINUTE_MS) + offset;
	struct day day = day_of(floor_div(minutes, TCN_SCHEDULE_DAY_MINUTES));
	int minute = (int)(minutes - day.number * TCN_SCHEDULE_DAY_MINUTES);

	snprintf(out, TCN_SCHEDULE_WALL_BYTES,
	    "%s %04d-%02d-%02d %02d:%02d %c%02d:%02d",
	    days[((day.number + 4) % 7 + 7) % 7], day.year, day.month, day.day,
	    minute / 60, minute % 60, offset < 0 ? '-' : '+', abs(offset) / 60,
	    abs(offset) % 60);
	return out;
}

const char *
tcn_schedule_tz_version(void)
{
	UErrorCode status = U_ZERO_ERROR;

	return ucal_getTZDataVersion(&status);
}

/* --- making one --- */

enum tcn_rc
tcn_schedule_new(const struct tcn_schedule_times *times, size_t n,
    struct tcn_str zone, struct tcn_schedule **out, struct tcn_err *err)
{
	struct tcn_schedule *s;
	UCalendar *calendar;
	enum tcn_rc rc = tcn_zone_calendar(zone, &calendar, err);

	assert(n > 0 && n <= TCN_SCHEDULE_TEXTS_MAX);
	*out = NULL;
	if (rc)
		return rc;
	s = tcn_mem_calloc(1, sizeof *s + n * sizeof *times);
	s->calendar = calendar;
	s->n = n;
	memcpy(s->times, times, n * sizeof *times);
	*out = s;
	return TCN_OK;
}

void
tcn_schedule_free(struct tcn_schedule *s)
{
	if (!s)
		return;
	ucal_close(s->calendar);
	tcn_mem_free(s);
}
