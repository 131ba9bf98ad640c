#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/safe.h"
#include "tools/eval/sweep/sweep_plot_impl.h"

enum {
	LABELS_MAX = 16,
	TITLES_MAX = 1000, /* no more points than this get a tooltip */
};

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
