#include "window/cluster/lsh.h"

#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/cluster/lsh_impl.h"

enum {
	GROUPS_MIN = 4,
	GROUPS_SMALL = 256,
	AHEAD = 12, /* entries */
	GROUP_LOAD = 7, /* a table has at most so many rows a group */
};

void
tcn_lsh_free(struct tcn_lsh *lsh)
{
	if (!lsh)
		return;
	tcn_lsh_expire(lsh, INT64_MAX);
	tcn_mem_free(lsh->buckets);
	tcn_mem_free(lsh->bands);
	tcn_mem_free(lsh->packed);
	tcn_mem_free(lsh->taken);
	tcn_mem_free(lsh->slots);
	tcn_mem_free(lsh->budget);
	tcn_mem_free(lsh->touched);
	tcn_mem_free(lsh);
}

void
tcn_lsh_hits_fini(struct tcn_lsh_hits *hits)
{
	tcn_mem_free(hits->at);
	*hits = (struct tcn_lsh_hits){ 0 };
}

struct tcn_lsh *
tcn_lsh_new(const struct tcn_lsh_conf *conf)
{
	struct tcn_lsh *lsh = tcn_mem_calloc(1, sizeof *lsh);
	size_t after_next;

	assert(conf->bands && conf->rows && conf->least_bands);
	assert(conf->rows <= TCN_MINHASH_VALUES_MAX / conf->bands);
	assert(conf->bucket_ms > 0);
	lsh->conf = *conf;
	if (!lsh->conf.heavy)
		lsh->conf.heavy = TCN_LSH_HEAVY;
	lsh->values = lsh->conf.bands * lsh->conf.rows;
	lsh->padded =
	    (lsh->values + TCN_LSH_LANES - 1) / TCN_LSH_LANES * TCN_LSH_LANES;
	lsh->next_at = lsh->padded * sizeof(uint16_t);
	after_next = lsh->next_at + lsh->conf.bands * sizeof(uint16_t);
	lsh->tail_at = (after_next + 7) / 8 * 8;
	lsh->stride = lsh->tail_at + sizeof(struct tcn_lsh_tail);
	lsh->bands = tcn_mem_calloc(conf->bands, sizeof *lsh->bands);
	lsh->packed = tcn_mem_calloc(lsh->padded, sizeof *lsh->packed);
	lsh->taken = tcn_mem_calloc(lsh->values, sizeof *lsh->taken);
	lsh->slots = tcn_mem_calloc(conf->bands, sizeof *lsh->slots);
	lsh->budget = tcn_mem_calloc(conf->bands, sizeof *lsh->budget);
	return lsh;
}

/* What is filed has mostly been looked up just before. */
void
tcn_lsh_load_item(struct tcn_lsh *lsh, const struct tcn_lsh_item *item)
{
	size_t bytes = lsh->values * sizeof *lsh->taken;

	if (memcmp(lsh->taken, item->values, bytes) == 0)
		return;
	memcpy(lsh->taken, item->values, bytes);
	lsh->asked = NULL;
	for (uint32_t i = 0; i < lsh->conf.bands; i++)
		lsh->bands[i] = (struct tcn_lsh_band){
			.tag = (uint16_t)(item->bands[i] >> 16),
			.low = (uint16_t)item->bands[i],
		};
	for (uint32_t i = 0; i < lsh->values; i++)
		lsh->packed[i] = (uint16_t)item->values[i];
}

static void
free_bucket(struct tcn_lsh_bucket *bucket)
{
	if (!bucket)
		return;
	for (size_t i = 0; i < bucket->chunks_n; i++)
		tcn_mem_free(bucket->chunks[i]);
	tcn_mem_free(bucket->chunks);
	tcn_mem_free(bucket->slots);
	tcn_mem_free(bucket->counts);
	tcn_mem_free(bucket);
}

static size_t
slots_bytes(const struct tcn_lsh *lsh, uint32_t groups_n)
{
	return (size_t)lsh->conf.bands * groups_n * TCN_LSH_GROUP *
	    sizeof(uint32_t);
}

/* Gives back the first n buckets. */
static void
drop_buckets(struct tcn_lsh *lsh, size_t n)
{
	lsh->asked = NULL;
	for (size_t i = 0; i < n; i++)
		free_bucket(lsh->buckets[i]);
	lsh->buckets_n -= n;
	if (n)
		memmove(lsh->buckets, lsh->buckets + n,
		    lsh->buckets_n * sizeof *lsh->buckets);
}

