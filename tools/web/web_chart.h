/*
 * tools/web/web_chart.h - charts of figures over time, as pages show them.
 *
 * A chart is a drawing with a name that is read aloud, and below it the same
 * figures as a table, folded. Lines are thinned to TCN_WEB_CHART_POINTS points,
 * of which each is the largest of those that it stands for. Pure; functions
 * append to out.
 */
#ifndef TCN_TOOLS_WEB_WEB_CHART_H
#define TCN_TOOLS_WEB_WEB_CHART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/buf.h"

#define TCN_WEB_CHART_POINTS 240
#define TCN_WEB_CHART_ROWS   24 /* of the table */
#define TCN_WEB_CHART_LINES  2

struct tcn_web_chart {
	const char *id; /* on the page */
	const char *title;
	const char *unit; /* behind the greatest number: " MB"; or "" */
	const int64_t *at_ms; /* rising */
	size_t n;
	const double *values[TCN_WEB_CHART_LINES]; /* >= 0; NULL: no line */
	const char *names[TCN_WEB_CHART_LINES];
	bool days; /* bars, one a day, in place of lines */
	bool whole; /* it counts something: no ticks between */
};

void tcn_web_chart(struct tcn_buf *out, const struct tcn_web_chart *chart);

#endif
