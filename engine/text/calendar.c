#include "engine/text/calendar.h"

#include <assert.h>
#include <unicode/uchar.h>
#include <unicode/udat.h>
#include <unicode/unum.h>
#include <unicode/ureldatefmt.h>
#include <unicode/ures.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/text/fold.h"

#define FILTER_BITS 65536
#define LETTERS     26
#define NO_LANG     UINT64_MAX
#define NAME_UNITS  64 /* of UTF-16; longer names are left out ... */
#define NAME_WORDS  4 /* ... and those of more words */
#define SHORT_CHARS 3 /* characters of a shortened name, at least */

enum kind {
	DAY = 1, /* a weekday in full, or a month with a figure in it */
	LOWERCASE = 2, /* with DAY: the language writes it small */
	ABBREVIATED = 4, /* a shortened weekday */
	MONTH = 8,
	TODAY = 16, /* or yesterday, or tomorrow */
	NUMBER = 32, /* 1 to 31; in the map: an ordinal as "8th" */
	YEAR = 64,
	PREFIX = 128, /* in the map: a longer name begins like this */
};

/*
 * A name is a path of words. The key of a path is a hash of two numbers, the
 * key of the path without its last word and that word's hash; the empty path
 * has the number of the language as its key.
 */
struct tcn_calendar {
	struct tcn_map names; /* key of a path: set of enum kind */
	uint64_t filter[FILTER_BITS / 64]; /* a bit for each first word */
	bool known[LETTERS * LETTERS]; /* languages that were loaded */
	struct tcn_buf folded, plain;
};

/* A language while its names are loaded. */
struct loader {
	struct tcn_calendar *calendar;
	struct tcn_tokenizer *tokenizer;
	const char *lang;
	uint64_t number; /* of the language */
};

/* A name while it is put into the map. */
struct name {
	uint64_t folds[NAME_WORDS];
	size_t words_n;
	size_t chars_n;
	bool letters, digits;
};

static const struct {
	UDateFormatSymbolType type;
	enum kind kind;
	bool shortened;
} symbols[] = {
	{ UDAT_WEEKDAYS, DAY, false },
	{ UDAT_STANDALONE_WEEKDAYS, DAY, false },
	{ UDAT_SHORT_WEEKDAYS, ABBREVIATED, true },
	{ UDAT_STANDALONE_SHORT_WEEKDAYS, ABBREVIATED, true },
	{ UDAT_MONTHS, MONTH, false },
	{ UDAT_STANDALONE_MONTHS, MONTH, false },
	{ UDAT_SHORT_MONTHS, MONTH, true },
	{ UDAT_STANDALONE_SHORT_MONTHS, MONTH, true },
};

#define SYMBOLS (sizeof symbols / sizeof *symbols)

struct tcn_calendar *
tcn_calendar_new(void)
{
	return tcn_mem_calloc(1, sizeof(struct tcn_calendar));
}

void
tcn_calendar_free(struct tcn_calendar *calendar)
{
	if (!calendar)
		return;
	tcn_map_fini(&calendar->names);
	tcn_buf_fini(&calendar->folded);
	tcn_buf_fini(&calendar->plain);
	tcn_mem_free(calendar);
}

/* The number of a language, from its code of two small letters; or NO_LANG. */
static uint64_t
number_of(const char *lang)
{
	for (int i = 0; i < 2; i++) {
		if (lang[i] < 'a' || lang[i] > 'z')
			return NO_LANG;
	}
	if (lang[2])
		return NO_LANG;
	return (uint64_t)((lang[0] - 'a') * LETTERS + lang[1] - 'a');
}

static uint64_t
path_key(uint64_t path, uint64_t fold)
{
	const uint64_t both[] = { path, fold };

	return XXH3_64bits(both, sizeof both);
}

/* The token folded, and without accents if plain. */
static void
fold_token(struct tcn_calendar *calendar,
    const struct tcn_tokenizer_token *token, bool plain, struct tcn_str *folded)
{
	*folded = (struct tcn_str){ token->word, token->n };
	if (token->ascii)
		return;
	tcn_fold(*folded, &calendar->folded);
	if (calendar->folded.n)
		*folded = tcn_buf_view(&calendar->folded);
	if (plain)
		tcn_fold_accents(*folded, &calendar->plain);
	if (plain && calendar->plain.n)
		*folded = tcn_buf_view(&calendar->plain);
}

static void
count_chars(struct name *name, struct tcn_str word)
{
	const uint8_t *bytes = (const uint8_t *)word.at;
	UChar32 c;

	for (int32_t i = 0; i < (int32_t)word.n;) {
		U8_NEXT(bytes, i, (int32_t)word.n, c);
		name->chars_n++;
		name->letters |= u_isalpha(c) != 0;
		name->digits |= u_isdigit(c) != 0;
	}
}

