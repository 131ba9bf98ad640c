#include <assert.h>

#include "window/near_int.h"

enum {
	AHEAD = 6, /* spans whose first lines are asked for ahead of time */
	LINES_AHEAD = 4, /* of each; the processor follows a long one itself */
	LINE_WORDS = 16,
	CHUNK = 256, /* words scanned at a time */
	PENDING = 32, /* candidates waiting for their page */
};

/* An entry that passed on key and partial. */
struct candidate {
	uint32_t key, partial, ref;
	uint32_t table;
};

struct search {
	struct tcn_near *near;
	uint64_t fingerprint;
	unsigned radius;
	tcn_near_match_fn *see;
	void *ctx;
	struct candidate pending[PENDING];
	size_t pending_n;
	uint64_t met;
	bool stopped;
};

/* From an entry that looks near to a record that is, told once. */
static void
verify(struct search *search, const struct candidate *candidate)
{
	const struct tcn_near *near = search->near;
	struct tcn_near_match match = { .ref = candidate->ref };
	uint64_t differing;

	if (search->stopped)
		return;
	match.fingerprint = tcn_near_whole(near->plan->blocks[candidate->table],
	    candidate->key, candidate->partial,
	    tcn_near_store_low(&near->store, candidate->ref));
	differing = match.fingerprint ^ search->fingerprint;
	match.distance = (uint8_t)__builtin_popcountll(differing);
	if (match.distance <= search->radius &&
	    tcn_near_is_first(near->plan, candidate->table, search->radius,
		differing))
		search->stopped = !search->see(search->ctx, &match);
}

/* The pages of all that wait are asked for before the first is read. */
static void
verify_pending(struct search *search)
{
	const struct tcn_near_store *store = &search->near->store;
	size_t live = 0;

	for (size_t i = 0; i < search->pending_n; i++) {
		uint32_t ref = search->pending[i].ref;
		const struct tcn_near_page *page =
		    store->pages[ref >> TCN_NEAR_PLACE_BITS];

		if (!page)
			continue;
		__builtin_prefetch(&page->lows[ref &
		    (TCN_NEAR_PAGE_RECORDS - 1)]);
		__builtin_prefetch(page);
		search->pending[live++] = search->pending[i];
	}
	for (size_t i = 0; i < live; i++)
		verify(search, &search->pending[i]);
	search->pending_n = 0;
}

static void
add_candidate(struct search *search, uint32_t table, uint32_t key,
    uint32_t partial, uint32_t ref)
{
	if (search->pending_n == PENDING)
		verify_pending(search);
	__builtin_prefetch(&search->near->store
				.pages[ref >> TCN_NEAR_PLACE_BITS]);
	search->pending[search->pending_n++] = (struct candidate){
		.key = key,
		.partial = partial,
		.ref = ref,
		.table = table,
	};
}

/* One table's question, the same for all its spans. */
struct asked {
	uint32_t table;
	uint32_t key, partial;
	unsigned reach;
};

static void
scan_span(struct search *search, const struct asked *asked,
    const struct tcn_near_span *span)
{
	uint32_t hits[CHUNK];
	unsigned limit = search->radius;

	if (!span->keys && span->key != asked->key)
		limit--; /* the flipped bit is spent */
	search->met += span->n;
	for (uint32_t at = 0; at < span->n; at += CHUNK) {
		uint32_t n = span->n - at < CHUNK ? span->n - at : CHUNK;
		size_t found =
		    search->near->popcount->scan32(span->partials + at, n,
			asked->partial, limit, hits);

		for (size_t i = 0; i < found; i++) {
			uint32_t j = at + hits[i];
			uint32_t key = span->keys ? span->keys[j] : span->key;

			if ((unsigned)__builtin_popcount(key ^ asked->key) >
			    asked->reach)
				continue;
			add_candidate(search, asked->table, key,
			    span->partials[j], span->refs[j]);
		}
	}
}

static void
ask_for(const struct tcn_near_span *span)
{
	for (uint32_t i = 0; i < LINES_AHEAD * LINE_WORDS && i < span->n;
	     i += LINE_WORDS)
		__builtin_prefetch(span->partials + i);
}

static void
scan_spans(struct search *search, const struct asked *asked,
    const struct tcn_near_span *spans, size_t n)
{
	for (size_t i = 0; i < n && i < AHEAD; i++)
		ask_for(&spans[i]);
	for (size_t i = 0; i < n && !search->stopped; i++) {
		if (i + AHEAD < n)
			ask_for(&spans[i + AHEAD]);
		scan_span(search, asked, &spans[i]);
	}
}

void
tcn_near_search(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    tcn_near_match_fn *see, void *ctx)
{
	struct tcn_near_span spans[TCN_NEAR_SPANS_MAX];
	struct asked asked[TCN_NEAR_BLOCKS_MAX];
	struct search search = {
		.near = near,
		.fingerprint = fingerprint,
		.radius = radius,
		.see = see,
		.ctx = ctx,
	};

	assert(radius <= TCN_NEAR_RADIUS_MAX);
	for (uint32_t i = 0; i < near->plan->blocks_n; i++) {
		asked[i] = (struct asked){
			.table = i,
			.key = tcn_near_key(near->plan->blocks[i], fingerprint),
			.partial = tcn_near_partial(near->plan->blocks[i],
			    fingerprint),
			.reach = tcn_near_reach(near->plan, i, radius),
		};
		tcn_near_table_announce(&near->tables[i], asked[i].key,
		    asked[i].reach);
	}
	for (uint32_t i = 0; i < near->plan->blocks_n && !search.stopped; i++) {
		size_t n = tcn_near_table_spans(&near->tables[i], asked[i].key,
		    asked[i].reach, spans);

		scan_spans(&search, &asked[i], spans, n);
	}
	verify_pending(&search);
	near->lookups++;
	near->candidates += search.met;
}
