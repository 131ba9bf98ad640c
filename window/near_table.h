/*
 * window/near_table.h - the table of one block: which records have which key.
 *
 * A table holds an entry a record: key (the block), partial (the highest 32
 * of the other bits) and reference. A probe visits the entries whose key is
 * the query's, or at reach 1 differs from it in at most one bit, and whose
 * key and partial together differ from the query's in at most radius bits.
 */
#ifndef TCN_WINDOW_NEAR_TABLE_H
#define TCN_WINDOW_NEAR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rc.h"
#include "window/near_plan.h"

struct tcn_near_entry {
	uint32_t partial;
	uint32_t ref;
	uint16_t key;
};

struct tcn_near_group {
	struct tcn_near_entry *at;
	size_t n, cap;
};

struct tcn_near_table {
	struct tcn_near_block block;
	unsigned group_bits; /* of the key, the highest, name its group */
	struct tcn_near_group *groups;
	size_t n;
	size_t bytes;
};

struct tcn_near_query {
	uint64_t fingerprint;
	unsigned radius;
	unsigned reach;
	uint64_t candidates; /* entries met, added up */
};

/* False stops the probe. */
typedef bool tcn_near_entry_fn(void *ctx, const struct tcn_near_entry *entry);
typedef bool tcn_near_live_fn(const void *ctx, uint32_t ref);

TCN_MUST_USE enum tcn_rc tcn_near_table_init(struct tcn_near_table *table,
    struct tcn_near_block block);
void tcn_near_table_fini(struct tcn_near_table *table);

/* Makes the add that follows it certain to succeed. */
TCN_MUST_USE enum tcn_rc tcn_near_table_reserve(struct tcn_near_table *table,
    uint64_t fingerprint);
void tcn_near_table_add(struct tcn_near_table *table, uint64_t fingerprint,
    uint32_t ref);

bool tcn_near_table_probe(const struct tcn_near_table *table,
    struct tcn_near_query *query, tcn_near_entry_fn *see, void *ctx);

/* Visits every entry, dead or live. */
bool tcn_near_table_each(const struct tcn_near_table *table,
    tcn_near_entry_fn *see, void *ctx);

/* Forgets every entry that is not live. True: all of them are gone now. */
bool tcn_near_table_purge(struct tcn_near_table *table, tcn_near_live_fn *live,
    const void *ctx);

#endif
