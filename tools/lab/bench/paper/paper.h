/*
 * tools/lab/bench/paper/paper.h - the experiments that were published with the
 * methods tocsin is made of, done again.
 *
 * Each part measures what a publication measured, on generated data, a file or
 * a store, and sets its figures beside the published ones, with the conditions
 * of both. Parts are named as arguments; without one all are done, one after
 * the other. What was measured where is in tocsin-bench(1).
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_H

#include "tools/lab/bench/bench.h"

/* args->args are the names of experiments, none: all. Prints what came of each
 * when it is done; returns an exit code. */
int tcn_paper_bench(const struct tcn_bench_args *args);

#endif
