/*
 * tools/serve/api/api_minutes.h - the counters of a daemon, for charts of its
 * last day (tools/serve/live/minutes.h).
 */
#ifndef TCN_TOOLS_SERVE_API_API_MINUTES_H
#define TCN_TOOLS_SERVE_API_API_MINUTES_H

#include "tools/serve/live/minutes.h"

/* For tcn_minutes_new(), with a struct tcn_api as its ctx. */
void tcn_api_minutes_now(void *api, struct tcn_minutes_sample *now);

#endif
