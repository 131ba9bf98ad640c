#include "tools/lab/eval/sweep/sweep_plot.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "tools/base/plot.h"
#include "tools/base/safe.h"

/* Where a point of the grid stands in a plot. */
struct tcn_sweep_plot_mark {
	size_t point; /* of the grid */
	double x, y; /* drawing units */
};

static void plot_marks(const struct tcn_sweep_view *view,
    const struct tcn_sweep_plot_mark *marks, size_t n, struct tcn_buf *out);

/* ---- points over two figures ---- */

/* What a scatter of points shows. */
struct scatter {
	struct tcn_plot_axis x, y;
	size_t x_at, y_at; /* of two doubles in struct tcn_sweep_figures */
};

#define AT(member) offsetof(struct tcn_sweep_figures, member)

static double
figure_at(const struct tcn_sweep_figures *f, size_t at)
{
	return *(const double *)(const void *)((const char *)f + at);
}

/*
 * Finds the range of a figure; on a logarithmic scale, of its values above 0.
 */
static void
find_range(const struct tcn_sweep_view *view, struct tcn_chart_scale *scale,
    size_t at)
{
	bool any = false;

	for (size_t i = 0; i < view->n; i++) {
		double value = figure_at(&view->figures[i], at);

		if (scale->log && value <= 0)
			continue;
		if (!any || value < scale->from)
			scale->from = value;
		if (!any || value > scale->to)
			scale->to = value;
		any = true;
	}
	if (!any) {
		scale->log = false;
		scale->from = 0;
		scale->to = 1;
	}
}

static int
by_x(const void *left, const void *right)
{
	const struct tcn_sweep_plot_mark *a = left, *b = right;

	if (a->x != b->x)
		return a->x < b->x ? -1 : 1;
	if (a->y != b->y)
		return a->y < b->y ? -1 : 1;
	return a->point < b->point ? -1 : 1;
}

static double
place(const struct tcn_chart_scale *scale, double value)
{
	if (scale->log && value < scale->from)
		value = scale->from;
	return tcn_chart_at(scale, value);
}

static void
draw_scatter(const struct tcn_sweep_view *view, struct scatter *s,
    struct tcn_buf *out)
{
	struct tcn_sweep_plot_mark *marks =
	    tcn_mem_calloc(view->n, sizeof *marks);

	find_range(view, &s->x.scale, s->x_at);
	find_range(view, &s->y.scale, s->y_at);
	tcn_plot_axes(out, &s->x, &s->y);
	for (size_t i = 0; i < view->n; i++)
		marks[i] = (struct tcn_sweep_plot_mark){
			.point = i,
			.x = place(&s->x.scale,
			    figure_at(&view->figures[i], s->x_at)),
			.y = place(&s->y.scale,
			    figure_at(&view->figures[i], s->y_at)),
		};
	qsort(marks, view->n, sizeof *marks, by_x);
	plot_marks(view, marks, view->n, out);
	tcn_mem_free(marks);
}

/* "84 points. Recommended: ..." */
static void
describe(const struct tcn_sweep_view *view, struct tcn_buf *text)
{
	tcn_buf_clear(text);
	tcn_buf_printf(text, "%zu points. ", view->n);
	tcn_sweep_say_best(view, text);
}

const char *
tcn_sweep_tradeoff_name(enum tcn_sweep_by by)
{
	switch (by) {
	case TCN_SWEEP_BY_LABELS:
		return "Precision against recall";
	case TCN_SWEEP_BY_KNOWN:
		return "Known events detected against alerts a day";
	case TCN_SWEEP_BY_AGREEMENT:
		break;
	}
	return "Agreement against alerts a day";
}

