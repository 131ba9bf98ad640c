#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/html_page.h"
#include "tools/base/plot.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/lab/eval/sweep/sweep_plot.h"
#include "tools/lab/eval/sweep/sweep_view.h"

/*
 * What a sweep's page adds to the style sheet of pages with plots: marks, and
 * shades on which dark letters stay readable.
 */
static const char style[] = TCN_PLOT_STYLE
    ":root{--heat:#7fb0e0}\n"
    "@media (prefers-color-scheme:dark){:root{--heat:#2a67a8}}\n"
    ".choice{max-width:44rem}\n"
    ".choice{font:1.16rem/1.5 var(--serif)}\n"
    "pre{margin:.75rem 0 0;padding:.7rem .9rem;background:var(--panel);"
    "border:1px solid var(--rule);overflow-x:auto;white-space:pre-wrap;"
    "font:.85rem/1.5 ui-monospace,'DejaVu Sans Mono',monospace}\n"
    "svg .label{paint-order:stroke;stroke:var(--ground);stroke-width:4px;"
    "stroke-linejoin:round}\n"
    "svg .point{fill:var(--soft);fill-opacity:.55}\n"
    "svg .front{fill:var(--items)}\n"
    "svg .best{fill:var(--alarm)}\n"
    "svg .ring{fill:none;stroke:var(--alarm);stroke-width:3}\n"
    "svg .frontier{stroke:var(--items);stroke-width:1.5}\n"
    "svg .other{stroke:var(--soft);stroke-opacity:.5}\n"
    "svg .range{fill:var(--items);fill-opacity:.18}\n"
    "svg .cell{fill:var(--heat);stroke:var(--rule)}\n"
    ".key.best{border-top-color:var(--alarm)}\n"
    ".key.other{border-top:.12em solid var(--soft)}\n"
    ".key.range{border-top:.6em solid var(--items);opacity:.25;"
    "vertical-align:0}\n"
    "details{margin-top:.5rem}\n"
    "summary{cursor:pointer;color:var(--link);font-size:.875rem}\n"
    ".known td:last-child,.known th{white-space:normal}\n"
    "tr.best th,tr.best td{font-weight:600;color:var(--alarm)}\n"
    ".disputed{list-style:none;margin-top:1.25rem;columns:32rem;column-gap:"
    "3rem}\n"
    ".disputed>li{break-inside:avoid;padding-bottom:1.5rem}\n"
    ".disputed .title{font:600 1.1rem/1.35 var(--serif)}\n"
    ".disputed ul{list-style:none;margin-top:.3rem;padding-left:.8rem;"
    "border-left:3px solid var(--rule);font-size:.875rem}\n"
    ".share{display:inline-block;width:5rem;height:.6em;margin-right:.5em;"
    "border:1px solid var(--rule);background:var(--panel)}\n"
    ".share svg{height:100%}\n"
    "@media (max-width:34rem){svg .frontier{stroke-width:2.5}}\n";

enum {
	DISPUTED_MAX = 40,
	POINTS_MAX = 500,
	TITLE_CHARS = 200,
};

/* ---- the events the points disagree about ---- */

static void
put_clean(struct tcn_buf *out, struct tcn_str s)
{
	struct tcn_arena arena;
	struct tcn_str clean;

	tcn_arena_init(&arena, 4096);
	tcn_safe_text(&arena, s, TITLE_CHARS, &clean);
	tcn_safe_html(out, clean);
	tcn_arena_fini(&arena);
}

static void
put_cited(const struct tcn_item_name *item, struct tcn_buf *out)
{
	bool link = tcn_safe_is_link(item->url);
	char when[TCN_WHEN_BYTES];

	tcn_buf_z(out, "<li>");
	tcn_html_page_time(item->ts_ms,
	    tcn_str(tcn_when_short(item->ts_ms, when)), out);
	tcn_buf_char(out, ' ');
	if (item->source.n) {
		tcn_buf_z(out, "<b>");
		put_clean(out, item->source);
		tcn_buf_z(out, "</b> ");
	}
	if (link) {
		tcn_buf_z(out, "<a href=\"");
		tcn_safe_html(out, item->url);
		tcn_buf_z(out, "\">");
	}
	put_clean(out, item->title);
	tcn_buf_z(out, link ? "</a></li>\n" : "</li>\n");
}

