#include "engine/text/date_zone.h"

#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unicode/ucal.h>
#include <unicode/uenum.h>
#include <unicode/ustring.h>

#include "engine/base/ascii.h"
#include "engine/base/duration.h"

#define NAME_BYTES 48
#define CACHED     64
#define ZONES_MAX  200

/* Zones that were asked for last: to open a calendar takes 0.1 ms. The names
 * of none are kept, too, with no calendar. */
struct cached {
	char name[NAME_BYTES];
	UCalendar *calendar;
};

static struct {
	pthread_mutex_t lock;
	struct cached zones[CACHED];
} cache = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* Abbreviations in order: a name, a blank, and its offset as +10:30. */
const struct tcn_sections_file tcn_date_zone_files[] = {
#include "engine/text/zones_data.h"
};

struct zone {
	char name[NAME_BYTES];
	int minutes;
};

static struct {
	pthread_once_t once;
	struct zone at[ZONES_MAX];
	size_t n;
} zones = { .once = PTHREAD_ONCE_INIT };

static const struct {
	const char *name, *id;
} seasons[] = {
	{ "AT", "America/Halifax" },
	{ "CT", "America/Chicago" },
	{ "ET", "America/New_York" },
	{ "MT", "America/Denver" },
	{ "PT", "America/Los_Angeles" },
};

static int
by_name(const void *key, const void *zone)
{
	return strcasecmp(key, ((const struct zone *)zone)->name);
}

/* The name with a NUL behind it; false: too long. */
static bool
terminate(struct tcn_str name, char z[NAME_BYTES])
{
	if (name.n == 0 || name.n >= NAME_BYTES)
		return false;
	memcpy(z, name.at, name.n);
	z[name.n] = '\0';
	return true;
}

static void
read_zones(void)
{
	struct tcn_sections sections = {
		.rest = tcn_str(tcn_date_zone_files->text)
	};
	struct tcn_str line, name;
	bool is_heading;

	while (!tcn_sections_next(&sections, &is_heading, &line, NULL)) {
		struct zone *zone = &zones.at[zones.n];
		int hours, minutes;

		if (is_heading || !tcn_sections_part(&line, ' ', &name))
			continue;
		assert(zones.n < ZONES_MAX && line.n == 6);
		hours = (line.at[1] - '0') * 10 + line.at[2] - '0';
		minutes = (line.at[4] - '0') * 10 + line.at[5] - '0';
		minutes += hours * 60;
		zone->minutes = *line.at == '-' ? -minutes : minutes;
		zones.n += terminate(name, zone->name);
	}
}

bool
tcn_date_zone_offset(struct tcn_str name, int *minutes)
{
	const struct zone *zone;
	char z[NAME_BYTES];

	if (!terminate(name, z))
		return false;
	pthread_once(&zones.once, read_zones);
	zone = bsearch(z, zones.at, zones.n, sizeof *zones.at, by_name);
	if (zone)
		*minutes = zone->minutes;
	return zone != NULL;
}

const char *
tcn_date_zone_without_season(struct tcn_str name)
{
	for (size_t i = 0; i < sizeof seasons / sizeof *seasons; i++)
		if (name.n == 2 &&
		    strncasecmp(name.at, seasons[i].name, 2) == 0)
			return seasons[i].id;
	return NULL;
}

/* Opens a calendar of the zone as ICU spells it; NULL: ICU does not have it. */
static UCalendar *
open_zone(const char *z)
{
	UErrorCode status = U_ZERO_ERROR;
	UEnumeration *ids = ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_ANY,
	    NULL, NULL, &status);
	UCalendar *calendar = NULL;
	UChar units[NAME_BYTES];
	bool found = false;
	const char *id;

	while (!found && (id = uenum_next(ids, NULL, &status)))
		if (strcasecmp(id, z) == 0) {
			u_uastrncpy(units, id, NAME_BYTES);
			found = true;
		}
	uenum_close(ids);
	if (found)
		calendar = ucal_open(units, -1, "en", UCAL_GREGORIAN, &status);
	return calendar;
}

/* The place of a name in the cache, whatever the case of its letters. */
static struct cached *
place_of(const char *z)
{
	unsigned sum = 0;

	for (; *z; z++)
		sum = sum * 31 + (unsigned char)tcn_ascii_lower(*z);
	return &cache.zones[sum % CACHED];
}

/* The calendar of a zone; NULL: there is no such zone. Under the lock. */
static UCalendar *
find_zone(const char *z)
{
	struct cached *cached = place_of(z);

	if (strcasecmp(cached->name, z) == 0)
		return cached->calendar;
	if (cached->calendar)
		ucal_close(cached->calendar);
	strcpy(cached->name, z);
	cached->calendar = open_zone(z);
	return cached->calendar;
}

/* The offset is the difference between what a clock in UTC and the zone's own
 * calendar take the same figures for. */
static bool
read_offset(UCalendar *calendar, struct tcn_date_parts *p)
{
	struct tcn_date_parts utc = *p;
	UErrorCode status = U_ZERO_ERROR;
	int64_t as_utc_ms;
	UDate at;

	utc.offset_min = utc.ms = utc.second = 0;
	if (!tcn_date_from_parts(&utc, &as_utc_ms))
		return false;
	ucal_clear(calendar);
	ucal_setDateTime(calendar, p->year, p->month - 1, p->day, p->hour,
	    p->minute, 0, &status);
	at = ucal_getMillis(calendar, &status);
	if (U_SUCCESS(status))
		p->offset_min =
		    (int)((as_utc_ms - (int64_t)at) / TCN_MINUTE_MS);
	return U_SUCCESS(status);
}

bool
tcn_date_zone_rule(struct tcn_str name, struct tcn_date_parts *p)
{
	UCalendar *calendar;
	char z[NAME_BYTES];
	bool found;

	if (!terminate(name, z))
		return false;
	pthread_mutex_lock(&cache.lock);
	calendar = find_zone(z);
	found = calendar && read_offset(calendar, p);
	pthread_mutex_unlock(&cache.lock);
	return found;
}
