/*
 * tools/eval/replay.h - a stream of articles through the pipeline, at full
 * speed.
 *
 * What `tocsin replay` and `tocsin demo` have in common: articles come from a
 * source, and out go alerts as they fire, the assignments and a summary at the
 * end. Call order: open, step until TCN_DONE (tools/eval/run_loop.h does that),
 * finish, close.
 *
 * Alerts and assignments tell of the articles of this input, those that an
 * earlier run took into the store too: so that a run that was cut off, started
 * again, leaves the files that one run would have left.
 */
#ifndef TCN_TOOLS_EVAL_REPLAY_H
#define TCN_TOOLS_EVAL_REPLAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/base/progress.h"
#include "tools/eval/replay_score.h"
#include "tools/input/source.h"
#include "tools/pipeline/pipeline.h"

struct tcn_replay_conf {
	struct tcn_pipeline_conf pipeline;
	const char *db; /* each of these paths may be NULL: not wanted */
	const char *alerts;
	const char *assignments;
	const char *summary;
	const struct tcn_score_conf *score; /* by the labels, or NULL */
	struct tcn_known *known; /* the events it is held against, or NULL */
	FILE *tell; /* alerts for a person to read, or NULL */
	size_t jobs; /* threads in all, see tools/input/prefetch.h; 0 is 1 */

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

/* What is not committed is undone; files not finished are removed. */
void tcn_replay_close(struct tcn_replay *replay);

/*
 * Takes the next article of source, the same for each call, which nobody else
 * uses until the replay is closed; TCN_DONE when there is none. TCN_INVALID is
 * a bad line that err names and that was passed over: go on. Other errors end
 * the run.
 */
TCN_MUST_USE enum tcn_rc tcn_replay_step(struct tcn_replay *replay,
    struct tcn_source *source, struct tcn_err *err);

/* Commits and writes assignments and summary; rejected: bad lines, for it. */
TCN_MUST_USE enum tcn_rc tcn_replay_finish(struct tcn_replay *replay,
    uint64_t rejected, struct tcn_err *err);

/* How far the source has come. */
void tcn_replay_at(const struct tcn_replay *replay, struct tcn_source_at *at);

/* The same with what has been taken in, for a progress line. */
void tcn_replay_now(const struct tcn_replay *replay,
    struct tcn_progress_now *now);

struct tcn_pipeline *tcn_replay_pipeline(struct tcn_replay *replay);

/* The figures once it is finished, or NULL when they were not asked for. */
const struct tcn_replay_scorer *
tcn_replay_score(const struct tcn_replay *replay);

#endif
