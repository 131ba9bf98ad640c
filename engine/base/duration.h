/*
 * engine/base/duration.h - lengths of time: every one of them is built of
 * these, so that a unit is written once.
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
