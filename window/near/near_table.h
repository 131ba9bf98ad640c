/*
 * window/near/near_table.h - the table of one block: which records have which
 * key.
 *
 * Keys are divided among leaves (near_leaf.h) by their highest bits, and a leaf
 * that has grown too large is split in two, as pages are in extendible hashing
 * (Fagin et al. 1979): a directory of leaves is indexed by as many bits as the
 * narrowest of them has. So only one leaf is rebuilt at a time, and a key that
 * half of all entries have gets a leaf of its own.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_TABLE_H
#define TCN_WINDOW_NEAR_NEAR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "window/near/near_leaf.h"
#include "window/near/near_plan.h"

struct tcn_near_table {
	struct tcn_near_block block;
	uint8_t shift; /* bits of a key below its place in the directory */
	struct tcn_near_leaf **leaves; /* a leaf may have several places */
	size_t bytes;
};

enum {
	TCN_NEAR_SPANS_MAX = 17 * TCN_NEAR_SPANS_EACH, /* of a probe */
};

void tcn_near_table_init(struct tcn_near_table *table,
    struct tcn_near_block block);
void tcn_near_table_fini(struct tcn_near_table *table);

/*
 * Adds an entry. O(1) amortised, but now and then a leaf is rebuilt before,
 * without entries whose pages are not live; leaf->built is then set to `now`,
 * which must never decrease.
 */
void tcn_near_table_add(struct tcn_near_table *table, uint64_t fingerprint,
    uint32_t ref, const uint8_t *live, uint64_t now);

static inline const struct tcn_near_leaf *
tcn_near_table_leaf(const struct tcn_near_table *table, uint32_t key)
{
	return table->leaves[key >> table->shift];
}

/* Prefetches the lines that tcn_near_table_add() writes. */
static inline void
tcn_near_table_prefetch_add(const struct tcn_near_table *table,
    uint64_t fingerprint)
{
	uint32_t key = tcn_near_key(table->block, fingerprint);

	tcn_near_leaf_prefetch_add(tcn_near_table_leaf(table, key), key);
}

/* Prefetches the lines that a probe reads first. */
void tcn_near_table_prefetch(const struct tcn_near_table *table,
    const struct tcn_near_probe *ask);

/* Sets spans and parts to all entries that a probe must scan, with room for
 * TCN_NEAR_SPANS_MAX; returns how many there are. */
size_t tcn_near_table_spans(const struct tcn_near_table *table,
    const struct tcn_near_probe *ask, struct tcn_near_span *spans,
    struct tcn_popcount_part *parts);

/*
 * Rebuilds, without dead entries, the first leaf from *key on that was not
 * built after `since`; sets *key to the first key behind that leaf. TCN_DONE:
 * there is no such leaf.
 */
TCN_MUST_USE enum tcn_rc tcn_near_table_sweep(struct tcn_near_table *table,
    uint32_t *key, uint64_t since, const uint8_t *live, uint64_t now);

/* Removes all entries. */
void tcn_near_table_clear(struct tcn_near_table *table);

/* Visits every entry, dead or live. */
typedef void tcn_near_entry_fn(void *ctx, uint32_t key, uint32_t partial,
    uint32_t ref);
void tcn_near_table_each(const struct tcn_near_table *table,
    tcn_near_entry_fn *see, void *ctx);

#endif
