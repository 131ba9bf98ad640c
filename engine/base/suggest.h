/*
 * engine/base/suggest.h - "did you mean": the known name most like a mistyped
 * one.
 *
 * Likeness is the edit distance: the least number of single-letter changes
 * that turn one word into the other, where a change inserts, deletes or
 * replaces a letter or swaps two neighbours (Damerau 1964, whose count of
 * typing errors these four make up). It is computed by dynamic programming
 * over the beginnings of both words (Wagner and Fischer 1974), in the form
 * known as optimal string alignment: no letter is changed twice. A name more
 * than a third of the word's length away is no suggestion. A name that is cut
 * short, as "lang" for "language", is one typing error: a word of three letters
 * and more that begins a name is taken to be one change away from it.
 *
 * Call order: init with the word; offer every known name; find. The struct
 * keeps pointers to the caller's strings and owns nothing. Cost: O(length^2) a
 * name, no allocation.
 */
#ifndef TCN_ENGINE_BASE_SUGGEST_H
#define TCN_ENGINE_BASE_SUGGEST_H

#include <stddef.h>

struct tcn_suggest {
	const char *word; /* as typed */
	const char *best; /* the nearest name so far; NULL: none */
	size_t distance; /* of best; SIZE_MAX: none */
};

/* Changes that turn a into b; SIZE_MAX when either is over 64 bytes. */
size_t tcn_suggest_distance(const char *a, const char *b);

/* Begins a search for the name nearest to word, which must outlive it. */
void tcn_suggest_init(struct tcn_suggest *suggest, const char *word);

/* Considers a name; of equally near ones the first offered wins. */
void tcn_suggest_offer(struct tcn_suggest *suggest, const char *name);

/* The suggestion, or NULL when nothing offered is near enough. */
const char *tcn_suggest_find(const struct tcn_suggest *suggest);

#endif
