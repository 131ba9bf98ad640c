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
#include "tools/bench/bench_known.h"

/* What is tried unless --over says otherwise: from nearly everything to what is
 * sure. */
static const char usual[] = "rules.least=5,10,20,30,40,50,60,70,80,90,95";

struct run {
	const struct tcn_bench_args *args;
	struct tcn_conf conf;
	struct tcn_sweep_grid grid;
	struct tcn_bench_known known;
};

static enum tcn_rc
open_stream(void *ctx, struct tcn_run_loop *loop, struct tcn_err *err)
{
	struct run *run = ctx;
	char *paths[] = { (char *)(uintptr_t)run->args->args[0] };
	struct tcn_source_args none = { 0 };
	struct tcn_source_conf source;
	enum tcn_rc rc =
	    tcn_source_args(&none, &run->conf, 1, paths, &source, err);

	return rc ? rc : tcn_run_loop_open(loop, &source, err);
}

static enum tcn_rc
read_known(void *ctx, struct tcn_known *known, struct tcn_err *err)
{
	struct run *run = ctx;

	return tcn_known_read(known, run->args->args[1], err);
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
	enum tcn_rc rc = tcn_sweep_history_make(run->known.sweep, &history);
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
	rc = tcn_bench_known_run(&run->known,
	    &(struct tcn_bench_known_conf){
		.conf = &run->conf,
		.grid = &run->grid,
		.quiet = run->args->json,
		.once = strcmp(run->args->args[0], "-") == 0,
		.open = open_stream,
		.read = read_known,
		.ctx = run,
	    },
	    &err);
	return rc ? tcn_run_loop_exit(&run->known.loop, rc, &err) : show(run);
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
	tcn_bench_known_close(&run.known);
	tcn_sweep_grid_fini(&run.grid);
	tcn_conf_fini(&run.conf);
	return code;
}
