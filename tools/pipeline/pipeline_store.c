/*
 * How a pipeline's store is used: who else writes to it, when it waits for the
 * disk, when its log is copied, what memory it holds.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "sql/store_offsets.h"
#include "sql/store_space.h"
#include "tools/pipeline/pipeline_impl.h"

/* Rows stay for so long behind what the detector reads back. */
#define MARGIN_MS ((int64_t)(60 * 60 * 1000))

/* A stream that is ahead of the wall clock may be set back to it. */
enum tcn_rc
tcn_pipeline_drop_copies(struct tcn_pipeline *pipe, size_t work)
{
	int64_t now_ms = tcn_pipeline_stream_ms(pipe);
	enum tcn_rc rc;

	if (pipe->arrived_ms != TCN_UNDATED && pipe->arrived_ms < now_ms)
		now_ms = pipe->arrived_ms;
	rc = tcn_copy_dropper_step(&pipe->copies, pipe->tx,
	    now_ms - tcn_detector_reach_ms(pipe->det) - MARGIN_MS, now_ms,
	    work);
	pipe->counts.copies_dropped = pipe->copies.dropped;
	return rc;
}

void
tcn_pipeline_trim(struct tcn_pipeline *pipe)
{
	if (pipe->store)
		tcn_store_trim(pipe->store);
	tcn_mem_trim();
}

enum tcn_rc
tcn_pipeline_set_durable(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	assert(pipe->store);
	return tcn_pipeline_store_failed(pipe,
	    tcn_store_set_durable(pipe->store), err);
}

enum tcn_rc
tcn_pipeline_relax(struct tcn_pipeline *pipe, bool relaxed, struct tcn_err *err)
{
	assert(pipe->store && !pipe->tx);
	return tcn_pipeline_store_failed(pipe,
	    tcn_store_relax(pipe->store, relaxed), err);
}

enum tcn_rc
tcn_pipeline_checkpoint(struct tcn_pipeline *pipe, struct tcn_err *err)
{
	uint64_t left;

	assert(pipe->store && !pipe->tx);
	if (pipe->copier) {
		tcn_log_copier_start(pipe->copier);
		return TCN_OK;
	}
	return tcn_pipeline_store_failed(pipe,
	    tcn_store_checkpoint(pipe->store, &left), err);
}

enum tcn_rc
tcn_pipeline_put_meta(struct tcn_pipeline *pipe, const char *name,
    struct tcn_str value, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_pipeline_begin_articles(pipe);

	if (!rc)
		rc = tcn_store_put_meta(pipe->tx, name, value);
	return tcn_pipeline_store_failed(pipe, rc, err);
}

enum tcn_rc
tcn_pipeline_put_offset(struct tcn_pipeline *pipe, struct tcn_str topic,
    int32_t partition, int64_t next, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_pipeline_begin_articles(pipe);

	if (!rc)
		rc = tcn_store_put_offset(pipe->tx, topic, partition, next);
	return tcn_pipeline_store_failed(pipe, rc, err);
}

const struct tcn_store *
tcn_pipeline_store(const struct tcn_pipeline *pipe)
{
	return pipe->store;
}

bool
tcn_pipeline_is_writing(const struct tcn_pipeline *pipe)
{
	return pipe->tx != NULL;
}

struct tcn_store_tx *
tcn_pipeline_tx(struct tcn_pipeline *pipe)
{
	assert(pipe->tx && !pipe->lent);
	return pipe->tx;
}

enum tcn_rc
tcn_pipeline_begin(struct tcn_pipeline *pipe, struct tcn_store_tx **tx,
    struct tcn_err *err)
{
	enum tcn_rc rc;

	assert(pipe->store && !pipe->lent);
	*tx = NULL;
	rc = tcn_pipeline_commit_delta(pipe, err);
	if (rc)
		return rc;
	rc = tcn_pipeline_begin_articles(pipe);
	pipe->lent = rc == TCN_OK;
	*tx = pipe->tx;
	return tcn_pipeline_store_failed(pipe, rc, err);
}

enum tcn_rc
tcn_pipeline_end(struct tcn_pipeline *pipe, enum tcn_rc rc, struct tcn_err *err)
{
	if (!pipe->lent)
		return rc;
	rc = tcn_store_end(pipe->store, rc);
	pipe->lent = false;
	pipe->tx = NULL;
	tcn_log_copier_note(pipe->copier, tcn_store_log_pages(pipe->store));
	return tcn_pipeline_store_failed(pipe, rc, err);
}
