#include "window/keys/keys.h"

#include <assert.h>

#include "engine/base/mem.h"
#include "window/keys/keys_impl.h"

enum {
	COMMON = 20,
	SHARE = 500,
	HEAVY = 1024,
	DEAD_PAGES = 32, /* dead pages that are not worth a sweep */
	SWEEP_SLOTS = 64, /* a call */
	ACQUIT_EVERY = 16, /* records: one suspect is looked at again */
};

static uint32_t
or_default(uint32_t value, uint32_t usual)
{
	return value ? value : usual;
}

static void
detach(void *attached)
{
	tcn_keys_bucket_free(attached);
}

struct tcn_keys *
tcn_keys_new(const struct tcn_keys_conf *conf)
{
	struct tcn_keys *keys = tcn_mem_calloc(1, sizeof *keys);

	keys->conf = *conf;
	keys->conf.common = or_default(conf->common, COMMON);
	keys->conf.share = or_default(conf->share, SHARE);
	keys->conf.heavy = or_default(conf->heavy, HEAVY);
	tcn_sighting_store_init(&keys->store, conf->horizon_ms,
	    conf->bucket_ms);
	keys->store.detach = detach;
	tcn_keys_pages_init(&keys->pages);
	keys->scratch.rows =
	    tcn_mem_calloc(keys->conf.heavy, sizeof *keys->scratch.rows);
	return keys;
}

void
tcn_keys_free(struct tcn_keys *keys)
{
	if (!keys)
		return;
	tcn_sighting_store_fini(&keys->store);
	tcn_keys_pages_fini(&keys->pages);
	tcn_keys_table_fini(&keys->table);
	tcn_map_fini(&keys->suspects.place_of);
	tcn_mem_free(keys->suspects.at);
	tcn_mem_free(keys->scratch.candidates);
	tcn_mem_free(keys->scratch.rows);
	tcn_map_fini(&keys->scratch.origins);
	tcn_map_fini(&keys->scratch.verdicts);
	tcn_mem_free(keys);
}

static size_t
scratch_bytes(const struct tcn_keys *keys)
{
	const struct tcn_keys_scratch *scratch = &keys->scratch;

	return scratch->candidates_cap * sizeof *scratch->candidates +
	    keys->conf.heavy * sizeof *scratch->rows +
	    tcn_map_bytes(&scratch->origins) +
	    tcn_map_bytes(&scratch->verdicts);
}

static size_t
bytes_held(const struct tcn_keys *keys)
{
	return sizeof *keys + tcn_sighting_store_bytes(&keys->store) +
	    keys->pages.bytes + tcn_page_dir_bytes(&keys->pages.dir) +
	    tcn_keys_table_bytes(&keys->table) +
	    tcn_map_bytes(&keys->suspects.place_of) +
	    keys->suspects.cap * sizeof *keys->suspects.at +
	    scratch_bytes(keys);
}

/* Whether more than conf.common records of whole buckets have the key: the
 * condition for a suspect. */
static bool
has_many(const struct tcn_keys *keys, uint32_t key)
{
	uint32_t *link, at;
	uint64_t n = 0;

	if (!keys->table.slots)
		return false;
	link = tcn_keys_table_head(&keys->table,
	    tcn_keys_table_slot(&keys->table, key));
	while (n <= keys->conf.common &&
	    (at = tcn_keys_table_next(&keys->pages, &link, key)) !=
		TCN_KEYS_NIL)
		n += tcn_keys_rows_n(&keys->pages, at);
	return n > keys->conf.common;
}

static void
suspect(struct tcn_keys_suspects *suspects, uint32_t key)
{
	uint32_t *fit = tcn_mem_grow(suspects->at, &suspects->cap,
	    suspects->n + 1, sizeof *fit);
	uint64_t *place;
	bool added;

	suspects->at = fit;
	tcn_map_put(&suspects->place_of, key, &place, &added);
	if (added) {
		*place = suspects->n;
		fit[suspects->n++] = key;
	}
}

