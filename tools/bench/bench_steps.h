/*
 * tools/bench/bench_steps.h - measures steps of a part one after the other, and
 * prints a row of each.
 */
#ifndef TCN_TOOLS_BENCH_BENCH_STEPS_H
#define TCN_TOOLS_BENCH_BENCH_STEPS_H

#include <stddef.h>

#include "tools/bench/bench.h"

struct tcn_bench_step {
	const char *name;
	enum tcn_rc (*run)(void *of);
};

struct tcn_bench_steps {
	const struct tcn_bench_step *at; /* the first is the baseline */
	size_t n;
	const char *unit; /* of what a step handles so many: "items" */
	size_t count;
	void *of; /* what the steps are given */
};

/* The head of the table; nothing where a row is JSON. */
void tcn_bench_steps_head(const struct tcn_bench_args *args, const char *unit);

/* Runs each step three times, and prints processor time of the fastest. Errors:
 * those of a step, which ends it. */
TCN_MUST_USE enum tcn_rc tcn_bench_steps_run(const struct tcn_bench_args *args,
    const struct tcn_bench_steps *steps);

#endif
