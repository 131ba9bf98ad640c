/*
 * tools/serve/live/wall.h - the stream's time against the wall clock.
 *
 * The stream's time moves by the dates of articles (window/base/clock.h). Two
 * things need the wall clock as well, and a timer looks after both, once a
 * second:
 *
 * WHEN NO ARTICLE COMES the stream's time stands still, but events go quiet
 * all the same, and whoever was told of them waits to hear that they are over.
 * So the stream is taken to go on as fast as the wall clock since the last
 * article came, and the events whose deadline that passes are closed
 * (tcn_pipeline_advance), with the deadline as their date. This holds for a
 * stream that lags behind the clock, too, such as a recorded one.
 *
 * WHEN THE STREAM IS AHEAD of the wall clock, because that was set back or ran
 * ahead once, articles of today are old news to the detector, and nothing
 * fires. By more than time.future this is logged, once when it begins and once
 * when it is over, and GET /readyz is 503. To wait is one mend; the other is
 * `tocsin check --mend-clock`.
 *
 * WHEN THEY ARE A DAY APART, in either direction, what comes is an archive, or
 * a day that is replayed: then the stream has a clock of its own, which pages
 * say. A stream that has fallen silent has not, however long ago that was, as
 * it goes on with the clock.
 *
 * THE PRESENT, from which pages count ages, is the wall clock's time, however
 * old the last article is; of a stream with its own clock it is the stream's.
 *
 * One loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_WALL_H
#define TCN_TOOLS_SERVE_LIVE_WALL_H

#include <event2/event.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "rules/detector.h"
#include "tools/pipeline/pipeline.h"
#include "tools/serve/live/intake.h"

struct tcn_wall_conf {
	int64_t future_ms; /* how far ahead is nothing to speak of */

	/* Events have closed; the transaction is still open. */
	void (*changed)(void *ctx, const struct tcn_detector_changes *changes);
	/* The pipeline has failed. A failed commit is the intake's to
	 * report. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

struct tcn_wall;

/* Looks for the first time at the first turn of the loop. The pipeline and the
 * intake must outlive it. */
struct tcn_wall *tcn_wall_new(struct event_base *base,
    const struct tcn_wall_conf *conf, struct tcn_pipeline *pipe,
    struct tcn_intake *intake);
void tcn_wall_free(struct tcn_wall *wall); /* may be NULL */

/* The stream's time, which goes on with the clock while no article comes;
 * TCN_UNDATED: none ever came. */
int64_t tcn_wall_stream_ms(struct tcn_wall *wall);

/* How long no article has come, by the clock, over a restart too; 0: none ever
 * came. */
int64_t tcn_wall_silent_ms(struct tcn_wall *wall);

/* The present, as above. Of a program whose clock is paced (tools/base/now.h)
 * that clock's. */
int64_t tcn_wall_present_ms(struct tcn_wall *wall);

/* Whether the stream's time is more than a day from the machine's clock. (The
 * program's may be paced: tools/base/now.h.) */
bool tcn_wall_is_apart(struct tcn_wall *wall);

/* How far the stream's time is ahead of the wall clock now; >= 0. */
int64_t tcn_wall_ahead_ms(const struct tcn_wall *wall);

/* Whether that is too far for articles of today to count. */
bool tcn_wall_is_ahead(const struct tcn_wall *wall);

#endif
