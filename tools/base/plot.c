#include "tools/base/plot.h"

#include <math.h>
#include <stdio.h>

#include "tools/base/safe.h"

#define MILLION 1e6

void
tcn_plot_open(struct tcn_buf *out, const char *name, int height,
    const char *title, struct tcn_str description)
{
	tcn_buf_printf(out,
	    "<svg viewBox=\"0 0 %d %d\" role=\"img\" "
	    "aria-labelledby=\"%s-title %s-desc\">\n<title id=\"%s-title\">",
	    TCN_PLOT_WIDTH, height, name, name, name);
	tcn_safe_html(out, tcn_str(title));
	tcn_buf_printf(out, "</title>\n<desc id=\"%s-desc\">", name);
	tcn_safe_html(out, description);
	tcn_buf_z(out, "</desc>\n");
}

void
tcn_plot_close(struct tcn_buf *out)
{
	tcn_buf_z(out, "</svg>\n");
}

/* Millions as such, since 1e+06 is for programs. */
static void
tick_text(const struct tcn_plot_axis *axis, double value, char text[48])
{
	double shown = value * axis->times;

	if (fabs(shown) < 1e-9)
		shown = 0;
	if (fabs(shown) >= MILLION)
		snprintf(text, 48, "%.6g M%s", shown / MILLION, axis->unit);
	else
		snprintf(text, 48, "%.6g%s", shown, axis->unit);
}

void
tcn_plot_y_axis(struct tcn_buf *out, struct tcn_plot_axis *y)
{
	double ticks[TCN_CHART_TICKS_MAX];
	char text[48];
	size_t n;

	tcn_chart_round(&y->scale);
	y->scale.lo = TCN_PLOT_BOTTOM;
	y->scale.hi = TCN_PLOT_TOP;
	n = tcn_chart_ticks(&y->scale, ticks);
	for (size_t i = 0; i < n; i++) {
		double at = tcn_chart_at(&y->scale, ticks[i]);

		if (y->whole && fabs(ticks[i] - round(ticks[i])) > 1e-9)
			continue;
		tcn_buf_printf(out,
		    "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", TCN_PLOT_LEFT,
		    at, TCN_PLOT_RIGHT);
		tick_text(y, ticks[i], text);
		tcn_chart_text(out, TCN_PLOT_LEFT - 8, at + 5, "end", text);
	}
	tcn_chart_text(out, 2, TCN_PLOT_TOP - 20, "start", y->name);
}

void
tcn_plot_x_name(struct tcn_buf *out, const char *name)
{
	tcn_chart_text(out, TCN_PLOT_RIGHT, TCN_PLOT_BOTTOM + 62, "end", name);
}

/* Draws the x axis; a tick whose label would touch its neighbour gets none. */
static void
draw_x_axis(struct tcn_buf *out, struct tcn_plot_axis *x)
{
	double ticks[TCN_CHART_TICKS_MAX], free_from = 0;
	char text[48];
	size_t n;

	tcn_chart_round(&x->scale);
	x->scale.lo = TCN_PLOT_LEFT;
	x->scale.hi = TCN_PLOT_RIGHT;
	n = tcn_chart_ticks(&x->scale, ticks);
	for (size_t i = 0; i < n; i++) {
		double at = tcn_chart_at(&x->scale, ticks[i]), half;

		tcn_buf_printf(out,
		    "<path class=\"grid\" d=\"M%.1f %dV%d\"/>\n"
		    "<path class=\"tick\" d=\"M%.1f %dv6\"/>\n",
		    at, TCN_PLOT_TOP, TCN_PLOT_BOTTOM, at, TCN_PLOT_BOTTOM);
		tick_text(x, ticks[i], text);
		half = (double)strlen(text) * TCN_PLOT_LETTER / 2;
		if (at - half < free_from)
			continue;
		free_from = at + half + TCN_PLOT_LETTER;
		tcn_chart_text(out, fmin(at, TCN_PLOT_WIDTH - half - 6),
		    TCN_PLOT_BOTTOM + 28, "middle", text);
	}
	tcn_plot_x_name(out, x->name);
}

void
tcn_plot_axes(struct tcn_buf *out, struct tcn_plot_axis *x,
    struct tcn_plot_axis *y)
{
	tcn_plot_y_axis(out, y);
	draw_x_axis(out, x);
	tcn_buf_printf(out, "<path class=\"axis\" d=\"M%d %dV%dH%d\"/>\n",
	    TCN_PLOT_LEFT, TCN_PLOT_TOP, TCN_PLOT_BOTTOM, TCN_PLOT_RIGHT);
}
