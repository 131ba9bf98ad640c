#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sql/store_read.h"
#include "tools/pipeline/pipeline_impl.h"

/* The meta row with the time of arrival, in Unix milliseconds. */
#define ARRIVED "arrived"

/* The stream's time; items that come before the first date stand at 0. */
int64_t
tcn_pipeline_stream_ms(const struct tcn_pipeline *pipe)
{
	int64_t now_ms = tcn_window_now_ms(tcn_detector_window(pipe->det));

	return now_ms == TCN_UNDATED ? 0 : now_ms;
}

int64_t
tcn_pipeline_horizon_ms(const struct tcn_pipeline *pipe)
{
	return tcn_pipeline_stream_ms(pipe) -
	    pipe->conf.detector.window.near.horizon_ms;
}

int64_t
tcn_pipeline_arrived_ms(const struct tcn_pipeline *pipe)
{
	return pipe->arrived_ms;
}

enum tcn_rc
tcn_pipeline_save_arrived(struct tcn_pipeline *pipe)
{
	char text[32];

	assert(pipe->tx);
	if (pipe->arrived_ms == pipe->arrived_saved_ms)
		return TCN_OK;
	pipe->arrived_saved_ms = pipe->arrived_ms;
	snprintf(text, sizeof text, "%" PRId64, pipe->arrived_ms);
	return tcn_store_put_meta(pipe->tx, ARRIVED, tcn_str(text));
}

enum tcn_rc
tcn_pipeline_restore_arrived(struct tcn_pipeline *pipe)
{
	struct tcn_str text;
	enum tcn_rc rc;

	tcn_arena_reset(&pipe->arena);
	rc = tcn_store_get_meta(pipe->store, ARRIVED, &pipe->arena, &text);
	if (rc || !text.at)
		return rc;
	errno = 0;
	pipe->arrived_ms = strtoll(text.at, NULL, 10);
	if (errno || pipe->arrived_ms < 0)
		pipe->arrived_ms = TCN_UNDATED;
	pipe->arrived_saved_ms = pipe->arrived_ms;
	return TCN_OK;
}

enum tcn_rc
tcn_pipeline_advance(struct tcn_pipeline *pipe, int64_t now_ms,
    struct tcn_detector_changes *changes, struct tcn_err *err)
{
	enum tcn_rc rc = tcn_detector_advance(pipe->det, now_ms, changes);

	if (rc || !changes->events_n || !pipe->store)
		return rc;
	rc = tcn_pipeline_begin_articles(pipe);
	for (size_t i = 0; !rc && i < changes->events_n; i++)
		rc = tcn_store_put_event(pipe->tx, &changes->events[i]);
	return tcn_pipeline_store_failed(pipe, rc, err);
}
