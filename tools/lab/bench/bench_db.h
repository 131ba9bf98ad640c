/*
 * tools/lab/bench/bench_db.h - a store of the bench's own.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_DB_H
#define TCN_TOOLS_LAB_BENCH_BENCH_DB_H

#include "engine/base/err.h"
#include "tools/lab/bench/bench.h"
#include "tools/pipeline/pipeline.h"

struct tcn_bench_db {
	char dir[256]; /* in TMPDIR */
	char path[300];
};

TCN_MUST_USE enum tcn_rc tcn_bench_db_make(struct tcn_bench_db *db,
    struct tcn_err *err);

/* Removes the folder with the store in it. */
void tcn_bench_db_drop(const struct tcn_bench_db *db);

/* Fills in the settings that hold without a configuration. Not thread safe. */
TCN_MUST_USE enum tcn_rc tcn_bench_conf(struct tcn_pipeline_conf *conf);

#endif
