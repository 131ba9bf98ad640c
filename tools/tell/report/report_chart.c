#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "tools/base/chart.h"
#include "tools/base/safe.h"
#include "tools/base/when.h"
#include "tools/tell/report/report_impl.h"

/* Measures of the drawing, in its own units; the page scales it. */
enum {
	WIDTH = 640,
	HEIGHT = 270,
	LEFT = 52,
	RIGHT = 630,
	TOP = 28,
	BOTTOM = 228,
};

struct scale {
	int64_t from_ms, to_ms;
	uint32_t top; /* the count at the upper edge */
};

static int
x_of(const struct scale *scale, int64_t ms)
{
	double part = (double)(ms - scale->from_ms) /
	    (double)(scale->to_ms - scale->from_ms);

	return LEFT + (int)(part * (RIGHT - LEFT) + 0.5);
}

static int
y_of(const struct scale *scale, uint32_t items)
{
	double part = (double)items / scale->top;

	return BOTTOM - (int)(part * (BOTTOM - TOP) + 0.5);
}

static void
put_time_axis(const struct tcn_report_view *view, const struct scale *scale,
    struct tcn_buf *out)
{
	int64_t step = tcn_chart_time_step(scale->to_ms - scale->from_ms);
	int64_t rest = scale->from_ms % step;
	int64_t ms = scale->from_ms - rest + (rest > 0 ? step : 0);
	char text[TCN_WORDS_BYTES];
	bool clock;

	for (; ms <= scale->to_ms; ms += step) {
		int x = x_of(scale, ms);
		const char *anchor = x < LEFT + 30 ? "start"
		    : x > RIGHT - 30               ? "end"
						   : "middle";

		tcn_buf_printf(out, "<path class=\"tick\" d=\"M%d %dv6\"/>\n",
		    x, BOTTOM);
		clock = step < TCN_DAY_MS &&
		    tcn_words_is_same_day(view->words, ms - 1, ms);
		tcn_words_time(view->words, ms,
		    clock ? TCN_WORDS_TIME_CLOCK : TCN_WORDS_TIME_DATE, text);
		tcn_chart_text(out, x, BOTTOM + 28, anchor, text);
	}
}

/* Draws totals as a step line: between two items they do not change. */
static void
put_steps(const struct tcn_report_view *view, const struct scale *scale,
    bool items, struct tcn_buf *out)
{
	tcn_buf_printf(out, "M%d %d", x_of(scale, view->points[0].ms), BOTTOM);
	for (size_t i = 0; i < view->points_n; i++) {
		const struct tcn_report_view_point *p = &view->points[i];

		tcn_buf_printf(out, "H%dV%d", x_of(scale, p->ms),
		    y_of(scale, items ? p->items : p->origins));
	}
	tcn_buf_printf(out, "H%d", x_of(scale, scale->to_ms));
}

static void
put_alarm(const struct tcn_report_view *view, const struct scale *scale,
    struct tcn_buf *out)
{
	int64_t ms = view->report->event->fired_ms;
	char clock[TCN_WORDS_BYTES];
	bool right;
	int x;

	if (ms < scale->from_ms || ms > scale->to_ms)
		return;
	x = x_of(scale, ms);
	tcn_buf_printf(out, "<path class=\"alarm\" d=\"M%d %dV%d\"/>\n", x,
	    TOP - 6, BOTTOM);
	right = x > (LEFT + RIGHT) / 2;
	tcn_buf_printf(out,
	    "<text class=\"mark\" x=\"%d\" y=\"%d\" "
	    "text-anchor=\"%s\">",
	    right ? x - 6 : x + 6, TOP - 9, right ? "end" : "start");
	/* TRANSLATORS: a mark in the drawing, at which the alarm was given. */
	tcn_words_say(view->words, "fired {clock}",
	    TCN_WITH({ "clock",
		tcn_words_time(view->words, ms, TCN_WORDS_TIME_CLOCK, clock) }),
	    out);
	tcn_buf_z(out, "</text>\n");
}

