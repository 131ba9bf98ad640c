#include "engine/text/place_names.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#include "engine/base/ascii.h"
#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/date_names.h"
#include "engine/text/stopwords.h"

#define LANGS_MAX     24
#define NAMES_MAX     1100 /* of a language: 250 and some, 430, and some */
#define SPOKEN_MAX    700 /* names of languages in one; 610 in ICU 72 */
#define ZONES_MAX     600 /* 428 in ICU 72 */
#define COUNTRIES_MAX 300 /* 250 */
#define SHOWN_BYTES   64
#define CODE_BYTES    12
#define UNITS         160 /* of UTF-16; longer names are left out */
#define NO_COUNTRY    UINT16_MAX /* two have the name */
#define BEGIN_BITS    16384 /* some 1,000 are set */
#define START_BITS    131072 /* some 5,000 are set */

struct name {
	uint64_t hash;
	uint16_t kinds;
	uint16_t country; /* index in uloc_getISOCountries() + 1; 0: none */
	uint16_t zone; /* index in `zones` + 1 of a city's; 0: none */
};

/* A zone that a city stands for. */
struct zone {
	char id[TCN_PLACE_ZONE_BYTES];
	uint16_t country;
};

struct lang {
	char code[CODE_BYTES];
	bool loaded;
	size_t n;
	struct name names[NAMES_MAX]; /* when loaded, by hash */
	/* Hashes of what languages are called in it, in order; 0: they are not
	 * loaded. */
	uint64_t spoken[SPOKEN_MAX];
	size_t spoken_n;
	/* A bit by the hash of each word or words that a country's name begins
	 * with (Bloom 1970, with one hash). */
	uint64_t begins[BEGIN_BITS / 64];
	/* The same of the letters, one or more, that the name of a country or a
	 * city begins with. */
	uint64_t starts[START_BITS / 64];
	/* As they are shown; each empty until it is asked for. */
	char countries[COUNTRIES_MAX][SHOWN_BYTES];
	char cities[ZONES_MAX][SHOWN_BYTES];
};

static struct {
	pthread_mutex_t lock;
	struct lang langs[LANGS_MAX];
	struct zone zones[ZONES_MAX]; /* when a language is loaded */
	size_t zones_n;
	bool loaded; /* they are */
	char unknown[CODE_BYTES]; /* what was asked for last and ICU lacks */
} all = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* --- from ICU --- */

static void
check_memory(UErrorCode status)
{
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
}

/* Folds a name, into small or folded, which needs fini. ASCII, which most names
 * are, is folded without ICU and without a buffer. */
static struct tcn_str
fold_name(struct tcn_str name, char small[static UNITS], struct tcn_buf *folded)
{
	if (name.n > UNITS || tcn_utf8_ascii_n(name) < name.n) {
		tcn_date_fold(name, folded);
		return tcn_buf_view(folded);
	}
	for (size_t i = 0; i < name.n; i++)
		small[i] = tcn_ascii_lower(name.at[i]);
	return (struct tcn_str){ small, name.n };
}

static void
hash_of(struct tcn_str name, uint64_t *hash)
{
	struct tcn_buf folded = { 0 };
	char small[UNITS];

	*hash = tcn_date_word_hash(fold_name(name, small, &folded));
	tcn_buf_fini(&folded);
}

/* Goes on with the number of the letters that a folded name begins with, from 0
 * (FNV-1a: one step a byte). What tcn_date_word_hash() leaves out is no
 * letter. */
static uint64_t
add_letter(uint64_t letters, char c)
{
	bool counts = (unsigned char)c > 0x7f || (c >= 'a' && c <= 'z') ||
	    (c >= '0' && c <= '9');

	return counts
	    ? (letters ^ (unsigned char)c ^ 0xcbf29ce484222325) * 0x100000001b3
	    : letters;
}

static uint64_t
start_bit(uint64_t letters)
{
	return letters * 0x9e3779b97f4a7c15 >> 47; /* of START_BITS */
}

