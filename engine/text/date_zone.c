#include "engine/text/date_zone.h"

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

/* In order of their names. */
static const struct zone {
	char name[6];
	short minutes;
} zones[] = {
	{ "ACDT", 630 },
	{ "ACST", 570 },
	{ "ACWST", 525 },
	{ "ADT", -180 },
	{ "AEDT", 660 },
	{ "AEST", 600 },
	{ "AFT", 270 },
	{ "AKDT", -480 },
	{ "AKST", -540 },
	{ "ALMT", 300 },
	{ "AMST", -180 },
	{ "AMT", -240 },
	{ "ART", -180 },
	{ "AST", -240 },
	{ "AWST", 480 },
	{ "AZOST", 0 },
	{ "AZOT", -60 },
	{ "AZT", 240 },
	{ "BDT", 360 },
	{ "BNT", 480 },
	{ "BOT", -240 },
	{ "BRST", -120 },
	{ "BRT", -180 },
	{ "BST", 60 },
	{ "BTT", 360 },
	{ "CAT", 120 },
	{ "CDT", -300 },
	{ "CEDT", 120 },
	{ "CEST", 120 },
	{ "CET", 60 },
	{ "CHADT", 825 },
	{ "CHAST", 765 },
	{ "CHST", 600 },
	{ "CLST", -180 },
	{ "CLT", -240 },
	{ "COT", -300 },
	{ "CST", -360 },
	{ "CVT", -60 },
	{ "EAT", 180 },
	{ "ECT", -300 },
	{ "EDT", -240 },
	{ "EEDT", 180 },
	{ "EEST", 180 },
	{ "EET", 120 },
	{ "EGST", 0 },
	{ "EGT", -60 },
	{ "EST", -300 },
	{ "FJT", 720 },
	{ "FKST", -180 },
	{ "GET", 240 },
	{ "GFT", -180 },
	{ "GMT", 0 },
	{ "GST", 240 },
	{ "GYT", -240 },
	{ "HADT", -540 },
	{ "HAST", -600 },
	{ "HDT", -540 },
	{ "HKT", 480 },
	{ "HOVT", 420 },
	{ "HST", -600 },
	{ "ICT", 420 },
	{ "IDT", 180 },
	{ "IRDT", 270 },
	{ "IRKT", 480 },
	{ "IRST", 210 },
	{ "IST", 330 },
	{ "JST", 540 },
	{ "KGT", 360 },
	{ "KRAT", 420 },
	{ "KST", 540 },
	{ "LHDT", 660 },
	{ "LHST", 630 },
	{ "MAGT", 660 },
	{ "MDT", -360 },
	{ "MEST", 120 },
	{ "MESZ", 120 },
	{ "MET", 60 },
	{ "MEZ", 60 },
	{ "MMT", 390 },
	{ "MSD", 240 },
	{ "MSK", 180 },
	{ "MST", -420 },
	{ "MUT", 240 },
	{ "MVT", 300 },
	{ "MYT", 480 },
	{ "NDT", -150 },
	{ "NFT", 660 },
	{ "NOVT", 420 },
	{ "NPT", 345 },
	{ "NST", -210 },
	{ "NUT", -660 },
	{ "NZDT", 780 },
	{ "NZST", 720 },
	{ "OMST", 360 },
	{ "ORAT", 300 },
	{ "PDT", -420 },
	{ "PET", -300 },
	{ "PETT", 720 },
	{ "PGT", 600 },
	{ "PHT", 480 },
	{ "PKT", 300 },
	{ "PMST", -180 },
	{ "PST", -480 },
	{ "PWT", 540 },
	{ "PYST", -180 },
	{ "PYT", -180 },
	{ "RET", 240 },
	{ "SAMT", 240 },
	{ "SAST", 120 },
	{ "SBT", 660 },
	{ "SCT", 240 },
	{ "SGT", 480 },
	{ "SLST", 330 },
	{ "SRT", -180 },
	{ "SST", -660 },
	{ "TJT", 300 },
	{ "TLT", 540 },
	{ "TMT", 300 },
	{ "TOT", 780 },
	{ "TRT", 180 },
	{ "TVT", 720 },
	{ "ULAT", 480 },
	{ "UT", 0 },
	{ "UTC", 0 },
	{ "UYT", -180 },
	{ "UZT", 300 },
	{ "VET", -240 },
	{ "VLAT", 600 },
	{ "VUT", 660 },
	{ "WAST", 120 },
	{ "WAT", 60 },
	{ "WEST", 60 },
	{ "WET", 0 },
	{ "WIB", 420 },
	{ "WIT", 540 },
	{ "WITA", 480 },
	{ "WST", 480 },
	{ "YAKT", 540 },
	{ "YEKT", 300 },
	{ "Z", 0 },
	{ "ZULU", 0 },
};

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

bool
tcn_date_zone_offset(struct tcn_str name, int *minutes)
{
	const struct zone *zone;
	char z[NAME_BYTES];

	if (!terminate(name, z))
		return false;
	zone = bsearch(z, zones, sizeof zones / sizeof *zones, sizeof *zones,
	    by_name);
	if (zone)
		*minutes = zone->minutes;
	return zone != NULL;
}

const char *
tcn_date_zone_of_season(struct tcn_str name)
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