/* Looks at one of the suspects again. */
static void
acquit_one(struct tcn_keys *keys)
{
	struct tcn_keys_suspects *suspects = &keys->suspects;
	uint32_t key, last;

	if (!suspects->n || keys->store.ever % ACQUIT_EVERY)
		return;
	if (suspects->hand >= suspects->n)
		suspects->hand = 0;
	key = suspects->at[suspects->hand];
	if (has_many(keys, key)) {
		suspects->hand++;
		return;
	}
	last = suspects->at[--suspects->n];
	suspects->at[suspects->hand] = last;
	*tcn_map_find(&suspects->place_of, last) = suspects->hand;
	(void)tcn_map_remove(&suspects->place_of, key);
}

/* Without entries there is nothing to sweep: the chains are forgotten. */
static void
clear_chains(struct tcn_keys *keys)
{
	tcn_keys_table_clear(&keys->table);
	tcn_page_dir_recycle(&keys->pages.dir);
	tcn_page_dir_recycle(&keys->pages.dir);
}

/*
 * References to sightings are in rows only, which go with them. Of entries
 * there are references in chains: swept while there are more dead pages than
 * live ones, which costs only their numbers.
 */
static void
keep_swept(struct tcn_keys *keys)
{
	struct tcn_page_dir *dir = &keys->pages.dir;
	size_t dead = tcn_page_dir_dead(dir);

	if (tcn_page_dir_dead(&keys->store.dir)) {
		tcn_sighting_store_recycle(&keys->store);
		tcn_sighting_store_recycle(&keys->store);
	}
	if (dead && !keys->pages.entries_n)
		clear_chains(keys);
	else if (dead > DEAD_PAGES && dead > (dir->pages_n - dir->free_n) / 2 &&
	    tcn_keys_table_sweep(&keys->table, &keys->pages, SWEEP_SLOTS))
		tcn_page_dir_recycle(dir);
}

static uint64_t
hash_set(const struct tcn_keys_set *set)
{
	uint64_t hash = set->n * 2 + set->cut;

	for (size_t i = 0; i < set->n; i++) {
		hash = (hash ^ set->at[i]) * 0x9e3779b97f4a7c15u;
		hash ^= hash >> 32;
	}
	return hash;
}

/*
 * The entry of the bucket that has the key already, or TCN_KEYS_NIL. A key that
 * many records have, with the one that comes, becomes a suspect.
 */
static uint32_t
find_entry(struct tcn_keys *keys, const struct tcn_keys_bucket *bucket,
    uint32_t key)
{
	uint32_t *link = tcn_keys_table_head(&keys->table,
	    tcn_keys_table_slot(&keys->table, key));
	uint32_t at, entry = TCN_KEYS_NIL;
	uint64_t n = 1;

	while ((at = tcn_keys_table_next(&keys->pages, &link, key)) !=
	    TCN_KEYS_NIL) {
		const struct tcn_keys_bucket *other =
		    tcn_keys_page(&keys->pages, at)->bucket;

		if (other == bucket)
			entry = at;
		if (n <= keys->conf.common)
			n += tcn_keys_rows_n(&keys->pages, at);
		else if (other->first_ms <= bucket->first_ms)
			break; /* what follows is older */
	}
	if (n > keys->conf.common)
		suspect(&keys->suspects, key);
	return entry;
}

static void
insert_record(struct tcn_keys *keys, struct tcn_sighting_bucket *bucket,
    const struct tcn_keys_set *set, uint64_t hash,
    const struct tcn_sighting *sighting)
{
	struct tcn_keys_bucket *own = bucket->attached;
	bool newest = tcn_sighting_store_newest(&keys->store) == bucket;
	uint64_t slots = keys->pages.entries_n + set->n;
	uint32_t entries[TCN_KEYS_MAX], name;
	struct tcn_keys_row *row;

	tcn_keys_table_grow(&keys->table, &keys->pages, slots);
	tcn_keys_table_prefetch(&keys->table, &keys->pages, set->at, set->n);
	for (size_t i = 0; i < set->n; i++)
		entries[i] = find_entry(keys, own, set->at[i]);
	name = tcn_keys_bucket_put(own, set, hash, sighting->origin);
	row = tcn_keys_row(&keys->pages, name);
	row->ref = tcn_sighting_store_put(&keys->store, bucket, name, sighting);
	for (uint32_t i = 0; i < set->n; i++)
		if (entries[i] == TCN_KEYS_NIL)
			tcn_keys_table_link(&keys->table, &keys->pages,
			    tcn_keys_sibling(name, row->first + i), newest);
		else
			tcn_keys_list_add(own, entries[i], name);
}

