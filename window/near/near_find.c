#include "engine/base/compare.h"
#include "window/near/near.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "window/near/near_impl.h"

enum {
	FEW = 16, /* hits */
};

/* What the three look-ups share: a span, no wider than the window. */
struct look {
	const struct tcn_sighting_store *store;
	int64_t from_ms, to_ms;
	struct tcn_near_hits *hits;
	struct tcn_near_hit *best;
	unsigned within; /* the best, or what is looked for */
	struct tcn_near *near;
	struct tcn_near_counts *counts;
	uint64_t items;
	bool found; /* best */
};

static void
look_init(struct look *look, struct tcn_near *near, int64_t from_ms,
    int64_t to_ms)
{
	assert(near);
	*look = (struct look){
		.near = near,
		.store = &near->store,
		.from_ms = from_ms > near->store.edge_ms ? from_ms
							 : near->store.edge_ms,
		.to_ms = to_ms,
	};
}

static void
slice_of(const struct look *look, const struct tcn_near_match *match,
    struct tcn_sighting_slice *slice)
{
	tcn_sighting_store_slice(look->store, match->ref, look->from_ms,
	    look->to_ms, slice);
}

static struct tcn_near_hit
hit_of(const struct tcn_near_match *match, const struct tcn_sighting *s)
{
	return (struct tcn_near_hit){
		.seq = s->seq,
		.ts_ms = s->ts_ms,
		.publisher = s->publisher,
		.origin = s->origin,
		.fingerprint = match->fingerprint,
		.distance = match->distance,
	};
}

static void
see_find(void *ctx, const struct tcn_near_match *match)
{
	struct look *look = ctx;
	struct tcn_near_hits *hits = look->hits;
	struct tcn_sighting_slice slice;
	struct tcn_near_hit *fit;

	slice_of(look, match, &slice);
	if (!slice.n)
		return;
	/* Twice as many, because sorting needs the room. */
	fit = tcn_mem_grow(hits->at, &hits->cap, 2 * (hits->n + slice.n),
	    sizeof *fit);
	hits->at = fit;
	for (size_t i = 0; i < slice.n; i++)
		fit[hits->n++] = hit_of(match, &slice.at[i]);
}

static int
compare_hits(const void *left, const void *right)
{
	const struct tcn_near_hit *a = left, *b = right;

	if (a->distance != b->distance)
		return a->distance < b->distance ? -1 : 1;
	return tcn_compare_moment(a->ts_ms, a->seq, b->ts_ms, b->seq);
}

/* Most look-ups find a handful: those are inserted into place. */
static void
sort_few(struct tcn_near_hit *hits, size_t n)
{
	if (n > FEW) {
		qsort(hits, n, sizeof *hits, compare_hits);
		return;
	}
	for (size_t i = 1; i < n; i++) {
		struct tcn_near_hit hit = hits[i];
		size_t at = i;

		for (; at && compare_hits(&hit, &hits[at - 1]) < 0; at--)
			hits[at] = hits[at - 1];
		hits[at] = hit;
	}
}

/* Deals them out by distance into the spare half, then sorts each by time. */
static void
sort_hits(struct tcn_near_hit *hits, size_t n)
{
	size_t next[TCN_NEAR_RADIUS_MAX + 2] = { 0 }, at = 0;
	struct tcn_near_hit *sorted = hits + n;

	for (size_t i = 0; i < n; i++)
		next[hits[i].distance + 1]++;
	for (unsigned d = 1; d <= TCN_NEAR_RADIUS_MAX; d++)
		next[d] += next[d - 1];
	for (size_t i = 0; i < n; i++)
		sorted[next[hits[i].distance]++] = hits[i];
	memcpy(hits, sorted, n * sizeof *hits);
	for (unsigned d = 0; d <= TCN_NEAR_RADIUS_MAX; at = next[d++])
		sort_few(hits + at, next[d] - at);
}

void
tcn_near_find(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    int64_t from_ms, int64_t to_ms, struct tcn_near_hits *hits)
{
	struct look look;

	assert(hits);
	hits->n = 0;
	look_init(&look, near, from_ms, to_ms);
	look.hits = hits;
	tcn_near_look(near, fingerprint, radius, see_find, &look);
	if (hits->n > 1)
		sort_hits(hits->at, hits->n);
}

static void
see_items(void *ctx, const struct tcn_near_match *match)
{
	struct look *look = ctx;

	look->items += tcn_sighting_store_count(look->store, match->ref,
	    look->from_ms, look->to_ms);
}

uint64_t
tcn_near_items(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    int64_t from_ms, int64_t to_ms)
{
	struct look look;

	look_init(&look, near, from_ms, to_ms);
	tcn_near_look(near, fingerprint, radius, see_items, &look);
	return look.items;
}

static void
see_count(void *ctx, const struct tcn_near_match *match)
{
	struct look *look = ctx;
	struct tcn_sighting_slice slice;

	slice_of(look, match, &slice);
	look->counts->items += (uint32_t)slice.n;
	if (!tcn_sighting_store_names(look->store, match->ref, look->from_ms,
		look->to_ms, &look->near->publishers, &look->near->origins))
		for (size_t i = 0; i < slice.n; i++) {
			uint64_t *value;

			tcn_map_put(&look->near->origins, slice.at[i].origin,
			    &value, NULL);
			tcn_map_put(&look->near->publishers,
			    slice.at[i].publisher, &value, NULL);
		}
}

void
tcn_near_count(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    int64_t from_ms, int64_t to_ms, struct tcn_near_counts *counts)
{
	struct look look;

	*counts = (struct tcn_near_counts){ 0 };
	tcn_map_clear(&near->origins);
	tcn_map_clear(&near->publishers);
	look_init(&look, near, from_ms, to_ms);
	look.counts = counts;
	tcn_near_look(near, fingerprint, radius, see_count, &look);
	counts->origins = (uint32_t)near->origins.n;
	counts->publishers = (uint32_t)near->publishers.n;
}

static void
see_nearest(void *ctx, const struct tcn_near_match *match)
{
	struct look *look = ctx;
	struct tcn_sighting_slice slice;
	struct tcn_near_hit hit;

	slice_of(look, match, &slice);
	if (!slice.n)
		return;
	hit = hit_of(match, &slice.at[0]);
	if (!look->found || compare_hits(&hit, look->best) < 0)
		*look->best = hit;
	look->found = true;
	look->within = match->distance;
}

bool
tcn_near_nearest(struct tcn_near *near, uint64_t fingerprint, unsigned radius,
    int64_t from_ms, int64_t to_ms, struct tcn_near_hit *hit)
{
	unsigned few =
	    near->plan->blocks_n - 1; /* that one probe a block has */
	struct look look;

	look_init(&look, near, from_ms, to_ms);
	look.best = hit;
	near->lookups++;
	look.within = radius < few ? radius : few;
	tcn_near_look_within(near, fingerprint, &look.within, see_nearest,
	    &look);
	if (look.found || radius <= few)
		return look.found;
	look.within = radius;
	tcn_near_look_within(near, fingerprint, &look.within, see_nearest,
	    &look);
	return look.found;
}

void
tcn_near_hits_fini(struct tcn_near_hits *hits)
{
	tcn_mem_free(hits->at);
	*hits = (struct tcn_near_hits){ 0 };
}
