/*
 * window/near.h - contract (see text): exact Hamming look-up over a ring.
 */
#ifndef TCN_WINDOW_NEAR_H
#define TCN_WINDOW_NEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/rc.h"

/* How fingerprints are filed: blocks x bits. */
enum tcn_plan {
	TCN_PLAN_4X16,
	TCN_PLAN_5X13,
	TCN_PLAN_8X8,
};

struct tcn_near_conf {
	enum tcn_plan plan;
	int64_t horizon_ms; /* how far back look-ups reach */
	int64_t bucket_ms; /* width of a time bucket; 0: a default */
	size_t cap_bytes; /* hard cap; 0: none */
};

/* One sighting to file. */
struct tcn_near_item {
	uint64_t fingerprint;
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* One item found. */
struct tcn_near_hit {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
	uint64_t fingerprint;
	uint8_t distance;
};

struct tcn_near_hits { /* grows; all zero is empty */
	struct tcn_near_hit *at;
	size_t n, cap;
};

struct tcn_near_counts {
	uint32_t items, origins, publishers;
};

struct tcn_near_stats {
	uint64_t items; /* sightings held */
	uint64_t fingerprints; /* distinct ones held */
	uint64_t bytes;
	uint64_t expired; /* sightings given back by time, ever */
	uint64_t dropped; /* sightings given back early, at the cap, ever */
	uint64_t lookups, candidates; /* ever: cost of look-ups */
};

struct tcn_near;

TCN_MUST_USE enum tcn_rc tcn_near_new(const struct tcn_near_conf *conf,
    struct tcn_near **near);
void tcn_near_free(struct tcn_near *near);

/*
 * Files one sighting. At the byte cap the oldest bucket is given back first
 * (counted in stats.dropped). TCN_NOMEM changes nothing.
 */
TCN_MUST_USE enum tcn_rc tcn_near_insert(struct tcn_near *near,
    const struct tcn_near_item *item);

/*
 * All sightings within radius (0..7) whose time t has
 * from_ms < t <= to_ms, by (distance, ts, seq). Exact. hits is cleared first.
 */
TCN_MUST_USE enum tcn_rc tcn_near_find(struct tcn_near *near,
    uint64_t fingerprint, unsigned radius, int64_t from_ms, int64_t to_ms,
    struct tcn_near_hits *hits);

/* The same, counted only: exact, without materialising the hits. */
TCN_MUST_USE enum tcn_rc tcn_near_count(struct tcn_near *near,
    uint64_t fingerprint, unsigned radius, int64_t from_ms, int64_t to_ms,
    struct tcn_near_counts *counts);

/* How many sightings only: cheaper still, and cannot fail. */
uint64_t tcn_near_items(struct tcn_near *near, uint64_t fingerprint,
    unsigned radius, int64_t from_ms, int64_t to_ms);

/*
 * The sighting nearest to fingerprint within radius and the span: least
 * distance, then oldest, then least seq. False when there is none.
 */
bool tcn_near_nearest(struct tcn_near *near, uint64_t fingerprint,
    unsigned radius, int64_t from_ms, int64_t to_ms, struct tcn_near_hit *hit);

/*
 * find and items for n fingerprints at once, faster than one by one when the
 * window is larger than the caches. The hits of question i are those of hits
 * from ends[i - 1] (0 for the first) to ends[i].
 */
TCN_MUST_USE enum tcn_rc tcn_near_find_batch(struct tcn_near *near,
    const uint64_t *fingerprints, size_t n, unsigned radius, int64_t from_ms,
    int64_t to_ms, struct tcn_near_hits *hits, size_t *ends);
TCN_MUST_USE enum tcn_rc tcn_near_items_batch(struct tcn_near *near,
    const uint64_t *fingerprints, size_t n, unsigned radius, int64_t from_ms,
    int64_t to_ms, uint64_t *items);

/* Gives back whole buckets older than now_ms - horizon. */
void tcn_near_expire(struct tcn_near *near, int64_t now_ms);

void tcn_near_stats(const struct tcn_near *near, struct tcn_near_stats *stats);
void tcn_near_hits_fini(struct tcn_near_hits *hits);

/* Structural validator for tests: TCN_CORRUPT and a reason when broken. */
TCN_MUST_USE enum tcn_rc tcn_near_check(const struct tcn_near *near,
    struct tcn_err *err);

#endif
