/*
 * window/near/near_join.h - all similar pairs of a set of fingerprints at once.
 *
 * For replays and for cleaning archives: no ring, no time. Each block in turn
 * is the key of one table; the table is walked from its first key to its
 * last, and only entries with the same key, or at reach 1 with keys one bit
 * apart, are compared, sixteen at a time. As in the ring, a pair belongs to
 * the lowest table that sees it. Walking in order beats probing at random:
 * a group is in the first cache while it is compared with itself.
 *
 * Equal fingerprints are one entry, so that copies cost nothing until their
 * pairs are reported.
 *
 * Cost at radius 3 with n random fingerprints: four times sorting n entries,
 * and n * n / 2^17 comparisons a table; at radius 7, 17 times as many.
 * Memory: about 40 bytes a fingerprint while it runs.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_JOIN_H
#define TCN_WINDOW_NEAR_NEAR_JOIN_H

#include <stddef.h>
#include <stdint.h>

#include "window/near/near.h"

/* Items by their place in the array, a < b. */
struct tcn_near_pair {
	uint32_t a, b;
	uint8_t distance;
};

/* False ends the join, which then returns TCN_DONE. */
typedef bool tcn_near_pair_fn(void *ctx, const struct tcn_near_pair *pair);

struct tcn_near_join_conf {
	enum tcn_near_plan_kind plan;
	unsigned radius; /* 0..7 */
	/*
	 * k copies make k * (k - 1) / 2 pairs. With this set they make k - 1:
	 * each with the first of them, which stands for all in other pairs.
	 */
	bool first_of_equals;
};

/*
 * Calls see for every pair within radius, each once, in no useful order (but
 * always the same). n < 2^32.
 */
TCN_MUST_USE enum tcn_rc tcn_near_join(const struct tcn_near_join_conf *conf,
    const uint64_t *fingerprints, size_t n, tcn_near_pair_fn *see, void *ctx);

#endif
