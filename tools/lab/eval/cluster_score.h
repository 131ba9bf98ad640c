/*
 * tools/lab/eval/cluster_score.h - how well the groups of a batch agree with
 * the labels of its articles.
 */
#ifndef TCN_TOOLS_LAB_EVAL_CLUSTER_SCORE_H
#define TCN_TOOLS_LAB_EVAL_CLUSTER_SCORE_H

#include "tools/lab/eval/score.h"
#include "tools/pipeline/cluster.h"

/* B-cubed alone, as there are no alerts. After tcn_cluster_finish().
 * tcn_score_fini() when done. */
TCN_MUST_USE enum tcn_rc tcn_cluster_score(const struct tcn_cluster *cluster,
    struct tcn_score *score);

#endif
