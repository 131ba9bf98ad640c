/*
 * How a pipeline's store is used: when it waits for the disk, when its log is
 * copied, what memory it holds.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "sql/store_space.h"
#include "tools/pipeline/pipeline_impl.h"

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