void
tcn_sweep_plot_tradeoff(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	struct scatter s = {
		.x = { .name = "alerts a day",
		    .unit = "",
		    .times = 1,
		    .scale = { .log = true } },
		.y = { .name = "agreement", .unit = " %", .times = 100 },
		.x_at = AT(per_day),
		.y_at = AT(agreement),
	};
	struct tcn_buf text = { 0 };

	if (view->by == TCN_SWEEP_BY_KNOWN) {
		s.y.name = "known events detected";
		s.y_at = AT(recall);
	} else if (view->by == TCN_SWEEP_BY_LABELS) {
		s.x = (struct tcn_plot_axis){
			.name = "recall", .unit = " %", .times = 100
		};
		s.x_at = AT(recall);
		s.y.name = "precision";
		s.y_at = AT(precision);
	}
	describe(view, &text);
	tcn_plot_open(out, "tradeoff", TCN_PLOT_HEIGHT,
	    tcn_sweep_tradeoff_name(view->by), tcn_buf_view(&text));
	draw_scatter(view, &s, out);
	tcn_plot_close(out);
	tcn_buf_fini(&text);
}

void
tcn_sweep_plot_misses(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	struct scatter s = {
		.x = { .name = "false alarms a day",
		    .unit = "",
		    .times = 1,
		    .scale = { .log = true } },
		.y = { .name = "events missed", .unit = " %", .times = 100 },
		.x_at = AT(false_per_day),
		.y_at = AT(missed),
	};
	struct tcn_buf text = { 0 };

	describe(view, &text);
	tcn_plot_open(out, "misses", TCN_PLOT_HEIGHT,
	    "Events missed against false alarms a day", tcn_buf_view(&text));
	draw_scatter(view, &s, out);
	tcn_plot_close(out);
	tcn_buf_fini(&text);
}

/* ---- delays ---- */

/*
 * Draws one point's detections as steps: the share of events detected within
 * each delay. Events within one drawing unit of the step before are drawn as
 * one step with it.
 */
static void
draw_delays(const struct tcn_sweep_view *view, size_t point,
    const struct tcn_chart_scale *x, const struct tcn_chart_scale *y,
    struct tcn_buf *out)
{
	const struct tcn_score *score = &view->sweep->scores[point];
	double unit = (x->to - x->from) / TCN_PLOT_WIDTH, drawn = x->from;
	size_t n = score->detected, i = 0;

	while (i < n && score->delays_min[i] <= x->from)
		i++;
	tcn_buf_printf(out, "<path class=\"%s\" d=\"M%d %.1f",
	    point == view->best ? "items" : "other", TCN_PLOT_LEFT,
	    tcn_chart_at(y, (double)i / (double)score->true_events));
	for (; i < n; i++) {
		if (i + 1 < n && score->delays_min[i + 1] < drawn + unit)
			continue;
		drawn = fmin(score->delays_min[i], x->to);
		tcn_buf_printf(out, "H%.1fV%.1f", tcn_chart_at(x, drawn),
		    tcn_chart_at(y,
			(double)(i + 1) / (double)score->true_events));
	}
	tcn_buf_printf(out, "H%d\"/>\n", TCN_PLOT_RIGHT);
}

void
tcn_sweep_plot_delays(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	const struct tcn_sweep_figures *f = &view->figures[view->best];
	double reach = view->sweep->conf.score->late_s / 60;
	struct tcn_plot_axis x = { .name = "hours after the event was true",
		.unit = "",
		.times = 1.0 / 60,
		.scale = { .from = -reach, .to = reach } };
	struct tcn_plot_axis y = { .name = "events detected",
		.unit = " %",
		.times = 100,
		.scale = { .from = 0, .to = 1 } };
	struct tcn_buf text = { 0 };

	if (f->detected)
		tcn_buf_printf(&text,
		    "The recommended point detects half of the events it finds "
		    "within %.0f minutes, and nine in ten within %.0f.",
		    f->delay_median_min, f->delay_p90_min);
	else
		tcn_buf_z(&text, "The recommended point finds no event.");
	tcn_plot_open(out, "delays", TCN_PLOT_HEIGHT,
	    "How soon events were detected", tcn_buf_view(&text));
	/* The ticks are hours; what is drawn is minutes. */
	x.scale.from /= 60;
	x.scale.to /= 60;
	x.times = 1;
	tcn_plot_axes(out, &x, &y);
	x.scale.from *= 60;
	x.scale.to *= 60;
	for (size_t i = 0; i < view->n; i++)
		if (view->figures[i].frontier && i != view->best)
			draw_delays(view, i, &x.scale, &y.scale, out);
	draw_delays(view, view->best, &x.scale, &y.scale, out);
	tcn_plot_close(out);
	tcn_buf_fini(&text);
}

