/*
 * tocsin replay: what would have fired on this stream?
 */
#include <stdio.h>
#include <sys/stat.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/task_pool.h"
#include "tools/conf/conf.h"
#include "tools/conf/conf_stored.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/input/pace.h"
#include "tools/intake/input/source.h"
#include "tools/intake/kafka/log_source.h"
#include "tools/lab/eval/learn_categories.h"
#include "tools/lab/eval/replay.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

enum {
	JOBS_MAX = 64,
	TICK_MS = 100, /* longest sleep between two looks at the clock */
};

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	const char *db, *alerts, *assignments, *summary, *labels, *known,
	    *learn;
	const char *speed, *kafka;
	struct tcn_opt_count jobs;
	bool strict, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SOURCE_OPTS(struct args, source),
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
	{ "labels", 0, "FIELD",
	    "score the alerts by the story label that FIELD of each article "
	    "holds; prints recall, precision, delays ...",
	    TCN_OPT_TEXT, offsetof(struct args, labels) },
	{ "known", 0, "FILE",
	    "compare the alerts with the known events of the table FILE (CSV: "
	    "name,start,pattern)",
	    TCN_OPT_TEXT, offsetof(struct args, known) },
	{ "learn-categories", 0, "FILE",
	    "before the stream, learn categories from the articles of FILE "
	    "that have one; not again where --db goes on",
	    TCN_OPT_TEXT, offsetof(struct args, learn) },
	{ "kafka", 0, "TOPIC",
	    "read the topic of a log, as the section kafka of the settings "
	    "says; --since and --until are times of its messages",
	    TCN_OPT_TEXT, offsetof(struct args, kafka) },
	{ "speed", 0, "N",
	    "replay at N times the speed at which it happened, e.g. 60x (max)",
	    TCN_OPT_TEXT, offsetof(struct args, speed) },
	{ "jobs", 'j', "N",
	    "threads that read ahead and decide; by default 2 where there are "
	    "so many processors",
	    TCN_OPT_COUNT, offsetof(struct args, jobs) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress line, and no alerts on the terminal",
	    TCN_OPT_FLAG, offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	struct tcn_run_loop loop;
	struct tcn_replay *replay;
	struct tcn_score_conf score;
	struct tcn_known known;
	struct tcn_pace pace;
	int64_t jump_ms;
	struct tcn_kafka *kafka; /* NULL: no log is read */
};

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct run *run = ctx;

	tcn_replay_now(run->replay, now);
}

/* Waits until the article is due at the speed that was asked for. */
static void
wait_until_due(void *ctx, int64_t ts_ms)
{
	struct run *run = ctx;
	struct tcn_progress_now now;
	int64_t from_ms = tcn_now_monotonic_ms(), wait_ms;

	now_at(run, &now);
	wait_ms = tcn_pace_wait_ms(&run->pace, ts_ms, now.stream_ms,
	    run->jump_ms, from_ms);
	while (wait_ms > 0 && !tcn_stop_requested()) {
		tcn_pace_sleep(wait_ms < TICK_MS ? wait_ms : TICK_MS);
		tcn_run_loop_tick(&run->loop);
		wait_ms += from_ms;
		from_ms = tcn_now_monotonic_ms();
		wait_ms -= from_ms;
	}
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;
	enum tcn_rc rc = tcn_replay_step(run->replay, run->loop.source, err);
	const char *says =
	    tcn_pipeline_say_wordless(tcn_replay_pipeline(run->replay),
		rc == TCN_DONE);

	/* What becomes of a stream without words, once. */
	if (says && !run->loop.quiet)
		tcn_say("%s", says);
	return rc;
}

/*
 * Runs the stream. When it fails half-way, what was committed stays, and the
 * files are completed.
 */
static int
replay_all(struct run *run, const char *db)
{
	struct tcn_err err = { 0 }, at_end = { 0 };
	enum tcn_rc rc = tcn_run_loop_all(&run->loop, &err);
	enum tcn_rc finish_rc;

	finish_rc =
	    tcn_replay_finish(run->replay, run->loop.rejects.n, &at_end);
	if (!rc && finish_rc)
		return tcn_run_loop_exit(&run->loop, finish_rc, &at_end);
	if (!rc && tcn_stop_requested()) {
		struct tcn_source_at at;
		char part[40] = "";

		tcn_replay_at(run->replay, &at);
		if (at.total && at.done <= at.total)
			snprintf(part, sizeof part,
			    " after %.1f %% of the input",
			    100 * (double)at.done / (double)at.total);
		if (db)
			tcn_say("stopped%s; the same command goes on from "
				"there",
			    part);
		else
			tcn_say("stopped%s; the files hold what was read (with "
				"--db the same command would go on from there)",
			    part);
	}
	return tcn_run_loop_exit(&run->loop, rc, &err);
}

