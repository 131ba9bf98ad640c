#include "window/near.h"

#include <assert.h>

#include "engine/mem.h"
#include "window/near_int.h"

enum {
	BUCKETS_WANTED = 32, /* in a horizon, when no width is given */
	SMALL_MIN = 8192, /* entries not worth a pass over the tables */
	LARGE_FROM = 1 << 18, /* entries of a large ring */
};

static enum tcn_rc
init_tables(struct tcn_near *near)
{
	enum tcn_rc rc = TCN_OK;

	for (unsigned i = 0; !rc && i < near->plan->blocks_n; i++)
		rc = tcn_near_table_init(&near->tables[i],
		    near->plan->blocks[i]);
	return rc;
}

enum tcn_rc
tcn_near_new(const struct tcn_near_conf *conf, struct tcn_near **near)
{
	int64_t width_ms = conf->bucket_ms;
	enum tcn_rc rc;

	assert(conf->horizon_ms > 0 && conf->bucket_ms >= 0);
	*near = tcn_calloc(1, sizeof **near);
	if (!*near)
		return TCN_NOMEM;
	if (!width_ms)
		width_ms = conf->horizon_ms / BUCKETS_WANTED;
	(*near)->conf = *conf;
	(*near)->plan = tcn_near_plan(conf->plan);
	(*near)->popcount = tcn_popcount_best();
	(*near)->edge_ms = INT64_MIN;
	tcn_near_store_init(&(*near)->store, width_ms ? width_ms : 1);
	rc = init_tables(*near);
	if (rc) {
		tcn_near_free(*near);
		*near = NULL;
	}
	return rc;
}

void
tcn_near_free(struct tcn_near *near)
{
	if (!near)
		return;
	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		tcn_near_table_fini(&near->tables[i]);
	tcn_near_store_fini(&near->store);
	tcn_map_fini(&near->origins);
	tcn_map_fini(&near->publishers);
	tcn_free(near);
}

static size_t
bytes_held(const struct tcn_near *near)
{
	size_t bytes = sizeof *near + tcn_near_store_bytes(&near->store) +
	    tcn_map_bytes(&near->origins) + tcn_map_bytes(&near->publishers);

	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		bytes += near->tables[i].bytes;
	return bytes;
}

/*
 * The tables become one run each and forget what was given back; then page
 * numbers can serve again. Out of memory is no harm: it is tried again.
 */
static void
settle(struct tcn_near *near)
{
	bool all = true;

	near->store.settles++;
	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		all &=
		    tcn_near_table_settle(&near->tables[i], near->store.live);
	if (all)
		tcn_near_store_recycle(&near->store);
}

/*
 * Is it time? When small runs, or dead entries, are a good part of the large
 * run. A small ring is merged sooner: that is cheap, and its look-ups are so
 * fast that a second run would be half their cost.
 */
static void
keep_settled(struct tcn_near *near)
{
	const struct tcn_near_table *table = &near->tables[0];
	size_t large = tcn_near_table_tier_n(table, TCN_NEAR_RUNS - 1);
	size_t small = 0;
	size_t share = large < LARGE_FROM ? large / 16 : large / 8;

	for (unsigned tier = 0; tier + 1 < TCN_NEAR_RUNS; tier++)
		small += tcn_near_table_tier_n(table, tier);
	if (small > share || near->store.dead_n > SMALL_MIN + share)
		settle(near);
}

static void
keep_cap(struct tcn_near *near)
{
	uint64_t n;

	if (!near->conf.cap_bytes)
		return;
	while (bytes_held(near) > near->conf.cap_bytes &&
	    tcn_near_store_drop(&near->store, &n)) {
		near->dropped += n;
		settle(near);
	}
}

/* The record of this fingerprint in one bucket. */
static bool
find_in_span(const struct tcn_near *near, const struct tcn_near_span *span,
    const struct tcn_near_bucket *bucket, uint64_t fingerprint, uint32_t *ref)
{
	struct tcn_near_block block = near->plan->blocks[0];
	uint32_t key = tcn_near_key(block, fingerprint);
	struct tcn_popcount_part part = {
		.words = span->partials,
		.n = span->n,
		.query = tcn_near_partial(block, fingerprint),
	};
	struct tcn_popcount_cursor cursor = { 0 };
	struct tcn_popcount_hit hits[TCN_POPCOUNT_ROOM];

	while (cursor.part < 1) {
		size_t n = near->popcount->scan(&part, 1, &cursor, hits,
		    TCN_POPCOUNT_ROOM);

		for (size_t i = 0; i < n; i++) {
			uint32_t at = hits[i].at;

			*ref = span->refs[at];
			if ((!span->keys || span->keys[at] == key) &&
			    tcn_near_store_live(&near->store, *ref) &&
			    tcn_near_store_in(&near->store, *ref, bucket) &&
			    tcn_near_store_low(&near->store, *ref) ==
				(uint32_t)fingerprint)
				return true;
		}
	}
	return false;
}

