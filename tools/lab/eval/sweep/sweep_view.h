/*
 * tools/lab/eval/sweep/sweep_view.h - the results of a finished sweep, for
 * those who write them out.
 *
 * It has the figures of each point, the point to take, the events on which the
 * points agree and disagree, and alerts over time. The writers (terminal, CSV,
 * JSON, HTML) only read it. Call order: make, read, fini.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_VIEW_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_VIEW_H

#include "engine/base/buf.h"
#include "tools/lab/eval/measure.h"
#include "tools/lab/eval/sweep/sweep.h"
#include "tools/lab/eval/sweep/sweep_best.h"
#include "tools/lab/eval/sweep/sweep_events.h"

/* Alerts over time: of the point taken, and the range of all points. */
struct tcn_sweep_bins {
	int64_t from_ms, width_ms;
	size_t n;
	uint32_t *best, *least, *most;
};

struct tcn_sweep_view {
	const struct tcn_sweep *sweep;
	struct tcn_known *known; /* as the point taken detects them; or NULL */
	const struct tcn_sweep_grid *grid;
	enum tcn_sweep_by by;
	struct tcn_sweep_budget budget;
	struct tcn_sweep_figures *figures; /* by point */
	size_t n; /* points */
	size_t *order; /* points, the best first */
	size_t best; /* the point to take */
	enum tcn_sweep_why why;
	size_t within_n; /* points that keep to the budget */
	struct tcn_sweep_events events;
	size_t *marginal; /* events that some points detect, not all */
	size_t marginal_n; /* ... the most disputed first */
	int64_t from_ms, to_ms; /* stream time */
	double days; /* that alerts a day are counted over */
	struct tcn_sweep_bins bins;
	size_t *axes; /* of the grid, the one that matters most first */
};

/* Works out the view of a finished sweep, and which point to take within the
 * budget, which is not NULL. Free it by fini. */
void tcn_sweep_view_make(const struct tcn_sweep *sweep,
    const struct tcn_sweep_budget *budget, struct tcn_sweep_view *view);
void tcn_sweep_view_fini(struct tcn_sweep_view *view);

/* Writes in a sentence of plain text which point is recommended and why. */
void tcn_sweep_say_best(const struct tcn_sweep_view *view, struct tcn_buf *out);

/* Returns the alert by which an event is shown. */
const struct tcn_sweep_alert *
tcn_sweep_event_alert(const struct tcn_sweep_view *view, size_t event);

/*
 * Returns its headline: that of the central item, else of any it cites; it may
 * be empty.
 */
struct tcn_str tcn_sweep_headline(const struct tcn_sweep_view *view,
    size_t event);

/*
 * Returns the tenth that a share of points is in: of 0 to 10 %, 0; of 100 %, 9.
 */
#define TCN_SWEEP_SHARES 10
size_t tcn_sweep_share_bin(double share);

/* A column of the table of points, on a terminal and on a page. */
struct tcn_sweep_column {
	struct tcn_measure figure; /* named and given as on a terminal */
	const char *heading; /* on a page */
	unsigned on_page; /* bits, 1 << enum tcn_sweep_by, like its cases */
	int rank; /* those of a lower one are left out last */
};

/* The columns from left to right. */
const struct tcn_sweep_column *tcn_sweep_columns(size_t *n);

/* The writers. width: columns. */
void tcn_sweep_table(const struct tcn_sweep_view *view, size_t width,
    size_t rows_max, struct tcn_buf *out);
void tcn_sweep_csv(const struct tcn_sweep_view *view, struct tcn_buf *out);
void tcn_sweep_json(const struct tcn_sweep_view *view, struct tcn_buf *out);
void tcn_sweep_html(const struct tcn_sweep_view *view, struct tcn_buf *out);

#endif