void
tcn_lsh_expire(struct tcn_lsh *lsh, int64_t edge_ms)
{
	size_t n = 0;

	while (n < lsh->buckets_n &&
	    (edge_ms == INT64_MAX ||
		lsh->buckets[n]->first_ms + lsh->conf.bucket_ms - 1 <= edge_ms))
		n++;
	drop_buckets(lsh, n);
}

static size_t
bytes_of(const struct tcn_lsh *lsh)
{
	size_t bytes = sizeof *lsh + lsh->buckets_cap * sizeof *lsh->buckets;

	for (size_t i = 0; i < lsh->buckets_n; i++)
		bytes += lsh->buckets[i]->bytes;
	return bytes;
}

/* The first millisecond of the bucket of a time. */
static int64_t
floor_of(const struct tcn_lsh *lsh, int64_t ts_ms)
{
	int64_t rest = ts_ms % lsh->conf.bucket_ms;

	return ts_ms - (rest < 0 ? rest + lsh->conf.bucket_ms : rest);
}

/* A table for what is expected, or for a tenth more rows than the bucket before
 * has, as streams are much as they were. */
static uint32_t
groups_after(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *before)
{
	uint64_t rows = before ? before->rows_n * 11 / 10 : lsh->conf.expected;

	if (rows > TCN_LSH_ROWS_MAX)
		rows = TCN_LSH_ROWS_MAX;
	rows /= GROUP_LOAD;
	return rows < GROUPS_MIN ? GROUPS_MIN : (uint32_t)rows + 1;
}

/* The bucket of this time that has room: made when there is none. */
static struct tcn_lsh_bucket *
bucket_for(struct tcn_lsh *lsh, int64_t ts_ms)
{
	int64_t first_ms = floor_of(lsh, ts_ms);
	size_t at = lsh->buckets_n;
	struct tcn_lsh_bucket *bucket;

	while (at > 0 && lsh->buckets[at - 1]->first_ms > first_ms)
		at--;
	if (at > 0 && lsh->buckets[at - 1]->first_ms == first_ms &&
	    lsh->buckets[at - 1]->rows_n < TCN_LSH_ROWS_MAX)
		return lsh->buckets[at - 1];
	bucket = tcn_mem_calloc(1, sizeof *bucket);
	lsh->buckets = tcn_mem_grow(lsh->buckets, &lsh->buckets_cap,
	    lsh->buckets_n + 1, sizeof *lsh->buckets);
	bucket->number = lsh->buckets_ever++;
	bucket->first_ms = first_ms;
	bucket->groups_n = groups_after(lsh, at ? lsh->buckets[at - 1] : NULL);
	bucket->slots = tcn_mem_calloc(1, slots_bytes(lsh, bucket->groups_n));
	bucket->bytes = sizeof *bucket + slots_bytes(lsh, bucket->groups_n);
	memmove(lsh->buckets + at + 1, lsh->buckets + at,
	    (lsh->buckets_n - at) * sizeof *lsh->buckets);
	lsh->buckets[at] = bucket;
	lsh->buckets_n++;
	return bucket;
}

/* A row with just these values: by a walk along the first band. */
static uint32_t
find_row(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket)
{
	const uint32_t *slot = lsh->asked == bucket
	    ? lsh->slots[0]
	    : tcn_lsh_probe(lsh, bucket, 0, lsh->bands[0]);
	uint32_t row = *slot & UINT16_MAX;

	for (uint32_t i = 0; row && i < lsh->conf.heavy; i++) {
		unsigned char *at = tcn_lsh_row(lsh, bucket, row);

		if (memcmp(at, lsh->packed, lsh->next_at) == 0)
			return row;
		row = tcn_lsh_next(lsh, at)[0];
	}
	return 0;
}

/* Puts an entry where there is room for it. */
static void
put_slot(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket,
    uint32_t band, uint32_t slot)
{
	unsigned char *row = tcn_lsh_row(lsh, bucket, slot & UINT16_MAX);
	uint32_t *slots =
	    bucket->slots + (size_t)band * bucket->groups_n * TCN_LSH_GROUP;
	uint32_t at = tcn_lsh_home(bucket, tcn_lsh_low(lsh, row, band));
	unsigned empty;

	for (;; at = at + 1 == bucket->groups_n ? 0 : at + 1) {
		uint32_t *group = slots + (size_t)at * TCN_LSH_GROUP;

		(void)tcn_lsh_match(group, 0, &empty);
		if (empty) {
			group[__builtin_ctz(empty)] = slot;
			return;
		}
	}
}

