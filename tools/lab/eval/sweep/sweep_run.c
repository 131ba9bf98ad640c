#include "tools/lab/eval/sweep/sweep_run.h"

#include "tools/base/say.h"

static void
now_at(void *ctx, struct tcn_progress_now *now)
{
	struct tcn_sweep_run *run = ctx;
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
	struct tcn_sweep_run *run = ctx;

	run->part = part;
	tcn_run_loop_tick(&run->loop);
}

static enum tcn_rc
step(void *ctx, struct tcn_err *err)
{
	struct tcn_sweep_run *run = ctx;

	if (run->items_max && run->sweep->items >= run->items_max)
		return TCN_DONE;
	return tcn_sweep_step(run->sweep, run->loop.source, err);
}

static enum tcn_rc
finish(void *ctx, struct tcn_err *err)
{
	struct tcn_sweep_run *run = ctx;

	return tcn_sweep_finish(run->sweep, run->loop.rejects.n, err);
}

void
tcn_sweep_run_init(struct tcn_sweep_run *run, bool strict, bool quiet)
{
	tcn_run_loop_init(&run->loop, strict);
	run->loop.step = step;
	run->loop.finish = finish;
	run->loop.now = now_at;
	run->loop.ctx = run;
	run->loop.quiet = quiet;
	run->loop.by_tick = true;
}

enum tcn_rc
tcn_sweep_run_all(struct tcn_sweep_run *run, const struct tcn_sweep_conf *conf,
    struct tcn_err *err)
{
	struct tcn_sweep_conf ticking = *conf;
	enum tcn_rc rc;

	ticking.tick = tick;
	ticking.ctx = run;
	run->part = 0;
	rc = tcn_sweep_open(&ticking, &run->sweep, err);
	return rc ? rc : tcn_run_loop_all(&run->loop, err);
}

void
tcn_sweep_run_again(struct tcn_sweep_run *run)
{
	bool strict = run->loop.rejects.strict, quiet = run->loop.quiet;

	tcn_say("the stream has more terms than df.terms_max: beginning "
		"again, each point by itself; a higher value is faster");
	tcn_sweep_run_close(run);
	tcn_sweep_run_init(run, strict, quiet);
}

void
tcn_sweep_run_close(struct tcn_sweep_run *run)
{
	tcn_sweep_close(run->sweep);
	run->sweep = NULL;
	tcn_run_loop_close(&run->loop);
}
