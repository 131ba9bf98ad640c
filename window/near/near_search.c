/*
 * window/near/near_search.c - the stages of a look-up, from a fingerprint to
 * matching records.
 */
#include <assert.h>

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

#define SINCE_BLOCKS 4 /* first ones; of 3 bits that differ one has none */

/*
 * A search in stages, each of which asks for the cache lines the next one
 * reads, so that their misses overlap: starts of groups; partials; keys and
 * references of what passed; pages; the low halves that decide.
 */

static void
search_init(struct tcn_near_search *search, struct tcn_near *near,
    uint64_t asked, unsigned radius, tcn_near_match_fn *see, void *ctx)
{
	search->near = near;
	search->asked = asked;
	search->radius = radius;
	search->see = see;
	search->ctx = ctx;
	search->within = NULL;
	assert(radius <= TCN_NEAR_RADIUS_MAX && see);
	search->trimmed = false;
	search->scanned = 0;
	search->spans_n = 0;
	for (unsigned i = 0; i < near->plan->blocks_n; i++)
		search->shares[i] = (struct tcn_near_share){
			.block = near->plan->blocks[i],
			.mask = tcn_near_mask(near->plan->blocks[i]),
			.reach = tcn_near_reach(near->plan, i, radius),
		};
}

/*
 * Whether a table below this one sees the pair: then that one reports it, and
 * no set is needed to drop repeats. A first answer needs only the partial, when
 * that has all bits of a block; most repeats end there.
 */
static bool
is_lower_by_partial(const struct tcn_near_search *search, unsigned table,
    uint32_t apart)
{
	const uint32_t *views = search->near->views[table];

	for (unsigned i = 0; i < table && !search->trimmed; i++)
		if (views[i] &&
		    tcn_near_reaches(search->shares[i].reach, apart & views[i]))
			return true;
	return false;
}

/*
 * Whether an earlier table finds a record that differs in these bits. Where
 * spans are trimmed it may have been left out there: then what was seen is
 * noted.
 */
static bool
is_found_earlier(const struct tcn_near_search *search, unsigned table,
    uint64_t differing, uint32_t ref)
{
	uint64_t *value;
	bool is_new;

	if (search->trimmed) {
		tcn_map_put(&search->near->seen, ref, &value, &is_new);
		return !is_new;
	}
	for (unsigned i = 0; i < table; i++)
		if (tcn_near_reaches(search->shares[i].reach,
			differing & search->shares[i].mask))
			return true;
	return false;
}

/* What is farther than radius need not be seen any more. */
static void
narrow(struct tcn_near_search *search, unsigned radius)
{
	search->radius = radius;
	for (size_t i = 0; i < search->spans_n; i++)
		if (search->parts[i].limit > radius)
			search->parts[i].limit = radius;
}

/* From an entry that looks near to a record that is. */
static void
verify(struct tcn_near_search *search,
    const struct tcn_near_candidate *candidate)
{
	const struct tcn_near_span *span = candidate->span;
	uint64_t differing = tcn_near_whole(search->shares[span->table].block,
	    candidate->key_apart, candidate->apart,
	    tcn_sighting_store_payload(&search->near->store, candidate->ref) ^
		(uint32_t)search->asked);
	struct tcn_near_match match = {
		.fingerprint = search->asked ^ differing,
		.ref = candidate->ref,
		.distance = (uint8_t)tcn_popcount_u64(differing),
	};

	if (match.distance <= search->radius &&
	    !is_found_earlier(search, span->table, differing, candidate->ref))
		search->see(search->ctx, &match);
	if (search->within && *search->within < search->radius)
		narrow(search, *search->within);
}

/* Takes the hits whose partial does not say that a lower table sees them. */
static size_t
take_hits(struct tcn_near_search *search, const struct tcn_popcount_hit *hits,
    size_t n)
{
	size_t taken = 0;

	for (size_t i = 0; i < n; i++) {
		struct tcn_near_candidate *candidate = &search->pending[taken];
		const struct tcn_popcount_part *part =
		    &search->parts[hits[i].part];

		candidate->span = &search->spans[hits[i].part];
		candidate->at = hits[i].at;
		candidate->apart = part->words[hits[i].at] ^ part->query;
		if (is_lower_by_partial(search, candidate->span->table,
			candidate->apart))
			continue;
		__builtin_prefetch(tcn_near_span_refs(candidate->span) +
		    candidate->at);
		if (tcn_near_span_keys(candidate->span))
			__builtin_prefetch(tcn_near_span_keys(candidate->span) +
			    candidate->at);
		taken++;
	}
	return taken;
}

/* Reads keys, of which some are out of reach after all, and references. */
static size_t
read_entries(struct tcn_near_search *search, size_t n)
{
	void **pages = search->near->store.dir.pages;
	size_t taken = 0;

	for (size_t i = 0; i < n; i++) {
		struct tcn_near_candidate *candidate = &search->pending[i];
		const struct tcn_near_span *span = candidate->span;
		const struct tcn_near_share *share =
		    &search->shares[span->table];

		candidate->key_apart = tcn_near_span_key(span, candidate->at) ^
		    tcn_near_key(share->block, search->asked);
		if (!tcn_near_reaches(share->reach, candidate->key_apart))
			continue;
		candidate->ref = tcn_near_span_refs(span)[candidate->at];
		__builtin_prefetch(&pages[candidate->ref >>
		    TCN_SIGHTING_PLACE_BITS]);
		search->pending[taken++] = *candidate;
	}
	return taken;
}

