#include "tools/serve/live/quiet.h"

#define GAPS     5 /* usual times between two articles that are a pause */
#define PAUSE_MS ((int64_t)10 * 60 * 1000) /* what is shorter is none */
#define BROKEN   3 /* such pauses */

const char *const tcn_quiet_names[] = { "usual", "unusual", "broken" };

struct tcn_quiet_limits
tcn_quiet_limits(uint64_t articles, size_t days, int64_t span_ms)
{
	struct tcn_quiet_limits limits = { 0 };

	if (!articles)
		return limits;
	limits.gap_ms =
	    (int64_t)((uint64_t)span_ms * (uint64_t)days / articles);
	limits.unusual_ms = GAPS * limits.gap_ms;
	if (limits.unusual_ms < PAUSE_MS)
		limits.unusual_ms = PAUSE_MS;
	limits.broken_ms = BROKEN * limits.unusual_ms;
	return limits;
}

enum tcn_quiet
tcn_quiet_judge(const struct tcn_quiet_limits *limits, int64_t silent_ms)
{
	if (!limits->unusual_ms || silent_ms <= limits->unusual_ms)
		return TCN_QUIET_USUAL;
	return silent_ms <= limits->broken_ms ? TCN_QUIET_UNUSUAL
					      : TCN_QUIET_BROKEN;
}
