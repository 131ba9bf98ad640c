#include "rules/hours.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "engine/text/zone.h"

enum {
	CHAIN_MAX = 16, /* periods without a gap: more never end */
	DAY_MIN = 24 * 60,
};

struct tcn_hours {
	struct tcn_rule_hours conf;
	UCalendar *calendar;
};

enum tcn_rc
tcn_hours_new(const struct tcn_rule_hours *conf, struct tcn_hours **hours,
    struct tcn_err *err)
{
	struct tcn_hours *made;
	UCalendar *calendar;
	enum tcn_rc rc = tcn_zone_calendar(conf->zone, &calendar, err);

	assert(conf->from_min < DAY_MIN && conf->to_min < DAY_MIN);
	if (rc)
		return rc;
	made = tcn_mem_calloc(1, sizeof *made);
	made->conf = *conf;
	made->conf.zone = (struct tcn_str){ NULL, 0 };
	made->calendar = calendar;
	*hours = made;
	return TCN_OK;
}

void
tcn_hours_free(struct tcn_hours *hours)
{
	if (!hours)
		return;
	ucal_close(hours->calendar);
	tcn_mem_free(hours);
}

/*
 * The moment of a local time on the day that is so many days behind the local
 * day of now_ms; *weekday is that day's, 0 Monday.
 */
static int64_t
moment(struct tcn_hours *hours, int64_t now_ms, int days, unsigned minute,
    unsigned *weekday)
{
	UErrorCode status = U_ZERO_ERROR;
	int32_t year, month, day, of_week;
	UDate at;

	ucal_setMillis(hours->calendar, (UDate)now_ms, &status);
	year = ucal_get(hours->calendar, UCAL_YEAR, &status);
	month = ucal_get(hours->calendar, UCAL_MONTH, &status);
	day = ucal_get(hours->calendar, UCAL_DATE, &status);
	ucal_clear(hours->calendar);
	ucal_setDateTime(hours->calendar, year, month, day + days,
	    (int32_t)minute / 60, (int32_t)minute % 60, 0, &status);
	at = ucal_getMillis(hours->calendar, &status);
	/* ICU counts from Sunday, which is 1. */
	of_week = ucal_get(hours->calendar, UCAL_DAY_OF_WEEK, &status);
	*weekday = (unsigned)(of_week + 5) % 7;
	return (int64_t)at;
}

/* The period that begins so many days behind that of now_ms, if one does. */
static bool
period(struct tcn_hours *hours, int64_t now_ms, int days, int64_t *from_ms,
    int64_t *to_ms)
{
	bool over_midnight = hours->conf.to_min <= hours->conf.from_min;
	unsigned weekday, other;

	*from_ms = moment(hours, now_ms, days, hours->conf.from_min, &weekday);
	*to_ms = moment(hours, now_ms, days + over_midnight, hours->conf.to_min,
	    &other);
	return hours->conf.days >> weekday & 1;
}

/* The end of the period that now_ms lies in; now_ms itself if in none. */
static int64_t
end_of(struct tcn_hours *hours, int64_t now_ms)
{
	int64_t from_ms, to_ms, end_ms = now_ms;

	for (int days = -1; days <= 0; days++)
		if (period(hours, now_ms, days, &from_ms, &to_ms) &&
		    from_ms <= now_ms && to_ms > end_ms)
			end_ms = to_ms;
	return end_ms;
}

bool
tcn_hours_quiet(struct tcn_hours *hours, int64_t now_ms, int64_t *until_ms)
{
	int64_t end_ms = end_of(hours, now_ms);

	assert(end_ms >= now_ms);
	if (until_ms)
		*until_ms = end_ms;
	if (end_ms == now_ms)
		return false;
	for (int i = 0; until_ms && i < CHAIN_MAX; i++) {
		int64_t next_ms = end_of(hours, end_ms);

		if (next_ms == end_ms) {
			*until_ms = end_ms;
			return true;
		}
		end_ms = next_ms;
	}
	if (until_ms)
		*until_ms = INT64_MAX;
	return true;
}