/* The bucket of this time, with what is attached to it. */
static struct tcn_sighting_bucket *
bucket_at(struct tcn_keys *keys, int64_t ts_ms)
{
	struct tcn_sighting_bucket *bucket =
	    tcn_sighting_store_bucket(&keys->store, ts_ms);
	struct tcn_keys_bucket *own;

	if (bucket->attached)
		return bucket;
	own = tcn_keys_bucket_new(&keys->pages);
	own->first_ms = bucket->first_ms;
	own->last_ms = bucket->last_ms;
	bucket->attached = own;
	return bucket;
}

static void
insert(struct tcn_keys *keys, const struct tcn_keys_item *item)
{
	struct tcn_sighting_bucket *bucket = bucket_at(keys, item->ts_ms);
	struct tcn_sighting sighting = {
		.seq = item->seq,
		.ts_ms = item->ts_ms,
		.publisher = item->publisher,
		.origin = item->origin,
	};
	uint64_t hash = hash_set(&item->set);
	uint32_t name;

	if (tcn_keys_bucket_find(bucket->attached, &item->set, hash, &name)) {
		struct tcn_keys_row *row = tcn_keys_row(&keys->pages, name);

		if (tcn_sighting_store_has_room(&keys->store, row->ref,
			bucket)) {
			/* One more sighting of a record; it may be the
			 * earliest. */
			struct tcn_sighting_slice slice;

			tcn_sighting_store_append(&keys->store, row->ref,
			    &sighting);
			tcn_sighting_store_slice(&keys->store, row->ref,
			    INT64_MIN, INT64_MAX, &slice);
			row->origin = slice.at[0].origin;
			return;
		}
	}
	insert_record(keys, bucket, &item->set, hash, &sighting);
}

void
tcn_keys_insert(struct tcn_keys *keys, const struct tcn_keys_item *item)
{
	assert(keys && item && item->set.n && item->set.n <= TCN_KEYS_MAX);
	if (tcn_sighting_store_refuses(&keys->store, item->ts_ms))
		return;
	insert(keys, item);
	acquit_one(keys);
	keep_swept(keys);
	/* Below the cap again: the oldest bucket goes. */
	while (keys->conf.cap_bytes &&
	    bytes_held(keys) > keys->conf.cap_bytes &&
	    tcn_sighting_store_drop(&keys->store))
		keep_swept(keys);
}

void
tcn_keys_expire(struct tcn_keys *keys, int64_t now_ms)
{
	tcn_sighting_store_expire(&keys->store, now_ms);
	keep_swept(keys);
}

void
tcn_keys_stats(const struct tcn_keys *keys, struct tcn_keys_stats *stats)
{
	*stats = (struct tcn_keys_stats){
		.items = keys->store.sightings_n,
		.records = keys->store.records_n,
		.keys = keys->pages.entries_n,
		.bytes = bytes_held(keys),
		.expired = keys->store.expired,
		.dropped = keys->store.dropped,
		.lookups = keys->lookups,
		.entries = keys->entries,
		.common = keys->common,
		.heavy = keys->heavy,
	};
}

/* --- the validator --- */

/* What the pages hold, and what chains and lists name of it. */
struct check {
	const struct tcn_keys *keys;
	struct tcn_err *err;
	uint64_t rows, entries; /* in pages */
	uint64_t named; /* entries that a chain or a list stands for */
};

static bool
has_key(const struct tcn_keys_page *page, const struct tcn_keys_row *row,
    uint32_t key)
{
	for (uint32_t i = 0; i < row->n; i++)
		if (page->entries[row->first + i].key == key)
			return true;
	return false;
}

static enum tcn_rc
check_row(struct check *check, uint32_t name)
{
	const struct tcn_keys *keys = check->keys;
	const struct tcn_keys_page *page = tcn_keys_page(&keys->pages, name);
	const struct tcn_keys_row *row = tcn_keys_row(&keys->pages, name);

	if (!tcn_sighting_store_live(&keys->store, row->ref) ||
	    tcn_sighting_store_payload(&keys->store, row->ref) != name)
		return tcn_err_set(check->err, TCN_CORRUPT,
		    "a row and its record disagree");
	for (uint32_t i = 1; i < row->n; i++)
		if (page->entries[row->first + i - 1].key >=
		    page->entries[row->first + i].key)
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "the keys of a record are out of order");
	check->rows++;
	check->entries += row->n;
	return TCN_OK;
}

