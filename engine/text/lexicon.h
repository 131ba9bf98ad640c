/*
 * engine/text/lexicon.h - words of several languages and what they mean in
 * English, as terms.
 *
 * Made from bilingual word lists, a pair at a time:
 *
 *	tcn_lexicon_new(&lexicon);
 *	tcn_lexicon_add(lexicon, "es", tcn_str("terremoto"),
 *	    tcn_str("earthquake"));
 *	tcn_lexicon_close(lexicon);
 *	n = tcn_lexicon_find(lexicon, "es", term, meanings);
 *
 * Both sides are tokenized and stemmed as articles are, so that the term of a
 * word in an article finds it. A *meaning* is the term of an English word, in
 * 32 bits: two words mean the same when they have one in common. An English
 * word that stands on either side of a list means itself; so a word without a
 * meaning is either rare or a name. A phrase is taken when all of its words but
 * one are stop words ("to derail", "la inundación"), and left out else: a
 * story's terms are single words.
 *
 * That such lists suffice to relate texts of two languages, where a word that
 * has several meanings keeps them all: Ballesteros and Croft, Phrasal
 * translation and query expansion techniques for cross-language information
 * retrieval, SIGIR 1997.
 *
 * Memory is bounded: at most TCN_LEXICON_WORDS_MAX words, 12 MiB of meanings
 * and as much of a map; what comes after that is left out and counted. The same
 * pairs in the same order give the same lexicon. Cost: some microseconds a
 * pair; to find a word O(1). A closed lexicon does not change, so threads may
 * share it; until then, one thread.
 */
#ifndef TCN_ENGINE_TEXT_LEXICON_H
#define TCN_ENGINE_TEXT_LEXICON_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"

#define TCN_LEXICON_WORDS_MAX 500000 /* of all languages */
#define TCN_LEXICON_MEANINGS  6 /* of a word; those that come first */

struct tcn_lexicon;

struct tcn_lexicon *tcn_lexicon_new(void);
void tcn_lexicon_free(struct tcn_lexicon *lexicon);

/* Adds a word of a language, ISO 639-1, that is not English, and one English
 * translation, both UTF-8. */
void tcn_lexicon_add(struct tcn_lexicon *lexicon, const char *lang,
    struct tcn_str word, struct tcn_str english);

/* Ends the adding of words: frees what only adding needs, some 4 MiB. */
void tcn_lexicon_close(struct tcn_lexicon *lexicon);

/* Sets meanings to those of a term in a language, in the order in which they
 * were added, and returns how many there are; 0 for an unknown term. */
size_t tcn_lexicon_find(const struct tcn_lexicon *lexicon, const char *lang,
    uint64_t term, uint32_t meanings[TCN_LEXICON_MEANINGS]);

/* How many words have meanings, English ones included; and how many words were
 * left out, as the lexicon was full. */
size_t tcn_lexicon_words(const struct tcn_lexicon *lexicon);
size_t tcn_lexicon_left_out(const struct tcn_lexicon *lexicon);

#endif
