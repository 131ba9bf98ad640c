/*
 * tools/eval/sweep/sweep_html_impl.h - the parts of a sweep's page. The page
 * itself is tcn_sweep_html() of tools/eval/sweep/sweep_view.h.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_HTML_IMPL_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_HTML_IMPL_H

#include "engine/base/buf.h"
#include "tools/eval/sweep/sweep_view.h"

extern const char tcn_sweep_style[];

/*
 * Writes the events the points disagree about, with their evidence, as an <ol>.
 */
void tcn_sweep_html_disputed(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* Writes what became of each known event with the point taken, as a table. */
void tcn_sweep_html_known(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* Writes all points as a table, the best first. */
void tcn_sweep_html_points(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/*
 * Writes what stands beneath the plots: alerts over time, and events by their
 * share of points.
 */
void tcn_sweep_html_times(const struct tcn_sweep_view *view,
    struct tcn_buf *out);
void tcn_sweep_html_shares(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

#endif