/* Returns what the labels say of the alert; "" when it was not scored. */
static const char *
verdict(const struct tcn_sweep_view *view, const struct tcn_sweep_event *event)
{
	static const char *const words[] = {
		[TCN_SCORE_DETECTS] = "right",
		[TCN_SCORE_REPEATS] = "a repeat",
		[TCN_SCORE_LATE] = "late",
		[TCN_SCORE_UNFOUNDED] = "no true event",
		[TCN_SCORE_IMPURE] = "of several labels",
	};
	const struct tcn_score *score;

	if (view->by != TCN_SWEEP_BY_LABELS)
		return NULL;
	score = &view->sweep->scores[event->point];
	for (size_t i = 0; i < score->alerts_n; i++)
		if (score->alerts[i].alert == event->alert)
			return words[score->alerts[i].kind];
	return NULL;
}

static void
put_status(const struct tcn_sweep_view *view, size_t i, struct tcn_buf *out)
{
	const struct tcn_sweep_event *event = &view->events.at[i];
	const struct tcn_sweep_alert *alert = tcn_sweep_event_alert(view, i);
	const char *said = verdict(view, event);

	tcn_buf_printf(out,
	    "<p class=\"by\">detected by <b>%zu of %zu</b> points, %s the "
	    "recommended one; %zu items, ",
	    event->points_n, view->n,
	    tcn_sweep_events_fired(&view->events, i, view->best) ? "among them"
								 : "not by",
	    alert->n);
	tcn_plural(out, alert->origins, "distinct text");
	tcn_buf_z(out, ", ");
	tcn_plural(out, alert->publishers, "publisher");
	if (said)
		tcn_buf_printf(out, "; by the labels: %s", said);
	tcn_buf_z(out, "</p>\n");
}

static void
put_event(const struct tcn_sweep_view *view, size_t i, struct tcn_buf *out)
{
	const struct tcn_sweep_event *event = &view->events.at[i];
	const struct tcn_sweep_alert *alert = tcn_sweep_event_alert(view, i);
	struct tcn_str title = tcn_sweep_headline(view, i);

	tcn_buf_z(out, "<li>\n<p class=\"title\">");
	put_clean(out, title.n ? title : alert->terms);
	tcn_buf_z(out, "</p>\n");
	put_status(view, i, out);
	tcn_buf_z(out, "<ul>\n");
	for (size_t k = 1; k < TCN_SWEEP_CITES; k++) {
		const struct tcn_item_name *item =
		    tcn_sweep_point_cited(&view->sweep->points[event->point],
			alert, k);

		if (item)
			put_cited(item, out);
	}
	tcn_buf_z(out, "</ul>\n</li>\n");
}

/*
 * Writes the events the points disagree about, with their evidence, as an <ol>.
 */
static void
html_disputed(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	size_t n = view->marginal_n;

	tcn_buf_z(out, "<section>\n<h2>On the edge</h2>\n");
	if (!n) {
		tcn_buf_z(out,
		    "<p>All points detect the same events.</p>\n</section>\n");
		return;
	}
	tcn_buf_printf(out,
	    "<p class=\"note\">%zu of %zu events are detected by some points "
	    "and not by others. Here the settings decide; the most disputed "
	    "come first. If you would want most of these, take a point that "
	    "fires more.</p>\n<ol class=\"disputed\">\n",
	    n, view->events.n);
	for (size_t i = 0; i < n && i < DISPUTED_MAX; i++)
		put_event(view, view->marginal[i], out);
	tcn_buf_z(out, "</ol>\n");
	if (n > DISPUTED_MAX)
		tcn_buf_printf(out,
		    "<p class=\"note\">%zu more stand in the JSON.</p>\n",
		    n - DISPUTED_MAX);
	tcn_buf_z(out, "</section>\n");
}

/* ---- known events ---- */

static void
put_known(const struct tcn_known *known, const struct tcn_known_event *event,
    struct tcn_buf *out)
{
	bool detected = event->alert != SIZE_MAX;
	char when[TCN_WHEN_BYTES];

	tcn_buf_z(out, "<tr><th scope=\"row\">");
	put_clean(out, event->name);
	tcn_buf_printf(out, "</th><td>%s</td>",
	    tcn_when_short(event->start_ms, when));
	if (detected) {
		const struct tcn_known_alert *alert =
		    &known->alerts[event->alert];

		tcn_buf_printf(out, "<td class=\"n\">%.0f</td><td>",
		    (double)(alert->fired_ms - event->start_ms) / 60000);
		put_clean(out, alert->title);
	} else {
		tcn_buf_printf(out,
		    "<td class=\"n\">\xe2\x80\x93</td><td>not detected; at "
		    "most %" PRIu64 " items at once",
		    event->most);
	}
	tcn_buf_z(out, "</td></tr>\n");
}

/* ---- all points ---- */

