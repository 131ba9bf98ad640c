/*
 * window/story.h - contract (see text): which story does an item belong to.
 */
#ifndef TCN_WINDOW_STORY_H
#define TCN_WINDOW_STORY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/doc.h"
#include "engine/rc.h"
#include "engine/record.h"

struct tcn_story_conf {
	int64_t within_ms; /* the sliding window; 4 h */
	uint32_t more_than; /* items; 15 */
	double join; /* least similarity to join; 0.16 */
	double merge; /* least cosine to merge; 0.28 */
	uint32_t min_origins; /* 5 */
	uint32_t min_publishers; /* where the stream has several */
	double burst; /* least rise over the usual; 1.5 */
};

/* What one step did. Lists live until the next step. */
struct tcn_story_step {
	uint64_t story; /* where the item is now */
	uint64_t opened; /* == story when it is new, else 0 */
	uint64_t merged_from; /* this story went into `story`, or 0 */
	double score; /* similarity that made it join */
};

/* An item of a story that lies in the window. */
struct tcn_story_item {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin; /* seq of the leader of its group of like texts */
};

/* Why a story that is large enough does not fire. */
enum tcn_held {
	TCN_HELD_NOT, /* it fires */
	TCN_HELD_COUNT, /* too few items */
	TCN_HELD_ORIGINS, /* too few distinct texts */
	TCN_HELD_PUBLISHERS,
	TCN_HELD_TEMPLATE, /* one fixed phrase and nothing else in common */
	TCN_HELD_USUAL, /* its terms are usually this busy */
};

struct tcn_stories;

#endif
