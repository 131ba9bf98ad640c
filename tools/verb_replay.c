/*
 * tocsin replay: what would have fired on this stream?
 */
#include <stdio.h>

#include "tools/conf.h"
#include "tools/lines.h"
#include "tools/progress.h"
#include "tools/replay.h"
#include "tools/say.h"
#include "tools/setup.h"
#include "tools/stop.h"
#include "tools/verb.h"

struct args {
	struct tcn_conf_args conf;
	const char *db, *alerts, *assignments, *summary;
	bool strict, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "db", 0, "FILE",
	    "keep articles, stories and events in the SQLite file FILE; goes "
	    "on where an earlier run into it stopped",
	    TCN_OPT_TEXT, offsetof(struct args, db) },
	{ "alerts", 0, "FILE", "write each alert as a line of JSON",
	    TCN_OPT_TEXT, offsetof(struct args, alerts) },
	{ "assignments", 0, "FILE",
	    "write each item's story and original as a line of JSON",
	    TCN_OPT_TEXT, offsetof(struct args, assignments) },
	{ "summary", 0, "FILE", "write counts and speed as one JSON object",
	    TCN_OPT_TEXT, offsetof(struct args, summary) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress line, and no alerts on the terminal",
	    TCN_OPT_FLAG, offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	struct tcn_replay *replay;
	struct tcn_lines lines;
	struct tcn_progress progress;
};

/* How a run ended, for the exit code. */
static int
exit_code(enum tcn_rc rc, const struct tcn_err *err)
{
	if (rc == TCN_OK)
		return TCN_EXIT_OK;
	if (rc == TCN_INVALID) /* a bad line under --strict, said already */
		return TCN_EXIT_REJECTED;
	tcn_say_rc(rc, err);
	return TCN_EXIT_FAILED;
}

static void
now_at(const struct run *run, struct tcn_progress_now *now)
{
	struct tcn_pipeline *pipe = tcn_replay_pipeline(run->replay);
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(pipe);

	*now = (struct tcn_progress_now){
		.items = n->items + n->known,
		.events = n->events,
		.stream_ms = tcn_window_now_ms(
		    tcn_detector_window(tcn_pipeline_detector(pipe))),
		.bytes = run->lines.bytes,
		.bytes_total = run->lines.bytes_total,
	};
}

static enum tcn_rc
take(void *ctx, struct tcn_str line, const char *name, unsigned long number,
    struct tcn_err *err)
{
	struct run *run = ctx;
	struct tcn_progress_now now;

	now_at(run, &now);
	tcn_progress_step(&run->progress, &now);
	return tcn_replay_line(run->replay, line, name, number, err);
}

static enum tcn_rc
reject(void *ctx, const char *name, unsigned long number,
    const struct tcn_err *why)
{
	struct run *run = ctx;

	return tcn_replay_reject(run->replay, name, number, why);
}

static enum tcn_rc
read_all(struct run *run, const struct tcn_conf *conf, bool quiet, int argc,
    char **argv, struct tcn_err *err)
{
	struct tcn_progress_now now;
	enum tcn_rc rc;

	run->lines = (struct tcn_lines){
		.line_max_bytes = conf->input.line_max_bytes,
		.ctx = run,
		.take = take,
		.reject = reject,
	};
	tcn_progress_init(&run->progress, quiet);
	rc = tcn_lines_read(&run->lines, argc, argv, err);
	now_at(run, &now);
	tcn_progress_end(&run->progress, &now);
	return rc;
}

/* The committed part of a run that fails half-way is kept, and said. */
static int
replay_all(struct run *run, const struct tcn_conf *conf, bool quiet, int argc,
    char **argv)
{
	struct tcn_err err = { 0 }, at_end = { 0 };
	enum tcn_rc rc = read_all(run, conf, quiet, argc, argv, &err);
	enum tcn_rc finish_rc;

	if (rc == TCN_NOMEM)
		return exit_code(rc, &err);
	finish_rc = tcn_replay_finish(run->replay, &at_end);
	if (rc)
		return exit_code(rc, &err);
	if (finish_rc)
		return exit_code(finish_rc, &at_end);
	if (tcn_stop_asked())
		tcn_say("stopped early; with --db, the same command goes on");
	return TCN_EXIT_OK;
}

static void
say_counts(const struct run *run)
{
	const struct tcn_pipeline_counts *n =
	    tcn_pipeline_counts(tcn_replay_pipeline(run->replay));

	tcn_say("%llu items (%llu duplicates, %llu similar, %llu known), "
		"%llu bad lines, %llu stories, %llu events",
	    (unsigned long long)n->items, (unsigned long long)n->duplicates,
	    (unsigned long long)n->similar, (unsigned long long)n->known,
	    (unsigned long long)tcn_replay_rejected(run->replay),
	    (unsigned long long)n->stories, (unsigned long long)n->events);
}

static int
replay_with(const struct args *args, const struct tcn_conf *conf, int argc,
    char **argv)
{
	struct tcn_replay_conf replay = {
		.db = args->db,
		.alerts = args->alerts,
		.assignments = args->assignments,
		.summary = args->summary,
		.tell = args->quiet ? NULL : stdout,
		.strict = args->strict || conf->input.strict,
	};
	struct tcn_err err = { 0 };
	struct run run = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_setup_pipeline(conf, &replay.pipeline);
	rc = tcn_replay_open(&replay, &run.replay, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_stop_watch();
	code = replay_all(&run, conf, args->quiet, argc, argv);
	if (!args->quiet)
		say_counts(&run);
	tcn_replay_close(run.replay);
	return code ? code : tcn_say_flush();
}

static int
run_replay(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_conf conf;
	int code = tcn_conf_start(&args->conf, &conf);

	if (!code)
		code = replay_with(args, &conf, argc, argv);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_replay = {
	.name = "replay",
	.summary = "run a recorded stream and show what would have fired",
	.usage = "[OPTION]... INPUT...",
	.details =
	    "INPUT is NDJSON, one article a line, plain, gzip or zstd; '-' is "
	    "standard input. Several inputs are read one after the other, on "
	    "the stream's own clock. Alerts are shown as they fire. Without "
	    "--db nothing is kept but what was asked for.\n\n"
	    "A bad line is reported with file and line and the run goes on.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_replay,
};
