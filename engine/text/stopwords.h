/*
 * engine/text/stopwords.h - stop words of each language, and other words that
 * vote on the language of a text (lang.h).
 *
 * A language is a file, words/LANG.txt (ISO 639-1), of which README.md says
 * what stands in it; stop words are function words. The lists were written for
 * this program. They hold articles, pronouns, prepositions, conjunctions,
 * auxiliary verbs and their forms. They hold no word that carries news, and
 * none that is a name in capitals: "us" would be "US" and "who" would be "WHO",
 * as case is folded before the look-up. Words that are common for another
 * reason are recognised by their document frequency (engine/item/feature.h).
 */
#ifndef TCN_ENGINE_TEXT_STOPWORDS_H
#define TCN_ENGINE_TEXT_STOPWORDS_H

#include "engine/base/sections.h"
#include "engine/base/str.h"

/* The files, sorted by name; the name is the language. Norwegian nb and nn
 * share the file of no. */
extern const struct tcn_sections_file tcn_stopwords_files[];
extern const size_t tcn_stopwords_files_n;

/* The content of a language's file; "" where it has none. O(languages). */
const char *tcn_stopwords_file(const char *lang);

/* The stop words of a language, folded; none, if there is no list.
 * O(languages). */
struct tcn_sections_words tcn_stopwords_of(const char *lang);

/* The forms of verbs of saying that headlines of the language use, folded;
 * none, if there is no list. O(languages). */
struct tcn_sections_words tcn_stopwords_sayings(const char *lang);

#endif
