#include "engine/text/date_names.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unicode/uchar.h>
#include <unicode/uloc.h>
#include <unicode/utf8.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/base/utf8.h"
#include "engine/text/date_names_impl.h"
#include "engine/text/fold.h"

#define LANGS_MAX  400
#define NAMES_MAX  32768
#define CODE_BYTES 12
#define WORD_BYTES 480 /* of a word; the rest does not count */

struct name {
	uint64_t hash;
	struct tcn_date_word word;
};

/* A language: its locales of ICU's list, and, when it is loaded or its days
 * are, the names first .. first + n - 1, in order of their hashes. */
struct tcn_date_lang {
	char code[CODE_BYTES];
	int32_t locale, locales_n;
	bool loaded, days; /* days: only what they and months are called is */
	size_t first, n;
};

/* Of one hash, which languages know it: knowing.langs[first] and so on. */
static struct {
	pthread_mutex_t lock;
	bool listed, whole; /* the languages are; all are loaded and indexed */
	struct tcn_date_lang langs[LANGS_MAX];
	size_t langs_n;
	struct name names[NAMES_MAX];
	size_t names_n;
	/* Of all names but the shortened, in order; the language of each. */
	uint64_t hashes[NAMES_MAX];
	uint16_t knowing[NAMES_MAX];
	size_t indexed_n;
} all = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* The ASCII character that c is written for; 0: none, it stays. */
static char
ascii_of(UChar32 c)
{
	int32_t digit = c > 0x7f ? u_charDigitValue(c) : -1;

	if (digit >= 0 && u_charType(c) == U_DECIMAL_DIGIT_NUMBER)
		return (char)('0' + digit);
	if (u_charType(c) == U_DASH_PUNCTUATION || c == 0x2212)
		return '-';
	switch (c) {
	case 0x060c: /* Arabic comma */
	case 0x066b: /* Arabic decimal separator */
	case 0x3001: /* ideographic comma */
		return ',';
	case 0x2018:
	case 0x2019:
	case 0x02bb:
	case 0x02bc: /* apostrophes */
	case 0x05f3:
	case 0x05f4: /* Hebrew geresh and gershayim */
		return '\'';
	case 0x2236: /* ratio */
		return ':';
	case 0x2044: /* fraction slash */
		return '/';
	case 0x3002: /* ideographic full stop */
	case 0x00b7: /* middle dot */
		return '.';
	default:
		return c > 0x7f && u_charType(c) == U_OTHER_PUNCTUATION ? ','
									: 0;
	}
}

/* Replaces in *buf, from its beginning, what ASCII has a character for. */
static void
to_ascii(struct tcn_buf *buf)
{
	const uint8_t *bytes = (const uint8_t *)buf->at;
	size_t n = 0;
	UChar32 c;

	for (int32_t i = 0, from = 0; i < (int32_t)buf->n; from = i) {
		char plain;

		U8_NEXT(bytes, i, (int32_t)buf->n, c);
		plain = c < 0 ? '?' : ascii_of(c);
		if (plain)
			buf->at[n++] = plain;
		else {
			memmove(buf->at + n, buf->at + from,
			    (size_t)(i - from));
			n += (size_t)(i - from);
		}
	}
	buf->n = n;
	if (buf->at)
		buf->at[n] = '\0';
}

void
tcn_date_fold(struct tcn_str text, struct tcn_buf *out)
{
	struct tcn_buf folded = { 0 };

	if (tcn_utf8_ascii_n(text) == text.n) {
		tcn_fold(text, out);
		return;
	}
	tcn_fold(text, &folded);
	tcn_fold_accents(tcn_buf_view(&folded), out);
	to_ascii(out);
	tcn_buf_fini(&folded);
}

