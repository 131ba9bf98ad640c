/*
 * tools/base/chart.h - scales, ticks and labels of the charts on our pages.
 *
 * Charts are inline SVG in drawing units; the page scales them to its width
 * and its style sheet colours them (tools/base/html_style.c: grid, tick,
 * axis). Numbers are printed to four significant digits, so the same figures
 * give the same bytes everywhere.
 *
 * Ticks stand at 1, 2 or 5 times a power of ten, and the ends of a scale are
 * moved outward to the next tick: P. Heckbert, "Nice numbers for graph
 * labels", Graphics Gems, 1990. Pure; cost: O(ticks).
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
	TCN_CHART_TICKS = 5, /* most intervals on a linear scale */
	TCN_CHART_TICKS_MAX = 16, /* most ticks on a logarithmic one */
};

/* Maps values from..to to lo..hi in drawing units; hi may be less than lo, as
 * it is where larger values stand higher. */
struct tcn_chart_scale {
	double from, to;
	double lo, hi;
	bool log; /* logarithmic; then from > 0 */
};

/* Where value stands, in drawing units. from < to; on a logarithmic scale
 * value > 0. */
double tcn_chart_at(const struct tcn_chart_scale *scale, double value);

/* Widens from and to so that both are ticks. A span of nothing is widened too,
 * so that from < to afterwards. */
void tcn_chart_round(struct tcn_chart_scale *scale);

/* Fills in the values that get a tick, ascending, and returns how many. A
 * logarithmic scale of more than 2,000 : 1 has a tick at each power of ten
 * only. scale has been rounded. */
size_t tcn_chart_ticks(const struct tcn_chart_scale *scale,
    double ticks[static TCN_CHART_TICKS_MAX]);

/* The least step of 1, 2 or 5 times a power of ten of which at most
 * TCN_CHART_TICKS fit into top. */
uint64_t tcn_chart_count_step(uint64_t top);

/* The same for time: minutes, hours or days between two ticks, in
 * milliseconds. span_ms >= 0. */
int64_t tcn_chart_time_step(int64_t span_ms);

/* The label of a tick at unix milliseconds ms: "14:05", or "21 Nov" at
 * midnight and where a step is whole days. */
void tcn_chart_time_label(int64_t ms, int64_t step_ms,
    char text[static TCN_WHEN_BYTES]);

/* Appends a <text> element. anchor: "start", "middle" or "end"; text is
 * escaped here. */
void tcn_chart_text(struct tcn_buf *out, double x, double y, const char *anchor,
    const char *text);

#endif
