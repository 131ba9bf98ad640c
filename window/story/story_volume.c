/*
 * window/story/story_volume.c - how far the publishers of a story exceed their
 * baselines (window/story/publisher.h).
 */
#include "window/story/story_impl.h"

/*
 * A running mean, because it is exact when all figures are equal, which a sum
 * that is divided at the end need not be.
 */
double
tcn_story_volume_ratio(const struct tcn_story_index *s,
    const struct tcn_story_row *row)
{
	uint64_t publisher = 0;
	double volume_ratio = 1, mean = 0;

	for (uint32_t i = 0; i < row->items.n; i++) {
		const struct tcn_story_member *item =
		    &s->items[row->items.at[row->items.head + i].slot];

		if (i == 0 || item->publisher != publisher)
			volume_ratio =
			    tcn_publisher_volume_ratio(&s->publishers,
				&s->clock, item->publisher);
		publisher = item->publisher;
		mean += (volume_ratio - mean) / (i + 1);
	}
	return mean > 1 ? mean : 1;
}
