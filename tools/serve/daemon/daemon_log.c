/*
 * The log (tools/intake/kafka): articles that come out of it, beside those that
 * are posted and fetched, and events that go to it.
 */
#include "tools/serve/daemon/daemon_impl.h"

#include "tools/base/log.h"
#include "tools/pipeline/setup.h"

static enum tcn_rc
commit(void *of)
{
	struct tcn_daemon *d = of;

	return tcn_intake_commit(d->api.intake);
}

static void
do_act(void *of, const struct tcn_log_act *act, int64_t at_ms,
    int32_t partition, int64_t next)
{
	const struct tcn_daemon *d = of;
	const struct tcn_api_act at = {
		.at_ms = at_ms,
		.topic = tcn_log_intake_topic(d->api.log_intake),
		.partition = partition,
		.next = next,
	};

	tcn_daemon_do_act(of, act, &at);
}

static bool
is_behind(void *of)
{
	struct tcn_daemon *d = of;

	return tcn_log_events_is_behind(d->api.log_events);
}

static void
on_failed(void *of, enum tcn_rc rc, const struct tcn_err *err)
{
	tcn_daemon_fail(of, rc, err);
}

static enum tcn_rc
open_events(struct tcn_daemon *d, struct tcn_err *err)
{
	const struct tcn_log_events_conf conf = {
		.conf = d->conf,
		.leads = d->conf->kafka.lease ? tcn_daemon_leads : NULL,
		.epoch = tcn_daemon_epoch,
		.told = tcn_daemon_tell_reach,
		.failed = on_failed,
		.ctx = d,
	};

	if (!d->conf->kafka.events)
		return TCN_OK;
	return tcn_log_events_new(d->base, &conf, d->kafka, d->api.pipe,
	    &d->api.log_events, err);
}

enum tcn_rc
tcn_daemon_open_log(struct tcn_daemon *d, struct tcn_err *err)
{
	struct tcn_log_intake_conf conf = {
		.conf = d->conf,
		.limits = { .vector_n = d->conf->input.vector_max },
		.changed = tcn_daemon_on_events,
		.act = do_act,
		.commit = commit,
		.is_behind = is_behind,
		.failed = on_failed,
		.ctx = d,
	};
	struct tcn_pipeline_conf pipeline;
	enum tcn_rc rc = tcn_kafka_open(d->conf, &d->kafka, err);

	tcn_setup_pipeline(d->conf, &pipeline);
	conf.prepare = pipeline.prepare;
	if (!rc)
		rc = open_events(d, err);
	if (!rc)
		rc = tcn_log_intake_new(d->base, &conf, d->kafka, d->api.pipe,
		    &d->api.log_intake, err);
	if (!rc) {
		const char *events = d->conf->kafka.events;
		struct tcn_log log;

		tcn_log_begin(&log, TCN_LOG_INFO, "log_intake");
		tcn_log_str(&log, "topic",
		    tcn_str(tcn_log_intake_topic(d->api.log_intake)));
		tcn_log_count(&log, "partitions",
		    tcn_log_intake_partitions(d->api.log_intake));
		if (events)
			tcn_log_str(&log, "events", tcn_str(events));
		tcn_log_end(&log);
	}
	return rc ? rc : tcn_daemon_open_lead(d, err);
}

void
tcn_daemon_close_log(struct tcn_daemon *d)
{
	tcn_daemon_close_acts(d);
	tcn_log_intake_free(d->api.log_intake);
	tcn_log_events_free(d->api.log_events, !d->failed);
	tcn_daemon_close_lead(d);
	tcn_kafka_close(d->kafka);
}
