#include <assert.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "window/keys/keys.h"
#include "window/keys/keys_impl.h"

/* One look-up. */
struct look {
	struct tcn_keys *keys;
	const struct tcn_keys_set *set;
	int64_t from_ms, to_ms;
	uint64_t limit; /* a key of more origins is common */
	bool common[TCN_KEYS_MAX]; /* of the set's keys */
};

/* The earliest sighting of a row's record in the span, if it has one. */
static bool
earliest(const struct look *look, uint32_t name, struct tcn_sighting *sighting)
{
	const struct tcn_keys_row *row = tcn_keys_row(&look->keys->pages, name);
	struct tcn_sighting_slice slice;

	tcn_sighting_store_slice(&look->keys->store, row->ref, look->from_ms,
	    look->to_ms, &slice);
	if (slice.n)
		*sighting = slice.at[0];
	return slice.n > 0;
}

/* A bucket that the span covers: no time has to be looked at. */
static bool
is_covered(const struct look *look, uint32_t entry)
{
	const struct tcn_keys_bucket *bucket =
	    tcn_keys_page(&look->keys->pages, entry)->bucket;

	return look->from_ms < bucket->first_ms &&
	    bucket->last_ms <= look->to_ms;
}

/* Adds those of n rows that the span has; false: there are more than enough. */
static bool
add_rows(const struct look *look, const uint32_t *rows, size_t n, bool covered,
    size_t *found_n)
{
	const struct tcn_keys *keys = look->keys;
	struct tcn_sighting sighting;

	for (size_t i = 0; i < n; i++) {
		if (!covered && !earliest(look, rows[i], &sighting))
			continue;
		if (*found_n == keys->conf.heavy)
			return false;
		keys->scratch.rows[(*found_n)++] = rows[i];
	}
	return true;
}

/* Whether more than conf.heavy records of buckets that the span covers have the
 * key: found without looking at any of them. */
static bool
is_heavy(const struct look *look, uint32_t key)
{
	struct tcn_keys *keys = look->keys;
	uint32_t *link = tcn_keys_table_head(&keys->table,
	    tcn_keys_table_slot(&keys->table, key));
	uint64_t n = 0;
	uint32_t at;

	while (n <= keys->conf.heavy &&
	    (at = tcn_keys_table_next(&keys->pages, &link, key)) !=
		TCN_KEYS_NIL) {
		keys->entries++;
		if (is_covered(look, at))
			n += tcn_keys_rows_n(&keys->pages, at);
	}
	return n > keys->conf.heavy;
}

/* The rows of the span that have a key, in scratch.rows; false when there are
 * more than conf.heavy. */
static bool
gather(const struct look *look, uint32_t key, size_t *found_n)
{
	struct tcn_keys *keys = look->keys;
	uint32_t *link = tcn_keys_table_head(&keys->table,
	    tcn_keys_table_slot(&keys->table, key));
	uint32_t at, lone;

	*found_n = 0;
	while ((at = tcn_keys_table_next(&keys->pages, &link, key)) !=
	    TCN_KEYS_NIL) {
		size_t n;
		const uint32_t *rows =
		    tcn_keys_rows(&keys->pages, at, &n, &lone);

		keys->entries++;
		if (!add_rows(look, rows, n, is_covered(look, at), found_n))
			return false;
	}
	return true;
}

/* The origin of a row of scratch.rows, by its earliest sighting in the span. */
static uint64_t
origin_of(const struct look *look, uint32_t name)
{
	struct tcn_sighting sighting;

	if (!is_covered(look, name) && earliest(look, name, &sighting))
		return sighting.origin;
	return tcn_keys_row(&look->keys->pages, name)->origin;
}

/* Gathers the rows of a key and says whether it is common. */
static void
judge_key(const struct look *look, uint32_t key, size_t *rows_n, bool *common)
{
	struct tcn_keys *keys = look->keys;

	/* Hardly a key has as many as conf.common: it is a suspect. */
	*common =
	    tcn_map_find(&keys->suspects.place_of, key) && is_heavy(look, key);
	if (!*common)
		*common = !gather(look, key, rows_n);
	keys->heavy += *common;
	if (!*common && *rows_n > look->limit) {
		/* Whether the rows in scratch.rows are of more origins than a
		 * key may have. */
		struct tcn_keys_scratch *scratch = &look->keys->scratch;
		uint64_t *value;

		tcn_map_clear(&scratch->origins);
		for (size_t i = 0; i < (*rows_n); i++) {
			tcn_map_put(&scratch->origins,
			    origin_of(look, scratch->rows[i]), &value, NULL);
			if (scratch->origins.n > look->limit)
				break;
		}
		*common = scratch->origins.n > look->limit;
	}
	keys->common += *common;
}

/* One more key that the record of a row shares. */
static void
count_row(struct tcn_keys *keys, uint32_t name)
{
	struct tcn_keys_scratch *scratch = &keys->scratch;
	struct tcn_keys_row *row = tcn_keys_row(&keys->pages, name);
	struct tcn_keys_candidate *fit;

	/* A seat is right when whoever has it says so. */
	if (row->seat < scratch->candidates_n &&
	    scratch->candidates[row->seat].row == name) {
		scratch->candidates[row->seat].shared++;
		return;
	}
	fit = tcn_mem_grow(scratch->candidates, &scratch->candidates_cap,
	    scratch->candidates_n + 1, sizeof *fit);
	scratch->candidates = fit;
	row->seat = (uint32_t)scratch->candidates_n;
	fit[scratch->candidates_n++] = (struct tcn_keys_candidate){ name, 1 };
}

