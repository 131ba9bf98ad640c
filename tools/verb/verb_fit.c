/*
 * tocsin tune fit: weights for the score of stories, from stories that people
 * judged.
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/quantity.h"
#include "tools/base/json_out.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/input/source.h"
#include "tools/lab/eval/fit/fit.h"
#include "tools/lab/eval/fit/fit_stories.h"
#include "tools/lab/eval/fit/fit_stream.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

enum {
	COUNT = 100, /* stories that --list draws */
	COUNT_MAX = 10000,
};

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	struct tcn_opt_list input, hold;
	const char *stories, *output, *list, *ridge;
	struct tcn_opt_count count, folds, repeats, seed;
	bool json, strict, quiet;
};

static const struct tcn_opt opts[] = {
	{ "stories", 0, "FILE",
	    "the judged stories: a table with the columns first_item (the id "
	    "of an item, best the first, or of an event) and real (yes or no)",
	    TCN_OPT_TEXT, offsetof(struct args, stories) },
	{ "list", 0, "FILE",
	    "in place of fitting: write a table of stories to be judged, and "
	    "leave out those of --stories; - is standard output",
	    TCN_OPT_TEXT, offsetof(struct args, list) },
	{ "count", 0, "N", "with --list: how many stories (100)", TCN_OPT_COUNT,
	    offsetof(struct args, count) },
	{ "output", 'o', "FILE",
	    "write the weights, for the setting story.weights", TCN_OPT_TEXT,
	    offsetof(struct args, output) },
	{ "input", 0, "FILE",
	    "the stream, as an argument would name it; may be given often",
	    TCN_OPT_LIST, offsetof(struct args, input) },
	{ "hold", 0, "NAME[=X]",
	    "keep this feature at the weight X, or at the one it has; may be "
	    "given often",
	    TCN_OPT_LIST, offsetof(struct args, hold) },
	{ "ridge", 0, "X",
	    "how strongly large weights are held back (2); the fewer stories, "
	    "the more helps",
	    TCN_OPT_TEXT, offsetof(struct args, ridge) },
	{ "folds", 0, "N", "parts of the cross-validation (10)", TCN_OPT_COUNT,
	    offsetof(struct args, folds) },
	{ "repeats", 0, "N",
	    "repetitions of the cross-validation, each with "
	    "other parts (10)",
	    TCN_OPT_COUNT, offsetof(struct args, repeats) },
	{ "seed", 0, "N",
	    "seed by which the parts, or the stories of --list, "
	    "are drawn (1)",
	    TCN_OPT_COUNT, offsetof(struct args, seed) },
	{ "json", 0, NULL, "print one JSON object, with every judged story",
	    TCN_OPT_FLAG, offsetof(struct args, json) },
	TCN_SOURCE_OPTS(struct args, source),
	TCN_CONF_OPTS(struct args, conf),
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress line", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_conf conf;
	struct tcn_fit_conf fit_conf;
	struct tcn_fit_stories stories;
	struct tcn_run_loop loop;
	struct tcn_pipeline *pipe;
	struct tcn_fit_stream stream;
	struct tcn_fit fit;
	char **inputs;
	int inputs_n;
};

/* ---- reading ---- */

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct run *run = ctx;

	tcn_run_loop_at(&run->loop, run->pipe, now);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;
	struct tcn_article article;
	enum tcn_rc rc = tcn_run_loop_next(&run->loop, &article, err);

	return rc ? rc : tcn_fit_stream_step(&run->stream, &article, err);
}

/* Holds the feature that one --hold names. */
static enum tcn_rc
hold_one(struct tcn_fit_conf *conf, const char *text, const char *const *names,
    size_t n, struct tcn_err *err)
{
	size_t length = strcspn(text, "="), i = 0;
	struct tcn_str name = { text, length };

	while (i < n && !tcn_str_equal(name, tcn_str(names[i])))
		i++;
	if (i == n)
		return tcn_err_set(err, TCN_INVALID,
		    "--hold: the score has no feature '%.*s'",
		    (int)(length < 40 ? length : 40), text);
	conf->holds |= UINT64_C(1) << i;
	if (text[length] &&
	    !tcn_quantity_parse_number(tcn_str(text + length + 1),
		&conf->held[i]))
		return tcn_err_set(err, TCN_INVALID,
		    "--hold %.40s: a number is expected behind the =", text);
	return TCN_OK;
}