static size_t
find_pages(struct tcn_near_search *search, size_t n)
{
	void **pages = search->near->store.dir.pages;
	size_t live = 0;

	for (size_t i = 0; i < n; i++) {
		uint32_t ref = search->pending[i].ref;
		const struct tcn_sighting_page *page =
		    pages[ref >> TCN_SIGHTING_PLACE_BITS];

		if (!page)
			continue;
		__builtin_prefetch(&page->payloads[ref &
		    (TCN_SIGHTING_PAGE_RECORDS - 1)]);
		__builtin_prefetch(page);
		search->pending[live++] = search->pending[i];
	}
	return live;
}

/* Reads all spans. */
static void
search_run(struct tcn_near_search *search)
{
	struct tcn_popcount_hit hits[TCN_NEAR_PENDING];
	struct tcn_popcount_cursor cursor = { 0 };

	while (cursor.part < search->spans_n) {
		size_t n = search->near->popcount->scan(search->parts,
		    search->spans_n, &cursor, hits, TCN_NEAR_PENDING);

		n = take_hits(search, hits, n);
		n = find_pages(search, read_entries(search, n));
		for (size_t i = 0; i < n; i++)
			verify(search, &search->pending[i]);
	}
}

/*
 * What is found at all is most often found where the first probe looks: its
 * references are asked for with its partials.
 */
static void
ask_for_entries(const struct tcn_near_span *span)
{
	__builtin_prefetch(tcn_near_span_refs(span));
	if (tcn_near_span_keys(span))
		__builtin_prefetch(tcn_near_span_keys(span));
}

/* What the search looks for in a table. */
static struct tcn_near_probe
probe_of(const struct tcn_near_search *search, unsigned table)
{
	const struct tcn_near_share *share = &search->shares[table];

	return (struct tcn_near_probe){
		.key = tcn_near_key(share->block, search->asked),
		.partial = tcn_near_partial(share->block, search->asked),
		.table = (uint8_t)table,
		.radius = (uint8_t)search->radius,
		.reach = (int8_t)share->reach,
	};
}

static void
trim_spans(struct tcn_near_search *search)
{
	search->scanned = 0;
	for (size_t i = 0; i < search->spans_n; i++)
		search->scanned += search->parts[i].n;
	if (search->scanned <= TCN_NEAR_HOT)
		return;
	for (size_t i = 0; i < search->spans_n; i++) {
		/* Of a span with too many entries only the newest are looked
		 * at. */
		struct tcn_near_span *span = &search->spans[i];
		struct tcn_popcount_part *part = &search->parts[i];
		unsigned bits = search->shares[span->table].block.bits;
		uint32_t most = TCN_NEAR_HOT << (16 - bits);
		uint32_t over = part->n > most ? part->n - most : 0;

		span->first += over;
		part->words += over;
		part->n -= over;
		search->scanned -= over;
		search->trimmed |= over > 0;
	}
	if (search->trimmed)
		tcn_map_clear(&search->near->seen);
}

static void
find_spans(struct tcn_near_search *search)
{
	const struct tcn_near *near = search->near;
	struct tcn_near_probe asks[TCN_NEAR_BLOCKS_MAX];
	unsigned n = 0;

	search->spans_n = 0;
	for (; n < near->plan->blocks_n && search->shares[n].reach >= 0; n++) {
		asks[n] = probe_of(search, n);
		tcn_near_table_prefetch(&near->tables[n], &asks[n]);
	}
	for (unsigned i = 0; i < n; i++)
		search->spans_n += tcn_near_table_spans(&near->tables[i],
		    &asks[i], search->spans + search->spans_n,
		    search->parts + search->spans_n);
	trim_spans(search);
}

/* What a trimmed table leaves out, the others find when they look farther. */
static void
search_tables(struct tcn_near_search *search)
{
	unsigned blocks_n = search->near->plan->blocks_n;

	find_spans(search);
	for (unsigned i = 0; i < blocks_n && search->trimmed; i++)
		search->shares[i].reach = search->radius + 1 >= blocks_n;
	if (search->trimmed)
		find_spans(search);
	if (search->spans_n)
		ask_for_entries(&search->spans[0]);
	search_run(search);
}

void
tcn_near_look(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    tcn_near_match_fn *see, void *ctx)
{
	struct tcn_near_search search;

	search_init(&search, near, fingerprint, radius, see, ctx);
	search_tables(&search);
	near->lookups++;
	near->candidates += search.scanned;
}

void
tcn_near_look_within(struct tcn_near *near, uint64_t fingerprint,
    unsigned *within, tcn_near_match_fn *see, void *ctx)
{
	struct tcn_near_search search;

	search_init(&search, near, fingerprint, *within, see, ctx);
	search.within = within;
	search_tables(&search);
	near->candidates += search.scanned;
}

void
tcn_near_look_since(struct tcn_near *near, uint64_t fingerprint, uint64_t born,
    tcn_near_match_fn *see, void *ctx)
{
	struct tcn_near_search search;

	search_init(&search, near, fingerprint, TCN_NEAR_RADIUS_MAX, see, ctx);
	for (unsigned i = 0; i < near->plan->blocks_n && i < SINCE_BLOCKS;
	     i++) {
		struct tcn_near_probe ask;
		const struct tcn_near_leaf *leaf;

		search.shares[i].reach = 0;
		ask = probe_of(&search, i);
		leaf = tcn_near_table_leaf(&near->tables[i], ask.key);
		search.spans_n += tcn_near_leaf_open(leaf, ask.key, &ask,
		    search.spans + search.spans_n,
		    search.parts + search.spans_n);
		if (leaf->built > born)
			search.spans_n += tcn_near_leaf_sealed(leaf, ask.key,
			    &ask, search.spans + search.spans_n,
			    search.parts + search.spans_n);
	}
	trim_spans(&search);
	search_run(&search);
	near->filed += search.scanned;
}
