/*
 * tools/lab/bench/paper/paper_known.h - one reading of a stream by all points
 * of a grid, beside a table of known events or by the stream's labels.
 *
 * When the stream has more terms than the points can share, it is read once
 * more, each point by itself.
 */
#ifndef TCN_TOOLS_LAB_BENCH_PAPER_PAPER_KNOWN_H
#define TCN_TOOLS_LAB_BENCH_PAPER_PAPER_KNOWN_H

#include "tools/lab/eval/sweep/sweep_run.h"

struct tcn_paper_known_conf {
	const struct tcn_conf *conf;
	const struct tcn_sweep_grid *grid; /* sealed */
	const struct tcn_score_conf *score; /* by the labels, or NULL */
	bool quiet;
	bool once; /* the stream cannot be read again */
	uint64_t items_max; /* no more of it is read; 0: all is */

	/* Opens loop->source, and fills in the table; called again for the
	 * second reading. read NULL: there is no table. */
	enum tcn_rc (*open)(void *ctx, struct tcn_run_loop *loop,
	    struct tcn_err *err);
	enum tcn_rc (*read)(void *ctx, struct tcn_known *known,
	    struct tcn_err *err);
	void *ctx;
};

/* All zero before run; the caller reads what the run left. */
struct tcn_paper_known {
	struct tcn_paper_known_conf conf;
	struct tcn_known known;
	struct tcn_sweep_run run; /* its loop: for tcn_run_loop_exit() */
};

/*
 * Runs to the end of the stream, or to where it is interrupted. TCN_INVALID:
 * there is no event in the table, or rules.file is set, whose rules no grid
 * changes. Call close in every case.
 */
TCN_MUST_USE enum tcn_rc tcn_paper_known_run(struct tcn_paper_known *run,
    const struct tcn_paper_known_conf *conf, struct tcn_err *err);
void tcn_paper_known_close(struct tcn_paper_known *run);

#endif
