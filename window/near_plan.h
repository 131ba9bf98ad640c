/*
 * window/near_plan.h - how a 64-bit fingerprint is cut into blocks.
 *
 * A plan cuts it into B blocks, each the key of one table. What a table keeps
 * of the other bits is the partial: the highest 32 of them. Key and partial
 * together always hold the high half of the fingerprint, because at most 32
 * bits of that half lie outside the block; so only the low half is kept
 * elsewhere, once for all tables.
 *
 * How far each table must look. Two fingerprints at distance d <= r have
 * block distances d_0 .. d_B-1 that add up to d. Give table i a reach of r_i
 * flipped bits: a pair is missed by every table only if every d_i >= r_i + 1,
 * hence d >= sum (r_i + 1). So the search is exact when
 *
 *	sum over i of (r_i + 1)  >=  r + 1
 *
 * (Norouzi, Punjani and Fleet 2012 give all r_i the value r / B, rounded
 * down; spending the remainder block by block is the "general pigeonhole
 * principle" of Qin et al. 2018.) With B blocks and reaches of 0 or 1 it
 * takes r + 1 - B tables with reach 1. For 4 x 16 that is none at radius 3
 * (4 probes), one at 4 (20), two at 5 (36), three at 6 (52), four at 7 (68).
 */
#ifndef TCN_WINDOW_NEAR_PLAN_H
#define TCN_WINDOW_NEAR_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "window/near.h"

enum {
	TCN_NEAR_BLOCKS_MAX = 8,
	TCN_NEAR_RADIUS_MAX = 7,
};

struct tcn_near_block {
	uint8_t shift; /* bits below the block */
	uint8_t bits; /* bits in it */
};

struct tcn_near_plan {
	unsigned blocks_n;
	struct tcn_near_block blocks[TCN_NEAR_BLOCKS_MAX];
};

/* Never NULL for a value of the enumeration. */
const struct tcn_near_plan *tcn_near_plan(enum tcn_plan plan);

/* How many bits of block i may differ (0 or 1) for exactness to radius. */
static inline unsigned
tcn_near_reach(const struct tcn_near_plan *plan, unsigned i, unsigned radius)
{
	return i + plan->blocks_n < radius + 1;
}

static inline uint32_t
tcn_near_key(struct tcn_near_block block, uint64_t fingerprint)
{
	return (uint32_t)(fingerprint >> block.shift) &
	    (((uint32_t)1 << block.bits) - 1);
}

/* The highest 32 of the bits outside the block. */
static inline uint32_t
tcn_near_partial(struct tcn_near_block block, uint64_t fingerprint)
{
	uint64_t below = ((uint64_t)1 << block.shift) - 1;
	uint64_t above = ~below << block.bits;

	return (uint32_t)(((fingerprint & above) |
			      (fingerprint & below) << block.bits) >>
	    32);
}

/* The fingerprint again, from the three pieces of it that are kept. */
static inline uint64_t
tcn_near_whole(struct tcn_near_block block, uint32_t key, uint32_t partial,
    uint32_t low)
{
	uint64_t rest = (uint64_t)partial << 32;
	uint64_t below = ((uint64_t)1 << block.shift) - 1;
	uint64_t above = ~below << block.bits;
	uint64_t high = (rest & above) | (uint64_t)key << block.shift |
	    (rest >> block.bits & below);
	return (high & ~(uint64_t)UINT32_MAX) | low;
}

/*
 * True when table i is the lowest that sees a pair with these differing
 * bits, so that a pair seen by several tables is told once without a set.
 */
static inline bool
tcn_near_is_first(const struct tcn_near_plan *plan, unsigned i, unsigned radius,
    uint64_t differing)
{
	for (unsigned j = 0; j <= i; j++) {
		uint32_t d = tcn_near_key(plan->blocks[j], differing);
		bool sees = d == 0;

		if (tcn_near_reach(plan, j, radius))
			sees = (d & (d - 1)) == 0;
		if (sees)
			return j == i;
	}
	return false;
}

#endif
