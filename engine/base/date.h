/*
 * engine/base/date.h - dates as people send them, to unix milliseconds and
 * back.
 *
 * Two forms are read: seconds since 1970 (a fraction is allowed) and RFC 3339
 * with its offset ("2014-03-10T17:37:59.56+01:00"). A date that does not
 * exist, one without an offset and one outside the years 1900..2199 are
 * refused with words that say how to mend them. Fractions are rounded to the
 * nearest millisecond. No locale, no time zone of the machine: shape and
 * ranges are checked here, the calendar is libc's (strptime, timegm).
 */
#ifndef TCN_ENGINE_BASE_DATE_H
#define TCN_ENGINE_BASE_DATE_H

#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* 1900-01-01T00:00:00Z, and the first millisecond of 2200. */
#define TCN_DATE_MIN_MS (INT64_C(-2208988800) * 1000)
#define TCN_DATE_END_MS (INT64_C(7258118400) * 1000)

/* Either form, as text. TCN_INVALID leaves *ms alone. */
TCN_MUST_USE enum tcn_rc tcn_date_parse(struct tcn_str text, int64_t *ms,
    struct tcn_err *err);

/* Unix seconds, as a number. */
TCN_MUST_USE enum tcn_rc tcn_date_from_seconds(double seconds, int64_t *ms,
    struct tcn_err *err);

#define TCN_DATE_BYTES 40 /* with the NUL */

/*
 * RFC 3339 in UTC: "2014-03-10T17:37:59Z", with ".560" before the Z when the
 * milliseconds are not 0. What no four-digit year can tell gives "".
 */
void tcn_date_format(int64_t ms, char out[TCN_DATE_BYTES]);

#endif
