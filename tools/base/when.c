#include "tools/base/when.h"

#include <stdio.h>
#include <time.h>

#include "engine/base/date.h"

#define FIRST_MS INT64_C(-62135596800000) /* 0001-01-01 */
#define LAST_MS  INT64_C(253402300799999) /* 9999-12-31 */

static const char days[7][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri",
	"Sat" };
static const char months[12][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
	"Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };

bool
tcn_when_known(int64_t ms)
{
	return ms >= FIRST_MS && ms <= LAST_MS;
}

/* Rounds seconds down, also for times before 1970. */
static bool
split(int64_t ms, struct tm *tm)
{
	time_t s;

	if (!tcn_when_known(ms))
		return false;
	s = (time_t)((ms - FIRST_MS) / 1000 + FIRST_MS / 1000);
	return gmtime_r(&s, tm) != NULL;
}

static const char *
undated(char *out)
{
	snprintf(out, TCN_WHEN_BYTES, "undated");
	return out;
}

const char *
tcn_when_day(int64_t ms, char out[static TCN_WHEN_BYTES])
{
	struct tm tm;

	if (!split(ms, &tm))
		return undated(out);
	snprintf(out, TCN_WHEN_BYTES, "%s %d %s %d", days[tm.tm_wday],
	    tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900);
	return out;
}

const char *
tcn_when_text(int64_t ms, char out[static TCN_WHEN_BYTES])
{
	struct tm tm;

	if (!split(ms, &tm))
		return undated(out);
	snprintf(out, TCN_WHEN_BYTES, "%s %d %s %d, %02d:%02d UTC",
	    days[tm.tm_wday], tm.tm_mday, months[tm.tm_mon], tm.tm_year + 1900,
	    tm.tm_hour, tm.tm_min);
	return out;
}

const char *
tcn_when_short(int64_t ms, char out[static TCN_WHEN_BYTES])
{
	struct tm tm;

	if (!split(ms, &tm))
		return undated(out);
	snprintf(out, TCN_WHEN_BYTES, "%d %s %02d:%02d", tm.tm_mday,
	    months[tm.tm_mon], tm.tm_hour, tm.tm_min);
	return out;
}

const char *
tcn_when_clock(int64_t ms, char out[static TCN_WHEN_BYTES])
{
	struct tm tm;

	if (!split(ms, &tm))
		return undated(out);
	snprintf(out, TCN_WHEN_BYTES, "%02d:%02d", tm.tm_hour, tm.tm_min);
	return out;
}

/* Writes n of the smaller unit, of which `per` make one of the larger, as
 * "3 days 4 h". */
static const char *
two_units(char *out, int64_t n, int64_t per, const char *large,
    const char *small)
{
	if (n % per)
		snprintf(out, TCN_WHEN_BYTES, "%jd %s %jd %s",
		    (intmax_t)(n / per), large, (intmax_t)(n % per), small);
	else
		snprintf(out, TCN_WHEN_BYTES, "%jd %s", (intmax_t)(n / per),
		    large);
	return out;
}

const char *
tcn_when_span(int64_t ms, char out[static TCN_WHEN_BYTES])
{
	int64_t s = ms < 0 ? 0 : ms / 1000;

	if (s < 60)
		snprintf(out, TCN_WHEN_BYTES, "%jd s", (intmax_t)s);
	else if (s < 3600)
		snprintf(out, TCN_WHEN_BYTES, "%jd min", (intmax_t)(s / 60));
	else if (s < 48 * 3600)
		return two_units(out, s / 60, 60, "h", "min");
	else
		return two_units(out, s / 3600, 24, "days", "h");
	return out;
}

enum tcn_rc
tcn_when_option(const char *option, const char *text, int64_t *ms,
    struct tcn_err *err)
{
	struct tcn_err why = { 0 };
	char midnight[32];
	enum tcn_rc rc;

	if (!text)
		return TCN_OK;
	rc = tcn_date_parse(tcn_str(text), ms, &why);
	if (rc != TCN_OK && strlen(text) == 10) {
		snprintf(midnight, sizeof midnight, "%sT00:00:00Z", text);
		rc = tcn_date_parse(tcn_str(midnight), ms, &why);
	}
	if (rc != TCN_OK)
		return tcn_err_set(err, rc, "%s %s: %s", option, text,
		    why.text);
	return TCN_OK;
}
