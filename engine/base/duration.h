/*
 * engine/base/duration.h - the lengths of time that all others are built of.
 *
 * Times are unix milliseconds nearly everywhere; _MS and _S in a name say
 * which unit its number has.
 */
#ifndef TCN_ENGINE_BASE_DURATION_H
#define TCN_ENGINE_BASE_DURATION_H

#include <stdint.h>

#define TCN_SECOND_MS INT64_C(1000)
#define TCN_MINUTE_MS (60 * TCN_SECOND_MS)
#define TCN_HOUR_MS   (60 * TCN_MINUTE_MS)
#define TCN_DAY_MS    (24 * TCN_HOUR_MS)
#define TCN_DAY_S     INT64_C(86400)

#endif
