/*
 * tools/lab/eval/run_loop.h - one stream of articles, run through whoever takes
 * them in.
 *
 * This is the loop that replay, demo, diff, sweep, explain, `rules match`,
 * `rules test` and fingerprint share. The caller gives a step that takes one
 * article in; the loop calls it until the stream ends, until a step fails or
 * until the person at the terminal interrupts (call tcn_stop_watch() before).
 * Between two steps it draws the progress, and it reports and counts the bad
 * lines that a step passes over. Afterwards tcn_run_loop_exit() makes the exit
 * code of what came of it.
 *
 * Call order: init, open (or set source), all, exit, close. What the caller
 * may set stands first in the struct. The loop costs a call of now() for each
 * article, and looks at the clock every 256th time.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RUN_LOOP_H
#define TCN_TOOLS_LAB_EVAL_RUN_LOOP_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/base/progress.h"
#include "tools/intake/input/rejects.h"
#include "tools/intake/input/source.h"
#include "tools/pipeline/pipeline.h"

struct tcn_run_loop {
	/*
	 * Takes the next article in, with the codes of tcn_source_next():
	 * TCN_INVALID is a bad line that err names, and TCN_DONE the end.
	 */
	enum tcn_rc (*step)(void *ctx, struct tcn_err *err);

	/* What is left to do after the last step, within the progress; NULL:
	 * nothing. Not called when a step failed. */
	enum tcn_rc (*finish)(void *ctx, struct tcn_err *err);

	/* How far the run has come; NULL: it shows no progress. */
	void (*now)(void *ctx, struct tcn_progress_now *now);
	void *ctx;
	bool quiet; /* shows no progress */
	bool by_tick; /* draws it in tcn_run_loop_tick() alone, not by steps */
	bool brief_end; /* writes no last line where there is no terminal */

	struct tcn_source *source; /* closed with the loop */
	struct tcn_arena arena; /* of the article of tcn_run_loop_next() */
	struct tcn_rejects rejects;
	struct tcn_progress progress;
};

/* strict: the first bad line ends the run. */
void tcn_run_loop_init(struct tcn_run_loop *loop, bool strict);

/* Errors as tcn_source_open(). */
TCN_MUST_USE enum tcn_rc tcn_run_loop_open(struct tcn_run_loop *loop,
    const struct tcn_source_conf *source, struct tcn_err *err);

/* May be called without a source, too. */
void tcn_run_loop_close(struct tcn_run_loop *loop);

/*
 * Steps to the end of the stream, or to where it is interrupted: both are
 * TCN_OK. TCN_INVALID: a bad line under strict, which has been reported.
 * Otherwise a step failed, and err says why.
 */
TCN_MUST_USE enum tcn_rc tcn_run_loop_all(struct tcn_run_loop *loop,
    struct tcn_err *err);

/* Draws the progress now, for who waits within a step. */
void tcn_run_loop_tick(struct tcn_run_loop *loop);

/*
 * The exit code of a run that came to rc, which may also be that of opening
 * its parts or of finishing it. Says what went wrong, unless a bad line has
 * been reported already. A run that was interrupted has the code of the
 * signal.
 */
int tcn_run_loop_exit(const struct tcn_run_loop *loop, enum tcn_rc rc,
    const struct tcn_err *err);

/* For a step: the next article, which lives until the next call. Codes as
 * tcn_source_next(). */
TCN_MUST_USE enum tcn_rc tcn_run_loop_next(struct tcn_run_loop *loop,
    struct tcn_article *article, struct tcn_err *err);

/* For now(): what a pipeline has taken in of the source. */
void tcn_run_loop_at(const struct tcn_run_loop *loop, struct tcn_pipeline *pipe,
    struct tcn_progress_now *now);

/* The same for a source that is read elsewhere, and has come as far as at. */
void tcn_run_loop_count(struct tcn_pipeline *pipe,
    const struct tcn_source_at *at, struct tcn_progress_now *now);

/* The inputs of a verb that reads standard input when none are named. */
void tcn_run_loop_inputs(int *argc, char ***argv);

#endif
