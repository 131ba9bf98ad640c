/*
 * window/near/near_table.h - the table of one block: which records have which
 * key.
 *
 * Keys are divided among leaves (near_leaf.h) by their highest bits, and a
 * leaf that has grown too large is split in two, as pages are in extendible
 * hashing (Fagin et al. 1979): a directory of leaves is indexed by as many
 * bits as the narrowest of them has. So there is never more to rebuild at a
 * time than one leaf, and a key that half of all entries have gets a leaf of
 * its own.
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
 * Makes the add that follows it certain to succeed. O(1) amortised, but now
 * and then a leaf is built, without entries whose pages are not live; now is a
 * number that grows, from which leaf->built is set.
 */
void tcn_near_table_reserve(struct tcn_near_table *table, uint64_t fingerprint,
    const uint8_t *live, uint64_t now);
void tcn_near_table_add(struct tcn_near_table *table, uint64_t fingerprint,
    uint32_t ref);

static inline const struct tcn_near_leaf *
tcn_near_table_leaf(const struct tcn_near_table *table, uint32_t key)
{
	return table->leaves[key >> table->shift];
}

/* Asks for the lines that an add writes. */
static inline void
tcn_near_table_prefetch_add(const struct tcn_near_table *table,
    uint64_t fingerprint)
{
	uint32_t key = tcn_near_key(table->block, fingerprint);

	tcn_near_leaf_prefetch_add(tcn_near_table_leaf(table, key), key);
}

/* Asks for the lines that a probe reads first. */
void tcn_near_table_prefetch(const struct tcn_near_table *table,
    const struct tcn_near_probe *ask);

/* All a probe must see; room for TCN_NEAR_SPANS_MAX. */
size_t tcn_near_table_spans(const struct tcn_near_table *table,
    const struct tcn_near_probe *ask, struct tcn_near_span *spans,
    struct tcn_popcount_part *parts);

/*
 * Rebuilds, without the dead, the first leaf from *key on that was not built
 * after since; *key is then the first behind it. TCN_DONE: there is none.
 */
TCN_MUST_USE enum tcn_rc tcn_near_table_sweep(struct tcn_near_table *table,
    uint32_t *key, uint64_t since, const uint8_t *live, uint64_t now);

/* Forgets everything. */
void tcn_near_table_clear(struct tcn_near_table *table);

/* Visits every entry, dead or live. */
typedef void tcn_near_entry_fn(void *ctx, uint32_t key, uint32_t partial,
    uint32_t ref);
void tcn_near_table_each(const struct tcn_near_table *table,
    tcn_near_entry_fn *see, void *ctx);

#endif
