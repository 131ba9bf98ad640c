/*
 * tocsin similar pairs: which articles say the same in other words?
 */
#include <inttypes.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/json_out.h"
#include "tools/base/out.h"
#include "tools/base/safe.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/task_pool.h"
#include "tools/base/when.h"
#include "tools/conf/conf.h"
#include "tools/lab/eval/csv.h"
#include "tools/lab/eval/pair_list.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	const char *kind;
	bool json, csv, strict, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	TCN_SOURCE_OPTS(struct args, source),
	{ "kind", 'k', "KIND",
	    "only pairs of this kind: rewrite, form or unlike", TCN_OPT_TEXT,
	    offsetof(struct args, kind) },
	{ "json", 0, NULL, "print a JSON object a pair, one a line",
	    TCN_OPT_FLAG, offsetof(struct args, json) },
	{ "csv", 0, NULL, "print a table as CSV", TCN_OPT_FLAG,
	    offsetof(struct args, csv) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress line", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_run_loop loop;
	struct tcn_pair_list list;
	struct tcn_out out;
	struct tcn_buf line;
};

static void
put_article(struct tcn_buf *out, const char *key,
    const struct tcn_item_name *name)
{
	tcn_json_open(out, key, '{');
	tcn_json_str(out, "id", name->id);
	tcn_json_time(out, "ts", name->ts_ms);
	tcn_json_str(out, "source", name->source);
	tcn_json_str(out, "title", name->title);
	tcn_json_close(out, '}');
}

static void
put_json(struct tcn_buf *out, const struct tcn_rewrite_pair *pair,
    const struct tcn_item_name *earlier, const struct tcn_item_name *later)
{
	tcn_buf_char(out, '{');
	tcn_json_str(out, "kind", tcn_str(tcn_rewrite_kind_name(pair->kind)));
	tcn_json_rounded(out, "cosine", pair->cosine, 4);
	tcn_json_rounded(out, "likeness", pair->likeness, 4);
	put_article(out, "earlier", earlier);
	put_article(out, "later", later);
	tcn_buf_z(out, "}\n");
}

static void
put_csv(struct tcn_buf *out, const struct tcn_rewrite_pair *pair,
    const struct tcn_item_name *earlier, const struct tcn_item_name *later)
{
	const struct tcn_str cells[] = { earlier->id, later->id,
		earlier->source, later->source, earlier->title, later->title };

	tcn_buf_printf(out, "%s,%.4f,%.4f,%.0f",
	    tcn_rewrite_kind_name(pair->kind), pair->cosine, pair->likeness,
	    (double)(later->ts_ms - earlier->ts_ms) / 60000);
	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
		tcn_buf_char(out, ',');
		tcn_csv_put(out, cells[i]);
	}
	tcn_buf_char(out, '\n');
}

static void
put_name(struct tcn_buf *out, const struct tcn_item_name *name)
{
	tcn_buf_z(out, "  ");
	tcn_safe_terminal(out, name->id);
	tcn_buf_z(out, "  ");
	if (name->source.n) {
		tcn_safe_terminal(out, name->source);
		tcn_buf_z(out, ": ");
	}
	tcn_safe_terminal(out, name->title);
	tcn_buf_char(out, '\n');
}

static void
put_text(struct tcn_buf *out, const struct tcn_rewrite_pair *pair,
    const struct tcn_item_name *earlier, const struct tcn_item_name *later)
{
	int64_t apart_ms = later->ts_ms - earlier->ts_ms;
	char span[TCN_WHEN_BYTES];

	tcn_buf_printf(out, "%-7s  words %.3f  content %.3f  %s apart\n",
	    tcn_rewrite_kind_name(pair->kind), pair->cosine, pair->likeness,
	    tcn_when_span(apart_ms < 0 ? -apart_ms : apart_ms, span));
	put_name(out, earlier);
	put_name(out, later);
}

static enum tcn_rc
put_pair(void *ctx, const struct tcn_rewrite_pair *pair,
    const struct tcn_item_name *earlier, const struct tcn_item_name *later,
    struct tcn_err *err)
{
	struct run *run = ctx;
	const struct args *args = run->args;

	if (args->kind &&
	    strcmp(args->kind, tcn_rewrite_kind_name(pair->kind)) != 0)
		return TCN_OK;
	tcn_buf_clear(&run->line);
	(args->json         ? put_json
		: args->csv ? put_csv
			    : put_text)(&run->line, pair, earlier, later);
	return tcn_out_add(&run->out, tcn_buf_view(&run->line), err);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_pair_list_step(&run->list, run->loop.source, err);
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	const struct run *run = ctx;

	tcn_pair_list_now(&run->list, now);
}

