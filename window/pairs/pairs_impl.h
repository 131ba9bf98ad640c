/*
 * window/pairs/pairs_impl.h - the inside of struct tcn_pairs. Private to
 * pairs*.c.
 */
#ifndef TCN_WINDOW_PAIRS_PAIRS_IMPL_H
#define TCN_WINDOW_PAIRS_PAIRS_IMPL_H

#include "window/base/slab.h"
#include "window/pairs/pairs.h"
#include "window/pairs/pairs_index.h"

/* An item of the ring; its block holds ids, content keys and weights, in this
 * order. */
struct tcn_pairs_record {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher, text;
	uint64_t shape, filling;
	uint64_t squares; /* of the weights, added up */
	uint64_t *block;
	uint32_t words, rare;
	uint32_t n; /* terms */
	uint32_t content_n, content_full;
	uint8_t source; /* enum tcn_content_source */
	bool is_table;
	uint16_t form;
};

struct tcn_pairs {
	struct tcn_pairs_conf conf;
	/* Items by number, which counts them from 1: number i stands at
	 * [i & (cap - 1)]. */
	struct tcn_pairs_record *records;
	size_t cap; /* a power of two, or 0 */
	uint64_t first, next; /* numbers; [first, next) are there */
	uint64_t saved_first, saved_next; /* as at the last save */
	struct tcn_slab slab; /* of blocks */
	size_t blocks_bytes; /* bytes of the blocks in use */
	uint32_t counts[TCN_PAIRS_CELLS]; /* items that have a term of a cell */
	struct tcn_pairs_index *oldest, *newest;
	struct tcn_pairs_met met;
	int64_t edge_ms; /* items at or before this time have left the window */
	uint64_t expired, dropped, lookups, hits, compared;
};

static inline struct tcn_pairs_record *
tcn_pairs_get(const struct tcn_pairs *pairs, uint64_t number)
{
	return &pairs->records[number & (pairs->cap - 1)];
}

#endif