static void
say_counts(const struct run *run)
{
	const struct tcn_pipeline_counts *n =
	    tcn_pipeline_counts(tcn_replay_pipeline(run->replay));

	tcn_say("%llu items (%llu duplicates, "
		"%llu excerpts, %llu versions, %llu known), "
		"%llu bad lines, %llu stories, %llu events",
	    (unsigned long long)n->items, (unsigned long long)n->duplicates,
	    (unsigned long long)n->excerpts, (unsigned long long)n->versions,
	    (unsigned long long)n->known,
	    (unsigned long long)run->loop.rejects.n,
	    (unsigned long long)n->stories, (unsigned long long)n->events);
}

/*
 * Refuses to write into the store that is read, which would grow while it is
 * read.
 */
static enum tcn_rc
refuse_same(const struct args *args, struct tcn_err *err)
{
	struct stat from, into;

	if (!args->db || !args->source.db || stat(args->db, &into) ||
	    stat(args->source.db, &from) || from.st_dev != into.st_dev ||
	    from.st_ino != into.st_ino)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "--db and --from-db are the same file: name another for --db");
}

/*
 * Prints the score by labels and the known events, where they were asked for.
 */
static int
print_score(const struct run *run, const struct args *args)
{
	const struct tcn_replay_scorer *score = tcn_replay_score(run->replay);
	struct tcn_buf out = { 0 };
	int code = TCN_EXIT_OK;

	if (score) {
		tcn_score_warn(score->truth, args->labels);
		tcn_score_text(&score->score, &out);
	}
	if (args->known)
		tcn_known_text(&run->known, &out);
	if (score || args->known)
		code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static size_t
jobs_of(const struct args *args, const struct tcn_source_conf *source)
{
	size_t by_default = tcn_task_pool_jobs_default() > 1 ? 2 : 1;

	if (tcn_source_may_wait(source))
		return 1;
	return args->jobs.given ? (size_t)args->jobs.n : by_default;
}

/* A store that is replayed says which dictionaries it was filled with. */
static enum tcn_rc
warn_of_dictionaries(const char *db, const struct tcn_conf *conf,
    struct tcn_err *err)
{
	struct tcn_store *store;
	enum tcn_rc rc;

	if (!db)
		return TCN_OK;
	rc = tcn_store_open(db, TCN_STORE_READ_ONLY, &store, err);
	if (rc)
		return rc;
	rc = tcn_conf_stored_warn(store, conf);
	if (rc && err)
		*err = *tcn_store_error(store);
	tcn_store_close(store);
	return rc;
}

/* Of a store that goes on it was learnt before. */
static enum tcn_rc
learn_categories(struct run *run, const struct args *args,
    const struct tcn_prepare_conf *prepare, struct tcn_err *err)
{
	struct tcn_pipeline *pipe = tcn_replay_pipeline(run->replay);

	return tcn_pipeline_knows_categories(pipe)
	    ? TCN_OK
	    : tcn_learn_categories(tcn_pipeline_expect(pipe), prepare,
		  args->learn, args->quiet, err);
}

static enum tcn_rc
open_source(struct run *run, const struct args *args,
    const struct tcn_conf *conf, const struct tcn_source_conf *source,
    struct tcn_err *err)
{
	const struct tcn_log_source_conf log = {
		.topic = args->kafka,
		.source = source,
		.conf = conf,
	};
	enum tcn_rc rc;

	if (!args->kafka)
		return tcn_run_loop_open(&run->loop, source, err);
	tcn_err_at(err, args->conf.file, 0, 0);
	rc = tcn_kafka_open(conf, &run->kafka, err);
	return rc
	    ? rc
	    : tcn_log_source_open(&log, run->kafka, &run->loop.source, err);
}

/* Whether anybody learns what categories articles were expected to have. */
static bool
asks_for_categories(const struct args *args, const struct tcn_rulebook *book)
{
	return args->db || args->learn || args->summary || !args->quiet ||
	    tcn_rulebook_predicts(book);
}

static enum tcn_rc
open_run(struct run *run, const struct args *args, const struct tcn_conf *conf,
    const struct tcn_rulebook *book, const struct tcn_source_conf *source,
    struct tcn_err *err)
{
	struct tcn_replay_conf replay = {
		.db = args->db,
		.alerts = args->alerts,
		.assignments = args->assignments,
		.summary = args->summary,
		.score = args->labels ? &run->score : NULL,
		.known = args->known ? &run->known : NULL,
		.terminal = args->quiet ? NULL : stdout,
		.jobs = jobs_of(args, source),
		.wait = run->pace.speed > 0 ? wait_until_due : NULL,
		.ctx = run,
	};
	enum tcn_rc rc = refuse_same(args, err);

	tcn_score_conf_set(conf, &run->score);
	tcn_setup_pipeline(conf, &replay.pipeline);
	replay.pipeline.verb = "replay";
	tcn_rulebook_use(book, &replay.pipeline.detector);
	if (!asks_for_categories(args, book))
		replay.pipeline.category.half_life_ms = 0;
	tcn_known_init(&run->known, conf->score.count, conf->score.window_ms);
	if (!rc && args->known)
		rc = tcn_known_read(&run->known, args->known, err);
	if (!rc)
		rc = open_source(run, args, conf, source, err);
	if (!rc)
		rc = warn_of_dictionaries(source->db, conf, err);
	if (!rc)
		rc = tcn_replay_open(&replay, &run->replay, err);
	if (!rc && args->learn)
		rc = learn_categories(run, args, &replay.pipeline.prepare, err);
	if (rc || !args->db)
		return rc;
	tcn_source_set_vector_length(run->loop.source,
	    tcn_pipeline_vector_length(tcn_replay_pipeline(run->replay)));
	return tcn_setup_record(tcn_replay_pipeline(run->replay), conf, book,
	    err);
}

static int
replay_with(const struct args *args, const struct tcn_conf *conf,
    const struct tcn_rulebook *book, int argc, char **argv)
{
	struct tcn_source_args from = args->source;
	struct tcn_source_conf source;
	struct tcn_err err = { 0 };
	struct run run = { .jump_ms = conf->time.jump_ms };
	enum tcn_rc rc = tcn_pace_init(&run.pace, args->speed, &err);
	int code;

	from.elsewhere = args->kafka != NULL;
	tcn_run_loop_init(&run.loop, args->strict || conf->input.strict);
	run.loop.step = step;
	run.loop.now = now_at;
	run.loop.ctx = &run;
	run.loop.quiet = args->quiet;
	if (!rc)
		rc = tcn_source_args(&from, conf, argc, argv, &source, &err);
	source.limits.label_field = args->labels;
	if (!rc)
		rc = open_run(&run, args, conf, book, &source, &err);
	if (rc) {
		code = tcn_say_rc(rc, &err);
	} else {
		tcn_stop_watch();
		code = replay_all(&run, args->db);
		if (!args->quiet)
			say_counts(&run);
		if (!code && !args->quiet)
			tcn_category_score_say(
			    tcn_replay_categories(run.replay));
		if (!code)
			code = print_score(&run, args);
	}
	tcn_replay_close(run.replay);
	tcn_run_loop_close(&run.loop);
	tcn_kafka_close(run.kafka);
	tcn_known_fini(&run.known);
	return code ? code : tcn_say_flush();
}

static int
run_replay(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct tcn_rulebook book = { .match = NULL };
	struct tcn_conf conf;
	int code = tcn_conf_start(&args->conf, &conf);

	if (!code && args->jobs.given &&
	    (args->jobs.n < 1 || args->jobs.n > JOBS_MAX)) {
		tcn_say("--jobs takes 1 to %d, not %llu", JOBS_MAX,
		    (unsigned long long)args->jobs.n);
		code = TCN_EXIT_USAGE;
	}
	if (!code)
		code = tcn_rulebook_start(&conf, &book);
	if (!code)
		code = replay_with(args, &conf, &book, argc, argv);
	tcn_rulebook_close(&book);
	tcn_conf_fini(&conf);
	return code;
}

const struct tcn_verb tcn_verb_replay = {
	.name = "replay",
	.summary = "run a recorded stream and show what would have fired",
	.usage = "[OPTION]... INPUT... | --from-db FILE | --kafka TOPIC",
	.details = "INPUT is NDJSON, one article a line, plain, gzip or zstd; "
		   "'-' is standard input. Several inputs are merged by the "
		   "dates of their articles. With --from-db the articles of a "
		   "store are read, as they came. Time is the stream's own. "
		   "Alerts are shown as they fire. Without --db nothing is "
		   "kept but the files that options name.\n\nA bad line is "
		   "reported with file and line and the run goes on.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run = run_replay,
};
