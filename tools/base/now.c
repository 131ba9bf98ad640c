#include "tools/base/now.h"

/* 0: the wall clock is the machine's. */
static unsigned pace;
static int64_t began_ms, shown_ms;

void
tcn_now_pace_set(int64_t from_ms, unsigned times)
{
	began_ms = tcn_now_monotonic_ms();
	shown_ms = from_ms;
	pace = times;
}

int64_t
tcn_now_wall_ms(void)
{
	if (pace)
		return shown_ms +
		    (tcn_now_monotonic_ms() - began_ms) * (int64_t)pace;
	return tcn_now_of(CLOCK_REALTIME);
}