static enum tcn_rc
open_run(struct run *run, struct tcn_err *err)
{
	const struct args *args = run->args;
	struct tcn_pipeline_conf pipe;
	struct tcn_source_conf source;
	enum tcn_rc rc = tcn_source_args(&args->source, &run->conf,
	    run->inputs_n, run->inputs, &source, err);

	tcn_setup_pipeline(&run->conf, &pipe);
	if (!rc) {
		/* Reads every --hold. */
		const char *names[TCN_FIT_FEATURES_MAX];
		const char *meanings[TCN_FIT_FEATURES_MAX];
		size_t n = tcn_fit_features(names, meanings);

		rc = TCN_OK;
		tcn_fit_set_features(&run->fit_conf,
		    &pipe.detector.window.story.weights);
		for (size_t i = 0; !rc && i < run->args->hold.n; i++)
			rc = hold_one(&run->fit_conf, run->args->hold.at[i],
			    names, n, err);
	}
	if (!rc && args->stories)
		rc = tcn_fit_stories_read(&run->stories, args->stories, err);
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	if (!rc)
		rc = tcn_pipeline_open(&pipe, NULL, &run->pipe, err);
	if (!rc)
		tcn_fit_stream_open(&run->stream, run->pipe,
		    args->stories ? &run->stories : NULL, args->list != NULL,
		    (uint32_t)run->conf.rules.more_than);
	return rc;
}

/* ---- a table to be judged ---- */

static int
draw(struct run *run)
{
	const struct args *args = run->args;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	size_t drawn = 0;
	enum tcn_rc rc;

	tcn_fit_stream_draw(&run->stream,
	    args->count.given ? (size_t)args->count.n : COUNT,
	    run->fit_conf.seed, &out, &drawn);
	rc = tcn_out_write(args->list, tcn_buf_view(&out), &err);
	tcn_buf_fini(&out);
	if (rc)
		return tcn_say_rc(rc, &err);
	if (!drawn) {
		tcn_say("no story of more than %llu items is left to be judged",
		    (unsigned long long)run->conf.rules.more_than);
		return TCN_EXIT_NO;
	}
	tcn_say("%zu stories: write yes or no into the column real, then run "
		"'tocsin tune fit --stories'",
	    drawn);
	return TCN_EXIT_OK;
}

/* ---- a fit ---- */

/* Says what became of the lines that gave no story. */
static void
say_lost(const struct tcn_fit_counts *counts, const char *file)
{
	struct tcn_buf lines = { 0 };
	size_t lost = counts->missing + counts->alone + counts->small;

	for (size_t i = 0; i < counts->lines_n; i++)
		tcn_buf_printf(&lines, "%s%lu", i ? ", " : "",
		    counts->lines[i]);
	if (lost)
		tcn_say("%s: %zu of %zu not used: %zu not in the input, %zu in "
			"no story, %zu in stories that stayed too small (line"
			"%s %s%s)",
		    file, lost, counts->judged, counts->missing, counts->alone,
		    counts->small, lost == 1 ? "" : "s", lines.at,
		    lost > counts->lines_n ? " ..." : "");
	if (counts->again)
		tcn_say("%s: %zu lines are about a story that another line is "
			"about, too",
		    file, counts->again);
	if (counts->contrary)
		tcn_say("%s: %zu stories left out, because two lines say "
			"otherwise of them",
		    file, counts->contrary);
	tcn_buf_fini(&lines);
}

static int
print(const struct run *run, const struct tcn_fit_counts *counts)
{
	struct tcn_buf out = { 0 };
	int code;

	if (run->args->json) {
		tcn_json_open(&out, NULL, '{');
		tcn_json_uint(&out, "lines", counts->judged);
		tcn_json_uint(&out, "missing", counts->missing);
		tcn_json_uint(&out, "alone", counts->alone);
		tcn_json_uint(&out, "small", counts->small);
		tcn_json_uint(&out, "again", counts->again);
		tcn_json_uint(&out, "contrary", counts->contrary);
		tcn_fit_json(&run->fit, &out);
		tcn_json_close(&out, '}');
		tcn_buf_char(&out, '\n');
	} else {
		tcn_fit_text(&run->fit, &out);
	}
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return code;
}