/* Asks for the values of a row that an entry will be moved by. */
static void
ask_for(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket,
    uint32_t band, uint32_t slot)
{
	if (slot)
		__builtin_prefetch(tcn_lsh_values(tcn_lsh_row(lsh, bucket,
				       slot & UINT16_MAX)) +
		    band * lsh->conf.rows);
}

/* Makes the tables larger: by half, and fourfold as long as they are small, as
 * moving an entry costs more than finding one. */
static void
grow_slots(struct tcn_lsh *lsh, struct tcn_lsh_bucket *bucket)
{
	size_t n = (size_t)bucket->groups_n * TCN_LSH_GROUP;
	struct tcn_lsh_bucket grown = *bucket;

	grown.groups_n += bucket->groups_n < GROUPS_SMALL
	    ? 3 * bucket->groups_n
	    : bucket->groups_n / 2;
	grown.slots = tcn_mem_calloc(1, slots_bytes(lsh, grown.groups_n));
	for (uint32_t band = 0; band < lsh->conf.bands; band++)
		for (size_t i = 0; i < n; i++) {
			const uint32_t *slot = &bucket->slots[band * n + i];

			if (i + AHEAD < n)
				ask_for(lsh, bucket, band, slot[AHEAD]);
			if (*slot)
				put_slot(lsh, &grown, band, *slot);
		}
	grown.bytes += slots_bytes(lsh, grown.groups_n) -
	    slots_bytes(lsh, bucket->groups_n);
	tcn_mem_free(bucket->slots);
	*bucket = grown;
	lsh->asked = NULL;
}

/* Makes room for one more row. */
static void
reserve(struct tcn_lsh *lsh, struct tcn_lsh_bucket *bucket)
{
	size_t cap = bucket->counts_cap;
	void *p;

	p = tcn_mem_grow(bucket->counts, &bucket->counts_cap,
	    (size_t)bucket->rows_n + 2, sizeof *bucket->counts);
	bucket->counts = p;
	memset(bucket->counts + cap, 0,
	    (bucket->counts_cap - cap) * sizeof *bucket->counts);
	bucket->bytes += (bucket->counts_cap - cap) * sizeof *bucket->counts;
	if (bucket->rows_n + 1 > bucket->groups_n * GROUP_LOAD)
		grow_slots(lsh, bucket);
	if (bucket->rows_n < bucket->chunks_n * TCN_LSH_CHUNK)
		return;
	p = tcn_mem_grow(bucket->chunks, &bucket->chunks_cap,
	    bucket->chunks_n + 1, sizeof *bucket->chunks);
	bucket->chunks = p;
	p = tcn_mem_alloc(TCN_LSH_CHUNK * lsh->stride);
	bucket->chunks[bucket->chunks_n++] = p;
	bucket->bytes += TCN_LSH_CHUNK * lsh->stride + sizeof *bucket->chunks;
}

/* Adds a row, the newest of its bands. */
static void
add_row(struct tcn_lsh *lsh, struct tcn_lsh_bucket *bucket,
    const struct tcn_lsh_item *item)
{
	bool known = lsh->asked == bucket;
	uint32_t row = ++bucket->rows_n;
	unsigned char *at = tcn_lsh_row(lsh, bucket, row);
	uint16_t *next = tcn_lsh_next(lsh, at);

	memcpy(at, lsh->packed, lsh->next_at);
	*tcn_lsh_tail(lsh, at) = (struct tcn_lsh_tail){
		.ts_ms = item->ts_ms,
		.number = item->number,
	};
	for (uint32_t band = 0; band < lsh->conf.bands; band++) {
		uint32_t *slot = known
		    ? lsh->slots[band]
		    : tcn_lsh_probe(lsh, bucket, band, lsh->bands[band]);

		next[band] = (uint16_t)(*slot & UINT16_MAX);
		*slot = (uint32_t)lsh->bands[band].tag << 16 | row;
	}
	lsh->asked = NULL;
}

