/*
 * tocsin similar cluster: which articles of a batch report the same?
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/json_out.h"
#include "tools/base/out.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/cluster_score.h"
#include "tools/lab/eval/csv.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	const char *method, *labels, *assignments;
	struct tcn_opt_count least;
	bool json, csv, strict, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SOURCE_OPTS(struct args, source),
	{ "method", 'm', "METHOD",
	    "minhash (the default): similar words; story: stories as a replay "
	    "makes them; similar: what fingerprints link",
	    TCN_OPT_TEXT, offsetof(struct args, method) },
	{ "least", 'n', "N", "print clusters of at least N articles (2)",
	    TCN_OPT_COUNT, offsetof(struct args, least) },
	{ "json", 0, NULL, "a line of JSON for each cluster", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ "csv", 0, NULL, "a table for spreadsheets", TCN_OPT_FLAG,
	    offsetof(struct args, csv) },
	{ "assignments", 0, "FILE",
	    "write the cluster of each article to FILE, as a replay writes "
	    "stories",
	    TCN_OPT_TEXT, offsetof(struct args, assignments) },
	{ "labels", 0, "FIELD",
	    "print how well the clusters agree with the labels in this field "
	    "of the stream, in place of the clusters",
	    TCN_OPT_TEXT, offsetof(struct args, labels) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "show no progress", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_run_loop loop;
	struct tcn_cluster *cluster;
	struct tcn_buf out;
	struct tcn_arena arena; /* of one line */
};

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;
	struct tcn_article article;
	enum tcn_rc rc = tcn_run_loop_next(&run->loop, &article, err);

	return rc ? rc : tcn_cluster_add(run->cluster, &article, err);
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct run *run = ctx;
	struct tcn_source_at at;
	size_t n;

	tcn_source_at(run->loop.source, &at);
	(void)tcn_cluster_items(run->cluster, &n);
	*now = (struct tcn_progress_now){
		.items = n,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = TCN_UNDATED,
		.done = at.done,
		.total = at.total,
	};
}

/* --- output --- */

static void
put_text(struct run *run, const struct tcn_cluster_item *items,
    const struct tcn_cluster_group *group)
{
	struct tcn_buf *out = &run->out;

	tcn_buf_printf(out, "%5" PRIu32 " %5" PRIu32 "  ", group->n,
	    group->publishers);
	tcn_safe_terminal(out, items[group->central].title);
	for (uint32_t i = 0; i < group->n; i++) {
		tcn_buf_char(out, i ? ' ' : '\t');
		tcn_safe_terminal(out, items[group->items[i]].id);
	}
	tcn_buf_char(out, '\n');
}

/* Text as it may be written into a table or JSON. */
static struct tcn_str
clean(struct run *run, struct tcn_str s)
{
	struct tcn_str text = { "", 0 };

	tcn_safe_text(&run->arena, s, 1000, &text);
	return text;
}

static void
put_csv(struct run *run, const struct tcn_cluster_item *items,
    const struct tcn_cluster_group *group)
{
	struct tcn_buf *out = &run->out;
	struct tcn_buf ids = { 0 };

	tcn_buf_printf(out, "%" PRIu32 ",%" PRIu32 ",", group->n,
	    group->publishers);
	tcn_csv_put(out, clean(run, items[group->central].title));
	tcn_buf_char(out, ',');
	for (uint32_t i = 0; i < group->n; i++) {
		if (i)
			tcn_buf_char(&ids, ' ');
		tcn_buf_str(&ids, clean(run, items[group->items[i]].id));
	}
	tcn_csv_put(out, tcn_buf_view(&ids));
	tcn_buf_char(out, '\n');
	tcn_buf_fini(&ids);
}

static void
put_json(struct run *run, const struct tcn_cluster_item *items,
    const struct tcn_cluster_group *group)
{
	const struct tcn_cluster_item *central = &items[group->central];
	struct tcn_buf line = { 0 };

	tcn_json_open(&line, NULL, '{');
	tcn_json_uint(&line, "items", group->n);
	tcn_json_uint(&line, "publishers", group->publishers);
	tcn_json_str(&line, "title", clean(run, central->title));
	tcn_json_str(&line, "central", clean(run, central->id));
	tcn_json_open(&line, "ids", '[');
	for (uint32_t i = 0; i < group->n; i++)
		tcn_json_str(&line, NULL,
		    clean(run, items[group->items[i]].id));
	tcn_json_close(&line, ']');
	tcn_json_close(&line, '}');
	tcn_json_line(&run->out, &line);
	tcn_buf_fini(&line);
}

/* Prints what is buffered, and begins a new line. */
static enum tcn_rc
flush(struct run *run)
{
	struct tcn_buf *out = &run->out;

	tcn_arena_reset(&run->arena);
	if (out->n && fwrite(out->at, 1, out->n, stdout) != out->n)
		return TCN_DONE; /* main() reports why */
	tcn_buf_clear(out);
	return TCN_OK;
}

static enum tcn_rc
print_groups(struct run *run)
{
	const struct args *args = run->args;
	uint64_t least = args->least.given ? args->least.n : 2;
	const struct tcn_cluster_group *groups;
	const struct tcn_cluster_item *items;
	size_t n, items_n;
	enum tcn_rc rc = TCN_OK;

	groups = tcn_cluster_groups(run->cluster, &n);
	items = tcn_cluster_items(run->cluster, &items_n);
	if (args->csv)
		tcn_buf_z(&run->out, "items,publishers,title,ids\n");
	for (size_t i = 0; i < n && !rc && groups[i].n >= least; i++) {
		if (args->json)
			put_json(run, items, &groups[i]);
		else if (args->csv)
			put_csv(run, items, &groups[i]);
		else
			put_text(run, items, &groups[i]);
		rc = flush(run);
	}
	return rc ? rc : flush(run);
}

