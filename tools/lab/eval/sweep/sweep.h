/*
 * tools/lab/eval/sweep/sweep.h - one stream, many settings: what would each
 * have fired?
 *
 * This is a grid search in one pass. The text is read, parsed and prepared
 * once; every point of a grid (tools/lab/eval/sweep/sweep_grid.h) then decides
 * for itself, side by side on all cores, and fires exactly what a replay with
 * its settings would. Points that differ in stories and rules alone also share
 * the copies found, the items' names and the document frequencies
 * (tools/lab/eval/sweep/sweep_stage.h), so that the story tier is the only work
 * a point adds.
 *
 * Call order: open, step until it is done, finish, read the fields, close.
 * Memory: what each point's window holds, its alerts, and at most
 * TCN_TASK_POOL_QUEUE batches of a few thousand articles.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "tools/intake/input/source.h"
#include "tools/lab/eval/score.h"
#include "tools/lab/eval/sweep/sweep_grid.h"
#include "tools/lab/eval/sweep/sweep_known.h"
#include "tools/lab/eval/sweep/sweep_point.h"

struct tcn_sweep_conf {
	const struct tcn_sweep_grid *grid; /* sealed */
	size_t jobs; /* threads in all, >= 1 */
	bool unshared; /* points share the reading alone: see */
	const struct tcn_score_conf *score; /* by the labels, or NULL */
	struct tcn_known *known; /* known events to compare with, or NULL */
	const char *alerts_dir; /* a file of alerts for each point; or NULL */

	/* Called now and then while the points catch up; may be NULL. part:
	 * how much of what was read is done. */
	void (*tick)(void *ctx, double part);
	void *ctx;
};

struct tcn_sweep {
	struct tcn_sweep_conf conf;
	struct tcn_sweep_batch batches[TCN_TASK_POOL_QUEUE];
	uint64_t batches_n; /* handed to the pool */
	/* Of each point, shared where the folder is the same; or NULL. */
	struct tcn_lexicon **lexicons;
	struct tcn_sweep_stage **stages; /* by group of the grid; may be NULL */
	size_t stages_n;
	size_t *stages_task; /* by stage: its number among the tasks */
	struct tcn_sweep_point *points; /* by number in the grid */
	size_t points_n; /* made so far */
	struct tcn_task_pool_task *tasks;
	size_t tasks_n;
	struct tcn_task_pool *pool;
	_Atomic uint64_t fired; /* alerts, by all points together */
	uint64_t items; /* read */
	uint64_t rejected; /* bad lines among them, once finished */
	int64_t first_ms, last_ms; /* dates of items; TCN_UNDATED: none */

	struct tcn_truth *truth; /* of a labelled stream; else NULL */
	int64_t dated_ms; /* of the newest article with a date */
	uint32_t *truths; /* by number in the stream: the item in truth */
	size_t truths_cap;
	struct tcn_score *scores; /* by point, once finished; or NULL */
};

TCN_MUST_USE enum tcn_rc tcn_sweep_open(const struct tcn_sweep_conf *conf,
    struct tcn_sweep **sweep, struct tcn_err *err);
void tcn_sweep_close(struct tcn_sweep *sweep);

/*
 * Takes the next article of source, and works for the points while their queue
 * is full. TCN_DONE: there was none. TCN_INVALID: a bad line, which err names,
 * was passed over; go on. TCN_LIMIT: the stream has more terms than
 * df.terms_max; what is forgotten then depends on each point's stories, so run
 * again with conf.unshared.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_step(struct tcn_sweep *sweep,
    struct tcn_source *source, struct tcn_err *err);

/*
 * Takes all points to the end of what was read, then scores them. rejected:
 * how many bad lines there were, to be shown.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_finish(struct tcn_sweep *sweep,
    uint64_t rejected, struct tcn_err *err);

#endif