/* Cuts text into the words of a name; no words when they are too many. */
static void
cut_name(const struct loader *in, struct tcn_str text, bool plain,
    struct name *name)
{
	struct tcn_tokenizer_scan scan;
	struct tcn_tokenizer_token token;
	size_t n = 0;

	*name = (struct name){ 0 };
	tcn_tokenizer_scan(&scan, in->tokenizer, text, in->lang);
	for (; tcn_tokenizer_next(&scan, &token); n++) {
		struct tcn_str word;

		fold_token(in->calendar, &token, plain, &word);
		if (n >= NAME_WORDS)
			continue;
		name->folds[n] = XXH3_64bits(word.at, word.n);
		count_chars(name, word);
	}
	name->words_n = n <= NAME_WORDS ? n : 0;
}

/* The kind that a name is put in as; 0: it is left out. */
static enum kind
kind_of(const struct name *name, enum kind kind, bool shortened)
{
	if (!name->letters)
		return 0;
	if (kind == NUMBER)
		return name->digits && name->words_n == 1 ? NUMBER : 0;
	if (name->digits)
		return kind == MONTH ? DAY : 0;
	return shortened && name->chars_n < SHORT_CHARS ? 0 : kind;
}

/* The bit of a first word. It depends on the language too, since what begins a
 * name in one language is a common word in another. */
static size_t
filter_bit(uint64_t lang, uint64_t fold)
{
	return (fold ^ lang * UINT64_C(0x9e3779b185ebca87)) % FILTER_BITS;
}

static void
put_in_filter(struct tcn_calendar *calendar, uint64_t lang, uint64_t fold)
{
	size_t bit = filter_bit(lang, fold);

	calendar->filter[bit / 64] |= (uint64_t)1 << bit % 64;
}

static bool
passes_filter(const struct tcn_calendar *calendar, uint64_t lang, uint64_t fold)
{
	size_t bit = filter_bit(lang, fold);

	return calendar->filter[bit / 64] >> bit % 64 & 1;
}

/* Puts in a name twice, as ICU writes it and without its accents. */
static void
add_name(const struct loader *in, const UChar *units, enum kind kind,
    bool shortened)
{
	UErrorCode status = U_ZERO_ERROR;
	char bytes[NAME_UNITS * 3];
	struct name name;
	int32_t n = 0;
	UChar32 first;

	U16_GET(units, 0, 0, NAME_UNITS, first);
	u_strToUTF8(bytes, sizeof bytes, &n, units, -1, &status);
	if (U_FAILURE(status))
		return;
	for (int plain = 0; plain < 2; plain++) {
		unsigned found;

		cut_name(in, (struct tcn_str){ bytes, (size_t)n }, plain,
		    &name);
		found = kind_of(&name, kind, shortened);
		if (found == DAY && name.words_n == 1 && u_islower(first))
			found |= LOWERCASE;
		if (found) {
			uint64_t path = in->number;

			if (name.words_n)
				put_in_filter(in->calendar, in->number,
				    name.folds[0]);
			for (size_t i = 0; i < name.words_n; i++) {
				uint64_t *kinds;

				path = path_key(path, name.folds[i]);
				tcn_map_put(&in->calendar->names, path, &kinds,
				    NULL);
				*kinds |= i + 1 < name.words_n
				    ? (uint64_t)PREFIX
				    : found;
			}
		}
	}
}

/* Any error of ICU but want of memory means that it has no such names. */
static void
check_memory(UErrorCode status)
{
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
}

/* Adds weekdays and months. A zone is named lest ICU ask the environment. */
static void
add_symbols(const struct loader *in)
{
	UErrorCode status = U_ZERO_ERROR;
	UDateFormat *format = udat_open(UDAT_PATTERN, UDAT_PATTERN, in->lang,
	    u"Etc/UTC", -1, u"y", 1, &status);
	UChar units[NAME_UNITS] = { 0 };

	check_memory(status);
	if (U_FAILURE(status))
		return;
	for (size_t i = 0; i < SYMBOLS; i++) {
		int32_t n = udat_countSymbols(format, symbols[i].type);

		for (int32_t at = 0; at < n; at++) {
			status = U_ZERO_ERROR;
			udat_getSymbols(format, symbols[i].type, at, units,
			    NAME_UNITS - 1, &status);
			check_memory(status);
			if (U_SUCCESS(status))
				add_name(in, units, symbols[i].kind,
				    symbols[i].shortened);
		}
	}
	udat_close(format);
}

