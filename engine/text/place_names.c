#include "engine/text/place_names.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/udat.h>
#include <unicode/uenum.h>
#include <unicode/uldnames.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/text/date_names.h"

#define LANGS_MAX  24
#define NAMES_MAX  1600 /* of a language: 2 x 250, 430 and 610 */
#define CODE_BYTES 12
#define UNITS      160 /* of UTF-16; longer names are left out */

struct name {
	uint64_t hash;
	unsigned kinds;
};

struct lang {
	char code[CODE_BYTES];
	bool loaded;
	size_t n;
	struct name names[NAMES_MAX]; /* when loaded, by hash */
};

static struct {
	pthread_mutex_t lock;
	struct lang langs[LANGS_MAX];
} all = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* --- from ICU --- */

static void
check_memory(UErrorCode status)
{
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
}

static void
hash_of(struct tcn_str name, uint64_t *hash)
{
	struct tcn_buf folded = { 0 };

	tcn_date_fold(name, &folded);
	*hash = tcn_date_word_hash(tcn_buf_view(&folded));
	tcn_buf_fini(&folded);
}

static void
add(struct lang *lang, const UChar *units, int32_t units_n,
    enum tcn_place_kind kind)
{
	char utf8[UNITS * 3 + 1];
	UErrorCode status = U_ZERO_ERROR;
	uint64_t hash;
	int32_t n = 0;

	if (units_n <= 0 || units_n > UNITS)
		return;
	u_strToUTF8(utf8, sizeof utf8, &n, units, units_n, &status);
	if (U_FAILURE(status) || n == 0 || lang->n == NAMES_MAX)
		return;
	hash_of((struct tcn_str){ utf8, (size_t)n }, &hash);
	lang->names[lang->n++] = (struct name){ hash, kind };
}

static void
add_displayed(struct lang *lang, const ULocaleDisplayNames *names,
    const char *code, enum tcn_place_kind kind)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	int32_t n = kind == TCN_PLACE_LANGUAGE
	    ? uldn_languageDisplayName(names, code, units, UNITS, &status)
	    : uldn_regionDisplayName(names, code, units, UNITS, &status);

	if (U_SUCCESS(status))
		add(lang, units, n, kind);
	else
		check_memory(status);
}

static void
load_displayed(struct lang *lang, UDisplayContext length)
{
	/* The code is no substitute for a name that is not there. */
	UDisplayContext contexts[] = { length, UDISPCTX_NO_SUBSTITUTE };
	UErrorCode status = U_ZERO_ERROR;
	ULocaleDisplayNames *names =
	    uldn_openForContext(lang->code, contexts, 2, &status);
	const char *const *countries = uloc_getISOCountries();
	const char *const *langs = uloc_getISOLanguages();

	check_memory(status);
	for (; U_SUCCESS(status) && *countries; countries++)
		add_displayed(lang, names, *countries, TCN_PLACE_COUNTRY);
	for (; U_SUCCESS(status) && *langs && length == UDISPCTX_LENGTH_FULL;
	     langs++)
		add_displayed(lang, names, *langs, TCN_PLACE_LANGUAGE);
	uldn_close(names);
}

/* The city that stands for a zone is what "VVV" writes of a time in it. */
static void
load_cities(struct lang *lang)
{
	static const UChar pattern[] = { 'V', 'V', 'V', 0 };
	UErrorCode status = U_ZERO_ERROR;
	UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, lang->code,
	    NULL, 0, pattern, 3, &status);
	UEnumeration *zones =
	    ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_CANONICAL_LOCATION,
		NULL, NULL, &status);
	UCalendar *calendar =
	    ucal_open(NULL, 0, lang->code, UCAL_GREGORIAN, &status);
	UChar units[UNITS];
	const UChar *zone;
	int32_t n;

	check_memory(status);
	while (U_SUCCESS(status) && (zone = uenum_unext(zones, &n, &status))) {
		ucal_setTimeZone(calendar, zone, n, &status);
		n = udat_formatCalendar(format, calendar, units, UNITS, NULL,
		    &status);
		if (U_SUCCESS(status))
			add(lang, units, n, TCN_PLACE_CITY);
	}
	ucal_close(calendar);
	uenum_close(zones);
	udat_close(format);
	check_memory(status);
}

/* --- what is known --- */

static int
by_hash(const void *a, const void *b)
{
	const struct name *x = a, *y = b;

	return (x->hash > y->hash) - (x->hash < y->hash);
}

static void
load(struct lang *lang)
{
	size_t n = 0;

	lang->n = 0;
	load_displayed(lang, UDISPCTX_LENGTH_FULL);
	load_displayed(lang, UDISPCTX_LENGTH_SHORT);
	load_cities(lang);
	if (lang->n)
		qsort(lang->names, lang->n, sizeof *lang->names, by_hash);
	for (size_t i = 0; i < lang->n; i++)
		if (n && lang->names[n - 1].hash == lang->names[i].hash)
			lang->names[n - 1].kinds |= lang->names[i].kinds;
		else
			lang->names[n++] = lang->names[i];
	lang->n = n;
	lang->loaded = true;
}

/* Of a language that it does not have ICU gives that of the environment. */
static bool
has_lang(const char *code)
{
	for (int32_t i = 0; i < uloc_countAvailable(); i++)
		if (strcmp(uloc_getAvailable(i), code) == 0)
			return true;
	return false;
}

/* The slot of a language, new or not; NULL: there is none. */
static struct lang *
slot_of(const char *code)
{
	for (size_t i = 0; i < LANGS_MAX; i++) {
		struct lang *lang = &all.langs[i];

		if (!*lang->code && !has_lang(code))
			return NULL;
		if (!*lang->code)
			strcpy(lang->code, code);
		if (strcmp(lang->code, code) == 0)
			return lang;
	}
	return NULL;
}

void
tcn_place_names_find(struct tcn_str tag, struct tcn_str name, unsigned *kinds)
{
	char code[CODE_BYTES] = "";
	struct name asked = { 0 };
	const struct name *found = NULL;
	struct lang *lang;

	hash_of(name, &asked.hash);
	*kinds = 0;
	for (size_t n = 0; n < tag.n && n < sizeof code - 1 &&
	     tag.at[n] != '-' && tag.at[n] != '_';
	     n++)
		code[n] = tag.at[n];
	if (!*code)
		return;
	pthread_mutex_lock(&all.lock);
	lang = slot_of(code);
	if (lang && !lang->loaded)
		load(lang);
	if (lang && lang->n)
		found = bsearch(&asked, lang->names, lang->n,
		    sizeof *lang->names, by_hash);
	if (found)
		*kinds = found->kinds;
	pthread_mutex_unlock(&all.lock);
}
