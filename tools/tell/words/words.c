#include "tools/tell/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <unicode/uchar.h>
#include <unicode/uenum.h>
#include <unicode/uloc.h>
#include <unicode/ustring.h>
#include <unicode/utf8.h>
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/text/zone.h"
#include "tools/base/when.h"
#include "tools/tell/words/catalogue_data.h"
#include "tools/tell/words/words_impl.h"

static bool words_piece(const char **text, const struct tcn_words_with *with,
    struct tcn_str *piece);

/*
 * Dates, numbers, lists and names by ICU. ICU's texts are UTF-16, in buffers
 * that hold what ICU writes with room to spare.
 */

enum {
	UNITS = 160, /* of UTF-16: a date or a number */
	LIST_MAX = 32,
	LIST_UNITS = 2048, /* of all texts of a list */
	LIST_MOST = LIST_UNITS + 16 * LIST_MAX, /* with what joins them */
};

/* UTF-16 as UTF-8; empty where ICU failed. */
static struct tcn_str
to_utf8(const UChar *units, int32_t n, UErrorCode status,
    char out[static TCN_WORDS_BYTES])
{
	int32_t bytes = 0;

	out[0] = '\0';
	if (U_SUCCESS(status))
		u_strToUTF8(out, TCN_WORDS_BYTES, &bytes, units, n, &status);
	return (struct tcn_str){ out, U_SUCCESS(status) ? (size_t)bytes : 0 };
}

/* --- opening --- */

/* English is that of Britain, as the words are. */
static const char *
locale_of(const struct tcn_words *words)
{
	return words->language == TCN_WORDS_EN ? "en_GB"
					       : tcn_words_code(words);
}

const char *
tcn_words_zone(const struct tcn_words *words)
{
	return words->zone;
}

/* TRANSLATORS: the forms of dates in a newspaper of the language: EEEE is the
 * day of the week, EEE its short name, d the day, MMMM the month, MMM its short
 * name, y the year, HH:mm the clock, z the zone. Words stand in 'quotation
 * marks'. */
static const char *const patterns[TCN_WORDS_TIMES] = {
	[TCN_WORDS_TIME_FULL] = TCN_WORDS_IN("date", "EEEE d MMMM y, HH:mm"),
	[TCN_WORDS_TIME_LONG] = TCN_WORDS_IN("date", "EEE d MMM y, HH:mm z"),
	[TCN_WORDS_TIME_MEDIUM] = TCN_WORDS_IN("date", "d MMM y, HH:mm"),
	[TCN_WORDS_TIME_DAY] = TCN_WORDS_IN("date", "EEE d MMM y"),
	[TCN_WORDS_TIME_SHORT] = TCN_WORDS_IN("date", "d MMM HH:mm"),
	[TCN_WORDS_TIME_DATE] = TCN_WORDS_IN("date", "d MMM"),
	[TCN_WORDS_TIME_CLOCK] = TCN_WORDS_IN("date", "HH:mm"),
};

static UDateFormat *
open_time(const struct tcn_words *words, const char *pattern,
    const UCalendar *calendar, UErrorCode *status)
{
	static const UChar utc[] = u"UTC";
	UChar units[UNITS];
	int32_t n = 0;
	UDateFormat *format;

	pattern = tcn_words_in(words, "date", pattern);
	u_strFromUTF8(units, UNITS, &n, pattern, -1, status);
	format = udat_open(UDAT_PATTERN, UDAT_PATTERN, locale_of(words), utc,
	    -1, units, n, status);
	if (U_SUCCESS(*status))
		udat_setCalendar(format, calendar);
	return format;
}