static void
put_point(const struct tcn_sweep_view *view, size_t point, struct tcn_buf *out)
{
	bool best = point == view->best;
	size_t columns_n;
	const struct tcn_sweep_column *columns = tcn_sweep_columns(&columns_n);

	tcn_buf_z(out, best ? "<tr class=\"best\">" : "<tr>");
	tcn_buf_printf(out, "<th class=\"n\" scope=\"row\">%zu%s</th>",
	    point + 1, best ? " *" : "");
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_z(out, "<td class=\"n\">");
		tcn_safe_html(out, tcn_sweep_grid_value(view->grid, point, i));
		tcn_buf_z(out, "</td>");
	}
	for (size_t i = 0; i < columns_n; i++) {
		if (!(columns[i].on_page & 1u << view->by))
			continue;
		tcn_buf_z(out, "<td class=\"n\">");
		tcn_measure_show(&columns[i].figure, &view->figures[point],
		    "\xe2\x80\x93", out);
		tcn_buf_z(out, "</td>");
	}
	tcn_buf_z(out, "</tr>\n");
}

static void
put_heading(struct tcn_buf *out, const char *text)
{
	tcn_buf_printf(out, "<th class=\"n\" scope=\"col\">%s</th>", text);
}

static void
put_headings(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	size_t columns_n;
	const struct tcn_sweep_column *columns = tcn_sweep_columns(&columns_n);

	tcn_buf_z(out, "<thead>\n<tr>");
	put_heading(out, "point");
	for (size_t i = 0; i < view->grid->axes_n; i++)
		put_heading(out, tcn_sweep_axis_name(&view->grid->axes[i]));
	for (size_t i = 0; i < columns_n; i++)
		if (columns[i].on_page & 1u << view->by)
			put_heading(out, columns[i].heading);
	tcn_buf_z(out, "</tr>\n</thead>\n");
}

/* Writes all points as a table, the best first. */
static void
html_points(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "<section>\n<h2>All points</h2>\n<div class=\"wide\">\n"
	    "<table>\n");
	put_headings(view, out);
	tcn_buf_z(out, "<tbody>\n");
	for (size_t i = 0; i < view->n && i < POINTS_MAX; i++)
		put_point(view, view->order[i], out);
	tcn_buf_z(out, "</tbody>\n</table>\n</div>\n");
	if (view->n > POINTS_MAX)
		tcn_buf_printf(out,
		    "<p class=\"note\">%zu more stand in the CSV.</p>\n",
		    view->n - POINTS_MAX);
	tcn_buf_z(out, "</section>\n");
}

/* ---- beneath the plots ---- */

static void
begin_details(struct tcn_buf *out, const char *const *headings, size_t n)
{
	tcn_buf_z(out,
	    "<details>\n<summary>As a table</summary>\n"
	    "<div class=\"wide\">\n<table>\n<thead>\n<tr>");
	for (size_t i = 0; i < n; i++)
		tcn_buf_printf(out, "<th%s scope=\"col\">%s</th>",
		    i ? " class=\"n\"" : "", headings[i]);
	tcn_buf_z(out, "</tr>\n</thead>\n<tbody>\n");
}

static void
end_details(struct tcn_buf *out)
{
	tcn_buf_z(out, "</tbody>\n</table>\n</div>\n</details>\n");
}

/*
 * Writes what stands beneath the plots: alerts over time, and events by their
 * share of points.
 */
static void
html_times(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	static const char *const headings[] = { "from", "recommended", "least",
		"most" };
	const struct tcn_sweep_bins *bins = &view->bins;

	begin_details(out, headings, 4);
	for (size_t i = 0; i < bins->n; i++) {
		int64_t ms = bins->from_ms + (int64_t)i * bins->width_ms;
		char when[TCN_WHEN_BYTES];

		tcn_buf_printf(out,
		    "<tr><th scope=\"row\">%s</th><td class=\"n\">%" PRIu32
		    "</td><td class=\"n\">%" PRIu32
		    "</td><td class=\"n\">%" PRIu32 "</td></tr>\n",
		    tcn_when_text(ms, when), bins->best[i], bins->least[i],
		    bins->most[i]);
	}
	end_details(out);
}

static void
html_shares(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	static const char *const headings[] = { "detected by", "events" };

	begin_details(out, headings, 2);
	for (size_t from = 0; from < TCN_SWEEP_SHARES; from++) {
		size_t n = 0;

		for (size_t i = 0; i < view->events.n; i++)
			n += tcn_sweep_share_bin(view->events.at[i].share) ==
			    from;
		tcn_buf_printf(out,
		    "<tr><th scope=\"row\">%zu to %zu %%</th>"
		    "<td class=\"n\">%zu</td></tr>\n",
		    from * 10, from * 10 + 10, n);
	}
	end_details(out);
}

