/*
 * tools/eval/sweep/sweep_html_impl.h - the parts of a sweep's page. Internal to
 * tools/sweep_*.c; the page itself is tcn_sweep_html() of sweep_view.h.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_HTML_IMPL_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_HTML_IMPL_H

#include "engine/base/buf.h"
#include "tools/eval/sweep/sweep_view.h"

extern const char tcn_sweep_style[];

/* The events the points disagree about, with their evidence: an <ol>. */
void tcn_sweep_html_disputed(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* What became of each known event with the point taken: a table. */
void tcn_sweep_html_known(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* All points as a table, the worthiest first. */
void tcn_sweep_html_points(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* Beneath the plots: alerts over time, and events by their share of points. */
void tcn_sweep_html_times(const struct tcn_sweep_view *view,
    struct tcn_buf *out);
void tcn_sweep_html_shares(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

#endif
