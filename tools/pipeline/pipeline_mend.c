#include "tools/pipeline/pipeline_impl.h"

#include <assert.h>

#include "sql/store_mend.h"

/* In one transaction: a store is as it was, or mended. */
static enum tcn_rc
mend(struct tcn_pipeline *pipe, int64_t now_ms, struct tcn_pipeline_mended *n)
{
	struct tcn_detector_changes changes;
	struct tcn_store_mended store;
	enum tcn_rc rc = tcn_store_mend_clock(pipe->tx, now_ms, &store);

	if (!rc)
		tcn_detector_mend_clock(pipe->det, now_ms, &changes);
	/* The store has forgotten them, too, and which version wrote them. */
	tcn_expect_close(&pipe->expect);
	pipe->versioned = false;
	for (size_t i = 0; !rc && i < changes.events_n; i++)
		rc = tcn_store_put_event(pipe->tx, &changes.events[i]);
	if (!rc)
		rc = tcn_pipeline_save_state(pipe);
	if (!rc)
		rc = tcn_pipeline_save_arrived(pipe);
	if (!rc)
		rc = tcn_store_compact(pipe->tx);
	if (!rc)
		*n = (struct tcn_pipeline_mended){ store.items, store.events,
			changes.events_n };
	return rc;
}

/* First all that was put off is written, stories above all, as the detector
 * forgets it. */
enum tcn_rc
tcn_pipeline_mend_clock(struct tcn_pipeline *pipe, int64_t now_ms,
    struct tcn_pipeline_mended *mended, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_pipeline_finish(pipe, err);

	assert(pipe->store && !pipe->tx);
	if (rc)
		return rc;
	if (pipe->arrived_ms > now_ms)
		pipe->arrived_ms = now_ms;
	if (pipe->resumed_ms > now_ms)
		pipe->resumed_ms = now_ms;
	rc = tcn_pipeline_begin_articles(pipe);
	if (!rc)
		rc = mend(pipe, now_ms, mended);
	rc = tcn_store_end(pipe->store, rc);
	pipe->tx = NULL;
	return tcn_pipeline_store_failed(pipe, rc, err);
}