/* Which of CLDR's names of plural forms a number has; OTHER in doubt. */
static unsigned
keyword_of(const struct tcn_words *words, int64_t thousandths)
{
	static const UChar *const names[TCN_WORDS_OTHER] = { u"zero", u"one",
		u"two", u"few", u"many" };
	UErrorCode status = U_ZERO_ERROR;
	UChar name[16];
	unsigned i = 0;

	uplrules_select(words->plurals, (double)thousandths / 1000, name, 16,
	    &status);
	while (i < TCN_WORDS_OTHER &&
	    (U_FAILURE(status) || u_strcmp(name, names[i])))
		i++;
	return i;
}

/* A catalogue's forms stand in the order of CLDR's names, as far as numbers
 * that are not millions have them. */
static void
number_forms(struct tcn_words *words)
{
	bool has[TCN_WORDS_OTHER + 1] = { false };
	uint8_t n = 0;

	for (int64_t i = 0; i <= 200; i++)
		has[keyword_of(words, i * 1000)] = true;
	for (unsigned i = 0; i <= TCN_WORDS_OTHER; i++)
		words->forms[i] = has[i] ? n++ : UINT8_MAX;
	for (unsigned i = 0; i <= TCN_WORDS_OTHER; i++)
		if (!has[i])
			words->forms[i] = (uint8_t)(n - 1);
}

/* Opens ICU's part; the language and the catalogue are there. What was opened
 * before an error is closed by tcn_words_free(). */
static enum tcn_rc
locale_open(struct tcn_words *words, const char *zone, struct tcn_err *err)
{
	UCalendar *calendar;
	UErrorCode status;
	enum tcn_rc rc = tcn_zone_calendar(tcn_str(zone), &calendar, err);
	const char *locale;

	if (rc)
		return rc;
	locale = locale_of(words);
	status = U_ZERO_ERROR;
	for (size_t i = 0; i < TCN_WORDS_TIMES; i++)
		words->times[i] =
		    open_time(words, patterns[i], calendar, &status);
	words->number = unum_open(UNUM_DECIMAL, NULL, 0, locale, NULL, &status);
	words->percent =
	    unum_open(UNUM_PERCENT, NULL, 0, locale, NULL, &status);
	words->plurals = uplrules_open(locale, &status);
	words->list = ulistfmt_open(locale, &status);
	if (U_SUCCESS(status))
		unum_setAttribute(words->number, UNUM_MAX_FRACTION_DIGITS, 3);
	ucal_close(calendar);
	if (U_FAILURE(status))
		tcn_mem_end();
	number_forms(words);
	return TCN_OK;
}

/* --- times --- */

struct tcn_str
tcn_words_time(const struct tcn_words *words, int64_t ms,
    enum tcn_words_time length, char out[static TCN_WORDS_BYTES])
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	int32_t n;

	if (!tcn_when_known(ms))
		return tcn_str(tcn_words_text(words, "undated"));
	n = udat_format(words->times[length], (UDate)ms, units, UNITS, NULL,
	    &status);
	return to_utf8(units, n, status, out);
}

bool
tcn_words_is_same_day(const struct tcn_words *words, int64_t a_ms, int64_t b_ms)
{
	char a[TCN_WORDS_BYTES], b[TCN_WORDS_BYTES];

	return tcn_str_equal(tcn_words_time(words, a_ms, TCN_WORDS_TIME_DAY, a),
	    tcn_words_time(words, b_ms, TCN_WORDS_TIME_DAY, b));
}

/* Appends a message to what there is in the caller's bytes; nothing of it when
 * it does not fit. Needs no memory, so that it cannot fail. */
static void
add(const char *text, const struct tcn_words_with *with, struct tcn_str *to,
    char out[static TCN_WORDS_BYTES])
{
	size_t n = to->n;
	struct tcn_str piece;

	while (words_piece(&text, with, &piece)) {
		if (piece.n >= TCN_WORDS_BYTES - n)
			return;
		memcpy(out + n, piece.at, piece.n);
		n += piece.n;
	}
	out[n] = '\0';
	*to = (struct tcn_str){ out, n };
}

