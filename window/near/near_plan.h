/*
 * window/near/near_plan.h - how a 64-bit fingerprint is cut into blocks.
 *
 * A plan cuts it into B blocks, each the key of one table. What a table keeps
 * of the other bits is the partial: the highest 32 of them. Key and partial
 * together always hold the high half of the fingerprint, because at most 32
 * bits of that half lie outside the block; so only the low half is stored
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
 * principle" of Qin et al. 2018; a reach of -1 leaves the table out.) With B
 * blocks, r + 1 tables at reach 0 do up to radius B - 1, and r + 1 - B tables
 * at reach 1 beyond. For 4 x 16 that is one probe at radius 0, 4 at radius 3,
 * 20 at 4, 36 at 5, 52 at 6 and 68 at 7.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_PLAN_H
#define TCN_WINDOW_NEAR_NEAR_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "window/near/near.h"

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

/* The plan of a kind; never NULL. */
const struct tcn_near_plan *tcn_near_plan(enum tcn_near_plan_kind plan);

/*
 * The reach of table i: how many bits of its block must be flipped for
 * exactness up to radius, 0 or 1; -1 when the other tables suffice.
 */
static inline int
tcn_near_reach(const struct tcn_near_plan *plan, unsigned i, unsigned radius)
{
	if (i + plan->blocks_n < radius + 1)
		return 1;
	return i <= radius ? 0 : -1;
}

/* Whether the differing bits of a key, or of a block in place, are within
 * reach. */
static inline bool
tcn_near_reaches(int reach, uint64_t differing)
{
	return reach > 0 ? (differing & (differing - 1)) == 0
			 : reach == 0 && differing == 0;
}

static inline uint64_t
tcn_near_mask(struct tcn_near_block block)
{
	return (((uint64_t)1 << block.bits) - 1) << block.shift;
}

static inline uint32_t
tcn_near_key(struct tcn_near_block block, uint64_t fingerprint)
{
	return (uint32_t)(fingerprint >> block.shift) &
	    (((uint32_t)1 << block.bits) - 1);
}

/* The partial of a fingerprint: the highest 32 of the bits outside the
 * block. */
static inline uint32_t
tcn_near_partial(struct tcn_near_block block, uint64_t fingerprint)
{
	uint64_t below = ((uint64_t)1 << block.shift) - 1;
	uint64_t above = ~below << block.bits;

	return (uint32_t)(((fingerprint & above) |
			      (fingerprint & below) << block.bits) >>
	    32);
}

/*
 * Where the bits of another block lie in the partials of this one; 0 when not
 * all of them do.
 */
static inline uint32_t
tcn_near_view(struct tcn_near_block block, struct tcn_near_block other)
{
	uint32_t view = tcn_near_partial(block, tcn_near_mask(other));

	return __builtin_popcount(view) == other.bits ? view : 0;
}

/* The fingerprint, put together from key, partial and low half. */
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

#endif