/* Whether a word may end at a byte: at what is no letter of ASCII, and at what
 * begins a blank or mark of Latin-1, or general punctuation. */
static bool
is_end(char c)
{
	return c == '\xc2' || c == '\xe2' ||
	    ((unsigned char)c < 0x80 && !tcn_ascii_is_alnum(c));
}

/* Notes what the folded name of a country begins with: each part that ends
 * there, and the whole. */
static void
add_begins(struct lang *lang, struct tcn_str folded)
{
	for (size_t n = 1; n <= folded.n; n++) {
		uint64_t hash;

		if (n < folded.n && !is_end(folded.at[n]))
			continue;
		hash = tcn_date_word_hash((struct tcn_str){ folded.at, n });
		lang->begins[hash / 64 % (BEGIN_BITS / 64)] |= (uint64_t)1
		    << hash % 64;
	}
}

static void
add(struct lang *lang, struct tcn_str text, struct name name)
{
	struct tcn_buf buf = { 0 };
	char small[UNITS];
	struct tcn_str folded;

	if (!text.n || lang->n == NAMES_MAX)
		return;
	folded = fold_name(text, small, &buf);
	name.hash = tcn_date_word_hash(folded);
	lang->names[lang->n++] = name;
	if (name.kinds & TCN_PLACE_COUNTRY)
		add_begins(lang, folded);
	if (name.kinds & (TCN_PLACE_COUNTRY | TCN_PLACE_CITY)) {
		/* Notes what the folded name of a place starts with, from its
		 * first letter on. */
		uint64_t letters = 0;

		for (size_t i = 0; i < folded.n; i++) {
			uint64_t bit;

			letters = add_letter(letters, folded.at[i]);
			bit = start_bit(letters);
			lang->starts[bit / 64] |= (uint64_t)1 << bit % 64;
		}
	}
	tcn_buf_fini(&buf);
}

/* A name of UTF-16 in UTF-8; empty where it is too long. */
static struct tcn_str
to_utf8(const UChar *units, int32_t units_n, char utf8[static UNITS * 3 + 1])
{
	UErrorCode status = U_ZERO_ERROR;
	int32_t n = 0;

	if (units_n <= 0 || units_n > UNITS)
		return (struct tcn_str){ 0 };
	u_strToUTF8(utf8, UNITS * 3 + 1, &n, units, units_n, &status);
	return (struct tcn_str){ utf8, U_SUCCESS(status) ? (size_t)n : 0 };
}

/* Adds a name, and of "Myanmar (Burma)" also both of its names. */
static void
add_units(struct lang *lang, const UChar *units, int32_t units_n,
    struct name name)
{
	char utf8[UNITS * 3 + 1];
	struct tcn_str text = to_utf8(units, units_n, utf8);
	const char *open;

	if (!text.n)
		return;
	add(lang, text, name);
	open = memchr(utf8, '(', text.n);
	if (!open || name.kinds != TCN_PLACE_COUNTRY || utf8[text.n - 1] != ')')
		return;
	add(lang, (struct tcn_str){ utf8, (size_t)(open - utf8) }, name);
	add(lang,
	    (struct tcn_str){ open + 1, (size_t)(utf8 + text.n - open) - 2 },
	    name);
}

/* What ICU calls things: in a language, in its parent ("no" of "nn", mostly
 * none), and at the root. Its formats of dates ask the same tables, at thirty
 * times the cost, and its names of countries and languages, at ten times. */
#define TABLES 3

struct tables {
	UResourceBundle *at[TABLES];
};

/* Of a bundle its parent's code, where it names one. */
static void
read_parent(const UResourceBundle *bundle, char code[static CODE_BYTES])
{
	UErrorCode status = U_ZERO_ERROR;
	int32_t n = 0;
	const UChar *units =
	    ures_getStringByKey(bundle, "%%Parent", &n, &status);

	if (U_SUCCESS(status) && n < CODE_BYTES)
		u_UCharsToChars(units, code, n + 1);
	else
		check_memory(status);
}

