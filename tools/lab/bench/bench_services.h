/*
 * tools/lab/bench/bench_services.h - what an article costs each part of the
 * chain on this machine: for plans (tools/lab/simulate/sim.h).
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_SERVICES_H
#define TCN_TOOLS_LAB_BENCH_BENCH_SERVICES_H

#include "tools/lab/bench/bench.h"

/* Seconds of processor time; a commit's by the clock, as it waits for the
 * disk. */
struct tcn_bench_services {
	uint64_t articles;
	double prepare, prepare_p99; /* from a line of NDJSON to a record */
	double decide; /* from a record to a decision, stored */
	double commit; /* of `batch` articles */
	uint64_t batch;
	double record_bytes; /* of an article, not packed */
};

/*
 * Measures with args->input or, when that is NULL, a generated stream, and at
 * most args->items (0: 50,000) articles. Takes some seconds; the store that it
 * needs is in TMPDIR, and removed at the end.
 */
TCN_MUST_USE enum tcn_rc tcn_bench_services(const struct tcn_bench_args *args,
    struct tcn_bench_services *services, struct tcn_err *err);

#endif
