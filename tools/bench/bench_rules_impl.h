/*
 * tools/bench/bench_rules_impl.h - what the two halves of bench part "rules"
 * share: the stream, and the words that rules are made of.
 */
#ifndef TCN_TOOLS_BENCH_BENCH_RULES_IMPL_H
#define TCN_TOOLS_BENCH_BENCH_RULES_IMPL_H

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/bench/bench_archive.h"
#include "tools/conf/conf.h"
#include "tools/demo/demo_rng.h"
#include "tools/pipeline/pipeline.h"

struct tcn_bench_rules {
	const struct tcn_bench_args *args;
	struct tcn_bench_archive archive;
	struct tcn_conf conf;
	struct tcn_pipeline_conf pipe;
	struct tcn_bench_articles articles; /* of the archive */
	struct tcn_err err;
};

/* Appends a word of some title, not a short one; signs left out. */
void tcn_bench_rules_word(struct tcn_buf *out, const struct tcn_bench_rules *b,
    struct tcn_demo_rng *rng);

/*
 * Prints what a replay of the archive costs with 10 rules and with 100, beside
 * the same with the default rule alone.
 */
TCN_MUST_USE enum tcn_rc tcn_bench_rules_many(struct tcn_bench_rules *b);

#endif
