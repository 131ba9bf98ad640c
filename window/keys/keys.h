/*
 * window/keys/keys.h - which recent items share several of these keys?
 *
 * An item has a set of keys, 32-bit hashes of its parts: of its sentences
 * (engine/item/sketch.h), say. This is the ring that finds all items of a
 * sliding window of time that share at least m of them with a question, and
 * files and forgets items as time goes on. What window/near is to fingerprints,
 * this is to sets: it finds what was cut, extended or set among other text,
 * of which a fingerprint keeps nothing. Keys of two kinds never meet because
 * each kind has a ring of its own.
 *
 * SETS ARE SAMPLES. Of a long text only the k smallest keys are kept, a
 * bottom-k sketch (Broder, On the resemblance and containment of documents,
 * 1997; Cohen and Kaplan, Summarizing data using bottom-k sketches, PODC
 * 2007): since two texts keep the smallest by the same order, what one kept
 * below the other's last key the other would have kept as well. So two sets
 * are compared up to `top`, the smaller of the last keys of those that are cut
 * off. A hit says how many keys each side has up to there, and how many they
 * share:
 *
 *	containment = shared / min(mine, theirs)
 *	Jaccard     = shared / (mine + theirs - shared)
 *
 * COMMON KEYS. A disclaimer, "for more information visit": what stands in many
 * different texts says nothing of any two. A key is common when the records of
 * the span that have it are of more than max(common, records / share) origins,
 * and then counts on neither side. Origins, not records: a text that a hundred
 * sites cut differently is one origin, and its sentences must not become common
 * by being printed. A key that more than `heavy` records of the span have is
 * common without being looked at any further, so that no look-up grows with the
 * window. records are those of the time buckets that lie wholly in the span, so
 * that a ring filled anew, with what the span holds, answers the same.
 *
 * HOW IT IS BUILT.
 *	sighting_store.h  (window/base/) records by time bucket: equal sets
 *	                  within one are one record with several sightings
 *	keys_page.h       the keys of records, in pages that belong to a bucket;
 *	                  each key is an entry, linked to the next of its chain
 *	keys_table.h      a hash table with chaining that grows a slot at a time
 *	                  (linear hashing: Litwin, VLDB 1980)
 * A chain has the newest buckets first, so that what is dead is its tail, which
 * is cut when met. A key has one entry a bucket; when several records of the
 * bucket have it, the entry names a list of them. So how many records have a
 * key is known after as many steps as there are buckets, and a key that all
 * records have costs no more than that.
 *
 * Call order: new; insert, find and expire in any order; free. Times may come
 * out of order. The ring owns its items, the caller the hits. Not thread safe.
 *
 * Cost: an insert or a look-up touches about two cache lines a key, asked for
 * in advance; a look-up in addition what it finds. Expiry gives back the pages
 * of whole buckets, O(their pages); chains forget what is dead when they are
 * met, and some of them with each insert: nothing that is done at once grows
 * with the window.
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
	bool cut; /* they are the smallest of more */
};

/* One sighting to file. */
struct tcn_keys_item {
	struct tcn_keys_set set;
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* A record found, by its earliest sighting in the span. */
struct tcn_keys_hit {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
	uint32_t shared; /* keys of both that are not common */
	uint32_t mine, theirs; /* that can be compared, common ones left out */
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
	uint64_t expired; /* sightings given back by time, ever */
	uint64_t dropped; /* sightings given back early, at the cap, ever */
	uint64_t lookups,
	    entries; /* ever; entries: met in chains by look-ups */
	uint64_t common, heavy; /* keys left out of look-ups, ever, and why */
};

struct tcn_keys;

struct tcn_keys *tcn_keys_new(const struct tcn_keys_conf *conf);
void tcn_keys_free(struct tcn_keys *keys);

/* Files one sighting. At the byte cap the oldest bucket is given back first
 * (counted in stats.dropped). */
void tcn_keys_insert(struct tcn_keys *keys, const struct tcn_keys_item *item);

/*
 * All records that share at least `least` (> 0) keys with the set and have a
 * sighting whose time t has from_ms < t <= to_ms, by (shared, most first; then
 * ts, seq). Exact. hits is cleared first. Changes no answer.
 */
void tcn_keys_find(struct tcn_keys *keys, const struct tcn_keys_set *set,
    uint32_t least, int64_t from_ms, int64_t to_ms, struct tcn_keys_hits *hits);

/*
 * The window now ends at now_ms: nothing at or before now_ms - horizon is
 * found again, to the millisecond; buckets that lie wholly there are given
 * back. Never moves back.
 */
void tcn_keys_expire(struct tcn_keys *keys, int64_t now_ms);

void tcn_keys_stats(const struct tcn_keys *keys, struct tcn_keys_stats *stats);
void tcn_keys_hits_fini(struct tcn_keys_hits *hits);

/*
 * Whether records, entries, chains and lists agree: TCN_CORRUPT and a sentence
 * when not. O(keys); for tests and `tocsin check`.
 */
TCN_MUST_USE enum tcn_rc tcn_keys_check(const struct tcn_keys *keys,
    struct tcn_err *err);

#endif
