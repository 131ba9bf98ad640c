/*
 * Articles that come out of a log (tools/kafka), beside those that are posted
 * and fetched.
 */
#include "tools/daemon/daemon_impl.h"

#include "tools/base/log.h"
#include "tools/pipeline/setup.h"

static enum tcn_rc
commit(void *of)
{
	struct tcn_daemon *d = of;

	return tcn_intake_commit(d->api.intake);
}

static void
on_failed(void *of, enum tcn_rc rc, const struct tcn_err *err)
{
	tcn_daemon_fail(of, rc, err);
}

static void
log_begin(const struct tcn_daemon *d)
{
	struct tcn_log log;

	tcn_log_begin(&log, TCN_LOG_INFO, "log_intake");
	tcn_log_str(&log, "topic",
	    tcn_str(tcn_log_intake_topic(d->log_intake)));
	tcn_log_count(&log, "partitions",
	    tcn_log_intake_partitions(d->log_intake));
	tcn_log_end(&log);
}

enum tcn_rc
tcn_daemon_open_log(struct tcn_daemon *d, struct tcn_err *err)
{
	struct tcn_log_intake_conf conf = {
		.conf = d->conf,
		.limits = { .vector_n = d->conf->input.vector_max },
		.changed = tcn_daemon_on_events,
		.commit = commit,
		.failed = on_failed,
		.ctx = d,
	};
	struct tcn_pipeline_conf pipeline;
	enum tcn_rc rc = tcn_kafka_open(d->conf, &d->kafka, err);

	tcn_setup_pipeline(d->conf, &pipeline);
	conf.prepare = pipeline.prepare;
	if (!rc)
		rc = tcn_log_intake_new(d->base, &conf, d->kafka, d->api.pipe,
		    &d->log_intake, err);
	if (!rc)
		log_begin(d);
	return rc;
}

void
tcn_daemon_close_log(struct tcn_daemon *d)
{
	tcn_log_intake_free(d->log_intake);
	tcn_kafka_close(d->kafka);
}
