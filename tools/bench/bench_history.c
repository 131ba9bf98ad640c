/*
 * Bench part "history": how many of the events that people remember does a
 * stream give, at how many other alerts a day, over the range of a threshold?
 *
 * The thresholds are the points of a sweep (tools/eval/sweep/sweep.h), so that
 * the stream is read and prepared once for all of them; the figures and the
 * page are those of tools/eval/sweep/sweep_history.h.
 */
#include <stdio.h>
#include <string.h>

#include "tools/base/out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/base/when.h"
#include "tools/bench/bench.h"
#include "tools/eval/run_loop.h"
#include "tools/eval/sweep/sweep_history.h"

/* What is tried unless --over says otherwise: from nearly everything to what is
 * sure. */
static const char usual[] = "rules.least=5,10,20,30,40,50,60,70,80,90,95";

struct run {
	const struct tcn_bench_args *args;
	struct tcn_conf conf;
	struct tcn_sweep_grid grid;
	struct tcn_known known;
	struct tcn_run_loop loop;
	struct tcn_sweep *sweep;
	double part; /* share of what was read that the points have done */
};

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct run *run = ctx;
	struct tcn_source_at at;

	tcn_source_at(run->loop.source, &at);
	*now = (struct tcn_progress_now){
		.items = (uint64_t)((double)run->sweep->items * run->part),
		.events = run->sweep->fired / run->sweep->points_n,
		.stream_ms = run->sweep->last_ms,
		.done = (uint64_t)((double)at.done * run->part),
		.total = at.total,
	};
}

static void
tick(void *ctx, double part)
{
	struct run *run = ctx;

	run->part = part;
	tcn_run_loop_tick(&run->loop);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_sweep_step(run->sweep, run->loop.source, err);
}

static enum tcn_rc
finish(void *ctx, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_sweep_finish(run->sweep, run->loop.rejects.n, err);
}

static void
init_loop(struct run *run)
{
	tcn_run_loop_init(&run->loop, run->conf.input.strict);
	run->loop.step = step;
	run->loop.finish = finish;
	run->loop.now = now_at;
	run->loop.ctx = run;
	run->loop.quiet = run->args->json;
	run->loop.by_tick = true;
}

/* Runs all points over the stream. unshared: see tcn_sweep_conf. */
static enum tcn_rc
run_once(struct run *run, bool unshared, struct tcn_err *err)
{
	char *paths[] = { (char *)(uintptr_t)run->args->args[0] };
	struct tcn_source_args none = { 0 };
	struct tcn_source_conf source;
	struct tcn_sweep_conf conf = {
		.grid = &run->grid,
		.jobs = tcn_task_pool_jobs_default(),
		.unshared = unshared,
		.known = &run->known,
		.tick = tick,
		.ctx = run,
	};
	enum tcn_rc rc =
	    tcn_source_args(&none, &run->conf, 1, paths, &source, err);

	run->part = 0;
	tcn_known_fini(&run->known);
	tcn_known_init(&run->known, run->conf.score.count,
	    run->conf.score.window_ms);
	if (!rc)
		rc = tcn_known_read(&run->known, run->args->args[1], err);
	if (!rc && !run->known.n)
		rc = tcn_err_set(err, TCN_INVALID,
		    "%s: there is no event in it", run->args->args[1]);
	if (!rc)
		rc = tcn_run_loop_open(&run->loop, &source, err);
	if (!rc)
		rc = tcn_sweep_open(&conf, &run->sweep, err);
	return rc ? rc : tcn_run_loop_all(&run->loop, err);
}

/* Once more, sharing nothing, when the dictionary overflows. */
static enum tcn_rc
run_exactly(struct run *run, struct tcn_err *err)
{
	enum tcn_rc rc = run_once(run, false, err);

	if (rc != TCN_LIMIT || strcmp(run->args->args[0], "-") == 0)
		return rc;
	tcn_say("the stream has more terms than df.terms_max: beginning again, "
		"each point by itself; a higher value is faster");
	tcn_sweep_close(run->sweep);
	run->sweep = NULL;
	tcn_run_loop_close(&run->loop);
	init_loop(run);
	return run_once(run, true, err);
}

static int
write_page(const struct run *run, const struct tcn_sweep_history *history)
{
	struct tcn_err err = { 0 };
	struct tcn_buf out = { 0 };
	enum tcn_rc rc;

	if (!run->args->html)
		return TCN_EXIT_OK;
	tcn_sweep_history_html(history, &out);
	rc = out.failed
	    ? TCN_NOMEM
	    : tcn_out_write(run->args->html, tcn_buf_view(&out), &err);
	tcn_buf_fini(&out);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}

static int
show(const struct run *run)
{
	struct tcn_sweep_history history;
	struct tcn_buf out = { 0 };
	enum tcn_rc rc = tcn_sweep_history_make(run->sweep, &history);
	int code;

	if (tcn_stop_requested())
		tcn_say("stopped early: this is what was read until then");
	if (!rc && run->args->json)
		tcn_sweep_history_json(&history, &out);
	else if (!rc)
		tcn_sweep_history_text(&history, &out);
	code = rc ? tcn_say_rc(rc, NULL) : tcn_say_out(&out);
	if (!code)
		code = write_page(run, &history);
	tcn_buf_fini(&out);
	tcn_sweep_history_fini(&history);
	return code ? code : tcn_say_flush();
}

static enum tcn_rc
make_grid(struct run *run, struct tcn_err *err)
{
	const char *over = run->args->over ? run->args->over : usual;
	enum tcn_rc rc = tcn_sweep_grid_add(&run->grid, over, err);

	if (rc)
		return rc;
	if (run->conf.rules.file)
		return tcn_err_set(err, TCN_INVALID,
		    "history tries the one rule of the settings: leave "
		    "rules.file out, or set it to nothing with --set "
		    "rules.file=");
	return tcn_sweep_grid_seal(&run->grid, err);
}

static int
run_history(struct run *run)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc = make_grid(run, &err);

	if (rc)
		return tcn_say_rc(rc, &err);
	tcn_stop_watch();
	init_loop(run);
	rc = run_exactly(run, &err);
	return rc ? tcn_run_loop_exit(&run->loop, rc, &err) : show(run);
}

int
tcn_bench_history(const struct tcn_bench_args *args)
{
	struct run run = { .args = args };
	int code;

	if (args->args_n != 2) {
		tcn_say("history takes a stream and a table of known events: "
			"tocsin bench history month.ndjson.zst known.csv");
		return TCN_EXIT_USAGE;
	}
	code = tcn_conf_start(args->conf, &run.conf);
	tcn_sweep_grid_init(&run.grid, &run.conf);
	if (!code)
		code = run_history(&run);
	tcn_sweep_close(run.sweep);
	tcn_run_loop_close(&run.loop);
	tcn_known_fini(&run.known);
	tcn_sweep_grid_fini(&run.grid);
	tcn_conf_fini(&run.conf);
	return code;
}
