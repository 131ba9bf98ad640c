#include <inttypes.h>
#include <math.h>

#include "engine/base/buf.h"
#include "tools/base/html_page.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/sweep/sweep_html_impl.h"

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
	if (tcn_safe_text(&arena, s, TITLE_CHARS, &clean))
		tcn_safe_html(out, clean);
	else
		out->failed = true;
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

void
tcn_sweep_html_disputed(const struct tcn_sweep_view *view, struct tcn_buf *out)
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

void
tcn_sweep_html_known(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
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

/* ---- all points ---- */

static void
put_number(struct tcn_buf *out, const char *fmt, double value)
{
	tcn_buf_z(out, "<td class=\"n\">");
	if (isnan(value))
		tcn_buf_z(out, "\xe2\x80\x93");
	else
		tcn_buf_printf(out, "%.*f", fmt[0] - '0', value);
	tcn_buf_z(out, "</td>");
}

static void
put_point(const struct tcn_sweep_view *view, size_t point, struct tcn_buf *out)
{
	const struct tcn_sweep_figures *f = &view->figures[point];
	bool best = point == view->best;

	tcn_buf_z(out, best ? "<tr class=\"best\">" : "<tr>");
	tcn_buf_printf(out, "<th class=\"n\" scope=\"row\">%zu%s</th>",
	    point + 1, best ? " *" : "");
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_z(out, "<td class=\"n\">");
		tcn_safe_html(out, tcn_sweep_grid_value(view->grid, point, i));
		tcn_buf_z(out, "</td>");
	}
	put_number(out, "2", f->per_day);
	if (view->by == TCN_SWEEP_BY_LABELS) {
		put_number(out, "4", f->recall);
		put_number(out, "4", f->precision);
		put_number(out, "4", f->f1);
		put_number(out, "2", f->false_per_day);
		put_number(out, "1", f->delay_median_min);
		put_number(out, "1", f->delay_p90_min);
	} else if (view->by == TCN_SWEEP_BY_KNOWN) {
		put_number(out, "0", (double)f->detected);
		put_number(out, "1", f->delay_median_min);
	} else {
		put_number(out, "4", f->agreement);
		put_number(out, "4", f->mean_share);
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
	tcn_buf_z(out, "<thead>\n<tr>");
	put_heading(out, "point");
	for (size_t i = 0; i < view->grid->axes_n; i++)
		put_heading(out, tcn_sweep_axis_name(&view->grid->axes[i]));
	put_heading(out, "alerts/day");
	if (view->by == TCN_SWEEP_BY_LABELS) {
		put_heading(out, "recall");
		put_heading(out, "precision");
		put_heading(out, "F1");
		put_heading(out, "false/day");
		put_heading(out, "median delay, min");
		put_heading(out, "p90 delay, min");
	} else if (view->by == TCN_SWEEP_BY_KNOWN) {
		put_heading(out, "known events detected");
		put_heading(out, "median delay, min");
	} else {
		put_heading(out, "agreement");
		put_heading(out, "shared by");
	}
	tcn_buf_z(out, "</tr>\n</thead>\n");
}

void
tcn_sweep_html_points(const struct tcn_sweep_view *view, struct tcn_buf *out)
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

void
tcn_sweep_html_times(const struct tcn_sweep_view *view, struct tcn_buf *out)
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

void
tcn_sweep_html_shares(const struct tcn_sweep_view *view, struct tcn_buf *out)
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