void
tcn_lsh_insert(struct tcn_lsh *lsh, const struct tcn_lsh_item *item,
    uint64_t *name)
{
	struct tcn_lsh_bucket *bucket;
	uint32_t row;

	while (lsh->conf.cap_bytes && lsh->buckets_n &&
	    bytes_of(lsh) >= lsh->conf.cap_bytes) {
		lsh->dropped += lsh->buckets[0]->rows_n;
		drop_buckets(lsh, 1);
	}
	bucket = bucket_for(lsh, item->ts_ms);
	tcn_lsh_load_item(lsh, item);
	row = find_row(lsh, bucket);
	if (row) {
		struct tcn_lsh_tail *tail =
		    tcn_lsh_tail(lsh, tcn_lsh_row(lsh, bucket, row));

		if (item->ts_ms >= tail->ts_ms) {
			tail->ts_ms = item->ts_ms;
			tail->number = item->number;
		}
		*name = tcn_lsh_name(bucket, row);
		return;
	}
	reserve(lsh, bucket);
	add_row(lsh, bucket, item);
	*name = tcn_lsh_name(bucket, bucket->rows_n);
}

void
tcn_lsh_stats(const struct tcn_lsh *lsh, struct tcn_lsh_stats *stats)
{
	*stats = (struct tcn_lsh_stats){
		.bytes = bytes_of(lsh),
		.lookups = lsh->lookups,
		.candidates = lsh->candidates,
		.compared = lsh->compared,
		.heavy = lsh->heavy,
		.dropped = lsh->dropped,
	};
	for (size_t i = 0; i < lsh->buckets_n; i++)
		stats->rows += lsh->buckets[i]->rows_n;
}

/* --- look-ups, and the validator --- */

typedef uint16_t lanes __attribute__((vector_size(16), aligned(2), may_alias));

/* How many positions of the item that was taken are equal to those of a row. */
static uint32_t
count_equal(const struct tcn_lsh *lsh, unsigned char *row)
{
	const lanes *a = (const lanes *)(const void *)lsh->packed;
	const lanes *b = (const lanes *)(const void *)row;
	lanes sum = { 0 };
	uint32_t equal = 0;

	for (uint32_t i = 0; i < lsh->padded / TCN_LSH_LANES; i++)
		sum -= (lanes)(a[i] == b[i]);
	for (int i = 0; i < TCN_LSH_LANES; i++)
		equal += sum[i];
	return equal - (lsh->padded - lsh->values);
}

/* Asks for the lines where the item's bands are looked for. */
static void
prefetch(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket)
{
	for (uint32_t i = 0; i < lsh->conf.bands; i++)
		__builtin_prefetch(bucket->slots +
		    ((size_t)i * bucket->groups_n +
			tcn_lsh_home(bucket, lsh->bands[i].low)) *
			TCN_LSH_GROUP);
}

/* Counts the rows of one band; how many are counted for the first time. */
static size_t
count_band(struct tcn_lsh *lsh, struct tcn_lsh_bucket *bucket, uint32_t band,
    bool whole, size_t touched_n)
{
	uint32_t *slot = tcn_lsh_probe(lsh, bucket, band, lsh->bands[band]);
	uint32_t *budget = &lsh->budget[band];
	uint32_t row = *slot & UINT16_MAX;

	if (bucket == lsh->asked)
		lsh->slots[band] = slot;

	while (row) {
		if (whole && !*budget) {
			lsh->heavy++;
			break;
		}
		*budget -= *budget > 0;
		if (!bucket->counts[row]++)
			lsh->touched[touched_n++] = (uint16_t)row;
		row = tcn_lsh_next(lsh, tcn_lsh_row(lsh, bucket, row))[band];
	}
	return touched_n;
}

static void
add_hit(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket,
    uint32_t row, int64_t after_ms, struct tcn_lsh_hits *hits)
{
	unsigned char *at = tcn_lsh_row(lsh, bucket, row);
	const struct tcn_lsh_tail *tail = tcn_lsh_tail(lsh, at);

	if (tail->ts_ms <= after_ms)
		return;
	hits->at =
	    tcn_mem_grow(hits->at, &hits->cap, hits->n + 1, sizeof *hits->at);
	hits->at[hits->n++] = (struct tcn_lsh_hit){
		.row = tcn_lsh_name(bucket, row),
		.number = tail->number,
		.ts_ms = tail->ts_ms,
		.bands = bucket->counts[row],
		.equal = count_equal(lsh, at),
	};
}

/* The candidates of one bucket. */
static void
find_in(struct tcn_lsh *lsh, struct tcn_lsh_bucket *bucket, int64_t after_ms,
    struct tcn_lsh_hits *hits)
{
	bool whole = bucket->first_ms > after_ms;
	size_t n = 0;