/* One unit of a length of time. */
static void
add_unit(const struct tcn_words *words, int64_t n, unsigned unit,
    struct tcn_str *to, char out[static TCN_WORDS_BYTES])
{
	/* TRANSLATORS: lengths of time, short: seconds, minutes, hours. */
	static const char *const units[] = {
		TCN_WORDS("{n} s"),
		TCN_WORDS("{n} min"),
		TCN_WORDS("{n} h"),
	};
	char number[TCN_WORDS_BYTES];

	add(unit < sizeof units / sizeof *units
		? tcn_words_text(words, units[unit])
		: tcn_words_plural(words, "{n} day", "{n} days", (uint64_t)n),
	    TCN_WITH({ "n", tcn_words_number(words, (uint64_t)n, number) }), to,
	    out);
}

struct tcn_str
tcn_words_span(const struct tcn_words *words, int64_t ms,
    char out[static TCN_WORDS_BYTES])
{
	static const struct {
		int64_t seconds, below;
	} units[] = { { 1, 60 }, { 60, 3600 }, { 3600, 48 * 3600 },
		{ 86400, INT64_MAX } };
	int64_t s = ms < 0 ? 0 : ms / 1000, rest;
	struct tcn_str said = { out, 0 };
	unsigned i = 0;

	while (s >= units[i].below)
		i++;
	add_unit(words, s / units[i].seconds, i, &said, out);
	rest = i > 1 ? s % units[i].seconds / units[i - 1].seconds : 0;
	if (rest) {
		add(" ", NULL, &said, out);
		add_unit(words, rest, i - 1, &said, out);
	}
	return said;
}

/* --- numbers --- */

static struct tcn_str
decimal(const struct tcn_words *words, const char *digits, int n,
    char out[static TCN_WORDS_BYTES])
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	int32_t units_n = unum_formatDecimal(words->number, digits, n, units,
	    UNITS, NULL, &status);

	return to_utf8(units, units_n, status, out);
}

struct tcn_str
tcn_words_number(const struct tcn_words *words, uint64_t n,
    char out[static TCN_WORDS_BYTES])
{
	char digits[24];

	return decimal(words, digits,
	    snprintf(digits, sizeof digits, "%" PRIu64, n), out);
}

struct tcn_str
tcn_words_thousandths(const struct tcn_words *words, int64_t thousandths,
    char out[static TCN_WORDS_BYTES])
{
	char digits[32];

	assert(thousandths >= 0);
	return decimal(words, digits,
	    snprintf(digits, sizeof digits, "%" PRId64 ".%03d",
		thousandths / 1000, (int)(thousandths % 1000)),
	    out);
}

struct tcn_str
tcn_words_percent(const struct tcn_words *words, double p,
    char out[static TCN_WORDS_BYTES])
{
	double shown = p > 0.99 ? 0.99 : p < 0.01 ? 0.01 : p;
	char number[TCN_WORDS_BYTES];
	UErrorCode status = U_ZERO_ERROR;
	struct tcn_str said = { out, 0 };
	UChar units[UNITS];
	int32_t n = unum_formatDouble(words->percent, shown, units, UNITS, NULL,
	    &status);
	const char *message = p > 0.99 ? TCN_WORDS("more than {percent}")
	    : p < 0.01                 ? TCN_WORDS("less than {percent}")
				       : "{percent}";

	add(tcn_words_text(words, message),
	    TCN_WITH({ "percent", to_utf8(units, n, status, number) }), &said,
	    out);
	return said;
}

/* --- lists and names --- */

