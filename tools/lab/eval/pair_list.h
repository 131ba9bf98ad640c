/*
 * tools/lab/eval/pair_list.h - every pair of articles of a stream that say
 * nearly the same, with both figures.
 *
 * Each article goes through a pipeline without a store whose window looks for
 * rewrites (window/rewrite.h).
 * A pair is told when its later article comes, the highest cosine first. Copies
 * and texts that are one by their sentences are no pairs.
 *
 * Call order: open, step until it returns neither TCN_OK nor TCN_INVALID,
 * finish, close. Memory: the window's, the names of the articles of pairs.span,
 * and 4 bytes an article.
 */
#ifndef TCN_TOOLS_LAB_EVAL_PAIR_LIST_H
#define TCN_TOOLS_LAB_EVAL_PAIR_LIST_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "tools/base/progress.h"
#include "tools/intake/input/prefetch.h"
#include "tools/pipeline/item_names.h"
#include "tools/pipeline/pipeline.h"
#include "window/rewrite.h"

/* One pair; the names live until the call returns. */
typedef enum tcn_rc tcn_pair_list_fn(void *ctx,
    const struct tcn_rewrite_pair *pair, const struct tcn_item_name *earlier,
    const struct tcn_item_name *later, struct tcn_err *err);

/* Partners are those of rewrites: one pair is one partner for each side. */
struct tcn_pair_list_counts {
	uint64_t items, copies; /* copies are items, too */
	uint64_t pairs; /* of a cosine that is high enough */
	uint64_t rewrites, forms; /* of these */
	uint64_t with_partner; /* items */
	double partners_mean; /* of those; 0 when there is none, like: */
	uint32_t partners_median, partners_quartile, partners_most;
};

struct tcn_pair_list {
	struct tcn_pipeline *pipe;
	struct tcn_prefetch *prefetch; /* NULL until the first step */
	struct tcn_prepare_conf prepare;
	const char *tagger; /* as for tools/intake/input/prefetch.h */
	int64_t span_ms;
	size_t jobs;
	tcn_pair_list_fn *fn;
	void *ctx;
	struct tcn_item_names names;
	uint32_t *partners; /* by seq */
	size_t partners_cap;
	uint64_t last; /* seq */
	struct tcn_pair_list_counts counts;
};

/* conf: its window's pairs.span_ms is not 0. jobs: threads, >= 1. close in
 * every case. */
TCN_MUST_USE enum tcn_rc tcn_pair_list_open(struct tcn_pair_list *list,
    const struct tcn_pipeline_conf *conf, size_t jobs, tcn_pair_list_fn *fn,
    void *ctx, struct tcn_err *err);
void tcn_pair_list_close(struct tcn_pair_list *list);

/* Takes the next article. Codes as tcn_source_next(), and those of fn. */
TCN_MUST_USE enum tcn_rc tcn_pair_list_step(struct tcn_pair_list *list,
    struct tcn_source *source, struct tcn_err *err);

/* Reckons the counts of partners. O(items log items). */
void tcn_pair_list_finish(struct tcn_pair_list *list);

/* How far it has come, for a progress line. */
void tcn_pair_list_now(const struct tcn_pair_list *list,
    struct tcn_progress_now *now);

#endif