static enum tcn_rc
print_score(struct run *run)
{
	struct tcn_score score = { 0 };
	enum tcn_rc rc = tcn_cluster_score(run->cluster, &score);

	if (!rc && run->args->json) {
		tcn_json_open(&run->out, NULL, '{');
		tcn_json_rounded(&run->out, "b3_precision", score.b3_precision,
		    4);
		tcn_json_rounded(&run->out, "b3_recall", score.b3_recall, 4);
		tcn_json_rounded(&run->out, "b3_f1", score.b3_f1, 4);
		tcn_json_close(&run->out, '}');
		tcn_buf_char(&run->out, '\n');
	} else if (!rc) {
		tcn_buf_printf(&run->out,
		    "b3_precision       %.4f\nb3_recall          %.4f\n"
		    "b3_f1              %.4f\n",
		    score.b3_precision, score.b3_recall, score.b3_f1);
	}
	tcn_score_fini(&score);
	return rc ? rc : flush(run);
}

/* A cluster is called by the id of its first article. */
static enum tcn_rc
write_assignments(struct run *run, struct tcn_err *err)
{
	const struct tcn_cluster_group *groups;
	const struct tcn_cluster_item *items;
	struct tcn_out file = { 0 };
	size_t n, groups_n;
	enum tcn_rc rc = tcn_out_open(&file, run->args->assignments, err);

	groups = tcn_cluster_groups(run->cluster, &groups_n);
	items = tcn_cluster_items(run->cluster, &n);
	for (size_t i = 0; i < n && !rc; i++) {
		uint32_t first = groups[items[i].group].items[0];

		tcn_json_open(&run->out, NULL, '{');
		tcn_json_str(&run->out, "id", items[i].id);
		tcn_json_str(&run->out, "story", items[first].id);
		tcn_json_close(&run->out, '}');
		tcn_buf_char(&run->out, '\n');
		rc = tcn_out_add(&file, tcn_buf_view(&run->out), err);
		tcn_buf_clear(&run->out);
	}
	if (!rc)
		rc = tcn_out_commit(&file, err);
	tcn_out_discard(&file);
	return rc;
}

static enum tcn_rc
finish(struct run *run, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	tcn_cluster_finish(run->cluster);
	if (run->args->assignments)
		rc = write_assignments(run, err);
	if (rc)
		return rc;
	return run->args->labels ? print_score(run) : print_groups(run);
}

/* --- the verb --- */

static enum tcn_rc
method_of(const char *word, enum tcn_cluster_method *method,
    struct tcn_err *err)
{
	*method = TCN_CLUSTER_MINHASH;
	if (!word)
		return TCN_OK;
	for (int i = 0; tcn_cluster_methods[i]; i++)
		if (strcmp(word, tcn_cluster_methods[i]) == 0) {
			*method = (enum tcn_cluster_method)i;
			return TCN_OK;
		}
	return tcn_err_set(err, TCN_INVALID,
	    "--method is minhash, story or similar, and not '%s'", word);
}

static enum tcn_rc
open_run(struct run *run, const struct tcn_conf *conf, int argc, char **argv,
    struct tcn_err *err)
{
	struct tcn_source_conf source;
	struct tcn_pipeline_conf parts;
	enum tcn_cluster_method method;
	enum tcn_rc rc = method_of(run->args->method, &method, err);

	if (!rc && run->args->json && run->args->csv)
		rc = tcn_err_set(err, TCN_INVALID,
		    "--json and --csv are two forms of one output: give one");
	if (rc)
		return rc;
	tcn_setup_pipeline(conf, &parts);
	if (!run->args->source.db)
		tcn_run_loop_inputs(&argc, &argv);
	rc =
	    tcn_source_args(&run->args->source, conf, argc, argv, &source, err);
	source.limits.label_field = run->args->labels;
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	return rc ? rc : tcn_cluster_new(method, &parts, &run->cluster, err);
}

static int
run_cluster(const void *opts_in, const struct tcn_conf *conf, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct run run = { .args = args };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_arena_init(&run.arena, 0);
	tcn_run_loop_init(&run.loop, args->strict || conf->input.strict);
	run.loop.step = step;
	run.loop.now = now_at;
	run.loop.ctx = &run;
	run.loop.quiet = args->quiet;
	run.loop.brief_end = true;
	rc = open_run(&run, conf, argc, argv, &err);
	tcn_stop_watch();
	if (!rc)
		rc = tcn_run_loop_all(&run.loop, &err);
	if (!rc && !tcn_stop_requested())
		rc = finish(&run, &err);
	code = tcn_run_loop_exit(&run.loop, rc, &err);
	tcn_cluster_free(run.cluster);
	tcn_run_loop_close(&run.loop);
	tcn_buf_fini(&run.out);
	tcn_arena_fini(&run.arena);
	return code;
}

const struct tcn_verb tcn_verb_cluster = {
	.name = "similar cluster",
	.was = "cluster",
	.summary = "group the articles of a file by what they report",
	.usage = "[OPTION]... [INPUT]...",
	.details =
	    "INPUT is NDJSON, one article a line, plain, gzip or zstd; without "
	    "one, or with '-', standard input is read. Each line printed is a "
	    "cluster, the largest first: how many articles it has, of how many "
	    "publishers, the headline that says most of it, and behind a tab "
	    "the ids of its articles.\n\n"
	    "By the default, minhash, two articles are linked when they share "
	    "words enough (the settings lsh.*), and a cluster is what links "
	    "connect. Links reach back four hours (lsh.horizon); without a "
	    "date, articles are of one time. --method story makes the stories "
	    "that a replay makes, which know how common a word is.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run_conf = run_cluster,
	.conf_at = offsetof(struct args, conf),
};