void
tcn_words_list(const struct tcn_words *words, const struct tcn_str *texts,
    size_t n, struct tcn_buf *out)
{
	UChar units[LIST_UNITS], list[LIST_MOST];
	const UChar *at[LIST_MAX];
	int32_t lengths[LIST_MAX], used = 0, list_n, bytes = 0;
	char text[LIST_MOST * 3];
	UErrorCode status = U_ZERO_ERROR;
	size_t i = 0;

	for (; i < n && i < LIST_MAX && U_SUCCESS(status); i++) {
		at[i] = units + used;
		lengths[i] = 0;
		u_strFromUTF8(units + used, LIST_UNITS - used, &lengths[i],
		    texts[i].at, (int32_t)texts[i].n, &status);
		if (U_SUCCESS(status))
			used += lengths[i];
	}
	/* What is too long for the list ends it. */
	if (U_FAILURE(status)) {
		status = U_ZERO_ERROR;
		i--;
	}
	if (!i)
		return;
	list_n = ulistfmt_format(words->list, at, lengths, (int32_t)i, list,
	    LIST_MOST, &status);
	u_strToUTF8(text, sizeof text, &bytes, list, list_n, &status);
	if (U_FAILURE(status)) /* there is room, so that it is memory */
		tcn_mem_end();
	tcn_buf_add(out, text, (size_t)bytes);
}

struct tcn_str
tcn_words_language_name(const struct tcn_words *words, struct tcn_str tag,
    char out[static TCN_WORDS_BYTES])
{
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	char text[ULOC_LANG_CAPACITY];
	int32_t n;

	snprintf(text, sizeof text, "%.*s", TCN_STR_ARG(tag));
	n = uloc_getDisplayLanguage(text, locale_of(words), units, UNITS,
	    &status);
	return U_FAILURE(status) || n <= 0 ? tag
					   : to_utf8(units, n, status, out);
}

#define LANGUAGES "en", "de", "es", "fr"

const char *const tcn_words_codes[] = { LANGUAGES, "auto", NULL };
const char *const tcn_words_languages[] = { LANGUAGES, NULL };

_Static_assert(sizeof tcn_words_languages / sizeof *tcn_words_languages ==
	TCN_WORDS_LANGUAGES + 1,
    "a code for each language");

/* English is what the source says. Of a build without msgfmt each is one
 * byte. */
static const struct {
	const unsigned char *at;
	size_t n;
} catalogues[TCN_WORDS_LANGUAGES] = {
	[TCN_WORDS_EN] = { NULL, 0 },
	[TCN_WORDS_DE] = { catalogue_de, sizeof catalogue_de },
	[TCN_WORDS_ES] = { catalogue_es, sizeof catalogue_es },
	[TCN_WORDS_FR] = { catalogue_fr, sizeof catalogue_fr },
};

struct tcn_str
tcn_words_catalogue(enum tcn_words_language language)
{
	assert(language < TCN_WORDS_LANGUAGES);
	return (struct tcn_str){ (const char *)catalogues[language].at,
		catalogues[language].n > 1 ? catalogues[language].n : 0 };
}

bool
tcn_words_has(enum tcn_words_language language)
{
	return language >= TCN_WORDS_LANGUAGES || language == TCN_WORDS_EN ||
	    tcn_words_catalogue(language).n;
}

uint64_t
tcn_words_hash(void)
{
	uint64_t hash = 0;

	for (unsigned i = 0; i < TCN_WORDS_LANGUAGES; i++)
		if (catalogues[i].n)
			hash = XXH3_64bits_withSeed(catalogues[i].at,
			    catalogues[i].n, hash);
	return hash;
}

bool
tcn_words_find(const char *code, enum tcn_words_language *language)
{
	for (unsigned i = 0; tcn_words_codes[i]; i++) {
		if (strcmp(code, tcn_words_codes[i]) == 0) {
			*language = (enum tcn_words_language)i;
			return true;
		}
	}
	return false;
}

enum tcn_words_language
tcn_words_language_of(struct tcn_str tag)
{
	for (unsigned i = 0; i < TCN_WORDS_LANGUAGES; i++) {
		if (tag.n >= 2 && (tag.n == 2 || tag.at[2] == '-') &&
		    memcmp(tag.at, tcn_words_codes[i], 2) == 0)
			return (enum tcn_words_language)i;
	}
	return TCN_WORDS_AUTO;
}

