/*
 * tools/eval/replay_score.h - scores a replay while it runs.
 *
 * Give tcn_replay_score_add() each article and the pipeline's outcome, then
 * call tcn_replay_score_finish(). The figures equal those that `tocsin score`
 * finds in the files of the same replay, with dates to the millisecond. Where
 * all rules count clusters, the figures of how items were
 * put together are those of the clusters.
 */
#ifndef TCN_TOOLS_EVAL_REPLAY_SCORE_H
#define TCN_TOOLS_EVAL_REPLAY_SCORE_H

#include "tools/eval/known.h"
#include "tools/eval/score.h"
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

/* Opens it. A struct of zeros is not open, and may be closed. */
TCN_MUST_USE enum tcn_rc tcn_replay_score_open(struct tcn_replay_scorer *run,
    const struct tcn_score_conf *conf);
void tcn_replay_score_close(struct tcn_replay_scorer *run);

/* Takes an article and its outcome in; names knows the items of its alerts. */
TCN_MUST_USE enum tcn_rc tcn_replay_score_add(struct tcn_replay_scorer *run,
    const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names);

/* Fills in run->score. */
TCN_MUST_USE enum tcn_rc tcn_replay_score_finish(struct tcn_replay_scorer *run);

/* Takes an outcome into a list of known events (tools/eval/known.h). */
TCN_MUST_USE enum tcn_rc tcn_replay_known_add(struct tcn_known *known,
    const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names);

#endif
