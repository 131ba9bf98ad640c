/*
 * tools/intake/input/pace.h - replays a stream at a multiple of its own speed.
 *
 * An article is due when as much of the machine's time has passed since the
 * first one as of the stream's time, divided by the speed. Only dates that move
 * the stream's clock count: an article that is undated or late is taken in at
 * once, and a leap of more than time.jump, be it a gap in the stream or a wrong
 * date, is not waited for. Time that was lost, because the machine was busy or
 * asleep, is not caught up with. The pace never changes the output, only when
 * it comes.
 */
#ifndef TCN_TOOLS_INTAKE_INPUT_PACE_H
#define TCN_TOOLS_INTAKE_INPUT_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_pace {
	double speed; /* a factor; 0: without waiting */
	bool begun;
	int64_t stream_ms, machine_ms; /* one moment, by both clocks */
	int64_t now_ms; /* the stream's clock at the last call */
};

/* Reads a speed: "60x", "0.5x", "60", or "max"; NULL is max. TCN_INVALID: err
 * says what is wrong. */
TCN_MUST_USE enum tcn_rc tcn_pace_init(struct tcn_pace *pace, const char *text,
    struct tcn_err *err);

/*
 * How many milliseconds to wait before taking in an article dated ts_ms, >= 0.
 * now_ms: the stream's clock, or TCN_UNDATED; jump_ms: the longest leap that
 * is waited for; machine_ms: a monotonic clock.
 */
int64_t tcn_pace_wait_ms(struct tcn_pace *pace, int64_t ts_ms, int64_t now_ms,
    int64_t jump_ms, int64_t machine_ms);

/* Sleeps for ms milliseconds, or until a signal comes. */
void tcn_pace_sleep(int64_t ms);

#endif
