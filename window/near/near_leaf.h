/*
 * window/near/near_leaf.h - the entries of a range of keys of one table.
 *
 * An entry is a partial (32 bits of the fingerprint beside its key) and the
 * reference of a record. A leaf keeps its entries in two parts:
 *
 *	sealed	in groups of a key, or of neighbouring keys where they are
 *		sparse, with an array that says where each group starts:
 *		a probe reads one start, then the partials of its group, 16 to
 *		a cache line, and the reference only of what passes
 *	open	what has come since: groups of slots, each for some neighbouring
 *		keys, appended to in place; an eighth of what is sealed
 *
 * When a group of the open part is full the leaf is rebuilt: each group's
 * sealed entries that are still live, then its open ones. Sources are read
 * and the result is written from front to back, so this costs little more
 * than copying; a leaf has at most 48,000 entries unless it has but one key,
 * so it takes a tenth of a millisecond.
 *
 * The entries of a group are in the order of their arrival.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_LEAF_H
#define TCN_WINDOW_NEAR_NEAR_LEAF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "window/base/popcount.h"
#include "window/base/sighting_page.h"

enum {
	TCN_NEAR_LEAF_MAX = 48000, /* entries; more are split between two */
	/* the most bits in which a group's keys differ */
	TCN_NEAR_PART_BITS = 10,
	TCN_NEAR_SPANS_EACH = 2, /* of a key: sealed and open */
};

struct tcn_near_open {
	uint16_t *counts; /* of each group */
	uint32_t *partials; /* slots of each group, side by side */
	uint32_t *refs;
	uint16_t *keys;
	uint16_t slots; /* of a group */
	uint8_t shift; /* bits of a key below its group */
};

struct tcn_near_leaf {
	uint16_t *starts; /* of each group; the last one ends at n */
	uint32_t *partials;
	uint32_t *refs;
	uint16_t *keys; /* NULL: a group is a key */
	uint32_t n; /* sealed entries; 0: the arrays above are NULL */
	uint8_t key_bits; /* low bits of a key that vary in this leaf */
	uint8_t shift; /* bits of a key below its group */
	struct tcn_near_open open;
	uint32_t open_n;
	uint64_t built; /* store.ever when it was built */
};

/* A probe of a table. */
struct tcn_near_probe {
	uint32_t key, partial; /* of the fingerprint that is looked up */
	uint8_t table;
	uint8_t radius;
	int8_t reach; /* bits of the key that may differ */
};

/* A run of adjacent entries to scan; `part` gives the range and the query. */
struct tcn_near_span {
	const struct tcn_near_leaf *leaf;
	uint32_t first; /* place of the first entry */
	uint32_t key; /* of all entries, unless the leaf has keys */
	uint8_t table;
	bool is_open;
};

/* An empty leaf. */
void tcn_near_leaf_init(struct tcn_near_leaf *leaf, unsigned key_bits);
void tcn_near_leaf_fini(struct tcn_near_leaf *leaf);
size_t tcn_near_leaf_bytes(const struct tcn_near_leaf *leaf);

/* Whether the open group of the key has room, which tcn_near_leaf_add() needs;
 * else the leaf must be rebuilt. */
bool tcn_near_leaf_has_room(const struct tcn_near_leaf *leaf, uint32_t key);
void tcn_near_leaf_add(struct tcn_near_leaf *leaf, uint32_t key,
    uint32_t partial, uint32_t ref);

/*
 * Builds a leaf from the entries of `from` whose keys are among the 2^key_bits
 * from `key` on (all of its keys, or half) and whose record is live; live[] has
 * 1 for each live page. O(entries).
 */
void tcn_near_leaf_build(struct tcn_near_leaf *leaf,
    const struct tcn_near_leaf *from, uint32_t key, unsigned key_bits,
    const uint8_t *live);

static inline uint32_t
tcn_near_leaf_local(const struct tcn_near_leaf *leaf, uint32_t key)
{
	return key & (((uint32_t)1 << leaf->key_bits) - 1);
}

