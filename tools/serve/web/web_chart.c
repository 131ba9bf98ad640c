#include "tools/serve/web/web_chart.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "engine/base/duration.h"
#include "engine/item/record.h"
#include "tools/base/chart.h"
#include "tools/base/json_in.h"
#include "tools/base/json_out.h"

enum { /* of a drawing of 640 by 200 */
	LEFT = 64,
	RIGHT = 630,
	TOP = 14,
	BOTTOM = 164,
	DECIMALS_MAX = 6,
};

/* How the chart is drawn. */
struct plot {
	const struct tcn_web_chart *is;
	int64_t *at_ms; /* rising */
	double *values[TCN_WEB_CHART_LINES];
	size_t n;
	struct tcn_chart_scale y;
	int64_t from_ms, to_ms;
};

static double
x_of(const struct plot *plot, int64_t ms)
{
	double span = (double)(plot->to_ms - plot->from_ms);

	return LEFT + (RIGHT - LEFT) * (double)(ms - plot->from_ms) / span;
}

static double
most_of(const struct plot *plot)
{
	double most = 0;

	for (int line = 0; line < TCN_WEB_CHART_LINES; line++)
		for (size_t i = 0; plot->values[line] && i < plot->n; i++)
			most = fmax(most, plot->values[line][i]);
	return most;
}

/* Reads the list. */
static void
read_list(struct plot *plot, struct tcn_arena *arena)
{
	const struct tcn_web_chart *is = plot->is;
	struct tcn_json_value at = tcn_json_first(&is->list);
	size_t n = 1;

	for (; at.node; at = tcn_json_next(&at))
		n++;
	plot->at_ms = tcn_arena_zalloc(arena, n, sizeof *plot->at_ms);
	for (int i = 0; i < TCN_WEB_CHART_LINES && is->members[i]; i++)
		plot->values[i] = tcn_arena_zalloc(arena, n, sizeof(double));
	for (at = tcn_json_first(&is->list); at.node; at = tcn_json_next(&at)) {
		n = plot->n;
		plot->at_ms[n] = tcn_json_in_ms(&at, "at");
		for (int i = 0; i < TCN_WEB_CHART_LINES && is->members[i]; i++)
			plot->values[i][n] = fmax(0,
			    tcn_json_in_number(&at, is->members[i]) /
				is->divided);
		/* The clock may have been set back. */
		plot->n += plot->at_ms[n] != TCN_UNDATED &&
		    (!n || plot->at_ms[n] > plot->at_ms[n - 1]);
	}
}

/* How many digits behind the point tell two ticks apart. */
static int
decimals_of(double step)
{
	int n = 0;

	for (; step < 1 - 1e-9 && n < DECIMALS_MAX; n++)
		step *= 10;
	return n;
}

static void
put_y_axis(struct tcn_buf *out, struct plot *plot)
{
	double ticks[TCN_CHART_TICKS_MAX];
	struct tcn_buf label = { 0 };
	size_t n = tcn_chart_ticks(&plot->y, ticks);
	int decimals = decimals_of(ticks[1] - ticks[0]);

	for (size_t i = 0; i < n; i++) {
		double y = tcn_chart_at(&plot->y, ticks[i]);

		if (plot->is->whole && floor(ticks[i]) < ticks[i])
			continue;
		tcn_buf_printf(out,
		    "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y,
		    RIGHT);
		tcn_buf_clear(&label);
		tcn_buf_printf(&label, "%.*f", decimals, ticks[i]);
		tcn_chart_text(out, LEFT - 6, y + 5, "end", label.at);
	}
	tcn_buf_fini(&label);
}

static void
put_x_axis(struct tcn_buf *out, const struct plot *plot)
{
	int64_t step = tcn_chart_time_step(plot->to_ms - plot->from_ms);
	int64_t ms = plot->from_ms - plot->from_ms % step;
	char label[TCN_WHEN_BYTES];

	if (plot->is->days && step < TCN_DAY_MS)
		step = TCN_DAY_MS;
	tcn_buf_printf(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n", LEFT,
	    BOTTOM, RIGHT);
	for (; ms <= plot->to_ms; ms += step) {
		double x = x_of(plot, ms);

		if (ms < plot->from_ms || x > RIGHT - 12)
			continue;
		tcn_buf_printf(out, "<path class=\"tick\" d=\"M%.1f %dv5\"/>\n",
		    x, BOTTOM);
		tcn_chart_time_label(ms, step, label);
		tcn_buf_printf(out,
		    "<text x=\"%.4g\" y=\"%d\" text-anchor=\"%s\" "
		    "data-at=\"%lld\">%s</text>\n",
		    x, BOTTOM + 22, x < LEFT + 12 ? "start" : "middle",
		    (long long)(ms / 1000), label);
	}
	/* The script writes the times of the reader's zone in their place. */
	if (!plot->is->days)
		tcn_chart_text(out, LEFT - 6, BOTTOM + 22, "end", "UTC");
}

static const char *const classes[TCN_WEB_CHART_LINES] = { "items", "origins" };

