/*
 * tools/lab/bench/bench.h - measures how fast the parts are: one function a
 * part.
 *
 * Each run measures a baseline of its own, and its figures are ratios to that,
 * so that they can be compared between machines and on a noisy one. Data is
 * generated, and is the same for the same --items and --seed.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_H
#define TCN_TOOLS_LAB_BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/conf/conf.h"
#include "tools/intake/input/source.h"

struct tcn_bench_args {
	uint64_t items; /* 0: what suits the part */
	uint64_t seconds; /* soak: how long; 0: an hour */
	uint64_t seed;
	bool json; /* one JSON object a row, not a table */
	const char *db; /* soak: begins with a copy of this store; or NULL */
	bool whole; /* services: records with words (kafka.records) */
	const char *input; /* a stream of articles, or NULL; the last given */
	const char *const *inputs; /* all that were given */
	size_t inputs_n;
	const char *known; /* paper: known events, or NULL */
	const char *html; /* paper: the page to write, or NULL */
	const struct tcn_conf_args *conf; /* paper: the settings */
	const struct tcn_source_args *source; /* paper: a store to read */
	const char *labels; /* paper: the field with the story's label */
	const char *within; /* paper: how far back to compare, or NULL */
	uint64_t samples, queries; /* paper: 0: what suits the part */
	const char *const *args; /* paper: experiments */
	size_t args_n;
};

/*
 * Begins the generated stream that the parts read; *demo gives it line by line.
 * It has args->items articles (0: items) over three days. For a part that wants
 * another, tcn_bench_stream_conf() has how it is made.
 */
struct tcn_demo;
struct tcn_demo_conf;
void tcn_bench_stream_conf(const struct tcn_bench_args *args, uint64_t items,
    struct tcn_demo_conf *conf);
TCN_MUST_USE enum tcn_rc tcn_bench_stream(const struct tcn_bench_args *args,
    uint64_t items, struct tcn_demo **demo, struct tcn_err *err);

/* Each prints its table and returns an exit code. */
int tcn_bench_http(const struct tcn_bench_args *args);
int tcn_bench_index(const struct tcn_bench_args *args);
int
tcn_bench_candidates(const struct tcn_bench_args *args); /* index, with input */
int tcn_bench_page(const struct tcn_bench_args *args);
int tcn_bench_replay(const struct tcn_bench_args *args);
int tcn_bench_soak(const struct tcn_bench_args *args);
int tcn_bench_store(const struct tcn_bench_args *args);
int tcn_bench_text(const struct tcn_bench_args *args);

/* Returns seconds of the monotonic clock. */
static inline double
tcn_bench_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/*
 * Returns seconds of processor time of this thread, which vary less than those
 * of the clock where other programs run too.
 */
static inline double
tcn_bench_cpu(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The same of all threads of the process. */
static inline double
tcn_bench_cpu_all(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/*
 * Sorts n values and returns that below which a share of them lies, 0 to 1; 0
 * when there are no values.
 */
double tcn_bench_quantile(double *values, size_t n, double share);

#endif
