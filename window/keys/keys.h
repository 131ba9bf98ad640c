/*
 * window/keys/keys.h - which recent items share several keys with a set?
 *
 * An item has a set of keys, 32-bit hashes of its parts: of its sentences
 * (engine/item/sketch.h), say. This is the ring that files items, forgets them
 * as time goes on, and finds all items of a sliding window that share at least
 * m keys with a query. It does for sets what window/near does for fingerprints:
 * it finds texts that were cut, extended or set among other text, which
 * fingerprints miss. Keys of two kinds never meet because each kind has a ring
 * of its own.
 *
 * SETS ARE SAMPLES. Of a long text only the k smallest keys are kept, a
 * bottom-k sketch (Broder, On the resemblance and containment of documents,
 * 1997; Cohen and Kaplan, Summarizing data using bottom-k sketches, PODC 2007):
 * since both texts keep the smallest by the same order, each key that one kept
 * below the other's last key would have been kept by the other as well. So two
 * sets are compared up to `top`, the smaller of the last keys of those that are
 * cut off. A hit says how many keys each side has up to there, and how many
 * they share:
 *
 *	containment = shared / min(mine, theirs)
 *	Jaccard     = shared / (mine + theirs - shared)
 *
 * COMMON KEYS. A sentence of many different texts, such as a disclaimer, is no
 * sign that two of them are alike. A key is common when the records of the span
 * that have it are of more than max(common, records / share) origins, and then
 * counts on neither side. Origins, not records: a text that a hundred sites cut
 * differently is one origin, and its sentences must not become common because
 * it is printed often. A key that more than `heavy` records of the span have is
 * common without counting origins, so that no look-up grows with the window.
 * Only records of time buckets that lie wholly in the span are counted, so that
 * a ring filled anew with the items of the span answers the same.
 *
 * HOW IT IS BUILT.
 *	sighting_store.h  (window/base/) records by time bucket: equal sets
 *	                  within one are one record with several sightings
 *	keys_page.h       the keys of records, in pages that belong to a bucket;
 *	                  each key is an entry, linked to the next of its chain
 *	keys_table.h      a hash table with chaining that grows a slot at a time
 *	                  (linear hashing: Litwin, VLDB 1980)
 * A chain has the newest buckets first, so that its dead entries are its tail,
 * which is cut when met. A key has one entry a bucket; when several records of
 * the bucket have it, the entry names a list of them. So the records with a key
 * are counted in one step a bucket, even when all records have it.
 *
 * Call order: new; insert, find and expire in any order; free. Times may come
 * out of order. The ring owns its items, the caller the hits. Not thread safe.
 *
 * Cost: an insert or a look-up touches about two cache lines a key, prefetched,
 * and a look-up its hits as well. Expiry frees the pages of whole buckets,
 * O(their pages); chains drop dead entries when they are met, and some chains
 * with each insert: no single step grows with the window.
 *
 * Memory: 14 bytes a key (8 the entry, 2 its record, 4 the table) and about 60
 * a record.
 */
#ifndef TCN_WINDOW_KEYS_KEYS_H
#define TCN_WINDOW_KEYS_KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

enum {
	TCN_KEYS_MAX = 256, /* of a set */
};

struct tcn_keys_conf {
	int64_t horizon_ms; /* how far back look-ups reach */
	int64_t bucket_ms; /* width of a time bucket; 0: a default */
	size_t cap_bytes; /* hard cap; 0: none */
	uint32_t common; /* a key of more origins is common; 0: a default */
	uint32_t share; /* one in so many records is common; 0: a default */
	uint32_t heavy; /* a key of more records is common; 0: a default */
};

/* A set of keys. */
struct tcn_keys_set {
	const uint32_t *at; /* distinct, smallest first */
	size_t n; /* 1..TCN_KEYS_MAX */
	bool cut; /* these are the smallest of more keys */
};

/* A sighting to file. */
struct tcn_keys_item {
	struct tcn_keys_set set;
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* A record that was found, described by its earliest sighting in the span. */
struct tcn_keys_hit {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
	uint32_t shared; /* keys of both that are not common */
	/* keys of each that can be compared, without common ones */
	uint32_t mine, theirs;
};

struct tcn_keys_hits { /* grows; all zero is empty */
	struct tcn_keys_hit *at;
	size_t n, cap;
};

struct tcn_keys_stats {
	uint64_t items; /* sightings in the ring */
	uint64_t records; /* distinct sets of each time bucket */
	uint64_t keys; /* of the records */
	uint64_t bytes;
	uint64_t expired; /* sightings expired, since the start */
	uint64_t dropped; /* sightings dropped at the cap, since the start */
	uint64_t lookups,
	    entries; /* ever; entries: met in chains by look-ups */
	/* keys left out of look-ups since the start, by reason */
	uint64_t common, heavy;
};

struct tcn_keys;

struct tcn_keys *tcn_keys_new(const struct tcn_keys_conf *conf);
void tcn_keys_free(struct tcn_keys *keys);

/* Files one sighting. At the byte cap the oldest bucket is freed first (counted
 * in stats.dropped). */
void tcn_keys_insert(struct tcn_keys *keys, const struct tcn_keys_item *item);

/*
 * Sets *hits to all records that share at least `least` (> 0) keys with the set
 * and have a sighting whose time t has from_ms < t <= to_ms, by (shared, most
 * first; then ts, seq). Exact. Later answers do not depend on this call.
 */
void tcn_keys_find(struct tcn_keys *keys, const struct tcn_keys_set *set,
    uint32_t least, int64_t from_ms, int64_t to_ms, struct tcn_keys_hits *hits);

/*
 * Moves the end of the window to now_ms, never back: sightings at or before
 * now_ms - horizon are no longer found, to the millisecond; buckets that lie
 * wholly there are freed.
 */
void tcn_keys_expire(struct tcn_keys *keys, int64_t now_ms);

void tcn_keys_stats(const struct tcn_keys *keys, struct tcn_keys_stats *stats);
void tcn_keys_hits_fini(struct tcn_keys_hits *hits);

/*
 * Validator: TCN_CORRUPT, and in err a sentence, when records, entries, chains
 * and lists disagree. O(keys); for tests and `tocsin check`.
 */
TCN_MUST_USE enum tcn_rc tcn_keys_check(const struct tcn_keys *keys,
    struct tcn_err *err);

#endif
