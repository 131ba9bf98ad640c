/*
 * window/near_leaf.h - the entries of a range of keys of one table.
 *
 * An entry is a partial (32 bits of the fingerprint beside its key) and the
 * reference of a record. A leaf keeps its entries in two parts:
 *
 *	sealed	in the order of their keys, partials and references each side
 *		by side, with an array that says where each key starts: a probe
 *		reads one start, then only the partials of its key, 16 to a
 *		cache line, and the reference only of what passes
 *	open	what has come since: groups of slots, each for some neighbouring
 *		keys, appended to in place; a tenth of what is sealed
 *
 * When a group of the open part is full the leaf is rebuilt: each key's sealed
 * entries that are still live, then its open ones. Sources are read and the
 * result is written from front to back, so this costs little more than
 * copying; a leaf has at most 56,000 entries unless it has but one key, so it
 * takes a tenth of a millisecond.
 *
 * The entries of a key are in the order of their arrival.
 */
#ifndef TCN_WINDOW_NEAR_LEAF_H
#define TCN_WINDOW_NEAR_LEAF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rc.h"
#include "window/near_page.h"
#include "window/popcount.h"

enum {
	TCN_NEAR_LEAF_MAX = 56000, /* entries; more are split between two */
	TCN_NEAR_PART_BITS = 10, /* keys that an open group serves at most */
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
	uint16_t *starts; /* of each key; the last one ends at n; NULL: empty */
	uint32_t *partials;
	uint32_t *refs;
	uint32_t n; /* sealed */
	uint8_t key_bits; /* low bits of a key that vary in this leaf */
	uint8_t wide_bits; /* a few keys with about a line of partials */
	struct tcn_near_open open;
	uint32_t open_n;
	uint64_t built; /* as told by who had it built */
};

/* What is looked for in a table. */
struct tcn_near_ask {
	uint32_t key, partial; /* of the fingerprint asked for */
	uint32_t query; /* its number */
	uint8_t table;
	uint8_t radius;
	int8_t reach; /* bits of the key that may differ */
};

/* Entries side by side to look through: the part says where and for what. */
struct tcn_near_span {
	const struct tcn_near_leaf *leaf;
	uint32_t first; /* place of the first of them */
	uint32_t key; /* its key */
	uint32_t query;
	uint8_t table;
	uint8_t width; /* how many neighbouring keys; 0: open entries */
};

/* An empty leaf. */
TCN_MUST_USE enum tcn_rc tcn_near_leaf_init(struct tcn_near_leaf *leaf,
    unsigned key_bits);
void tcn_near_leaf_fini(struct tcn_near_leaf *leaf);
size_t tcn_near_leaf_bytes(const struct tcn_near_leaf *leaf);

/* add needs room: where there is none, rebuild. */
bool tcn_near_leaf_has_room(const struct tcn_near_leaf *leaf, uint32_t key);
void tcn_near_leaf_add(struct tcn_near_leaf *leaf, uint32_t key,
    uint32_t partial, uint32_t ref);

/*
 * Another leaf of what is live among these 2^key_bits keys (all, or half) of
 * a leaf: pages says which are (NULL: given back). O(entries).
 */
TCN_MUST_USE enum tcn_rc tcn_near_leaf_build(struct tcn_near_leaf *leaf,
    const struct tcn_near_leaf *from, uint32_t key, unsigned key_bits,
    struct tcn_near_page *const *pages);

static inline uint32_t
tcn_near_leaf_local(const struct tcn_near_leaf *leaf, uint32_t key)
{
	return key & (((uint32_t)1 << leaf->key_bits) - 1);
}

/* Where the sealed entries of a key end (the key within the leaf). */
static inline uint32_t
tcn_near_leaf_end(const struct tcn_near_leaf *leaf, uint32_t local)
{
	return (local + 1) >> leaf->key_bits ? leaf->n
					     : leaf->starts[local + 1];
}

/*
 * The sealed entries of 2^bits neighbouring keys, of which key is one. Returns
 * how many spans that is: 0 or 1; what is written then is of no use.
 */
static inline size_t
tcn_near_leaf_sealed(const struct tcn_near_leaf *leaf, uint32_t key,
    unsigned bits, const struct tcn_near_ask *ask, struct tcn_near_span *span,
    struct tcn_popcount_part *part)
{
	uint32_t local, first;

	if (!leaf->n)
		return 0;
	key = key >> bits << bits;
	local = tcn_near_leaf_local(leaf, key);
	first = leaf->starts[local];
	*span = (struct tcn_near_span){
		.leaf = leaf,
		.first = first,
		.key = key,
		.query = ask->query,
		.table = ask->table,
		.width = (uint8_t)(1u << bits),
	};
	*part = (struct tcn_popcount_part){
		.words = leaf->partials + first,
		.n = tcn_near_leaf_end(leaf, local + (1u << bits) - 1) - first,
		.query = ask->partial,
		/* A flipped bit of the key is spent. */
		.limit = ask->radius - (bits == 0 && key != ask->key),
	};
	return part->n != 0;
}

/* The open entries of key and some of its neighbours, in the same way. */
static inline size_t
tcn_near_leaf_open(const struct tcn_near_leaf *leaf, uint32_t key,
    const struct tcn_near_ask *ask, struct tcn_near_span *span,
    struct tcn_popcount_part *part)
{
	const struct tcn_near_open *open = &leaf->open;
	uint32_t group = tcn_near_leaf_local(leaf, key) >> open->shift;
	uint32_t first = group * open->slots;

	*span = (struct tcn_near_span){
		.leaf = leaf,
		.first = first,
		.query = ask->query,
		.table = ask->table,
	};
	*part = (struct tcn_popcount_part){
		.words = open->partials + first,
		.n = open->counts[group],
		.query = ask->partial,
		.limit = ask->radius,
	};
	return part->n != 0;
}

/* Asks for the lines that sealed and open read. */
static inline void
tcn_near_leaf_announce(const struct tcn_near_leaf *leaf, uint32_t key)
{
	const struct tcn_near_open *open = &leaf->open;
	uint32_t local = tcn_near_leaf_local(leaf, key);

	__builtin_prefetch(leaf->starts + local);
	__builtin_prefetch(open->partials +
	    (size_t)(local >> open->shift) * open->slots);
}

/* The key of an entry of a span. */
static inline uint32_t
tcn_near_span_key(const struct tcn_near_span *span, uint32_t at)
{
	const struct tcn_near_leaf *leaf = span->leaf;
	uint32_t i = 0;

	if (!span->width)
		return leaf->open.keys[span->first + at];
	while (i + 1 < span->width &&
	    tcn_near_leaf_end(leaf, tcn_near_leaf_local(leaf, span->key + i)) <=
		span->first + at)
		i++;
	return span->key + i;
}

static inline const uint32_t *
tcn_near_span_refs(const struct tcn_near_span *span)
{
	return (span->width ? span->leaf->refs : span->leaf->open.refs) +
	    span->first;
}

#endif