/* Counts one more key for all records that have it, unless it is common. */
static void
count_key(struct look *look, size_t i)
{
	struct tcn_keys *keys = look->keys;
	size_t n;

	judge_key(look, look->set->at[i], &n, &look->common[i]);
	for (size_t j = 0; !look->common[i] && j < n; j++)
		count_row(keys, keys->scratch.rows[j]);
}

/* Whether there is a record that would share enough with so many keys more. */
static bool
may_reach(const struct tcn_keys_scratch *scratch, uint32_t least, size_t more)
{
	if (more >= least)
		return true;
	for (size_t i = 0; i < scratch->candidates_n; i++)
		if (scratch->candidates[i].shared + more >= least)
			return true;
	return false;
}

/*
 * Counts for each record how many keys it shares. To find out that a key is
 * common costs most, so the keys that may be come last, and not at all when
 * they cannot make a hit.
 */
static void
count_shared(struct look *look, uint32_t least)
{
	struct tcn_keys *keys = look->keys;
	size_t last[TCN_KEYS_MAX], last_n = 0;

	keys->scratch.candidates_n = 0;
	tcn_keys_table_prefetch(&keys->table, &keys->pages, look->set->at,
	    look->set->n);
	for (size_t i = 0; i < look->set->n; i++)
		if (tcn_map_find(&keys->suspects.place_of, look->set->at[i]))
			last[last_n++] = i;
		else
			count_key(look, i);
	if (may_reach(&keys->scratch, least, last_n))
		for (size_t i = 0; i < last_n; i++)
			count_key(look, last[i]);
}

/* Whether a key is common that the set need not have. */
static void
ask_common(const struct look *look, uint32_t key, bool *common)
{
	struct tcn_keys *keys = look->keys;
	uint64_t *verdict;
	bool added;
	size_t n;

	*common = false;
	if (!tcn_map_find(&keys->suspects.place_of, key))
		return;
	tcn_map_put(&keys->scratch.verdicts, key, &verdict, &added);
	if (added) {
		judge_key(look, key, &n, common);
		*verdict = *common;
	}
	*common = *verdict;
}

/* Up to which key a record and the set can be compared. */
static uint32_t
top_of(const struct look *look, const struct tcn_keys_entry *entries,
    const struct tcn_keys_row *row)
{
	const struct tcn_keys_set *set = look->set;
	uint32_t top = set->cut ? set->at[set->n - 1] : UINT32_MAX;
	uint32_t last = row->cut ? entries[row->n - 1].key : UINT32_MAX;

	return last < top ? last : top;
}

static void
count_sides(const struct look *look, uint32_t name, struct tcn_keys_hit *hit)
{
	const struct tcn_keys_row *row = tcn_keys_row(&look->keys->pages, name);
	const struct tcn_keys_entry *entries =
	    &tcn_keys_page(&look->keys->pages, name)->entries[row->first];
	uint32_t top = top_of(look, entries, row);

	for (size_t i = 0; i < look->set->n && look->set->at[i] <= top; i++)
		hit->mine += !look->common[i];
	for (size_t i = 0; i < row->n && entries[i].key <= top; i++) {
		bool common;

		ask_common(look, entries[i].key, &common);
		hit->theirs += !common;
	}
}

static void
add_hit(const struct look *look, const struct tcn_keys_candidate *candidate,
    struct tcn_keys_hits *hits)
{
	struct tcn_sighting sighting;
	struct tcn_keys_hit *fit;

	if (!earliest(look, candidate->row, &sighting))
		return;
	fit = tcn_mem_grow(hits->at, &hits->cap, hits->n + 1, sizeof *fit);
	hits->at = fit;
	fit[hits->n] = (struct tcn_keys_hit){
		.seq = sighting.seq,
		.ts_ms = sighting.ts_ms,
		.publisher = sighting.publisher,
		.origin = sighting.origin,
		.shared = candidate->shared,
	};
	count_sides(look, candidate->row, &fit[hits->n++]);
}

static int
compare_hits(const void *left, const void *right)
{
	const struct tcn_keys_hit *a = left, *b = right;

	if (a->shared != b->shared)
		return a->shared > b->shared ? -1 : 1;
	return tcn_compare_moment(a->ts_ms, a->seq, b->ts_ms, b->seq);
}

void
tcn_keys_find(struct tcn_keys *keys, const struct tcn_keys_set *set,
    uint32_t least, int64_t from_ms, int64_t to_ms, struct tcn_keys_hits *hits)
{
	struct tcn_keys_scratch *scratch = &keys->scratch;
	struct look look = {
		.keys = keys,
		.set = set,
		.from_ms = from_ms > keys->store.edge_ms ? from_ms
							 : keys->store.edge_ms,
		.to_ms = to_ms,
	};

	/* Never from before the edge. */
	look.limit =
	    tcn_sighting_store_records_after(&keys->store, look.from_ms) /
	    keys->conf.share;
	if (look.limit < keys->conf.common)
		look.limit = keys->conf.common;

	assert(least && set->n && set->n <= TCN_KEYS_MAX);
	hits->n = 0;
	keys->lookups++;
	if (!keys->table.slots)
		return;
	if (scratch->verdicts.n)
		tcn_map_clear(&scratch->verdicts);
	count_shared(&look, least);
	for (size_t i = 0; i < scratch->candidates_n; i++)
		if (scratch->candidates[i].shared >= least)
			add_hit(&look, &scratch->candidates[i], hits);
	if (hits->n)
		qsort(hits->at, hits->n, sizeof *hits->at, compare_hits);
}

void
tcn_keys_hits_fini(struct tcn_keys_hits *hits)
{
	tcn_mem_free(hits->at);
	*hits = (struct tcn_keys_hits){ 0 };
}
