/*
 * tests/window/near/near_model.h - the ring by brute force, and streams to feed
 * it.
 *
 * The model is an array of items. Every answer of the ring is compared with a
 * pass over the whole array.
 */
#ifndef TCN_TESTS_WINDOW_NEAR_NEAR_MODEL_H
#define TCN_TESTS_WINDOW_NEAR_NEAR_MODEL_H

#include <check.h>
#include <stddef.h>
#include <stdint.h>

#include "window/near/near.h"

/* A ring; cap_bytes 0: no cap. tcn_near_free() it. */
struct tcn_near *new_near(enum tcn_near_plan_kind plan, int64_t horizon_ms,
    size_t cap_bytes);

struct model {
	struct tcn_near_item *at;
	size_t n, cap;
	int64_t edge_ms;
};

void model_fini(struct model *model);
void model_insert(struct model *model, const struct tcn_near_item *item);
void model_expire(struct model *model, int64_t edge_ms);

/* find, count and nearest of the ring against the model. */
void model_compare(const struct model *model, struct tcn_near *near,
    uint64_t fingerprint, unsigned radius, int64_t from_ms, int64_t to_ms);

/* A small generator: the same numbers everywhere. */
uint64_t next_random(uint64_t *state);

/* Fingerprints that look like something. */
enum shape {
	SHAPE_RANDOM,
	SHAPE_CLUSTERED, /* 0..9 bits from one of a few centres */
	SHAPE_EQUAL, /* all the same */
	SHAPE_ONE_BLOCK, /* one key in one block, the rest random */
	SHAPE_ONE_BIT, /* each one bit from the one before */
	SHAPE_FAMILIES, /* four in five random, the others in families */
	SHAPES
};

uint64_t shape_next(enum shape shape, uint64_t *state, uint64_t previous);

#endif