/* One table will do, and for a bucket of late only what is new in it. */
static bool
find_equal(const struct tcn_near *near, const struct tcn_near_bucket *bucket,
    uint64_t fingerprint, uint32_t *ref)
{
	const struct tcn_near_table *table = &near->tables[0];
	uint32_t key = tcn_near_key(table->block, fingerprint);

	for (unsigned tier = 0; tier < TCN_NEAR_TIERS; tier++) {
		unsigned bits = tcn_near_table_tier_bits(table, tier);
		struct tcn_near_span span;

		if (!tcn_near_table_tier_n(table, tier) ||
		    (tier == TCN_NEAR_RUNS - 1 &&
			tcn_near_store_is_new(&near->store, bucket)))
			continue;
		if (tcn_near_table_tier_span(table, tier,
			key >> (table->block.bits - bits), &span) &&
		    find_in_span(near, &span, bucket, fingerprint, ref))
			return true;
	}
	return false;
}

static enum tcn_rc
insert_record(struct tcn_near *near, struct tcn_near_bucket *bucket,
    uint64_t fingerprint, const struct tcn_sighting *sighting)
{
	enum tcn_rc rc = tcn_near_store_reserve(&near->store, bucket);
	uint32_t ref;

	for (unsigned i = 0; !rc && i < near->plan->blocks_n; i++)
		rc = tcn_near_table_reserve(&near->tables[i], fingerprint);
	if (rc)
		return rc;
	ref = tcn_near_store_put(&near->store, bucket, (uint32_t)fingerprint,
	    sighting);
	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		tcn_near_table_add(&near->tables[i], fingerprint, ref);
	return TCN_OK;
}

enum tcn_rc
tcn_near_insert(struct tcn_near *near, const struct tcn_near_item *item)
{
	struct tcn_sighting sighting = {
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.origin = item->origin,
	};
	struct tcn_near_bucket *bucket;
	uint32_t ref;
	enum tcn_rc rc;

	if (item->ts_ms <= near->edge_ms) {
		near->expired++;
		return TCN_OK;
	}
	bucket = tcn_near_store_bucket(&near->store, item->ts_ms);
	if (!bucket)
		return TCN_NOMEM;
	if (find_equal(near, bucket, item->fingerprint, &ref))
		rc = tcn_near_store_append(&near->store, ref, &sighting);
	else
		rc = insert_record(near, bucket, item->fingerprint, &sighting);
	if (!rc) {
		keep_settled(near);
		keep_cap(near);
	}
	return rc;
}

void
tcn_near_expire(struct tcn_near *near, int64_t now_ms)
{
	int64_t edge_ms = now_ms < INT64_MIN + near->conf.horizon_ms
	    ? INT64_MIN
	    : now_ms - near->conf.horizon_ms;
	uint64_t n;

	if (edge_ms > near->edge_ms)
		near->edge_ms = edge_ms;
	while (tcn_near_store_expire(&near->store, near->edge_ms, &n))
		near->expired += n;
	keep_settled(near);
}

void
tcn_near_stats(const struct tcn_near *near, struct tcn_near_stats *stats)
{
	*stats = (struct tcn_near_stats){
		.items = near->store.sightings_n,
		.fingerprints = near->store.records_n,
		.bytes = bytes_held(near),
		.expired = near->expired,
		.dropped = near->dropped,
		.lookups = near->lookups,
		.candidates = near->candidates,
	};
}

/* Counts the live entries of a table. */
struct check {
	const struct tcn_near *near;
	uint64_t seen;
};

static bool
see_checked(void *ctx, uint32_t key, uint32_t partial, uint32_t ref)
{
	struct check *check = ctx;

	(void)key;
	(void)partial;
	check->seen += tcn_near_store_live(&check->near->store, ref);
	return true;
}

enum tcn_rc
tcn_near_check(const struct tcn_near *near, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_near_store_check(&near->store, err);

	for (unsigned i = 0; !rc && i < near->plan->blocks_n; i++) {
		struct check check = { .near = near };

		tcn_near_table_each(&near->tables[i], see_checked, &check);
		if (check.seen != near->store.records_n)
			rc = tcn_err_set(err, TCN_CORRUPT,
			    "table %u holds %llu live records of %llu", i,
			    (unsigned long long)check.seen,
			    (unsigned long long)near->store.records_n);
	}
	return rc;
}
