#include "engine/text/zone_day.h"

#include <unicode/ucal.h>
#include <unicode/ustring.h>

#include "engine/base/mem.h"

#define ZONE_UNITS 64 /* UTF-16, of a zone's name */

struct tcn_zone_day {
	UCalendar *calendar;
	int64_t from_ms, to_ms; /* of the day asked for last */
};

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
tcn_zone_day_new(struct tcn_str zone, struct tcn_zone_day **day)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[ZONE_UNITS];
	struct tcn_zone_day *made;

	*day = NULL;
	if (!tcn_zone_known(zone))
		return TCN_INVALID;
	made = tcn_mem_calloc(1, sizeof *made);
	if (!made)
		return TCN_NOMEM;
	made->calendar = ucal_open(units, zone_units(zone, units), "en",
	    UCAL_GREGORIAN, &status);
	if (U_FAILURE(status)) {
		tcn_mem_free(made);
		return TCN_NOMEM;
	}
	ucal_setAttribute(made->calendar, UCAL_REPEATED_WALL_TIME,
	    UCAL_WALLTIME_FIRST);
	ucal_setAttribute(made->calendar, UCAL_SKIPPED_WALL_TIME,
	    UCAL_WALLTIME_NEXT_VALID);
	*day = made;
	return TCN_OK;
}

void
tcn_zone_day_free(struct tcn_zone_day *day)
{
	if (!day)
		return;
	ucal_close(day->calendar);
	tcn_mem_free(day);
}

/* Midnight of the local day of ts_ms, or of the one behind it. */
static int64_t
midnight(struct tcn_zone_day *day, int64_t ts_ms, int32_t days)
{
	UErrorCode status = U_ZERO_ERROR;
	int32_t year, month, date;

	ucal_setMillis(day->calendar, (UDate)ts_ms, &status);
	year = ucal_get(day->calendar, UCAL_EXTENDED_YEAR, &status);
	month = ucal_get(day->calendar, UCAL_MONTH, &status);
	date = ucal_get(day->calendar, UCAL_DATE, &status);
	ucal_clear(day->calendar);
	ucal_set(day->calendar, UCAL_EXTENDED_YEAR, year);
	ucal_set(day->calendar, UCAL_MONTH, month);
	ucal_set(day->calendar, UCAL_DATE, date + days);
	return (int64_t)ucal_getMillis(day->calendar, &status);
}

void
tcn_zone_day_find(struct tcn_zone_day *day, int64_t ts_ms, int64_t *from_ms,
    int64_t *to_ms)
{
	if (ts_ms < day->from_ms || ts_ms >= day->to_ms) {
		day->from_ms = midnight(day, ts_ms, 0);
		day->to_ms = midnight(day, ts_ms, 1);
	}
	*from_ms = day->from_ms;
	*to_ms = day->to_ms;
}
