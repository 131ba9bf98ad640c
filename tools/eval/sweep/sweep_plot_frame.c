#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "tools/base/safe.h"
#include "tools/eval/sweep/sweep_plot_impl.h"

enum {
	LABELS_MAX = 16,
	TITLES_MAX = 1000, /* no more points than this get a tooltip */
};

void
tcn_sweep_plot_open(struct tcn_buf *out, const char *name, int height,
    const char *title, struct tcn_str description)
{
	tcn_buf_printf(out,
	    "<svg viewBox=\"0 0 %d %d\" role=\"img\" "
	    "aria-labelledby=\"%s-title %s-desc\">\n<title id=\"%s-title\">",
	    TCN_SWEEP_PLOT_WIDTH, height, name, name, name);
	tcn_safe_html(out, tcn_str(title));
	tcn_buf_printf(out, "</title>\n<desc id=\"%s-desc\">", name);
	tcn_safe_html(out, description);
	tcn_buf_z(out, "</desc>\n");
}

void
tcn_sweep_plot_close(struct tcn_buf *out)
{
	tcn_buf_z(out, "</svg>\n");
}

static void
tick_text(const struct tcn_sweep_plot_axis *axis, double value, char text[48])
{
	double shown = value * axis->times;

	if (fabs(shown) < 1e-9)
		shown = 0;
	snprintf(text, 48, "%.6g%s", shown, axis->unit);
}

void
tcn_sweep_plot_y_axis(struct tcn_buf *out, struct tcn_sweep_plot_axis *y)
{
	double ticks[TCN_CHART_TICKS_MAX];
	char text[48];
	size_t n;

	tcn_chart_round(&y->scale);
	y->scale.lo = TCN_SWEEP_PLOT_BOTTOM;
	y->scale.hi = TCN_SWEEP_PLOT_TOP;
	n = tcn_chart_ticks(&y->scale, ticks);
	for (size_t i = 0; i < n; i++) {
		double at = tcn_chart_at(&y->scale, ticks[i]);

		if (y->whole && fabs(ticks[i] - round(ticks[i])) > 1e-9)
			continue;
		tcn_buf_printf(out,
		    "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n",
		    TCN_SWEEP_PLOT_LEFT, at, TCN_SWEEP_PLOT_RIGHT);
		tick_text(y, ticks[i], text);
		tcn_chart_text(out, TCN_SWEEP_PLOT_LEFT - 8, at + 5, "end",
		    text);
	}
	tcn_chart_text(out, 2, TCN_SWEEP_PLOT_TOP - 20, "start", y->name);
}

void
tcn_sweep_plot_x_name(struct tcn_buf *out, const char *name)
{
	tcn_chart_text(out, TCN_SWEEP_PLOT_RIGHT, TCN_SWEEP_PLOT_BOTTOM + 62,
	    "end", name);
}

/* Draws the x axis; a tick whose label would touch its neighbour gets none. */
static void
draw_x_axis(struct tcn_buf *out, struct tcn_sweep_plot_axis *x)
{
	double ticks[TCN_CHART_TICKS_MAX], free_from = 0;
	char text[48];
	size_t n;

	tcn_chart_round(&x->scale);
	x->scale.lo = TCN_SWEEP_PLOT_LEFT;
	x->scale.hi = TCN_SWEEP_PLOT_RIGHT;
	n = tcn_chart_ticks(&x->scale, ticks);
	for (size_t i = 0; i < n; i++) {
		double at = tcn_chart_at(&x->scale, ticks[i]), half;

		tcn_buf_printf(out,
		    "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n"
		    "<path class=\"tick\" d=\"M%.1f %dv6\"/>\n",
		    at, TCN_SWEEP_PLOT_TOP, TCN_SWEEP_PLOT_BOTTOM, at,
		    TCN_SWEEP_PLOT_BOTTOM);
		tick_text(x, ticks[i], text);
		half = (double)strlen(text) * TCN_SWEEP_PLOT_LETTER / 2;
		if (at - half < free_from)
			continue;
		free_from = at + half + TCN_SWEEP_PLOT_LETTER;
		tcn_chart_text(out, fmin(at, TCN_SWEEP_PLOT_WIDTH - half - 6),
		    TCN_SWEEP_PLOT_BOTTOM + 28, "middle", text);
	}
	tcn_sweep_plot_x_name(out, x->name);
}

void
tcn_sweep_plot_axes(struct tcn_buf *out, struct tcn_sweep_plot_axis *x,
    struct tcn_sweep_plot_axis *y)
{
	tcn_sweep_plot_y_axis(out, y);
	draw_x_axis(out, x);
	tcn_buf_printf(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n",
	    TCN_SWEEP_PLOT_LEFT, TCN_SWEEP_PLOT_TOP, TCN_SWEEP_PLOT_BOTTOM,
	    TCN_SWEEP_PLOT_RIGHT);
}

void
tcn_sweep_label(const struct tcn_sweep_view *view, size_t point,
    struct tcn_buf *out)
{
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_z(out, i ? " / " : "");
		tcn_buf_str(out, tcn_sweep_grid_value(view->grid, point, i));
	}
}

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
	if (box->x0 < TCN_SWEEP_PLOT_LEFT || box->x1 > TCN_SWEEP_PLOT_WIDTH ||
	    box->y0 < 0 || box->y1 > TCN_SWEEP_PLOT_BOTTOM)
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
	    (double)strlen(text) * TCN_SWEEP_PLOT_LETTER * (best ? 1.1 : 1);

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

	tcn_sweep_label(view, mark->point, &text);
	if (text.n)
		put_label(labels, mark, mark->point == view->best, text.at,
		    out);
	out->failed |= text.failed;
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
		out->failed |= text.failed;
	}
	tcn_buf_z(out, "</circle>\n");
	tcn_buf_fini(&text);
}

void
tcn_sweep_plot_marks(const struct tcn_sweep_view *view,
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
