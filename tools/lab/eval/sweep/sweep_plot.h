/*
 * tools/lab/eval/sweep/sweep_plot.h - the drawings of a sweep's page, each one
 * <svg>.
 *
 * Every drawing says in its title and description what it shows, so that it can
 * be read aloud, and shows differences by shape and place before colour. Labels
 * are placed so that they do not run into each other at the size letters have
 * on a phone. Only tools/lab/eval/sweep/sweep_html.c draws.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_PLOT_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_PLOT_H

#include "engine/base/buf.h"
#include "tools/lab/eval/sweep/sweep_view.h"

/*
 * The name of the plot of precision against recall; without labels, of known
 * events detected, or of agreement, against alerts a day.
 */
const char *tcn_sweep_tradeoff_name(enum tcn_sweep_by by);
void tcn_sweep_plot_tradeoff(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/*
 * Draws missed events against false alarms a day, the latter on a logarithmic
 * scale; it is close to the DET curve of TDT (Martin et al. 1997, The DET curve
 * in assessment of detection task performance).
 */
void tcn_sweep_plot_misses(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/*
 * Draws how many of the true events had been detected how long after they
 * crossed.
 */
void tcn_sweep_plot_delays(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* Draws how many events are detected by how large a share of the points. */
void tcn_sweep_plot_shares(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/* Draws alerts over time: of the point taken, and the range of all points. */
void tcn_sweep_plot_time(const struct tcn_sweep_view *view,
    struct tcn_buf *out);

/*
 * Draws F1, or alerts a day, over the two axes that matter most: the third axis
 * has value number `third`, all others are those of the point taken.
 */
void tcn_sweep_plot_heat(const struct tcn_sweep_view *view, size_t third,
    struct tcn_buf *out);

#endif
