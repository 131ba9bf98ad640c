/*
 * tests/window/keys/keys_model.h - the ring of keys by brute force.
 *
 * The model is an array of items. Every answer of the ring is compared with
 * passes over the whole array.
 */
#ifndef TCN_TESTS_WINDOW_KEYS_KEYS_MODEL_H
#define TCN_TESTS_WINDOW_KEYS_KEYS_MODEL_H

#include <check.h>
#include <stddef.h>
#include <stdint.h>

#include "window/keys/keys.h"

enum {
	MODEL_KEYS = 64, /* of an item, at most */
};

struct model_item {
	uint32_t keys[MODEL_KEYS];
	struct tcn_keys_item item; /* its set is in keys */
};

struct model {
	struct tcn_keys_conf conf; /* no zeros */
	struct model_item *at;
	size_t n, cap;
	int64_t edge_ms;
};

void model_fini(struct model *model);
void model_insert(struct model *model, const struct model_item *item);
void model_expire(struct model *model, int64_t now_ms);

/* find of the ring against the model. */
void model_compare(const struct model *model, struct tcn_keys *keys,
    const struct tcn_keys_set *set, uint32_t least, int64_t from_ms,
    int64_t to_ms);

/* A small generator: the same numbers everywhere. */
uint64_t next_random(uint64_t *state);

/* Sorts the item's n keys, drops repeats and makes them its set. */
void model_set(struct model_item *item, size_t n, bool cut);

/* Sets that look like something. */
enum shape {
	SHAPE_RANDOM, /* of so many keys that few are shared */
	SHAPE_FEW, /* of few keys: most are shared, some are common */
	SHAPE_CUT, /* pieces of a few texts, some with foreign keys */
	SHAPE_EQUAL, /* all the same */
	SHAPE_ONE, /* one key in all */
	SHAPES
};

void shape_next(enum shape shape, uint64_t *state, struct model_item *item);

#endif
