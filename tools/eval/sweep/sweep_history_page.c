/*
 * tools/eval/sweep/sweep_history_page.c - a history as a page: the curve of
 * events against alerts, the delays, and each event by the points that detect
 * it.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/base/html_page.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/sweep/sweep_history.h"
#include "tools/eval/sweep/sweep_html_impl.h"
#include "tools/eval/sweep/sweep_plot_impl.h"

/* What the page adds to the style sheet of a sweep's: cells of one strip. */
static const char style[] =
    ".strip svg{width:auto;height:.8em}\n"
    "svg .no{fill:var(--panel);stroke:var(--rule);stroke-width:.5}\n"
    "svg .yes{fill:var(--items);stroke:var(--ground);stroke-width:.5}\n"
    "svg .now{fill:var(--alarm);stroke:var(--ground);stroke-width:.5}\n"
    ".events td:first-child{white-space:normal;min-width:10rem}\n";

static void
put_span(struct tcn_buf *out, double minutes)
{
	char span[TCN_WHEN_BYTES];

	if (isnan(minutes))
		return;
	tcn_buf_printf(out, "%s%s", minutes < 0 ? "&minus;" : "",
	    tcn_when_span((int64_t)(fabs(minutes) * 60000), span));
}

/* ---- the top ---- */

static void
put_figures(const struct tcn_sweep_history *history, struct tcn_buf *out)
{
	const struct tcn_sweep_history_point *p;
	struct tcn_str value;

	if (history->base == SIZE_MAX)
		return;
	p = &history->points[history->base];
	value = tcn_sweep_history_value(history, history->base);
	tcn_buf_printf(out,
	    "<ul class=\"figures\">\n<li><b>%zu of %zu</b> <span>events "
	    "detected with %s = ",
	    p->found, history->events_n,
	    history->sweep->conf.grid->axes->row->key);
	tcn_safe_html(out, value);
	tcn_buf_printf(out,
	    "</span></li>\n<li><b>%.2f</b> <span>alerts a day about anything "
	    "else</span></li>\n<li><b>",
	    p->others_per_day);
	put_span(out, p->delay);
	tcn_buf_z(out,
	    "</b> <span>after an event became large enough, in the "
	    "median</span></li>\n<li><b>");
	put_span(out, p->delay_p90);
	tcn_buf_z(out,
	    "</b> <span>within which nine of ten are "
	    "told</span></li>\n</ul>\n");
}

static void
put_header(const struct tcn_sweep_history *history, struct tcn_buf *out)
{
	const struct tcn_sweep *sweep = history->sweep;
	char from[TCN_WHEN_BYTES], to[TCN_WHEN_BYTES];

	tcn_buf_printf(out,
	    "<header>\n<p class=\"kicker\">History</p>\n<h1>%zu known events, "
	    "and what they cost in alerts</h1>\n<p class=\"status\">",
	    history->events_n);
	tcn_plural(out, sweep->items, "item");
	tcn_buf_printf(out, " from %s to %s. Tried: %s from ",
	    tcn_when_day(sweep->first_ms, from),
	    tcn_when_day(sweep->last_ms, to), sweep->conf.grid->axes->row->key);
	tcn_safe_html(out, tcn_sweep_history_value(history, 0));
	tcn_buf_z(out, " to ");
	tcn_safe_html(out,
	    tcn_sweep_history_value(history, history->points_n - 1));
	tcn_buf_z(out, ".</p>\n");
	put_figures(history, out);
	tcn_buf_z(out, "</header>\n");
}

/* ---- the curves ---- */

/* What a curve shows over the other alerts a day. */
struct curve {
	const char *name, *title;
	struct tcn_plot_axis y;
	double (*of)(const struct tcn_sweep_history_point *p);
};

static double
found_of(const struct tcn_sweep_history_point *p)
{
	return (double)p->found;
}

static double
delay_of(const struct tcn_sweep_history_point *p)
{
	return p->delay;
}

static void
widen(struct tcn_chart_scale *scale, double value)
{
	if (value > scale->to)
		scale->to = value;
	if (value < scale->from)
		scale->from = value;
}

static void
put_dot(const struct tcn_sweep_history *history, size_t i, double x, double y,
    struct tcn_buf *out)
{
	const struct tcn_sweep_history_point *p = &history->points[i];