static enum tcn_rc
check_args(const struct args *args, struct tcn_err *err)
{
	if (args->json && args->csv)
		return tcn_err_set(err, TCN_INVALID,
		    "give --json or --csv, not both");
	for (int kind = 0; args->kind && kind <= TCN_REWRITE_SAME; kind++)
		if (strcmp(args->kind,
			tcn_rewrite_kind_name((enum tcn_rewrite_kind)kind)) ==
		    0)
			return TCN_OK;
	if (!args->kind)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID,
	    "--kind takes rewrite, form or unlike, not \"%s\"", args->kind);
}

static enum tcn_rc
open_run(struct run *run, const struct tcn_conf *conf, int argc, char **argv,
    struct tcn_err *err)
{
	struct tcn_conf with_pairs = *conf;
	struct tcn_source_conf source;
	struct tcn_pipeline_conf pipe;
	enum tcn_rc rc = check_args(run->args, err);
	size_t jobs;

	with_pairs.pairs.on = true;
	tcn_setup_pipeline(&with_pairs, &pipe);
	if (!rc)
		rc = tcn_source_args(&run->args->source, conf, argc, argv,
		    &source, err);
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	jobs = rc || source.db || tcn_source_may_wait(&source)
	    ? 1
	    : tcn_task_pool_jobs_default();
	if (!rc)
		rc = tcn_pair_list_open(&run->list, &pipe, jobs, put_pair, run,
		    err);
	if (!rc)
		rc = tcn_out_open(&run->out, "-", err);
	if (!rc && run->args->csv)
		rc = tcn_out_add(&run->out,
		    tcn_str("kind,cosine,likeness,minutes,earlier,later,"
			    "earlier_source,later_source,earlier_title,"
			    "later_title\n"),
		    err);
	return rc;
}

/* The last lines of the text: what it comes to. */
static enum tcn_rc
put_counts(struct run *run, struct tcn_err *err)
{
	const struct tcn_pair_list_counts *n = &run->list.counts;

	tcn_pair_list_finish(&run->list);
	if (run->args->json || run->args->csv)
		return TCN_OK;
	tcn_buf_clear(&run->line);
	tcn_buf_printf(&run->line,
	    "%" PRIu64 " articles, %" PRIu64 " of them copies; %" PRIu64
	    " pairs, of which %" PRIu64 " are rewrites and %" PRIu64
	    " forms filled in again\n",
	    n->items, n->copies, n->pairs, n->rewrites, n->forms);
	if (n->with_partner)
		tcn_buf_printf(&run->line,
		    "%" PRIu64 " articles (%.1f %%) have a rewrite or are one; "
		    "with how many others: mean %.1f, median %" PRIu32
		    ", third quartile %" PRIu32 ", most %" PRIu32 "\n",
		    n->with_partner,
		    100 * (double)n->with_partner / (double)n->items,
		    n->partners_mean, n->partners_median, n->partners_quartile,
		    n->partners_most);
	return tcn_out_add(&run->out, tcn_buf_view(&run->line), err);
}

static int
run_pairs(const void *opts_in, const struct tcn_conf *conf, int argc,
    char **argv)
{
	const struct args *args = opts_in;
	struct run run = { .args = args };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

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
	if (!rc)
		rc = put_counts(&run, &err);
	if (!rc)
		rc = tcn_out_commit(&run.out, &err);
	code = tcn_run_loop_exit(&run.loop, rc, &err);
	tcn_out_discard(&run.out);
	tcn_buf_fini(&run.line);
	tcn_pair_list_close(&run.list);
	tcn_run_loop_close(&run.loop);
	return code;
}

const struct tcn_verb tcn_verb_pairs = {
	.name = "similar pairs",
	.was = "pairs",
	.summary = "list articles that say the same in other words",
	.usage = "[OPTION]... INPUT... | --from-db FILE [OPTION]...",
	.details =
	    "Compares each article with those of the 24 hours before it "
	    "(pairs.span), by the weights of their words and then by their "
	    "content words, and prints every pair with both figures: a rewrite "
	    "is another's report in other words; a form is a notice filled in "
	    "again, as the weather or a share price; unlike are those whose "
	    "lengths or content words differ too much. Copies are left out.\n\n"
	    "tocsin similar pairs --kind rewrite --set pairs.cosine=0.5 --set "
	    "pairs.likeness=0.3 month.ndjson.zst\n\nINPUT is NDJSON, one "
	    "article a line, plain, gzip or zstd; '-' is standard input. With "
	    "--from-db the articles of a store are compared anew. The settings "
	    "pairs.* say how alike two texts must be.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run_conf = run_pairs,
	.conf_at = offsetof(struct args, conf),
};
