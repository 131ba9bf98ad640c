/*
 * engine/text/stopwords.h - function words: the words that say how, not what.
 *
 * Lists written for this program, by language. They hold articles, pronouns,
 * prepositions, conjunctions, auxiliaries and their forms; no word that
 * carries news, and none whose capitals do: folding makes "us" of "US" and
 * "who" of "WHO". Words that are common for another reason are told by their
 * document frequency. The lists also vote on a text's language (lang.h).
 */
#ifndef TCN_ENGINE_TEXT_STOPWORDS_H
#define TCN_ENGINE_TEXT_STOPWORDS_H

#include "engine/base/str.h"

struct tcn_stopwords {
	const char *lang; /* ISO 639-1; NULL ends the table */
	const char *words; /* folded; a space before and behind each */
};

extern const struct tcn_stopwords tcn_stopwords_table[];

/* The words of lang; NULL: there is no list. */
const char *tcn_stopwords_find(const char *lang);

/* The next word of a list, from *at on, which it moves; n == 0 at the end. */
struct tcn_str tcn_stopwords_next(const char **at);

#endif
