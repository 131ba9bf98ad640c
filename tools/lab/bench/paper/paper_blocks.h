/*
 * tools/lab/bench/paper/paper_blocks.h - fingerprints filed under the value of
 * each of their blocks, as the storage experiment describes it.
 *
 * A look-up compares the fingerprint with everything that is filed under one of
 * its own block values: the place of each block. This finds all that differ in
 * fewer bits than there are blocks, and of the others those that happen to have
 * a block in common. The window's own index (window/near) probes neighbouring
 * values as well; this one is here to be measured beside it, is filled once and
 * never changes.
 *
 * Memory: 8 bytes a block and fingerprint.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_BLOCKS_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "window/near/near_plan.h"

struct tcn_paper_blocks {
	const struct tcn_near_plan *plan;
	size_t n;
	uint64_t *filed; /* block after block, by value */
	size_t *ends[TCN_NEAR_BLOCKS_MAX]; /* by value: where the place ends */
	uint64_t bytes;
};

/* What a look-up came across. An entry is met once for each block in common. */
struct tcn_paper_met {
	uint64_t entries;
	uint64_t near_3, near_7; /* entries within so many bits */
	uint64_t found_3, found_7; /* the same, each fingerprint filed once */
};

/* Files n fingerprints. Call fini in every case. */
void tcn_paper_blocks_init(struct tcn_paper_blocks *blocks,
    enum tcn_near_plan_kind plan, const uint64_t *fingerprints, size_t n);
void tcn_paper_blocks_fini(struct tcn_paper_blocks *blocks);

/* The look-up that is timed: how many entries are within radius. */
uint64_t tcn_paper_blocks_look(const struct tcn_paper_blocks *blocks,
    uint64_t fingerprint, unsigned radius);

/* Counts in full what that look-up met. */
struct tcn_paper_met
tcn_paper_blocks_meet(const struct tcn_paper_blocks *blocks,
    uint64_t fingerprint);

/* Entries that a look-up among n random fingerprints meets, on average. */
double tcn_paper_blocks_reckon(enum tcn_near_plan_kind plan, double n);

#endif