enum {
	HEATS_MAX = 6, /* small multiples */
};

/* ---- the top of the page ---- */

static void
put_figure(struct tcn_buf *out, int digits, double value, const char *unit,
    const char *name)
{
	tcn_buf_printf(out, "<li><b>%.*f%s</b> <span>%s</span></li>\n", digits,
	    value, unit, name);
}

static void
put_figures(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	const struct tcn_sweep_figures *f = &view->figures[view->best];

	tcn_buf_z(out, "<ul class=\"figures\">\n");
	put_figure(out, 2, f->per_day, "", "alerts a day");
	if (view->by == TCN_SWEEP_BY_LABELS) {
		put_figure(out, 1, f->recall * 100, " %", "of events found");
		put_figure(out, 1, f->precision * 100, " %", "of alerts right");
		put_figure(out, 2, f->false_per_day, "", "false alarms a day");
	} else {
		if (view->by == TCN_SWEEP_BY_KNOWN)
			put_figure(out, 1, f->recall * 100, " %",
			    "of known events detected");
		else
			put_figure(out, 1, f->agreement * 100, " %",
			    "agreement");
		put_figure(out, 1, f->mean_share * 100, " %",
		    "of points detect what it detects, on average");
		put_figure(out, 0, (double)view->marginal_n, "",
		    "events the points disagree about");
	}
	tcn_buf_z(out, "</ul>\n");
}

static void
put_grid(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		const struct tcn_sweep_axis *axis = &view->grid->axes[i];

		tcn_buf_printf(out, "%s%s ", i ? "; " : "", axis->row->key);
		for (size_t v = 0; v < axis->n; v++) {
			tcn_buf_z(out, v ? ", " : "");
			tcn_safe_html(out, axis->values[v]);
		}
	}
}

static void
put_header(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	char from[TCN_WHEN_BYTES], to[TCN_WHEN_BYTES];
	struct tcn_buf text = { 0 };

	tcn_buf_printf(out,
	    "<header>\n<p class=\"kicker\">Sweep</p>\n<h1>%zu settings "
	    "compared</h1>\n<p class=\"status\">",
	    view->n);
	tcn_plural(out, view->sweep->items, "item");
	tcn_buf_printf(out, " from %s to %s. ",
	    tcn_when_text(view->from_ms, from), tcn_when_text(view->to_ms, to));
	tcn_buf_z(out, "Tried: ");
	put_grid(view, out);
	tcn_buf_z(out,
	    ".</p>\n</header>\n<section>\n<h2>Recommended</h2>\n"
	    "<p class=\"choice\">");
	tcn_sweep_say_best(view, &text);
	tcn_safe_html(out, tcn_buf_view(&text));
	tcn_buf_z(out, "</p>\n");
	tcn_buf_z(out, "<pre>tocsin replay");
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_printf(out, " --set %s=", view->grid->axes[i].row->key);
		tcn_safe_html(out,
		    tcn_sweep_grid_value(view->grid, view->best, i));
	}
	tcn_buf_z(out, "</pre>\n");
	put_figures(view, out);
	tcn_buf_z(out, "</section>\n");
	tcn_buf_fini(&text);
}

/* ---- plots ---- */

static void
begin_figure(struct tcn_buf *out, const char *title)
{
	tcn_buf_printf(out, "<figure>\n<h3>%s</h3>\n", title);
}

static void
end_figure(struct tcn_buf *out, const char *caption)
{
	tcn_buf_printf(out, "<figcaption>%s</figcaption>\n</figure>\n",
	    caption);
}

static void
put_tradeoff(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	begin_figure(out, tcn_sweep_tradeoff_name(view->by));
	tcn_sweep_plot_tradeoff(view, out);
	tcn_buf_z(out, "<figcaption>");
	/* "Labels: more_than / within." */
	tcn_buf_z(out,
	    "A dot is a point; the one with a circle around it is recommended. "
	    "The line joins those that no other beats in both. Labels: ");
	for (size_t i = 0; i < view->grid->axes_n; i++)
		tcn_buf_printf(out, "%s%s", i ? " / " : "",
		    tcn_sweep_axis_name(&view->grid->axes[i]));
	tcn_buf_z(out, ".");
	if (view->by == TCN_SWEEP_BY_AGREEMENT)
		tcn_buf_z(out,
		    " Without labels the points judge each other: agreement is "
		    "high where a point detects what most others detect.");
	tcn_buf_z(out, "</figcaption>\n</figure>\n");
}