enum tcn_words_language
tcn_words_accepted(struct tcn_str header)
{
	char text[256], locale[ULOC_FULLNAME_CAPACITY];
	UErrorCode status = U_ZERO_ERROR;
	UAcceptResult result = ULOC_ACCEPT_FAILED;
	UEnumeration *ours;
	int32_t n;

	if (!header.n || header.n >= sizeof text ||
	    memchr(header.at, '\0', header.n))
		return TCN_WORDS_AUTO;
	memcpy(text, header.at, header.n);
	text[header.n] = '\0';
	ours = uenum_openCharStringsEnumeration(tcn_words_codes,
	    TCN_WORDS_LANGUAGES, &status);
	n = uloc_acceptLanguageFromHTTP(locale, sizeof locale, &result, text,
	    ours, &status);
	uenum_close(ours);
	if (U_FAILURE(status) || result == ULOC_ACCEPT_FAILED || n < 2 ||
	    n >= (int32_t)sizeof locale)
		return TCN_WORDS_AUTO;
	return tcn_words_language_of((struct tcn_str){ locale, 2 });
}

/* --- a handle --- */

static enum tcn_rc
make(enum tcn_words_language language, struct tcn_str catalogue,
    const char *zone, struct tcn_words **words, struct tcn_err *err)
{
	struct tcn_words *it = tcn_mem_calloc(1, sizeof *it);
	enum tcn_rc rc = TCN_OK;

	*words = NULL;
	it->language = language;
	snprintf(it->zone, sizeof it->zone, "%s", zone);
	if (catalogue.n)
		rc = tcn_catalogue_open(catalogue, &it->catalogue, err);
	if (!rc)
		rc = locale_open(it, zone, err);
	if (rc)
		tcn_words_free(it);
	else
		*words = it;
	return rc;
}

enum tcn_rc
tcn_words_new(enum tcn_words_language language, const char *zone,
    struct tcn_words **words, struct tcn_err *err)
{
	if (language >= TCN_WORDS_LANGUAGES)
		language = TCN_WORDS_EN;
	return make(language, tcn_words_catalogue(language), zone, words, err);
}

struct tcn_words *
tcn_words_in_zone(enum tcn_words_language language, const char *zone)
{
	struct tcn_words *words;
	bool known = zone && tcn_zone_known(tcn_str(zone));
	enum tcn_rc rc =
	    tcn_words_new(language, known ? zone : "UTC", &words, NULL);

	assert(rc == TCN_OK); /* our catalogues are sound, the zone is known */
	(void)rc;
	return words;
}

enum tcn_rc
tcn_words_new_with(struct tcn_str catalogue, struct tcn_words **words,
    struct tcn_err *err)
{
	return make(TCN_WORDS_EN, catalogue, "UTC", words, err);
}

void
tcn_words_free(struct tcn_words *words)
{
	if (!words)
		return;
	for (size_t i = 0; i < TCN_WORDS_TIMES; i++)
		udat_close(words->times[i]);
	unum_close(words->number);
	unum_close(words->percent);
	uplrules_close(words->plurals);
	ulistfmt_close(words->list);
	tcn_mem_free(words);
}

const char *
tcn_words_code(const struct tcn_words *words)
{
	return tcn_words_codes[words->language];
}

/* --- messages --- */

const char *
tcn_words_in(const struct tcn_words *words, const char *context,
    const char *message)
{
	struct tcn_str found =
	    tcn_catalogue_find(&words->catalogue, context, message);

	return found.n ? found.at : message;
}

const char *
tcn_words_text(const struct tcn_words *words, const char *message)
{
	return tcn_words_in(words, NULL, message);
}

