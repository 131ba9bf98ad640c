/*
 * tools/eval/replay_score.h - scoring a replay while it runs.
 *
 * tcn_score_run_take() sees each article and what the pipeline made of it;
 * tcn_score_run_end() reckons. The figures are those of the files that the
 * same replay writes, dates taken to the millisecond.
 */
#ifndef TCN_TOOLS_EVAL_REPLAY_SCORE_H
#define TCN_TOOLS_EVAL_REPLAY_SCORE_H

#include "tools/eval/known.h"
#include "tools/eval/score.h"
#include "tools/pipeline/pipeline.h"

struct tcn_score_run {
	struct tcn_truth *truth;
	struct tcn_findings findings;
	double last_s; /* date of the article before */
	uint32_t *evidence; /* of one alert */
	size_t evidence_cap;
	struct tcn_score score;
	bool open;
};

/* All zero is not open. */
TCN_MUST_USE enum tcn_rc tcn_score_run_open(struct tcn_score_run *run,
    const struct tcn_score_conf *conf);
void tcn_score_run_close(struct tcn_score_run *run);

/* An article and what became of it; recall knows the items of the alerts. */
TCN_MUST_USE enum tcn_rc tcn_score_run_take(struct tcn_score_run *run,
    const struct tcn_article *article, const struct tcn_outcome *outcome,
    const struct tcn_recall *recall);

/* Fills in run->score. */
TCN_MUST_USE enum tcn_rc tcn_score_run_end(struct tcn_score_run *run);

/* The same for known events (tools/eval/known.h). */
TCN_MUST_USE enum tcn_rc tcn_known_take(struct tcn_known *known,
    const struct tcn_outcome *outcome, const struct tcn_recall *recall);

#endif
