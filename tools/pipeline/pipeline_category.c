/*
 * What a pipeline learns of categories, beside what the detector does.
 */
#include "tools/pipeline/pipeline_impl.h"
#include "window/base/state.h"

bool
tcn_pipeline_knows_categories(const struct tcn_pipeline *pipe)
{
	return tcn_expect_knows(&pipe->expect) || pipe->next_seq > 1;
}

struct tcn_expect *
tcn_pipeline_expect(struct tcn_pipeline *pipe)
{
	return &pipe->expect;
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
	static const uint32_t version = TCN_STATE_VERSION;
	static const struct tcn_state_row row = {
		.kind = TCN_STATE_VERSIONED,
		.bytes = &version,
		.n = sizeof version,
	};
	enum tcn_rc rc = tcn_detector_save(pipe->det, put_state, pipe);

	if (!rc && !pipe->versioned)
		rc = put_state(pipe, &row);
	pipe->versioned |= !rc;
	if (!rc && pipe->expect.model)
		rc = tcn_category_save(pipe->expect.model, put_state, pipe);
	return rc;
}