uint64_t
tcn_date_word_hash(struct tcn_str word)
{
	char plain[WORD_BYTES];
	size_t n = 0;

	for (size_t i = 0; i < word.n && n < sizeof plain; i++) {
		unsigned char c = (unsigned char)word.at[i];

		if (c > 0x7f || (c >= 'a' && c <= 'z') ||
		    (c >= '0' && c <= '9'))
			plain[n++] = (char)c;
	}
	return XXH3_64bits(plain, n);
}

static struct name *
find_name(const struct tcn_date_lang *lang, uint64_t hash)
{
	size_t low = lang->first, high = lang->first + lang->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (all.names[mid].hash < hash)
			low = mid + 1;
		else
			high = mid;
	}
	return low < lang->first + lang->n && all.names[low].hash == hash
	    ? &all.names[low]
	    : NULL;
}

bool
tcn_date_names_has(const struct tcn_date_lang *lang, uint64_t hash)
{
	return find_name(lang, hash) != NULL;
}

void
tcn_date_names_add(struct tcn_date_lang *lang, uint64_t hash,
    struct tcn_date_word word)
{
	struct name *at = find_name(lang, hash);
	size_t i;

	if (at) {
		if (word.month && at->word.month &&
		    word.month != at->word.month)
			at->word.kinds &= (uint8_t)~TCN_DATE_MONTH;
		else if (word.month && !at->word.month) {
			at->word.month = word.month;
			at->word.kinds |= TCN_DATE_MONTH;
		}
		at->word.kinds |= word.kinds & (uint8_t)~TCN_DATE_MONTH;
		at->word.fields |= word.fields;
		return;
	}
	if (all.names_n == NAMES_MAX)
		return;
	for (i = all.names_n; i > lang->first && all.names[i - 1].hash > hash;
	     i--)
		all.names[i] = all.names[i - 1];
	all.names[i] = (struct name){ hash, word };
	all.names_n++;
	lang->n++;
}

/* The code of a locale's language; whether the locale counts: English has a
 * hundred regions that write months alike. */
static bool
lang_of(const char *locale, char code[CODE_BYTES])
{
	UErrorCode status = U_ZERO_ERROR;

	uloc_getLanguage(locale, code, CODE_BYTES, &status);
	return U_SUCCESS(status) && status != U_STRING_NOT_TERMINATED_WARNING &&
	    (strcmp(code, "en") != 0 || strcmp(locale, "en") == 0);
}

/* A locale of a country: its words are those of its language, mostly. */
static bool
has_country(const char *locale)
{
	UErrorCode status = U_ZERO_ERROR;
	char country[CODE_BYTES];

	return uloc_getCountry(locale, country, CODE_BYTES, &status) > 0;
}

/* Lists the languages. ICU's locales come in order, so that those of one
 * language follow each other. */
static void
list_langs(void)
{
	int32_t n = uloc_countAvailable();
	struct tcn_date_lang *lang = NULL;
	char code[CODE_BYTES];

	for (int32_t i = 0; i < n && !all.listed; i++) {
		if (!lang_of(uloc_getAvailable(i), code))
			continue;
		if (!lang || strcmp(lang->code, code) != 0) {
			if (all.langs_n == LANGS_MAX)
				break;
			lang = &all.langs[all.langs_n++];
			lang->locale = i;
			strcpy(lang->code, code);
		}
		lang->locales_n++;
	}
	all.listed = true;
}

/* The words of a language's locales, behind all that there are. */
static void
load_locales(struct tcn_date_lang *lang, bool patterns)
{
	lang->first = all.names_n;
	lang->n = 0;
	for (int32_t i = 0; i < lang->locales_n; i++) {
		const char *locale = uloc_getAvailable(lang->locale + i);

		tcn_date_names_locale(lang, locale,
		    patterns && !has_country(locale));
	}
}

static void
load_names(struct tcn_date_lang *lang)
{
	if (lang->loaded)
		return;
	load_locales(lang, true);
	tcn_date_names_short(lang, uloc_getAvailable(lang->locale));
	lang->loaded = true;
}

