/*
 * window/base/sighting_store.h - sightings by time bucket, which are forgotten
 * bucket by bucket.
 *
 * A sighting belongs to the time bucket its own time falls into, whenever it
 * arrives. Within a bucket, sightings of one thing (of a fingerprint, of a set
 * of keys) are one record, up to some thousands; an index above holds one entry
 * a record, so a wire text copied 100,000 times is a dozen candidates, not
 * 100,000. The owner alone knows what the thing is: a record carries 32 bits of
 * the owner's (the payload), and the owner says which record a sighting belongs
 * to.
 *
 * A record is named by a 32-bit reference, valid as long as its bucket lives:
 * page number and place in the page. Pages belong to one bucket and are given
 * back with it. The number of a page given back rests until the index has
 * forgotten it (tcn_sighting_store_recycle), so an entry whose page is gone is
 * known to be dead and never names somebody else's record.
 *
 * It is the shell of an index over a sliding window (window/near, window/keys):
 * it has the edge of the window, which moves with the stream and never back,
 * gives back what lies behind it, and counts what went. The index above it adds
 * how things are found, and sweeps out what is dead.
 *
 * Cost: insert O(1) (a late sighting of a copied text moves the later ones of
 * its record, whose number is bounded); freeing a bucket is O(its pages),
 * whatever the size of the window, plus the owner's attachment.
 */
#ifndef TCN_WINDOW_BASE_SIGHTING_STORE_H
#define TCN_WINDOW_BASE_SIGHTING_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "window/base/page_dir.h"
#include "window/base/sighting_page.h"

/* Frees what the owner attached to a bucket, when that bucket is freed. */
typedef void tcn_sighting_detach_fn(void *attached);

/* A time bucket. An owner reads of it: */
struct tcn_sighting_bucket {
	int64_t first_ms, last_ms; /* all its time */
	/* The value of store->ever when it was made: it has only records made
	 * later. */
	uint64_t born;
	/* The owner's, NULL at first; passed to store->detach when the bucket
	 * is freed. */
	void *attached;

	/* The store's: */
	uint32_t *pages; /* numbers; the last is being filled */
	size_t pages_n, pages_cap;
	struct tcn_sighting_group *groups;
	size_t groups_n, groups_cap;
	struct tcn_map group_of; /* reference -> place in groups */
	struct tcn_sighting_names names; /* of the packed pages */
	uint64_t sightings_n, records_n;
};

struct tcn_sighting_store {
	int64_t width_ms; /* of a bucket */
	int64_t horizon_ms; /* how far back the window reaches */
	/* sightings at or before this time have left the window */
	int64_t edge_ms;
	uint64_t expired, dropped; /* sightings, by time and at a cap, ever */
	struct tcn_sighting_bucket **buckets; /* by time */
	size_t buckets_n, buckets_cap;
	struct tcn_page_dir dir; /* of struct tcn_sighting_page */
	tcn_sighting_detach_fn *detach; /* set by the owner after init */
	uint64_t sightings_n, records_n;
	uint64_t ever; /* records made since the start */
	size_t bytes;
};

/* Sightings of one record inside a span of time, by (ts, seq). */
struct tcn_sighting_slice {
	const struct tcn_sighting *at;
	size_t n;
	struct tcn_sighting one; /* where a lone sighting is unpacked */
};

/* horizon_ms: > 0. bucket_ms: the width of a bucket; 0: a 32nd of that. */
void tcn_sighting_store_init(struct tcn_sighting_store *store,
    int64_t horizon_ms, int64_t bucket_ms);
void tcn_sighting_store_fini(struct tcn_sighting_store *store);

/* Bytes in use, about what the allocator was asked for. */
size_t tcn_sighting_store_bytes(const struct tcn_sighting_store *store);

/* The bucket of the latest time, or NULL. */
const struct tcn_sighting_bucket *
tcn_sighting_store_newest(const struct tcn_sighting_store *store);

/* How many records are in buckets that lie wholly after from_ms. O(the other
 * buckets). */
uint64_t
tcn_sighting_store_records_after(const struct tcn_sighting_store *store,
    int64_t from_ms);

/* The bucket of this time; made if there is none. */
struct tcn_sighting_bucket *
tcn_sighting_store_bucket(struct tcn_sighting_store *store, int64_t ts_ms);

/* Makes a new record of one sighting, and returns its reference. */
uint32_t tcn_sighting_store_put(struct tcn_sighting_store *store,
    struct tcn_sighting_bucket *bucket, uint32_t payload,
    const struct tcn_sighting *sighting);

/* Adds one more sighting to a record. */
void tcn_sighting_store_append(struct tcn_sighting_store *store, uint32_t ref,
    const struct tcn_sighting *sighting);

/* Whether the record still exists. The functions below need a live record. */
static inline bool
tcn_sighting_store_live(const struct tcn_sighting_store *store, uint32_t ref)
{
	return store->dir.pages[ref >> TCN_SIGHTING_PLACE_BITS] != NULL;
}

static inline uint32_t
tcn_sighting_store_payload(const struct tcn_sighting_store *store, uint32_t ref)
{
	const struct tcn_sighting_page *page =
	    store->dir.pages[ref >> TCN_SIGHTING_PLACE_BITS];

	return page->payloads[ref & (TCN_SIGHTING_PAGE_RECORDS - 1)];
}

/* Whether ref is a record of this bucket with room for one more sighting. */
bool tcn_sighting_store_has_room(const struct tcn_sighting_store *store,
    uint32_t ref, const struct tcn_sighting_bucket *bucket);

/* Sets *slice to the record's sightings with from_ms < ts <= to_ms. */
void tcn_sighting_store_slice(const struct tcn_sighting_store *store,
    uint32_t ref, int64_t from_ms, int64_t to_ms,
    struct tcn_sighting_slice *slice);

/* How many sightings that slice would have. */
size_t tcn_sighting_store_count(const struct tcn_sighting_store *store,
    uint32_t ref, int64_t from_ms, int64_t to_ms);

/* As tcn_sighting_group_names; false for a record that must be walked. */
bool tcn_sighting_store_names(const struct tcn_sighting_store *store,
    uint32_t ref, int64_t from_ms, int64_t to_ms, struct tcn_map *publishers,
    struct tcn_map *origins);

/* Whether a sighting of that time has left the window already; it counts as
 * expired then. */
bool tcn_sighting_store_refuses(struct tcn_sighting_store *store,
    int64_t ts_ms);

/* Moves the edge to now_ms - horizon, never back, and frees the buckets that
 * lie wholly at or before it. */
void tcn_sighting_store_expire(struct tcn_sighting_store *store,
    int64_t now_ms);

/* Frees the oldest bucket, whose sightings count as dropped; false: there is
 * none. */
bool tcn_sighting_store_drop(struct tcn_sighting_store *store);

/*
 * As tcn_page_dir_recycle(), when no index has a reference that was dead at the
 * last call.
 */
void tcn_sighting_store_recycle(struct tcn_sighting_store *store);

/* Calls see for every live record, oldest bucket first. */
typedef bool tcn_sighting_see_fn(void *ctx, uint32_t ref);
bool tcn_sighting_store_each(const struct tcn_sighting_store *store,
    tcn_sighting_see_fn *see, void *ctx);

TCN_MUST_USE enum tcn_rc
tcn_sighting_store_check(const struct tcn_sighting_store *store,
    struct tcn_err *err);

#endif
