/*
 * window/near/near.h - which recent items have nearly the same fingerprint as
 * an item?
 *
 * A fingerprint is 64 bits, the simhash of a text's weighted terms
 * (engine/item/fprint.h; Charikar, Similarity estimation techniques from
 * rounding algorithms, STOC 2002): a locality-sensitive hash (LSH), by which
 * two texts are alike when theirs differ in few bits (the Hamming distance).
 * This is the ring that files items, forgets them as time goes on, and finds
 * exactly all items of a sliding window within radius 0..7. Read it from here
 * down.
 *
 * THE BLOCK IDEA (Manku, Jain and Das Sarma 2007). Cut the fingerprint into B
 * blocks. Bits that differ lie in some of the blocks; when there are fewer of
 * them than blocks, one block has none. So file every fingerprint under each of
 * its blocks, in B tables, and look into the B places that the blocks of the
 * query name: every fingerprint at distance d < B is there, and a comparison of
 * the other bits sorts out the rest. With blocks of b bits a place holds n /
 * 2^b of n random fingerprints.
 *
 * Beyond B - 1 this alone misses pairs: all those whose differing bits touch
 * every block. The chance of a miss, for d bits at random places:
 *
 *	d             4      5      6      7
 *	4 x 16      0.102  0.255  0.420  0.556
 *	5 x 13        0    0.045  0.134  0.246
 *	8 x 8         0      0      0      0
 *
 * MULTI-INDEX HASHING (Norouzi, Punjani and Fleet 2012) looks at neighbouring
 * places too. If each of 4 blocks had at least 2 differing bits, there would
 * be 8; so at distance 7 some block has at most one. Probing each block as it
 * is and with each one of its 16 bits flipped, 68 places in all, is therefore
 * exact to radius 7, at places of n / 65536: 8 blocks of 8 bits need only 8
 * places, but each is n / 256. Below 7 fewer places are enough; near_plan.h
 * has the rule and its proof. A pair that several tables see is reported by
 * the lowest of them alone, so that no set is needed to drop repeats.
 *
 * WHAT BOUNDS IT. A look-up over a large window costs the cache lines it
 * touches, so the design is to touch few and to prefetch them:
 *	near_leaf.h    entries in the order of their keys: one start, then
 *	               partials (32 of the other bits) side by side, 16 to a
 *	               line; new entries in a small open part beside them
 *	near_table.h   divides the keys of a block among leaves, so that there
 *	               is never more to rebuild at a time than one
 *	near_search.c  the stages of a look-up, each fetching for the next
 *	popcount.h     16 comparisons an instruction, where the processor can
 *	sighting_store.h  (window/base/) the sightings by time bucket, packed;
 *	               copies of one text together
 *
 * CROWDS. Where many texts are alike without being the same (a form that is
 * filled in ten thousand times, or an attack), each would be a candidate for
 * each. So an item that comes into a time bucket with TCN_NEAR_CROWD records
 * within 7 bits of it, each sharing one of the first four blocks with it, is
 * filed as one more sighting of the nearest of them: it is found and counted
 * under that record's fingerprint. A look-up therefore meets a few hundred a
 * bucket, however many come. Items with fewer neighbours are records of their
 * own, and look-ups are exact.
 *
 * HOT KEYS. Where more than TCN_NEAR_HOT records have a block in common and lie
 * far apart in the rest, which chance does not do to texts, a look-up compares
 * the newest of these alone, and finds the others by the other blocks: from
 * radius 3 on, in plan 4 x 16, with every bit of those flipped, too. So a
 * record that one hot key leaves out is found if it lies within 5 bits; one
 * that two leave out, within 3; three, within 1. The newest records are found
 * at any distance. TCN_NEAR_HOT is twice what crowds of one kind leave in 32
 * buckets.
 *
 * Call order: new; insert and look-ups in any order; expire now and then;
 * free. Times may come out of order. Sightings of one time bucket with equal
 * fingerprints, or of a crowd, are one entry, up to some thousands. The ring
 * owns its items, the caller the hits. Not thread safe.
 *
 * Cost: a look-up at radius r reads one or two places for each probe; the
 * nearest is searched with few probes first, and no farther than the best so
 * far; an insert reads and writes one in each table, and now and then has a
 * leaf of at most 48,000 entries rebuilt. Expiry frees the sightings of whole
 * buckets at once, O(their pages). The tables drop dead entries as leaves are
 * rebuilt, and where few are, one more leaf a call: no single step grows with
 * the window.
 *
 * Memory: about 45 bytes a distinct fingerprint at millions (32 in four
 * tables and 4 in their open parts, 4 for the low half, 3 to 12 for time,
 * sequence number, publisher and origin), more when small.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_H
#define TCN_WINDOW_NEAR_NEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

/* How fingerprints are filed: blocks x bits. */
enum tcn_near_plan_kind {
	TCN_NEAR_PLAN_4X16,
	TCN_NEAR_PLAN_5X13,
	TCN_NEAR_PLAN_8X8,
};

