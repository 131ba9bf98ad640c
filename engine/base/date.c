#include "engine/base/date.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "engine/base/ascii.h"
#include "engine/base/duration.h"
#include "engine/base/utf8.h"

#define QUOTED_BYTES 40 /* of a bad date, in a message */

/* Cuts the digits that s begins with off it and returns them. */
static struct tcn_str
take_digits(struct tcn_str *s)
{
	struct tcn_str run = { s->at, 0 };

	while (run.n < s->n && tcn_ascii_is_digit(s->at[run.n]))
		run.n++;
	s->at += run.n;
	s->n -= run.n;
	return run;
}

/* Cuts c off s; false when s does not begin with it. */
static bool
take_char(struct tcn_str *s, char c)
{
	if (s->n == 0 || s->at[0] != c)
		return false;
	s->at++;
	s->n--;
	return true;
}

/*
 * Cuts a fraction as ".5604" off s, in milliseconds: rounded, so 0 to 1000. No
 * fraction is 0; false when a point has no digits behind it.
 */
static bool
take_fraction(struct tcn_str *s, int64_t *ms)
{
	struct tcn_str digits;

	*ms = 0;
	if (!take_char(s, '.'))
		return true;
	digits = take_digits(s);
	for (size_t i = 0; i < 3; i++)
		*ms = *ms * 10 + (i < digits.n ? digits.at[i] - '0' : 0);
	if (digits.n > 3 && digits.at[3] >= '5')
		*ms += 1;
	return digits.n > 0;
}

/* Sets *ms if value lies within the years that are taken. */
static enum tcn_rc
set_checked(int64_t value, int64_t *ms, struct tcn_err *err)
{
	if (value < TCN_DATE_MIN_MS || value >= TCN_DATE_END_MS)
		return tcn_err_set(err, TCN_INVALID,
		    "the date lies outside the years 1900 to 2199; unix time "
		    "is read as seconds, so divide milliseconds by 1000");
	*ms = value;
	return TCN_OK;
}

static enum tcn_rc
refuse(struct tcn_str text, const char *why, struct tcn_err *err)
{
	struct tcn_str part = tcn_utf8_cut(text, QUOTED_BYTES);

	return tcn_err_set(err, TCN_INVALID, "\"%.*s%s\" %s", TCN_STR_ARG(part),
	    part.n < text.n ? "..." : "", why);
}

/* Whether s is digits with an optional sign and fraction, and nothing else. */
static bool
parse_seconds(struct tcn_str s, int64_t *value)
{
	bool negative = take_char(&s, '-');
	struct tcn_str whole = take_digits(&s);
	int64_t ms;

	if (whole.n == 0 || !take_fraction(&s, &ms) || s.n > 0)
		return false;
	*value = INT64_MAX;
	if (whole.n <= 15) {
		*value = 0;
		for (size_t i = 0; i < whole.n; i++)
			*value = *value * 10 + (whole.at[i] - '0');
		*value = *value * 1000 + ms;
	}
	if (negative)
		*value = -*value;
	return true;
}

/* Does s begin with this shape? In it 9 stands for any digit, each other byte
 * for itself. */
static bool
has_shape(struct tcn_str s, const char *shape)
{
	size_t n = strlen(shape);

	if (s.n < n)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (shape[i] == '9' ? !tcn_ascii_is_digit(s.at[i])
				    : s.at[i] != shape[i])
			return false;
	}
	return true;
}

/* The number that the two digits at `at` stand for. */
static int
two_digits(const char *at)
{
	assert(tcn_ascii_is_digit(at[0]) && tcn_ascii_is_digit(at[1]));
	return (at[0] - '0') * 10 + (at[1] - '0');
}

/* "Z" or "+hh:mm", and nothing behind it. */
static bool
parse_offset(struct tcn_str s, int64_t *ms)
{
	int hours, minutes;

	*ms = 0;
	if (s.n == 1 && (s.at[0] == 'Z' || s.at[0] == 'z'))
		return true;
	if (s.n != 6 || !(has_shape(s, "+99:99") || has_shape(s, "-99:99")))
		return false;
	hours = two_digits(s.at + 1);
	minutes = two_digits(s.at + 4);
	if (hours > 23 || minutes > 59)
		return false;
	*ms = (hours * 60 + minutes) * TCN_MINUTE_MS;
	if (s.at[0] == '-')
		*ms = -*ms;
	return true;
}

/*
 * Reads "YYYY-MM-DDThh:mm:ss" as seconds; false when the calendar has no such
 * day. timegm() turns February 30 into March 2, so a day of the month that has
 * changed was none. A 60th second is read as the 59th, with *leap set.
 */
static bool
parse_calendar(const char *at, int64_t *seconds, bool *leap)
{
	char z[20];
	struct tm tm = { 0 };
	int day;

	memcpy(z, at, 19);
	z[10] = 'T';
	z[19] = '\0';
	*leap = memcmp(z + 17, "60", 2) == 0;
	if (*leap)
		memcpy(z + 17, "59", 2);
	if (!strptime(z, "%Y-%m-%dT%H:%M:%S", &tm) || tm.tm_sec > 59)
		return false;
	day = tm.tm_mday;
	*seconds = (int64_t)timegm(&tm);
	return tm.tm_mday == day;
}

