/*
 * tools/lab/eval/fit/fit_stream.h - what the score says of the stories of a
 * stream.
 *
 * The stream goes through the pipeline once; stories are looked at as they
 * pass, each at its largest, which changes nothing. Either only those that were
 * judged (tools/lab/eval/fit/fit_stories.h) are looked at, or all that were
 * ever large enough to fire.
 *
 * A judged item stands for the story it joined, or, when that one never grew
 * large, for the one that it merged into; so may several. A story of which two
 * say otherwise is left out.
 *
 * Order of calls: open; step for each article; rows (of judged ones) or draw
 * (of all); close. Memory: about 400 bytes a story that is looked at. Cost:
 * that of a replay, and a judgement each time such a story grows.
 */
#ifndef TCN_TOOLS_LAB_EVAL_FIT_FIT_STREAM_H
#define TCN_TOOLS_LAB_EVAL_FIT_FIT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "tools/lab/eval/fit/fit.h"
#include "tools/lab/eval/fit/fit_stories.h"
#include "tools/pipeline/pipeline.h"

enum {
	TCN_FIT_SAMPLES = 3, /* headlines of a story beside the central one */
};

#define TCN_FIT_NONE UINT32_MAX

struct tcn_fit_story {
	uint64_t id;
	uint32_t into; /* index of the story it went into, or NONE */
	uint32_t items; /* in the window, when largest; 0: never scored */
	uint32_t publishers;
	uint32_t shown; /* items when the headlines below were taken */
	int64_t at_ms;
	struct tcn_str first_item; /* id */
	struct tcn_str title, more[TCN_FIT_SAMPLES];
	double x[TCN_FIT_FEATURES_MAX];
	bool is_known[TCN_FIT_FEATURES_MAX];
	double p; /* by the weights in force */
	bool judged;
};

/* What became of the judged ones. */
struct tcn_fit_counts {
	size_t judged; /* rows of the table */
	size_t used; /* stories */
	size_t missing; /* the stream has no such item or event */
	size_t alone; /* the item joined no story */
	size_t small; /* their story never was large enough */
	size_t again; /* about a story that another row is about, too */
	size_t contrary; /* stories left out: two rows say otherwise */
	/* Lines of the first that were missing, alone or small. */
	unsigned long lines[8];
	size_t lines_n;
};

struct tcn_fit_stream {
	struct tcn_pipeline *pipe;
	const struct tcn_fit_stories *judged; /* or NULL */
	bool all; /* looks at all stories */
	uint32_t more_than; /* items that make a story worth a look */

	struct tcn_fit_story *stories;
	size_t stories_n, stories_cap;
	struct tcn_map by_id; /* story -> index */
	uint32_t *found; /* by row of judged: index of its story; ALONE */
	struct tcn_arena arena;
};

/*
 * Begins. judged may be NULL when all are looked at; both outlive the stream.
 * more_than: as the rule that fires has it.
 */
void tcn_fit_stream_open(struct tcn_fit_stream *stream,
    struct tcn_pipeline *pipe, const struct tcn_fit_stories *judged, bool all,
    uint32_t more_than);
void tcn_fit_stream_close(struct tcn_fit_stream *stream);

/* Takes the article through the pipeline. */
TCN_MUST_USE enum tcn_rc tcn_fit_stream_step(struct tcn_fit_stream *stream,
    const struct tcn_article *article, struct tcn_err *err);

/* Adds each judged story to the fit, and counts what became of the rest. */
void tcn_fit_stream_rows(const struct tcn_fit_stream *stream,
    struct tcn_fit *fit, struct tcn_fit_counts *counts);

/*
 * Draws up to n stories that were not judged, to be judged: half of them at
 * random by the seed, half those the score is least sure of. Appends them as a
 * table with an empty column `real`, by time; *drawn: how many.
 */
void tcn_fit_stream_draw(const struct tcn_fit_stream *stream, size_t n,
    uint64_t seed, struct tcn_buf *out, size_t *drawn);

/*
 * Sets in conf at what features are held, the weights in force, and which are
 * dropped.
 */
struct tcn_news_weights;
void tcn_fit_set_features(struct tcn_fit_conf *conf,
    const struct tcn_news_weights *weights);

/* The features of the score, by name and what they measure. */
size_t tcn_fit_features(const char *names[TCN_FIT_FEATURES_MAX],
    const char *meanings[TCN_FIT_FEATURES_MAX]);

/*
 * Asks what the score says of the open story, to which the last step added:
 * fills in its features and p.
 */
void tcn_fit_read_score(const struct tcn_story_index *index, uint64_t id,
    int64_t now_ms, struct tcn_fit_story *story);

/*
 * The story that stands for this one: itself if it was ever scored, else the
 * one that it merged into, and so on.
 */
const struct tcn_fit_story *
tcn_fit_stream_final(const struct tcn_fit_stream *stream, uint32_t story);

#endif
