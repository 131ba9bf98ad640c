#include "engine/text/zone.h"

#include <unicode/ustring.h>

#include "engine/base/mem.h"

#define ZONE_UNITS 64 /* UTF-16, of a zone's name */

/* The name in UTF-16; its length, 0 when it is none. */
static int32_t
zone_units(struct tcn_str zone, UChar units[ZONE_UNITS])
{
	UErrorCode status = U_ZERO_ERROR;
	int32_t n = 0;

	if (!zone.n || zone.n >= ZONE_UNITS)
		return 0;
	u_strFromUTF8(units, ZONE_UNITS, &n, zone.at, (int32_t)zone.n, &status);
	return U_SUCCESS(status) ? n : 0;
}

bool
tcn_zone_known(struct tcn_str zone)
{
	UChar units[ZONE_UNITS], canonical[128];
	UErrorCode status = U_ZERO_ERROR;
	int32_t n = zone_units(zone, units);
	UBool known = false;

	if (!n)
		return false;
	ucal_getCanonicalTimeZoneID(units, n, canonical, 128, &known, &status);
	return U_SUCCESS(status) && known;
}

enum tcn_rc
tcn_zone_calendar(struct tcn_str zone, UCalendar **calendar,
    struct tcn_err *err)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[ZONE_UNITS];

	*calendar = NULL;
	if (!tcn_zone_known(zone))
		return tcn_err_set(err, TCN_INVALID,
		    "no time zone '%.*s'; name one as Europe/Paris",
		    TCN_STR_ARG(zone));
	*calendar = ucal_open(units, zone_units(zone, units), "en",
	    UCAL_GREGORIAN, &status);
	if (U_FAILURE(status))
		tcn_mem_end();
	return TCN_OK;
}
