/*
 * window/near/near_search_impl.h - the stages of a look-up, from a fingerprint
 * to matching records.
 *
 * Private to near*.c.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_SEARCH_IMPL_H
#define TCN_WINDOW_NEAR_NEAR_SEARCH_IMPL_H

#include "window/near/near_impl.h"

enum {
	TCN_NEAR_PENDING = 64, /* candidates on their way through the stages */
	TCN_NEAR_SEARCH_SPANS = 160, /* more than a look-up ever has */
};

/* The share of one table in a look-up: its reach, and the bits of its block. */
struct tcn_near_share {
	struct tcn_near_block block;
	uint64_t mask; /* the bits of the block */
	int reach;
};

/* An entry whose partial is near enough. */
struct tcn_near_candidate {
	const struct tcn_near_span *span;
	uint32_t at; /* its index in the span */
	uint32_t ref;
	uint32_t apart; /* bits of the partial that differ */
	uint32_t key_apart; /* bits of the key that differ */
};

/* The state of a look-up. It is large, so only the parts in use are cleared. */
struct tcn_near_search {
	struct tcn_near *near;
	uint64_t asked; /* the fingerprint */
	unsigned radius;
	tcn_near_match_fn *see;
	void *ctx;
	const unsigned *within; /* see() may make it less; or NULL */
	bool trimmed; /* only the newest entries of each span are scanned */
	uint64_t scanned; /* entries scanned */
	struct tcn_near_share shares[TCN_NEAR_BLOCKS_MAX];
	size_t spans_n;
	struct tcn_near_candidate pending[TCN_NEAR_PENDING];
	struct tcn_near_span spans[TCN_NEAR_SEARCH_SPANS];
	struct tcn_popcount_part parts[TCN_NEAR_SEARCH_SPANS];
};

#endif
