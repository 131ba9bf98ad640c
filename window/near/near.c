#include "window/near/near.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "window/near/near_impl.h"

enum {
	DEAD_SHARE = 4, /* records for each that may be dead in the tables */
	DEAD_PAGES = 32, /* dead pages that are not worth a sweep */
};

struct tcn_near *
tcn_near_new(const struct tcn_near_conf *conf)
{
	struct tcn_near *near = tcn_mem_calloc(1, sizeof *near);
	const struct tcn_near_block *blocks;

	near->conf = *conf;
	near->plan = tcn_near_plan(conf->plan);
	near->popcount = tcn_popcount_best();
	tcn_sighting_store_init(&near->store, conf->horizon_ms,
	    conf->bucket_ms);
	blocks = near->plan->blocks;
	for (unsigned i = 0; i < near->plan->blocks_n; i++) {
		tcn_near_table_init(&near->tables[i], blocks[i]);
		for (unsigned j = 0; j < i; j++)
			near->views[i][j] = tcn_near_view(blocks[i], blocks[j]);
	}
	return near;
}

void
tcn_near_free(struct tcn_near *near)
{
	if (!near)
		return;
	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		tcn_near_table_fini(&near->tables[i]);
	tcn_sighting_store_fini(&near->store);
	tcn_map_fini(&near->origins);
	tcn_map_fini(&near->publishers);
	tcn_map_fini(&near->seen);
	tcn_mem_free(near);
}

static size_t
bytes_held(const struct tcn_near *near)
{
	size_t bytes = sizeof *near + tcn_sighting_store_bytes(&near->store) +
	    tcn_map_bytes(&near->origins) + tcn_map_bytes(&near->publishers) +
	    tcn_map_bytes(&near->seen);

	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		bytes += near->tables[i].bytes;
	return bytes;
}

/* One step of the hand: rebuilds a leaf, or ends the round. */
static void
sweep(struct tcn_near *near)
{
	struct tcn_near_hand *hand = &near->hand;
	struct tcn_sighting_store *store = &near->store;

	while (hand->table < near->plan->blocks_n) {
		if (tcn_near_table_sweep(&near->tables[hand->table], &hand->key,
			hand->since, store->dir.live, store->ever) == TCN_OK)
			return;
		hand->table++;
		hand->key = 0;
	}
	tcn_sighting_store_recycle(store);
	*hand = (struct tcn_near_hand){ .since = store->ever };
}

/* Without records there is nothing to rebuild: the tables are emptied. */
static void
clear_tables(struct tcn_near *near)
{
	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		tcn_near_table_clear(&near->tables[i]);
	for (int i = 0; i < 2; i++)
		tcn_sighting_store_recycle(&near->store);
	near->hand = (struct tcn_near_hand){ .since = near->store.ever };
}

/* Pages that were given back and that the tables may still have entries of. */
static size_t
dead_pages(const struct tcn_near *near)
{
	return tcn_page_dir_dead(&near->store.dir);
}

/*
 * Most dead entries go when leaves are rebuilt to make room. For those in
 * leaves that get few new entries the hand takes a step with each call, while
 * there are many of them.
 */
static void
keep_swept(struct tcn_near *near)
{
	size_t dead = dead_pages(near);

	if (dead && !near->store.records_n)
		clear_tables(near);
	else if (dead > DEAD_PAGES +
		near->store.records_n / TCN_SIGHTING_PAGE_RECORDS / DEAD_SHARE)
		sweep(near);
}

/* The records of a bucket that are near to an item of it. */
struct placing {
	const struct tcn_near *near;
	const struct tcn_sighting_bucket *bucket;
	uint32_t n; /* those with room */
	uint32_t ref; /* of the nearest: the least distance, then the oldest */
	uint8_t distance;
	struct tcn_sighting first; /* its first sighting */
};

static bool
is_older(const struct tcn_sighting *a, const struct tcn_sighting *b)
{
	return a->ts_ms != b->ts_ms ? a->ts_ms < b->ts_ms : a->seq < b->seq;
}

static void
see_placing(void *ctx, const struct tcn_near_match *match)
{
	struct placing *p = ctx;
	const struct tcn_sighting_store *store = &p->near->store;
	struct tcn_sighting_slice slice;

	if (!tcn_sighting_store_has_room(store, match->ref, p->bucket))
		return;
	p->n++;
	if (p->n > 1 && match->distance > p->distance)
		return;
	tcn_sighting_store_slice(store, match->ref, INT64_MIN, INT64_MAX,
	    &slice);
	if (p->n > 1 && match->distance == p->distance &&
	    !is_older(&slice.at[0], &p->first))
		return;
	p->ref = match->ref;
	p->distance = match->distance;
	p->first = slice.at[0];
}

