/*
 * window/near/near_search_impl.h - from fingerprints asked for to records that
 * match.
 *
 * The inside of a look-up, private to near*.c.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_SEARCH_IMPL_H
#define TCN_WINDOW_NEAR_NEAR_SEARCH_IMPL_H

#include "window/near/near_impl.h"

enum {
	TCN_NEAR_PENDING = 64, /* candidates on their way through the stages */
	TCN_NEAR_SEARCH_SPANS = 160, /* that a look-up has at most, and more */
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
	uint32_t apart; /* bits of the partial that differ */
	uint32_t key_apart; /* of the key */
};

/* Large: nothing is cleared that is not used. */
struct tcn_near_search {
	struct tcn_near *near;
	uint64_t asked; /* the fingerprint */
	unsigned radius;
	tcn_near_match_fn *see;
	void *ctx;
	const unsigned *within; /* see() may make it less; or NULL */
	bool trimmed; /* of a span only the newest entries are looked at */
	uint64_t scanned; /* entries scanned */
	struct tcn_near_share shares[TCN_NEAR_BLOCKS_MAX];
	size_t spans_n;
	struct tcn_near_candidate pending[TCN_NEAR_PENDING];
	struct tcn_near_span spans[TCN_NEAR_SEARCH_SPANS];
	struct tcn_popcount_part parts[TCN_NEAR_SEARCH_SPANS];
};

#endif
