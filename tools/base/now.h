/*
 * tools/base/now.h - the program's two clocks.
 *
 * Only tools/ reads a clock; the libraries below it take the time as an
 * argument. The wall clock is for comparing with dates from outside, the
 * monotonic one for measuring how long something takes.
 */
#ifndef TCN_TOOLS_BASE_NOW_H
#define TCN_TOOLS_BASE_NOW_H

#include <stdint.h>
#include <time.h>

static inline int64_t
tcn_now_of(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Unix milliseconds, UTC. */
int64_t tcn_now_wall_ms(void);

/*
 * For days that are replayed: from now on the wall clock of this process shows
 * from_ms and goes `times` as fast as the machine's until it shows until_ms,
 * and as fast from then on. So a daemon lives through a recorded day in an
 * hour; times 0: it is the machine's again. Log lines keep the machine's time.
 * Call it before there are threads.
 */
void tcn_now_pace_set(int64_t from_ms, unsigned times, int64_t until_ms);

/* Milliseconds since some fixed moment; never runs backwards. */
static inline int64_t
tcn_now_monotonic_ms(void)
{
	return tcn_now_of(CLOCK_MONOTONIC);
}

#endif
