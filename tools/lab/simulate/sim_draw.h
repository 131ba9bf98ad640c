/*
 * tools/lab/simulate/sim_draw.h - random numbers of the distributions that the
 * simulation needs, the same everywhere (engine/base/splitmix.h, real.h).
 */
#ifndef TCN_TOOLS_LAB_SIMULATE_SIM_DRAW_H
#define TCN_TOOLS_LAB_SIMULATE_SIM_DRAW_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/lab/simulate/sim.h"

struct tcn_sim_draw {
	uint64_t seed, n;
	double spare; /* a second normal number, which came with the first */
	bool has_spare;
};

/* The parameters of a log-normal distribution: those of its logarithm. */
struct tcn_sim_lognormal {
	double mu, sigma;
	double fixed; /* where sigma is 0 */
};

/* Draws a number above 0 and below 1 from the uniform distribution. */
double tcn_sim_uniform(struct tcn_sim_draw *draw);

/* Draws from the exponential distribution with that mean. */
double tcn_sim_exponential(struct tcn_sim_draw *draw, double mean);

/* Finds the log-normal distribution with the mean and the p99 of the delay;
 * false: there is none. */
bool tcn_sim_lognormal(struct tcn_sim_delay delay,
    struct tcn_sim_lognormal *out);

/* Draws a delay from the distribution. */
double tcn_sim_delay(struct tcn_sim_draw *draw,
    const struct tcn_sim_lognormal *of);

#endif
