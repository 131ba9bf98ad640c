/*
 * engine/text/date_names_load.c - takes the words of dates from ICU.
 */
#include <assert.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/udat.h>
#include <unicode/udatpg.h>
#include <unicode/uloc.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>

#include "engine/base/mem.h"
#include "engine/text/date_names_impl.h"

#define UNITS     160 /* of UTF-16; longer names and patterns are left out */
#define MONTHS    12
#define SHORT     3 /* letters of a month that is shortened */
#define SHORT_END 0x590 /* Latin, Greek, Cyrillic and Armenian are before it */

/* Adds a name of ICU's. */
static void
add_units(struct tcn_date_lang *lang, const UChar *units, int32_t units_n,
    struct tcn_date_word word)
{
	struct tcn_buf folded = { 0 };
	char utf8[UNITS * 3];
	UErrorCode status = U_ZERO_ERROR;
	bool letters = false;
	int32_t n = 0;

	u_strToUTF8(utf8, sizeof utf8, &n, units, units_n, &status);
	if (U_FAILURE(status) || n == 0)
		return;
	tcn_date_fold((struct tcn_str){ utf8, (size_t)n }, &folded);
	for (size_t i = 0; i < folded.n; i++)
		letters |= (unsigned char)folded.at[i] > 0x7f ||
		    (folded.at[i] >= 'a' && folded.at[i] <= 'z');
	if (letters)
		tcn_date_names_add(lang,
		    tcn_date_word_hash(tcn_buf_view(&folded)), word);
	tcn_buf_fini(&folded);
}

static void
check_memory(UErrorCode status)
{
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
}

/* The meaning of symbol i of a type; kinds 0: it has none. */
static struct tcn_date_word
meaning(UDateFormatSymbolType type, int32_t i)
{
	switch (type) {
	case UDAT_MONTHS:
	case UDAT_SHORT_MONTHS:
	case UDAT_STANDALONE_MONTHS:
	case UDAT_STANDALONE_SHORT_MONTHS:
		if (i < 12)
			return (struct tcn_date_word){ TCN_DATE_MONTH,
				(uint8_t)(i + 1), 0 };
		break;
	case UDAT_ERAS:
	case UDAT_ERA_NAMES: /* only that of our years */
		return (struct tcn_date_word){ i == 1 ? TCN_DATE_BETWEEN : 0, 0,
			0 };
	case UDAT_AM_PMS:
		return (struct tcn_date_word){ i ? TCN_DATE_PM : TCN_DATE_AM, 0,
			0 };
	default:
		return (struct tcn_date_word){ TCN_DATE_WEEKDAY, 0, 0 };
	}
	return (struct tcn_date_word){ 0 };
}

static void
add_symbols(struct tcn_date_lang *lang, const UDateFormat *format)
{
	static const UDateFormatSymbolType types[] = { UDAT_MONTHS,
		UDAT_SHORT_MONTHS, UDAT_STANDALONE_MONTHS,
		UDAT_STANDALONE_SHORT_MONTHS, UDAT_WEEKDAYS,
		UDAT_SHORT_WEEKDAYS, UDAT_SHORTER_WEEKDAYS,
		UDAT_STANDALONE_WEEKDAYS, UDAT_STANDALONE_SHORT_WEEKDAYS,
		UDAT_STANDALONE_SHORTER_WEEKDAYS, UDAT_AM_PMS, UDAT_ERAS,
		UDAT_ERA_NAMES };
	UChar units[UNITS];

	for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
		int32_t n = udat_countSymbols(format, types[k]);

		for (int32_t i = 0; i < n; i++) {
			struct tcn_date_word word = meaning(types[k], i);
			UErrorCode status = U_ZERO_ERROR;
			int32_t units_n = udat_getSymbols(format, types[k], i,
			    units, UNITS, &status);

			check_memory(status);
			if (U_SUCCESS(status) && word.kinds)
				add_units(lang, units, units_n, word);
		}
	}
}

/* The field that a letter of a pattern stands for. */
static uint8_t
field_of(UChar letter)
{
	switch (letter) {
	case 'y':
		return TCN_DATE_OF_YEAR;
	case 'M':
	case 'L':
		return TCN_DATE_OF_MONTH;
	case 'd':
		return TCN_DATE_OF_DAY;
	case 'H':
	case 'h':
	case 'K':
	case 'k':
		return TCN_DATE_OF_HOUR;
	case 'm':
		return TCN_DATE_OF_MINUTE;
	case 's':
		return TCN_DATE_OF_SECOND;
	default:
		return 0;
	}
}