struct tcn_near_conf {
	enum tcn_near_plan_kind plan;
	int64_t horizon_ms; /* how far back look-ups reach */
	int64_t bucket_ms; /* width of a time bucket; 0: a default */
	size_t cap_bytes; /* hard cap; 0: none */
};

enum {
	TCN_NEAR_CROWD = 256, /* see CROWDS */
	/* records with one key of 16 bits; see HOT KEYS */
	TCN_NEAR_HOT = 16384,
};

/* A sighting to file. */
struct tcn_near_item {
	uint64_t fingerprint;
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* An item that was found. */
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
	uint64_t items; /* sightings in the ring */
	uint64_t fingerprints; /* distinct ones of each time bucket */
	uint64_t bytes;
	uint64_t expired; /* sightings expired, since the start */
	uint64_t dropped; /* sightings dropped at the cap, since the start */
	/* since the start; candidates: entries compared */
	uint64_t lookups, candidates;
	uint64_t filed; /* entries compared by inserts, since the start */
};

struct tcn_near;

struct tcn_near *tcn_near_new(const struct tcn_near_conf *conf);
void tcn_near_free(struct tcn_near *near);

/* Files one sighting. At the byte cap the oldest bucket is freed first (counted
 * in stats.dropped). */
void tcn_near_insert(struct tcn_near *near, const struct tcn_near_item *item);

/*
 * Sets *hits to all sightings within radius (0..7) whose time t has from_ms < t
 * <= to_ms, by (distance, ts, seq). Exact but for crowds and hot keys.
 */
void tcn_near_find(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    int64_t from_ms, int64_t to_ms, struct tcn_near_hits *hits);

/* Counts what tcn_near_find() would find, without listing the hits. */
void tcn_near_count(struct tcn_near *near, uint64_t fingerprint,
    unsigned radius, int64_t from_ms, int64_t to_ms,
    struct tcn_near_counts *counts);

/* Counts the sightings alone, not their origins and publishers: cheaper
 * still. */
uint64_t tcn_near_items(struct tcn_near *near, uint64_t fingerprint,
    unsigned radius, int64_t from_ms, int64_t to_ms);

/*
 * Sets *hit to the sighting nearest to fingerprint within radius and the span:
 * least distance, then oldest, then least seq. False when there is none.
 */
bool tcn_near_nearest(struct tcn_near *near, uint64_t fingerprint,
    unsigned radius, int64_t from_ms, int64_t to_ms, struct tcn_near_hit *hit);

/*
 * Moves the end of the window to now_ms, never back: sightings at or before
 * now_ms - horizon are no longer found or counted, to the millisecond; buckets
 * that lie wholly there are freed.
 */
void tcn_near_expire(struct tcn_near *near, int64_t now_ms);

void tcn_near_stats(const struct tcn_near *near, struct tcn_near_stats *stats);
void tcn_near_hits_fini(struct tcn_near_hits *hits);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, unless the sightings are sound
 * and every table has every record once, under the same fingerprint. O(items x
 * tables); for tests.
 */
TCN_MUST_USE enum tcn_rc tcn_near_check(const struct tcn_near *near,
    struct tcn_err *err);

#endif