	if (i == history->base)
		tcn_buf_printf(out,
		    "<circle class=\"ring\" cx=\"%.1f\" cy=\"%.1f\" "
		    "r=\"11\"/>\n",
		    x, y);
	tcn_buf_printf(out,
	    "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"6\"><title>",
	    i == history->base ? "best" : "front", x, y);
	tcn_safe_html(out, tcn_sweep_history_value(history, i));
	tcn_buf_printf(out,
	    ": %zu of %zu events, %.2f other alerts a day</title></circle>\n",
	    p->found, history->events_n, p->others_per_day);
}

/* Where the last label ended, so that none runs into it. */
struct label_end {
	double x, y;
};

/* Labels a dot with its value, above it, unless that would meet the label
 * before. */
static void
put_label(const struct tcn_sweep_history *history, size_t i, double x, double y,
    struct label_end *end, struct tcn_buf *out)
{
	struct tcn_str value = tcn_sweep_history_value(history, i);
	double half = (double)value.n * TCN_PLOT_LETTER / 2;
	bool base = i == history->base;

	if (!base && x - half < end->x && fabs(y - end->y) < 20)
		return;
	*end = (struct label_end){ x + half + 4, y };
	tcn_buf_printf(out,
	    "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">",
	    base ? "mark label" : "label",
	    fmin(fmax(x, TCN_PLOT_LEFT + half), TCN_PLOT_WIDTH - half),
	    y < TCN_PLOT_TOP + 16 ? y + 28 : y - 16);
	tcn_safe_html(out, value);
	tcn_buf_z(out, "</text>\n");
}

static void
put_curve(const struct tcn_sweep_history *history, struct curve *curve,
    struct tcn_buf *out)
{
	struct tcn_plot_axis x = {
		.name = "other alerts a day", .unit = "", .times = 1
	};
	struct label_end end = { 0, 0 };
	char command = 'M';

	for (size_t i = 0; i < history->points_n; i++) {
		double y = curve->of(&history->points[i]);

		widen(&x.scale, history->points[i].others_per_day);
		if (!isnan(y))
			widen(&curve->y.scale, y);
	}
	tcn_plot_open(out, curve->name, TCN_PLOT_HEIGHT, curve->title,
	    tcn_str("The table below has the same figures."));
	tcn_plot_axes(out, &x, &curve->y);
	tcn_buf_z(out, "<path class=\"frontier\" d=\"");
	for (int pass = 0; pass < 3; pass++) {
		for (size_t i = 0; i < history->points_n; i++) {
			const struct tcn_sweep_history_point *p =
			    &history->points[i];
			double value = curve->of(p);
			double at = tcn_chart_at(&x.scale, p->others_per_day);
			double y = tcn_chart_at(&curve->y.scale, value);

			if (isnan(value))
				continue;
			if (pass == 0)
				tcn_buf_printf(out, "%c%.1f %.1f", command, at,
				    y);
			else if (pass == 1)
				put_dot(history, i, at, y, out);
			else
				put_label(history, i, at, y, &end, out);
			command = 'L';
		}
		tcn_buf_z(out, pass == 0 ? "\"/>\n" : "");
	}
	tcn_plot_close(out);
}

static void
put_curves(const struct tcn_sweep_history *history, struct tcn_buf *out)
{
	struct curve found = {
		.name = "found",
		.title = "Known events detected against other alerts a day",
		.y = { .name = "known events detected",
		    .unit = "",
		    .times = 1,
		    .whole = true,
		    .scale = { .to = (double)history->events_n } },
		.of = found_of,
	};
	struct curve delay = {
		.name = "delay",
		.title = "Median delay against other alerts a day",
		.y = { .name = "minutes after it became large enough",
		    .unit = "",
		    .times = 1 },
		.of = delay_of,
	};

	tcn_buf_z(out,
	    "<section>\n<h2>The trade</h2>\n<div class=\"plots\">\n<figure>\n");
	put_curve(history, &found, out);
	tcn_buf_printf(out,
	    "<figcaption>A dot is a value of %s%s. An event is detected when "
	    "most items of an alert are about it.</figcaption>\n</figure>\n"
	    "<figure>\n",
	    history->sweep->conf.grid->axes->row->key,
	    history->base == SIZE_MAX
		? ""
		: "; the one with a circle around it is that of the settings "
		  "as they are");
	put_curve(history, &delay, out);
	tcn_buf_printf(out,
	    "<figcaption>From item %" PRIu64
	    " that is about the event until its alert, in the median of those "
	    "detected; it may fall where a hard event is given "
	    "up.</figcaption>\n</figure>\n</div>\n</section>\n",
	    history->known->count + 1);
}

/* ---- the tables ---- */