static void
put_line(struct tcn_buf *out, const struct plot *plot, int line)
{
	size_t each =
	    (plot->n + TCN_WEB_CHART_POINTS - 1) / TCN_WEB_CHART_POINTS;
	char move = 'M';

	tcn_buf_printf(out, "<path class=\"%s\" d=\"", classes[line]);
	for (size_t i = 0; i < plot->n; i += each, move = 'L') {
		double most = 0;
		size_t k = i;

		for (; k < plot->n && k < i + each; k++)
			most = fmax(most, plot->values[line][k]);
		tcn_buf_printf(out, "%c%.1f %.1f", move,
		    x_of(plot, plot->at_ms[k - 1]),
		    tcn_chart_at(&plot->y, most));
	}
	/* One point alone is seen, too. */
	tcn_buf_z(out, plot->n <= each ? "h-3\"/>\n" : "\"/>\n");
}

/* The bars of a day stand beside each other, within it. */
static void
put_bars(struct tcn_buf *out, const struct plot *plot, int line)
{
	double day = x_of(plot, plot->from_ms + TCN_DAY_MS) - LEFT;
	double width = day * 0.8 / TCN_WEB_CHART_LINES;

	width = width > 40 ? 40 : width;
	for (size_t i = 0; i < plot->n; i++) {
		double y = tcn_chart_at(&plot->y, plot->values[line][i]);

		tcn_buf_printf(out,
		    "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
		    "height=\"%.1f\"/>\n",
		    line ? "tried" : "present",
		    x_of(plot, plot->at_ms[i]) + day * 0.1 + width * line, y,
		    width, BOTTOM - y);
	}
}

/* The same figures, as rows of a table. */
static struct tcn_json_value
make_rows(const struct plot *plot, struct tcn_arena *arena)
{
	size_t each = (plot->n + TCN_WEB_CHART_ROWS - 1) / TCN_WEB_CHART_ROWS;
	struct tcn_json_value rows = { 0 };

	for (size_t i = 0; i < plot->n; i += each) {
		size_t to = i + each < plot->n ? i + each : plot->n;
		struct tcn_json_value row = { 0 }, values = { 0 };

		for (int k = 0; k < TCN_WEB_CHART_LINES; k++) {
			struct tcn_json_value most = { .kind =
							   TCN_JSON_NUMBER };

			for (size_t n = i; plot->values[k] && n < to; n++)
				most.n = fmax(most.n, plot->values[k][n]);
			if (plot->values[k])
				tcn_json_push(arena, &values, &most);
		}
		tcn_json_put_number(arena, &row, "at",
		    (double)plot->at_ms[to - 1] / 1000);
		tcn_json_put(arena, &row, "values", &values);
		tcn_json_push(arena, &rows, &row);
	}
	return rows;
}

static struct tcn_json_value
make_view(struct plot *plot, struct tcn_arena *arena)
{
	const struct tcn_web_chart *is = plot->is;
	struct tcn_json_value rows = make_rows(plot, arena);
	struct tcn_json_value names = { 0 }, view = { 0 };
	struct tcn_buf drawing = { 0 };

	for (int i = 0; i < TCN_WEB_CHART_LINES && is->members[i]; i++)
		tcn_json_push(arena, &names,
		    &(struct tcn_json_value){
			.kind = TCN_JSON_STRING, .s = tcn_str(is->names[i]) });
	put_y_axis(&drawing, plot);
	put_x_axis(&drawing, plot);
	for (int line = 0; line < TCN_WEB_CHART_LINES; line++) {
		if (!plot->is->members[line])
			continue;
		if (plot->is->days)
			put_bars(&drawing, plot, line);
		else
			put_line(&drawing, plot, line);
	}
	tcn_json_put_str(arena, &view, "id", tcn_str(is->id));
	tcn_json_put_str(arena, &view, "title", tcn_str(is->title));
	tcn_json_put_str(arena, &view, "unit", tcn_str(is->unit));
	tcn_json_put_str(arena, &view, "drawing", tcn_buf_view(&drawing));
	tcn_json_put(arena, &view, "names", &names);
	tcn_json_put(arena, &view, "rows", &rows);
	tcn_buf_fini(&drawing);
	return view;
}

struct tcn_json_value
tcn_web_chart(struct tcn_arena *arena, const struct tcn_web_chart *chart)
{
	struct plot plot = { .is = chart };

	assert(chart->members[0] && chart->divided > 0);
	read_list(&plot, arena);
	if (!plot.n)
		return (struct tcn_json_value){ 0 };
	plot.from_ms = plot.at_ms[0];
	plot.to_ms = plot.at_ms[plot.n - 1];
	if (chart->days)
		plot.to_ms += TCN_DAY_MS;
	if (chart->span_ms)
		plot.from_ms = plot.to_ms - chart->span_ms;
	if (plot.to_ms - plot.from_ms < TCN_MINUTE_MS)
		plot.from_ms = plot.to_ms - TCN_MINUTE_MS;
	plot.y = (struct tcn_chart_scale){
		.from = 0, .to = most_of(&plot), .lo = BOTTOM, .hi = TOP
	};
	if (chart->whole && plot.y.to < 4)
		plot.y.to = 4;
	else if (plot.y.to <= 0)
		plot.y.to = 1; /* all are 0: an axis with a 0, and no -0 */
	tcn_chart_round(&plot.y);
	return make_view(&plot, arena);
}