/* ---- stability ---- */

void
tcn_sweep_plot_shares(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	struct tcn_plot_axis x = { .name =
				       "detected by this share of the points",
		.unit = " %",
		.times = 100,
		.scale = { .from = 0, .to = 1 } };
	struct tcn_plot_axis y = {
		.name = "events", .unit = "", .times = 1, .whole = true
	};
	size_t counts[TCN_SWEEP_SHARES] = { 0 };
	struct tcn_buf text = { 0 };

	for (size_t i = 0; i < view->events.n; i++)
		counts[tcn_sweep_share_bin(view->events.at[i].share)]++;
	for (size_t i = 0; i < TCN_SWEEP_SHARES; i++) {
		y.scale.to = fmax(y.scale.to, (double)counts[i]);
		tcn_buf_printf(&text, "%s%zu to %zu %%: %zu events",
		    i ? "; " : "", i * 100 / TCN_SWEEP_SHARES,
		    (i + 1) * 100 / TCN_SWEEP_SHARES, counts[i]);
	}
	tcn_plot_open(out, "shares", TCN_PLOT_HEIGHT,
	    "Events by the share of points that detect them",
	    tcn_buf_view(&text));
	tcn_plot_axes(out, &x, &y);
	for (size_t i = 0; i < TCN_SWEEP_SHARES; i++) {
		double left =
		    tcn_chart_at(&x.scale, (double)i / TCN_SWEEP_SHARES) + 3;
		double right =
		    tcn_chart_at(&x.scale, (double)(i + 1) / TCN_SWEEP_SHARES) -
		    3;
		double top = tcn_chart_at(&y.scale, (double)counts[i]);

		tcn_buf_printf(out,
		    "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" "
		    "width=\"%.1f\" height=\"%.1f\"/>\n",
		    left, top, right - left, TCN_PLOT_BOTTOM - top);
	}
	tcn_plot_close(out);
	tcn_buf_fini(&text);
}

/* ---- time ---- */

static double
x_of_time(const struct tcn_sweep_bins *bins, size_t bin)
{
	return TCN_PLOT_LEFT +
	    (double)bin / (double)bins->n * (TCN_PLOT_RIGHT - TCN_PLOT_LEFT);
}

static void
draw_days(const struct tcn_sweep_bins *bins, struct tcn_buf *out)
{
	int64_t span_ms = (int64_t)bins->n * bins->width_ms;
	int64_t step = tcn_chart_time_step(span_ms);
	int64_t rest = bins->from_ms % step;
	int64_t ms = bins->from_ms - rest + (rest > 0 ? step : 0);
	char text[TCN_WHEN_BYTES];

	for (; ms <= bins->from_ms + span_ms; ms += step) {
		double part = (double)(ms - bins->from_ms) / (double)span_ms;
		double x =
		    TCN_PLOT_LEFT + part * (TCN_PLOT_RIGHT - TCN_PLOT_LEFT);

		tcn_buf_printf(out, "<path class=\"tick\" d=\"M%.1f %dv6\"/>\n",
		    x, TCN_PLOT_BOTTOM);
		tcn_chart_time_label(ms, step, text);
		tcn_chart_text(out, x, TCN_PLOT_BOTTOM + 28,
		    x > TCN_PLOT_RIGHT - 30 ? "end" : "middle", text);
	}
}

/*
 * Draws the range: its upper edge from left to right, then back along the lower
 * one.
 */
static void
draw_range(const struct tcn_sweep_bins *bins, const struct tcn_chart_scale *y,
    struct tcn_buf *out)
{
	tcn_buf_printf(out, "<path class=\"range\" d=\"M%d %d", TCN_PLOT_LEFT,
	    TCN_PLOT_BOTTOM);
	for (size_t i = 0; i < bins->n; i++)
		tcn_buf_printf(out, "V%.1fH%.1f",
		    tcn_chart_at(y, bins->most[i]), x_of_time(bins, i + 1));
	for (size_t i = bins->n; i-- > 0;)
		tcn_buf_printf(out, "V%.1fH%.1f",
		    tcn_chart_at(y, bins->least[i]), x_of_time(bins, i));
	tcn_buf_z(out, "Z\"/>\n");
}