	lsh->touched = tcn_mem_grow(lsh->touched, &lsh->touched_cap,
	    (size_t)bucket->rows_n + 1, sizeof *lsh->touched);
	prefetch(lsh, bucket);
	for (uint32_t band = 0; band < lsh->conf.bands; band++)
		n = count_band(lsh, bucket, band, whole, n);
	lsh->candidates += n;
	for (size_t i = 0; i < n; i++) {
		uint32_t row = lsh->touched[i];

		if (bucket->counts[row] >= lsh->conf.least_bands) {
			lsh->compared++;
			add_hit(lsh, bucket, row, after_ms, hits);
		}
		bucket->counts[row] = 0;
	}
}

void
tcn_lsh_find(struct tcn_lsh *lsh, const struct tcn_lsh_item *item,
    int64_t after_ms, struct tcn_lsh_hits *hits)
{
	hits->n = 0;
	lsh->lookups++;
	tcn_lsh_load_item(lsh, item);
	for (uint32_t i = 0; i < lsh->conf.bands; i++)
		lsh->budget[i] = lsh->conf.heavy;
	for (size_t i = lsh->buckets_n; i > 0; i--) {
		struct tcn_lsh_bucket *bucket = lsh->buckets[i - 1];

		if (bucket->first_ms + lsh->conf.bucket_ms - 1 <= after_ms)
			break;
		if (!bucket->rows_n)
			continue;
		if (i == lsh->buckets_n) /* where it will be filed */
			lsh->asked = bucket;
		find_in(lsh, bucket, after_ms, hits);
	}
}

/* Each row is met once by each band, from its own entry. */
static enum tcn_rc
check_band(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket,
    uint32_t band, struct tcn_err *err)
{
	size_t n = (size_t)bucket->groups_n * TCN_LSH_GROUP;
	const uint32_t *slots = bucket->slots + band * n;
	uint32_t met = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t row = slots[i] & UINT16_MAX, above = UINT32_MAX;
		struct tcn_lsh_band is = { .tag = (uint16_t)(slots[i] >> 16) };

		if (!slots[i])
			continue;
		if (!row || row > bucket->rows_n)
			return tcn_err_set(err, TCN_CORRUPT,
			    "an entry of band %u names row %u of %u", band, row,
			    bucket->rows_n);
		is.low = tcn_lsh_low(lsh, tcn_lsh_row(lsh, bucket, row), band);
		if (tcn_lsh_probe(lsh, bucket, band, is) != &slots[i])
			return tcn_err_set(err, TCN_CORRUPT,
			    "row %u is not found by band %u", row, band);
		for (; row; met++) {
			unsigned char *at = tcn_lsh_row(lsh, bucket, row);

			if (row >= above ||
			    tcn_lsh_low(lsh, at, band) != is.low)
				return tcn_err_set(err, TCN_CORRUPT,
				    "the list of band %u is broken at row %u",
				    band, row);
			above = row;
			row = tcn_lsh_next(lsh, at)[band];
		}
	}
	return met == bucket->rows_n
	    ? TCN_OK
	    : tcn_err_set(err, TCN_CORRUPT, "band %u has %u of %u rows", band,
		  met, bucket->rows_n);
}

static enum tcn_rc
check_bucket(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket,
    struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (uint32_t row = 1; row <= bucket->rows_n; row++) {
		int64_t ts_ms =
		    tcn_lsh_tail(lsh, tcn_lsh_row(lsh, bucket, row))->ts_ms;

		if (ts_ms < bucket->first_ms ||
		    ts_ms - bucket->first_ms >= lsh->conf.bucket_ms)
			return tcn_err_set(err, TCN_CORRUPT,
			    "row %u is not of its bucket's time", row);
		if (bucket->counts[row])
			return tcn_err_set(err, TCN_CORRUPT,
			    "row %u is still counted", row);
	}
	for (uint32_t band = 0; band < lsh->conf.bands && !rc; band++)
		rc = check_band(lsh, bucket, band, err);
	return rc;
}

enum tcn_rc
tcn_lsh_check(const struct tcn_lsh *lsh, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < lsh->buckets_n && !rc; i++) {
		if (i &&
		    lsh->buckets[i]->first_ms < lsh->buckets[i - 1]->first_ms)
			return tcn_err_set(err, TCN_CORRUPT,
			    "the buckets are out of order");
		rc = check_bucket(lsh, lsh->buckets[i], err);
	}
	return rc;
}
