#include "engine/text/romanize.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <unicode/ustring.h>
#include <unicode/utrans.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "engine/base/mem.h"
#include "engine/text/romanize_han.h"

#define UNITS       256 /* UTF-16 units of a word and of what becomes of it */
#define WORD_BYTES  80 /* more of a word is not read */
#define BEGIN_MIN   5 /* letters that two forms of a name have in common, ... */
#define BEGIN_SHARE 0.75 /* ... and their share of the longer one */

_Static_assert(sizeof(struct tcn_romanize_entry) == 64,
    "an entry has the size of a cache line");

#define RULES_LATIN "Latin-ASCII; Lower"
#define RULES_ANY   "Russian-Latin/BGN; Any-Latin; Latin-ASCII; Lower"

void
tcn_romanize_fini(struct tcn_romanize_rules *romanizer)
{
	if (romanizer->latin)
		utrans_close(romanizer->latin);
	if (romanizer->any)
		utrans_close(romanizer->any);
	tcn_romanize_han_free(romanizer->han);
	tcn_mem_free(romanizer->cache);
	*romanizer = (struct tcn_romanize_rules){ 0 };
}

size_t
tcn_romanize_bytes(const struct tcn_romanize_rules *romanizer)
{
	return romanizer->cache ? romanizer->slots * sizeof *romanizer->cache
				: 0;
}

/* Keeps the letters and digits of ASCII, in lower case, as far as they fit. */
static void
keep_alnum(const char *at, size_t n, struct tcn_romanize_word *out)
{
	memset(out, 0, sizeof *out);
	for (size_t i = 0; i < n && out->n < TCN_ROMANIZE_BYTES; i++) {
		char c = at[i];

		if (c >= 'A' && c <= 'Z')
			c = (char)(c - 'A' + 'a');
		if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
			out->at[out->n++] = c;
	}
}

static void *
open_rules(const char *rules)
{
	UErrorCode status = U_ZERO_ERROR;
	UChar id[UNITS];
	UTransliterator *trans;

	u_uastrcpy(id, rules);
	trans = utrans_openU(id, -1, UTRANS_FORWARD, NULL, 0, NULL, &status);
	return U_SUCCESS(status) ? trans : NULL;
}

/* Whether all of it is Latin by its code points: below U+0250. */
static bool
is_latin(struct tcn_str word)
{
	for (size_t i = 0; i < word.n; i++)
		if ((uint8_t)word.at[i] > 0xc9)
			return false;
	return true;
}

static bool
is_ascii(struct tcn_str word)
{
	for (size_t i = 0; i < word.n; i++)
		if ((uint8_t)word.at[i] >= 0x80)
			return false;
	return true;
}

/* Whether the word has a Chinese character, U+4000 to U+9FFF. */
static bool
has_han(struct tcn_str word)
{
	for (size_t i = 0; i < word.n; i++)
		if ((uint8_t)word.at[i] >= 0xe4 && (uint8_t)word.at[i] <= 0xe9)
			return true;
	return false;
}

/* Transliterates a word that is not ASCII with ICU. */
static void
transliterate_icu(struct tcn_romanize_rules *romanizer, struct tcn_str word,
    struct tcn_romanize_word *out)
{
	bool latin = is_latin(word);
	void **trans = latin ? &romanizer->latin : &romanizer->any;
	UErrorCode status = U_ZERO_ERROR;
	UChar units[UNITS];
	char bytes[UNITS * 3];
	int32_t n = 0, limit;

	if (!*trans)
		*trans = open_rules(latin ? RULES_LATIN : RULES_ANY);
	if (!*trans)
		tcn_mem_end();
	u_strFromUTF8WithSub(units, UNITS, &n, word.at, (int32_t)word.n, 0xfffd,
	    NULL, &status);
	limit = n;
	utrans_transUChars(*trans, units, &n, UNITS, 0, &limit, &status);
	if (U_SUCCESS(status))
		u_strToUTF8(bytes, sizeof bytes, &n, units, n, &status);
	/* A result that does not fit is dropped. */
	keep_alnum(bytes, U_SUCCESS(status) ? (size_t)n : 0, out);
	if (status == U_MEMORY_ALLOCATION_ERROR)
		tcn_mem_end();
}

/* Transliterates a word that is not ASCII: its Chinese characters with our own
 * table as far as it has them, the rest with ICU. */
static void
transliterate(struct tcn_romanize_rules *romanizer, struct tcn_str word,
    struct tcn_romanize_word *out)
{
	char bytes[TCN_ROMANIZE_HAN_BYTES];
	bool kana;
	size_t n;

	if (word.n > WORD_BYTES)
		word.n = WORD_BYTES;
	if (!has_han(word)) {
		transliterate_icu(romanizer, word, out);
		return;
	}
	if (!romanizer->han)
		romanizer->han = tcn_romanize_han_new();
	if (!tcn_romanize_han_word(romanizer->han, word, bytes, &n, &kana)) {
		transliterate_icu(romanizer, word, out);
		return;
	}
	if (kana)
		transliterate_icu(romanizer, (struct tcn_str){ bytes, n }, out);
	else
		keep_alnum(bytes, n, out);
}

void
tcn_romanize(struct tcn_romanize_rules *romanizer, struct tcn_str word,
    struct tcn_romanize_word *out)
{
	struct tcn_romanize_entry *entry;

	assert(word.at || !word.n);
	if (is_ascii(word)) {
		keep_alnum(word.at, word.n, out);
		return;
	}
	if (word.n > TCN_ROMANIZE_CACHED) {
		transliterate(romanizer, word, out);
		return;
	}
	/* The entry of the cache that holds the word or will hold it. */
	if (!romanizer->slots)
		romanizer->slots = TCN_ROMANIZE_SLOTS;
	if (!romanizer->cache)
		romanizer->cache =
		    tcn_mem_calloc(romanizer->slots, sizeof *romanizer->cache);
	entry =
	    romanizer->cache + XXH3_64bits(word.at, word.n) % romanizer->slots;
	if (entry->n != word.n || memcmp(entry->word, word.at, word.n) != 0) {
		transliterate(romanizer, word, &entry->text);
		memcpy(entry->word, word.at, word.n);
		entry->n = (uint8_t)word.n;
	}
	*out = entry->text;
}

bool
tcn_romanize_alike(const struct tcn_romanize_word *a,
    const struct tcn_romanize_word *b)
{
	uint8_t n = 0, longer = a->n > b->n ? a->n : b->n;

	if (a->n == b->n && memcmp(a->at, b->at, a->n) == 0)
		return a->n > 0;
	while (n < a->n && n < b->n && a->at[n] == b->at[n] &&
	    !(a->at[n] >= '0' && a->at[n] <= '9'))
		n++;
	if (n < a->n && a->at[n] >= '0' && a->at[n] <= '9')
		return false;
	if (n < b->n && b->at[n] >= '0' && b->at[n] <= '9')
		return false;
	return n >= BEGIN_MIN && n >= BEGIN_SHARE * longer;
}