/* Adds the words of some literal text of a pattern behind a field. Only the
 * first word belongs to the field. */
static void
add_literal(struct tcn_date_lang *lang, const UChar *units, int32_t n,
    uint8_t field)
{
	for (int32_t i = 0, from; i < n; field = 0) {
		while (i < n && !u_isalpha(units[i]))
			i++;
		for (from = i; i < n &&
		     (u_isalpha(units[i]) ||
			 u_charType(units[i]) == U_NON_SPACING_MARK ||
			 u_charType(units[i]) == U_COMBINING_SPACING_MARK);)
			i++;
		if (i > from)
			add_units(lang, units + from, i - from,
			    (struct tcn_date_word){
				TCN_DATE_BETWEEN, 0, field });
	}
}

/* Letters of a pattern that stand at a month without a space between, as in
 * Hebrew and Basque, where they are part of its name. */
struct affixes {
	UChar before[UNITS], behind[UNITS];
	int32_t before_n, behind_n;
};

/* Adds the months with the affixes that a pattern gives them. */
static void
add_affixed(struct tcn_date_lang *lang, const UDateFormat *format,
    const struct affixes *affixes)
{
	UChar name[4 * UNITS];

	if (affixes->before_n + affixes->behind_n == 0)
		return;
	for (int32_t i = 0; i < 24; i++) {
		UErrorCode status = U_ZERO_ERROR;
		int32_t n = affixes->before_n;

		u_memcpy(name, affixes->before, n);
		n += udat_getSymbols(format,
		    i < 12 ? UDAT_MONTHS : UDAT_SHORT_MONTHS, i % 12, name + n,
		    UNITS, &status);
		if (U_FAILURE(status) || n > 2 * UNITS)
			continue;
		u_memcpy(name + n, affixes->behind, affixes->behind_n);
		add_units(lang, name, n + affixes->behind_n,
		    (struct tcn_date_word){
			TCN_DATE_MONTH, (uint8_t)(i % 12 + 1), 0 });
	}
}

/* Collects the affixes of the month: the letters before its first field letter,
 * and those behind its last, as far as they reach. */
static void
find_affixes(const UChar *pattern, int32_t n, struct affixes *affixes)
{
	int32_t from = 0, to;
	bool quoted = false;

	for (; from < n && (quoted || pattern[from] != 'M'); from++)
		quoted ^= pattern[from] == '\'';
	for (to = from; to < n && pattern[to] == 'M';)
		to++;
	*affixes = (struct affixes){ 0 };
	if (to - from < 3)
		return;
	while (to < n && affixes->behind_n < UNITS &&
	    (pattern[to] == '\'' || pattern[to] > 0x7f ||
		(quoted && u_isalpha(pattern[to])))) {
		quoted ^= pattern[to] == '\'';
		if (u_isalpha(pattern[to]))
			affixes->behind[affixes->behind_n++] = pattern[to];
		to++;
	}
	for (to = from;
	     to > 0 && pattern[to - 1] > 0x7f && u_isalpha(pattern[to - 1]);)
		to--;
	for (; to < from; to++)
		affixes->before[affixes->before_n++] = pattern[to];
}

/* Adds the literal words of a pattern: all in quotes, or no ASCII letter. */
static void
add_pattern(struct tcn_date_lang *lang, const UChar *pattern, int32_t n)
{
	UChar literal[UNITS];
	int32_t literal_n = 0;
	bool quoted = false;
	uint8_t field = 0;

	for (int32_t i = 0; i <= n; i++) {
		UChar c = i < n ? pattern[i] : 'y';
		bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');

		if (c == '\'')
			quoted = !quoted;
		else if (quoted || !letter) {
			if (literal_n < UNITS)
				literal[literal_n++] = c;
		} else {
			add_literal(lang, literal, literal_n, field);
			literal_n = 0;
			field = field_of(c);
		}
	}
}

