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
	struct tcn_expect_guess guess;
	struct tcn_article with_category;
	struct tcn_doc doc, told;
	enum tcn_rc rc;

	if (!pipe->expect.model)
		return TCN_OK;
	tcn_arena_reset(&pipe->arena);
	rc = tcn_prepare(pipe->prep, article, &pipe->arena, &doc);
	/* Guesses say what a large margin is, and how often one is right. */
	if (!rc)
		rc = tcn_expect_doc(&pipe->expect, &doc, article->ts_ms, &told,
		    &with_category, &guess);
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
