/*
 * tools/eval/sweep/sweep_plot_impl.h - what a sweep's drawings share, for
 * tools/eval/sweep/sweep_plot*.c. Their frame is that of tools/base/plot.h.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_PLOT_IMPL_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_PLOT_IMPL_H

#include "engine/base/buf.h"
#include "tools/base/plot.h"
#include "tools/eval/sweep/sweep_plot.h"

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
