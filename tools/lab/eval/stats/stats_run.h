/*
 * tools/lab/eval/stats/stats_run.h - counts the articles of a source.
 *
 * Articles of files go through a pipeline without a store, which says what is
 * a copy of what; of several threads all but one prepare articles ahead
 * (tools/intake/input/prefetch.h). Those of a store have been decided on
 * already: what it remembers is counted, and nothing is decided again.
 *
 * Call order: open, step until it returns neither TCN_OK nor TCN_INVALID,
 * finish, close. Memory: that of the window (the settings near.* and df.*) and
 * of the counts (tools/lab/eval/stats/stats.h).
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_RUN_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_RUN_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "tools/base/progress.h"
#include "tools/intake/input/prefetch.h"
#include "tools/lab/eval/stats/stats.h"
#include "tools/pipeline/pipeline.h"

struct tcn_stats_run {
	struct tcn_stats *stats;
	struct tcn_pipeline *pipe; /* of files; or NULL */
	struct tcn_prefetch *prefetch; /* of files; NULL until the first step */
	struct tcn_prepare *prepare; /* of a store; or NULL */
	struct tcn_prepare_conf prepare_conf;
	const char *tagger; /* as struct tcn_pipeline_conf has it */
	struct tcn_arena arena; /* of one article of a store */
	struct tcn_expect expect; /* of the categories of a store */
	size_t jobs;
	uint64_t items; /* taken in */
	int64_t stream_ms; /* time of the last; TCN_UNDATED: none */
};

/* from_store: the source is one. jobs: threads, >= 1. close in every case. */
TCN_MUST_USE enum tcn_rc tcn_stats_run_open(struct tcn_stats_run *run,
    const struct tcn_stats_conf *conf, const struct tcn_pipeline_conf *pipe,
    bool from_store, size_t jobs, struct tcn_err *err);
void tcn_stats_run_close(struct tcn_stats_run *run);

/* Counts the next article. Codes as tcn_source_next(). */
TCN_MUST_USE enum tcn_rc tcn_stats_run_step(struct tcn_stats_run *run,
    struct tcn_source *source, struct tcn_err *err);

/* How far it has come, for a progress line. */
void tcn_stats_run_now(const struct tcn_stats_run *run,
    const struct tcn_source *source, struct tcn_progress_now *now);

#endif
