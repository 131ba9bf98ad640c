/*
 * tools/base/when.h - times and spans of time as a person reads them.
 *
 * Always UTC, always English, never the locale: the same input gives the same
 * page everywhere. A time that is TCN_UNDATED or outside the years 1 to 9999
 * reads "undated". (For machines there is engine/base/date.h.)
 */
#ifndef TCN_TOOLS_BASE_WHEN_H
#define TCN_TOOLS_BASE_WHEN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

#define TCN_WHEN_BYTES 40

/* Whether ms is neither TCN_UNDATED nor outside those years. */
bool tcn_when_known(int64_t ms);

/* "Sat 21 Nov 2026, 14:05 UTC" */
const char *tcn_when_text(int64_t ms, char out[static TCN_WHEN_BYTES]);

/* "Sat 21 Nov 2026" */
const char *tcn_when_day(int64_t ms, char out[static TCN_WHEN_BYTES]);

/* "21 Nov 14:05" */
const char *tcn_when_short(int64_t ms, char out[static TCN_WHEN_BYTES]);

/* "14:05" */
const char *tcn_when_clock(int64_t ms, char out[static TCN_WHEN_BYTES]);

/* A length of time in at most two units: "2 h 14 min", "3 days", "40 s". */
const char *tcn_when_span(int64_t ms, char out[static TCN_WHEN_BYTES]);

/*
 * Reads the time that a command line option was given: a date that
 * engine/base/date.h reads, or a day alone, which means its midnight. text NULL
 * leaves *ms unchanged; TCN_INVALID: err names the option.
 */
TCN_MUST_USE enum tcn_rc tcn_when_option(const char *option, const char *text,
    int64_t *ms, struct tcn_err *err);

#endif
