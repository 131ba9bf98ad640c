/*
 * engine/base/date.h - dates as people send them, to unix milliseconds and
 * back.
 *
 * Two forms are read: seconds since 1970, which may have a fraction, and
 * RFC 3339 with its offset ("2014-03-10T17:37:59.56+01:00"; a space may stand
 * for the T). A date that does not exist, one without an offset and one
 * outside the years 1900 to 2199 are refused with a sentence that says how to
 * correct them. A 60th second is read only where a leap second may be, at the
 * end of a UTC day, and counts as the first second of the next. Fractions are
 * rounded to the nearest millisecond.
 *
 * Neither the locale nor the time zone of the machine has any influence: shape
 * and ranges are checked here, and libc's strptime() and timegm() know the
 * calendar. Cost: O(bytes).
 */
#ifndef TCN_ENGINE_BASE_DATE_H
#define TCN_ENGINE_BASE_DATE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* The first millisecond of 1900 and the first after 2199, both UTC. */
#define TCN_DATE_MIN_MS (INT64_C(-2208988800) * 1000)
#define TCN_DATE_END_MS (INT64_C(7258118400) * 1000)

/* Reads a date of either form, with white space around it. TCN_INVALID leaves
 * *ms as it was, and err says what is wrong. */
TCN_MUST_USE enum tcn_rc tcn_date_parse(struct tcn_str text, int64_t *ms,
    struct tcn_err *err);

/* Converts unix seconds. TCN_INVALID, as above, also for NaN and infinity. */
TCN_MUST_USE enum tcn_rc tcn_date_from_seconds(double seconds, int64_t *ms,
    struct tcn_err *err);

/* A moment by the Gregorian calendar and a clock that is offset_min minutes
 * ahead of UTC. */
struct tcn_date_parts {
	int year, month, day; /* from 1 */
	int hour, minute, second, ms;
	int offset_min;
};

/*
 * Sets *ms to the moment in unix milliseconds. False, with *ms as it was, when
 * there is no such moment: a day that its month does not have, a 25th hour, a
 * 60th second at no leap second, a year before 1900 or after 2199. 24:00:00 is
 * the midnight that ends the day (ISO 8601). O(1); days are counted as in H.
 * Hinnant, "chrono-Compatible Low-Level Date Algorithms" (2013),
 * days_from_civil.
 */
bool tcn_date_from_parts(const struct tcn_date_parts *parts, int64_t *ms);

/* How many days a month has; month is 1 to 12. */
int tcn_date_month_days(int year, int month);

/* How many days lie between 1970-01-01 and that day; month is 1 to 12. */
int64_t tcn_date_days(int year, int month, int day);

#define TCN_DATE_BYTES 40 /* with the NUL */

/*
 * Writes RFC 3339 in UTC: "2014-03-10T17:37:59Z", with ".560" before the Z
 * when the milliseconds are not 0. A time outside the years 0 to 9999, which
 * RFC 3339 cannot express, gives "".
 */
void tcn_date_format(int64_t ms, char out[TCN_DATE_BYTES]);

#endif
