/*
 * Look-ups, and the validator.
 */
#include <assert.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/cluster/lsh_impl.h"

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
