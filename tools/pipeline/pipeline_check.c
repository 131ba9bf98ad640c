#include "tools/pipeline/pipeline_impl.h"

#include "sql/store_check.h"

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
	if (!rc && pipe->expect.model)
		rc = tcn_category_check(pipe->expect.model, err);
	return rc ? rc : tcn_detector_check(pipe->det, err);
}
