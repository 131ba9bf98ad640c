/*
 * tools/bench/bench_window.h - times how an index of the window takes a stream
 * in: it is filled, slid on by half of what it holds, and then by a quarter
 * with each call timed by itself, to see the longest.
 */
#ifndef TCN_TOOLS_BENCH_BENCH_WINDOW_H
#define TCN_TOOLS_BENCH_BENCH_WINDOW_H

#include <stddef.h>

#include "engine/base/rc.h"

/* Length of the stream, for n items in the window. */
static inline size_t
tcn_bench_window_stream(size_t n)
{
	return n + n / 2 + n / 4;
}

/* Files item i of the stream, and moves the window on to it. */
typedef enum tcn_rc tcn_bench_window_take(void *ctx, size_t i);

/* Seconds of processor time of one item. */
struct tcn_bench_window {
	double insert, slide; /* mean: without and with what leaves */
	double pause_p999, pause_max; /* of one insert and expire */
};

/* Takes the stream for n items. Errors: take's; TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_bench_window_feed(tcn_bench_window_take *take,
    void *ctx, size_t n, struct tcn_bench_window *times);

#endif