const char *
tcn_words_plural_in(const struct tcn_words *words, const char *context,
    const char *one, const char *more, int64_t thousandths)
{
	struct tcn_str found =
	    tcn_catalogue_find(&words->catalogue, context, one);
	const char *form;

	if (!found.n)
		return thousandths == 1000 ? one : more;
	/* A catalogue may have fewer forms than the language. */
	/* Which of the forms of a message of a count is that for a number. */
	for (size_t i = words->forms[keyword_of(words, thousandths)];; i--) {
		form = tcn_catalogue_form(found, i);
		if (form)
			return form;
	}
}

const char *
tcn_words_plural(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n)
{
	/* The form of a number depends on its last digits. */
	return tcn_words_plural_in(words, NULL, one, more,
	    (int64_t)(n < INT64_MAX / 1000 ? n : n % 1000000 + 1000000) * 1000);
}

static struct tcn_str
find(const struct tcn_words_with *with, const char *name, size_t n)
{
	for (; with && with->name; with++) {
		if (strncmp(with->name, name, n) == 0 && !with->name[n])
			return with->text;
	}
	assert(name == NULL && "a placeholder that nobody fills");
	return (struct tcn_str){ 0 };
}

/* Takes the next piece of a message, a text or what stands for a name; false
 * behind the last. */
static bool
words_piece(const char **text, const struct tcn_words_with *with,
    struct tcn_str *piece)
{
	const char *open = strchr(*text, '{');
	const char *end = open ? strchr(open, '}') : NULL;

	if (end && open == *text) {
		*piece = find(with, open + 1, (size_t)(end - open - 1));
		*text = end + 1;
		return true;
	}
	piece->at = *text;
	piece->n = end ? (size_t)(open - *text) : strlen(*text);
	*text += piece->n;
	return piece->n > 0;
}

void
tcn_words_fill(const char *text, const struct tcn_words_with *with,
    struct tcn_buf *out)
{
	struct tcn_str piece;

	while (words_piece(&text, with, &piece))
		tcn_buf_str(out, piece);
}

void
tcn_words_say(const struct tcn_words *words, const char *message,
    const struct tcn_words_with *with, struct tcn_buf *out)
{
	tcn_words_fill(tcn_words_text(words, message), with, out);
}

void
tcn_words_count(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n, struct tcn_buf *out)
{
	tcn_words_count_with(words, one, more, n, NULL, out);
}

enum {
	WITH_MAX = 8, /* of a message with a count */
};

void
tcn_words_count_with(const struct tcn_words *words, const char *one,
    const char *more, uint64_t n, const struct tcn_words_with *with,
    struct tcn_buf *out)
{
	struct tcn_words_with all[WITH_MAX + 2] = { 0 };
	char number[TCN_WORDS_BYTES];
	size_t i = 0;

	for (; with && with->name; with++) {
		assert(i < WITH_MAX);
		all[i++] = *with;
	}
	all[i] =
	    (struct tcn_words_with){ "n", tcn_words_number(words, n, number) };
	tcn_words_fill(tcn_words_plural(words, one, more, n), all, out);
}

void
tcn_words_parts_fini(struct tcn_buf *parts, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tcn_buf_fini(&parts[i]);
}

const char *
tcn_words_semicolon(const struct tcn_words *words)
{
	return tcn_words_in(words, "between parts", "; ");
}

void
tcn_words_capital(struct tcn_buf *out, size_t at)
{
	uint8_t *bytes = (uint8_t *)out->at;
	size_t to = at, n = at;
	UChar32 small, capital;

	if (at >= out->n)
		return;
	U8_NEXT(bytes, n, out->n, small);
	if (small < 0)
		return;
	capital = u_totitle(small);
	/* A capital of another length is none of our languages'. */
	if (U8_LENGTH(capital) == n - at)
		U8_APPEND_UNSAFE(bytes, to, capital);
}

void
tcn_words_quoted(const struct tcn_words *words, struct tcn_str text,
    struct tcn_buf *out)
{
	/* TRANSLATORS: the quotation marks of a newspaper, with their blanks.
	 */
	tcn_words_say(words, "\u201c{text}\u201d", TCN_WITH({ "text", text }),
	    out);
}
