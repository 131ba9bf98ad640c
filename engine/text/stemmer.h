/*
 * engine/text/stemmer.h - from a word to its term.
 *
 * A word is folded (fold.h), in Chinese written in simplified characters
 * (hans.h), looked up in the stop words of its language
 * (stopwords.h), stemmed by libstemmer where that has the language (the
 * algorithms of Porter 1980 and of Snowball, Porter 2001), and loses its
 * accents. The term's id is the XXH3 of what is left.
 *
 * THE CACHE. Words repeat, so results are kept in a cache of 64 Ki entries, in
 * sets of two: the top 15 bits of a hash of language and word say which two may
 * hold it, and of these a new word takes the place of the older one. An entry
 * holds the word itself, which is compared. So a collision costs time and never
 * changes a result.
 *
 * An entry is one cache line. tcn_stemmer_key() starts to fetch it; a caller
 * that asks for keys some words ahead of tcn_stemmer_get() hardly ever waits
 * for memory.
 *
 * Cost: about 10 ns for a word in the cache, 0.2 to 2 us otherwise. Memory:
 * 4 MiB. Not thread safe: one stemmer, one thread.
 */
#ifndef TCN_ENGINE_TEXT_STEMMER_H
#define TCN_ENGINE_TEXT_STEMMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

enum {
	TCN_STEM_STOP = 1, /* a function word of the language */
	TCN_STEM_NUMBER = 2, /* begins with a digit */
	TCN_STEM_LETTERS = 4, /* holds a letter */
	TCN_STEM_SAYING = 8, /* a form of a verb of saying of the language */
};

#define TCN_STEM_WORD_BYTES 41 /* longer words are not cached */

struct tcn_stemmer_entry {
	uint64_t id; /* XXH3-64 of the term: stem without accents */
	uint64_t fold; /* XXH3-64 of the folded word */
	uint32_t crc; /* CRC-32 of the term: its number for minhash.h */
	/* the word itself; zeros up to TCN_STEM_PAD */
	char word[TCN_STEM_WORD_BYTES];
	uint8_t lang; /* the language's number + 1; 0: the entry is empty */
	uint8_t n; /* bytes of word */
	uint8_t flags; /* TCN_STEM_STOP ... */
};

struct tcn_stemmer;

struct tcn_stemmer *tcn_stemmer_new(void);
void tcn_stemmer_free(struct tcn_stemmer *stemmer);

/*
 * The number of a language, from its ISO 639-1 code. 0 stands for plain
 * folding, without stop words and stems: the number of "" and of any language
 * without a row.
 */
unsigned tcn_stemmer_lang(const char *lang);

/* How many numbers there are: 0 up to one below this. */
unsigned tcn_stemmer_langs_n(void);

/* Whether verbs of saying are known of the language, a number as above. */
bool tcn_stemmer_lang_says(const struct tcn_stemmer *stemmer, unsigned lang);

/* Whether words of the language, a number as above, are stemmed. If not, their
 * terms are those of language 0. */
bool tcn_stemmer_lang_stems(unsigned lang);

/*
 * A word passed below that is shorter than TCN_STEM_PAD bytes must have zeros
 * behind it up to so many, as a tokenizer's words have: it is hashed and
 * compared as two numbers.
 */
#define TCN_STEM_PAD 16

/*
 * The key of a word (not empty) in a language, by which tcn_stemmer_get() finds
 * it; starts to fetch its entry.
 */
uint64_t tcn_stemmer_key(const struct tcn_stemmer *stemmer, unsigned lang,
    const char *word, size_t n);

/*
 * The entry of a word, which must not be empty and have its ASCII letters in
 * lower case; key is its key in lang, and ascii says whether it is all ASCII.
 * Valid until the next call.
 */
const struct tcn_stemmer_entry *tcn_stemmer_get(struct tcn_stemmer *stemmer,
    unsigned lang, uint64_t key, const char *word, size_t n, bool ascii);

/*
 * Validator for tests: TCN_CORRUPT, and in err a sentence, when an entry of the
 * cache stands where its key does not lead, or says of its word something else
 * than the stemmer does now. It stems each word in the cache again.
 */
TCN_MUST_USE enum tcn_rc tcn_stemmer_check(struct tcn_stemmer *stemmer,
    struct tcn_err *err);

#endif