static void
draw_best(const struct tcn_sweep_bins *bins, const struct tcn_chart_scale *y,
    struct tcn_buf *out)
{
	tcn_buf_printf(out, "<path class=\"items\" d=\"M%d %.1f", TCN_PLOT_LEFT,
	    tcn_chart_at(y, bins->best[0]));
	for (size_t i = 0; i < bins->n; i++)
		tcn_buf_printf(out, "V%.1fH%.1f",
		    tcn_chart_at(y, bins->best[i]), x_of_time(bins, i + 1));
	tcn_buf_z(out, "\"/>\n");
}

static const char *
width_name(int64_t width_ms)
{
	int64_t hours = width_ms / (60 * TCN_MINUTE_MS);

	return hours == 1  ? "alerts an hour"
	    : hours == 24  ? "alerts a day"
	    : hours == 168 ? "alerts a week"
	    : hours == 720 ? "alerts in 30 days"
			   : "alerts a year";
}

void
tcn_sweep_plot_time(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	const struct tcn_sweep_bins *bins = &view->bins;
	struct tcn_plot_axis y = {
		.name = width_name(bins->width_ms), .unit = "", .times = 1
	};
	struct tcn_buf text = { 0 };
	char from[TCN_WHEN_BYTES], to[TCN_WHEN_BYTES];

	for (size_t i = 0; i < bins->n; i++)
		y.scale.to = fmax(y.scale.to, bins->most[i]);
	tcn_buf_printf(&text,
	    "From %s to %s: at most %.0f; on average %.2f a "
	    "day with the recommended settings.",
	    tcn_when_text(view->from_ms, from), tcn_when_text(view->to_ms, to),
	    y.scale.to, view->figures[view->best].per_day);
	tcn_plot_open(out, "time", TCN_PLOT_HEIGHT, "Alerts over time",
	    tcn_buf_view(&text));
	tcn_plot_y_axis(out, &y);
	draw_days(bins, out);
	draw_range(bins, &y.scale, out);
	draw_best(bins, &y.scale, out);
	tcn_buf_printf(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n",
	    TCN_PLOT_LEFT, TCN_PLOT_BOTTOM, TCN_PLOT_RIGHT);
	tcn_plot_close(out);
	tcn_buf_fini(&text);
}

enum {
	LABELS_MAX = 16,
	TITLES_MAX = 1000, /* no more points than this get a tooltip */
};

/* ---- labels that keep out of each other's way ---- */

struct box {
	double x0, y0, x1, y1;
};

struct labels {
	const struct tcn_sweep_plot_mark *marks;
	size_t marks_n;
	struct box taken[LABELS_MAX];
	size_t n;
};

static bool
meet(const struct box *a, const struct box *b)
{
	return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* Whether the box is inside the frame, and on no other label and no mark. */
static bool
is_free(const struct labels *labels, const struct box *box)
{
	if (box->x0 < TCN_PLOT_LEFT || box->x1 > TCN_PLOT_WIDTH ||
	    box->y0 < 0 || box->y1 > TCN_PLOT_BOTTOM)
		return false;
	for (size_t i = 0; i < labels->n; i++)
		if (meet(&labels->taken[i], box))
			return false;
	for (size_t i = 0; i < labels->marks_n; i++) {
		const struct tcn_sweep_plot_mark *mark = &labels->marks[i];
		struct box dot = { mark->x - 5, mark->y - 5, mark->x + 5,
			mark->y + 5 };

		if (meet(&dot, box))
			return false;
	}
	return true;
}

/* Puts the label somewhere around the mark, or leaves it out. */
static void
put_label(struct labels *labels, const struct tcn_sweep_plot_mark *mark,
    bool best, const char *text, struct tcn_buf *out)
{
	static const struct place {
		double dx, dy;
		double shift; /* of the box, in widths */
		const char *anchor;
	} places[] = {
		{ 14, 6, 0, "start" },
		{ 10, -12, 0, "start" },
		{ -14, 6, -1, "end" },
		{ 10, 26, 0, "start" },
		{ -10, 26, -1, "end" },
		{ -10, -12, -1, "end" },
		{ 0, -20, -0.5, "middle" },
		{ 0, 34, -0.5, "middle" },
	};
	double width =
	    (double)strlen(text) * TCN_PLOT_LETTER * (best ? 1.1 : 1);

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		const struct place *p = &places[i];
		double x = mark->x + p->dx, y = mark->y + p->dy;
		struct box box = { x + p->shift * width, y - 17,
			x + (p->shift + 1) * width, y + 5 };

		if (labels->n == LABELS_MAX || !is_free(labels, &box))
			continue;
		labels->taken[labels->n++] = box;
		tcn_buf_printf(out,
		    "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" "
		    "text-anchor=\"%s\">",
		    best ? "mark label" : "label", x, y, p->anchor);
		tcn_safe_html(out, tcn_str(text));
		tcn_buf_z(out, "</text>\n");
		return;
	}
}

