#include "window/near/near_store.h"

#include <assert.h>
#include <string.h>

#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "window/near/near_group.h"

enum {
	PLACE_BITS = TCN_NEAR_PLACE_BITS,
	PAGE_RECORDS = TCN_NEAR_PAGE_RECORDS,
	PAGES_MAX = 1 << (32 - PLACE_BITS),
};

struct tcn_near_bucket {
	int64_t first_ms, last_ms; /* all its time */
	uint32_t *pages; /* numbers; the last is being filled */
	size_t pages_n, pages_cap;
	struct tcn_near_group *groups;
	size_t groups_n, groups_cap;
	struct tcn_map group_of; /* reference -> place in groups */
	struct tcn_near_names names; /* of the packed pages */
	uint64_t sightings_n, records_n;
	uint64_t born; /* store->ever when it was made */
};

void
tcn_near_store_init(struct tcn_near_store *store, int64_t width_ms)
{
	assert(width_ms > 0);
	*store = (struct tcn_near_store){ .width_ms = width_ms };
}

/* What a bucket holds beside its pages and the arrays of its groups. */
static size_t
bucket_bytes(const struct tcn_near_bucket *bucket)
{
	return sizeof *bucket + bucket->pages_cap * sizeof *bucket->pages +
	    bucket->groups_cap * sizeof *bucket->groups +
	    tcn_map_bytes(&bucket->group_of) +
	    tcn_near_names_bytes(&bucket->names);
}

static void
free_bucket(struct tcn_near_store *store, struct tcn_near_bucket *bucket)
{
	for (size_t i = 0; i < bucket->groups_n; i++) {
		store->bytes -= tcn_near_group_bytes(&bucket->groups[i]);
		tcn_near_group_fini(&bucket->groups[i]);
	}
	for (size_t i = 0; i < bucket->pages_n; i++) {
		uint32_t no = bucket->pages[i];

		store->bytes -= store->pages[no]->bytes;
		tcn_mem_free(store->pages[no]);
		store->pages[no] = NULL;
		store->live[no] = 0;
		store->idle[store->free_n + store->waiting_n +
		    store->resting_n++] = no;
	}
	store->bytes -= bucket_bytes(bucket);
	store->sightings_n -= bucket->sightings_n;
	store->records_n -= bucket->records_n;
	tcn_map_fini(&bucket->group_of);
	tcn_near_names_fini(&bucket->names);
	tcn_mem_free(bucket->groups);
	tcn_mem_free(bucket->pages);
	tcn_mem_free(bucket);
}

void
tcn_near_store_fini(struct tcn_near_store *store)
{
	for (size_t i = 0; i < store->buckets_n; i++)
		free_bucket(store, store->buckets[i]);
	tcn_mem_free(store->buckets);
	tcn_mem_free(store->pages);
	tcn_mem_free(store->live);
	tcn_mem_free(store->idle);
	*store = (struct tcn_near_store){ 0 };
}