/* The tables of a name in one of ICU's packages. */
static struct tables
open_tables(const char *package, const char *name, const char *code)
{
	char parent[CODE_BYTES] = "root";
	const char *const codes[TABLES] = { code, parent, "root" };
	struct tables tables;

	for (size_t i = 0; i < TABLES; i++) {
		UErrorCode status = U_ZERO_ERROR;
		UResourceBundle *bundle = ures_open(package, codes[i], &status);

		if (i == 0 && U_SUCCESS(status))
			read_parent(bundle, parent);
		tables.at[i] = ures_getByKey(bundle, name, NULL, &status);
		ures_close(bundle);
		check_memory(status);
	}
	return tables;
}

static void
close_tables(struct tables *tables)
{
	for (size_t i = 0; i < TABLES; i++)
		ures_close(tables->at[i]);
}

/* What a code is called, static UTF-16 of n units; NULL: no table says it. */
static const UChar *
find_called(const struct tables *tables, const char *code, int32_t *n)
{
	for (size_t t = 0; t < TABLES; t++) {
		UErrorCode status = U_ZERO_ERROR;
		const UChar *units =
		    ures_getStringByKey(tables->at[t], code, n, &status);

		if (U_SUCCESS(status))
			return units;
		check_memory(status);
	}
	return NULL;
}

static struct tables
open_countries(const char *code, bool brief)
{
	return open_tables(U_ICUDATA_NAME "-region",
	    brief ? "Countries%short" : "Countries", code);
}

/* Adds what each country is called, with its number. */
static void
load_countries(struct lang *lang, bool brief)
{
	struct tables tables = open_countries(lang->code, brief);
	const char *const *codes = uloc_getISOCountries();

	for (uint16_t i = 0; codes[i]; i++) {
		int32_t n = 0;
		const UChar *units = find_called(&tables, codes[i], &n);

		if (units)
			add_units(lang, units, n,
			    (struct name){
				.kinds = TCN_PLACE_COUNTRY, .country = i + 1 });
	}
	close_tables(&tables);
}

/* The number of a country's code, from 1; 0: there is no such country. */
static uint16_t
country_of(struct tcn_str code)
{
	const char *const *countries = uloc_getISOCountries();

	for (uint16_t i = 0; countries[i]; i++)
		if (tcn_str_equal(code, tcn_str(countries[i])))
			return i + 1;
	return 0;
}

/* "Ivory Coast" is a variant of "Côte d'Ivoire" in ICU's table, which its
 * functions do not look at. */
static void
load_variants(struct lang *lang)
{
	UErrorCode status = U_ZERO_ERROR;
	UResourceBundle *bundle =
	    ures_open(U_ICUDATA_NAME "-region", lang->code, &status);
	UResourceBundle *variants =
	    ures_getByKey(bundle, "Countries%variant", NULL, &status);

	check_memory(status);
	while (U_SUCCESS(status) && ures_hasNext(variants)) {
		const char *code = "";
		int32_t n = 0;
		const UChar *units =
		    ures_getNextString(variants, &n, &code, &status);
		uint16_t country = country_of(tcn_str(code));

		if (U_SUCCESS(status) && country && !u_memchr(units, '(', n))
			add_units(lang, units, n,
			    (struct name){ .kinds = TCN_PLACE_COUNTRY,
				.country = country });
	}
	ures_close(variants);
	ures_close(bundle);
	check_memory(status);
}

/* Adds a zone of a country; of none (0) there are no cities. */
static void
add_zone(const char *id, uint16_t country)
{
	struct zone *zone = &all.zones[all.zones_n];

	if (!country || strlen(id) >= sizeof zone->id ||
	    all.zones_n == ZONES_MAX)
		return;
	strcpy(zone->id, id);
	zone->country = country;
	all.zones_n++;
}