static void
label_mark(const struct tcn_sweep_view *view, struct labels *labels,
    const struct tcn_sweep_plot_mark *mark, struct tcn_buf *out)
{
	struct tcn_buf text = { 0 };

	/* Appends a point's values, "15 / 4h", as plots label it. */
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_z(&text, i ? " / " : "");
		tcn_buf_str(&text,
		    tcn_sweep_grid_value(view->grid, mark->point, i));
	}
	if (text.n)
		put_label(labels, mark, mark->point == view->best, text.at,
		    out);
	tcn_buf_fini(&text);
}

/* ---- the marks ---- */

static void
say_point(const struct tcn_sweep_view *view, size_t point, struct tcn_buf *out)
{
	const struct tcn_sweep_figures *f = &view->figures[point];

	tcn_sweep_grid_print(view->grid, point, out);
	if (view->by == TCN_SWEEP_BY_LABELS)
		tcn_buf_printf(out,
		    ": recall %.1f %%, precision %.1f %%, F1 %.3f, ",
		    f->recall * 100, f->precision * 100, f->f1);
	else if (view->by == TCN_SWEEP_BY_KNOWN)
		tcn_buf_printf(out,
		    ": %" PRIu64 " of %" PRIu64 " known events, ", f->detected,
		    f->true_events);
	else
		tcn_buf_printf(out, ": agreement %.1f %%, ",
		    f->agreement * 100);
	tcn_buf_printf(out, "%.2f alerts a day", f->per_day);
}

static void
put_mark(const struct tcn_sweep_view *view,
    const struct tcn_sweep_plot_mark *mark, struct tcn_buf *out)
{
	bool best = mark->point == view->best;
	bool front = view->figures[mark->point].frontier;
	struct tcn_buf text = { 0 };

	if (best)
		tcn_buf_printf(out,
		    "<circle class=\"ring\" cx=\"%.1f\" cy=\"%.1f\" "
		    "r=\"11\"/>\n",
		    mark->x, mark->y);
	tcn_buf_printf(out,
	    "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\">",
	    best        ? "best"
		: front ? "front"
			: "point",
	    mark->x, mark->y, front || best ? 6 : 4);
	if (view->n <= TITLES_MAX) {
		say_point(view, mark->point, &text);
		tcn_buf_z(out, "<title>");
		tcn_safe_html(out, tcn_buf_view(&text));
		tcn_buf_z(out, "</title>");
	}
	tcn_buf_z(out, "</circle>\n");
	tcn_buf_fini(&text);
}

/*
 * Draws the points, the line through the frontier and as many labels as find
 * room. marks must be in the order in which the line passes through them.
 */
