#include "tools/eval/sweep/sweep_plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/safe.h"
#include "tools/eval/sweep/sweep_plot_impl.h"

/* ---- points over two figures ---- */

/* What a scatter of points shows. */
struct scatter {
	struct tcn_plot_axis x, y;
	double (*x_of)(const struct tcn_sweep_figures *f);
	double (*y_of)(const struct tcn_sweep_figures *f);
};

static double
recall_of(const struct tcn_sweep_figures *f)
{
	return f->recall;
}

static double
precision_of(const struct tcn_sweep_figures *f)
{
	return f->precision;
}

static double
agreement_of(const struct tcn_sweep_figures *f)
{
	return f->agreement;
}

static double
per_day_of(const struct tcn_sweep_figures *f)
{
	return f->per_day;
}

static double
false_of(const struct tcn_sweep_figures *f)
{
	return f->false_per_day;
}

static double
missed_of(const struct tcn_sweep_figures *f)
{
	return f->missed;
}

/*
 * Finds the range of a figure; on a logarithmic scale, of its values above 0.
 */
static void
find_range(const struct tcn_sweep_view *view, struct tcn_chart_scale *scale,
    double (*of)(const struct tcn_sweep_figures *f))
{
	bool any = false;

	for (size_t i = 0; i < view->n; i++) {
		double value = of(&view->figures[i]);

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

	find_range(view, &s->x.scale, s->x_of);
	find_range(view, &s->y.scale, s->y_of);
	tcn_plot_axes(out, &s->x, &s->y);
	for (size_t i = 0; marks && i < view->n; i++)
		marks[i] = (struct tcn_sweep_plot_mark){
			.point = i,
			.x = place(&s->x.scale, s->x_of(&view->figures[i])),
			.y = place(&s->y.scale, s->y_of(&view->figures[i])),
		};
	if (marks) {
		qsort(marks, view->n, sizeof *marks, by_x);
		tcn_sweep_plot_marks(view, marks, view->n, out);
	}
	out->failed |= marks == NULL;
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
		.x_of = per_day_of,
		.y_of = agreement_of,
	};
	struct tcn_buf text = { 0 };

	if (view->by == TCN_SWEEP_BY_KNOWN) {
		s.y.name = "known events detected";
		s.y_of = recall_of;
	} else if (view->by == TCN_SWEEP_BY_LABELS) {
		s.x = (struct tcn_plot_axis){
			.name = "recall", .unit = " %", .times = 100
		};
		s.x_of = recall_of;
		s.y.name = "precision";
		s.y_of = precision_of;
	}
	describe(view, &text);
	tcn_plot_open(out, "tradeoff", TCN_PLOT_HEIGHT,
	    tcn_sweep_tradeoff_name(view->by), tcn_buf_view(&text));
	draw_scatter(view, &s, out);
	tcn_plot_close(out);
	out->failed |= text.failed;
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
		.x_of = false_of,
		.y_of = missed_of,
	};
	struct tcn_buf text = { 0 };

	describe(view, &text);
	tcn_plot_open(out, "misses", TCN_PLOT_HEIGHT,
	    "Events missed against false alarms a day", tcn_buf_view(&text));
	draw_scatter(view, &s, out);
	tcn_plot_close(out);
	out->failed |= text.failed;
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
	out->failed |= text.failed;
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
	out->failed |= text.failed;
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
	out->failed |= text.failed;
	tcn_buf_fini(&text);
}
