/*
 * tools/input/pace.h - replaying a stream at a multiple of its own speed.
 *
 * An article is due when, since the first one, as much of the machine's time
 * has passed as of the stream's, divided by the speed. Only dates that move
 * the stream's clock count: what is undated or late is taken in at once, and
 * neither is a leap of more than time.jump waited for, be it a gap in the
 * stream or a wrong date. What was lost (the machine was busy or asleep) is
 * not caught up with. Pace never changes what comes out, only when.
 */
#ifndef TCN_TOOLS_INPUT_PACE_H
#define TCN_TOOLS_INPUT_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

struct tcn_pace {
	double speed; /* 0: as fast as it goes */
	bool begun;
	int64_t stream_ms, machine_ms; /* these two moments are the same */
	int64_t now_ms; /* the stream's clock, when last seen */
};

/* "60x", "0.5x", "60", or "max"; NULL is max. */
TCN_MUST_USE enum tcn_rc tcn_pace_init(struct tcn_pace *pace, const char *text,
    struct tcn_err *err);

/*
 * How many milliseconds to wait for an article of that date. now_ms: the
 * stream's clock (or TCN_UNDATED); machine_ms: a monotonic one.
 */
int64_t tcn_pace_wait_ms(struct tcn_pace *pace, int64_t ts_ms, int64_t now_ms,
    int64_t jump_ms, int64_t machine_ms);

/* A sleep that a signal ends. */
void tcn_pace_sleep(int64_t ms);

#endif
