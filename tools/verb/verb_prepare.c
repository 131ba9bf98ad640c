/*
 * tocsin prepare: articles of a log become prepared records.
 */
#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "tools/base/log.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/intake/kafka/log_worker.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"
#include "tools/verb/worker_metrics.h"

struct args {
	struct tcn_conf_args conf;
	struct tcn_opt_count idle;
	const char *metrics;
	bool kafka, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "kafka", 0, NULL,
	    "work on the topics that the section kafka of the settings names",
	    TCN_OPT_FLAG, offsetof(struct args, kafka) },
	{ "idle", 0, "SECONDS", "end when nothing has come for this long",
	    TCN_OPT_COUNT, offsetof(struct args, idle) },
	{ "metrics", 0, "FILE",
	    "write metrics to this file every 5 seconds, for Prometheus",
	    TCN_OPT_TEXT, offsetof(struct args, metrics) },
	{ "quiet", 'q', NULL, "log warnings and errors only", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

/* That a file cannot be written is logged, and the work goes on. */
static void
report(void *ctx, const struct tcn_log_worker_counts *counts,
    const struct tcn_log_part *parts, size_t n)
{
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	struct tcn_log log;

	tcn_worker_metrics(counts, parts, n, &out);
	if (tcn_out_write(ctx, tcn_buf_view(&out), &err)) {
		tcn_log_begin(&log, TCN_LOG_WARN, "metrics");
		tcn_log_str(&log, "note", tcn_str(err.text));
		tcn_log_end(&log);
	}
	tcn_buf_fini(&out);
}

static int
work(const struct args *args, const struct tcn_conf *conf)
{
	struct tcn_log_worker_conf worker = {
		.conf = conf,
		.limits = { .vector_n = conf->input.vector_max },
		.idle_ms = (int64_t)args->idle.n * TCN_SECOND_MS,
		.report = args->metrics ? report : NULL,
		.ctx = (void *)(uintptr_t)args->metrics,
	};
	struct tcn_pipeline_conf pipeline;
	struct tcn_err err = { 0 };
	struct tcn_kafka *kafka;
	enum tcn_rc rc;

	tcn_setup_pipeline(conf, &pipeline);
	worker.prepare = pipeline.prepare;
	worker.tagger = pipeline.tagger;
	tcn_err_at(&err, args->conf.file, 0, 0);
	rc = tcn_kafka_open(conf, &kafka, &err);
	if (!rc)
		rc = tcn_log_worker_run(&worker, kafka, NULL, &err);
	tcn_kafka_close(kafka);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static int
run(const void *opts_in, const struct tcn_conf *conf, int argc, char **argv)
{
	const struct args *args = opts_in;

	(void)argc, (void)argv;
	if (!args->kafka) {
		tcn_say("prepare: --kafka says that articles are prepared for "
			"a log; there is no other use");
		return TCN_EXIT_USAGE;
	}
	if (args->quiet)
		tcn_log_set_level(TCN_LOG_WARN);
	tcn_stop_watch();
	return work(args, conf);
}

const struct tcn_verb tcn_verb_prepare = {
	.name = "prepare",
	.summary = "prepare the articles of a log, as one worker of many",
	.usage = "--kafka [OPTION]...",
	.details =
	    "Reads articles from the topic kafka.articles and writes a "
	    "prepared record of each to kafka.prepared, which 'tocsin run "
	    "--kafka' takes in. Start as many as there are processors, on any "
	    "number of machines, with the same settings as the detector: the "
	    "brokers share the partitions out among them. It runs until it is "
	    "stopped. After a kill at any moment another worker goes on, and "
	    "nothing is lost.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.run_conf = run,
	.conf_at = offsetof(struct args, conf),
};
