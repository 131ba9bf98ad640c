#include "tools/intake/kafka/log_merge.h"

size_t
tcn_log_merge_next(const struct tcn_log_head *heads, size_t n, int64_t now_ms,
    int64_t lateness_ms)
{
	size_t oldest = TCN_LOG_MERGE_NONE;
	bool silent = false;

	for (size_t i = 0; i < n; i++) {
		if (!heads[i].waits && !heads[i].at_end)
			return TCN_LOG_MERGE_NONE;
		silent |= !heads[i].waits;
		if (heads[i].waits &&
		    (oldest == TCN_LOG_MERGE_NONE ||
			heads[i].ts_ms < heads[oldest].ts_ms))
			oldest = i;
	}
	if (oldest != TCN_LOG_MERGE_NONE && silent &&
	    heads[oldest].ts_ms > now_ms - lateness_ms)
		return TCN_LOG_MERGE_NONE;
	return oldest;
}
