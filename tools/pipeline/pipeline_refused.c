/*
 * An article whose rows the store refuses is left out. What the detector has
 * made of it cannot be taken out of it again, so this is a crash in small: the
 * transaction is rolled back, the detector is read back as of the last commit,
 * as at a start, and what else the transaction held is taken again, by its
 * rows, as a replay of the store would. Decisions are those of before, as they
 * follow from what is stored.
 */
#include "engine/base/arena.h"
#include "sql/store_read.h"
#include "tools/base/log.h"
#include "tools/pipeline/pipeline_impl.h"

/* The items of the open transaction. */
struct batch {
	struct tcn_arena arena;
	struct tcn_store_item_row **at;
	uint64_t n;
};

/* Reads them before they are rolled back; the one that is refused may have
 * rows, too. */
static enum tcn_rc
gather(struct tcn_pipeline *pipe, struct batch *batch)
{
	uint64_t n = pipe->next_seq - 1 - pipe->committed;
	enum tcn_rc rc = TCN_OK;

	batch->at = tcn_arena_zalloc(&batch->arena, n + 1, sizeof *batch->at);
	while (batch->n < n && !rc) {
		struct tcn_store_item_row **item = &batch->at[batch->n];
		uint64_t seq = pipe->committed + ++batch->n;

		rc = tcn_store_item(pipe->store, seq, &batch->arena, item);
		if (!rc && !*item)
			rc = TCN_CORRUPT; /* all was rolled back already */
	}
	return rc;
}

enum tcn_rc
tcn_pipeline_empty(struct tcn_pipeline *pipe)
{
	struct tcn_category_conf category = pipe->conf.category;
	struct tcn_detector *det;
	enum tcn_rc rc = tcn_detector_new(tcn_detector_conf(pipe->det), &det);

	if (rc)
		return rc;
	tcn_detector_free(pipe->det);
	pipe->det = det;
	tcn_expect_close(&pipe->expect);
	category.none = pipe->none;
	tcn_expect_open(&pipe->expect, &category);
	tcn_compactor_fini(&pipe->compactor);
	pipe->compactor = (struct tcn_compactor){ .det = det };
	tcn_item_names_fini(&pipe->names);
	tcn_headlines_forget(pipe->headlines);
	pipe->uncommitted = pipe->uncompacted = 0;
	return TCN_OK;
}

static enum tcn_rc
restart(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	enum tcn_rc rc;

	(void)!tcn_store_end(pipe->store, TCN_INVALID);
	pipe->tx = NULL;
	rc = tcn_pipeline_empty(pipe);
	return rc ? rc : tcn_pipeline_restore(pipe, err);
}

static enum tcn_rc
take_again(struct tcn_pipeline *pipe, struct tcn_article *article,
    struct tcn_err *err)
{
	struct tcn_pipeline_outcome outcome = { 0 };
	struct tcn_doc doc;
	enum tcn_rc rc;

	/* Nobody is asked for its content words again. */
	if (article->content.source == TCN_CONTENT_NONE)
		article->content.source = TCN_CONTENT_WORDS;
	tcn_arena_reset(&pipe->arena);
	tcn_prepare(pipe->prep, article, &pipe->arena, &doc);
	rc = tcn_pipeline_take_doc(pipe, &doc, TCN_CLOCK_NO_BOUND, &outcome,
	    err);
	if (!rc && outcome.changes.events_n && pipe->conf.again)
		pipe->conf.again(pipe->conf.again_ctx, &outcome.changes);
	return rc == TCN_INVALID || rc == TCN_LIMIT ? TCN_CORRUPT : rc;
}

/* The same pipeline, as if the article had not come. */
static enum tcn_rc
leave_out(struct tcn_pipeline *pipe, struct batch *batch, struct tcn_err *err)
{
	struct tcn_pipeline_counts counts = pipe->counts;
	struct tcn_wordless wordless = pipe->wordless;
	int64_t arrived_ms = pipe->arrived_ms, resumed_ms = pipe->resumed_ms;
	enum tcn_rc rc = restart(pipe, err);

	pipe->counts.items -= batch->n;
	for (uint64_t i = 0; i < batch->n && !rc; i++)
		rc = take_again(pipe, &batch->at[i]->article, err);
	pipe->counts = counts;
	pipe->wordless = wordless;
	pipe->arrived_ms = arrived_ms;
	pipe->resumed_ms = resumed_ms;
	/* So that the next one is not dearer. */
	return rc ? rc : tcn_pipeline_commit_delta(pipe, err);
}

static enum tcn_rc
refuse(struct tcn_pipeline *pipe, const struct tcn_article *article,
    struct tcn_err *err)
{
	const struct tcn_err why = *tcn_store_error(pipe->store);
	struct batch batch = { .n = 0 };
	enum tcn_rc rc;

	tcn_arena_init(&batch.arena, 0);
	rc = gather(pipe, &batch);
	if (!rc)
		rc = leave_out(pipe, &batch, err);
	tcn_arena_fini(&batch.arena);
	if (rc == TCN_CORRUPT && err)
		*err = why;
	if (rc)
		return rc;
	if (pipe->conf.long_running) {
		struct tcn_log log;

		tcn_log_begin(&log, TCN_LOG_ERROR, "refused");
		tcn_log_str(&log, "id", article->id);
		tcn_log_str(&log, "source", article->source);
		tcn_log_err(&log, TCN_INVALID, &why);
		tcn_log_end(&log);
	}
	if (err)
		*err = (struct tcn_err){ 0 };
	return tcn_err_set(err, TCN_INVALID,
	    "the store refuses this article: %s", why.text);
}

enum tcn_rc
tcn_pipeline_take(struct tcn_pipeline *pipe, const struct tcn_doc *doc,
    int64_t bound_ms, struct tcn_pipeline_outcome *outcome, struct tcn_err *err)
{
	/* The preparer's arena is used again; the article is the caller's. */
	const struct tcn_article article = *doc->article;
	enum tcn_rc rc =
	    tcn_pipeline_take_doc(pipe, doc, bound_ms, outcome, err);

	if (!pipe->tx || (rc != TCN_INVALID && rc != TCN_LIMIT))
		return rc;
	*outcome = (struct tcn_pipeline_outcome){ 0 };
	return refuse(pipe, &article, err);
}