/* Adds yesterday, today and tomorrow as ICU's table of the language names them,
 * for a thirtieth of what a formatter costs; false: it does not. */
static bool
add_today_of_table(const struct loader *in)
{
	static const char *const keys[] = { "fields", "day", "relative" };
	static const char *const days[] = { "-1", "0", "1" };
	UErrorCode status = U_ZERO_ERROR;
	UResourceBundle *table = ures_open(NULL, in->lang, &status);

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		table = ures_getByKey(table, keys[i], table, &status);
	for (size_t i = 0; i < sizeof days / sizeof *days; i++) {
		UChar units[NAME_UNITS] = { 0 };
		int32_t n = 0;
		const UChar *name =
		    ures_getStringByKey(table, days[i], &n, &status);

		if (U_FAILURE(status) || n >= NAME_UNITS)
			continue;
		u_memcpy(units, name, n);
		add_name(in, units, TODAY, false);
	}
	ures_close(table);
	check_memory(status);
	return U_SUCCESS(status);
}

/* Adds yesterday, today and tomorrow, where they have names. */
static void
add_today(const struct loader *in)
{
	UErrorCode status = U_ZERO_ERROR;
	URelativeDateTimeFormatter *format;
	UChar units[NAME_UNITS] = { 0 };

	if (add_today_of_table(in))
		return;
	format = ureldatefmt_open(in->lang, NULL, UDAT_STYLE_LONG,
	    UDISPCTX_CAPITALIZATION_NONE, &status);
	check_memory(status);
	if (U_FAILURE(status))
		return;
	for (int day = -1; day <= 1; day++) {
		status = U_ZERO_ERROR;
		ureldatefmt_format(format, day, UDAT_REL_UNIT_DAY, units,
		    NAME_UNITS - 1, &status);
		check_memory(status);
		if (U_SUCCESS(status))
			add_name(in, units, TODAY, false);
	}
	ureldatefmt_close(format);
}

/* Adds the days of a month that are written with letters: "1st", "8th". */
static void
add_ordinals(const struct loader *in)
{
	UErrorCode status = U_ZERO_ERROR;
	UNumberFormat *format =
	    unum_open(UNUM_ORDINAL, NULL, 0, in->lang, NULL, &status);
	UChar units[NAME_UNITS] = { 0 };

	check_memory(status);
	if (U_FAILURE(status))
		return;
	for (int day = 1; day <= 31; day++) {
		status = U_ZERO_ERROR;
		unum_format(format, day, units, NAME_UNITS - 1, NULL, &status);
		check_memory(status);
		if (U_SUCCESS(status))
			add_name(in, units, NUMBER, false);
	}
	unum_close(format);
}

/* Whether ICU has the language; else it would give the names of the locale of
 * the process. */
static bool
is_known_to_icu(const char *lang)
{
	UErrorCode status = U_ZERO_ERROR;
	UResourceBundle *bundle = ures_open(NULL, lang, &status);

	ures_close(bundle);
	return U_SUCCESS(status) && status != U_USING_DEFAULT_WARNING;
}

/* The number of words of the longest name that words begin with, and in *kind
 * what it is; 0: there is none. */
static size_t
name_at(const struct tcn_calendar *calendar, uint64_t path,
    const struct tcn_calendar_word *words, size_t n, uint64_t *kind)
{
	size_t found = 0;

	for (size_t i = 0; i < n && i < NAME_WORDS; i++) {
		const uint64_t *kinds;

		path = path_key(path, words[i].fold);
		kinds = tcn_map_find(&calendar->names, path);
		if (kinds && *kinds & ~(uint64_t)PREFIX) {
			*kind = *kinds & ~(uint64_t)PREFIX;
			found = i + 1;
		}
		if (!kinds || !(*kinds & PREFIX))
			break;
	}
	return found;
}

/* Sets the kinds of words that are names; whether any is more than a number. */
static bool
find_names(const struct tcn_calendar *calendar, uint64_t lang,
    struct tcn_calendar_word *words, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		words[i].kind = 0;
	for (size_t i = 0; i < n;) {
		uint64_t kind = 0;
		size_t found = 0;

		if (passes_filter(calendar, lang, words[i].fold))
			found =
			    name_at(calendar, lang, words + i, n - i, &kind);
		any |= found && kind != NUMBER;
		for (size_t k = 0; k < found; k++)
			words[i + k].kind = (uint8_t)kind;
		i += found ? found : 1;
	}
	return any;
}

