/*
 * tools/pipeline/setup.h - configures a pipeline by the settings
 * (tools/conf/conf.h).
 */
#ifndef TCN_TOOLS_PIPELINE_SETUP_H
#define TCN_TOOLS_PIPELINE_SETUP_H

#include "tools/conf/conf.h"
#include "tools/pipeline/pipeline.h"

/* Fills in *pipe. Texts of conf are referred to, so it must outlive *pipe. */
void tcn_setup_pipeline(const struct tcn_conf *conf,
    struct tcn_pipeline_conf *pipe);

#endif
