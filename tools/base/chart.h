/*
 * tools/base/chart.h - what every drawing of ours is made of: scales and ticks.
 *
 * Charts are inline SVG in drawing units; the page scales them to its width
 * and its style sheet colours them (tools/base/html_style.c: grid, tick,
 * axis). Numbers are put out with one digit behind the point at most, so the
 * same figures give the same bytes everywhere.
 */
#ifndef TCN_TOOLS_BASE_CHART_H
#define TCN_TOOLS_BASE_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/str.h"
#include "tools/base/when.h"

enum {
	TCN_CHART_TICKS = 5, /* intervals on a scale, at most */
	TCN_CHART_TICKS_MAX = 16, /* ticks on one with a log scale */
};

/* Values from..to lie at lo..hi in drawing units; hi may be less than lo. */
struct tcn_chart_scale {
	double from, to;
	double lo, hi;
	bool log; /* then from > 0 */
};

double tcn_chart_at(const struct tcn_chart_scale *scale, double value);

/* Widens from and to so that both are ticks; fewer than ten of a log scale's
 * decades get 1, 2 and 5. A span of nothing gets some room. */
void tcn_chart_round(struct tcn_chart_scale *scale);

/* The values that get a tick, ascending. */
size_t tcn_chart_ticks(const struct tcn_chart_scale *scale,
    double ticks[static TCN_CHART_TICKS_MAX]);

/* 1, 2 or 5 times a power of ten: at most TCN_CHART_TICKS of them make top. */
uint64_t tcn_chart_count_step(uint64_t top);

/* A length of time that reads well between two ticks of such a span. */
int64_t tcn_chart_time_step(int64_t span_ms);

/* A tick of time: a clock, or at midnight and for whole days the day. */
void tcn_chart_time_label(int64_t ms, int64_t step_ms,
    char text[static TCN_WHEN_BYTES]);

/* A <text> with an anchor: "start", "middle" or "end". text is escaped. */
void tcn_chart_text(struct tcn_buf *out, double x, double y, const char *anchor,
    const char *text);

#endif
