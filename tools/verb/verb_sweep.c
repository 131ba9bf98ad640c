/*
 * tocsin tune sweep: which settings should this stream have had?
 */
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/when.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/input/source.h"
#include "tools/lab/eval/sweep/sweep_run.h"
#include "tools/lab/eval/sweep/sweep_view.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

enum {
	WIDTH = 80,
	ROWS_MAX = 30,
	JOBS_MAX = 1024,
};

struct args {
	struct tcn_conf_args conf;
	struct tcn_source_args source;
	struct tcn_opt_list grid;
	const char *labels, *known, *budget, *html, *csv, *alerts;
	struct tcn_opt_count jobs;
	bool json, strict, quiet;
};

static const struct tcn_opt opts[] = {
	{ "grid", 'g', "KEY=V,V...",
	    "the values to try of one setting, e.g. more_than=8,12,15; given "
	    "several times, every combination is tried",
	    TCN_OPT_LIST, offsetof(struct args, grid) },
	{ "labels", 0, "FIELD",
	    "score each point against the label in this field of the stream, "
	    "e.g. story",
	    TCN_OPT_TEXT, offsetof(struct args, labels) },
	{ "known", 0, "FILE",
	    "score each point against the known events of the table FILE "
	    "(name,start,pattern)",
	    TCN_OPT_TEXT, offsetof(struct args, known) },
	{ "budget", 0, "N/SPAN",
	    "recommend a point that fires at most this often, e.g. 5/day",
	    TCN_OPT_TEXT, offsetof(struct args, budget) },
	{ "html", 0, "FILE", "write a page with plots", TCN_OPT_TEXT,
	    offsetof(struct args, html) },
	{ "csv", 0, "FILE",
	    "write all figures, one line for each "
	    "point",
	    TCN_OPT_TEXT, offsetof(struct args, csv) },
	{ "alerts", 0, "DIR",
	    "write the alerts of each point, as replay does, to "
	    "DIR/1.ndjson and so on",
	    TCN_OPT_TEXT, offsetof(struct args, alerts) },
	{ "json", 0, NULL, "print figures and events as one JSON object",
	    TCN_OPT_FLAG, offsetof(struct args, json) },
	{ "jobs", 'j', "N", "threads to use; by default one for each processor",
	    TCN_OPT_COUNT, offsetof(struct args, jobs) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress line", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	TCN_SOURCE_OPTS(struct args, source),
	TCN_CONF_OPTS(struct args, conf),
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_conf conf;
	struct tcn_sweep_grid grid;
	struct tcn_sweep_budget budget;
	struct tcn_score_conf score;
	struct tcn_known known;
	struct tcn_sweep_run of;
};

/* ---- reading ---- */

static enum tcn_rc
open_source(struct run *run, int argc, char **argv, struct tcn_err *err)
{
	struct tcn_source_conf conf;
	enum tcn_rc rc = tcn_source_args(&run->args->source, &run->conf, argc,
	    argv, &conf, err);

	conf.limits.label_field = run->args->labels;
	return rc ? rc : tcn_run_loop_open(&run->of.loop, &conf, err);
}

static enum tcn_rc
run_once(struct run *run, bool unshared, int argc, char **argv,
    struct tcn_err *err)
{
	const struct args *args = run->args;
	const struct tcn_sweep_conf conf = {
		.grid = &run->grid,
		.jobs = args->jobs.given ? (size_t)args->jobs.n
					 : tcn_task_pool_jobs_default(),
		.unshared = unshared,
		.score = args->labels ? &run->score : NULL,
		.known = args->known ? &run->known : NULL,
		.alerts_dir = args->alerts,
	};
	enum tcn_rc rc = open_source(run, argc, argv, err);

	tcn_score_conf_set(&run->conf, &run->score);
	tcn_known_fini(&run->known);
	tcn_known_init(&run->known, run->conf.score.count,
	    run->conf.score.window_ms);
	if (!rc && args->known)
		rc = tcn_known_read(&run->known, args->known, err);
	if (!rc && args->alerts)
		rc = tcn_out_mkdir(args->alerts, err);
	return rc ? rc : tcn_sweep_run_all(&run->of, &conf, err);
}

static bool
reads_stdin(int argc, char **argv)
{
	for (int i = 0; i < argc; i++)
		if (strcmp(argv[i], "-") == 0)
			return true;
	return false;
}

/*
 * Runs the sweep; when the dictionary overflows, which rules out that points
 * share it, runs it once more with nothing shared.
 */
static enum tcn_rc
run_exactly(struct run *run, int argc, char **argv, struct tcn_err *err)
{
	enum tcn_rc rc = run_once(run, false, argc, argv, err);

	if (rc != TCN_LIMIT)
		return rc;
	if (reads_stdin(argc, argv))
		return tcn_err_set(err, TCN_INVALID,
		    "the stream has more terms than df.terms_max, and "
		    "standard input cannot be read again: raise it, or sweep "
		    "a file");
	tcn_sweep_run_again(&run->of);
	return run_once(run, true, argc, argv, err);
}

/* ---- showing ---- */

/* Returns the width of the terminal, or WIDTH when there is none. */
static size_t
table_width(void)
{
	struct winsize size;

	if (isatty(STDOUT_FILENO) &&
	    ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
		return size.ws_col;
	return WIDTH;
}

static int
write_file(const char *path, const struct tcn_sweep_view *view,
    void (*write)(const struct tcn_sweep_view *, struct tcn_buf *))
{
	struct tcn_err err = { 0 };
	struct tcn_buf out = { 0 };
	enum tcn_rc rc;

	if (!path)
		return TCN_EXIT_OK;
	write(view, &out);
	rc = tcn_out_write(path, tcn_buf_view(&out), &err);
	tcn_buf_fini(&out);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static void
put_recommendation(const struct run *run, const struct tcn_sweep_view *view,
    struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	tcn_buf_z(&text, "\nRecommended: ");
	tcn_sweep_say_best(view, &text);
	if (view->marginal_n && !run->args->html)
		tcn_buf_z(&text,
		    " With --html FILE, a page shows where the points differ.");
	tcn_opt_wrap(out, text.at, 0, 0);
	tcn_buf_fini(&text);
	if (!view->grid->axes_n)
		return;
	tcn_buf_z(out, "\n    tocsin replay");
	for (size_t i = 0; i < view->grid->axes_n; i++)
		tcn_buf_printf(out, " --set %s=%.*s",
		    view->grid->axes[i].row->key,
		    TCN_STR_ARG(tcn_sweep_grid_value(view->grid, view->best,
			i)));
	tcn_buf_char(out, '\n');
}

static int
show(const struct run *run, const struct tcn_sweep_view *view)
{
	const struct args *args = run->args;
	struct tcn_buf out = { 0 };
	int code;
	char from[TCN_WHEN_BYTES], to[TCN_WHEN_BYTES];

	if (tcn_stop_requested())
		tcn_say("stopped early: this is what was read until then");
	tcn_say("%llu items, %s to %s, %llu bad lines, %zu point%s",
	    (unsigned long long)run->of.sweep->items,
	    tcn_when_day(view->from_ms, from), tcn_when_day(view->to_ms, to),
	    (unsigned long long)run->of.sweep->rejected, view->n,
	    view->n == 1 ? "" : "s");
	if (run->of.sweep->truth)
		tcn_score_warn(run->of.sweep->truth, run->args->labels);
	if (args->json) {
		tcn_sweep_json(view, &out);
	} else {
		tcn_sweep_table(view, table_width(), ROWS_MAX, &out);
		put_recommendation(run, view, &out);
		if (args->known) {
			tcn_buf_char(&out, '\n');
			tcn_known_text(view->known, &out);
		}
	}
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	if (!code)
		code = write_file(args->csv, view, tcn_sweep_csv);
	if (!code)
		code = write_file(args->html, view, tcn_sweep_html);
	return code;
}

/* ---- the verb ---- */

static enum tcn_rc
make_grid(struct run *run, struct tcn_err *err)
{
	const struct tcn_opt_list *list = &run->args->grid;
	enum tcn_rc rc = TCN_OK;

	if (!list->n)
		return tcn_err_set(err, TCN_INVALID,
		    "sweep needs a --grid: which setting, and which values, "
		    "e.g. --grid more_than=8,12,15,20 --grid within=1h,2h,4h");
	for (size_t i = 0; !rc && i < list->n; i++)
		rc = tcn_sweep_grid_add(&run->grid, list->at[i], err);
	return rc ? rc : tcn_sweep_grid_seal(&run->grid, err);
}

static enum tcn_rc
check_args(struct run *run, struct tcn_err *err)
{
	const struct args *args = run->args;

	if (args->jobs.given && (args->jobs.n < 1 || args->jobs.n > JOBS_MAX))
		return tcn_err_set(err, TCN_INVALID,
		    "--jobs takes 1 to %d, not %llu", JOBS_MAX,
		    (unsigned long long)args->jobs.n);
	return args->budget
	    ? tcn_sweep_budget_read(args->budget, &run->budget, err)
	    : TCN_OK;
}

static int
sweep_all(struct run *run, int argc, char **argv)
{
	struct tcn_err err = { 0 };
	struct tcn_sweep_view view;
	enum tcn_rc rc = check_args(run, &err);
	int code;

	if (!rc)
		rc = make_grid(run, &err);
	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_stop_watch();
	tcn_sweep_run_init(&run->of,
	    run->args->strict || run->conf.input.strict, run->args->quiet);
	rc = run_exactly(run, argc, argv, &err);
	if (rc)
		return tcn_run_loop_exit(&run->of.loop, rc, &err);
	tcn_sweep_view_make(run->of.sweep, &run->budget, &view);
	code = show(run, &view);
	tcn_sweep_view_fini(&view);
	return code ? code : tcn_say_flush();
}

static int
run_sweep(const void *opts_in, int argc, char **argv)
{
	struct run run = { .args = opts_in };
	int code = tcn_conf_start(&run.args->conf, &run.conf);

	if (!code && run.conf.rules.file) {
		tcn_say("sweep tries the one rule of the settings: leave "
			"rules.file out, or set it to nothing with "
			"--set rules.file=");
		code = TCN_EXIT_USAGE;
	}
	tcn_sweep_grid_init(&run.grid, &run.conf);
	if (!code)
		code = sweep_all(&run, argc, argv);
	tcn_sweep_run_close(&run.of);
	tcn_known_fini(&run.known);
	tcn_sweep_grid_fini(&run.grid);
	tcn_conf_fini(&run.conf);
	return code;
}

const struct tcn_verb tcn_verb_sweep = {
	.name = "tune sweep",
	.was = "sweep",
	.summary = "try many settings on a recorded stream and recommend one",
	.usage = "--grid KEY=V,V... [OPTION]... INPUT... | --from-db FILE",
	.details =
	    "Each combination of values is a point; each point fires exactly "
	    "what a replay with its settings would, but the stream is read "
	    "once for all of them. The table has a line a point, the best "
	    "first, and * marks the one recommended.\n\nWith labels the points "
	    "are ranked by F1; with a list of known events, by how many of "
	    "them they detect. Without either, they are ranked by agreement: "
	    "how far a point detects what most others detect. To begin with an "
	    "archive of your own:\n\ntocsin tune sweep -g more_than=8,12,15,20 "
	    "-g within=2h,4h --html s.html FILE\n\nThen look at s.html with a "
	    "browser. Add --budget 5/day when five alerts a day are as many as "
	    "somebody will look at.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run = run_sweep,
};
