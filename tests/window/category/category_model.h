/*
 * tests/window/category/category_model.h - what window/category learns, as a
 * list of articles that is counted anew for each guess.
 */
#ifndef TCN_TESTS_WINDOW_CATEGORY_CATEGORY_MODEL_H
#define TCN_TESTS_WINDOW_CATEGORY_CATEGORY_MODEL_H

#include <stddef.h>
#include <stdint.h>

#include "engine/item/doc.h"

enum {
	MODEL_ITEMS_MAX = 4000,
	MODEL_WORDS = 40, /* of an article, at most */
	MODEL_SHORT = 8, /* of seven in eight */
	MODEL_KINDS_MAX = 1000, /* of words */
	MODEL_LABELS = 12,
};

/* An article: its words by number, and its category; label < 0: none. */
struct model_item {
	uint64_t words[MODEL_WORDS];
	size_t n;
	int label;
	int64_t ts_ms;
};

struct model {
	struct model_item items[MODEL_ITEMS_MAX];
	size_t n;
	uint64_t seen[MODEL_KINDS_MAX]; /* words of labelled articles */
	size_t seen_n;
	int64_t half_ms;
	double least;
};

/* "a", "b" ... */
const char *model_name(int label);

/* Terms of an article; they live until the next call. */
struct tcn_doc model_doc(const struct model_item *item);

/*
 * The category that the first n items say of the item, by the formula as it is
 * written, with libm's functions, or -1; *margin as in the header.
 */
int model_guess(const struct model *model, const struct model_item *item,
    double *margin);

/* Appends an item. */
void model_add(struct model *model, const struct model_item *item);

/* Draws an article: words of its category are likelier; a third has none. */
void model_draw(struct model_item *item, uint64_t *seed);

#endif
