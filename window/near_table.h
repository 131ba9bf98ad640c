/*
 * window/near_table.h - the table of one block: which records have which key.
 *
 * A table holds an entry a record: key (the block), partial (the highest 32
 * of the other bits) and reference. New entries go into the open part: groups
 * of a fixed number of slots, appended to in place. When a group and the
 * spare slots are full the open part becomes a run (near_run.h), and runs are
 * merged so that there are at most three, each several times the next: what a
 * look-up touches beside the large run is small and stays in the caches. This
 * is the log-structured merge idea (O'Neil et al. 1996) with a bucket index in
 * place of a tree.
 */
#ifndef TCN_WINDOW_NEAR_TABLE_H
#define TCN_WINDOW_NEAR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rc.h"
#include "window/near_plan.h"
#include "window/near_run.h"

enum {
	TCN_NEAR_RUNS = 3,
	TCN_NEAR_SLOTS = 32, /* of an open group: two cache lines */
	TCN_NEAR_SPARE = 64, /* slots for groups that are full */
};

struct tcn_near_open {
	uint8_t *counts; /* of each group */
	uint32_t *partials; /* slots of each group, then the spare ones */
	uint32_t *refs;
	uint16_t *keys;
	uint32_t n, spare_n;
	uint8_t group_bits;
};

struct tcn_near_table {
	struct tcn_near_block block;
	struct tcn_near_open open;
	struct tcn_near_run runs[TCN_NEAR_RUNS]; /* newest and smallest first */
	size_t bytes;
};

/* What a probe has to look through. */
struct tcn_near_span {
	const uint32_t *partials;
	const uint32_t *refs;
	const uint16_t *keys; /* NULL: all have key */
	uint32_t n;
	uint32_t key;
	uint32_t table, query; /* for the caller to fill in */
};

/* The parts of a table, each with groups of its own. */
enum {
	TCN_NEAR_TIER_OPEN = TCN_NEAR_RUNS, /* behind the runs */
	TCN_NEAR_TIER_SPARE, /* one group */
	TCN_NEAR_TIERS,
	TCN_NEAR_SPANS_MAX = TCN_NEAR_TIERS * 17, /* of a probe */
};

TCN_MUST_USE enum tcn_rc tcn_near_table_init(struct tcn_near_table *table,
    struct tcn_near_block block);
void tcn_near_table_fini(struct tcn_near_table *table);

/*
 * Makes the add that follows it certain to succeed. O(1) amortised, but now
 * and then a run is made and small ones are merged.
 */
TCN_MUST_USE enum tcn_rc tcn_near_table_reserve(struct tcn_near_table *table,
    uint64_t fingerprint);
void tcn_near_table_add(struct tcn_near_table *table, uint64_t fingerprint,
    uint32_t ref);

/* Entries of the large run, and of everything newer. */
size_t tcn_near_table_large_n(const struct tcn_near_table *table);
size_t tcn_near_table_small_n(const struct tcn_near_table *table);

/*
 * A probe, in steps, so that a caller can overlap the cache misses of many.
 * Of each tier (an empty one has no group bits and no entries) it must see
 * the group that the highest bits of its key name and, at reach 1, those
 * whose number differs in a bit; a flip below stays inside the group. announce
 * asks for what tier_span reads of the probe's groups. tier_span is false when
 * the group is empty.
 */
size_t tcn_near_table_tier_n(const struct tcn_near_table *table, unsigned tier);
unsigned tcn_near_table_tier_bits(const struct tcn_near_table *table,
    unsigned tier);
void tcn_near_table_announce(const struct tcn_near_table *table, uint32_t key,
    int reach);
bool tcn_near_table_tier_span(const struct tcn_near_table *table, unsigned tier,
    uint32_t group, struct tcn_near_span *span);

/* All spans of a probe; room for TCN_NEAR_SPANS_MAX. */
size_t tcn_near_table_spans(const struct tcn_near_table *table, uint32_t key,
    int reach, struct tcn_near_span *spans);

/*
 * Makes everything one run, without the dead. False when out of memory: then
 * nothing has changed.
 */
bool tcn_near_table_settle(struct tcn_near_table *table,
    const uint64_t *live_pages);

/* Visits every entry, dead or live; false from see stops. */
typedef bool tcn_near_entry_fn(void *ctx, uint32_t key, uint32_t partial,
    uint32_t ref);
bool tcn_near_table_each(const struct tcn_near_table *table,
    tcn_near_entry_fn *see, void *ctx);

#endif
