#include "tools/lab/simulate/sim_tally.h"

#include "engine/base/real.h"

#define LEAST 1e-6
#define STEP  0.0198026272961797 /* log 1.02 */

void
tcn_sim_tally(struct tcn_sim_tally *tally, double seconds)
{
	double bin = 0;

	if (seconds > LEAST)
		bin = tcn_real_log(seconds / LEAST) / STEP;
	if (bin > TCN_SIM_BINS - 1)
		bin = TCN_SIM_BINS - 1;
	tally->bins[(unsigned)bin]++;
	tally->n++;
	tally->sum += seconds;
	if (seconds > tally->worst)
		tally->worst = seconds;
}

double
tcn_sim_tally_share(const struct tcn_sim_tally *tally, double share)
{
	const double rank = share * (double)tally->n;
	uint64_t below = 0;

	for (unsigned i = 0; i < TCN_SIM_BINS; i++) {
		double edge;

		below += tally->bins[i];
		if (!below || (double)below < rank)
			continue;
		edge = LEAST * tcn_real_exp((i + 1) * STEP);
		return edge < tally->worst ? edge : tally->worst;
	}
	return tally->worst;
}
