/*
 * window/keys/keys_table.h - a hash table from keys to chains of entries.
 *
 * A hash table with chaining, one slot an entry, that grows a slot at a time:
 * linear hashing (Litwin, Linear hashing: a new tool for file and table
 * addressing, VLDB 1980). The slots in use are 0 .. slots - 1; a new slot
 * splits the chain of the slot whose number is its own without the highest bit.
 * So no call rebuilds the table. Slots come in segments of 16 KiB, so that none
 * moves either.
 *
 * A chain is in order of its entries' buckets, newest first. Buckets are given
 * back oldest first, so that dead entries are the tail of a chain: the first
 * walk that meets one cuts the chain there. A sweep goes over the slots and
 * cuts as well, so that after a round no chain has an entry that was dead when
 * the round began.
 */
#ifndef TCN_WINDOW_KEYS_KEYS_TABLE_H
#define TCN_WINDOW_KEYS_KEYS_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "window/keys/keys_page.h"

enum {
	TCN_KEYS_SEGMENT_BITS = 12,
	TCN_KEYS_SEGMENT = 1 << TCN_KEYS_SEGMENT_BITS, /* slots */
};

struct tcn_keys_table {
	uint32_t **segments; /* of heads: entries, or TCN_KEYS_NIL */
	size_t segments_n, segments_cap;
	uint32_t slots;
	uint32_t hand; /* the slot that is swept next */
};

void tcn_keys_table_fini(struct tcn_keys_table *table);
size_t tcn_keys_table_bytes(const struct tcn_keys_table *table);

/* Empties all chains: to be called when no entry is alive. */
void tcn_keys_table_clear(struct tcn_keys_table *table);

/* Adds slots until there are n, and at least one; never removes any.
 * O(added). */
void tcn_keys_table_grow(struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, uint64_t n);

/* The slot of a key, and the head of that slot's chain. There must be a
 * slot. */
uint32_t tcn_keys_table_slot(const struct tcn_keys_table *table, uint32_t key);

static inline uint32_t *
tcn_keys_table_head(const struct tcn_keys_table *table, uint32_t slot)
{
	return &table->segments[slot >> TCN_KEYS_SEGMENT_BITS]
			       [slot & (TCN_KEYS_SEGMENT - 1)];
}

/* Prefetches the memory that walks of these keys' chains read first. */
void tcn_keys_table_prefetch(const struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, const uint32_t *keys, size_t n);

/*
 * Returns the first entry with the key at or behind *link, or TCN_KEYS_NIL, and
 * sets *link to the link behind it. Cuts off the dead tail of the chain when it
 * meets it.
 */
uint32_t tcn_keys_table_next(const struct tcn_keys_pages *pages,
    uint32_t **link, uint32_t key);

/* Links a live entry into the chain of its key. newest: its bucket is the
 * newest, so that the entry comes first. */
void tcn_keys_table_link(struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, uint32_t entry, bool newest);

/* Sweeps the next n slots; true when that ended a round. */
bool tcn_keys_table_sweep(struct tcn_keys_table *table,
    const struct tcn_keys_pages *pages, uint32_t n);

#endif
