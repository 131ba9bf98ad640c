#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/html_page.h"
#include "tools/base/plural.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/eval/sweep/sweep_html_impl.h"
#include "tools/eval/sweep/sweep_plot.h"

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
put_command(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out, "<pre>tocsin replay");
	for (size_t i = 0; i < view->grid->axes_n; i++) {
		tcn_buf_printf(out, " --set %s=", view->grid->axes[i].row->key);
		tcn_safe_html(out,
		    tcn_sweep_grid_value(view->grid, view->best, i));
	}
	tcn_buf_z(out, "</pre>\n");
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
	put_command(view, out);
	put_figures(view, out);
	tcn_buf_z(out, "</section>\n");
	out->failed |= text.failed;
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

/* "Labels: more_than / within." */
static void
put_mark_key(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	tcn_buf_z(out,
	    "A dot is a point; the one with a circle around it is recommended. "
	    "The line joins those that no other beats in both. Labels: ");
	for (size_t i = 0; i < view->grid->axes_n; i++)
		tcn_buf_printf(out, "%s%s", i ? " / " : "",
		    tcn_sweep_axis_name(&view->grid->axes[i]));
	tcn_buf_z(out, ".");
}

static void
put_tradeoff(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	begin_figure(out, tcn_sweep_tradeoff_name(view->by));
	tcn_sweep_plot_tradeoff(view, out);
	tcn_buf_z(out, "<figcaption>");
	put_mark_key(view, out);
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
	tcn_sweep_html_times(view, out);
	tcn_buf_z(out, "</figure>\n");
}

static void
put_shares(const struct tcn_sweep_view *view, struct tcn_buf *out)
{
	begin_figure(out, "How much the points agree");
	tcn_sweep_plot_shares(view, out);
	tcn_buf_z(out,
	    "<figcaption>Events on the right are detected whatever the "
	    "settings; those on the left by few.</figcaption>\n");
	tcn_sweep_html_shares(view, out);
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
	tcn_html_page_head("en", tcn_str("Sweep"), tcn_sweep_style, out);
	put_header(view, out);
	tcn_buf_z(out,
	    "<section>\n<h2>The points compared</h2>\n<div class=\"plots\">\n");
	put_tradeoff(view, out);
	if (view->by == TCN_SWEEP_BY_LABELS)
		put_labelled_plots(view, out);
	put_heats(view, out);
	put_time(view, out);
	put_shares(view, out);
	tcn_buf_z(out, "</div>\n</section>\n");
	if (view->by == TCN_SWEEP_BY_KNOWN)
		tcn_sweep_html_known(view, out);
	tcn_sweep_html_disputed(view, out);
	tcn_sweep_html_points(view, out);
	put_foot(out);
}
