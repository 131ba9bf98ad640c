/*
 * What a pipeline learns of categories, beside what the detector does.
 */
#include "tools/pipeline/pipeline_impl.h"

bool
tcn_pipeline_knows_categories(const struct tcn_pipeline *pipe)
{
	struct tcn_category_stats stats = { 0 };

	if (pipe->expect.model)
		tcn_category_stats(pipe->expect.model, &stats);
	return stats.labels > 0 || pipe->next_seq > 1;
}

enum tcn_rc
tcn_pipeline_learn(struct tcn_pipeline *pipe, const struct tcn_article *article)
{
	struct tcn_category_guess unused;
	struct tcn_doc doc;
	enum tcn_rc rc;

	if (!pipe->expect.model)
		return TCN_OK;
	tcn_arena_reset(&pipe->arena);
	rc = tcn_prepare(pipe->prep, article, &pipe->arena, &doc);
	if (!rc && article->ts_ms != TCN_UNDATED)
		tcn_category_set_now(pipe->expect.model, article->ts_ms);
	/* Guesses say what a large margin is. */
	if (!rc && tcn_category_is_turn(pipe->expect.model))
		rc = tcn_category_guess(pipe->expect.model, &doc, &unused);
	return rc ? rc : tcn_expect_learn(&pipe->expect, &doc);
}

static enum tcn_rc
put_state(void *ctx, const struct tcn_state_row *row)
{
	struct tcn_pipeline *pipe = ctx;

	return tcn_store_put_state(pipe->tx, row);
}

enum tcn_rc
tcn_pipeline_save_state(struct tcn_pipeline *pipe)
{
	enum tcn_rc rc = tcn_detector_save(pipe->det, put_state, pipe);

	if (!rc && pipe->expect.model)
		rc = tcn_category_save(pipe->expect.model, put_state, pipe);
	return rc;
}
