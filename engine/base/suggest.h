/*
 * engine/base/suggest.h - "did you mean": the known name most like a mistyped
 * one.
 *
 * Offer every known name, then ask. Likeness is the number of single-letter
 * changes (insert, delete, replace, swap of two neighbours: Damerau's measure
 * in its restricted form); a name more than a third of the word away is no
 * suggestion. O(length^2) a name. Owns nothing.
 */
#ifndef TCN_ENGINE_BASE_SUGGEST_H
#define TCN_ENGINE_BASE_SUGGEST_H

#include <stddef.h>

struct tcn_suggest {
	const char *word; /* as typed */
	const char *best;
	size_t distance;
};

/* Changes that turn a into b; SIZE_MAX when either is over 64 letters. */
size_t tcn_suggest_distance(const char *a, const char *b);

void tcn_suggest_init(struct tcn_suggest *nearest, const char *word);

/* The first of equally near names is kept. */
void tcn_suggest_offer(struct tcn_suggest *nearest, const char *name);

/* The suggestion, or NULL when nothing offered is near enough. */
const char *tcn_suggest_find(const struct tcn_suggest *nearest);

#endif
