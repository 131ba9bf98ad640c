#include "window/base/sighting_store.h"

#include <assert.h>
#include <string.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "window/base/sighting_group.h"

enum {
	PLACE_BITS = TCN_SIGHTING_PLACE_BITS,
	PAGE_RECORDS = TCN_SIGHTING_PAGE_RECORDS,
	PAGES_MAX = 1 << (32 - PLACE_BITS),
	BUCKETS_WANTED = 32, /* in a horizon, when no width is given */
};

void
tcn_sighting_store_init(struct tcn_sighting_store *store, int64_t horizon_ms,
    int64_t bucket_ms)
{
	int64_t width_ms = bucket_ms ? bucket_ms : horizon_ms / BUCKETS_WANTED;

	assert(horizon_ms > 0 && bucket_ms >= 0);
	*store = (struct tcn_sighting_store){
		.width_ms = width_ms ? width_ms : 1,
		.horizon_ms = horizon_ms,
		.edge_ms = INT64_MIN,
	};
	tcn_page_dir_init(&store->dir, PAGES_MAX);
}

/* What a bucket holds beside its pages and the arrays of its groups. */
static size_t
bucket_bytes(const struct tcn_sighting_bucket *bucket)
{
	return sizeof *bucket + bucket->pages_cap * sizeof *bucket->pages +
	    bucket->groups_cap * sizeof *bucket->groups +
	    tcn_map_bytes(&bucket->group_of) +
	    tcn_sighting_names_bytes(&bucket->names);
}

static struct tcn_sighting_page *
page_at(const struct tcn_sighting_store *store, uint32_t no)
{
	return store->dir.pages[no];
}

static void
free_bucket(struct tcn_sighting_store *store,
    struct tcn_sighting_bucket *bucket)
{
	for (size_t i = 0; i < bucket->groups_n; i++) {
		store->bytes -= tcn_sighting_group_bytes(&bucket->groups[i]);
		tcn_sighting_group_fini(&bucket->groups[i]);
	}
	for (size_t i = 0; i < bucket->pages_n; i++) {
		uint32_t no = bucket->pages[i];
		struct tcn_sighting_page *page = page_at(store, no);

		store->bytes -= page->bytes;
		tcn_mem_free(page);
		tcn_page_dir_drop(&store->dir, no);
	}
	if (bucket->attached)
		store->detach(bucket->attached);
	store->bytes -= bucket_bytes(bucket);
	store->sightings_n -= bucket->sightings_n;
	store->records_n -= bucket->records_n;
	tcn_map_fini(&bucket->group_of);
	tcn_sighting_names_fini(&bucket->names);
	tcn_mem_free(bucket->groups);
	tcn_mem_free(bucket->pages);
	tcn_mem_free(bucket);
}

void
tcn_sighting_store_fini(struct tcn_sighting_store *store)
{
	for (size_t i = 0; i < store->buckets_n; i++)
		free_bucket(store, store->buckets[i]);
	tcn_mem_free(store->buckets);
	tcn_page_dir_fini(&store->dir);
	*store = (struct tcn_sighting_store){ 0 };
}

size_t
tcn_sighting_store_bytes(const struct tcn_sighting_store *store)
{
	return store->bytes + store->buckets_cap * sizeof *store->buckets +
	    tcn_page_dir_bytes(&store->dir);
}

static int64_t
floor_to(int64_t ts_ms, int64_t width_ms)
{
	int64_t over = ts_ms % width_ms;

	if (over < 0)
		over += width_ms;
	return ts_ms < INT64_MIN + over ? INT64_MIN : ts_ms - over;
}

