/*
 * tools/pipeline/setup.h - from settings (tools/conf/conf.h) to the pipeline
 * they configure.
 */
#ifndef TCN_TOOLS_PIPELINE_SETUP_H
#define TCN_TOOLS_PIPELINE_SETUP_H

#include "tools/conf/conf.h"
#include "tools/pipeline/pipeline.h"

/* Texts of conf are referred to: it must outlive *pipe. */
void tcn_setup_pipeline(const struct tcn_conf *conf,
    struct tcn_pipeline_conf *pipe);

#endif