/* A string of an array; NULL: there is none. */
static const char *
string_at(const UResourceBundle *array, int32_t i, char room[static UNITS],
    UErrorCode *status)
{
	int32_t n = UNITS;

	return ures_getUTF8StringByIndex(array, i, room, &n, true, status);
}

/* Which zones there are, each with its country. ICU's function takes a
 * millisecond to list those of one country; its table has the countries of all,
 * in the order of the names, in which they are listed, too. */
static void
load_zones(void)
{
	UErrorCode status = U_ZERO_ERROR;
	UResourceBundle *table, *names, *countries;
	UEnumeration *ids;
	const char *id, *name, *country;
	char name_room[UNITS], country_room[UNITS];
	int32_t n, at = 0;

	if (all.loaded)
		return;
	table = ures_openDirect(NULL, "zoneinfo64", &status);
	names = ures_getByKey(table, "Names", NULL, &status);
	countries = ures_getByKey(table, "Regions", NULL, &status);
	ids = ucal_openTimeZoneIDEnumeration(UCAL_ZONE_TYPE_CANONICAL_LOCATION,
	    NULL, NULL, &status);
	while (U_SUCCESS(status) && (id = uenum_next(ids, &n, &status))) {
		do
			name = string_at(names, at++, name_room, &status);
		while (name && strcmp(name, id) != 0);
		country = string_at(countries, at - 1, country_room, &status);
		/* Cities of Antarctica are bases, which have the names of
		 * people. */
		if (country && strcmp(country, "AQ") != 0)
			add_zone(id, country_of(tcn_str(country)));
	}
	uenum_close(ids);
	ures_close(countries);
	ures_close(names);
	ures_close(table);
	check_memory(status);
	all.loaded = true;
}

/* The city of a zone as a table has it, of UTF-16; false: it has none. */
static bool
find_city(const UResourceBundle *table, const char *key,
    UChar units[static UNITS], int32_t *n)
{
	UErrorCode status = U_ZERO_ERROR;
	UResourceBundle *zone = ures_getByKey(table, key, NULL, &status);
	const UChar *city = ures_getStringByKey(zone, "ec", n, &status);
	bool found = U_SUCCESS(status) && *n <= UNITS;

	if (found)
		u_memcpy(units, city, *n);
	ures_close(zone);
	check_memory(status);
	return found;
}

/* The city of a zone, of UTF-16: where no table has it, the zone's last part,
 * as ICU has it, too. */
static void
write_city(const struct tables *cities, const char *zone,
    UChar units[static UNITS], int32_t *n)
{
	char key[TCN_PLACE_ZONE_BYTES], city[TCN_PLACE_ZONE_BYTES];
	size_t i = 0, begin = 0;

	for (; zone[i]; i++) {
		key[i] = zone[i] == '/' ? ':' : zone[i];
		city[i] = zone[i] == '_' ? ' ' : zone[i];
		begin = zone[i] == '/' ? i + 1 : begin;
	}
	key[i] = '\0';
	for (size_t t = 0; t < TABLES; t++)
		if (find_city(cities->at[t], key, units, n))
			return;
	*n = (int32_t)(i - begin);
	u_charsToUChars(city + begin, units, *n);
}

static struct tables
open_cities(const char *code)
{
	return open_tables(U_ICUDATA_NAME "-zone", "zoneStrings", code);
}

static void
load_cities(struct lang *lang)
{
	struct tables cities = open_cities(lang->code);
	UChar units[UNITS];
	int32_t n;

	load_zones();
	for (uint16_t i = 0; i < all.zones_n; i++) {
		write_city(&cities, all.zones[i].id, units, &n);
		add_units(lang, units, n,
		    (struct name){ .kinds = TCN_PLACE_CITY,
			.country = all.zones[i].country,
			.zone = i + 1 });
	}
	close_tables(&cities);
}

/* What a section of a language's file lists, and what parts its names. */
static const struct {
	const char *heading;
	char separator;
	unsigned kinds;
} sections[] = {
	{ "countries", '\0', TCN_PLACE_COUNTRY }, /* "GB Great Britain" */
	{ "homonyms", ',', TCN_PLACE_HOMONYM },
	{ "before places", ' ', TCN_PLACE_BEFORE },
	{ "between places", ' ', TCN_PLACE_BETWEEN },
};

