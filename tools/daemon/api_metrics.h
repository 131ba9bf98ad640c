/*
 * tools/daemon/api_metrics.h - the daemon's figures as OpenMetrics text.
 *
 * One table of names, kinds and sentences; the OpenMetrics exposition format,
 * version 1.0.
 */
#ifndef TCN_TOOLS_DAEMON_API_METRICS_H
#define TCN_TOOLS_DAEMON_API_METRICS_H

#include "engine/base/buf.h"
#include "tools/daemon/api.h"

void tcn_api_metrics(const struct tcn_api *api, struct tcn_buf *out);

/* The same for people and programs that would rather have JSON. */
void tcn_api_stats(const struct tcn_api *api, struct tcn_buf *out);

#endif