size_t
tcn_near_store_bytes(const struct tcn_near_store *store)
{
	return store->bytes + store->buckets_cap * sizeof *store->buckets +
	    store->pages_cap * sizeof *store->pages +
	    store->live_cap * sizeof *store->live +
	    store->idle_cap * sizeof *store->idle;
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
bucket_place(const struct tcn_near_store *store, int64_t ts_ms)
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

static struct tcn_near_bucket *
add_bucket(struct tcn_near_store *store, size_t at, int64_t ts_ms)
{
	struct tcn_near_bucket **fit = tcn_mem_grow(store->buckets,
	    &store->buckets_cap, store->buckets_n + 1, sizeof *fit);
	struct tcn_near_bucket *bucket;

	if (!fit)
		return NULL;
	store->buckets = fit;
	bucket = tcn_mem_calloc(1, sizeof *bucket);
	if (!bucket)
		return NULL;
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

struct tcn_near_bucket *
tcn_near_store_bucket(struct tcn_near_store *store, int64_t ts_ms)
{
	size_t at = bucket_place(store, ts_ms);

	if (at < store->buckets_n && store->buckets[at]->first_ms <= ts_ms)
		return store->buckets[at];
	return add_bucket(store, at, ts_ms);
}

uint64_t
tcn_near_store_born(const struct tcn_near_bucket *bucket)
{
	return bucket->born;
}

/* Room for one more page number in the directory and among the idle. */
static bool
fit_number(struct tcn_near_store *store)
{
	struct tcn_near_page **pages = tcn_mem_grow(store->pages,
	    &store->pages_cap, store->pages_n + 1, sizeof *pages);
	uint8_t *live;
	uint32_t *idle;

	if (!pages)
		return false;
	store->pages = pages;
	live = tcn_mem_grow(store->live, &store->live_cap, store->pages_n + 1,
	    sizeof *live);
	if (!live)
		return false;
	store->live = live;
	idle = tcn_mem_grow(store->idle, &store->idle_cap, store->pages_n + 1,
	    sizeof *idle);
	if (!idle)
		return false;
	store->idle = idle;
	return true;
}

/* A number for a page: one that has rested, or a new one. */
static bool
take_number(struct tcn_near_store *store, uint32_t *no)
{
	uint32_t *idle = store->idle;

	if (store->free_n) {
		size_t hole = --store->free_n;

		*no = idle[hole];
		idle[hole] = idle[hole + store->waiting_n];
		hole += store->waiting_n;
		idle[hole] = idle[hole + store->resting_n];
		return true;
	}
	if (store->pages_n == PAGES_MAX || !fit_number(store))
		return false;
	*no = (uint32_t)store->pages_n++;
	return true;
}

static enum tcn_rc
add_page(struct tcn_near_store *store, struct tcn_near_bucket *bucket)
{
	size_t before = bucket_bytes(bucket);
	uint32_t *fit = tcn_mem_grow(bucket->pages, &bucket->pages_cap,
	    bucket->pages_n + 1, sizeof *fit);
	struct tcn_near_page *page;
	uint32_t no;

	if (!fit)
		return TCN_NOMEM;
	bucket->pages = fit;
	store->bytes += bucket_bytes(bucket) - before;
	page = tcn_near_page_grow(NULL);
	if (!page)
		return TCN_NOMEM;
	if (!take_number(store, &no)) {
		tcn_mem_free(page);
		return TCN_NOMEM;
	}
	page->bucket = bucket;
	store->bytes += page->bytes;
	store->pages[no] = page;
	store->live[no] = 1;
	fit[bucket->pages_n++] = no;
	return TCN_OK;
}

static struct tcn_near_page **
last_page(const struct tcn_near_store *store,
    const struct tcn_near_bucket *bucket)
{
	if (!bucket->pages_n)
		return NULL;
	return &store->pages[bucket->pages[bucket->pages_n - 1]];
}

enum tcn_rc
tcn_near_store_reserve(struct tcn_near_store *store,
    struct tcn_near_bucket *bucket)
{
	struct tcn_near_page **page = last_page(store, bucket), *grown;

	if (!page || (*page)->n == PAGE_RECORDS)
		return add_page(store, bucket);
	if ((*page)->n < (*page)->cap)
		return TCN_OK;
	store->bytes -= (*page)->bytes;
	grown = tcn_near_page_grow(*page);
	if (grown)
		*page = grown;
	store->bytes += (*page)->bytes;
	return grown ? TCN_OK : TCN_NOMEM;
}

/* A page that is full changes no more. */
static void
pack_page(struct tcn_near_store *store, struct tcn_near_page **page)
{
	struct tcn_near_bucket *bucket = (*page)->bucket;

	store->bytes -= (*page)->bytes + bucket_bytes(bucket);
	*page = tcn_near_page_pack(*page, &bucket->names);
	store->bytes += (*page)->bytes + bucket_bytes(bucket);
}

uint32_t
tcn_near_store_put(struct tcn_near_store *store, struct tcn_near_bucket *bucket,
    uint32_t low, const struct tcn_near_sighting *sighting)
{
	struct tcn_near_page **page = last_page(store, bucket);
	uint32_t no = bucket->pages[bucket->pages_n - 1];
	uint32_t place = (*page)->n;

	assert(place < (*page)->cap); /* it was reserved */
	tcn_near_page_put(*page, low, sighting);
	if (place + 1 == PAGE_RECORDS)
		pack_page(store, page);
	bucket->sightings_n++;
	bucket->records_n++;
	store->sightings_n++;
	store->records_n++;
	store->ever++;
	return no << PLACE_BITS | place;
}

static struct tcn_near_page *
page_of(const struct tcn_near_store *store, uint32_t ref)
{
	assert(ref >> PLACE_BITS < store->pages_n &&
	    store->pages[ref >> PLACE_BITS]);
	return store->pages[ref >> PLACE_BITS];
}

static struct tcn_near_group *
group_of(const struct tcn_near_page *page, uint32_t ref)
{
	uint32_t place = ref & (PAGE_RECORDS - 1);
	uint64_t *at;

	if (!(page->several[place / 64] >> place % 64 & 1))
		return NULL;
	at = tcn_map_find(&page->bucket->group_of, ref);
	return &page->bucket->groups[*at];
}

/* Makes a group of a record that had one sighting. */
static struct tcn_near_group *
add_group(struct tcn_near_bucket *bucket, uint32_t ref,
    const struct tcn_near_sighting *first)
{
	struct tcn_near_group *fit = tcn_mem_grow(bucket->groups,
	    &bucket->groups_cap, bucket->groups_n + 1, sizeof *fit);
	struct tcn_near_group *group;
	uint64_t *at;

	if (!fit)
		return NULL;
	bucket->groups = fit;
	group = &fit[bucket->groups_n];
	if (!tcn_near_group_init(group, first))
		return NULL;
	if (tcn_map_put(&bucket->group_of, ref, &at, NULL)) {
		tcn_near_group_fini(group);
		return NULL;
	}
	*at = bucket->groups_n++;
	return group;
}

enum tcn_rc
tcn_near_store_append(struct tcn_near_store *store, uint32_t ref,
    const struct tcn_near_sighting *sighting)
{
	struct tcn_near_page *page = page_of(store, ref);
	struct tcn_near_bucket *bucket = page->bucket;
	uint32_t place = ref & (PAGE_RECORDS - 1);
	struct tcn_near_group *group = group_of(page, ref);
	size_t before = bucket_bytes(bucket);
	size_t group_before = group ? tcn_near_group_bytes(group) : 0;
	enum tcn_rc rc = TCN_NOMEM;
	struct tcn_near_sighting first;

	assert(!group || group->n < TCN_NEAR_GROUP_MAX);
	if (!group) {
		tcn_near_page_get(page, &bucket->names, place, &first);
		group = add_group(bucket, ref, &first);
		if (group)
			page->several[place / 64] |= (uint64_t)1 << place % 64;
	}
	if (group)
		rc = tcn_near_group_insert(group, sighting);
	store->bytes += bucket_bytes(bucket) - before;
	if (group)
		store->bytes += tcn_near_group_bytes(group) - group_before;
	if (rc)
		return rc;
	bucket->sightings_n++;
	store->sightings_n++;
	return TCN_OK;
}

bool
tcn_near_store_has_room(const struct tcn_near_store *store, uint32_t ref,
    const struct tcn_near_bucket *bucket)
{
	const struct tcn_near_page *page = page_of(store, ref);
	const struct tcn_near_group *group;

	if (page->bucket != bucket)
		return false;
	group = group_of(page, ref);
	return !group || group->n < TCN_NEAR_GROUP_MAX;
}

void
tcn_near_store_slice(const struct tcn_near_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms, struct tcn_near_slice *slice)
{
	const struct tcn_near_page *page = page_of(store, ref);
	const struct tcn_near_group *group = group_of(page, ref);
	size_t first, end;

	if (!group) {
		tcn_near_page_get(page, &page->bucket->names,
		    ref & (PAGE_RECORDS - 1), &slice->one);
		slice->at = &slice->one;
		slice->n =
		    slice->one.ts_ms > from_ms && slice->one.ts_ms <= to_ms;
		return;
	}
	first = tcn_near_group_until(group, from_ms);
	end = tcn_near_group_until(group, to_ms);
	slice->at = group->at + first;
	slice->n = end > first ? end - first : 0;
}

/* When the span covers the bucket, no time has to be unpacked. */
size_t
tcn_near_store_count(const struct tcn_near_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms)
{
	const struct tcn_near_page *page = page_of(store, ref);
	const struct tcn_near_bucket *bucket = page->bucket;
	struct tcn_near_slice slice;

	if (from_ms < bucket->first_ms && bucket->last_ms <= to_ms) {
		const struct tcn_near_group *group = group_of(page, ref);

		return group ? group->n : 1;
	}
	tcn_near_store_slice(store, ref, from_ms, to_ms, &slice);
	return slice.n;
}

bool
tcn_near_store_names(const struct tcn_near_store *store, uint32_t ref,
    int64_t from_ms, int64_t to_ms, struct tcn_map *publishers,
    struct tcn_map *origins, enum tcn_rc *rc)
{
	const struct tcn_near_group *group = group_of(page_of(store, ref), ref);

	return group &&
	    tcn_near_group_names(group, from_ms, to_ms, publishers, origins,
		rc);
}

bool
tcn_near_store_drop(struct tcn_near_store *store, uint64_t *sightings_n)
{
	*sightings_n = 0;
	if (!store->buckets_n)
		return false;
	*sightings_n = store->buckets[0]->sightings_n;
	free_bucket(store, store->buckets[0]);
	store->buckets_n--;
	memmove(store->buckets, store->buckets + 1,
	    store->buckets_n * sizeof *store->buckets);
	return true;
}

bool
tcn_near_store_expire(struct tcn_near_store *store, int64_t edge_ms,
    uint64_t *sightings_n)
{
	*sightings_n = 0;
	if (!store->buckets_n || store->buckets[0]->last_ms > edge_ms)
		return false;
	return tcn_near_store_drop(store, sightings_n);
}

void
tcn_near_store_recycle(struct tcn_near_store *store)
{
	store->free_n += store->waiting_n;
	store->waiting_n = store->resting_n;
	store->resting_n = 0;
}

bool
tcn_near_store_each(const struct tcn_near_store *store, tcn_near_see_fn *see,
    void *ctx)
{
	for (size_t i = 0; i < store->buckets_n; i++) {
		const struct tcn_near_bucket *bucket = store->buckets[i];

		for (size_t j = 0; j < bucket->pages_n; j++) {
			uint32_t no = bucket->pages[j];

			for (uint32_t k = 0; k < store->pages[no]->n; k++)
				if (!see(ctx, no << PLACE_BITS | k))
					return false;
		}
	}
	return true;
}

static enum tcn_rc
check_bucket(const struct tcn_near_store *store,
    const struct tcn_near_bucket *bucket, struct tcn_err *err)
{
	uint64_t records = 0, sightings = 0;

	for (size_t i = 0; i < bucket->pages_n; i++) {
		const struct tcn_near_page *page =
		    store->pages[bucket->pages[i]];

		if (!page || page->bucket != bucket)
			return tcn_err_set(err, TCN_CORRUPT,
			    "a page and its bucket disagree");
		records += page->n;
	}
	sightings = records;
	for (size_t i = 0; i < bucket->groups_n; i++) {
		const struct tcn_near_group *group = &bucket->groups[i];

		sightings += group->n - 1;
		if (group->at[0].ts_ms < bucket->first_ms ||
		    group->at[group->n - 1].ts_ms > bucket->last_ms ||
		    !tcn_near_group_in_order(group))
			return tcn_err_set(err, TCN_CORRUPT,
			    "sightings of a record out of order");
	}
	if (records != bucket->records_n || sightings != bucket->sightings_n)
		return tcn_err_set(err, TCN_CORRUPT, "a bucket's count is off");
	return TCN_OK;
}

enum tcn_rc
tcn_near_store_check(const struct tcn_near_store *store, struct tcn_err *err)
{
	uint64_t records = 0, sightings = 0;

	for (size_t i = 0; i < store->buckets_n; i++) {
		const struct tcn_near_bucket *bucket = store->buckets[i];
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
	return TCN_OK;
}
