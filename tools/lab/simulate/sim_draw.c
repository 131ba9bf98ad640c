#include "tools/lab/simulate/sim_draw.h"

#include "engine/base/real.h"
#include "engine/base/splitmix.h"

/* The 99th percentile of the standard normal distribution. */
#define NORMAL_P99 2.3263478740408408

double
tcn_sim_uniform(struct tcn_sim_draw *draw)
{
	const uint64_t bits = tcn_splitmix(draw->seed, ++draw->n) >> 11;

	return ((double)bits + 0.5) * 0x1p-53;
}

double
tcn_sim_exponential(struct tcn_sim_draw *draw, double mean)
{
	return -mean * tcn_real_log(tcn_sim_uniform(draw));
}

/* Marsaglia's polar method (SIAM Review 6, 1964): two at a time, without sine
 * and cosine. */
static double
normal(struct tcn_sim_draw *draw)
{
	double x, y, s, scale;

	if (draw->has_spare) {
		draw->has_spare = false;
		return draw->spare;
	}
	do {
		x = 2 * tcn_sim_uniform(draw) - 1;
		y = 2 * tcn_sim_uniform(draw) - 1;
		s = x * x + y * y;
	} while (s >= 1 || s == 0);
	scale = sqrt(-2 * tcn_real_log(s) / s);
	draw->spare = y * scale;
	draw->has_spare = true;
	return x * scale;
}

/*
 * With the mean exp(mu + sigma^2 / 2) and the percentile exp(mu + z sigma), the
 * logarithm of p99 / mean is z sigma - sigma^2 / 2: the smaller root is taken,
 * and there is none when p99 / mean is above exp(z^2 / 2), 14.97.
 */
bool
tcn_sim_lognormal(struct tcn_sim_delay delay, struct tcn_sim_lognormal *out)
{
	double ratio, under;

	*out = (struct tcn_sim_lognormal){ .fixed = delay.mean };
	if (!(delay.mean >= 0) || !(delay.p99 >= delay.mean))
		return false;
	if (delay.mean == 0)
		return delay.p99 == 0;
	ratio = tcn_real_log(delay.p99 / delay.mean);
	under = NORMAL_P99 * NORMAL_P99 - 2 * ratio;
	if (!(under >= 0))
		return false;
	out->sigma = NORMAL_P99 - sqrt(under);
	out->mu = tcn_real_log(delay.mean) - out->sigma * out->sigma / 2;
	return true;
}

double
tcn_sim_delay(struct tcn_sim_draw *draw, const struct tcn_sim_lognormal *of)
{
	if (of->sigma == 0)
		return of->fixed;
	return tcn_real_exp(of->mu + of->sigma * normal(draw));
}