static inline uint32_t
tcn_near_leaf_end(const struct tcn_near_leaf *leaf, uint32_t group)
{
	return (group + 1) >> (leaf->key_bits - leaf->shift)
	    ? leaf->n
	    : leaf->starts[group + 1];
}

/*
 * Sets *span and *part to the sealed entries of a key and its neighbours in the
 * group. Returns the number of spans, 0 or 1; at 0 the output is meaningless.
 */
static inline size_t
tcn_near_leaf_sealed(const struct tcn_near_leaf *leaf, uint32_t key,
    const struct tcn_near_probe *ask, struct tcn_near_span *span,
    struct tcn_popcount_part *part)
{
	uint32_t group, first;

	if (!leaf->n)
		return 0;
	group = tcn_near_leaf_local(leaf, key) >> leaf->shift;
	first = leaf->starts[group];
	*span = (struct tcn_near_span){
		.leaf = leaf,
		.first = first,
		.key = key,
		.table = ask->table,
	};
	*part = (struct tcn_popcount_part){
		.words = leaf->partials + first,
		.n = tcn_near_leaf_end(leaf, group) - first,
		.query = ask->partial,
		/* A flipped bit of the key counts as distance. */
		.limit = ask->radius - (!leaf->shift && key != ask->key),
	};
	return part->n != 0;
}

/* Sets *span and *part to the open entries of key and some of its neighbours
 * likewise. */
static inline size_t
tcn_near_leaf_open(const struct tcn_near_leaf *leaf, uint32_t key,
    const struct tcn_near_probe *ask, struct tcn_near_span *span,
    struct tcn_popcount_part *part)
{
	const struct tcn_near_open *open = &leaf->open;
	uint32_t group = tcn_near_leaf_local(leaf, key) >> open->shift;
	uint32_t first = group * open->slots;

	*span = (struct tcn_near_span){
		.leaf = leaf,
		.first = first,
		.table = ask->table,
		.is_open = true,
	};
	*part = (struct tcn_popcount_part){
		.words = open->partials + first,
		.n = open->counts[group],
		.query = ask->partial,
		.limit = ask->radius,
	};
	return part->n != 0;
}

/* Prefetches the lines that tcn_near_leaf_sealed() and _open() read. */
static inline void
tcn_near_leaf_prefetch(const struct tcn_near_leaf *leaf, uint32_t key)
{
	const struct tcn_near_open *open = &leaf->open;
	uint32_t local = tcn_near_leaf_local(leaf, key);

	__builtin_prefetch(leaf->starts + (local >> leaf->shift));
	__builtin_prefetch(open->partials +
	    (size_t)(local >> open->shift) * open->slots);
}

/* Prefetches the lines that tcn_near_leaf_add() writes. */
static inline void
tcn_near_leaf_prefetch_add(const struct tcn_near_leaf *leaf, uint32_t key)
{
	const struct tcn_near_open *open = &leaf->open;
	uint32_t group = tcn_near_leaf_local(leaf, key) >> open->shift;
	size_t slot = (size_t)group * open->slots + open->counts[group];

	__builtin_prefetch(open->partials + slot, 1);
	__builtin_prefetch(open->refs + slot, 1);
	__builtin_prefetch(open->keys + slot, 1);
}

/* The key of each entry of a span; NULL: all have span->key. */
static inline const uint16_t *
tcn_near_span_keys(const struct tcn_near_span *span)
{
	const uint16_t *keys =
	    span->is_open ? span->leaf->open.keys : span->leaf->keys;

	return keys ? keys + span->first : NULL;
}

static inline const uint32_t *
tcn_near_span_refs(const struct tcn_near_span *span)
{
	return (span->is_open ? span->leaf->open.refs : span->leaf->refs) +
	    span->first;
}

/* The key of an entry of a span. */
static inline uint32_t
tcn_near_span_key(const struct tcn_near_span *span, uint32_t at)
{
	const uint16_t *keys = tcn_near_span_keys(span);

	return keys ? keys[at] : span->key;
}

#endif
