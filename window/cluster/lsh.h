/*
 * window/cluster/lsh.h - which recent items share several bands with an item?
 *
 * Locality-sensitive hashing over the signatures of engine/item/minhash.h
 * (Indyk and Motwani, Approximate nearest neighbors, STOC 1998; the bands as
 * in Leskovec, Rajaraman and Ullman, Mining of Massive Datasets, 3.4). Items
 * that agree in a band stand in one list; the items of an item's lists are
 * counted, and those met in `least_bands` bands are its candidates, with the
 * number of positions at which both signatures are equal.
 *
 * It is a structure of its own beside window/keys, which looks up sets of keys
 * in chains over the whole window: a signature has a key a band and needs no
 * set, keys of different bands never meet, and the signature itself must be
 * there to be compared. So a look-up costs a quarter, and what window/keys
 * would need for the keys alone is enough for keys and signature.
 *
 * HOW IT IS BUILT. Items are filed in time buckets by their own time, whenever
 * they arrive; a bucket is given back whole. A bucket has a row for each
 * distinct signature, which stands for the latest item that has it, and for
 * each band a hash table (open addressing, linear probing) of the distinct band
 * values in it. An entry of a table names the newest row with that value, and
 * the row the next older one of the same band: so a walk meets only rows with
 * that value.
 *
 * Memory: values are kept as their low 16 bits, as b-bit minwise hashing has it
 * (Li and Koenig, WWW 2010): what differs is equal then with a chance of 2^-16,
 * which adds 0.00002 to a likeness. Bands are compared in full: an entry's tag
 * and the 16 bits of the row determine the 32 of the band. A row number has 16
 * bits; when a bucket is full another one begins for the same time. With 40
 * bands of 3 that makes some 560 bytes an item.
 *
 * COST. 10,000 headlines that share little, looked up and filed: 6 to 7 ms (40
 * bands, one bucket; one core beside other work), of which a quarter is waiting
 * for the entries of the tables and a tenth for rows. Variants that were tried:
 * tables at half load take 30 % less where many bands are shared, and 800 bytes
 * an item; prefetching the entries of the next item while one is looked up
 * takes 12 % less, and needs a batch; prefetching those of the next bucket
 * gains nothing.
 *
 * BOUND. Of a band no more than `heavy` rows are walked, the newest of them, so
 * that no look-up grows with the window. In the bucket in which the window
 * begins all rows are walked, so that an index filled anew with the items of
 * the window answers the same.
 *
 * Call order: new; find, insert and expire in any order; free. Not thread safe.
 */
#ifndef TCN_WINDOW_CLUSTER_LSH_H
#define TCN_WINDOW_CLUSTER_LSH_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_lsh_conf {
	uint32_t bands, rows; /* as in minhash.h */
	uint32_t least_bands; /* equal bands that make a candidate, > 0 */
	int64_t bucket_ms; /* width of a time bucket, > 0 */
	size_t cap_bytes; /* hard cap; 0: none */
	uint32_t heavy; /* rows of a band that are walked; 0: a default */
	uint64_t expected; /* items, where that is known: tables begin as large
			    * as they need; else 0 */
};

/* An item with its signature. */
struct tcn_lsh_item {
	const uint32_t *values; /* bands x rows */
	const uint32_t *bands; /* of the values */
	int64_t ts_ms;
	uint32_t number; /* the caller's name of it */
};

/* A hit: the latest of the items that share a row, with equal signatures in one
 * bucket. */
struct tcn_lsh_hit {
	uint64_t row; /* as tcn_lsh_insert() names it */
	uint32_t number;
	int64_t ts_ms;
	uint32_t bands; /* equal ones */
	uint32_t equal; /* equal positions */
};

struct tcn_lsh_hits { /* grows; all zero is empty */
	struct tcn_lsh_hit *at;
	size_t n, cap;
};

struct tcn_lsh_stats {
	uint64_t rows; /* in the index */
	uint64_t bytes;
	/* since the start; candidates: with an equal band */
	uint64_t lookups, candidates;
	uint64_t compared; /* since the start, with least_bands equal bands */
	uint64_t heavy; /* bands of which not all rows were walked, ever */
	uint64_t dropped; /* rows freed early, at the cap, since the start */
};

struct tcn_lsh;

struct tcn_lsh *tcn_lsh_new(const struct tcn_lsh_conf *conf);
void tcn_lsh_free(struct tcn_lsh *lsh);

/*
 * Sets *hits to all candidates later than after_ms, in arbitrary order. Later
 * answers do not depend on this call.
 */
void tcn_lsh_find(struct tcn_lsh *lsh, const struct tcn_lsh_item *item,
    int64_t after_ms, struct tcn_lsh_hits *hits);

/* Files an item, and sets *row to the name of its row. At the cap the oldest
 * bucket is freed first. */
void tcn_lsh_insert(struct tcn_lsh *lsh, const struct tcn_lsh_item *item,
    uint64_t *row);

/* Frees the buckets that lie wholly at or before edge_ms. */
void tcn_lsh_expire(struct tcn_lsh *lsh, int64_t edge_ms);

void tcn_lsh_stats(const struct tcn_lsh *lsh, struct tcn_lsh_stats *stats);
void tcn_lsh_hits_fini(struct tcn_lsh_hits *hits);

/* Validator: TCN_CORRUPT, and in err a sentence, when tables, rows and counts
 * disagree. O(rows x bands); for tests and `tocsin check`. */
TCN_MUST_USE enum tcn_rc tcn_lsh_check(const struct tcn_lsh *lsh,
    struct tcn_err *err);

#endif
