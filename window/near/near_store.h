/*
 * window/near/near_store.h - the sightings of the ring, by time.
 *
 * A sighting belongs to the time bucket its own time falls into, whenever it
 * arrives. Within a bucket, sightings with the same fingerprint are one
 * record, up to some thousands; the block tables hold one entry a record, so
 * a wire text copied 100,000 times is a dozen candidates, not 100,000.
 *
 * A record is named by a 32-bit reference, valid as long as its bucket lives:
 * page number and place in the page. Pages belong to one bucket and are given
 * back with it. The number of a page given back rests until the tables have
 * forgotten it (tcn_near_store_recycle), so an entry whose page is gone is
 * known to be dead and never names somebody else's record.
 *
 * Cost: insert O(1) (a late sighting of a copied text moves the later ones of
 * its record, whose number is bounded); giving a bucket back is
 * O(its pages), whatever the window holds.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_STORE_H
#define TCN_WINDOW_NEAR_NEAR_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "window/near/near_page.h"

struct tcn_near_store {
	int64_t width_ms; /* of a bucket */
	struct tcn_near_bucket **buckets; /* by time */
	size_t buckets_n, buckets_cap;
	struct tcn_near_page **pages; /* by number; NULL: given back */
	uint8_t *live; /* by number: 1 when there is a page; read in bulk */
	uint32_t *idle; /* numbers: free to use, then waiting, then resting */
	size_t pages_n, pages_cap, live_cap, idle_cap;
	size_t free_n, waiting_n, resting_n;
	uint64_t sightings_n, records_n;
	uint64_t ever; /* records there have been */
	size_t bytes;
};

/* Sightings of one record inside a span of time, by (ts, seq). */
struct tcn_near_slice {
	const struct tcn_near_sighting *at;
	size_t n;
	struct tcn_near_sighting one; /* where a lone sighting is unpacked */
};

void tcn_near_store_init(struct tcn_near_store *store, int64_t width_ms);
void tcn_near_store_fini(struct tcn_near_store *store);

/* Bytes in use, about what the allocator was asked for. */
size_t tcn_near_store_bytes(const struct tcn_near_store *store);

/* The bucket of this time, made when there is none; NULL when out of memory. */
struct tcn_near_bucket *tcn_near_store_bucket(struct tcn_near_store *store,
    int64_t ts_ms);

/* store->ever when the bucket was made: no record that was older is in it. */
uint64_t tcn_near_store_born(const struct tcn_near_bucket *bucket);

/*
 * A new record. reserve makes the put that follows it certain to succeed.
 */
TCN_MUST_USE enum tcn_rc tcn_near_store_reserve(struct tcn_near_store *store,
    struct tcn_near_bucket *bucket);
uint32_t tcn_near_store_put(struct tcn_near_store *store,
    struct tcn_near_bucket *bucket, uint32_t low,
    const struct tcn_near_sighting *sighting);

/* One more sighting of a record. TCN_NOMEM changes nothing. */
TCN_MUST_USE enum tcn_rc tcn_near_store_append(struct tcn_near_store *store,
    uint32_t ref, const struct tcn_near_sighting *sighting);

/* Whether the record is still there. What is below needs a live one. */
static inline bool
tcn_near_store_live(const struct tcn_near_store *store, uint32_t ref)
{
	return store->pages[ref >> TCN_NEAR_PLACE_BITS] != NULL;
}

static inline uint32_t
tcn_near_store_low(const struct tcn_near_store *store, uint32_t ref)
{
	return store->pages[ref >> TCN_NEAR_PLACE_BITS]
	    ->lows[ref & (TCN_NEAR_PAGE_RECORDS - 1)];
}

/* Whether it is a record of this bucket with room for one more sighting. */
bool tcn_near_store_has_room(const struct tcn_near_store *store, uint32_t ref,
    const struct tcn_near_bucket *bucket);
void tcn_near_store_slice(const struct tcn_near_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms, struct tcn_near_slice *slice);

/* How many a slice would have. */
size_t tcn_near_store_count(const struct tcn_near_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms);

/* As tcn_near_group_names; false for a record that must be walked. */
bool tcn_near_store_names(const struct tcn_near_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms, struct tcn_map *publishers,
    struct tcn_map *origins, enum tcn_rc *rc);

/*
 * Gives back the oldest bucket: always, or only if all its time is <= edge.
 * Says how many sightings went; false when there was nothing to give.
 */
bool tcn_near_store_drop(struct tcn_near_store *store, uint64_t *sightings_n);
bool tcn_near_store_expire(struct tcn_near_store *store, int64_t edge_ms,
    uint64_t *sightings_n);

/*
 * To be called when no table has a reference that was dead at the last call:
 * the page numbers that rested then become free, those that waited rest.
 */
void tcn_near_store_recycle(struct tcn_near_store *store);

/* Calls see for every live record, oldest bucket first. */
typedef bool tcn_near_see_fn(void *ctx, uint32_t ref);
bool tcn_near_store_each(const struct tcn_near_store *store,
    tcn_near_see_fn *see, void *ctx);

TCN_MUST_USE enum tcn_rc
tcn_near_store_check(const struct tcn_near_store *store, struct tcn_err *err);

#endif