static void
put_labelled_plots(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	begin_figure(out, "What is missed, and what it costs");
	tcn_sweep_plot_misses(view, out);
	end_figure(out,
	    "The lower the better, and the further left. False alarms a day "
	    "are on a log scale.");
	begin_figure(out, "How soon events are detected");
	tcn_sweep_plot_delays(view, out);
	end_figure(out,
	    "<span class=\"key\"></span> recommended <span class=\"key "
	    "other\"></span> others on the line above. At 0 an event becomes "
	    "true; to the left it is detected before.");
}

static void
put_time(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	if (!view->bins.n)
		return;
	begin_figure(out, "Alerts over time");
	tcn_sweep_plot_time(view, out);
	tcn_buf_z(out,
	    "<figcaption><span class=\"key\"></span> recommended <span "
	    "class=\"key range\"></span> between the point that fires least "
	    "and the one that fires most</figcaption>\n");
	html_times(view, out);
	tcn_buf_z(out, "</figure>\n");
}

/*
 * Begins a heat map with what is the same all over it: "F1 by setting,
 * join=0.17".
 */
static void
begin_heat(const struct tcn_sweep_view *view, size_t third, struct tcn_buf *out)
{
	const struct tcn_sweep_grid *grid = view->grid;

	tcn_buf_printf(out, "<figure>\n<h3>%s by setting",
	    view->by == TCN_SWEEP_BY_LABELS ? "F1" : "Alerts a day");
	for (size_t i = 2; i < grid->axes_n; i++) {
		const struct tcn_sweep_axis *axis = &grid->axes[view->axes[i]];
		size_t at = i == 2
		    ? third
		    : tcn_sweep_grid_index(grid, view->best, view->axes[i]);

		tcn_buf_printf(out, ", %s=", tcn_sweep_axis_name(axis));
		tcn_safe_html(out, axis->values[at]);
	}
	tcn_buf_z(out, "</h3>\n");
}

static void
put_heats(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	const struct tcn_sweep_grid *grid = view->grid;
	size_t n = grid->axes_n > 2 ? grid->axes[view->axes[2]].n : 1;
	size_t ours = grid->axes_n > 2
	    ? tcn_sweep_grid_index(grid, view->best, view->axes[2])
	    : 0;

	for (size_t i = 0; i < n; i++) {
		/*
		 * Of too many maps only that of the recommended point is drawn.
		 */
		if (n > HEATS_MAX && i != ours)
			continue;
		begin_heat(view, i, out);
		tcn_sweep_plot_heat(view, i, out);
		end_figure(out,
		    "The stronger the colour, the more. The recommended "
		    "point is framed where it lies here.");
	}
}

/* ---- the page ---- */

static void
put_foot(struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "<footer>\n<p>Written by tocsin. Each point fires exactly what a "
	    "replay with its settings would. Headlines are quoted as "
	    "published. All times are "
	    "UTC.</p>\n</footer>\n</main>\n</body>\n</html>\n");
}

void
tcn_sweep_html(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	tcn_html_page_head("en", tcn_str("Sweep"), style, out);
	put_header(view, out);
	tcn_buf_z(out,
	    "<section>\n<h2>The points compared</h2>\n<div class=\"plots\">\n");
	put_tradeoff(view, out);
	if (view->by == TCN_SWEEP_BY_LABELS)
		put_labelled_plots(view, out);
	put_heats(view, out);
	put_time(view, out);
	begin_figure(out, "How much the points agree");
	tcn_sweep_plot_shares(view, out);
	tcn_buf_z(out,
	    "<figcaption>Events on the right are detected whatever the "
	    "settings; those on the left by few.</figcaption>\n");
	html_shares(view, out);
	tcn_buf_z(out, "</figure>\n");
	tcn_buf_z(out, "</div>\n</section>\n");
	if (view->by == TCN_SWEEP_BY_KNOWN) {
		/* Writes what became of each known event with the point taken,
		 * as a table. */
		const struct tcn_known *known = view->known;

		tcn_buf_z(out,
		    "<section>\n<h2>Known events, as recommended</h2>\n<div "
		    "class=\"wide known\">\n<table>\n<thead>\n<tr><th "
		    "scope=\"col\">event</th><th scope=\"col\">start</th><th "
		    "class=\"n\" scope=\"col\">minutes after</th><th "
		    "scope=\"col\">alerted as</th></tr>\n</thead>\n<tbody>\n");
		for (size_t i = 0; i < known->n; i++)
			put_known(known, &known->events[i], out);
		tcn_buf_z(out, "</tbody>\n</table>\n</div>\n</section>\n");
	}
	html_disputed(view, out);
	html_points(view, out);
	put_foot(out);
}
