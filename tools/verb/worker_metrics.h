/*
 * tools/verb/worker_metrics.h - what a worker has done, as a file of metrics.
 *
 * A worker has no port of its own. Prometheus' node_exporter reads files of
 * metrics (its textfile collector), which are text format 0.0.4 and must be
 * replaced at once; so is this one.
 */
#ifndef TCN_TOOLS_VERB_WORKER_METRICS_H
#define TCN_TOOLS_VERB_WORKER_METRICS_H

#include "engine/base/buf.h"
#include "tools/intake/kafka/log_worker.h"

/* Appends the metrics of a worker and of the n partitions of its topic. */
void tcn_worker_metrics(const struct tcn_log_worker_counts *counts,
    const struct tcn_log_part *parts, size_t n, struct tcn_buf *out);

#endif
