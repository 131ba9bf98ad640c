/*
 * tests/tools/lab/simulate/simulated.h - a plan that must run, and what came of
 * it.
 */
#ifndef TCN_TESTS_TOOLS_LAB_SIMULATE_SIMULATED_H
#define TCN_TESTS_TOOLS_LAB_SIMULATE_SIMULATED_H

#include <check.h>

#include "tools/lab/simulate/sim.h"

static inline struct tcn_sim_result
simulated(const struct tcn_sim_plan *plan)
{
	struct tcn_sim_result result;
	struct tcn_err err = { 0 };

	ck_assert_msg(tcn_sim_run(plan, &result, NULL, NULL, &err) == TCN_OK,
	    "%s", err.text);
	return result;
}

#endif
