/*
 * window/near/near_impl.h - the inside of struct tcn_near. Private to near*.c.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_IMPL_H
#define TCN_WINDOW_NEAR_NEAR_IMPL_H

#include "engine/base/map.h"
#include "window/base/popcount.h"
#include "window/base/sighting_store.h"
#include "window/near/near_table.h"

/*
 * The hand of a clock that sweeps the tables, a leaf at a time. A round
 * rebuilds every leaf that was not rebuilt since the round before began; by its
 * end no table has an entry that was dead then, and the numbers of those pages
 * are free again (tcn_sighting_store_recycle).
 */
struct tcn_near_hand {
	unsigned table;
	uint32_t key;
	uint64_t since; /* store.ever when the round began */
};

struct tcn_near {
	struct tcn_near_conf conf;
	const struct tcn_near_plan *plan;
	const struct tcn_popcount *popcount;
	/* Of each lower block, seen from a table: where in its partials. */
	uint32_t views[TCN_NEAR_BLOCKS_MAX][TCN_NEAR_BLOCKS_MAX];
	struct tcn_near_table tables[TCN_NEAR_BLOCKS_MAX];
	struct tcn_sighting_store store;
	struct tcn_near_hand hand;
	int64_t edge_ms; /* what is no later than this has left the window */
	uint64_t expired, dropped, lookups, candidates;
	uint64_t filed; /* entries compared by inserts */
	/* Scratch of a count, and of a look-up at a hot key: records seen. */
	struct tcn_map origins, publishers, seen;
};

/* A record within the radius; see returns false to stop. */
struct tcn_near_match {
	uint64_t fingerprint;
	uint32_t ref;
	uint8_t distance;
};

typedef void tcn_near_match_fn(void *ctx, const struct tcn_near_match *match);

/* Calls see for every live record within radius, once. */
void tcn_near_look(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    tcn_near_match_fn *see, void *ctx);

/* The same, but what is farther than *within, which see() may make less, need
 * not be seen. */
void tcn_near_look_within(struct tcn_near *near, uint64_t fingerprint,
    unsigned *within, tcn_near_match_fn *see, void *ctx);

/*
 * The same for those within TCN_NEAR_RADIUS_MAX that have one of the first four
 * blocks in common with the fingerprint, but for records that were there when
 * store->ever was `born`, of which some may be seen all the same.
 */
void tcn_near_look_since(struct tcn_near *near, uint64_t fingerprint,
    uint64_t born, tcn_near_match_fn *see, void *ctx);

#endif
