/*
 * tools/setup.h - from settings (tools/conf.h) to the parts they configure.
 */
#ifndef TCN_TOOLS_SETUP_H
#define TCN_TOOLS_SETUP_H

#include "engine/article.h"
#include "tools/conf.h"
#include "tools/feed_plan.h"
#include "tools/fetch.h"
#include "tools/pipeline.h"
#include "tools/score.h"

/* Texts of conf are referred to: it must outlive *pipe. */
void tcn_setup_pipeline(const struct tcn_conf *conf,
    struct tcn_pipeline_conf *pipe);

/* The rule there is without a file of rules. */
void tcn_setup_rule(const struct tcn_conf *conf, struct tcn_rule *rule);

/* The section "score". */
void tcn_setup_score(const struct tcn_conf *conf, struct tcn_score_conf *score);

/* The section "feeds". Texts of conf are referred to. */
void tcn_setup_feeds(const struct tcn_conf *conf, struct tcn_fetch_conf *fetch,
    struct tcn_feed_plan *plan);

#endif
