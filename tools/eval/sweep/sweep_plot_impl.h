/*
 * tools/eval/sweep/sweep_plot_impl.h - the frame around a sweep's drawings, for
 * tools/eval/sweep/sweep_plot*.c.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_PLOT_IMPL_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_PLOT_IMPL_H

#include "engine/base/buf.h"
#include "tools/base/chart.h"
#include "tools/eval/sweep/sweep_plot.h"

/* A drawing, in its own units. */
enum {
	TCN_SWEEP_PLOT_WIDTH = 640,
	TCN_SWEEP_PLOT_HEIGHT = 420,
	TCN_SWEEP_PLOT_LEFT = 82,
	TCN_SWEEP_PLOT_RIGHT = 622,
	TCN_SWEEP_PLOT_TOP = 40,
	TCN_SWEEP_PLOT_BOTTOM = 346,
	/* Room for letters at the size they have on a phone. */
	TCN_SWEEP_PLOT_LETTER = 12,
	TCN_SWEEP_PLOT_LINE = 24,
};

struct tcn_sweep_plot_axis {
	struct tcn_chart_scale scale;
	const char *name;
	const char *unit; /* behind each number: "", " %" */
	double times; /* what a value is shown as: 100 for per cent */
	bool whole; /* it counts something: no ticks in between */
};

/* Opens the <svg>; name is its id on the page. The texts are escaped here. */
void tcn_sweep_plot_open(struct tcn_buf *out, const char *name, int height,
    const char *title, struct tcn_str description);
void tcn_sweep_plot_close(struct tcn_buf *out);

/* Rounds the ends of the axes, places them, and draws grid, ticks and names. */
void tcn_sweep_plot_axes(struct tcn_buf *out, struct tcn_sweep_plot_axis *x,
    struct tcn_sweep_plot_axis *y);
void tcn_sweep_plot_y_axis(struct tcn_buf *out, struct tcn_sweep_plot_axis *y);
void tcn_sweep_plot_x_name(struct tcn_buf *out, const char *name);

/* Where a point of the grid stands in a plot. */
struct tcn_sweep_plot_mark {
	size_t point; /* of the grid */
	double x, y; /* drawing units */
};

/*
 * Draws the points, the line through the frontier and as many labels as find
 * room. marks must be in the order in which the line passes through them.
 */
void tcn_sweep_plot_marks(const struct tcn_sweep_view *view,
    const struct tcn_sweep_plot_mark *marks, size_t n, struct tcn_buf *out);

#endif
