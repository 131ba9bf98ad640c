/*
 * tools/pipeline/setup.h - configures a pipeline by the settings
 * (tools/conf/conf.h).
 */
#ifndef TCN_TOOLS_PIPELINE_SETUP_H
#define TCN_TOOLS_PIPELINE_SETUP_H

#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/pipeline/pipeline.h"

/* Fills in *pipe. Texts of conf are referred to, so it must outlive *pipe. */
void tcn_setup_pipeline(const struct tcn_conf *conf,
    struct tcn_pipeline_conf *pipe);

/* The rights of a store's files: the setting store.mode. */
unsigned tcn_setup_store_mode(const struct tcn_conf *conf);

/* Of that, what clusters of similar words are: the settings lsh.*. */
void tcn_setup_clusters(const struct tcn_conf *conf,
    struct tcn_clusters_conf *clusters);

/*
 * Notes in the pipeline's store with which settings it is filled from now on,
 * in a transaction of its own; says on standard error where they differ from
 * the last run's (tools/conf/conf_stored.h). book NULL: the rules are conf's.
 */
TCN_MUST_USE enum tcn_rc tcn_setup_record(struct tcn_pipeline *pipe,
    const struct tcn_conf *conf, const struct tcn_rulebook *book,
    struct tcn_err *err);

#endif
