#include "window/excerpt.h"

#include "engine/item/sketch.h"

typedef double measure_fn(struct tcn_sketch_shared shared);

/* The hit with the highest measure, if that is at least t; of equal ones the
 * first, as hits are in order of what they share, then of time. */
static const struct tcn_keys_hit *
best_of(const struct tcn_keys_hits *hits, measure_fn *measure, double t)
{
	const struct tcn_keys_hit *best = NULL;
	double most = 0;

	for (size_t i = 0; i < hits->n; i++) {
		double value = measure(tcn_excerpt_shared(&hits->at[i]));

		if (value < t || (best && value <= most))
			continue;
		best = &hits->at[i];
		most = value;
	}
	return best;
}

/* Adds a text while there is room. */
static void
add_also(struct tcn_placement *item, uint64_t text)
{
	size_t i = 0;

	while (i < TCN_PLACEMENT_ALSO && item->also[i] && item->also[i] != text)
		i++;
	if (i < TCN_PLACEMENT_ALSO)
		item->also[i] = text;
}

/* Whether the two have so much in common that in a story they are one. */
static bool
is_link(const struct tcn_keys_hit *hit)
{
	const uint32_t shorter =
	    hit->mine < hit->theirs ? hit->mine : hit->theirs;

	return hit->shared > TCN_EXCERPT_LINK || shorter >= TCN_EXCERPT_LONG;
}

void
tcn_excerpt_link(const struct tcn_keys_hits *hits, struct tcn_placement *item)
{
	for (size_t i = 0; i < hits->n; i++)
		if (is_link(&hits->at[i]))
			add_also(item, hits->at[i].origin);
}

void
tcn_excerpt_place(const struct tcn_keys_hits *hits, struct tcn_placement *item)
{
	const struct tcn_keys_hit *copied =
	    best_of(hits, tcn_sketch_jaccard, TCN_EXCERPT_COPY);
	const struct tcn_keys_hit *best = copied
	    ? copied
	    : best_of(hits, tcn_sketch_containment, TCN_EXCERPT_CONTAINMENT);

	if (!best)
		return;
	if (copied)
		item->duplicate_of = best->seq;
	else
		item->excerpt_of = best->seq;
	item->text = best->origin;
	item->shared = best->shared;
	item->sentences = best->mine;
}
