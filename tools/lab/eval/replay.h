/*
 * tools/lab/eval/replay.h - takes a stream of articles through the pipeline, at
 * full speed.
 *
 * `tocsin replay`, `tocsin demo` and `tocsin rules test` share it: articles
 * come from a source; alerts go out as they fire, assignments and a summary at
 * the end. Call order: open, step until TCN_DONE (tools/lab/eval/run_loop.h
 * does that), finish, close.
 *
 * Alerts and assignments cover all articles of this input, also those that an
 * earlier run took into the store. So a run that was cut off and started again
 * leaves the same files as one run would have.
 */
#ifndef TCN_TOOLS_LAB_EVAL_REPLAY_H
#define TCN_TOOLS_LAB_EVAL_REPLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/base/progress.h"
#include "tools/intake/input/source.h"
#include "tools/lab/eval/category_score.h"
#include "tools/lab/eval/known.h"
#include "tools/lab/eval/score.h"
#include "tools/pipeline/pipeline.h"

struct tcn_replay_scorer {
	struct tcn_truth *truth;
	struct tcn_score_findings findings;
	double last_s; /* date of the article before */
	uint32_t *evidence; /* items of one alert */
	size_t evidence_cap;
	struct tcn_score score;
	bool clusters; /* those of clusters.h are scored, not stories */
	bool open;
};

struct tcn_replay_conf {
	struct tcn_pipeline_conf pipeline;
	const char *db; /* each of these paths may be NULL: not wanted */
	const char *alerts;
	const char *assignments;
	const char *summary;
	const struct tcn_score_conf *score; /* by the labels, or NULL */
	struct tcn_known *known; /* known events to compare with, or NULL */
	FILE *terminal; /* where alerts are shown to a person, or NULL */
	/* Threads in all (tools/intake/input/prefetch.h); 0 is 1. */
	size_t jobs;

	/* Called before an article is taken in, with its date; may be NULL. */
	void (*wait)(void *ctx, int64_t ts_ms);

	/* Called for each alert; may be NULL. */
	void (*fired)(void *ctx, const struct tcn_event *event,
	    const struct tcn_item_names *names);
	void *ctx;
};

struct tcn_replay;

TCN_MUST_USE enum tcn_rc tcn_replay_open(const struct tcn_replay_conf *conf,
    struct tcn_replay **replay, struct tcn_err *err);

/*
 * Closes it. What is not committed is rolled back, and unfinished files are
 * removed. replay may be NULL.
 */
void tcn_replay_close(struct tcn_replay *replay);

/*
 * Takes the next article of source, the same for each call, which nobody else
 * uses until the replay is closed; TCN_DONE when there is none. TCN_INVALID is
 * a bad line that err names and that was passed over: go on. Other errors end
 * the run.
 */
TCN_MUST_USE enum tcn_rc tcn_replay_step(struct tcn_replay *replay,
    struct tcn_source *source, struct tcn_err *err);

/*
 * Commits, then writes assignments and summary. rejected: the number of bad
 * lines, for the summary.
 */
TCN_MUST_USE enum tcn_rc tcn_replay_finish(struct tcn_replay *replay,
    uint64_t rejected, struct tcn_err *err);

/* Sets *at to how far the source has come. */
void tcn_replay_at(const struct tcn_replay *replay, struct tcn_source_at *at);

/* Sets *now to how far the source has come and to what has been taken in, for a
 * progress line. */
void tcn_replay_now(const struct tcn_replay *replay,
    struct tcn_progress_now *now);

/* How well categories were predicted so far. */
const struct tcn_category_score *
tcn_replay_categories(const struct tcn_replay *replay);

/* The pipeline of the replay, which stays the replay's. */
struct tcn_pipeline *tcn_replay_pipeline(struct tcn_replay *replay);

/*
 * Returns the figures of a finished replay, or NULL when no score was asked
 * for.
 */
const struct tcn_replay_scorer *
tcn_replay_score(const struct tcn_replay *replay);

#endif
