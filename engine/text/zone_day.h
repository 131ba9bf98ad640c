/*
 * engine/text/zone_day.h - when a day begins and ends in a time zone.
 *
 * A day lasts from one local midnight to the next: 23 or 25 hours where the
 * clocks are put forward or back. Where midnight is left out, the day begins
 * with the first moment that there is; where it comes twice, with the first.
 *
 * Call order: new; find in any order; free. Not thread safe. No clock is read.
 * Cost: ICU's calendar computes a day, some microseconds; the day asked for
 * last is remembered.
 */
#ifndef TCN_ENGINE_TEXT_ZONE_DAY_H
#define TCN_ENGINE_TEXT_ZONE_DAY_H

#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

/* An upper bound of a day's length. */
#define TCN_ZONE_DAY_MS_MAX (INT64_C(26) * 3600 * 1000)

struct tcn_zone_day;

/* Opens a zone. TCN_INVALID: there is no zone of that name; err says so. */
TCN_MUST_USE enum tcn_rc tcn_zone_day_new(struct tcn_str zone,
    struct tcn_zone_day **day);
void tcn_zone_day_free(struct tcn_zone_day *day); /* may be NULL */

/* The day that contains ts_ms: from_ms <= ts_ms < to_ms. */
void tcn_zone_day_find(struct tcn_zone_day *day, int64_t ts_ms,
    int64_t *from_ms, int64_t *to_ms);

#endif
