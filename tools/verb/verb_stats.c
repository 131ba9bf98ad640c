/*
 * tocsin stats: what is in an archive?
 */
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/task_pool.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/lab/eval/stats/stats_run.h"
#include "tools/lab/eval/stats/stats_tables.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

enum {
	JOBS_MAX = 64,
	TOP_MAX = 10000,
};

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	const char *html, *csv;
	struct tcn_opt_count top, jobs;
	bool copies, json, strict, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SOURCE_OPTS(struct args, source),
	{ "html", 0, "FILE", "write a page with charts to FILE", TCN_OPT_TEXT,
	    offsetof(struct args, html) },
	{ "csv", 0, "FOLDER",
	    "write each table to FOLDER, as days.csv, sources.csv ...",
	    TCN_OPT_TEXT, offsetof(struct args, csv) },
	{ "json", 0, NULL, "print all tables as one JSON object", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ "copies", 0, NULL, "only what is about copies", TCN_OPT_FLAG,
	    offsetof(struct args, copies) },
	{ "top", 'n', "N", "rows of a list, as of sources (10)", TCN_OPT_COUNT,
	    offsetof(struct args, top) },
	{ "jobs", 'j', "N",
	    "threads that read ahead; by default one for each processor",
	    TCN_OPT_COUNT, offsetof(struct args, jobs) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress line", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	struct tcn_run_loop loop;
	struct tcn_stats_run stats;
};

static enum tcn_rc
read_article(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_stats_run_step(&run->stats, run->loop.source, err);
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	const struct run *run = ctx;

	tcn_stats_run_now(&run->stats, run->loop.source, now);
}

/* ---- output ---- */

static enum tcn_rc
write_csv(const struct args *args, const struct tcn_table *table,
    struct tcn_err *err)
{
	struct tcn_buf path = { 0 }, out = { 0 };
	enum tcn_rc rc;

	tcn_buf_printf(&path, "%s/%s.csv", args->csv, table->name);
	tcn_stats_csv(table, &out);
	rc = tcn_out_write(path.at, tcn_buf_view(&out), err);
	tcn_buf_fini(&path);
	tcn_buf_fini(&out);
	return rc;
}

static enum tcn_rc
write_files(const struct args *args, const struct tcn_stats_tables *tables,
    struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	if (args->html) {
		struct tcn_buf out = { 0 };

		tcn_stats_html(tables, args->copies, &out);
		rc = tcn_out_write(args->html, tcn_buf_view(&out), err);
		tcn_buf_fini(&out);
	}
	if (!rc && args->csv)
		rc = tcn_out_mkdir(args->csv, err);
	for (size_t i = 0; !rc && args->csv && i < TCN_STATS_TABLES; i++)
		if (!args->copies || tcn_stats_table_of_copies(i))
			rc = write_csv(args, &tables->at[i], err);
	return rc;
}

static int
show(const struct args *args, struct tcn_stats *stats)
{
	struct tcn_stats_tables tables;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_stats_finish(stats);
	tcn_stats_tables_make(stats, &tables);
	rc = write_files(args, &tables, &err);
	if (rc) {
		code = tcn_say_rc(rc, &err);
	} else {
		(args->json ? tcn_stats_json : tcn_stats_text)(&tables,
		    args->copies, &out);
		code = tcn_say_out(&out);
	}
	tcn_buf_fini(&out);
	tcn_stats_tables_fini(&tables);
	return code;
}

/* ---- the run ---- */

static enum tcn_rc
check_args(const struct args *args, struct tcn_err *err)
{
	if (args->jobs.given && (args->jobs.n < 1 || args->jobs.n > JOBS_MAX))
		return tcn_err_set(err, TCN_INVALID,
		    "--jobs takes 1 to %d, not %llu", JOBS_MAX,
		    (unsigned long long)args->jobs.n);
	if (args->top.given && (args->top.n < 1 || args->top.n > TOP_MAX))
		return tcn_err_set(err, TCN_INVALID,
		    "--top takes 1 to %d, not %llu", TOP_MAX,
		    (unsigned long long)args->top.n);
	return TCN_OK;
}

static size_t
jobs_of(const struct args *args, const struct tcn_source_conf *source)
{
	if (tcn_source_may_wait(source))
		return 1;
	return args->jobs.given ? (size_t)args->jobs.n
				: tcn_task_pool_jobs_default();
}

static enum tcn_rc
open_run(struct run *run, const struct args *args, const struct tcn_conf *conf,
    int argc, char **argv, struct tcn_err *err)
{
	const struct tcn_stats_conf counts = {
		.horizon_ms = conf->near.horizon_ms,
		.top = (size_t)args->top.n,
	};
	struct tcn_source_conf source;
	struct tcn_pipeline_conf pipe;
	enum tcn_rc rc = check_args(args, err);

	tcn_setup_pipeline(conf, &pipe);
	if (!rc)
		rc = tcn_source_args(&args->source, conf, argc, argv, &source,
		    err);
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	if (!rc)
		rc = tcn_stats_run_open(&run->stats, &counts, &pipe,
		    source.db != NULL, jobs_of(args, &source), err);
	return rc;
}

static int
run_stats(const void *opts_in, const struct tcn_conf *conf, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct tcn_err err = { 0 };
	struct run run = { .loop = { .quiet = args->quiet } };
	enum tcn_rc rc;
	int code, shown;

	tcn_run_loop_init(&run.loop, args->strict || conf->input.strict);
	run.loop.step = read_article;
	run.loop.now = now_at;
	run.loop.ctx = &run;
	run.loop.quiet = args->quiet;
	run.loop.brief_end = true;
	rc = open_run(&run, args, conf, argc, argv, &err);
	tcn_stop_watch();
	if (!rc)
		rc = tcn_run_loop_all(&run.loop, &err);
	if (!rc && tcn_stop_requested())
		tcn_say("stopped early: this is what was read until then");
	code = tcn_run_loop_exit(&run.loop, rc, &err);
	shown = rc ? TCN_EXIT_OK : show(args, run.stats.stats);
	tcn_stats_run_close(&run.stats);
	tcn_run_loop_close(&run.loop);
	code = code ? code : shown;
	return code ? code : tcn_say_flush();
}

const struct tcn_verb tcn_verb_stats = {
	.name = "stats",
	.summary = "show what is in an archive: how much, from whom, how alike",
	.usage = "[OPTION]... INPUT... | --from-db FILE [OPTION]...",
	.details =
	    "Counts articles by day, hour, source and language, words an "
	    "article, copies and forms; lists the texts reprinted most, the "
	    "sources that are first with a text and those that follow; says "
	    "whether predicted categories are as often right as they say. "
	    "INPUT "
	    "is NDJSON, one article a line, plain, gzip or zstd; '-' is "
	    "standard input, and several inputs are merged by the dates of "
	    "their articles. With --from-db, what the store remembers is "
	    "counted and nothing is decided anew.\n\nBegin with an archive of "
	    "your own:\n\ntocsin stats --html stats.html FILE\n\nThen look at "
	    "stats.html with a browser. Memory does not grow with the "
	    "archive.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run_conf = run_stats,
	.conf_at = offsetof(struct args, conf),
};
