/*
 * tools/lab/eval/sweep/sweep_run.h - a sweep with its loop and its progress.
 *
 * Reading runs far ahead of the points, so that the progress is drawn by their
 * ticks, and says how much of what was read is done. Call order: init; open the
 * loop's source; all; and once more from there, after again, when all returned
 * TCN_LIMIT; close.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_RUN_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_RUN_H

#include "tools/lab/eval/run_loop.h"
#include "tools/lab/eval/sweep/sweep.h"

struct tcn_sweep_run {
	struct tcn_run_loop loop;
	struct tcn_sweep *sweep;
	uint64_t items_max; /* no more are read; 0: all are */
	double part; /* of what was read: the points have done it */
};

void tcn_sweep_run_init(struct tcn_sweep_run *run, bool strict, bool quiet);

/*
 * Makes the sweep and takes the stream through it, to its end or to where it
 * is interrupted. The ticks of conf are set here. Errors: those of
 * tcn_sweep_open(), tcn_sweep_step() and tcn_sweep_finish().
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_run_all(struct tcn_sweep_run *run,
    const struct tcn_sweep_conf *conf, struct tcn_err *err);

/* Says that the points cannot share the stream's terms, and begins anew: for
 * an unshared sweep. */
void tcn_sweep_run_again(struct tcn_sweep_run *run);
void tcn_sweep_run_close(struct tcn_sweep_run *run);

#endif
