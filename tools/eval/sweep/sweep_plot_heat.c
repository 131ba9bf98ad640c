#include <assert.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/real.h"
#include "tools/base/safe.h"
#include "tools/eval/sweep/sweep_plot_impl.h"

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
	out->failed |= text.failed;
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
	if (!heat.indexes) {
		out->failed = true;
		return;
	}
	for (size_t i = 0; i < grid->axes_n; i++)
		heat.indexes[i] = tcn_sweep_grid_index(grid, view->best, i);
	if (grid->axes_n > 2)
		heat.indexes[view->axes[2]] = third;
	find_place(&heat);
	draw(&heat, third, out);
	tcn_mem_free(heat.indexes);
}
