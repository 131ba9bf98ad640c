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
 * The position of a sweep over the tables, a leaf at a time. A round rebuilds
 * every leaf that was not rebuilt since the round before began; by its end no
 * table has an entry that was dead then, and the numbers of those pages are
 * free again (tcn_sighting_store_recycle).
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
	/* Where the bits of each lower block lie in the partials of a table. */
	uint32_t views[TCN_NEAR_BLOCKS_MAX][TCN_NEAR_BLOCKS_MAX];
	struct tcn_near_table tables[TCN_NEAR_BLOCKS_MAX];
	struct tcn_sighting_store store;
	struct tcn_near_hand hand;
	uint64_t lookups, candidates;
	uint64_t filed; /* entries compared by inserts */
	/* Scratch of a count, and of a look-up at a hot key: records seen. */
	struct tcn_map origins, publishers, seen;
};

/* Receives a record within the radius; returns false to stop the look-up. */
struct tcn_near_match {
	uint64_t fingerprint;
	uint32_t ref;
	uint8_t distance;
};

typedef void tcn_near_match_fn(void *ctx, const struct tcn_near_match *match);

/* Calls see for every live record within radius, once. */
void tcn_near_look(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    tcn_near_match_fn *see, void *ctx);

/* As tcn_near_look(), but it may skip records farther than *within, which see()
 * may decrease. */
void tcn_near_look_within(struct tcn_near *near, uint64_t fingerprint,
    unsigned *within, tcn_near_match_fn *see, void *ctx);

/*
 * Calls see for every live record within TCN_NEAR_RADIUS_MAX that shares one of
 * the first four blocks with the fingerprint and was made since store->ever was
 * `born`; it may also see some older records.
 */
void tcn_near_look_since(struct tcn_near *near, uint64_t fingerprint,
    uint64_t born, tcn_near_match_fn *see, void *ctx);

#endif
