/*
 * tools/eval/sweep/sweep_stage.h - what many points share: words, copies,
 * names.
 *
 * A stage takes the stream's articles as tools/pipeline/pipeline.h would, up to
 * the point where stories begin: seen ones are passed over, the others
 * numbered, prepared and placed (a leader of window/window.h). Its points read
 * what it leaves for each batch. It also remembers what items are called, for
 * as long as one of its points may still cite them, and for good what was
 * cited.
 *
 * One thread runs a stage at a time; cite may be called from any thread. What
 * is left for a batch stays until the stage is told to forget it.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_STAGE_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_STAGE_H

#include <pthread.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "tools/base/task_pool.h"
#include "tools/eval/sweep/sweep_cites.h"
#include "tools/pipeline/item_names.h"
#include "tools/pipeline/pipeline.h"
#include "window/base/recent.h"
#include "window/window.h"

/* The articles of one batch, as read. */
struct tcn_sweep_batch {
	struct tcn_arena arena; /* the articles' */
	struct tcn_article *articles;
	size_t n;
	uint64_t first; /* number in the stream of the first, from 0 */
};

/* One item that is not seen already, made ready for stories. */
struct tcn_sweep_item {
	struct tcn_doc doc;
	struct tcn_window_shared lead;
};

struct tcn_sweep_stage_output {
	struct tcn_arena arena; /* the docs' */
	struct tcn_sweep_item *items;
	size_t n, cap;
	int64_t now_ms; /* the stream's time before the first of them */
};

struct tcn_sweep_stage {
	struct tcn_pipeline_conf conf;
	int64_t recall_ms; /* the longest window of its points */
	const struct tcn_sweep_batch *batches; /* TCN_TASK_POOL_QUEUE of them */
	struct tcn_sweep_stage_output output[TCN_TASK_POOL_QUEUE];
	struct tcn_prepare *prep;
	struct tcn_window *window;
	struct tcn_recent seen;
	uint32_t *numbers; /* in the stream, by seq - 1 */
	size_t numbers_n, numbers_cap;

	pthread_mutex_t lock; /* of all below */
	struct tcn_item_names recall;
	struct tcn_sweep_cites cites;
};

/*
 * conf: of any of its points, which are alike in what concerns a stage.
 * batches must outlive it.
 */
TCN_MUST_USE enum tcn_rc
tcn_sweep_stage_new(const struct tcn_pipeline_conf *conf,
    const struct tcn_sweep_batch *batches, struct tcn_sweep_stage **stage,
    struct tcn_err *err);
void tcn_sweep_stage_free(struct tcn_sweep_stage *stage);

/* A task of the pool; ctx is the stage. TCN_LIMIT: see window/window.h. */
TCN_MUST_USE enum tcn_rc tcn_sweep_stage_run(void *ctx, uint64_t batch,
    struct tcn_err *err);

/* No point needs what was left for this batch any more. */
void tcn_sweep_stage_release(struct tcn_sweep_stage *stage, uint64_t batch);

/*
 * Keeps what these items are called, and appends the alert as a line of JSON
 * to line, unless that is NULL.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_stage_cite(struct tcn_sweep_stage *stage,
    const struct tcn_event *event, const uint64_t *seqs, size_t n,
    struct tcn_buf *line);

#endif
