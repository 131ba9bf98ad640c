/*
 * tools/lab/eval/sweep/sweep_stage.h - the work that many points share: words,
 * copies and names.
 *
 * A stage takes the stream's articles in as tools/pipeline/pipeline.h does, up
 * to where stories begin: repeated articles are passed over, the others are
 * numbered, prepared and placed (it has a leading window, see window/window.h).
 * For each batch it leaves a list of items that its points read. It also keeps
 * the names of items: of recent ones for as long as one of its points may still
 * cite them, and of cited ones until the end.
 *
 * One thread runs a stage at a time; tcn_sweep_stage_cite() may be called from
 * any thread. The items of a batch stay until tcn_sweep_stage_release().
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_STAGE_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_STAGE_H

#include <pthread.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/item/prepare.h"
#include "tools/base/task_pool.h"
#include "tools/lab/eval/sweep/sweep_cites.h"
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

/* One item, not a repeat, made ready for stories. */
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
	int64_t names_ms; /* the longest window of its points */
	const struct tcn_sweep_batch *batches; /* TCN_TASK_POOL_QUEUE of them */
	struct tcn_sweep_stage_output output[TCN_TASK_POOL_QUEUE];
	struct tcn_prepare *prep;
	struct tcn_taggers *taggers; /* NULL: none */
	struct tcn_tagger *tagger;
	struct tcn_window *window;
	struct tcn_recent seen;
	uint32_t *numbers; /* in the stream, by seq - 1 */
	size_t numbers_n, numbers_cap;

	pthread_mutex_t lock; /* of all below */
	struct tcn_item_names item_names;
	struct tcn_headlines *headlines; /* of these; NULL: not needed yet */
	struct tcn_sweep_cites cites;
};

/*
 * Makes a stage. conf: that of any of its points, which are alike in what
 * concerns a stage. batches must outlive it.
 */
TCN_MUST_USE enum tcn_rc
tcn_sweep_stage_new(const struct tcn_pipeline_conf *conf,
    const struct tcn_sweep_batch *batches, struct tcn_sweep_stage **stage,
    struct tcn_err *err);
void tcn_sweep_stage_free(struct tcn_sweep_stage *stage);

/*
 * Runs the stage over a batch, as a task of the pool; ctx is the stage.
 * TCN_LIMIT: see window/window.h.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_stage_run(void *ctx, uint64_t batch,
    struct tcn_err *err);

/* Frees the items of the batch, which no point needs any more. */
void tcn_sweep_stage_release(struct tcn_sweep_stage *stage, uint64_t batch);

/*
 * Keeps the names of these items, and appends the alert as a line of JSON to
 * line, unless that is NULL.
 */
void tcn_sweep_stage_cite(struct tcn_sweep_stage *stage,
    const struct tcn_event *event, const uint64_t *seqs, size_t n,
    struct tcn_buf *line);

#endif