/* Place of the first bucket whose time ends at or after ts_ms. */
static size_t
bucket_place(const struct tcn_sighting_store *store, int64_t ts_ms)
{
	size_t low = 0, high = store->buckets_n;

	if (high && store->buckets[high - 1]->first_ms <= ts_ms)
		low = high - (store->buckets[high - 1]->last_ms >= ts_ms);
	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (store->buckets[mid]->last_ms < ts_ms)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static struct tcn_sighting_bucket *
add_bucket(struct tcn_sighting_store *store, size_t at, int64_t ts_ms)
{
	struct tcn_sighting_bucket **fit = tcn_mem_grow(store->buckets,
	    &store->buckets_cap, store->buckets_n + 1, sizeof *fit);
	struct tcn_sighting_bucket *bucket;

	store->buckets = fit;
	bucket = tcn_mem_calloc(1, sizeof *bucket);
	bucket->born = store->ever;
	bucket->first_ms = floor_to(ts_ms, store->width_ms);
	bucket->last_ms = bucket->first_ms > INT64_MAX - (store->width_ms - 1)
	    ? INT64_MAX
	    : bucket->first_ms + (store->width_ms - 1);
	memmove(fit + at + 1, fit + at, (store->buckets_n - at) * sizeof *fit);
	fit[at] = bucket;
	store->buckets_n++;
	store->bytes += bucket_bytes(bucket);
	return bucket;
}

struct tcn_sighting_bucket *
tcn_sighting_store_bucket(struct tcn_sighting_store *store, int64_t ts_ms)
{
	size_t at = bucket_place(store, ts_ms);

	if (at < store->buckets_n && store->buckets[at]->first_ms <= ts_ms)
		return store->buckets[at];
	return add_bucket(store, at, ts_ms);
}

const struct tcn_sighting_bucket *
tcn_sighting_store_newest(const struct tcn_sighting_store *store)
{
	return store->buckets_n ? store->buckets[store->buckets_n - 1] : NULL;
}

uint64_t
tcn_sighting_store_records_after(const struct tcn_sighting_store *store,
    int64_t from_ms)
{
	uint64_t n = store->records_n;

	for (size_t i = 0; i < store->buckets_n; i++) {
		if (store->buckets[i]->first_ms > from_ms)
			break;
		n -= store->buckets[i]->records_n;
	}
	return n;
}

static void
add_page(struct tcn_sighting_store *store, struct tcn_sighting_bucket *bucket)
{
	size_t before = bucket_bytes(bucket);
	uint32_t *fit = tcn_mem_grow(bucket->pages, &bucket->pages_cap,
	    bucket->pages_n + 1, sizeof *fit);
	struct tcn_sighting_page *page;
	uint32_t no;

	bucket->pages = fit;
	store->bytes += bucket_bytes(bucket) - before;
	page = tcn_sighting_page_grow(NULL);
	if (!tcn_page_dir_add(&store->dir, page, &no))
		tcn_mem_end(); /* no more than 2^32 records have a number */
	page->bucket = bucket;
	store->bytes += page->bytes;
	fit[bucket->pages_n++] = no;
}

/* The number of the page that the next record goes into. */
static uint32_t
open_page(struct tcn_sighting_store *store, struct tcn_sighting_bucket *bucket)
{
	struct tcn_sighting_page *page;
	uint32_t no;

	if (!bucket->pages_n ||
	    page_at(store, bucket->pages[bucket->pages_n - 1])->n ==
		PAGE_RECORDS)
		add_page(store, bucket);
	no = bucket->pages[bucket->pages_n - 1];
	page = page_at(store, no);
	if (page->n < page->cap)
		return no;
	store->bytes -= page->bytes;
	store->dir.pages[no] = page = tcn_sighting_page_grow(page);
	store->bytes += page->bytes;
	return no;
}

/* A page that is full changes no more. */
static void
pack_page(struct tcn_sighting_store *store, uint32_t no)
{
	struct tcn_sighting_page *page = page_at(store, no);
	struct tcn_sighting_bucket *bucket = page->bucket;

	store->bytes -= page->bytes + bucket_bytes(bucket);
	page = tcn_sighting_page_pack(page, &bucket->names);
	store->dir.pages[no] = page;
	store->bytes += page->bytes + bucket_bytes(bucket);
}

uint32_t
tcn_sighting_store_put(struct tcn_sighting_store *store,
    struct tcn_sighting_bucket *bucket, uint32_t payload,
    const struct tcn_sighting *sighting)
{
	uint32_t no = open_page(store, bucket);
	struct tcn_sighting_page *page = page_at(store, no);
	uint32_t place = page->n;

	assert(page->bucket == bucket && place < page->cap);
	tcn_sighting_page_put(page, payload, sighting);
	if (place + 1 == PAGE_RECORDS)
		pack_page(store, no);
	bucket->sightings_n++;
	bucket->records_n++;
	store->sightings_n++;
	store->records_n++;
	store->ever++;
	return no << PLACE_BITS | place;
}

static struct tcn_sighting_page *
page_of(const struct tcn_sighting_store *store, uint32_t ref)
{
	assert(ref >> PLACE_BITS < store->dir.pages_n &&
	    store->dir.pages[ref >> PLACE_BITS]);
	return page_at(store, ref >> PLACE_BITS);
}

static struct tcn_sighting_group *
group_of(const struct tcn_sighting_page *page, uint32_t ref)
{
	uint32_t place = ref & (PAGE_RECORDS - 1);
	uint64_t *at;

	if (!(page->several[place / 64] >> place % 64 & 1))
		return NULL;
	at = tcn_map_find(&page->bucket->group_of, ref);
	return &page->bucket->groups[*at];
}

void
tcn_sighting_store_append(struct tcn_sighting_store *store, uint32_t ref,
    const struct tcn_sighting *sighting)
{
	struct tcn_sighting_page *page = page_of(store, ref);
	struct tcn_sighting_bucket *bucket = page->bucket;
	uint32_t place = ref & (PAGE_RECORDS - 1);
	struct tcn_sighting_group *group = group_of(page, ref);
	size_t before = bucket_bytes(bucket);
	size_t group_before = group ? tcn_sighting_group_bytes(group) : 0;
	struct tcn_sighting first;

	assert(!group || group->n < TCN_SIGHTING_GROUP_MAX);
	if (!group) {
		struct tcn_sighting_group *fit;
		uint64_t *at;

		tcn_sighting_page_get(page, &bucket->names, place, &first);
		/* Makes a group of a record that had one sighting. */
		fit = tcn_mem_grow(bucket->groups, &bucket->groups_cap,
		    bucket->groups_n + 1, sizeof *fit);
		bucket->groups = fit;
		group = &fit[bucket->groups_n];
		tcn_sighting_group_init(group, &first);
		tcn_map_put(&bucket->group_of, ref, &at, NULL);
		*at = bucket->groups_n++;
		page->several[place / 64] |= (uint64_t)1 << place % 64;
	}
	tcn_sighting_group_insert(group, sighting);
	store->bytes += bucket_bytes(bucket) - before;
	store->bytes += tcn_sighting_group_bytes(group) - group_before;
	bucket->sightings_n++;
	store->sightings_n++;
}

bool
tcn_sighting_store_has_room(const struct tcn_sighting_store *store,
    uint32_t ref, const struct tcn_sighting_bucket *bucket)
{
	const struct tcn_sighting_page *page = page_of(store, ref);
	const struct tcn_sighting_group *group;

	if (page->bucket != bucket)
		return false;
	group = group_of(page, ref);
	return !group || group->n < TCN_SIGHTING_GROUP_MAX;
}

void
tcn_sighting_store_slice(const struct tcn_sighting_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms, struct tcn_sighting_slice *slice)
{
	const struct tcn_sighting_page *page = page_of(store, ref);
	const struct tcn_sighting_group *group = group_of(page, ref);
	size_t first, end;

	if (!group) {
		tcn_sighting_page_get(page, &page->bucket->names,
		    ref & (PAGE_RECORDS - 1), &slice->one);
		slice->at = &slice->one;
		slice->n =
		    slice->one.ts_ms > from_ms && slice->one.ts_ms <= to_ms;
		return;
	}
	first = tcn_sighting_group_until(group, from_ms);
	end = tcn_sighting_group_until(group, to_ms);
	slice->at = group->at + first;
	slice->n = end > first ? end - first : 0;
}

/* When the span covers the bucket, no time has to be unpacked. */
size_t
tcn_sighting_store_count(const struct tcn_sighting_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms)
{
	const struct tcn_sighting_page *page = page_of(store, ref);
	const struct tcn_sighting_bucket *bucket = page->bucket;
	struct tcn_sighting_slice slice;

	if (from_ms < bucket->first_ms && bucket->last_ms <= to_ms) {
		const struct tcn_sighting_group *group = group_of(page, ref);

		return group ? group->n : 1;
	}
	tcn_sighting_store_slice(store, ref, from_ms, to_ms, &slice);
	return slice.n;
}

bool
tcn_sighting_store_names(const struct tcn_sighting_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms, struct tcn_map *publishers,
    struct tcn_map *origins)
{
	const struct tcn_sighting_group *group =
	    group_of(page_of(store, ref), ref);

	return group &&
	    tcn_sighting_group_names(group, from_ms, to_ms, publishers,
		origins);
}

bool
tcn_sighting_store_refuses(struct tcn_sighting_store *store, int64_t ts_ms)
{
	bool is_past = ts_ms <= store->edge_ms;

	store->expired += is_past;
	return is_past;
}

/* Frees the oldest bucket; returns how many sightings it had. */
static uint64_t
free_oldest(struct tcn_sighting_store *store)
{
	uint64_t n = store->buckets[0]->sightings_n;

	free_bucket(store, store->buckets[0]);
	store->buckets_n--;
	memmove(store->buckets, store->buckets + 1,
	    store->buckets_n * sizeof *store->buckets);
	return n;
}

void
tcn_sighting_store_expire(struct tcn_sighting_store *store, int64_t now_ms)
{
	int64_t edge_ms = now_ms < INT64_MIN + store->horizon_ms
	    ? INT64_MIN
	    : now_ms - store->horizon_ms;

	if (edge_ms > store->edge_ms)
		store->edge_ms = edge_ms;
	while (store->buckets_n && store->buckets[0]->last_ms <= store->edge_ms)
		store->expired += free_oldest(store);
}

bool
tcn_sighting_store_drop(struct tcn_sighting_store *store)
{
	if (!store->buckets_n)
		return false;
	store->dropped += free_oldest(store);
	return true;
}

void
tcn_sighting_store_recycle(struct tcn_sighting_store *store)
{
	tcn_page_dir_recycle(&store->dir);
}

bool
tcn_sighting_store_each(const struct tcn_sighting_store *store,
    tcn_sighting_see_fn *see, void *ctx)
{
	for (size_t i = 0; i < store->buckets_n; i++) {
		const struct tcn_sighting_bucket *bucket = store->buckets[i];

		for (size_t j = 0; j < bucket->pages_n; j++) {
			uint32_t no = bucket->pages[j];

			for (uint32_t k = 0; k < page_at(store, no)->n; k++)
				if (!see(ctx, no << PLACE_BITS | k))
					return false;
		}
	}
	return true;
}

static enum tcn_rc
check_bucket(const struct tcn_sighting_store *store,
    const struct tcn_sighting_bucket *bucket, struct tcn_err *err)
{
	uint64_t records = 0, sightings = 0;

	for (size_t i = 0; i < bucket->pages_n; i++) {
		const struct tcn_sighting_page *page =
		    page_at(store, bucket->pages[i]);

		if (!page || page->bucket != bucket)
			return tcn_err_set(err, TCN_CORRUPT,
			    "a page and its bucket disagree");
		records += page->n;
	}
	sightings = records;
	for (size_t i = 0; i < bucket->groups_n; i++) {
		const struct tcn_sighting_group *group = &bucket->groups[i];

		sightings += group->n - 1;
		if (group->at[0].ts_ms < bucket->first_ms ||
		    group->at[group->n - 1].ts_ms > bucket->last_ms ||
		    !tcn_sighting_group_in_order(group))
			return tcn_err_set(err, TCN_CORRUPT,
			    "sightings of a record out of order");
	}
	if (records != bucket->records_n || sightings != bucket->sightings_n)
		return tcn_err_set(err, TCN_CORRUPT, "a bucket's count is off");
	return TCN_OK;
}

enum tcn_rc
tcn_sighting_store_check(const struct tcn_sighting_store *store,
    struct tcn_err *err)
{
	uint64_t records = 0, sightings = 0;

	for (size_t i = 0; i < store->buckets_n; i++) {
		const struct tcn_sighting_bucket *bucket = store->buckets[i];
		enum tcn_rc rc = check_bucket(store, bucket, err);

		if (rc)
			return rc;
		if (i && store->buckets[i - 1]->last_ms >= bucket->first_ms)
			return tcn_err_set(err, TCN_CORRUPT,
			    "time buckets overlap");
		records += bucket->records_n;
		sightings += bucket->sightings_n;
	}
	if (records != store->records_n || sightings != store->sightings_n)
		return tcn_err_set(err, TCN_CORRUPT, "the ring's count is off");
	return tcn_page_dir_check(&store->dir, err);
}
