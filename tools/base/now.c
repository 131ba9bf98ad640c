#include "tools/base/now.h"

/* 0: the wall clock is the machine's. */
static unsigned pace;
static int64_t began_ms, shown_ms;
static int64_t paced_ms; /* of the machine's; then it goes as fast */

void
tcn_now_pace_set(int64_t from_ms, unsigned times, int64_t until_ms)
{
	began_ms = tcn_now_monotonic_ms();
	shown_ms = from_ms;
	pace = times;
	paced_ms = times && until_ms > from_ms
	    ? (until_ms - from_ms) / (int64_t)times
	    : 0;
}

int64_t
tcn_now_wall_ms(void)
{
	int64_t passed_ms;

	if (pace) {
		passed_ms = tcn_now_monotonic_ms() - began_ms;
		return shown_ms + passed_ms +
		    (passed_ms < paced_ms ? passed_ms : paced_ms) *
		    ((int64_t)pace - 1);
	}
	return tcn_now_of(CLOCK_REALTIME);
}
