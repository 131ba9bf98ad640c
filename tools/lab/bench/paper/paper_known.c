#include "tools/lab/bench/paper/paper_known.h"

#include "tools/base/say.h"

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct tcn_paper_known *run = ctx;
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
	struct tcn_paper_known *run = ctx;

	run->part = part;
	tcn_run_loop_tick(&run->loop);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct tcn_paper_known *run = ctx;

	if (run->conf.items_max && run->sweep->items >= run->conf.items_max)
		return TCN_DONE;
	return tcn_sweep_step(run->sweep, run->loop.source, err);
}

static enum tcn_rc
finish(void *ctx, struct tcn_err *err)
{
	struct tcn_paper_known *run = ctx;

	return tcn_sweep_finish(run->sweep, run->loop.rejects.n, err);
}

static void
init_loop(struct tcn_paper_known *run)
{
	tcn_run_loop_init(&run->loop, run->conf.conf->input.strict);
	run->loop.step = step;
	run->loop.finish = finish;
	run->loop.now = now_at;
	run->loop.ctx = run;
	run->loop.quiet = run->conf.quiet;
	run->loop.by_tick = true;
}

/* Runs all points over the stream. unshared: see tcn_sweep_conf. */
static enum tcn_rc
run_once(struct tcn_paper_known *run, bool unshared, struct tcn_err *err)
{
	const struct tcn_conf *conf = run->conf.conf;
	struct tcn_sweep_conf sweep = {
		.grid = run->conf.grid,
		.jobs = tcn_task_pool_jobs_default(),
		.unshared = unshared,
		.score = run->conf.score,
		.known = run->conf.read ? &run->known : NULL,
		.tick = tick,
		.ctx = run,
	};
	enum tcn_rc rc = TCN_OK;

	run->part = 0;
	tcn_known_fini(&run->known);
	tcn_known_init(&run->known, conf->score.count, conf->score.window_ms);
	if (run->conf.read)
		rc = run->conf.read(run->conf.ctx, &run->known, err);
	if (!rc && run->conf.read && !run->known.n)
		rc = tcn_err_set(err, TCN_INVALID,
		    "there is no event in the table of known events");
	if (!rc)
		rc = run->conf.open(run->conf.ctx, &run->loop, err);
	if (!rc)
		rc = tcn_sweep_open(&sweep, &run->sweep, err);
	return rc ? rc : tcn_run_loop_all(&run->loop, err);
}

enum tcn_rc
tcn_paper_known_run(struct tcn_paper_known *run,
    const struct tcn_paper_known_conf *conf, struct tcn_err *err)
{
	enum tcn_rc rc;

	run->conf = *conf;
	if (conf->conf->rules.file)
		return tcn_err_set(err, TCN_INVALID,
		    "this tries the one rule of the settings: leave "
		    "rules.file out, or set it to nothing with --set "
		    "rules.file=");
	init_loop(run);
	rc = run_once(run, false, err);
	if (rc != TCN_LIMIT || conf->once)
		return rc;
	tcn_say("the stream has more terms than df.terms_max: beginning again, "
		"each point by itself; a higher value is faster");
	tcn_sweep_close(run->sweep);
	run->sweep = NULL;
	tcn_run_loop_close(&run->loop);
	init_loop(run);
	return run_once(run, true, err);
}

void
tcn_paper_known_close(struct tcn_paper_known *run)
{
	tcn_sweep_close(run->sweep);
	tcn_run_loop_close(&run->loop);
	tcn_known_fini(&run->known);
}
