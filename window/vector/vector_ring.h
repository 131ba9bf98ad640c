/*
 * window/vector/vector_ring.h - which vectors of the last days are nearest to a
 * vector?
 *
 * The ring holds the vector of each item that has one, rounded to bytes
 * (vector_code.h), and answers with the nearest by cosine: an exact k-nearest
 * neighbour search on the rounded vectors, by brute force. An index such as
 * HNSW (Malkov and Yashunin, Efficient and robust approximate nearest neighbor
 * search using hierarchical navigable small world graphs, 2018) answers sooner
 * but misses some, costs a hundred times as much for each new vector, and
 * cannot forget: its nodes are the paths to each other. Here new vectors are
 * appended and old ones freed by pages; ARCHITECTURE.md has the figures.
 *
 * A PAGE holds 256 items in the order of arrival. The codes' first half, their
 * *heads*, lie together, and so do the *tails*. A search reads the heads; by
 * the inequality of Cauchy and Schwarz the tails add no more than
 *
 *	|tail of the question| * |tail of the item|
 *
 * to the dot product, and both lengths are known. So most tails need not be
 * read: those of items that can neither be among the nearest nor reach `least`.
 *
 * Call order: new; insert, nearest and expire in any order; free. Times may
 * come out of order: an item whose date lies behind the horizon is never found,
 * and freed with its page. Not thread safe.
 *
 * Cost: an insert rounds one vector; a search reads half of all codes in the
 * order of memory; expiry O(pages given back). Memory: a byte a number, rounded
 * up to 64, and 28 bytes an item.
 */
#ifndef TCN_WINDOW_VECTOR_VECTOR_RING_H
#define TCN_WINDOW_VECTOR_VECTOR_RING_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_vector_ring_conf {
	size_t length; /* numbers in each vector, 1..TCN_VECTOR_CODE_MAX */
	int64_t horizon_ms; /* how far back look-ups reach */
	size_t cap_bytes; /* the oldest pages are dropped above; 0: none */
};

struct tcn_vector_ring_hit {
	uint64_t seq;
	int64_t ts_ms;
	double cosine; /* of the rounded vectors */
};

struct tcn_vector_ring_hits { /* grows; all zero is empty */
	struct tcn_vector_ring_hit *at; /* nearest first; ties by seq */
	size_t n, cap;
};

struct tcn_vector_ring_stats {
	uint64_t items, bytes;
	uint64_t expired, dropped; /* items freed by time; at the cap */
	uint64_t heads, tails; /* read since the start: the cost of searches */
};

struct tcn_vector_ring;

struct tcn_vector_ring *
tcn_vector_ring_new(const struct tcn_vector_ring_conf *conf);
void tcn_vector_ring_free(struct tcn_vector_ring *ring); /* may be NULL */
void tcn_vector_ring_hits_fini(struct tcn_vector_ring_hits *hits);

/* Files a vector of the ring's length, finite and not all 0. */
void tcn_vector_ring_insert(struct tcn_vector_ring *ring, uint64_t seq,
    int64_t ts_ms, const float *vector);

/* Frees the pages whose items are all older than the horizon. */
void tcn_vector_ring_expire(struct tcn_vector_ring *ring, int64_t now_ms);

/* Sets *hits to the k > 0 items nearest to the vector, with ts_ms > after_ms
 * and a cosine of at least `least`. O(items). */
void tcn_vector_ring_nearest(struct tcn_vector_ring *ring, const float *vector,
    size_t k, double least, int64_t after_ms,
    struct tcn_vector_ring_hits *hits);

void tcn_vector_ring_stats(const struct tcn_vector_ring *ring,
    struct tcn_vector_ring_stats *stats);

/* Validator: TCN_CORRUPT, and in err a sentence, when an invariant is broken.
 * O(items). For tests and `tocsin check`. */
TCN_MUST_USE enum tcn_rc
tcn_vector_ring_check(const struct tcn_vector_ring *ring, struct tcn_err *err);

#endif
