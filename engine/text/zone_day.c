#include "engine/text/zone_day.h"

#include "engine/base/mem.h"
#include "engine/text/zone.h"

struct tcn_zone_day {
	UCalendar *calendar;
	int64_t from_ms, to_ms; /* of the day asked for last */
};

enum tcn_rc
tcn_zone_day_new(struct tcn_str zone, struct tcn_zone_day **day)
{
	struct tcn_zone_day *made;
	UCalendar *calendar;
	struct tcn_err err;
	enum tcn_rc rc = tcn_zone_calendar(zone, &calendar, &err);

	*day = NULL;
	if (rc)
		return rc;
	made = tcn_mem_calloc(1, sizeof *made);
	made->calendar = calendar;
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