/* NUMBER or YEAR, or 0, of a word written in figures. */
static uint8_t
number_kind(struct tcn_str surface)
{
	const uint8_t *bytes = (const uint8_t *)surface.at;
	int value = 0, figures = 0;
	UChar32 c;

	for (int32_t i = 0; i < (int32_t)surface.n; figures++) {
		int32_t digit;

		U8_NEXT(bytes, i, (int32_t)surface.n, c);
		digit = u_charDigitValue(c);
		if (digit < 0 || figures == 4)
			return 0;
		value = value * 10 + digit;
	}
	if (figures <= 2)
		return value >= 1 && value <= 31 ? NUMBER : 0;
	return value >= 1900 && value <= 2099 ? YEAR : 0;
}

/*
 * Whether words[i] and words[k], at most one word apart, stand beside each
 * other. Across a function word they do only in the order number, month, year:
 * "8 de mayo de 2023", not "march in 12 cities".
 */
static bool
is_pair(const struct tcn_calendar_word *words, size_t i, size_t k)
{
	size_t first = i < k ? i : k, last = i < k ? k : i;

	if (last - first == 1 || words[first + 1].kind)
		return true;
	if (!words[first + 1].stop)
		return false;
	return words[first].kind & NUMBER || words[last].kind & YEAR;
}

/* Whether beside words[i] there is one of these kinds (and, if `date`, one that
 * is a date). */
static bool
is_beside(const struct tcn_calendar_word *words, size_t n, size_t i,
    unsigned kinds, bool date)
{
	size_t from = i > 2 ? i - 2 : 0, to = i + 3 < n ? i + 3 : n;

	for (size_t k = from; k < to; k++) {
		if (k == i || !(words[k].kind & kinds) ||
		    (date && !words[k].date))
			continue;
		if (is_pair(words, i, k))
			return true;
	}
	return false;
}

static bool
has_capital(struct tcn_str surface)
{
	const uint8_t *bytes = (const uint8_t *)surface.at;
	UChar32 c;

	U8_GET(bytes, 0, 0, (int32_t)surface.n, c);
	return u_isupper(c);
}

/* Whether words[i], a weekday, is a date; months are marked already. */
static bool
is_day(const struct tcn_calendar_word *words, size_t n, size_t i)
{
	const struct tcn_calendar_word *word = &words[i];
	bool small = word->kind & LOWERCASE;

	if (word->kind & DAY && !(small && i && has_capital(word->surface)))
		return true;
	return (i + 1 < n && words[i + 1].kind & NUMBER) ||
	    is_beside(words, n, i, MONTH | TODAY, true);
}

/* Marks months first, as weekdays depend on them, and numbers on both. */
static void
resolve_dates(struct tcn_calendar_word *words, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (words[i].kind & TODAY)
			words[i].date = true;
		if (words[i].kind & MONTH)
			words[i].date |=
			    is_beside(words, n, i, NUMBER | YEAR, false);
	}
	for (size_t i = 0; i < n; i++)
		if (words[i].kind & (DAY | ABBREVIATED))
			words[i].date |= is_day(words, n, i);
	for (size_t i = 0; i < n; i++) {
		if (!(words[i].kind & (NUMBER | YEAR)))
			continue;
		words[i].date = is_beside(words, n, i, MONTH, true) ||
		    (i && words[i].kind & NUMBER && words[i - 1].date &&
			words[i - 1].kind & (DAY | ABBREVIATED));
	}
}

void
tcn_calendar_prefilter(struct tcn_calendar *calendar,
    struct tcn_tokenizer *tokenizer, const char *lang, const uint64_t *folds,
    size_t n, bool *any)
{
	struct loader in = { calendar, tokenizer, lang, number_of(lang) };
	bool found = false;

	assert(lang && (folds || !n));
	*any = false;
	if (in.number == NO_LANG || !n)
		return;
	if (!calendar->known[in.number]) {
		if (is_known_to_icu(in.lang)) {
			add_symbols(&in);
			add_today(&in);
			add_ordinals(&in);
		}
		calendar->known[in.number] = true;
	}
	for (size_t i = 0; i < n && !found; i++)
		found = passes_filter(calendar, in.number, folds[i]);
	*any = found;
}

void
tcn_calendar_mark(const struct tcn_calendar *calendar, const char *lang,
    struct tcn_calendar_word *words, size_t n)
{
	uint64_t number = number_of(lang);

	assert(words || !n);
	for (size_t i = 0; i < n; i++)
		words[i].date = false;
	if (number == NO_LANG || !find_names(calendar, number, words, n))
		return;
	for (size_t i = 0; i < n; i++)
		if (!words[i].kind)
			words[i].kind = number_kind(words[i].surface);
	resolve_dates(words, n);
}
