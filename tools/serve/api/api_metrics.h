/*
 * tools/serve/api/api_metrics.h - the daemon's counters and gauges as
 * OpenMetrics text (exposition format, version 1.0), and as JSON.
 *
 * Their names, kinds and help texts are rows of a table in api_metrics.c.
 */
#ifndef TCN_TOOLS_SERVE_API_API_METRICS_H
#define TCN_TOOLS_SERVE_API_API_METRICS_H

#include "engine/base/buf.h"
#include "tools/serve/api/api.h"

/* Appends the document of GET /metrics. */
void tcn_api_metrics(const struct tcn_api *api, struct tcn_buf *out);

/* Append parts of it: the metrics of feeds, and of the store. */
void tcn_api_metrics_feeds(const struct tcn_api *api, struct tcn_buf *out);
void tcn_api_metrics_store(const struct tcn_api *api, struct tcn_buf *out);
void tcn_api_metrics_log(const struct tcn_api *api, struct tcn_buf *out);

/* Appends the object of GET /v1/stats. */
void tcn_api_stats(const struct tcn_api *api, struct tcn_buf *out);

#endif