static bool
see_record(void *ctx, uint32_t ref)
{
	struct check *check = ctx;
	uint32_t name = tcn_sighting_store_payload(&check->keys->store, ref);

	return tcn_keys_live(&check->keys->pages, name) &&
	    tcn_keys_row(&check->keys->pages, name)->ref == ref &&
	    check_row(check, name) == TCN_OK;
}

/* Every row that an entry of a chain stands for has its key, in its bucket. */
static enum tcn_rc
check_entry(struct check *check, uint32_t at)
{
	const struct tcn_keys_pages *pages = &check->keys->pages;
	const struct tcn_keys_page *page = tcn_keys_page(pages, at);
	uint32_t key = tcn_keys_entry(pages, at)->key, lone;
	size_t n;
	const uint32_t *rows = tcn_keys_rows(pages, at, &n, &lone);

	for (size_t i = 0; i < n; i++) {
		const struct tcn_keys_page *own = tcn_keys_page(pages, rows[i]);

		if (own->bucket != page->bucket ||
		    !has_key(own, tcn_keys_row(pages, rows[i]), key))
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "a chain names a record that has not the key");
	}
	check->named += n;
	return TCN_OK;
}

/* No other entry of the chain behind this one is of the same bucket and key. */
static bool
is_repeated(const struct tcn_keys_pages *pages, uint32_t at)
{
	const struct tcn_keys_entry *entry = tcn_keys_entry(pages, at);
	const struct tcn_keys_bucket *bucket = tcn_keys_page(pages, at)->bucket;

	for (uint32_t i = entry->next; tcn_keys_live(pages, i);
	     i = tcn_keys_entry(pages, i)->next)
		if (tcn_keys_page(pages, i)->bucket == bucket &&
		    tcn_keys_entry(pages, i)->key == entry->key)
			return true;
	return false;
}

static enum tcn_rc
check_chain(struct check *check, uint32_t slot)
{
	const struct tcn_keys_table *table = &check->keys->table;
	const struct tcn_keys_pages *pages = &check->keys->pages;
	uint32_t at = *tcn_keys_table_head(table, slot);
	int64_t before_ms = INT64_MAX;
	enum tcn_rc rc = TCN_OK;

	while (!rc && tcn_keys_live(pages, at)) {
		const struct tcn_keys_entry *entry = tcn_keys_entry(pages, at);
		int64_t first_ms = tcn_keys_page(pages, at)->bucket->first_ms;

		if (tcn_keys_table_slot(table, entry->key) != slot ||
		    first_ms > before_ms || is_repeated(pages, at))
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "a chain has an entry of another, or out of order");
		if (has_many(check->keys, entry->key) &&
		    !tcn_map_find(&check->keys->suspects.place_of, entry->key))
			return tcn_err_set(check->err, TCN_CORRUPT,
			    "a key of many records is not known as such");
		rc = check_entry(check, at);
		before_ms = first_ms;
		at = entry->next;
	}
	return rc;
}

enum tcn_rc
tcn_keys_check(const struct tcn_keys *keys, struct tcn_err *err)
{
	struct check check = { .keys = keys, .err = err };
	enum tcn_rc rc = tcn_sighting_store_check(&keys->store, err);

	if (!rc)
		rc = tcn_page_dir_check(&keys->pages.dir, err);
	if (!rc && !tcn_sighting_store_each(&keys->store, see_record, &check))
		rc =
		    tcn_err_set(err, TCN_CORRUPT, "a record has lost its keys");
	for (uint32_t i = 0; !rc && i < keys->table.slots; i++)
		rc = check_chain(&check, i);
	if (rc)
		return rc;
	if (check.rows != keys->store.records_n ||
	    check.entries != keys->pages.entries_n ||
	    check.named != check.entries)
		return tcn_err_set(err, TCN_CORRUPT,
		    "chains name %llu of %llu keys",
		    (unsigned long long)check.named,
		    (unsigned long long)keys->pages.entries_n);
	return TCN_OK;
}
