/*
 * engine/text/zone.h - time zones by their names, and ICU's calendar of one.
 *
 * Names are those of the IANA data ("Europe/Paris", "UTC"). ICU takes a name
 * that it does not know for GMT, so names are checked first.
 */
#ifndef TCN_ENGINE_TEXT_ZONE_H
#define TCN_ENGINE_TEXT_ZONE_H

#include <stdbool.h>
#include <unicode/ucal.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* Whether this is the name of a time zone. */
bool tcn_zone_known(struct tcn_str zone);

/* Opens the Gregorian calendar of a zone, for ucal_close(). TCN_INVALID: there
 * is no such zone; err names it. Costs some microseconds. */
TCN_MUST_USE enum tcn_rc tcn_zone_calendar(struct tcn_str zone,
    UCalendar **calendar, struct tcn_err *err);

#endif
