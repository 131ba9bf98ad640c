/*
 * engine/text/stopwords.h - stop words: function words by language.
 *
 * The lists were written for this program. They hold articles, pronouns,
 * prepositions, conjunctions, auxiliary verbs and their forms. They hold no
 * word that carries news, and none that is a name in capitals: "us" would be
 * "US" and "who" would be "WHO", as case is folded before the look-up. Words
 * that are common for another reason are recognised by their document
 * frequency (engine/item/feature.h). The lists also vote on the language of a
 * text (lang.h).
 */
#ifndef TCN_ENGINE_TEXT_STOPWORDS_H
#define TCN_ENGINE_TEXT_STOPWORDS_H

#include "engine/base/str.h"

struct tcn_stopwords {
	const char *lang; /* ISO 639-1; NULL ends the table */
	const char *words; /* folded; a space before and behind each */
};

extern const struct tcn_stopwords tcn_stopwords_table[];

/* The words of lang (ISO 639-1), as in the table; NULL: there is no list.
 * Norwegian nb and nn share the list of no. O(languages). */
const char *tcn_stopwords_find(const char *lang);

/* The next word of a list, from *at on, and moves *at behind it; empty at the
 * end. */
struct tcn_str tcn_stopwords_next(const char **at);

#endif
