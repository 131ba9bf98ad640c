/*
 * tools/lab/bench/bench_pairs.h - made-up fingerprints, and what each plan sees
 * of them.
 */
#ifndef TCN_TOOLS_LAB_BENCH_BENCH_PAIRS_H
#define TCN_TOOLS_LAB_BENCH_BENCH_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "tools/lab/bench/bench.h"

/*
 * Returns the next number of a sequence that is the same everywhere: splitmix64
 * (Steele, Lea and Flood 2014, Fast splittable pseudorandom number generators).
 */
uint64_t tcn_bench_random(uint64_t *state);

/* Makes n fingerprints: 80 % random, 20 % in families, shuffled. */
void tcn_bench_families(uint64_t *state, uint64_t *fingerprints, size_t n);

/*
 * Prints what each plan costs at 100,000 items and which share of the pairs
 * at each distance has a block in common.
 */
void tcn_bench_plans(const struct tcn_bench_args *args);

#endif
