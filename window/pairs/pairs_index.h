/*
 * window/pairs/pairs_index.h - the postings of consecutive items, under one
 * order of terms.
 *
 * THE ORDER. Terms fall into classes by how many items of the ring had them
 * when the index was begun: class 0 the rarest. It is frozen then, as every
 * item of an index must be filed by the same order; a later index has an order
 * of its own. Counts are kept by cell, the top 16 bits of an id: two terms that
 * share a cell share a class, which costs time but changes no answer.
 *
 * E(x, c) is the part of the squared length of x that lies in classes >= c, its
 * rest. Two vectors whose common terms all lie in classes >= c have a product
 * of at most sqrt(E(x, c) E(y, c)), by Cauchy and Schwarz. With s a little
 * below t,
 *
 *	reach of y    the least class g with E(y, g) < s
 *	y is filed    under its terms of classes < f, the least class with
 *	              E(y, f) < s^2
 *	x asks        the early list of each term, where those y stand whose
 *	              reach is above the term's class; and of its terms below
 *	              its own reach also the late list, where the others stand
 *
 * So a common term of class k was met if y is filed under it and k is below the
 * reach of one of the two. Let c be the greater reach, or f where f is less:
 * all common terms below c were met and their product summed up, and the
 * product of the others is at most sqrt(E(x, c) E(y, c)), which is at most s.
 * The rests of each item are kept, in 1/255 and rounded up, so two bytes show
 * which items can no longer reach t; of a thousand that were met some ten are
 * compared in full.
 *
 * Postings are appended in order of arrival and never taken out: the dead ones
 * at the front of a list are passed over for good when they are met, and the
 * index goes as a whole with its last item.
 *
 * The bounds are reckoned in single precision, with more slack than its errors.
 */
#ifndef TCN_WINDOW_PAIRS_PAIRS_INDEX_H
#define TCN_WINDOW_PAIRS_PAIRS_INDEX_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "window/base/slab.h"
#include "window/pairs/pairs.h"

#define TCN_PAIRS_CELLS   65536
#define TCN_PAIRS_CLASSES 31

static inline uint32_t
tcn_pairs_cell(uint64_t id)
{
	return (uint32_t)(id >> 48);
}

struct tcn_pairs_posting {
	uint32_t place; /* the item's place in the index, from 0 */
	float weight; /* of the term, of a vector of length 1 */
};

struct tcn_pairs_list {
	struct tcn_pairs_posting *at;
	uint32_t n, cap;
	uint32_t first; /* postings before it are dead */
};

/* The items that are filed under a term. */
struct tcn_pairs_term {
	struct tcn_pairs_list early, late;
};

/* What the index keeps of an item, beside its postings. */
struct tcn_pairs_rests {
	uint8_t reach, filed; /* classes; TCN_PAIRS_CLASSES: above all */
	/* E(y, c) of class c at [c - 1], in 1/255, rounded up. */
	uint8_t rest[TCN_PAIRS_CLASSES - 1];
};

struct tcn_pairs_index {
	struct tcn_pairs_index *next; /* the next newer index */
	uint64_t from, to; /* numbers of its items */
	int64_t begun_ms; /* time of the first */
	uint64_t known; /* items whose counts made the order */
	uint8_t classes[TCN_PAIRS_CELLS];
	struct tcn_map terms; /* term -> index into at */
	struct tcn_pairs_term *at;
	size_t n, cap;
	struct tcn_pairs_rests *rests; /* by place */
	size_t rests_cap;
	struct tcn_slab slab;
};

/* A vector under an index's order. */
struct tcn_pairs_ranked {
	uint8_t class[TCN_FEATURE_MAX]; /* of each term */
	float weight[TCN_FEATURE_MAX]; /* of a vector of length 1 */
	uint32_t reach, filed;
	float rest[TCN_PAIRS_CLASSES + 1]; /* E(x, c), by class */
};

/* The items that a look-up met, by place. All zero is empty. */
struct tcn_pairs_met {
	float *sums; /* 0 where an item was not met */
	uint32_t *places;
	size_t n, sums_cap, places_cap;
	uint64_t postings; /* read, ever */
};

/* Makes an index whose order follows from the counts, one for each cell, of
 * `known` items. */
struct tcn_pairs_index *tcn_pairs_index_new(const uint32_t *counts,
    uint64_t known, uint64_t from, int64_t ts_ms);
void tcn_pairs_index_free(struct tcn_pairs_index *index);

/* Computes a vector's classes, weights and rests under the index's order.
 * length: the length of the vector. */
void tcn_pairs_index_rank(const struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector, double length, double t,
    struct tcn_pairs_ranked *ranked);

/* Files a ranked vector as the next item. */
void tcn_pairs_index_file(struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked);

/* Sums up the products of the terms that the vector shares with each item whose
 * number is at least `alive`; lists in *met the places of those that may reach
 * t, in no order. */
void tcn_pairs_index_meet(struct tcn_pairs_index *index,
    const struct tcn_pairs_vector *vector,
    const struct tcn_pairs_ranked *ranked, double t, uint64_t alive,
    struct tcn_pairs_met *met);
void tcn_pairs_met_fini(struct tcn_pairs_met *met);

/* Bytes held. */
size_t tcn_pairs_index_bytes(const struct tcn_pairs_index *index);

#endif
