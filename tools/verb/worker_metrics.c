#include "tools/verb/worker_metrics.h"

#include <inttypes.h>
#include <stdio.h>

#include "tools/serve/api/openmetrics.h"

static void
add_parts(const struct tcn_log_part *parts, size_t n, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    messages = { "worker_messages", true,
		    "Messages of articles that this worker has read." },
	    lag = { "worker_lag", false,
		    "Messages of a partition of this worker that are still to "
		    "be read." };
	char labels[40];

	tcn_openmetrics_begin(&messages, out);
	for (size_t i = 0; i < n; i++) {
		snprintf(labels, sizeof labels, "partition=\"%zu\"", i);
		tcn_openmetrics_sample(&messages, labels,
		    (double)parts[i].messages, out);
	}
	tcn_openmetrics_begin(&lag, out);
	for (size_t i = 0; i < n; i++) {
		if (!parts[i].ours || parts[i].end < 0 || parts[i].next < 0)
			continue;
		snprintf(labels, sizeof labels, "partition=\"%zu\"", i);
		tcn_openmetrics_sample(&lag, labels,
		    parts[i].end > parts[i].next
			? (double)(parts[i].end - parts[i].next)
			: 0,
		    out);
	}
}

static void
add_counts(const struct tcn_log_worker_counts *n, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    articles = { "worker_articles", true, "Articles prepared." },
	    records = { "worker_records", true, "Records sent." },
	    bytes = { "worker_records_bytes", true,
		    "Bytes of the records that were sent, unpacked." },
	    dead = { "worker_dead_letters", true,
		    "Messages of the log that hold no article." },
	    rebalances = { "worker_rebalances", true,
		    "How often partitions were given to this worker or taken "
		    "from it." },
	    partitions = { "worker_partitions", false,
		    "Partitions that this worker has now." };

	tcn_openmetrics_add(&articles, (double)n->articles, out);
	tcn_openmetrics_add(&records, (double)n->records, out);
	tcn_openmetrics_add(&bytes, (double)n->record_bytes, out);
	tcn_openmetrics_begin(&dead, out);
	tcn_openmetrics_sample(&dead, "outcome=\"passed\"",
	    (double)(n->dead - n->undelivered), out);
	tcn_openmetrics_sample(&dead, "outcome=\"undelivered\"",
	    (double)n->undelivered, out);
	tcn_openmetrics_add(&rebalances, (double)n->rebalances, out);
	tcn_openmetrics_add(&partitions, (double)n->partitions, out);
}

void
tcn_worker_metrics(const struct tcn_log_worker_counts *counts,
    const struct tcn_log_part *parts, size_t n, struct tcn_buf *out)
{
	struct tcn_buf document = { 0 };

	add_parts(parts, n, &document);
	add_counts(counts, &document);
	tcn_buf_z(&document, "# EOF\n");
	tcn_openmetrics_plain(tcn_buf_view(&document), out);
	tcn_buf_fini(&document);
}
