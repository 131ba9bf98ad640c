#include <assert.h>

#include "window/near_int.h"

/*
 * A search in stages, each of which asks for the cache lines the next one
 * reads, so that their misses overlap: starts of groups; partials; keys and
 * references of what passed; pages; the low halves that decide.
 */
enum {
	PENDING = 64, /* candidates on their way through the stages */
	SPANS_MAX = TCN_NEAR_BLOCKS_MAX * TCN_NEAR_SPANS_MAX,
};

/* One table's question. */
struct asked {
	uint64_t mask; /* of its block */
	uint32_t key, partial;
	int reach;
};

/* An entry that passed on its partial. */
struct candidate {
	const struct tcn_near_span *span;
	uint32_t at; /* in the span */
	uint32_t ref;
	uint64_t differing; /* low half 0 until it is known */
};

struct search {
	struct tcn_near *near;
	uint64_t fingerprint;
	unsigned radius;
	tcn_near_match_fn *see;
	void *ctx;
	struct asked asked[TCN_NEAR_BLOCKS_MAX];
	struct candidate pending[PENDING];
	size_t pending_n;
	uint64_t met;
	bool stopped;
	struct tcn_near_span spans[SPANS_MAX];
	struct tcn_popcount_part parts[SPANS_MAX];
};

/*
 * Does a table below this one see the pair? Then it has told it, and no set
 * is needed to tell repeats. Blocks that lie in `known` are looked at.
 */
static bool
is_told(const struct search *search, unsigned table, uint64_t differing,
    uint64_t known)
{
	for (unsigned i = 0; i < table; i++) {
		uint64_t bits = differing & search->asked[i].mask;

		if ((search->asked[i].mask & ~known) == 0 &&
		    tcn_near_reaches(search->asked[i].reach, bits))
			return true;
	}
	return false;
}

/*
 * Reads key and reference. Drops what is out of reach after all, and most of
 * the repeats, before they cost a page: only the low half is still unknown.
 */
static bool
read_entry(const struct search *search, struct candidate *candidate)
{
	const struct tcn_near_span *span = candidate->span;
	const struct asked *asked = &search->asked[span->table];
	uint32_t key = span->keys ? span->keys[candidate->at] : span->key;

	if (!tcn_near_reaches(asked->reach, key ^ asked->key))
		return false;
	candidate->differing =
	    tcn_near_whole(search->near->plan->blocks[span->table],
		key ^ asked->key,
		span->partials[candidate->at] ^ asked->partial, 0);
	if (is_told(search, span->table, candidate->differing,
		~(uint64_t)UINT32_MAX))
		return false;
	candidate->ref = span->refs[candidate->at];
	return true;
}

/* From an entry that looks near to a record that is. */
static void
verify(struct search *search, const struct candidate *candidate)
{
	uint64_t differing = candidate->differing |
	    (tcn_near_store_low(&search->near->store, candidate->ref) ^
		(uint32_t)search->fingerprint);
	struct tcn_near_match match = {
		.fingerprint = search->fingerprint ^ differing,
		.ref = candidate->ref,
		.distance = (uint8_t)tcn_popcount64(differing),
	};

	if (match.distance <= search->radius &&
	    !is_told(search, candidate->span->table, differing, UINT64_MAX))
		search->stopped = !search->see(search->ctx, &match);
}

static size_t
read_entries(struct search *search)
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
find_pages(struct search *search, size_t n)
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
verify_pending(struct search *search)
{
	size_t n = find_pages(search, read_entries(search));

	for (size_t i = 0; i < n && !search->stopped; i++)
		verify(search, &search->pending[i]);
	search->pending_n = 0;
}

static void
take_hits(struct search *search, const struct tcn_popcount_hit *hits, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct candidate *candidate = &search->pending[i];

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

static void
scan_spans(struct search *search, size_t n)
{
	struct tcn_popcount_hit hits[PENDING];
	struct tcn_popcount_cursor cursor = { 0 };

	while (cursor.part < n && !search->stopped)
		take_hits(search, hits,
		    search->near->popcount->scan(search->parts, n, &cursor,
			hits, PENDING));
}

static void
ask_tables(struct search *search)
{
	const struct tcn_near *near = search->near;

	for (uint32_t i = 0; i < near->plan->blocks_n; i++) {
		struct asked *asked = &search->asked[i];
		struct tcn_near_block block = near->plan->blocks[i];

		asked->key = tcn_near_key(block, search->fingerprint);
		asked->partial = tcn_near_partial(block, search->fingerprint);
		asked->mask = tcn_near_mask(block);
		asked->reach = tcn_near_reach(near->plan, i, search->radius);
		if (asked->reach >= 0)
			tcn_near_table_announce(&near->tables[i], asked->key,
			    asked->reach);
	}
}

/* A span as the scan sees it. */
static void
add_part(struct search *search, uint32_t table, size_t i)
{
	const struct asked *asked = &search->asked[table];
	struct tcn_near_span *span = &search->spans[i];

	span->table = table;
	search->parts[i] = (struct tcn_popcount_part){
		.words = span->partials,
		.n = span->n,
		.query = asked->partial,
		.limit = search->radius,
	};
	if (!span->keys && span->key != asked->key)
		search->parts[i].limit--; /* the flipped bit is spent */
	search->met += span->n;
}

static size_t
find_spans(struct search *search)
{
	const struct tcn_near *near = search->near;
	size_t n = 0;

	for (uint32_t i = 0; i < near->plan->blocks_n; i++) {
		const struct asked *asked = &search->asked[i];
		size_t first = n;

		if (asked->reach < 0)
			continue;
		n += tcn_near_table_spans(&near->tables[i], asked->key,
		    asked->reach, search->spans + n);
		while (first < n)
			add_part(search, i, first++);
	}
	return n;
}

void
tcn_near_search(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    tcn_near_match_fn *see, void *ctx)
{
	struct search search; /* 50 kB: nothing to clear that is not used */

	assert(radius <= TCN_NEAR_RADIUS_MAX);
	search.near = near;
	search.fingerprint = fingerprint;
	search.radius = radius;
	search.see = see;
	search.ctx = ctx;
	search.met = 0;
	search.stopped = false;
	ask_tables(&search);
	scan_spans(&search, find_spans(&search));
	near->lookups++;
	near->candidates += search.met;
}