/*
 * The record that the item is one more sighting of: that of its fingerprint, or
 * the nearest of a crowd. It depends on the items of the bucket and their
 * order alone, so that a restart comes to the same records.
 */
static bool
find_record(struct tcn_near *near, const struct tcn_sighting_bucket *bucket,
    uint64_t fingerprint, uint32_t *ref)
{
	struct placing p = { .near = near, .bucket = bucket };

	tcn_near_look_since(near, fingerprint, bucket->born, see_placing, &p);
	*ref = p.ref;
	return p.n >= TCN_NEAR_CROWD || (p.n && !p.distance);
}

static struct tcn_sighting
sighting_of(const struct tcn_near_item *item)
{
	return (struct tcn_sighting){
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.origin = item->origin,
	};
}

static void
insert_record(struct tcn_near *near, struct tcn_sighting_bucket *bucket,
    const struct tcn_near_item *item)
{
	struct tcn_sighting sighting = sighting_of(item);
	uint64_t now = near->store.ever; /* before this record */
	uint32_t ref = tcn_sighting_store_put(&near->store, bucket,
	    (uint32_t)item->fingerprint, &sighting);

	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		tcn_near_table_add(&near->tables[i], item->fingerprint, ref,
		    near->store.dir.live, now);
}

void
tcn_near_insert(struct tcn_near *near, const struct tcn_near_item *item)
{
	struct tcn_sighting_bucket *bucket;
	uint32_t ref;

	assert(near && item);
	if (tcn_sighting_store_refuses(&near->store, item->ts_ms))
		return;
	/* Prefetches the lines that an insert reads and writes first. */
	for (unsigned i = 0; i < near->plan->blocks_n; i++) {
		const struct tcn_near_probe ask = {
			.key = tcn_near_key(near->plan->blocks[i],
			    item->fingerprint),
		};

		tcn_near_table_prefetch(&near->tables[i], &ask);
		tcn_near_table_prefetch_add(&near->tables[i],
		    item->fingerprint);
	}
	bucket = tcn_sighting_store_bucket(&near->store, item->ts_ms);
	if (find_record(near, bucket, item->fingerprint, &ref)) {
		struct tcn_sighting sighting = sighting_of(item);

		tcn_sighting_store_append(&near->store, ref, &sighting);
	} else {
		insert_record(near, bucket, item);
	}
	keep_swept(near);
	/* Below the cap again: dead entries go first, then the oldest
	 * bucket. */
	while (near->conf.cap_bytes && bytes_held(near) > near->conf.cap_bytes)
		if (dead_pages(near))
			sweep(near);
		else if (!tcn_sighting_store_drop(&near->store))
			return;
}

void
tcn_near_expire(struct tcn_near *near, int64_t now_ms)
{
	tcn_sighting_store_expire(&near->store, now_ms);
	keep_swept(near);
}

void
tcn_near_stats(const struct tcn_near *near, struct tcn_near_stats *stats)
{
	*stats = (struct tcn_near_stats){
		.items = near->store.sightings_n,
		.fingerprints = near->store.records_n,
		.bytes = bytes_held(near),
		.expired = near->store.expired,
		.dropped = near->store.dropped,
		.lookups = near->lookups,
		.candidates = near->candidates,
		.filed = near->filed,
	};
}

/* What a table says of the live records. */
struct check {
	const struct tcn_near *near;
	struct tcn_near_block block;
	uint64_t seen;
	uint64_t sum; /* of a hash of each record and its fingerprint */
	bool torn; /* an entry contradicts its record */
};

/* The low half of the fingerprint is in the record, and partly in the entry. */
static void
see_checked(void *ctx, uint32_t key, uint32_t partial, uint32_t ref)
{
	struct check *check = ctx;
	uint64_t whole;

	if (!tcn_sighting_store_live(&check->near->store, ref))
		return;
	whole = tcn_near_whole(check->block, key, partial,
	    tcn_sighting_store_payload(&check->near->store, ref));
	check->torn |= tcn_near_key(check->block, whole) != key ||
	    tcn_near_partial(check->block, whole) != partial;
	check->seen++;
	check->sum += (whole ^ ref) * 0x9e3779b97f4a7c15u;
}

enum tcn_rc
tcn_near_check(const struct tcn_near *near, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_sighting_store_check(&near->store, err);
	uint64_t sum = 0;

	for (unsigned i = 0; !rc && i < near->plan->blocks_n; i++) {
		struct check check = { near, near->plan->blocks[i], 0, 0,
			false };

		tcn_near_table_each(&near->tables[i], see_checked, &check);
		if (i == 0)
			sum = check.sum;
		if (check.torn || check.sum != sum)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "table %u has other fingerprints than its records",
			    i);
		else if (check.seen != near->store.records_n)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "table %u holds %llu live records of %llu", i,
			    (unsigned long long)check.seen,
			    (unsigned long long)near->store.records_n);
	}
	return rc;
}
