/*
 * tools/lab/simulate/sim_tally.h - counts delays in bins that grow by 2 %, so
 * that a percentile of any number of delays costs the same memory and is right
 * to within 2 %. From a microsecond to 11 days; the largest is kept as it is.
 */
#ifndef TCN_TOOLS_LAB_SIMULATE_SIM_TALLY_H
#define TCN_TOOLS_LAB_SIMULATE_SIM_TALLY_H

#include <stdint.h>

#define TCN_SIM_BINS 1400

struct tcn_sim_tally {
	uint64_t n, bins[TCN_SIM_BINS];
	double sum, worst;
};

/* Counts a delay of so many seconds. */
void tcn_sim_tally(struct tcn_sim_tally *tally, double seconds);

/* The delay that a share (above 0, up to 1) does not exceed; 0 of nothing. */
double tcn_sim_tally_share(const struct tcn_sim_tally *tally, double share);

#endif
