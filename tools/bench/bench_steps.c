#include "tools/bench/bench_steps.h"

#include <stdio.h>

#define ROUNDS 3 /* the fastest counts */

void
tcn_bench_steps_head(const struct tcn_bench_args *args, const char *unit)
{
	if (!args->json)
		printf("%-24s %7s %10s %14s\n", "step", unit, "ms",
		    "of baseline");
}

static enum tcn_rc
time_step(const struct tcn_bench_step *step, void *of, double *seconds)
{
	enum tcn_rc rc = TCN_OK;

	for (int round = 0; !rc && round < ROUNDS; round++) {
		double began = tcn_bench_cpu(), took;

		rc = step->run(of);
		took = tcn_bench_cpu() - began;
		if (round == 0 || took < *seconds)
			*seconds = took;
	}
	return rc;
}

static void
print_row(const struct tcn_bench_args *args,
    const struct tcn_bench_steps *steps, const struct tcn_bench_step *step,
    double seconds, double baseline)
{
	if (args->json)
		printf("{\"step\":\"%s\",\"%s\":%zu,\"ms\":%.2f,"
		       "\"times_baseline\":%.3f}\n",
		    step->name, steps->unit, steps->count, seconds * 1e3,
		    seconds / baseline);
	else
		printf("%-24s %7zu %10.1f %14.2f\n", step->name, steps->count,
		    seconds * 1e3, seconds / baseline);
	fflush(stdout);
}

enum tcn_rc
tcn_bench_steps_run(const struct tcn_bench_args *args,
    const struct tcn_bench_steps *steps)
{
	double baseline = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < steps->n && !rc; i++) {
		double seconds = 0;

		rc = time_step(&steps->at[i], steps->of, &seconds);
		if (i == 0)
			baseline = seconds;
		if (!rc)
			print_row(args, steps, &steps->at[i], seconds,
			    baseline);
	}
	return rc;
}