static enum tcn_rc
parse_rfc3339(struct tcn_str text, int64_t *ms, struct tcn_err *err)
{
	struct tcn_str rest = { text.at + 19, text.n - 19 };
	int64_t seconds, fraction, offset, value;
	bool leap;

	if (!take_fraction(&rest, &fraction))
		return refuse(text, "has no digits after the point", err);
	if (rest.n == 0)
		return refuse(text,
		    "does not say its offset; end it with Z for UTC, "
		    "or with one like +01:00",
		    err);
	if (!parse_offset(rest, &offset))
		return refuse(text,
		    "has no valid offset; end it with Z for UTC, "
		    "or with one like +01:00",
		    err);
	if (!parse_calendar(text.at, &seconds, &leap))
		return refuse(text, "is no date of the calendar", err);
	value = seconds * 1000 - offset;
	if (leap && (value + 1000) % TCN_DAY_MS != 0)
		return refuse(text, "has a 60th second at no leap second", err);
	return set_checked(value + fraction + (leap ? 1000 : 0), ms, err);
}

enum tcn_rc
tcn_date_parse(struct tcn_str text, int64_t *ms, struct tcn_err *err)
{
	struct tcn_str s = tcn_str_trim(text);
	int64_t value;

	assert(ms);
	if (parse_seconds(s, &value))
		return set_checked(value, ms, err);
	if (has_shape(s, "9999-99-99T99:99:99") ||
	    has_shape(s, "9999-99-99t99:99:99") ||
	    has_shape(s, "9999-99-99 99:99:99"))
		return parse_rfc3339(s, ms, err);
	return refuse(s,
	    "is no date; write unix seconds, or RFC 3339 "
	    "like 2014-03-10T17:37:59Z",
	    err);
}

enum tcn_rc
tcn_date_from_seconds(double seconds, int64_t *ms, struct tcn_err *err)
{
	int64_t value = INT64_MAX;

	assert(ms);
	if (isfinite(seconds) && fabs(seconds) < 1e15)
		value = llround(seconds * 1000);
	return set_checked(value, ms, err);
}

int
tcn_date_month_days(int year, int month)
{
	static const signed char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30,
		31, 30, 31 };
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	assert(month >= 1 && month <= 12);
	return days[month - 1] + (month == 2 && leap);
}

int64_t
tcn_date_days(int year, int month, int day)
{
	int64_t y = month <= 2 ? year - 1 : year, era, of_era;
	int of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 +
	    day - 1; /* counted from 1 March */

	assert(month >= 1 && month <= 12);
	era = (y >= 0 ? y : y - 399) / 400;
	y -= era * 400;
	of_era = y * 365 + y / 4 - y / 100 + of_year;
	return era * 146097 + of_era - 719468;
}

/* Whether the clock and the calendar have such a time. */
static bool
parts_exist(const struct tcn_date_parts *p)
{
	bool end_of_day = p->hour == 24 && !p->minute && !p->second && !p->ms;

	return p->year >= 1899 && p->year <= 2200 && p->month >= 1 &&
	    p->month <= 12 && p->day >= 1 &&
	    p->day <= tcn_date_month_days(p->year, p->month) && p->hour >= 0 &&
	    (p->hour <= 23 || end_of_day) && p->minute >= 0 &&
	    p->minute <= 59 && p->second >= 0 && p->second <= 60 &&
	    p->ms >= 0 && p->ms <= 1000 && p->offset_min > -24 * 60 &&
	    p->offset_min < 24 * 60;
}

bool
tcn_date_from_parts(const struct tcn_date_parts *p, int64_t *ms)
{
	bool leap = p->second == 60;
	int64_t value;

	if (!parts_exist(p))
		return false;
	value = tcn_date_days(p->year, p->month, p->day) * TCN_DAY_MS +
	    (p->hour * 60 + p->minute - p->offset_min) * TCN_MINUTE_MS +
	    p->second * INT64_C(1000);
	if (leap && value % TCN_DAY_MS != 0)
		return false;
	return set_checked(value + p->ms, ms, NULL) == TCN_OK;
}

void
tcn_date_format(int64_t ms, char out[TCN_DATE_BYTES])
{
	bool borrow = ms % 1000 < 0;
	int64_t rest = ms % 1000 + (borrow ? 1000 : 0);
	time_t seconds = (time_t)(ms / 1000 - borrow);
	struct tm tm;
	size_t n;

	out[0] = '\0';
	if (!gmtime_r(&seconds, &tm) || tm.tm_year < -1900 ||
	    tm.tm_year > 9999 - 1900)
		return;
	n = (size_t)snprintf(out, TCN_DATE_BYTES,
	    "%04d-%02d-%02dT%02d:%02d:%02d", tm.tm_year + 1900, tm.tm_mon + 1,
	    tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec);
	if (rest)
		n += (size_t)snprintf(out + n, TCN_DATE_BYTES - n,
		    ".%03" PRId64, rest);
	snprintf(out + n, TCN_DATE_BYTES - n, "Z");
}
