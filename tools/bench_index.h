/*
 * tools/bench_index.h - how fast is the window's index, on this machine?
 *
 * For each size: fingerprints of which 80 % are random and 20 % come in
 * families of 2 to 100 with 0 to 7 bits flipped; a ring filled with them and
 * slid on by half its content; look-ups of random members over the whole
 * horizon, one at a time and in batches; the join of the whole set; and, in
 * the same rounds, a linear scan with the widest population count there is.
 * A look-up that counts is set against that scan, which counts too; look-ups
 * that return sorted hits are listed beside them. Each figure is the median
 * of three rounds, in processor time. Then each plan: cost, and how many of
 * the similar pairs an exact block match alone would have seen.
 */
#ifndef TCN_TOOLS_BENCH_INDEX_H
#define TCN_TOOLS_BENCH_INDEX_H

#include <stddef.h>

#include "tools/exit.h"

struct tcn_bench_index_conf {
	const size_t *sizes; /* how many items, each */
	size_t sizes_n;
	const char *json; /* file to write the figures to; NULL: none */
};

/* Prints the table; an exit code. */
int tcn_bench_index(const struct tcn_bench_index_conf *conf);

#endif