static void
plot_marks(const struct tcn_sweep_view *view,
    const struct tcn_sweep_plot_mark *marks, size_t n, struct tcn_buf *out)
{
	struct labels labels = { .marks = marks, .marks_n = n };
	char command = 'M';

	tcn_buf_z(out, "<path class=\"frontier\" d=\"");
	for (size_t i = 0; i < n; i++) {
		if (!view->figures[marks[i].point].frontier)
			continue;
		tcn_buf_printf(out, "%c%.1f %.1f", command, marks[i].x,
		    marks[i].y);
		command = 'L';
	}
	tcn_buf_z(out, "\"/>\n");
	/* The best points are drawn last, on top of the others. */
	for (int pass = 0; pass < 3; pass++)
		for (size_t i = 0; i < n; i++) {
			size_t point = marks[i].point;

			if ((point == view->best)
				? pass == 2
				: pass == view->figures[point].frontier)
				put_mark(view, &marks[i], out);
		}
	for (size_t i = 0; i < n; i++)
		if (marks[i].point == view->best)
			label_mark(view, &labels, &marks[i], out);
	for (size_t i = 0; i < n; i++)
		if (marks[i].point != view->best &&
		    view->figures[marks[i].point].frontier)
			label_mark(view, &labels, &marks[i], out);
}

enum {
	ROW = 46,
	HEAD = 44, /* above the cells */
	FOOT = 76, /* below them */
	TEXT_ROOM = 48, /* a cell narrower than this shows no number ... */
	FULL_ROOM = 62, /* ... and than this, only two digits */
};

struct heat {
	const struct tcn_sweep_view *view;
	size_t *indexes; /* of a point, one an axis */
	const struct tcn_sweep_axis *across, *down; /* down may be NULL */
	size_t across_at, down_at; /* among the axes */
	double left, width; /* left edge of the cells; width of one */
	double least, most; /* of all points */
};

static double
value_of(const struct heat *heat, size_t point)
{
	const struct tcn_sweep_figures *f = &heat->view->figures[point];

	return heat->view->by == TCN_SWEEP_BY_LABELS ? f->f1 : f->per_day;
}

static size_t
point_of(const struct heat *heat, size_t column, size_t row)
{
	heat->indexes[heat->across_at] = column;
	if (heat->down)
		heat->indexes[heat->down_at] = row;
	return tcn_sweep_grid_point(heat->view->grid, heat->indexes);
}

/*
 * Returns the shade of a value. Alerts a day are compared as ratios, so their
 * shade goes by the logarithm.
 */
static double
shade_of(const struct heat *heat, double value)
{
	double from = heat->least, to = heat->most;

	if (heat->view->by != TCN_SWEEP_BY_LABELS) {
		from = tcn_real_log(from + 1e-3);
		to = tcn_real_log(to + 1e-3);
		value = tcn_real_log(value + 1e-3);
	}
	return to - from > 1e-12 ? (value - from) / (to - from) : 0;
}

/* Returns how many digits behind the point a cell has room for. */
static int
digits_of(const struct heat *heat, double value)
{
	int digits = heat->view->by == TCN_SWEEP_BY_LABELS ? 3 : 2;

	if (heat->width < FULL_ROOM)
		digits--;
	return value >= 10 ? digits - 1 : digits;
}

static void
put_cell(const struct heat *heat, size_t column, size_t row,
    struct tcn_buf *out)
{
	size_t point = point_of(heat, column, row);
	double value = value_of(heat, point);
	double x = heat->left + (double)column * heat->width;
	double y = HEAD + (double)row * ROW;
	bool best = point == heat->view->best;
	char text[32];

	tcn_buf_printf(out,
	    "<rect class=\"cell\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
	    "height=\"%d\" fill-opacity=\"%.3f\"/>\n",
	    x + 1, y + 1, heat->width - 2, ROW - 2, shade_of(heat, value));
	if (best)
		tcn_buf_printf(out,
		    "<rect class=\"ring\" x=\"%.1f\" y=\"%.1f\" "
		    "width=\"%.1f\" height=\"%d\"/>\n",
		    x + 2, y + 2, heat->width - 4, ROW - 4);
	if (heat->width < TEXT_ROOM)
		return;
	snprintf(text, sizeof text, "%.*f", digits_of(heat, value), value);
	tcn_buf_printf(out,
	    "<text class=\"value\" x=\"%.1f\" y=\"%.1f\" "
	    "text-anchor=\"middle\">%s</text>\n",
	    x + heat->width / 2, y + ROW / 2.0 + 6, text);
}