/* Adds the words of the patterns for whole dates and times. */
static void
add_styles(struct tcn_date_lang *lang, const char *locale)
{
	static const UDateFormatStyle styles[] = { UDAT_FULL, UDAT_LONG,
		UDAT_MEDIUM, UDAT_SHORT };
	UChar units[UNITS];

	for (size_t i = 0; i < 4; i++) {
		UErrorCode status = U_ZERO_ERROR;
		UDateFormat *format = udat_open(styles[i], styles[i], locale,
		    u"Etc/UTC", -1, NULL, 0, &status);
		struct affixes affixes;
		int32_t n;

		check_memory(status);
		if (U_FAILURE(status))
			continue;
		n = udat_toPattern(format, false, units, UNITS, &status);
		if (U_SUCCESS(status)) {
			find_affixes(units, n, &affixes);
			add_pattern(lang, units, n);
			add_affixed(lang, format, &affixes);
		}
		udat_close(format);
	}
}

/* Adds the words of the patterns for some fields: German has "Uhr" there. */
static void
add_skeletons(struct tcn_date_lang *lang, const char *locale)
{
	static const UChar *const skeletons[] = { u"H", u"Hm", u"Hms", u"h",
		u"yMMMd", u"yMMMMd", u"yMMMMEEEEd" };
	UErrorCode status = U_ZERO_ERROR;
	UDateTimePatternGenerator *patterns = udatpg_open(locale, &status);
	UChar units[UNITS];

	check_memory(status);
	for (size_t i = 0;
	     U_SUCCESS(status) && i < sizeof skeletons / sizeof *skeletons;
	     i++) {
		UErrorCode got = U_ZERO_ERROR;
		int32_t n = udatpg_getBestPattern(patterns, skeletons[i], -1,
		    units, UNITS, &got);

		check_memory(got);
		if (U_SUCCESS(got))
			add_pattern(lang, units, n);
	}
	udatpg_close(patterns);
}

/* Opens a format that has the words of a locale. Its calendar is the Gregorian
 * one whatever its country uses, and a zone is named lest ICU ask the
 * environment. NULL: there is none. */
static UDateFormat *
open_symbols(const char *name, char locale[ULOC_FULLNAME_CAPACITY])
{
	UErrorCode status = U_ZERO_ERROR;
	UDateFormat *format;

	*locale = '\0';
	strncat(locale, name, 60);
	strcat(locale, "@calendar=gregorian");
	format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale, u"Etc/UTC", -1,
	    u"y", 1, &status);
	check_memory(status);
	return U_SUCCESS(status) ? format : NULL;
}

/* Whether ICU's table of the locale itself names days, months or times of the
 * day; else they are those of its parent. */
static bool
has_own_names(const char *name)
{
	static const char *const keys[] = { "dayNames", "monthNames",
		"AmPmMarkers", "eras" };
	UErrorCode status = U_ZERO_ERROR;
	UResourceBundle *own = ures_openDirect(NULL, name, &status);
	bool has = false;

	own = ures_getByKey(own, "calendar", own, &status);
	own = ures_getByKey(own, "gregorian", own, &status);
	check_memory(status);
	for (size_t i = 0; U_SUCCESS(status) && i < sizeof keys / sizeof *keys;
	     i++) {
		UErrorCode found = U_ZERO_ERROR;

		ures_close(ures_getByKey(own, keys[i], NULL, &found));
		check_memory(found);
		has |= U_SUCCESS(found);
	}
	ures_close(own);
	return has;
}

void
tcn_date_names_locale(struct tcn_date_lang *lang, const char *name, bool whole)
{
	char locale[ULOC_FULLNAME_CAPACITY];
	UDateFormat *format;

	if (!whole && !has_own_names(name))
		return;
	format = open_symbols(name, locale);
	if (!format)
		return;
	add_symbols(lang, format);
	udat_close(format);
	if (whole) {
		add_styles(lang, locale);
		add_skeletons(lang, locale);
	}
}

/* The hash of the first SHORT letters of month i; 0: it has no more, or is
 * written in a script that is not shortened so. */
