/*
 * tools/eval/replay_score.h - scoring a replay while it runs.
 *
 * tcn_replay_score_add() sees each article and what the pipeline made of it;
 * tcn_replay_score_finish() reckons. The figures are those of the files that
 * the same replay writes, dates taken to the millisecond.
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
	uint32_t *evidence; /* of one alert */
	size_t evidence_cap;
	struct tcn_score score;
	bool open;
};

/* All zero is not open. */
TCN_MUST_USE enum tcn_rc tcn_replay_score_open(struct tcn_replay_scorer *run,
    const struct tcn_score_conf *conf);
void tcn_replay_score_close(struct tcn_replay_scorer *run);

/* An article and what became of it; names knows the items of the alerts. */
TCN_MUST_USE enum tcn_rc tcn_replay_score_add(struct tcn_replay_scorer *run,
    const struct tcn_article *article,
    const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names);

/* Fills in run->score. */
TCN_MUST_USE enum tcn_rc tcn_replay_score_finish(struct tcn_replay_scorer *run);

/* The same for known events (tools/eval/known.h). */
TCN_MUST_USE enum tcn_rc tcn_replay_known_add(struct tcn_known *known,
    const struct tcn_pipeline_outcome *outcome,
    const struct tcn_item_names *names);

#endif