static void
put_description(const struct tcn_report_view *view, struct tcn_buf *out)
{
	char from[TCN_WORDS_BYTES], to[TCN_WORDS_BYTES], fired[TCN_WORDS_BYTES];
	struct tcn_buf parts[2] = { { 0 } };

	tcn_report_say_items(view->words, view->all.items, &parts[0]);
	tcn_report_say_texts(view->words, view->all.origins, &parts[1]);
	tcn_buf_printf(out,
	    "<title id=\"chart-title\">%s</title>\n<desc id=\"chart-desc\">",
	    tcn_words_text(view->words, "Growth of the story"));
	tcn_words_say(view->words,
	    "Running totals from {from} to {to}: {items}, {texts}; fired at "
	    "{fired}.",
	    TCN_WITH({ "from",
			 tcn_words_time(view->words, view->all.first_ms,
			     TCN_WORDS_TIME_LONG, from) },
		{ "to",
		    tcn_words_time(view->words, view->all.last_ms,
			TCN_WORDS_TIME_LONG, to) },
		{ "items", tcn_buf_view(&parts[0]) },
		{ "texts", tcn_buf_view(&parts[1]) },
		{ "fired",
		    tcn_words_time(view->words, view->report->event->fired_ms,
			TCN_WORDS_TIME_LONG, fired) }),
	    out);
	tcn_words_parts_fini(parts, 2);
	tcn_buf_z(out, "</desc>\n");
}

/* The scale that items and the time of firing fit in, at least a minute
 * wide. */
static struct scale
scale_of(const struct tcn_report_view *view)
{
	int64_t fired = view->report->event->fired_ms;
	struct scale scale = { view->all.first_ms, view->all.last_ms,
		view->all.items };

	assert(scale.from_ms != TCN_UNDATED && scale.from_ms <= scale.to_ms);
	if (tcn_when_known(fired) && fired > scale.to_ms &&
	    fired - scale.to_ms < scale.to_ms - scale.from_ms)
		scale.to_ms = fired;
	if (scale.to_ms - scale.from_ms < TCN_MINUTE_MS)
		scale.to_ms = scale.from_ms + TCN_MINUTE_MS;
	return scale;
}

void
tcn_report_chart(const struct tcn_report_view *view, struct tcn_buf *out)
{
	struct scale scale;
	uint64_t step;
	char text[TCN_WORDS_BYTES];

	if (view->points_n < 2)
		return;
	scale = scale_of(view);
	tcn_buf_printf(out,
	    "<svg viewBox=\"0 0 %d %d\" role=\"img\" "
	    "aria-labelledby=\"chart-title chart-desc\">\n",
	    WIDTH, HEIGHT);
	put_description(view, out);
	step = tcn_chart_count_step(scale.top);
	for (uint64_t n = 0; n <= scale.top; n += step) {
		int y = y_of(&scale, (uint32_t)n);

		tcn_buf_printf(out, "<path class=\"grid\" d=\"M%d %dH%d\"/>\n",
		    LEFT, y, RIGHT);
		tcn_words_number(view->words, n, text);
		tcn_chart_text(out, LEFT - 8, y + 5, "end", text);
	}
	put_time_axis(view, &scale, out);
	tcn_buf_z(out, "<path class=\"area\" d=\"");
	put_steps(view, &scale, true, out);
	tcn_buf_printf(out, "V%dZ\"/>\n<path class=\"items\" d=\"", BOTTOM);
	put_steps(view, &scale, true, out);
	tcn_buf_z(out, "\"/>\n<path class=\"origins\" d=\"");
	put_steps(view, &scale, false, out);
	tcn_buf_z(out, "\"/>\n");
	put_alarm(view, &scale, out);
	tcn_buf_printf(out, "<path class=\"axis\" d=\"M%d %dH%d\"/>\n</svg>\n",
	    LEFT, BOTTOM, RIGHT);
}
