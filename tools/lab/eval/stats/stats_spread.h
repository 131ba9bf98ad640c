/*
 * tools/lab/eval/stats/stats_spread.h - how counts are spread: mean, quantiles,
 * greatest, and how many lie in a range, in fixed memory.
 *
 * A histogram in the manner of HdrHistogram (G. Tene): numbers below 1,024 have
 * a cell each; above, every doubling is divided into 512 cells, so that a
 * quantile is at most 0.2 % below the true one. Sum, least and greatest are
 * exact. 230 KiB; adding is O(1), a question O(cells).
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_SPREAD_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_SPREAD_H

#include <stdint.h>

enum {
	TCN_STATS_SPREAD_EXACT =
	    1024, /* numbers below it have their own cell */
	TCN_STATS_SPREAD_CELLS = 1024 + 54 * 512,
};

struct tcn_stats_spread {
	uint64_t n; /* numbers added */
	uint64_t most; /* of them; 0 when n is 0 */
	double sum;
	uint64_t cells[TCN_STATS_SPREAD_CELLS];
};

/* All zero is empty. Adds value `times` times. */
void tcn_stats_spread_add(struct tcn_stats_spread *spread, uint64_t value,
    uint64_t times);

/* 0 when nothing was added. */
double tcn_stats_spread_mean(const struct tcn_stats_spread *spread);

/*
 * The least number that at least share (0 to 1) of all are at most; the lower
 * end of its cell. 0 when nothing was added.
 */
uint64_t tcn_stats_spread_quantile(const struct tcn_stats_spread *spread,
    double share);

/* How many are in from <= number < to, by the lower ends of cells. */
uint64_t tcn_stats_spread_between(const struct tcn_stats_spread *spread,
    uint64_t from, uint64_t to);

#endif