#define SECTIONS (sizeof sections / sizeof *sections)

static void
load_line(struct lang *lang, struct tcn_str line, size_t section)
{
	struct name name = { .kinds = (uint16_t)sections[section].kinds };
	struct tcn_str part;

	if (name.kinds == TCN_PLACE_COUNTRY) {
		if (tcn_sections_part(&line, ' ', &part))
			name.country = country_of(part);
		add(lang, line, name);
		return;
	}
	while (tcn_sections_part(&line, sections[section].separator, &part))
		add(lang, part, name);
}

static void
load_words(struct lang *lang)
{
	struct tcn_sections file = {
		.rest = tcn_str(tcn_stopwords_file(lang->code)),
	};
	struct tcn_str line;
	size_t section = SECTIONS;
	bool is_heading;

	while (!tcn_sections_next(&file, &is_heading, &line, NULL)) {
		if (!is_heading && section < SECTIONS)
			load_line(lang, line, section);
		if (!is_heading)
			continue;
		section = 0;
		while (section < SECTIONS &&
		    !tcn_str_equal(line, tcn_str(sections[section].heading)))
			section++;
	}
}

/* --- what is known --- */

static int
by_hash(const void *a, const void *b)
{
	const struct name *x = a, *y = b;

	return (x->hash > y->hash) - (x->hash < y->hash);
}

/* Joins what two names that are equal say. */
static void
join(struct name *name, const struct name *other)
{
	bool was = name->country != 0, is = other->country != 0;

	name->kinds |= other->kinds;
	if (was && is && name->country != other->country)
		name->country = NO_COUNTRY;
	else if (is)
		name->country = other->country;
	name->zone = other->zone ? other->zone : name->zone;
	if (name->kinds & TCN_PLACE_COUNTRY) /* "Singapore" */
		name->zone = 0;
}

static void
load(struct lang *lang)
{
	size_t n = 0;

	lang->n = 0;
	load_countries(lang, false);
	load_countries(lang, true);
	load_variants(lang);
	load_cities(lang);
	load_words(lang);
	if (lang->n)
		qsort(lang->names, lang->n, sizeof *lang->names, by_hash);
	for (size_t i = 0; i < lang->n; i++)
		if (n && lang->names[n - 1].hash == lang->names[i].hash)
			join(&lang->names[n - 1], &lang->names[i]);
		else
			lang->names[n++] = lang->names[i];
	lang->n = n;
	lang->loaded = true;
}

/* Notes what languages are called. Apart from load(), as nearly all who ask
 * want to know of places. */
