#include "engine/text/stemmer.h"

#include <assert.h>
#include <libstemmer.h>
#define XXH_INLINE_ALL
#include <xxhash.h>
#include <zlib.h>

#include "engine/base/ascii.h"
#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/text/fold.h"
#include "engine/text/hans.h"
#include "engine/text/stopwords.h"

#define CACHE_BITS 16

_Static_assert(sizeof(struct tcn_stemmer_entry) == 64,
    "an entry is a cache line");

/*
 * A language's number is its row here; row 0 is plain folding. Numbers are not
 * stored, so rows may move. An algorithm of NULL: stop words only.
 */
static const struct {
	const char *lang;
	const char *algorithm; /* libstemmer's name */
} langs[] = {
	{ "", NULL },
	{ "ar", "arabic" },
	{ "bg", NULL },
	{ "ca", "catalan" },
	{ "cs", NULL },
	{ "da", "danish" },
	{ "de", "german" },
	{ "el", "greek" },
	{ "en", "english" },
	{ "es", "spanish" },
	{ "et", NULL },
	{ "eu", "basque" },
	{ "fa", NULL },
	{ "fi", "finnish" },
	{ "fr", "french" },
	{ "ga", "irish" },
	{ "he", NULL },
	{ "hi", "hindi" },
	{ "hr", NULL },
	{ "hu", "hungarian" },
	{ "hy", "armenian" },
	{ "id", "indonesian" },
	{ "it", "italian" },
	{ "ja", NULL },
	{ "ko", NULL },
	{ "lt", "lithuanian" },
	{ "ms", NULL },
	{ "nb", "norwegian" },
	{ "ne", "nepali" },
	{ "nl", "dutch" },
	{ "nn", "norwegian" },
	{ "no", "norwegian" },
	{ "pl", NULL },
	{ "pt", "portuguese" },
	{ "ro", "romanian" },
	{ "ru", "russian" },
	{ "sr", "serbian" },
	{ "sv", "swedish" },
	{ "ta", "tamil" },
	{ "th", NULL },
	{ "tr", "turkish" },
	{ "uk", NULL },
	{ "vi", NULL },
	{ "yi", "yiddish" },
	{ "zh", NULL },
};

#define LANGS (sizeof langs / sizeof *langs)

struct tcn_stemmer {
	struct tcn_stemmer_entry *cache; /* aligned to its entries' size */
	void *cache_memory;
	struct sb_stemmer *algorithms[LANGS]; /* opened when first needed */
	/* hash of a folded word: set of languages, as a stop word and as a
	 * verb of saying */
	struct tcn_map stops, sayings;
	uint64_t says; /* the languages with verbs of saying */
	struct tcn_stemmer_entry spare; /* for a word too long for the cache */
	struct tcn_buf folded, plain;
	unsigned chinese; /* the language */
	struct tcn_hans *hans; /* opened when first needed */
};

/* A set of languages is one uint64_t. */
_Static_assert(LANGS <= 64, "a set of languages has a bit for each");

/* Adds the words to those of the language; returns whether there are some. */
static bool
add_words(struct tcn_map *words, unsigned lang, struct tcn_sections_words list)
{
	struct tcn_str word;
	bool some = false;

	while (tcn_sections_words_next(&list, &word)) {
		uint64_t key = XXH3_64bits(word.at, word.n);
		uint64_t *set;

		tcn_map_put(words, key, &set, NULL);
		*set |= (uint64_t)1 << lang;
		some = true;
	}
	return some;
}

struct tcn_stemmer *
tcn_stemmer_new(void)
{
	struct tcn_stemmer *made = tcn_mem_calloc(1, sizeof *made);
	const size_t size = sizeof *made->cache;
	uintptr_t at;

	made->cache_memory = tcn_mem_calloc((1u << CACHE_BITS) + 1, size);
	at = ((uintptr_t)made->cache_memory + size - 1) & ~(size - 1);
	made->cache = (struct tcn_stemmer_entry *)at;
	for (unsigned i = 1; i < LANGS; i++) {
		const char *code = langs[i].lang;

		add_words(&made->stops, i, tcn_stopwords_of(code));
		if (add_words(&made->sayings, i, tcn_stopwords_sayings(code)))
			made->says |= (uint64_t)1 << i;
	}
	made->chinese = tcn_stemmer_lang("zh");
	return made;
}

void
tcn_stemmer_free(struct tcn_stemmer *stemmer)
{
	if (!stemmer)
		return;
	for (size_t i = 0; i < LANGS; i++)
		sb_stemmer_delete(stemmer->algorithms[i]);
	tcn_map_fini(&stemmer->stops);
	tcn_map_fini(&stemmer->sayings);
	tcn_buf_fini(&stemmer->folded);
	tcn_buf_fini(&stemmer->plain);
	tcn_hans_free(stemmer->hans);
	tcn_mem_free(stemmer->cache_memory);
	tcn_mem_free(stemmer);
}

