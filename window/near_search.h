/*
 * window/near_search.h - from fingerprints asked for to records that match.
 *
 * The inside of look-ups, for near*.c alone: a caller adds the spans that
 * must be read (of one question, or of many), search_run() reads them.
 */
#ifndef TCN_WINDOW_NEAR_SEARCH_H
#define TCN_WINDOW_NEAR_SEARCH_H

#include "window/near_int.h"

enum {
	TCN_NEAR_PENDING = 64, /* candidates on their way through the stages */
	TCN_NEAR_SEARCH_SPANS = TCN_NEAR_BLOCKS_MAX * TCN_NEAR_SPANS_MAX,
};

/* How a radius is spent on one table. */
struct tcn_near_share {
	struct tcn_near_block block;
	uint64_t mask; /* of the block */
	int reach;
};

/* An entry that passed on its partial. */
struct tcn_near_candidate {
	const struct tcn_near_span *span;
	uint32_t at; /* in the span */
	uint32_t ref;
	uint64_t differing; /* low half 0 until it is known */
};

/* Large: nothing is cleared that is not used. */
struct tcn_near_search {
	struct tcn_near *near;
	const uint64_t *asked; /* fingerprints; spans say which */
	unsigned radius;
	tcn_near_match_fn *see;
	void *ctx;
	bool stopped; /* see returned false */
	uint64_t met; /* entries scanned */
	struct tcn_near_share shares[TCN_NEAR_BLOCKS_MAX];
	size_t spans_n, pending_n;
	struct tcn_near_candidate pending[TCN_NEAR_PENDING];
	struct tcn_near_span spans[TCN_NEAR_SEARCH_SPANS];
	struct tcn_popcount_part parts[TCN_NEAR_SEARCH_SPANS];
};

void tcn_near_search_init(struct tcn_near_search *search, struct tcn_near *near,
    const uint64_t *asked, unsigned radius, tcn_near_match_fn *see, void *ctx);

/* spans[spans_n] is filled in, for this table and question: counts it in. */
void tcn_near_search_add(struct tcn_near_search *search, uint32_t table,
    uint32_t query);

/* Reads all spans added and forgets them. */
void tcn_near_search_run(struct tcn_near_search *search);

#endif