static void
put_str(struct tcn_buf *out, double x, double y, const char *anchor,
    struct tcn_str text)
{
	tcn_buf_printf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
	    x, y, anchor);
	tcn_safe_html(out, text);
	tcn_buf_z(out, "</text>\n");
}

/*
 * Writes the values along the edges; under narrow columns only those that fit.
 */
static void
put_edges(const struct heat *heat, size_t rows, struct tcn_buf *out)
{
	double bottom = HEAD + (double)rows * ROW, free_from = 0;

	for (size_t i = 0; i < heat->across->n; i++) {
		struct tcn_str value = heat->across->values[i];
		double at = heat->left + ((double)i + 0.5) * heat->width;
		double half = (double)value.n * TCN_PLOT_LETTER / 2;

		if (at - half < free_from)
			continue;
		free_from = at + half + 4;
		put_str(out, at, bottom + 26, "middle", value);
	}
	put_str(out, TCN_PLOT_RIGHT, bottom + 58, "end",
	    tcn_str(tcn_sweep_axis_name(heat->across)));
	if (!heat->down)
		return;
	for (size_t i = 0; i < rows; i++)
		put_str(out, heat->left - 8, HEAD + ((double)i + 0.5) * ROW + 6,
		    "end", heat->down->values[i]);
	put_str(out, 2, HEAD - 20, "start",
	    tcn_str(tcn_sweep_axis_name(heat->down)));
}

static void
find_place(struct heat *heat)
{
	size_t letters = 1;

	for (size_t i = 0; heat->down && i < heat->down->n; i++)
		if (heat->down->values[i].n > letters)
			letters = heat->down->values[i].n;
	heat->left = 16 + (double)letters * TCN_PLOT_LETTER;
	heat->width = (TCN_PLOT_RIGHT - heat->left) / (double)heat->across->n;
	for (size_t i = 0; i < heat->view->n; i++) {
		double value = value_of(heat, i);

		heat->least = i ? fmin(heat->least, value) : value;
		heat->most = i ? fmax(heat->most, value) : value;
	}
}

static void
draw(struct heat *heat, size_t third, struct tcn_buf *out)
{
	size_t rows = heat->down ? heat->down->n : 1;
	struct tcn_buf text = { 0 };
	char name[32];

	tcn_buf_printf(&text,
	    "From %.4g to %.4g; the recommended point is "
	    "framed.",
	    heat->least, heat->most);
	snprintf(name, sizeof name, "heat-%zu", third);
	tcn_plot_open(out, name, HEAD + (int)rows * ROW + FOOT,
	    heat->view->by == TCN_SWEEP_BY_LABELS
		? "F1 over two settings"
		: "Alerts a day over two settings",
	    tcn_buf_view(&text));
	for (size_t row = 0; row < rows; row++)
		for (size_t i = 0; i < heat->across->n; i++)
			put_cell(heat, i, row, out);
	put_edges(heat, rows, out);
	tcn_plot_close(out);
	tcn_buf_fini(&text);
}

void
tcn_sweep_plot_heat(const struct tcn_sweep_view *view, size_t third,
    struct tcn_buf *out)
{
	const struct tcn_sweep_grid *grid = view->grid;
	struct heat heat = { .view = view, .across_at = view->axes[0] };

	assert(view->grid->axes_n > 0);
	heat.across = &grid->axes[view->axes[0]];
	if (grid->axes_n > 1) {
		heat.down_at = view->axes[1];
		heat.down = &grid->axes[view->axes[1]];
		/*
		 * The axis with more values goes across, where there is more
		 * room.
		 */
		if (heat.down->n > heat.across->n) {
			heat.across_at = view->axes[1];
			heat.down_at = view->axes[0];
			heat.across = &grid->axes[heat.across_at];
			heat.down = &grid->axes[heat.down_at];
		}
	}
	heat.indexes = tcn_mem_calloc(grid->axes_n, sizeof *heat.indexes);
	for (size_t i = 0; i < grid->axes_n; i++)
		heat.indexes[i] = tcn_sweep_grid_index(grid, view->best, i);
	if (grid->axes_n > 2)
		heat.indexes[view->axes[2]] = third;
	find_place(&heat);
	draw(&heat, third, out);
	tcn_mem_free(heat.indexes);
}