unsigned
tcn_stemmer_lang(const char *lang)
{
	for (unsigned i = 1; i < LANGS; i++) {
		if (*langs[i].lang == *lang && strcmp(langs[i].lang, lang) == 0)
			return i;
	}
	return 0;
}

unsigned
tcn_stemmer_langs_n(void)
{
	return LANGS;
}

bool
tcn_stemmer_lang_says(const struct tcn_stemmer *stemmer, unsigned lang)
{
	assert(lang < LANGS);
	return stemmer->says >> lang & 1;
}

bool
tcn_stemmer_lang_stems(unsigned lang)
{
	assert(lang < LANGS);
	return langs[lang].algorithm != NULL;
}

static bool
is_ascii(struct tcn_str s)
{
	unsigned char any = 0;

	for (size_t i = 0; i < s.n; i++)
		any |= (unsigned char)s.at[i];
	return any < 0x80;
}

/* The word's stem, in libstemmer's memory; at is NULL when it has none left. */
static struct tcn_str
stem_of(struct tcn_stemmer *st, unsigned lang, struct tcn_str word)
{
	const sb_symbol *stem;

	if (!langs[lang].algorithm)
		return word;
	if (!st->algorithms[lang])
		st->algorithms[lang] =
		    sb_stemmer_new(langs[lang].algorithm, NULL);
	if (!st->algorithms[lang])
		return (struct tcn_str){ NULL, 0 };
	stem = sb_stemmer_stem(st->algorithms[lang], (const sb_symbol *)word.at,
	    (int)word.n);
	if (!stem)
		return (struct tcn_str){ NULL, 0 };
	return (struct tcn_str){ (const char *)stem,
		(size_t)sb_stemmer_length(st->algorithms[lang]) };
}

static bool
is_of(const struct tcn_map *words, uint64_t fold, unsigned lang)
{
	const uint64_t *set = tcn_map_find(words, fold);

	return set && *set >> lang & 1;
}

static unsigned
flags_of(const struct tcn_stemmer *st, unsigned lang, struct tcn_str folded,
    uint64_t fold)
{
	unsigned flags = 0;

	if (folded.n && tcn_ascii_is_digit(folded.at[0]))
		flags |= TCN_STEM_NUMBER;
	for (size_t i = 0; i < folded.n; i++) {
		if ((unsigned char)folded.at[i] >= 'a')
			flags |= TCN_STEM_LETTERS;
	}
	if (is_of(&st->stops, fold, lang))
		flags |= TCN_STEM_STOP;
	if (is_of(&st->sayings, fold, lang))
		flags |= TCN_STEM_SAYING;
	return flags;
}

/* Fills in the result for a word. Folding or stemming may leave nothing of it;
 * the word as it was is then used. */
static void
analyse(struct tcn_stemmer *st, unsigned lang, struct tcn_str word, bool ascii,
    struct tcn_stemmer_entry *out)
{
	struct tcn_str folded = word, term;

	if (!ascii) {
		tcn_fold(word, &st->folded);
		if (lang == st->chinese) {
			/* Puts the folded word in simplified characters. */
			if (!st->hans)
				st->hans = tcn_hans_new();
			tcn_hans_text(st->hans, tcn_buf_view(&st->folded),
			    &st->plain);
			tcn_buf_clear(&st->folded);
			tcn_buf_str(&st->folded, tcn_buf_view(&st->plain));
		}
		folded = tcn_buf_view(&st->folded);
	}
	if (!folded.n)
		folded = word;
	out->fold = XXH3_64bits(folded.at, folded.n);
	out->flags = (uint8_t)flags_of(st, lang, folded, out->fold);
	term = folded; /* a number has no stem */
	if (out->flags & TCN_STEM_LETTERS)
		term = stem_of(st, lang, folded);
	if (!term.at)
		tcn_mem_end();
	if (!term.n)
		term = folded;
	if (!is_ascii(term)) {
		tcn_fold_accents(term, &st->plain);
		if (st->plain.n)
			term = tcn_buf_view(&st->plain);
	}
	out->id = XXH3_64bits(term.at, term.n);
	out->crc = (uint32_t)crc32_z(0, (const Bytef *)term.at, term.n);
}

/* The two entries that may hold a word. */
static struct tcn_stemmer_entry *
pair_of(const struct tcn_stemmer *st, uint64_t key)
{
	return &st->cache[(key >> (64 - CACHE_BITS)) & ~UINT64_C(1)];
}

