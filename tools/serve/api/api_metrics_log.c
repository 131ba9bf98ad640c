/*
 * The metrics of a log that articles come out of, and that events go to.
 */
#include <inttypes.h>
#include <stdio.h>

#include "tools/serve/api/api_metrics.h"
#include "tools/serve/api/openmetrics.h"

/* What was read of each partition, and what is left. */
static void
add_partitions(const struct tcn_log_intake *log, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    messages = { "log_messages", true, "Messages read of the log." },
	    lag = { "log_lag", false,
		    "Messages of the log that are still to be read." };
	char labels[40];

	tcn_openmetrics_begin(&messages, out);
	for (size_t i = 0; i < tcn_log_intake_partitions(log); i++) {
		struct tcn_log_place at = tcn_log_intake_place(log, i);

		snprintf(labels, sizeof labels, "partition=\"%" PRId32 "\"",
		    at.partition);
		tcn_openmetrics_sample(&messages, labels, (double)at.messages,
		    out);
	}
	tcn_openmetrics_begin(&lag, out);
	for (size_t i = 0; i < tcn_log_intake_partitions(log); i++) {
		struct tcn_log_place at = tcn_log_intake_place(log, i);

		if (at.end < at.next)
			at.end = at.next;
		snprintf(labels, sizeof labels, "partition=\"%" PRId32 "\"",
		    at.partition);
		tcn_openmetrics_sample(&lag, labels, (double)(at.end - at.next),
		    out);
	}
}

/* Where partitions are merged: how far each is, and what waits for others. */
static void
add_merge(const struct tcn_log_intake *log, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    watermark = { "log_watermark_seconds", false,
		    "Newest date of a partition's articles that were taken, in "
		    "seconds since 1970." },
	    skew = { "log_skew_seconds", false,
		    "Time from the oldest watermark of a partition to the "
		    "newest." },
	    held = { "log_held", false,
		    "Messages read from the log that wait to be merged." },
	    stalled = { "log_stalled_partitions", false,
		    "Partitions that are not waited for any more." },
	    stalls = { "log_stalls", true,
		    "How often the wait for a partition that workers are "
		    "behind with ended without a message." };
	int64_t least_ms = INT64_MAX, most_ms = TCN_UNDATED;
	char labels[40];
	size_t waiting = 0, stalled_n = 0;

	tcn_openmetrics_begin(&watermark, out);
	for (size_t i = 0; i < tcn_log_intake_partitions(log); i++) {
		struct tcn_log_place at = tcn_log_intake_place(log, i);

		waiting += at.held;
		stalled_n += at.stalled;
		if (at.watermark_ms == TCN_UNDATED)
			continue;
		if (at.watermark_ms < least_ms)
			least_ms = at.watermark_ms;
		if (at.watermark_ms > most_ms)
			most_ms = at.watermark_ms;
		snprintf(labels, sizeof labels, "partition=\"%" PRId32 "\"",
		    at.partition);
		tcn_openmetrics_sample(&watermark, labels,
		    (double)at.watermark_ms / 1000, out);
	}
	tcn_openmetrics_add(&skew,
	    most_ms > least_ms ? (double)(most_ms - least_ms) / 1000 : 0, out);
	tcn_openmetrics_add(&held, (double)waiting, out);
	tcn_openmetrics_add(&stalled, (double)stalled_n, out);
	tcn_openmetrics_add(&stalls,
	    (double)tcn_log_intake_counts(log)->stalled, out);
}

static void
add_intake(const struct tcn_log_intake *log, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    articles = { "log_articles", true, "Articles out of the log." },
	    dead = { "log_dead_letters", true,
		    "Messages of the log that hold no article." },
	    here = { "log_prepared_here", true,
		    "Records of workers with other settings, which were "
		    "prepared again here." },
	    lost = { "log_lost", true,
		    "Messages that the brokers no longer had." };
	const struct tcn_log_intake_counts *n = tcn_log_intake_counts(log);

	tcn_openmetrics_begin(&articles, out);
	tcn_openmetrics_sample(&articles, "outcome=\"stored\"",
	    (double)(n->articles - n->known), out);
	tcn_openmetrics_sample(&articles, "outcome=\"known\"", (double)n->known,
	    out);
	tcn_openmetrics_begin(&dead, out);
	tcn_openmetrics_sample(&dead, "outcome=\"passed\"",
	    (double)(n->dead - n->undelivered), out);
	tcn_openmetrics_sample(&dead, "outcome=\"undelivered\"",
	    (double)n->undelivered, out);
	tcn_openmetrics_add(&here, (double)n->prepared_here, out);
	tcn_openmetrics_add(&lost, (double)n->lost, out);
}

static void
add_events(const struct tcn_log_events *events, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    sent = { "log_events_sent", true,
		    "Revisions of events that the brokers have." },
	    refused = { "log_events_refused", true,
		    "Failed attempts to send a revision." },
	    lost = { "log_events_lost", true,
		    "Revisions that were removed from the store before they "
		    "were sent, or that are too long for the topic." },
	    behind = { "log_events_behind", false,
		    "Revisions in the store that the brokers do not have "
		    "yet." };
	const struct tcn_log_events_counts *n = tcn_log_events_counts(events);

	tcn_openmetrics_add(&sent, (double)n->sent, out);
	tcn_openmetrics_add(&refused, (double)n->refused, out);
	tcn_openmetrics_add(&lost, (double)n->lost, out);
	tcn_openmetrics_add(&behind, (double)n->behind, out);
}

static void
add_lease(const struct tcn_lease_log *lease, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    leads = { "leader", false,
		    "1: this detector sends; 0: it stands by." },
	    epoch = { "leader_epoch", false,
		    "How often the leader has changed." },
	    took = { "takeover_seconds", false,
		    "Duration of the last takeover: from the last sign of the "
		    "previous leader until this detector led." },
	    times = { "takeovers", true,
		    "How often this detector began to "
		    "lead." },
	    bad = { "lease_bad", true,
		    "Records of the lease that could not be read." };
	struct tcn_lease_status status = tcn_lease_log_status(lease);

	tcn_openmetrics_add(&leads, status.leads ? 1 : 0, out);
	tcn_openmetrics_add(&epoch, (double)status.epoch, out);
	tcn_openmetrics_add(&took, (double)status.takeover_ms / 1000, out);
	tcn_openmetrics_add(&times, (double)status.takeovers, out);
	tcn_openmetrics_add(&bad, (double)status.bad, out);
}

void
tcn_api_metrics_log(const struct tcn_api *api, struct tcn_buf *out)
{
	if (api->log_intake) {
		add_partitions(api->log_intake, out);
		add_merge(api->log_intake, out);
		add_intake(api->log_intake, out);
	}
	if (api->log_events)
		add_events(api->log_events, out);
	if (api->lease)
		add_lease(api->lease, out);
}
