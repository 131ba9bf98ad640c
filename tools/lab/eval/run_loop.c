#include "tools/lab/eval/run_loop.h"

#include <assert.h>
#include <string.h>

#include "tools/base/say.h"
#include "tools/base/stop.h"

void
tcn_run_loop_init(struct tcn_run_loop *loop, bool strict)
{
	memset(loop, 0, sizeof *loop);
	loop->rejects.strict = strict;
	tcn_arena_init(&loop->arena, 0);
}

enum tcn_rc
tcn_run_loop_open(struct tcn_run_loop *loop,
    const struct tcn_source_conf *source, struct tcn_err *err)
{
	assert(!loop->source);
	return tcn_source_open(source, &loop->source, err);
}

void
tcn_run_loop_close(struct tcn_run_loop *loop)
{
	tcn_source_close(loop->source);
	loop->source = NULL;
	tcn_arena_fini(&loop->arena);
}

static void
end_progress(struct tcn_run_loop *loop)
{
	struct tcn_progress_now now;

	if (!loop->now || (loop->brief_end && !loop->progress.terminal))
		return;
	loop->now(loop->ctx, &now);
	tcn_progress_end(&loop->progress, &now);
}

static enum tcn_rc
step(struct tcn_run_loop *loop, struct tcn_err *err)
{
	struct tcn_progress_now now;
	enum tcn_rc rc;

	if (loop->now && !loop->by_tick) {
		loop->now(loop->ctx, &now);
		tcn_progress_step(&loop->progress, &now);
	}
	rc = loop->step(loop->ctx, err);
	if (rc != TCN_INVALID)
		return rc;
	rc = tcn_rejects_add(&loop->rejects, err->file, err->line, err);
	*err = (struct tcn_err){ 0 }; /* a later error has another place */
	return rc;
}

enum tcn_rc
tcn_run_loop_all(struct tcn_run_loop *loop, struct tcn_err *err)
{
	enum tcn_rc rc = TCN_OK;

	assert(loop->step && loop->source && err);
	tcn_progress_init(&loop->progress, loop->quiet || !loop->now);
	while (!rc && !tcn_stop_requested())
		rc = step(loop, err);
	rc = rc == TCN_DONE ? TCN_OK : rc;
	if (!rc && loop->finish)
		rc = loop->finish(loop->ctx, err);
	end_progress(loop);
	return rc;
}

void
tcn_run_loop_tick(struct tcn_run_loop *loop)
{
	struct tcn_progress_now now;

	assert(loop->now);
	loop->now(loop->ctx, &now);
	tcn_progress_tick(&loop->progress, &now);
}

int
tcn_run_loop_exit(const struct tcn_run_loop *loop, enum tcn_rc rc,
    const struct tcn_err *err)
{
	if (!rc)
		return tcn_stop_exit();
	if (rc == TCN_INVALID && loop->rejects.strict && loop->rejects.n)
		return TCN_EXIT_REJECTED;
	return tcn_say_rc(rc, err);
}

enum tcn_rc
tcn_run_loop_next(struct tcn_run_loop *loop, struct tcn_article *article,
    struct tcn_err *err)
{
	assert(loop->source);
	tcn_arena_reset(&loop->arena);
	return tcn_source_next(loop->source, &loop->arena, article, err);
}

void
tcn_run_loop_at(const struct tcn_run_loop *loop, struct tcn_pipeline *pipe,
    struct tcn_progress_now *now)
{
	struct tcn_source_at at;

	assert(loop->source);
	tcn_source_at(loop->source, &at);
	tcn_run_loop_count(pipe, &at, now);
}

void
tcn_run_loop_count(struct tcn_pipeline *pipe, const struct tcn_source_at *at,
    struct tcn_progress_now *now)
{
	const struct tcn_pipeline_counts *n = tcn_pipeline_counts(pipe);

	*now = (struct tcn_progress_now){
		.items = n->items + n->known,
		.events = n->events,
		.stream_ms = tcn_window_now_ms(
		    tcn_detector_window(tcn_pipeline_detector(pipe))),
		.done = at->done,
		.total = at->total,
	};
}

void
tcn_run_loop_inputs(int *argc, char ***argv)
{
	static char dash[] = "-";
	static char *standard_input[] = { dash };

	if (*argc)
		return;
	*argc = 1;
	*argv = standard_input;
}
