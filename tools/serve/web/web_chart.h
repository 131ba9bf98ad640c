/*
 * tools/serve/web/web_chart.h - charts of figures over time, as pages show
 * them.
 *
 * A chart is a drawing with a name that is read aloud, and below it the same
 * figures as a table, folded. Lines are thinned to TCN_WEB_CHART_POINTS points,
 * of which each is the largest of those that it stands for. Pure.
 */
#ifndef TCN_TOOLS_SERVE_WEB_WEB_CHART_H
#define TCN_TOOLS_SERVE_WEB_WEB_CHART_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/json_value.h"

#define TCN_WEB_CHART_POINTS 240
#define TCN_WEB_CHART_ROWS   24 /* of the table */
#define TCN_WEB_CHART_LINES  2

struct tcn_web_chart {
	const char *id; /* on the page */
	const char *title;
	const char *unit; /* of its numbers, behind the title: " MB"; or "" */
	/* Of {"at", ...}, and the members of each that are drawn, NULL: no
	 * line; what is below 0 counts as 0. */
	struct tcn_json_value list;
	const char *members[TCN_WEB_CHART_LINES];
	const char *names[TCN_WEB_CHART_LINES];
	double divided; /* what they are divided by */
	/* How far back it reaches from the last time, drawn or not; 0: to the
	 * first. */
	int64_t span_ms;
	bool days; /* bars, one a day, in place of lines */
	bool whole; /* it counts something: no ticks between */
};

/* What templates/chart.html shows, in arena; absent where the list has no time.
 * What is not later than the one before it is left out. */
struct tcn_json_value tcn_web_chart(struct tcn_arena *arena,
    const struct tcn_web_chart *chart);

#endif
