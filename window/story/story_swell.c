/*
 * window/story/story_swell.c - how far the sources of a story exceed their
 * usual.
 */
#include "window/story/story_impl.h"

/* A running mean: of figures that are all the same it is just that. */
double
tcn_story_swell(struct tcn_stories *s, const struct tcn_story_row *row)
{
	uint64_t publisher = 0;
	double swell = 1, mean = 0;

	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_kept *item =
		    &s->items[row->items.at[row->items.head + i].slot];

		if (i == 0 || item->publisher != publisher)
			swell = tcn_sources_swell(&s->sources, &s->clock,
			    item->publisher);
		publisher = item->publisher;
		mean += (swell - mean) / (i + 1);
	}
	return mean > 1 ? mean : 1;
}