static void
put_points(const struct tcn_sweep_history *history, struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "<section>\n<h2>Figures</h2>\n<div class=\"wide\">\n<table>\n"
	    "<thead><tr><th>value</th><th class=\"n\">detected</th>"
	    "<th class=\"n\">others a day</th><th class=\"n\">alerts a "
	    "day</th><th class=\"n\">told again</th><th class=\"n\">from "
	    "start</th><th class=\"n\">from crossing</th><th "
	    "class=\"n\">90 % within</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < history->points_n; i++) {
		const struct tcn_sweep_history_point *p = &history->points[i];

		tcn_buf_printf(out, "<tr%s><td>",
		    i == history->base ? " class=\"best\"" : "");
		tcn_safe_html(out, tcn_sweep_history_value(history, i));
		tcn_buf_printf(out,
		    "</td><td class=\"n\">%zu</td><td class=\"n\">%.2f</td>"
		    "<td class=\"n\">%.2f</td><td class=\"n\">%zu</td><td "
		    "class=\"n\">",
		    p->found, p->others_per_day, p->alerts_per_day, p->repeats);
		put_span(out, p->from_start);
		tcn_buf_z(out, "</td><td class=\"n\">");
		put_span(out, p->delay);
		tcn_buf_z(out, "</td><td class=\"n\">");
		put_span(out, p->delay_p90);
		tcn_buf_z(out, "</td></tr>\n");
	}
	tcn_buf_z(out, "</tbody>\n</table>\n</div>\n</section>\n");
}

/* Draws by which points the event is detected. */
static void
put_strip(const struct tcn_sweep_history *history,
    const struct tcn_sweep_history_event *e, struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "<span class=\"strip\"><svg viewBox=\"0 0 %zu 10\" role=\"img\">"
	    "<title>detected by %zu of %zu</title>",
	    12 * history->points_n, e->found, history->points_n);
	for (size_t p = 0; p < history->points_n; p++) {
		bool found = tcn_sweep_history_found(history, p, e->event);

		tcn_buf_printf(out,
		    "<rect class=\"%s\" x=\"%zu\" y=\"0\" width=\"12\" "
		    "height=\"10\"/>",
		    !found                   ? "no"
			: p == history->base ? "now"
					     : "yes",
		    12 * p);
	}
	tcn_buf_z(out, "</svg></span>");
}

static void
put_event(const struct tcn_sweep_history *history,
    const struct tcn_sweep_history_event *e, struct tcn_buf *out)
{
	const struct tcn_known_event *known = &history->known->events[e->event];
	char when[TCN_WHEN_BYTES];

	tcn_buf_z(out, "<tr><td>");
	tcn_safe_html(out, known->name);
	tcn_buf_printf(out, "</td><td>%s</td><td class=\"n\">%" PRIu64,
	    tcn_when_day(known->start_ms, when), known->items);
	if (known->crossed_ms == INT64_MIN)
		tcn_buf_printf(out, ", %" PRIu64 " at once", known->most);
	tcn_buf_z(out, "</td><td>");
	put_strip(history, e, out);
	tcn_buf_z(out, "</td><td class=\"n\">");
	if (history->base != SIZE_MAX)
		put_span(out,
		    history
			->delays[history->base * history->events_n + e->event]);
	tcn_buf_z(out, "</td></tr>\n");
}

static void
put_events(const struct tcn_sweep_history *history, struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "<section>\n<h2>Event by event</h2>\n<p class=\"note\">A strip "
	    "has a cell for each value, from the fewest alerts to the most; it "
	    "is filled where the event is detected. The last column is the "
	    "delay from the start with the settings as they are.</p>\n"
	    "<div class=\"wide events\">\n<table>\n<thead><tr><th>event</th>"
	    "<th>start</th><th class=\"n\">items</th><th>detected</th><th "
	    "class=\"n\">after</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < history->events_n; i++)
		put_event(history, &history->events[i], out);
	tcn_buf_z(out, "</tbody>\n</table>\n</div>\n</section>\n");
}

void
tcn_sweep_history_html(const struct tcn_sweep_history *history,
    struct tcn_buf *out)
{
	struct tcn_buf css = { 0 };

	tcn_buf_z(&css, tcn_sweep_style);
	tcn_buf_z(&css, style);
	tcn_html_page_head("en", tcn_str("Known events against alerts"),
	    css.failed ? "" : css.at, out);
	put_header(history, out);
	put_curves(history, out);
	put_points(history, out);
	put_events(history, out);
	tcn_html_page_foot(tcn_html_page_made, out);
	out->failed |= css.failed;
	tcn_buf_fini(&css);
}
