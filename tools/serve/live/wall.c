#include "tools/serve/live/wall.h"

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/log.h"
#include "tools/base/now.h"
#include "tools/base/when.h"

#define EVERY_S 1 /* between two looks */

struct tcn_wall {
	struct tcn_wall_conf conf;
	struct tcn_pipeline *pipe;
	struct tcn_intake *intake;
	struct event *timer;
	bool told; /* that the stream is ahead */

	/* The last article that was seen: its number, when that was by the
	 * monotonic clock, and how long it had been there by then. */
	uint64_t seen_seq;
	int64_t seen_at_ms, seen_age_ms;
};

int64_t
tcn_wall_ahead_ms(const struct tcn_wall *wall)
{
	int64_t ahead_ms =
	    tcn_pipeline_stream_ms(wall->pipe) - tcn_now_wall_ms();

	return ahead_ms > 0 ? ahead_ms : 0;
}

bool
tcn_wall_is_ahead(const struct tcn_wall *wall)
{
	return tcn_wall_ahead_ms(wall) > wall->conf.future_ms;
}

/* --- ahead or not --- */

static void
tell(struct tcn_wall *wall)
{
	bool ahead = tcn_wall_is_ahead(wall);
	char span[TCN_WHEN_BYTES];
	struct tcn_log log;

	if (ahead == wall->told)
		return;
	wall->told = ahead;
	tcn_log_begin(&log, ahead ? TCN_LOG_WARN : TCN_LOG_INFO, "clock");
	if (ahead)
		tcn_log_str(&log, "ahead",
		    tcn_str(tcn_when_span(tcn_wall_ahead_ms(wall), span)));
	tcn_log_str(&log, "note",
	    tcn_str(ahead
		    ? "the stream's time is ahead of this machine's clock, so "
		      "that articles of today do not count: set the clock "
		      "right, wait until it has caught up, or stop and run "
		      "'tocsin check --mend-clock'"
		    : "the stream's time is no longer ahead of this machine's "
		      "clock"));
	tcn_log_end(&log);
}

/* --- time goes on --- */

/*
 * How long no article has come. Within a run this goes by the monotonic clock,
 * so that setting the wall clock closes nothing; over a restart only the wall
 * clock tells.
 */
static int64_t
idle_ms(struct tcn_wall *wall)
{
	uint64_t seq = tcn_pipeline_next_seq(wall->pipe);
	int64_t now_ms = tcn_now_monotonic_ms();

	if (seq != wall->seen_seq) {
		wall->seen_age_ms = wall->seen_seq
		    ? 0
		    : tcn_now_wall_ms() - tcn_pipeline_arrived_ms(wall->pipe);
		if (wall->seen_age_ms < 0)
			wall->seen_age_ms = 0;
		wall->seen_seq = seq;
		wall->seen_at_ms = now_ms;
	}
	return now_ms - wall->seen_at_ms + wall->seen_age_ms;
}

int64_t
tcn_wall_stream_ms(struct tcn_wall *wall)
{
	if (tcn_pipeline_arrived_ms(wall->pipe) == TCN_UNDATED)
		return TCN_UNDATED;
	return tcn_pipeline_stream_ms(wall->pipe) + idle_ms(wall);
}

int64_t
tcn_wall_silent_ms(struct tcn_wall *wall)
{
	return tcn_pipeline_arrived_ms(wall->pipe) == TCN_UNDATED
	    ? 0
	    : idle_ms(wall);
}

/* Whether the stream's time is more than a day from that of a clock. */
static bool
is_apart_from(struct tcn_wall *wall, int64_t clock_ms)
{
	int64_t stream_ms = tcn_wall_stream_ms(wall);
	int64_t apart_ms = stream_ms - clock_ms;

	return stream_ms != TCN_UNDATED &&
	    (apart_ms > TCN_DAY_MS || apart_ms < -TCN_DAY_MS);
}

int64_t
tcn_wall_present_ms(struct tcn_wall *wall)
{
	int64_t now_ms = tcn_now_wall_ms();

	return is_apart_from(wall, now_ms) ? tcn_wall_stream_ms(wall) : now_ms;
}

bool
tcn_wall_is_apart(struct tcn_wall *wall)
{
	return is_apart_from(wall, tcn_now_of(CLOCK_REALTIME));
}

static void
advance(struct tcn_wall *wall)
{
	int64_t now_ms = tcn_wall_stream_ms(wall);
	struct tcn_detector_changes changes;
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	if (now_ms == TCN_UNDATED)
		return;
	rc = tcn_pipeline_advance(wall->pipe, now_ms, &changes, &err);
	if (rc) {
		wall->conf.failed(wall->conf.ctx, rc, &err);
	} else if (changes.events_n) {
		wall->conf.changed(wall->conf.ctx, &changes);
		(void)!tcn_intake_commit(wall->intake);
	}
}

static void
on_timer(evutil_socket_t fd, short what, void *of)
{
	static const struct timeval every = { .tv_sec = EVERY_S };
	struct tcn_wall *wall = of;

	(void)fd, (void)what;
	tell(wall);
	advance(wall);
	evtimer_add(wall->timer, &every);
}

struct tcn_wall *
tcn_wall_new(struct event_base *base, const struct tcn_wall_conf *conf,
    struct tcn_pipeline *pipe, struct tcn_intake *intake)
{
	static const struct timeval at_once;
	struct tcn_wall *wall = tcn_mem_calloc(1, sizeof *wall);

	wall->conf = *conf;
	wall->pipe = pipe;
	wall->intake = intake;
	wall->timer = evtimer_new(base, on_timer, wall);
	if (!wall->timer || evtimer_add(wall->timer, &at_once) != 0)
		tcn_mem_end();
	return wall;
}

void
tcn_wall_free(struct tcn_wall *wall)
{
	if (!wall)
		return;
	if (wall->timer)
		event_free(wall->timer);
	tcn_mem_free(wall);
}
