/*
 * tocsin tune diff: what would another configuration have made of this stream?
 */
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/conf/conf.h"
#include "tools/conf/rulebook.h"
#include "tools/intake/input/source.h"
#include "tools/lab/eval/diff.h"
#include "tools/lab/eval/diff_view.h"
#include "tools/lab/eval/run_loop.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_conf_args conf; /* of both */
	struct tcn_opt_list sets[2]; /* of one side */
	struct tcn_source_args source;
	bool brief, json, strict, quiet;
};

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct args, conf),
	{ "a", 'a', "KEY=VALUE", "a setting of A alone; may be given often",
	    TCN_OPT_LIST, offsetof(struct args, sets[0]) },
	{ "b", 'b', "KEY=VALUE", "a setting of B alone; may be given often",
	    TCN_OPT_LIST, offsetof(struct args, sets[1]) },
	TCN_SOURCE_OPTS(struct args, source),
	{ "brief", 0, NULL, "print settings and counts, no events",
	    TCN_OPT_FLAG, offsetof(struct args, brief) },
	{ "json", 0, NULL, "print one JSON object", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ "strict", 0, NULL, "stop at the first bad line (exit code 3)",
	    TCN_OPT_FLAG, offsetof(struct args, strict) },
	{ "quiet", 'q', NULL, "no progress line", TCN_OPT_FLAG,
	    offsetof(struct args, quiet) },
	{ 0 },
};

struct run {
	struct tcn_conf confs[2];
	struct tcn_rulebook books[2];
	struct tcn_run_loop loop;
	struct tcn_diff *diff;
};

/* Loads the settings of one side: those of both sides, then its own. */
static int
load_side(const struct args *args, int side, const char *file,
    struct tcn_conf *conf)
{
	const struct tcn_opt_list *both = &args->conf.set;
	const struct tcn_opt_list *own = &args->sets[side];
	struct tcn_conf_args all = { .file = file ? file : args->conf.file };
	const char **sets =
	    tcn_mem_calloc(both->n + own->n + 1, sizeof(const char *));
	int code;

	if (both->n)
		memcpy(sets, both->at, both->n * sizeof *sets);
	if (own->n)
		memcpy(sets + both->n, own->at, own->n * sizeof *sets);
	all.set.at = sets;
	all.set.n = both->n + own->n;
	code = tcn_conf_start(&all, conf);
	tcn_mem_free(sets);
	return code;
}

static enum tcn_rc
open_run(struct run *run, const struct args *args, int argc, char **argv,
    struct tcn_err *err)
{
	struct tcn_pipeline_conf a, b;
	struct tcn_source_conf source;
	enum tcn_rc rc = tcn_source_args(&args->source, &run->confs[0], argc,
	    argv, &source, err);

	tcn_setup_pipeline(&run->confs[0], &a);
	tcn_setup_pipeline(&run->confs[1], &b);
	tcn_rulebook_use(&run->books[0], &a.detector);
	tcn_rulebook_use(&run->books[1], &b.detector);
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	return rc ? rc : tcn_diff_open(&a, &b, &run->diff, err);
}

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct run *run = ctx;

	tcn_run_loop_at(&run->loop, tcn_diff_pipeline(run->diff), now);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_diff_step(run->diff, run->loop.source, err);
}

static int
show(struct run *run, const struct args *args)
{
	struct tcn_diff_view view = {
		.confs = { &run->confs[0], &run->confs[1] },
		.events = { tcn_diff_events(run->diff, 0),
		    tcn_diff_events(run->diff, 1) },
	};
	struct tcn_buf out = { 0 };
	int code;

	view.list = tcn_diff_end(run->diff);
	if (args->json)
		tcn_diff_json(&out, &view);
	else
		tcn_diff_text(&out, &view, args->brief);
	code = tcn_say_out(&out);
	tcn_buf_fini(&out);
	return !code && view.list->n ? TCN_EXIT_NO : code;
}

/*
 * Compares the two. Exit code 1 says that they differ, so no failure may use
 * it.
 */
static int
compare(struct run *run, const struct args *args, int argc, char **argv)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	tcn_run_loop_init(&run->loop,
	    args->strict || run->confs[0].input.strict);
	run->loop.step = step;
	run->loop.now = now_at;
	run->loop.ctx = run;
	run->loop.quiet = args->quiet;
	rc = open_run(run, args, argc, argv, &err);
	if (!rc) {
		tcn_stop_watch();
		rc = tcn_run_loop_all(&run->loop, &err);
		if (!rc && !tcn_stop_requested())
			return show(run, args);
		if (!rc)
			tcn_say("stopped: half a stream is not compared");
	}
	return tcn_run_loop_exit(&run->loop, rc, &err);
}

/* Returns what is contradictory on the command line; NULL: nothing. */
static const char *
contradiction(const struct args *args, bool files, int argc)
{
	if (files && argc < 2)
		return "diff needs two configurations: name two files, or say "
		       "what differs with --a and --b";
	if (files && args->conf.file)
		return "diff takes -c FILE together with --a and --b, or two "
		       "files, not both";
	return NULL;
}

static int
run_diff(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	bool files = !args->sets[0].n && !args->sets[1].n;
	const char *wrong = contradiction(args, files, argc);
	struct run run = { 0 };
	int code = 0, loaded = 0;

	if (wrong) {
		tcn_say("%s", wrong);
		return TCN_EXIT_USAGE;
	}
	for (; !code && loaded < 2; loaded++)
		code = load_side(args, loaded, files ? argv[loaded] : NULL,
		    &run.confs[loaded]);
	for (int side = 0; !code && side < 2; side++)
		code = tcn_rulebook_start(&run.confs[side], &run.books[side]);
	if (!code)
		code = compare(&run, args, argc - (files ? 2 : 0),
		    argv + (files ? 2 : 0));
	tcn_diff_close(run.diff);
	tcn_run_loop_close(&run.loop);
	tcn_rulebook_close(&run.books[0]);
	tcn_rulebook_close(&run.books[1]);
	while (loaded-- > 0)
		tcn_conf_fini(&run.confs[loaded]);
	return code ? code : tcn_say_flush();
}

const struct tcn_verb tcn_verb_diff = {
	.name = "tune diff",
	.was = "diff",
	.summary = "compare what two configurations make of one stream",
	.usage = "A B INPUT... | --a KEY=VALUE... --b KEY=VALUE... INPUT...",
	.details =
	    "A and B are configuration files; or they share settings (-c, "
	    "--set) and --a and --b say in what they differ. INPUT is as for "
	    "replay; --from-db reads a store in its place. Events gained, "
	    "lost, earlier, later, changed, merged and split are shown with "
	    "their evidence.\n\n"
	    "Exit code 0: both fire the same; 1: they differ; more: trouble.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_max = -1,
	.run = run_diff,
};
