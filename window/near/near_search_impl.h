/*
 * window/near/near_search_impl.h - from fingerprints asked for to records that
 * match.
 *
 * The inside of look-ups, private to near*.c: a caller adds the spans that are
 * to be read, of one question or of many, and tcn_near_search_run() reads them.
 */
#ifndef TCN_WINDOW_NEAR_NEAR_SEARCH_IMPL_H
#define TCN_WINDOW_NEAR_NEAR_SEARCH_IMPL_H

#include "window/near/near_impl.h"

enum {
	TCN_NEAR_PENDING = 64, /* candidates on their way through the stages */
	TCN_NEAR_SEARCH_SPANS = 160, /* that a question has at most, and more */
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
	const uint64_t *asked; /* fingerprints; spans say which */
	unsigned radius;
	tcn_near_match_fn *see;
	void *ctx;
	bool stopped; /* see returned false */
	uint64_t scanned; /* entries scanned */
	struct tcn_near_share shares[TCN_NEAR_BLOCKS_MAX];
	size_t spans_n, pending_n;
	struct tcn_near_candidate pending[TCN_NEAR_PENDING];
	struct tcn_near_span spans[TCN_NEAR_SEARCH_SPANS];
	struct tcn_popcount_part parts[TCN_NEAR_SEARCH_SPANS];
};

void tcn_near_search_init(struct tcn_near_search *search, struct tcn_near *near,
    const uint64_t *asked, unsigned radius, tcn_near_match_fn *see, void *ctx);

/* What question number query looks for in a table. */
static inline struct tcn_near_probe
tcn_near_search_probe(const struct tcn_near_search *search, unsigned table,
    uint32_t query)
{
	const struct tcn_near_share *share = &search->shares[table];
	uint64_t asked = search->asked[query];

	return (struct tcn_near_probe){
		.key = tcn_near_key(share->block, asked),
		.partial = tcn_near_partial(share->block, asked),
		.query = query,
		.table = (uint8_t)table,
		.radius = (uint8_t)search->radius,
		.reach = (int8_t)share->reach,
	};
}

/* Reads all spans added and forgets them. */
void tcn_near_search_run(struct tcn_near_search *search);

/* All of it for one question. */
void tcn_near_search_one(struct tcn_near_search *search, uint32_t query);

#endif