/* A fifth of what load_names() costs, which starts anew behind it. */
static void
load_days(struct tcn_date_lang *lang)
{
	if (!lang->loaded && !lang->days)
		load_locales(lang, false);
	lang->days = true;
}

/* The number of the language of a tag. */
static size_t
find_lang(struct tcn_str tag)
{
	size_t n = 0;

	while (n < tag.n && tag.at[n] != '-' && tag.at[n] != '_')
		n++;
	for (size_t i = 0; i < all.langs_n; i++) {
		const char *code = all.langs[i].code;

		if (strlen(code) == n && strncasecmp(code, tag.at, n) == 0)
			return i;
	}
	return TCN_DATE_NO_LANG;
}

void
tcn_date_names_lang(struct tcn_str tag, size_t *i)
{
	pthread_mutex_lock(&all.lock);
	list_langs();
	*i = find_lang(tag);
	if (*i != TCN_DATE_NO_LANG)
		load_names(&all.langs[*i]);
	pthread_mutex_unlock(&all.lock);
}

bool
tcn_date_names_is_day(struct tcn_str tag, uint64_t hash)
{
	const struct name *name = NULL;
	size_t i;

	pthread_mutex_lock(&all.lock);
	list_langs();
	i = find_lang(tag);
	if (i != TCN_DATE_NO_LANG) {
		load_days(&all.langs[i]);
		name = find_name(&all.langs[i], hash);
	}
	pthread_mutex_unlock(&all.lock);
	return name && name->word.kinds & (TCN_DATE_WEEKDAY | TCN_DATE_MONTH);
}

/* A word that a language knows. */
struct known {
	uint64_t hash;
	uint16_t lang;
};

static int
by_hash(const void *a, const void *b)
{
	const struct known *x = a, *y = b;

	if (x->hash != y->hash)
		return x->hash < y->hash ? -1 : 1;
	return (x->lang > y->lang) - (x->lang < y->lang);
}

/* Makes the index of which languages know a word. */
static void
index_names(void)
{
	struct known *known = tcn_mem_alloc(all.names_n * sizeof *known);
	size_t n = 0;

	for (size_t l = 0; l < all.langs_n; l++)
		for (size_t i = 0; i < all.langs[l].n; i++) {
			const struct name *name =
			    &all.names[all.langs[l].first + i];

			if (!(name->word.kinds & TCN_DATE_SHORTENED))
				known[n++] =
				    (struct known){ name->hash, (uint16_t)l };
		}
	qsort(known, n, sizeof *known, by_hash);
	for (size_t i = 0; i < n; i++) {
		all.hashes[i] = known[i].hash;
		all.knowing[i] = known[i].lang;
	}
	all.indexed_n = n;
	tcn_mem_free(known);
}

void
tcn_date_names_all(void)
{
	pthread_mutex_lock(&all.lock);
	list_langs();
	for (size_t i = 0; i < all.langs_n && !all.whole; i++)
		load_names(&all.langs[i]);
	if (!all.whole)
		index_names();
	all.whole = true;
	pthread_mutex_unlock(&all.lock);
}

size_t
tcn_date_names_knowing(uint64_t hash, const uint16_t **langs)
{
	size_t low = 0, high = all.indexed_n, n = 0;

	assert(all.whole);
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (all.hashes[mid] < hash)
			low = mid + 1;
		else
			high = mid;
	}
	while (low + n < all.indexed_n && all.hashes[low + n] == hash)
		n++;
	*langs = &all.knowing[low];
	return n;
}

const char *
tcn_date_names_code(size_t i)
{
	return i < all.langs_n ? all.langs[i].code : NULL;
}

const struct tcn_date_word *
tcn_date_names_find(size_t i, uint64_t hash)
{
	const struct name *name;

	assert(i < all.langs_n && all.langs[i].loaded);
	name = find_name(&all.langs[i], hash);
	return name ? &name->word : NULL;
}