static void
hash_short(const UDateFormat *format, UDateFormatSymbolType type, int32_t i,
    uint64_t *hash)
{
	UErrorCode status = U_ZERO_ERROR;
	struct tcn_buf folded = { 0 };
	UChar units[UNITS];
	char utf8[UNITS * 3];
	int32_t n;

	*hash = 0;
	n = udat_getSymbols(format, type, i, units, UNITS, &status);
	if (U_FAILURE(status)) {
		check_memory(status);
		return;
	}
	for (int32_t k = 0; k < SHORT; k++)
		if (n <= SHORT || !u_isalpha(units[k]) || units[k] >= SHORT_END)
			return;
	u_strToUTF8(utf8, sizeof utf8, &n, units, SHORT, &status);
	tcn_date_fold((struct tcn_str){ utf8, (size_t)n }, &folded);
	*hash = tcn_date_word_hash(tcn_buf_view(&folded));
	tcn_buf_fini(&folded);
}

/* Adds the hashes of months, of each form 12, where no other month and no other
 * word has them. */
static void
add_short(struct tcn_date_lang *lang, const uint64_t *hashes, int32_t n)
{
	bool taken[2 * MONTHS];

	for (int32_t i = 0; i < n; i++) {
		taken[i] =
		    hashes[i] == 0 || tcn_date_names_has(lang, hashes[i]);
		for (int32_t k = 0; k < n; k++)
			taken[i] |=
			    k % MONTHS != i % MONTHS && hashes[k] == hashes[i];
	}
	for (int32_t i = 0; i < n; i++)
		if (!taken[i])
			tcn_date_names_add(lang, hashes[i],
			    (struct tcn_date_word){
				TCN_DATE_MONTH | TCN_DATE_SHORTENED,
				(uint8_t)(i % MONTHS + 1), 0 });
}

void
tcn_date_names_short(struct tcn_date_lang *lang, const char *name)
{
	char locale[ULOC_FULLNAME_CAPACITY];
	uint64_t hashes[2 * MONTHS];
	UDateFormat *format = open_symbols(name, locale);

	if (!format)
		return;
	for (int32_t i = 0; i < 2 * MONTHS; i++)
		hash_short(format,
		    i < MONTHS ? UDAT_MONTHS : UDAT_STANDALONE_MONTHS,
		    i % MONTHS, &hashes[i]);
	add_short(lang, hashes, 2 * MONTHS);
	udat_close(format);
}

/* The order of the first three fields of a pattern; 0: it has not all. */
static unsigned
order_in(const UChar *pattern, int32_t n)
{
	char order[4] = "";
	size_t k = 0;

	for (int32_t i = 0; i < n && k < 3; i++) {
		char c = pattern[i] == 'd' ? 'd'
		    : pattern[i] == 'M'    ? 'm'
		    : pattern[i] == 'y'    ? 'y'
					   : 0;

		if (c && !strchr(order, c))
			order[k++] = c;
	}
	if (strcmp(order, "dmy") == 0)
		return TCN_DATE_DMY;
	if (strcmp(order, "mdy") == 0)
		return TCN_DATE_MDY;
	return strcmp(order, "ymd") == 0 ? TCN_DATE_YMD : 0;
}

unsigned
tcn_date_order_of(struct tcn_str tag)
{
	UErrorCode status = U_ZERO_ERROR;
	char z[16], locale[ULOC_FULLNAME_CAPACITY];
	UResourceBundle *known;
	UDateFormat *format;
	UChar units[UNITS];
	unsigned order = 0;
	int32_t n;

	if (tag.n < 2 || tag.n >= sizeof z ||
	    (tag.n == 2 && strncasecmp(tag.at, "en", 2) == 0))
		return 0;
	memcpy(z, tag.at, tag.n);
	z[tag.n] = '\0';
	uloc_canonicalize(z, locale, ULOC_FULLNAME_CAPACITY, &status);
	/* Of a language that it does not have, ICU would take that of the
	 * process. */
	known = ures_open(NULL, locale, &status);
	ures_close(known);
	if (U_FAILURE(status) || status == U_USING_DEFAULT_WARNING)
		return 0;
	status = U_ZERO_ERROR;
	format = udat_open(UDAT_NONE, UDAT_SHORT, locale, u"Etc/UTC", -1, NULL,
	    0, &status);
	if (U_FAILURE(status))
		return 0;
	n = udat_toPattern(format, false, units, UNITS, &status);
	if (U_SUCCESS(status))
		order = order_in(units, n);
	udat_close(format);
	return order;
}
