/*
 * engine/text/stemmer.h - from a word to its term.
 *
 * A word is folded (case, width), looked up in its language's list of
 * function words, stemmed by libstemmer where it has the language, and its
 * accents are folded; the term is named by the XXH3 of what is left. All of
 * that happens once: a direct-mapped cache of 64 Ki words, filed under a hash
 * of language and raw word, answers the rest. Entries hold the word itself, so
 * that the cache changes the cost and never the outcome.
 *
 * Cost: a hash and a cache line for a known word (about 10 ns), 0.2 to 2 us
 * otherwise. 4 MiB.
 */
#ifndef TCN_ENGINE_TEXT_STEMMER_H
#define TCN_ENGINE_TEXT_STEMMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"

enum {
	TCN_STEM_STOP = 1, /* a function word of the language */
	TCN_STEM_NUMBER = 2, /* begins with a digit */
	TCN_STEM_LETTERS = 4, /* holds a letter */
};

#define TCN_STEM_WORD_BYTES 45 /* longer words are not kept in the cache */

struct tcn_stemmer_entry {
	uint64_t id; /* XXH3-64 of the term: stem without accents */
	uint64_t fold; /* XXH3-64 of the folded word */
	char word[TCN_STEM_WORD_BYTES]; /* as it was given, zeros behind */
	uint8_t lang; /* from 1; 0: the entry is empty */
	uint8_t n;
	uint8_t flags;
};

struct tcn_stemmer;

TCN_MUST_USE enum tcn_rc tcn_stemmer_new(struct tcn_stemmer **stemmer);
void tcn_stemmer_free(struct tcn_stemmer *stemmer);

/*
 * The number of a language to ask in, from its ISO 639-1 code; one without
 * list and stemmer, and "", get that of plain folding.
 */
unsigned tcn_stemmer_lang(const char *lang);

/* Languages there are numbers for: 0 (plain folding) up to one below this. */
unsigned tcn_stemmer_langs_n(void);

/* Does it have endings taken off? If not, terms are those of language 0. */
bool tcn_stemmer_lang_stems(unsigned lang);

/*
 * Of all words below: short ones have zeros behind them, to TCN_STEM_PAD
 * bytes in all, so that they are hashed and compared as two numbers.
 */
#define TCN_STEM_PAD 16

/*
 * The number a word is filed under, and a call to the memory to have its
 * place in the cache at hand. Asked for some words ahead, it hides most of the
 * cost of tcn_stemmer_get().
 */
uint64_t tcn_stemmer_key(const struct tcn_stemmer *stemmer, unsigned lang,
    const char *word, size_t n);

/*
 * What a word (not empty; ASCII letters in lower case) filed under key comes
 * to. NULL when out of memory. Lives until the next call.
 */
const struct tcn_stemmer_entry *tcn_stemmer_get(struct tcn_stemmer *stemmer,
    unsigned lang, uint64_t key, const char *word, size_t n, bool ascii);

#endif
