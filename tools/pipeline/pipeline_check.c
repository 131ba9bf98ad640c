#include "tools/pipeline/pipeline_impl.h"

#include "sql/store_check.h"

/* The window's parts; rules and events come with the detector's own check. */
static enum tcn_rc
check_window(struct tcn_window *window, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_near_check(tcn_window_near(window), err);

	return rc ? rc
		  : tcn_story_index_check(tcn_window_story_index(window), err);
}

static enum tcn_rc
check_transaction(const struct tcn_pipeline *pipe, struct tcn_err *err)
{
	if (pipe->lent && !pipe->tx)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the pipeline has lent a transaction that is not open");
	if (pipe->tx && !pipe->store)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the pipeline has a transaction without a store");
	if (pipe->store && pipe->uncommitted && !pipe->tx)
		return tcn_err_set(err, TCN_CORRUPT,
		    "the pipeline counts articles that wait for a commit, but "
		    "no transaction is open");
	return TCN_OK;
}

enum tcn_rc
tcn_pipeline_check(const struct tcn_pipeline *pipe, struct tcn_err *err)
{
	enum tcn_rc rc = check_transaction(pipe, err);

	if (!rc && pipe->store)
		rc = tcn_store_memory_check(pipe->store, err);
	if (!rc)
		rc = tcn_compactor_check(&pipe->compactor, err);
	return rc ? rc : check_window(tcn_detector_window(pipe->det), err);
}
