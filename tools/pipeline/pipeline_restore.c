#include <string.h>

#include "sql/store_read.h"
#include "sql/store_sketches.h"
#include "sql/store_vectors.h"
#include "tools/pipeline/pipeline_impl.h"
#include "window/base/state.h"

static enum tcn_rc
restore_state(void *ctx, const struct tcn_state_row *row)
{
	struct tcn_pipeline *pipe = ctx;

	if (row->kind == TCN_STATE_VERSIONED) {
		static const uint32_t version = TCN_STATE_VERSION;

		pipe->versioned = row->n == sizeof version &&
		    memcmp(row->bytes, &version, sizeof version) == 0;
		return pipe->versioned ? TCN_OK : TCN_CORRUPT;
	}
	if (!pipe->versioned) /* its row comes first */
		return TCN_CORRUPT;
	if (row->kind >= TCN_STATE_CATEGORY_TOTALS &&
	    row->kind <= TCN_STATE_CATEGORY_BIN)
		return pipe->expect.model
		    ? tcn_category_restore_row(pipe->expect.model, row)
		    : TCN_OK;
	return tcn_detector_restore_row(pipe->det, row);
}

static enum tcn_rc
restore_item(void *ctx, const struct tcn_placement *item, const uint64_t key[2],
    const struct tcn_article *article)
{
	struct tcn_pipeline *pipe = ctx;

	tcn_detector_restore_item(pipe->det, key[0], item);
	if (!article)
		return TCN_OK;
	tcn_item_names_add(&pipe->names, item, article);
	return TCN_OK;
}

static enum tcn_rc
restore_sketch(void *ctx, const struct tcn_placement *item,
    struct tcn_sketch sketch, struct tcn_sketch shingles)
{
	struct tcn_pipeline *pipe = ctx;

	tcn_detector_restore_sketch(pipe->det, item, sketch, shingles);
	return TCN_OK;
}

static enum tcn_rc
restore_vector(void *ctx, const struct tcn_placement *item, const float *vector,
    size_t n)
{
	struct tcn_pipeline *pipe = ctx;

	tcn_detector_restore_vector(pipe->det, item, vector, n);
	return TCN_OK;
}

/* From when on items are known by name. */
static int64_t
named_ms(const struct tcn_pipeline *pipe)
{
	return pipe->conf.long_running
	    ? INT64_MAX
	    : tcn_pipeline_stream_ms(pipe) - tcn_detector_within_ms(pipe->det);
}

/* Notes what the last delta commits put off, as it is still to be done. */
static enum tcn_rc
restore_change(void *ctx, const struct tcn_state_row *row)
{
	struct tcn_pipeline *pipe = ctx;

	pipe->uncompacted++;
	if (row->kind == TCN_STATE_STORY)
		tcn_compactor_mark_story(&pipe->compactor, row->id);
	return TCN_OK;
}

static enum tcn_rc
restore(struct tcn_pipeline *pipe)
{
	uint64_t last;
	enum tcn_rc rc = tcn_store_last_seq(pipe->store, &last);

	if (rc)
		return rc;
	pipe->next_seq = last + 1;
	pipe->committed = last;
	rc = tcn_pipeline_restore_arrived(pipe);
	if (rc)
		return rc;
	pipe->versioned = false; /* also after a commit that failed */
	rc = tcn_store_each_state(pipe->store, restore_state, restore_change,
	    pipe);
	if (!rc)
		tcn_detector_restore_end(pipe->det);
	if (!rc && pipe->expect.model)
		rc = tcn_category_restore_end(pipe->expect.model);
	if (!rc)
		rc = tcn_store_each_placement(pipe->store,
		    tcn_pipeline_stream_ms(pipe) -
			tcn_detector_reach_ms(pipe->det),
		    named_ms(pipe), restore_item, pipe);
	if (!rc && pipe->conf.detector.window.keys.horizon_ms)
		rc = tcn_store_each_sketch(pipe->store,
		    tcn_pipeline_stream_ms(pipe) -
			pipe->conf.detector.window.keys.horizon_ms,
		    restore_sketch, pipe);
	if (!rc)
		rc = tcn_dossiers_restore(pipe->dossiers, pipe->store,
		    tcn_pipeline_stream_ms(pipe));
	if (!rc && tcn_pipeline_vector_length(pipe))
		rc = tcn_store_each_vector(pipe->store,
		    tcn_pipeline_horizon_ms(pipe), restore_vector, pipe);
	return rc;
}

/* As of one moment: a daemon may be writing. */
static enum tcn_rc
restore_once(struct tcn_pipeline *pipe)
{
	enum tcn_rc rc = tcn_store_begin_reading(pipe->store);

	if (!rc)
		rc = restore(pipe);
	tcn_store_end_reading(pipe->store);
	return rc;
}

/* What is in memory after a state that cannot be read is of no use. */
enum tcn_rc
tcn_pipeline_restore(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	enum tcn_rc rc = restore_once(pipe);

	if (rc == TCN_CORRUPT && !pipe->conf.read_only) {
		rc = tcn_pipeline_rebuild(pipe, err);
		if (rc)
			return rc;
		rc = restore_once(pipe);
	}
	if (rc == TCN_CORRUPT)
		return tcn_err_set(err, rc,
		    "the store's saved state cannot be read: it was written by "
		    "another version or is damaged; `tocsin upgrade --db FILE` "
		    "makes it anew from the articles, and so does `tocsin "
		    "run`");
	return tcn_pipeline_store_failed(pipe, rc, err);
}