static void
load_spoken(struct lang *lang)
{
	struct tables tables =
	    open_tables(U_ICUDATA_NAME "-lang", "Languages", lang->code);
	const char *const *codes = uloc_getISOLanguages();

	for (size_t i = 0; codes[i] && lang->spoken_n < SPOKEN_MAX; i++) {
		char utf8[UNITS * 3 + 1];
		int32_t n = 0;
		const UChar *units = find_called(&tables, codes[i], &n);
		struct tcn_str text = to_utf8(units, units ? n : 0, utf8);

		if (text.n)
			hash_of(text, &lang->spoken[lang->spoken_n++]);
	}
	close_tables(&tables);
	qsort(lang->spoken, lang->spoken_n, sizeof *lang->spoken,
	    tcn_compare_u64);
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

/* The slot of a language, new or not; NULL: there is none. Texts that follow
 * each other ask for one again and again. */
static struct lang *
slot_of(const char *code)
{
	if (strcmp(all.unknown, code) == 0)
		return NULL;
	for (size_t i = 0; i < LANGS_MAX; i++) {
		struct lang *lang = &all.langs[i];

		if (!*lang->code && !has_lang(code)) {
			strcpy(all.unknown, code);
			return NULL;
		}
		if (!*lang->code)
			strcpy(lang->code, code);
		if (strcmp(lang->code, code) == 0)
			return lang;
	}
	return NULL;
}

/* The language of a tag, loaded or not; NULL: ICU does not have it. */
static struct lang *
lang_of(struct tcn_str tag)
{
	char code[CODE_BYTES] = "";

	for (size_t n = 0; n < tag.n && n < sizeof code - 1 &&
	     tag.at[n] != '-' && tag.at[n] != '_';
	     n++)
		code[n] = tag.at[n];
	return *code ? slot_of(code) : NULL;
}

bool
tcn_place_names_may_begin(struct tcn_str tag, struct tcn_str word)
{
	struct lang *lang;
	uint64_t hash;
	bool may;

	hash_of(word, &hash);
	pthread_mutex_lock(&all.lock);
	lang = lang_of(tag);
	if (lang && !lang->loaded)
		load(lang);
	may = lang &&
	    lang->begins[hash / 64 % (BEGIN_BITS / 64)] >> hash % 64 & 1;
	pthread_mutex_unlock(&all.lock);
	return may;
}

bool
tcn_place_names_may_start(struct tcn_str tag, struct tcn_str word)
{
	struct tcn_buf folded = { 0 };
	char small[UNITS];
	struct tcn_str text = fold_name(word, small, &folded);
	uint64_t letters = 0, bit;
	struct lang *lang;
	bool may;

	for (size_t i = 0; i < text.n; i++)
		letters = add_letter(letters, text.at[i]);
	tcn_buf_fini(&folded);
	bit = start_bit(letters);
	pthread_mutex_lock(&all.lock);
	lang = lang_of(tag);
	if (lang && !lang->loaded)
		load(lang);
	may = lang && lang->starts[bit / 64] >> bit % 64 & 1;
	pthread_mutex_unlock(&all.lock);
	return may;
}

static const struct name *
find(const struct lang *lang, uint64_t hash)
{
	size_t low = 0, high = lang->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (lang->names[mid].hash < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low < lang->n && lang->names[low].hash == hash
	    ? &lang->names[low]
	    : NULL;
}

struct tcn_place_name
tcn_place_names_find(struct tcn_str tag, struct tcn_str text)
{
	struct tcn_place_name place = { .zone = "" };
	const struct name *found = NULL;
	struct lang *lang;
	uint64_t hash;

	hash_of(text, &hash);
	pthread_mutex_lock(&all.lock);
	lang = lang_of(tag);
	if (lang && !lang->loaded)
		load(lang);
	if (lang)
		found = find(lang, hash);
	pthread_mutex_unlock(&all.lock);
	if (!found)
		return place;
	place.kinds = found->kinds;
	if (found->country && found->country != NO_COUNTRY) {
		strcpy(place.country,
		    uloc_getISOCountries()[found->country - 1]);
		if (found->zone)
			place.zone = all.zones[found->zone - 1].id;
	}
	return place;
}

bool
tcn_place_names_is_language(struct tcn_str tag, struct tcn_str text)
{
	struct lang *lang;
	uint64_t hash;
	bool is;

	hash_of(text, &hash);
	pthread_mutex_lock(&all.lock);
	lang = lang_of(tag);
	if (lang && !lang->spoken_n)
		load_spoken(lang);
	is = lang &&
	    bsearch(&hash, lang->spoken, lang->spoken_n, sizeof hash,
		tcn_compare_u64);
	pthread_mutex_unlock(&all.lock);
	return is;
}

bool
tcn_place_names_has(struct tcn_str code)
{
	return country_of(code) != 0;
}

const char *
tcn_place_names_read(struct tcn_str tag, struct tcn_str text)
{
	struct tcn_place_name name = tcn_place_names_find(tag, text);
	char code[TCN_PLACE_COUNTRY_BYTES] = "";
	uint16_t country;

	for (size_t i = 0; text.n == sizeof code - 1 && i < text.n; i++)
		code[i] = text.at[i] >= 'a' && text.at[i] <= 'z'
		    ? (char)(text.at[i] - 'a' + 'A')
		    : text.at[i];
	country = country_of(tcn_str(code));
	if (!country && *name.zone)
		return name.zone;
	if (!country)
		country = country_of(tcn_str(name.country));
	return country ? uloc_getISOCountries()[country - 1] : NULL;
}

const char *
tcn_place_names_zone(struct tcn_str zone)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar id[TCN_PLACE_ZONE_BYTES], known[TCN_PLACE_ZONE_BYTES];
	char name[TCN_PLACE_ZONE_BYTES] = "";
	UBool is_system;
	int32_t n;

	if (zone.n >= sizeof name)
		return NULL;
	u_charsToUChars(zone.at, id, (int32_t)zone.n);
	n = ucal_getCanonicalTimeZoneID(id, (int32_t)zone.n, known,
	    TCN_PLACE_ZONE_BYTES, &is_system, &status);
	check_memory(status);
	if (U_FAILURE(status) || n >= TCN_PLACE_ZONE_BYTES)
		return NULL;
	u_UCharsToChars(known, name, n);
	pthread_mutex_lock(&all.lock);
	load_zones();
	pthread_mutex_unlock(&all.lock);
	for (size_t i = 0; i < all.zones_n; i++)
		if (strcmp(all.zones[i].id, name) == 0)
			return all.zones[i].id;
	return NULL;
}

/* UTF-16 as it is kept; empty where it is too long. */
static void
keep_name(const UChar *units, int32_t units_n, char name[static SHOWN_BYTES])
{
	UErrorCode status = U_ZERO_ERROR;
	int32_t n = 0;

	u_strToUTF8(name, SHOWN_BYTES, &n, units, units_n, &status);
	if (U_FAILURE(status) || n >= SHOWN_BYTES)
		*name = '\0';
}

static void
name_country(struct lang *lang, uint16_t country, char *name)
{
	const char *code = uloc_getISOCountries()[country - 1];

	for (int brief = 1; brief >= 0 && !*name; brief--) {
		struct tables tables = open_countries(lang->code, brief);
		int32_t n = 0;
		const UChar *units = find_called(&tables, code, &n);

		if (units)
			keep_name(units, n, name);
		close_tables(&tables);
	}
}

static void
name_city(struct lang *lang, uint16_t zone, char *name)
{
	struct tables cities = open_cities(lang->code);
	UChar units[UNITS];
	int32_t n;

	write_city(&cities, all.zones[zone - 1].id, units, &n);
	close_tables(&cities);
	keep_name(units, n, name);
}

/* The name that is kept; made when it is first asked for. */
static const char *
shown(struct lang *lang, char (*names)[SHOWN_BYTES], uint16_t number,
    void (*make)(struct lang *lang, uint16_t number, char *name))
{
	char *name = names[number - 1];

	if (!*name)
		make(lang, number, name);
	return name;
}

const char *
tcn_place_names_country(const char *lang, const char *code)
{
	uint16_t country = country_of(tcn_str(code));
	const char *name = "";
	struct lang *in;

	pthread_mutex_lock(&all.lock);
	in = lang_of(tcn_str(lang));
	if (in && country && country <= COUNTRIES_MAX)
		name = shown(in, in->countries, country, name_country);
	pthread_mutex_unlock(&all.lock);
	return *name ? name : code;
}

const char *
tcn_place_names_city(const char *lang, const char *zone)
{
	const char *name = "";
	struct lang *in;
	uint16_t i = 0;

	pthread_mutex_lock(&all.lock);
	in = lang_of(tcn_str(lang));
	load_zones();
	while (i < all.zones_n && strcmp(all.zones[i].id, zone) != 0)
		i++;
	if (in && i < all.zones_n)
		name = shown(in, in->cities, i + 1, name_city);
	pthread_mutex_unlock(&all.lock);
	return *name ? name : zone;
}
