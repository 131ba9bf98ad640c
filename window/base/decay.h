/*
 * window/base/decay.h - counts that decay exponentially, with a half-life.
 *
 * Forward decay (Cormode, Shkapenyuk, Srivastava, Xu: Forward Decay, ICDE
 * 2009): old counts are not shrunk as time passes, but a new one weighs more.
 * Time is cut into epochs of one half-life, counted from 1970. A count is held
 * in the units of the epoch in which it was last added to:
 *
 *	unit(t)  = 2 ^ ((t - begin of the epoch of t) / half-life), from 1 to 2
 *	add      sum += amount * unit(t)
 *	read     sum * 2 ^ (its epoch - the epoch of t) / unit(t)
 *
 * To go from one epoch to the next is to divide by a power of two, which is
 * exact. So it makes no difference when, or how often, a count is read: only
 * additions change it, and what is saved and loaded again goes on bit for bit.
 * Cost: one power of two each time the clock moves, not one for each count.
 */
#ifndef TCN_WINDOW_BASE_DECAY_H
#define TCN_WINDOW_BASE_DECAY_H

#include <assert.h>
#include <stdint.h>

#include "engine/base/real.h"

/* The clock of all counts that share a half-life. */
struct tcn_decay {
	int64_t half_ms;
	int64_t now_ms;
	int32_t epoch; /* half-lives since 1970 */
	double unit; /* what an addition of 1 weighs now, 1 to 2 */
};

/* A decaying count. All zero is a count of 0. */
struct tcn_decay_count {
	double sum; /* in units of epoch */
	int32_t epoch;
};

/* The number of the period, of width_ms each, in which t_ms lies; negative
 * before 1970. */
static inline int64_t
tcn_decay_period(int64_t t_ms, int64_t width_ms)
{
	int64_t at = t_ms / width_ms;

	return at - (t_ms % width_ms < 0);
}

/* Sets the clock to now_ms. */
static inline void
tcn_decay_set_now(struct tcn_decay *clock, int64_t now_ms)
{
	int64_t epoch = tcn_decay_period(now_ms, clock->half_ms);
	int64_t into_ms = now_ms % clock->half_ms;

	assert(clock->half_ms > 0);
	/* The epoch may begin before the least int64_t, so it is not used. */
	if (into_ms < 0)
		into_ms += clock->half_ms;
	clock->now_ms = now_ms;
	clock->epoch = (int32_t)epoch;
	clock->unit = tcn_real_exp2((double)into_ms / (double)clock->half_ms);
}

/* The value of the count at the clock's time. */
static inline double
tcn_decay_read(const struct tcn_decay *clock, struct tcn_decay_count count)
{
	double sum = count.sum;

	if (count.epoch != clock->epoch)
		sum = tcn_real_ldexp(sum, count.epoch - clock->epoch);
	return sum / clock->unit;
}

/* Adds an amount to the count at the clock's time. */
static inline void
tcn_decay_add(const struct tcn_decay *clock, struct tcn_decay_count *count,
    double amount)
{
	if (count->epoch != clock->epoch)
		count->sum =
		    tcn_real_ldexp(count->sum, count->epoch - clock->epoch);
	count->sum += amount * clock->unit;
	count->epoch = clock->epoch;
}

#endif
