/*
 * window/story/story_trace.h - why an item was placed in its story.
 *
 * For `explain`: while a trace is set, each step fills it in with the figures
 * behind its decision. Tracing decides nothing and changes nothing; without it
 * a step pays one comparison. Every open story that shares a word with the item
 * is scored, also those that the step never looks at, because it follows the
 * item's heaviest words only. For an item that is placed by its vector
 * (story_vector.h), every open story with vectors is scored.
 */
#ifndef TCN_WINDOW_STORY_STORY_TRACE_H
#define TCN_WINDOW_STORY_STORY_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "window/story/similarity.h"

#define TCN_STORY_TRACE_MAX 5

/* A word of the item. */
struct tcn_story_trace_word {
	struct tcn_str word; /* as the item writes it */
	/* x_w of window/story/similarity.h; their squares sum to 1. */
	double weight;
	double stories; /* recent stories that contain it, counted with decay */
	double burst_ratio; /* over its baseline: window/story/baseline.h */
};

/* A story that the item might have joined, as it was before the item came. */
struct tcn_story_trace_candidate {
	uint64_t story;
	uint64_t central; /* seq of its most central item */
	uint32_t items; /* over its life */
	double score; /* similarity times ageing */
	double cosine; /* cosine of the vectors, where these decide; else 0 */
	double ageing; /* factor, 0 to 1: the older the story, the less */
	/* What each of the item's words adds to the score, in their order; 0:
	 * the story does not have it. Ageing is included: they sum to the
	 * score. */
	double contributions[TCN_SIMILARITY_WORDS_MAX];
};

struct tcn_story_trace {
	double join, merge; /* least score to join, least similarity to merge */
	bool by_vector; /* it is placed by its vector; its words add 0 */
	/* Heaviest first. */
	struct tcn_story_trace_word words[TCN_SIMILARITY_WORDS_MAX];
	size_t words_n;
	/* Best first. */
	struct tcn_story_trace_candidate stories[TCN_STORY_TRACE_MAX];
	size_t stories_n;
	/* How many open stories share a word with it; by_vector: how many have
	 * vectors. */
	size_t shared_n;
	/* The second best story that the item fits (0: none), and its
	 * similarity to the best; from `merge` on the two are merged. */
	uint64_t other;
	double similarity;
	bool split; /* the story, which had fired, was split */
};

struct tcn_story_index;

/* Makes every step from now on fill in *trace; NULL: no step. Words in it are
 * valid until the next step, and as long as its doc. */
void tcn_story_index_trace(struct tcn_story_index *s,
    struct tcn_story_trace *trace);

#endif