/*
 * The hash of a word of up to TCN_STEM_PAD bytes: a few multiplications, by
 * primes of XXH3, where XXH3 itself would branch on the length. Only its upper
 * bits are well mixed, and only they are used.
 */
static uint64_t
hash_short(const char *word, unsigned lang)
{
	uint64_t first = tcn_ascii_load(word),
		 second = tcn_ascii_load(word + 8);
	uint64_t hash = (first ^ lang) * UINT64_C(0x9e3779b185ebca87) +
	    second * UINT64_C(0xc2b2ae3d27d4eb4f);

	return (hash ^ hash >> 32) * UINT64_C(0x9e3779b185ebca87);
}

/* Kept out of line, so that hash_short() needs no stack frame. */
static __attribute__((noinline)) uint64_t
hash_long(const char *word, size_t n, unsigned lang)
{
	return XXH3_64bits_withSeed(word, n, lang);
}

uint64_t
tcn_stemmer_key(const struct tcn_stemmer *st, unsigned lang, const char *word,
    size_t n)
{
	uint64_t key;

	assert(lang < LANGS && n > 0);
	key = n <= TCN_STEM_PAD ? hash_short(word, lang)
				: hash_long(word, n, lang);

	__builtin_prefetch(pair_of(st, key));
	return key;
}

static bool
is_word(const struct tcn_stemmer_entry *entry, unsigned lang, const char *word,
    size_t n)
{
	if (entry->n != n || entry->lang != lang + 1)
		return false;
	if (n > TCN_STEM_PAD)
		return memcmp(entry->word, word, n) == 0;
	return tcn_ascii_load(entry->word) == tcn_ascii_load(word) &&
	    tcn_ascii_load(entry->word + 8) == tcn_ascii_load(word + 8);
}

/* Analyses a word that is not in the cache. Kept out of line, so that one that
 * is needs no stack frame. */
static __attribute__((noinline)) const struct tcn_stemmer_entry *
add_entry(struct tcn_stemmer *st, unsigned lang,
    struct tcn_stemmer_entry *entry, const char *word, size_t n, bool ascii)
{
	if (n > TCN_STEM_WORD_BYTES)
		entry = &st->spare;
	else
		entry[1] = entry[0];
	analyse(st, lang, (struct tcn_str){ word, n }, ascii, entry);
	if (n <= TCN_STEM_WORD_BYTES) {
		memset(entry->word, 0, TCN_STEM_PAD);
		memcpy(entry->word, word, n);
		entry->n = (uint8_t)n;
		entry->lang = (uint8_t)(lang + 1);
	}
	return entry;
}

const struct tcn_stemmer_entry *
tcn_stemmer_get(struct tcn_stemmer *st, unsigned lang, uint64_t key,
    const char *word, size_t n, bool ascii)
{
	struct tcn_stemmer_entry *entry = pair_of(st, key);

	assert(lang < LANGS && n > 0);
	if (is_word(&entry[0], lang, word, n))
		return &entry[0];
	if (is_word(&entry[1], lang, word, n))
		return &entry[1];
	return add_entry(st, lang, entry, word, n, ascii);
}

/* Whether entry i of the cache, which is not empty, is what it would be now. */
static enum tcn_rc
check_entry(struct tcn_stemmer *st, size_t i, struct tcn_err *err)
{
	const struct tcn_stemmer_entry *entry = &st->cache[i];
	struct tcn_str word = { entry->word, entry->n };
	struct tcn_stemmer_entry now;

	if (entry->lang > LANGS || !word.n || word.n > TCN_STEM_WORD_BYTES)
		return tcn_err_set(err, TCN_CORRUPT,
		    "entry %zu has language %u and %u bytes", i,
		    (unsigned)entry->lang - 1, (unsigned)entry->n);
	if (pair_of(st,
		tcn_stemmer_key(st, entry->lang - 1u, word.at, word.n)) !=
	    &st->cache[i & ~(size_t)1])
		return tcn_err_set(err, TCN_CORRUPT,
		    "entry %zu is not where the key of '%.*s' leads", i,
		    TCN_STR_ARG(word));
	analyse(st, entry->lang - 1u, word, is_ascii(word), &now);
	if (now.id != entry->id || now.fold != entry->fold ||
	    now.crc != entry->crc || now.flags != entry->flags)
		return tcn_err_set(err, TCN_CORRUPT,
		    "entry %zu does not say of '%.*s' what is so", i,
		    TCN_STR_ARG(word));
	return TCN_OK;
}

enum tcn_rc
tcn_stemmer_check(struct tcn_stemmer *stemmer, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < (size_t)1 << CACHE_BITS && !rc; i++)
		if (stemmer->cache[i].lang)
			rc = check_entry(stemmer, i, err);
	return rc;
}