static int
write_weights(const struct run *run)
{
	const char *path = run->args->output, *name;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	if (!path)
		return TCN_EXIT_OK;
	name = strrchr(run->args->stories, '/');
	tcn_fit_yaml(&run->fit, tcn_str(name ? name + 1 : run->args->stories),
	    &out);
	rc = tcn_out_write(path, tcn_buf_view(&out), &err);
	tcn_buf_fini(&out);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static int
fit(struct run *run)
{
	const char *names[TCN_FIT_FEATURES_MAX];
	const char *meanings[TCN_FIT_FEATURES_MAX];
	size_t n = tcn_fit_features(names, meanings);
	struct tcn_fit_counts counts;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	int code;

	tcn_fit_init(&run->fit, names, meanings, n);
	tcn_fit_stream_rows(&run->stream, &run->fit, &counts);
	say_lost(&counts, run->args->stories);
	if (run->stories.empty)
		tcn_say("%s: %zu stories are not judged yet",
		    run->args->stories, run->stories.empty);
	rc = tcn_fit_run(&run->fit, &run->fit_conf, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	code = print(run, &counts);
	return code ? code : write_weights(run);
}

/* ---- the verb ---- */

static bool
is_within(const struct tcn_opt_count *count, const char *name, uint64_t least,
    uint64_t most)
{
	if (!count->given || (count->n >= least && count->n <= most))
		return true;
	tcn_say("--%s takes %llu to %llu, not %llu", name,
	    (unsigned long long)least, (unsigned long long)most,
	    (unsigned long long)count->n);
	return false;
}

static bool
read_ridge(const char *text, double *ridge)
{
	if (!text)
		return true;
	if (tcn_quantity_parse_number(tcn_str(text), ridge) &&
	    *ridge >= 0.001 && *ridge <= 10000)
		return true;
	tcn_say("--ridge takes a number, 0.001 to 10000, not '%s'", text);
	return false;
}

static bool
check_args(struct run *run)
{
	const struct args *args = run->args;
	struct tcn_fit_conf *conf = &run->fit_conf;

	tcn_fit_conf_default(conf);
	if (!args->stories && !args->list) {
		tcn_say("fit needs --stories FILE, the stories that were "
			"judged, or --list FILE to make such a table");
		return false;
	}
	if (args->list && args->output) {
		tcn_say("--list fits nothing, so that --output would stay "
			"empty: leave out one of them");
		return false;
	}
	if (!is_within(&args->folds, "folds", 2, TCN_FIT_FOLDS_MAX) ||
	    !is_within(&args->repeats, "repeats", 1, TCN_FIT_REPEATS_MAX) ||
	    !is_within(&args->count, "count", 1, COUNT_MAX) ||
	    !read_ridge(args->ridge, &conf->l2))
		return false;
	if (args->folds.given)
		conf->folds = (unsigned)args->folds.n;
	if (args->repeats.given)
		conf->repeats = (unsigned)args->repeats.n;
	if (args->seed.given)
		conf->seed = args->seed.n;
	return true;
}

static int
fit_with(struct run *run, int argc, char **argv)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc;
	const struct tcn_opt_list *more;
	size_t n;

	tcn_run_loop_init(&run->loop,
	    run->args->strict || run->conf.input.strict);
	run->loop.step = step;
	run->loop.now = now_at;
	run->loop.ctx = run;
	run->loop.quiet = run->args->quiet;
	run->loop.brief_end = true;
	tcn_rulebook_warn_ignored(&run->conf, "fit");
	/* Joins the arguments and --input. */
	more = &run->args->input;
	n = (size_t)argc + more->n;
	run->inputs = tcn_mem_calloc(n + 1, sizeof *run->inputs);
	for (int i = 0; i < argc; i++)
		run->inputs[run->inputs_n++] = argv[i];
	for (size_t i = 0; i < more->n; i++)
		run->inputs[run->inputs_n++] = (char *)(uintptr_t)more->at[i];
	rc = open_run(run, &err);
	if (!rc) {
		tcn_stop_watch();
		rc = tcn_run_loop_all(&run->loop, &err);
	}
	if (rc || tcn_stop_requested())
		return tcn_run_loop_exit(&run->loop, rc, &err);
	return run->args->list ? draw(run) : fit(run);
}

static int
run_fit(const void *opts_in, int argc, char **argv)
{
	struct run run = { .args = opts_in };
	int code;

	if (!check_args(&run))
		return TCN_EXIT_USAGE;
	code = tcn_conf_start(&run.args->conf, &run.conf);
	if (!code)
		code = fit_with(&run, argc, argv);
	tcn_fit_fini(&run.fit);
	tcn_fit_stream_close(&run.stream);
	tcn_fit_stories_fini(&run.stories);
	tcn_pipeline_close(run.pipe);
	tcn_run_loop_close(&run.loop);
	tcn_mem_free(run.inputs);
	tcn_conf_fini(&run.conf);
	return code;
}

const struct tcn_verb tcn_verb_fit = {
	.name = "tune fit",
	.was = "fit",
	.summary = "find weights for the score of stories, from stories that "
		   "people judged",
	.usage = "--stories FILE|--list FILE [OPTION]... INPUT... | --from-db "
		 "FILE",
	.details =
	    "Which stories are news for your desk? Let tocsin list some of "
	    "your own, write yes or no beside each, and fit:\n\n"
	    "    tocsin tune fit --list judge.csv month.ndjson.zst\n"
	    "    (a spreadsheet opens it; fill in the column real)\n"
	    "    tocsin tune fit --stories judge.csv --output weights.yaml "
	    "month.ndjson.zst\n"
	    "    tocsin tune diff -b story.weights=weights.yaml "
	    "month.ndjson.zst\n\n"
	    "The stream is replayed once, and each judged story is looked at "
	    "when it was largest. Printed are the weights and how good they "
	    "are on stories they have not seen, by cross-validation: a hundred "
	    "stories give a first answer, three hundred a good one. Judge "
	    "stories as they are listed, not the interesting ones alone, since "
	    "the share of news is learnt from them too.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run = run_fit,
};
