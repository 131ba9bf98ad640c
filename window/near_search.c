#include "window/near_search.h"

#include <assert.h>

/*
 * A search in stages, each of which asks for the cache lines the next one
 * reads, so that their misses overlap: starts of groups; partials; keys and
 * references of what passed; pages; the low halves that decide.
 */

void
tcn_near_search_init(struct tcn_near_search *search, struct tcn_near *near,
    const uint64_t *asked, unsigned radius, tcn_near_match_fn *see, void *ctx)
{
	assert(radius <= TCN_NEAR_RADIUS_MAX);
	search->near = near;
	search->asked = asked;
	search->radius = radius;
	search->see = see;
	search->ctx = ctx;
	search->stopped = false;
	search->met = 0;
	search->spans_n = 0;
	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		search->shares[i] = (struct tcn_near_share){
			.block = near->plan->blocks[i],
			.mask = tcn_near_mask(near->plan->blocks[i]),
			.reach = tcn_near_reach(near->plan, i, radius),
		};
}

/*
 * Does a table below this one see the pair? Then it has told it, and no set
 * is needed to tell repeats. Blocks that lie in `known` are looked at.
 */
static bool
is_told(const struct tcn_near_search *search, unsigned table,
    uint64_t differing, uint64_t known)
{
	for (unsigned i = 0; i < table; i++) {
		const struct tcn_near_share *share = &search->shares[i];

		if ((share->mask & ~known) == 0 &&
		    tcn_near_reaches(share->reach, differing & share->mask))
			return true;
	}
	return false;
}

/*
 * Reads key and reference. Drops what is out of reach after all, and most of
 * the repeats, before they cost a page: only the low half is still unknown.
 */
static bool
read_entry(const struct tcn_near_search *search,
    struct tcn_near_candidate *candidate)
{
	const struct tcn_near_span *span = candidate->span;
	const struct tcn_near_share *share = &search->shares[span->table];
	uint64_t asked = search->asked[span->query];
	uint32_t key = span->keys ? span->keys[candidate->at] : span->key;

	key ^= tcn_near_key(share->block, asked);
	if (!tcn_near_reaches(share->reach, key))
		return false;
	candidate->differing = tcn_near_whole(share->block, key,
	    span->partials[candidate->at] ^
		tcn_near_partial(share->block, asked),
	    0);
	if (is_told(search, span->table, candidate->differing,
		~(uint64_t)UINT32_MAX))
		return false;
	candidate->ref = span->refs[candidate->at];
	return true;
}

/* From an entry that looks near to a record that is. */
static void
verify(struct tcn_near_search *search,
    const struct tcn_near_candidate *candidate)
{
	const struct tcn_near_span *span = candidate->span;
	uint64_t asked = search->asked[span->query];
	uint64_t differing = candidate->differing |
	    (tcn_near_store_low(&search->near->store, candidate->ref) ^
		(uint32_t)asked);
	struct tcn_near_match match = {
		.fingerprint = asked ^ differing,
		.ref = candidate->ref,
		.query = span->query,
		.distance = (uint8_t)tcn_popcount64(differing),
	};

	if (match.distance <= search->radius &&
	    !is_told(search, span->table, differing, UINT64_MAX))
		search->stopped = !search->see(search->ctx, &match);
}

static size_t
read_entries(struct tcn_near_search *search)
{
	struct tcn_near_page **pages = search->near->store.pages;
	size_t n = 0;

	for (size_t i = 0; i < search->pending_n; i++) {
		if (!read_entry(search, &search->pending[i]))
			continue;
		search->pending[n] = search->pending[i];
		__builtin_prefetch(&pages[search->pending[n++].ref >>
		    TCN_NEAR_PLACE_BITS]);
	}
	return n;
}

static size_t
find_pages(struct tcn_near_search *search, size_t n)
{
	struct tcn_near_page **pages = search->near->store.pages;
	size_t live = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t ref = search->pending[i].ref;
		const struct tcn_near_page *page =
		    pages[ref >> TCN_NEAR_PLACE_BITS];

		if (!page)
			continue;
		__builtin_prefetch(&page->lows[ref &
		    (TCN_NEAR_PAGE_RECORDS - 1)]);
		__builtin_prefetch(page);
		search->pending[live++] = search->pending[i];
	}
	return live;
}

static void
verify_pending(struct tcn_near_search *search)
{
	size_t n = find_pages(search, read_entries(search));

	for (size_t i = 0; i < n && !search->stopped; i++)
		verify(search, &search->pending[i]);
	search->pending_n = 0;
}

static void
take_hits(struct tcn_near_search *search, const struct tcn_popcount_hit *hits,
    size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct tcn_near_candidate *candidate = &search->pending[i];

		candidate->span = &search->spans[hits[i].part];
		candidate->at = hits[i].at;
		__builtin_prefetch(candidate->span->refs + candidate->at);
		if (candidate->span->keys)
			__builtin_prefetch(candidate->span->keys +
			    candidate->at);
	}
	search->pending_n = n;
	verify_pending(search);
}

void
tcn_near_search_run(struct tcn_near_search *search)
{
	struct tcn_popcount_hit hits[TCN_NEAR_PENDING];
	struct tcn_popcount_cursor cursor = { 0 };

	while (cursor.part < search->spans_n && !search->stopped)
		take_hits(search, hits,
		    search->near->popcount->scan(search->parts, search->spans_n,
			&cursor, hits, TCN_NEAR_PENDING));
	search->spans_n = 0;
}

void
tcn_near_search_add(struct tcn_near_search *search, uint32_t table,
    uint32_t query)
{
	const struct tcn_near_share *share = &search->shares[table];
	struct tcn_near_span *span = &search->spans[search->spans_n];
	uint64_t asked = search->asked[query];

	span->table = table;
	span->query = query;
	search->parts[search->spans_n++] = (struct tcn_popcount_part){
		.words = span->partials,
		.n = span->n,
		.query = tcn_near_partial(share->block, asked),
		/* A flipped bit of the key is spent. */
		.limit = search->radius -
		    (!span->keys &&
			span->key != tcn_near_key(share->block, asked)),
	};
	search->met += span->n;
}

static void
announce(const struct tcn_near_search *search)
{
	const struct tcn_near *near = search->near;

	for (uint32_t i = 0; i < near->plan->blocks_n; i++)
		if (search->shares[i].reach >= 0)
			tcn_near_table_announce(&near->tables[i],
			    tcn_near_key(search->shares[i].block,
				search->asked[0]),
			    search->shares[i].reach);
}

void
tcn_near_look(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    tcn_near_match_fn *see, void *ctx)
{
	struct tcn_near_search search;

	tcn_near_search_init(&search, near, &fingerprint, radius, see, ctx);
	announce(&search);
	for (uint32_t i = 0; i < near->plan->blocks_n; i++) {
		const struct tcn_near_share *share = &search.shares[i];
		size_t n;

		if (share->reach < 0)
			continue;
		n = tcn_near_table_spans(&near->tables[i],
		    tcn_near_key(share->block, fingerprint), share->reach,
		    search.spans + search.spans_n);
		while (n--)
			tcn_near_search_add(&search, i, 0);
	}
	tcn_near_search_run(&search);
	near->lookups++;
	near->candidates += search.met;
}
