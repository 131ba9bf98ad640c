/*
 * window/cluster/lsh_impl.h - the inside of struct tcn_lsh, and its buckets.
 * Private to lsh*.c.
 *
 * A row lies in a chunk of TCN_LSH_CHUNK rows: its values, then for each band
 * the number of the next older row with the same value, then its time and its
 * item. Rows are counted from 1; 0 is none.
 */
#ifndef TCN_WINDOW_CLUSTER_LSH_IMPL_H
#define TCN_WINDOW_CLUSTER_LSH_IMPL_H

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "engine/item/minhash.h"
#include "window/cluster/lsh.h"

enum {
	TCN_LSH_CHUNK = 64, /* rows */
	TCN_LSH_ROWS_MAX = UINT16_MAX, /* of a bucket */
	TCN_LSH_LANES = 8, /* values that are compared at once */
	TCN_LSH_GROUP = 8, /* slots that are compared at once */
	TCN_LSH_HEAVY = 1024,
};

/* The end of a row: its latest item. */
struct tcn_lsh_tail {
	int64_t ts_ms;
	uint32_t number;
	uint32_t unused;
};

struct tcn_lsh_bucket {
	uint64_t number; /* from 0, in the order in which they were made */
	int64_t first_ms; /* of its time */
	uint32_t rows_n;
	unsigned char **chunks;
	size_t chunks_n, chunks_cap;
	uint32_t groups_n; /* of slots, of each band's table */
	uint32_t *slots; /* band by band: tag and row; 0: empty */
	uint16_t *counts; /* by row; scratch of a look-up, all 0 between */
	size_t counts_cap;
	size_t bytes;
};

/* The value of a band in two halves: the low one gives the home of its entry,
 * and the entry stores the high one as its tag. */
struct tcn_lsh_band {
	uint16_t tag, low;
};

struct tcn_lsh {
	struct tcn_lsh_conf conf;
	uint32_t values, padded; /* a row has padded values, the last ones 0 */
	size_t next_at, tail_at, stride; /* offsets in a row; its size */
	struct tcn_lsh_bucket **buckets; /* by time, then by age */
	size_t buckets_n, buckets_cap;
	uint64_t buckets_ever;
	uint32_t
	    *taken; /* the values of the item that tcn_lsh_load_item() took */
	struct tcn_lsh_band *bands; /* the bands of that item */
	uint16_t *packed; /* the low halves of its values, padded */
	/* The bucket in which the slots of its bands are known, the newest one;
	 * NULL: not known. */
	const struct tcn_lsh_bucket *asked;
	uint32_t **slots;
	uint32_t *budget; /* by band: rows that may still be walked */
	uint16_t *touched; /* rows of a bucket that were counted */
	size_t touched_cap;
	uint64_t lookups, candidates, compared, heavy, dropped;
};

/* The name of a row for callers. */
static inline uint64_t
tcn_lsh_name(const struct tcn_lsh_bucket *bucket, uint32_t row)
{
	return bucket->number << 16 | row;
}

static inline unsigned char *
tcn_lsh_row(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket,
    uint32_t row)
{
	return bucket->chunks[(row - 1) / TCN_LSH_CHUNK] +
	    (row - 1) % TCN_LSH_CHUNK * lsh->stride;
}

static inline uint16_t *
tcn_lsh_values(unsigned char *row)
{
	return (uint16_t *)(void *)row;
}

static inline uint16_t *
tcn_lsh_next(const struct tcn_lsh *lsh, unsigned char *row)
{
	return (uint16_t *)(void *)(row + lsh->next_at);
}

static inline struct tcn_lsh_tail *
tcn_lsh_tail(const struct tcn_lsh *lsh, unsigned char *row)
{
	return (struct tcn_lsh_tail *)(void *)(row + lsh->tail_at);
}

/* The low half of a row's value of one band. */
static inline uint16_t
tcn_lsh_low(const struct tcn_lsh *lsh, unsigned char *row, uint32_t band)
{
	const uint16_t *at = tcn_lsh_values(row) + band * lsh->conf.rows;
	uint16_t low = 0;

	for (uint32_t i = 0; i < lsh->conf.rows; i++)
		low ^= at[i];
	return low;
}

/* The home of a band's value: the group of slots that is searched first. It
 * follows from the low half, which is evenly spread; the high half is not, as
 * the values are minima. */
static inline uint32_t
tcn_lsh_home(const struct tcn_lsh_bucket *bucket, uint16_t low)
{
	return (uint32_t)low * bucket->groups_n >> 16;
}

/* Which slots of a group have the tag, and which are empty; a bit each. */
static inline unsigned
tcn_lsh_match(const uint32_t *group, uint16_t tag, unsigned *empty)
{
	unsigned match = 0;

	*empty = 0;
#if defined(__SSE2__)
	for (int half = 0; half < 2; half++) {
		__m128i slots = _mm_loadu_si128((const __m128i *)group + half);
		__m128i same = _mm_cmpeq_epi32(_mm_srli_epi32(slots, 16),
		    _mm_set1_epi32(tag));
		__m128i none = _mm_cmpeq_epi32(slots, _mm_setzero_si128());

		match |= (unsigned)_mm_movemask_ps(_mm_castsi128_ps(same))
		    << 4 * half;
		*empty |= (unsigned)_mm_movemask_ps(_mm_castsi128_ps(none))
		    << 4 * half;
	}
#else
	for (unsigned i = 0; i < TCN_LSH_GROUP; i++) {
		match |= (unsigned)(group[i] >> 16 == tag) << i;
		*empty |= (unsigned)!group[i] << i;
	}
#endif
	return match & ~*empty;
}

/*
 * The slot of a band's value, or the empty one where it would go. Entries are
 * never removed, so a group with an empty slot ends the search.
 */
static inline uint32_t *
tcn_lsh_probe(const struct tcn_lsh *lsh, const struct tcn_lsh_bucket *bucket,
    uint32_t band, struct tcn_lsh_band is)
{
	uint32_t *slots =
	    bucket->slots + (size_t)band * bucket->groups_n * TCN_LSH_GROUP;
	uint32_t at = tcn_lsh_home(bucket, is.low);

	for (;; at = at + 1 == bucket->groups_n ? 0 : at + 1) {
		uint32_t *group = slots + (size_t)at * TCN_LSH_GROUP;
		unsigned empty;
		unsigned match = tcn_lsh_match(group, is.tag, &empty);

		for (; match; match &= match - 1) {
			uint32_t *slot = group + __builtin_ctz(match);
			unsigned char *row =
			    tcn_lsh_row(lsh, bucket, *slot & UINT16_MAX);

			if (tcn_lsh_low(lsh, row, band) == is.low)
				return slot;
		}
		if (empty)
			return group + __builtin_ctz(empty);
	}
}

/* Copies the item's bands and values into lsh for the calls that follow. */
void tcn_lsh_load_item(struct tcn_lsh *lsh, const struct tcn_lsh_item *item);

#endif
