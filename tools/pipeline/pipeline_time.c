#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "sql/store_read.h"
#include "tools/pipeline/pipeline_impl.h"

/* The meta rows with the times of arrival, in Unix milliseconds. */
#define ARRIVED "arrived"
#define RESUMED "resumed"

/* The stream's time; items that come before the first date stand at 0. */
int64_t
tcn_pipeline_stream_ms(const struct tcn_pipeline *pipe)
{
	int64_t now_ms = tcn_window_now_ms(tcn_detector_window(pipe->det));

	return now_ms == TCN_UNDATED ? 0 : now_ms;
}

int64_t
tcn_pipeline_now_ms(const struct tcn_pipeline *pipe, int64_t bound_ms)
{
	int64_t stream_ms = tcn_pipeline_stream_ms(pipe);

	return bound_ms > stream_ms ? bound_ms : stream_ms;
}

int64_t
tcn_pipeline_date(const struct tcn_pipeline *pipe,
    const struct tcn_article *article, int64_t bound_ms)
{
	int64_t now_ms = tcn_pipeline_now_ms(pipe, bound_ms);

	if (bound_ms == TCN_CLOCK_NO_BOUND ||
	    (article->ts_ms != TCN_UNDATED && article->ts_ms <= now_ms))
		return article->ts_ms;
	return now_ms;
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

bool
tcn_pipeline_leaps(const struct tcn_pipeline *pipe, int64_t ts_ms)
{
	return tcn_window_leaps(tcn_detector_window(pipe->det), ts_ms);
}

bool
tcn_pipeline_wall_confirms(struct tcn_pipeline *pipe, int64_t ts_ms,
    int64_t bound_ms)
{
	int64_t last_ms;

	if (bound_ms == TCN_CLOCK_NO_BOUND)
		return false;
	/* Notes whether this article ends a silence, in which the stream's time
	 * stood still though the hours went by. Of a store that was filled
	 * without a wall clock all there is to go by is the stream's time. */
	last_ms = pipe->arrived_ms;
	if (last_ms == TCN_UNDATED)
		last_ms = tcn_window_now_ms(tcn_detector_window(pipe->det));
	if (last_ms != TCN_UNDATED && bound_ms > last_ms &&
	    bound_ms - last_ms > pipe->conf.detector.window.clock.jump_ms)
		pipe->resumed_ms = bound_ms;
	return pipe->resumed_ms != TCN_UNDATED &&
	    ts_ms - pipe->resumed_ms <=
	    pipe->conf.detector.window.clock.jump_ms;
}

/* *saved_ms: the time as the store has it. */
static enum tcn_rc
save_time(struct tcn_pipeline *pipe, const char *name, int64_t ms,
    int64_t *saved_ms)
{
	char text[32];

	assert(pipe->tx);
	if (ms == *saved_ms)
		return TCN_OK;
	*saved_ms = ms;
	snprintf(text, sizeof text, "%" PRId64, ms);
	return tcn_store_put_meta(pipe->tx, name, tcn_str(text));
}

static enum tcn_rc
restore_time(struct tcn_pipeline *pipe, const char *name, int64_t *ms)
{
	struct tcn_str text;
	enum tcn_rc rc;

	tcn_arena_reset(&pipe->arena);
	rc = tcn_store_get_meta(pipe->store, name, &pipe->arena, &text);
	if (rc || !text.at)
		return rc;
	errno = 0;
	*ms = strtoll(text.at, NULL, 10);
	if (errno || *ms < 0)
		*ms = TCN_UNDATED;
	return TCN_OK;
}

enum tcn_rc
tcn_pipeline_save_arrived(struct tcn_pipeline *pipe)
{
	enum tcn_rc rc =
	    save_time(pipe, ARRIVED, pipe->arrived_ms, &pipe->arrived_saved_ms);

	return rc ? rc
		  : save_time(pipe, RESUMED, pipe->resumed_ms,
			&pipe->resumed_saved_ms);
}

enum tcn_rc
tcn_pipeline_restore_arrived(struct tcn_pipeline *pipe)
{
	enum tcn_rc rc = restore_time(pipe, ARRIVED, &pipe->arrived_ms);

	if (!rc)
		rc = restore_time(pipe, RESUMED, &pipe->resumed_ms);
	pipe->arrived_saved_ms = pipe->arrived_ms;
	pipe->resumed_saved_ms = pipe->resumed_ms;
	return rc;
}

enum tcn_rc
tcn_pipeline_advance(struct tcn_pipeline *pipe, int64_t now_ms,
    struct tcn_detector_changes *changes, struct tcn_err *err)
{
	enum tcn_rc rc;

	tcn_detector_advance(pipe->det, now_ms, changes);
	if (!changes->events_n || !pipe->store)
		return TCN_OK;
	rc = tcn_pipeline_begin_articles(pipe);
	if (rc)
		return tcn_pipeline_store_failed(pipe, rc, err);
	return tcn_pipeline_take_events(pipe, 0, changes, err);
}
