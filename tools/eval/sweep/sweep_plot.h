/*
 * tools/eval/sweep/sweep_plot.h - the drawings of a sweep's page, each one
 * <svg>.
 *
 * Every drawing says in its title and description what it shows, so that it
 * can be heard as well as seen, and leans on shape and place before colour.
 * Labels are placed so that they do not run into each other at the size
 * letters have on a phone. Internal to tools/sweep_*.c.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_PLOT_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_PLOT_H

#include "engine/base/buf.h"
#include "tools/eval/sweep/sweep_view.h"

/* Precision against recall; without labels known events rung, or agreement,
 * against alerts a day. */
const char *tcn_sweep_tradeoff_name(enum tcn_sweep_by by);
void tcn_sweep_plot_tradeoff(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* Missed events against false alarms a day, these on a log scale. */
void tcn_sweep_plot_misses(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* How many of the true events had been rung how long after they were true. */
void tcn_sweep_plot_delays(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* How many events are rung by how large a share of the points. */
void tcn_sweep_plot_shares(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* Alerts over time: the point taken, and the range of all. */
void tcn_sweep_plot_time(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/*
 * F1, or alerts a day, over the two axes that matter most: the third one's
 * value is `third`, all others are those of the point taken.
 */
void tcn_sweep_plot_heat(const struct tcn_sweep_view *view, size_t third,
    struct tcn_buf *out);

/* Appends a point's values, "15 / 4h", as plots label it. */
void tcn_sweep_label(const struct tcn_sweep_view *view, size_t point,
    struct tcn_buf *out);

#endif
