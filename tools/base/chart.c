#include "tools/base/chart.h"

#include <assert.h>
#include <math.h>

#include "engine/base/duration.h"
#include "engine/base/real.h"
#include "tools/base/safe.h"

double
tcn_chart_at(const struct tcn_chart_scale *scale, double value)
{
	double part;

	assert(scale->from < scale->to && (!scale->log || scale->from > 0));
	part = scale->log ? tcn_real_log(value / scale->from) /
		tcn_real_log(scale->to / scale->from)
			  : (value - scale->from) / (scale->to - scale->from);

	return scale->lo + part * (scale->hi - scale->lo);
}

/*
 * The largest power of ten that is not above x, within 1e-22 .. 1e22, where
 * one is exact or the inverse of an exact one.
 */
static double
decade_of(double x)
{
	double power = 1;

	if (x >= 1) {
		while (power < 1e22 && power * 10 <= x)
			power *= 10;
		return power;
	}
	while (power < 1e22 && 1 / power > x)
		power *= 10;
	return 1 / power;
}

/* The step of a linear scale: 1, 2 or 5 times a power of ten. */
static double
step_of(double span)
{
	static const double lead[] = { 1, 2, 5, 10 };
	double power = decade_of(span / TCN_CHART_TICKS);

	for (size_t i = 0; i < 4; i++)
		if (span / (lead[i] * power) <= TCN_CHART_TICKS + 1e-9)
			return lead[i] * power;
	return 10 * power;
}

/* The next value of 1, 2, 5, 10, ... at or beyond x; up or down. */
static double
next_tick_value(double x, bool up)
{
	static const double lead[] = { 1, 2, 5, 10 };
	double power = decade_of(x * (1 + 1e-9));

	for (size_t i = 0; i < 4; i++) {
		size_t k = up ? i : 3 - i;

		if (up ? lead[k] * power >= x * (1 - 1e-9)
		       : lead[k] * power <= x * (1 + 1e-9))
			return lead[k] * power;
	}
	return up ? 10 * power : power;
}

void
tcn_chart_round(struct tcn_chart_scale *scale)
{
	double step;

	assert(scale->from <= scale->to && (!scale->log || scale->from > 0));
	if (scale->log) {
		scale->from = next_tick_value(scale->from, false);
		scale->to = next_tick_value(scale->to, true);
		if (scale->to <= scale->from * 1.5) {
			scale->from = next_tick_value(scale->from / 1.5, false);
			scale->to = next_tick_value(scale->to * 1.5, true);
		}
		return;
	}
	if (scale->to - scale->from < 1e-9) {
		scale->from -= fabs(scale->from) / 10 + 1e-3;
		scale->to += fabs(scale->to) / 10 + 1e-3;
	}
	step = step_of(scale->to - scale->from);
	scale->from = floor(scale->from / step + 1e-9) * step;
	scale->to = ceil(scale->to / step - 1e-9) * step;
}

static size_t
log_ticks(const struct tcn_chart_scale *scale, double *ticks)
{
	bool decades = scale->to / scale->from > 2000;
	double at = scale->from;
	size_t n = 0;

	while (n < TCN_CHART_TICKS_MAX && at <= scale->to * (1 + 1e-9)) {
		double power = decade_of(at * (1 + 1e-9));

		if (!decades || at / power < 1.5)
			ticks[n++] = at;
		at = next_tick_value(at * 1.5, true);
	}
	return n;
}

size_t
tcn_chart_ticks(const struct tcn_chart_scale *scale,
    double ticks[static TCN_CHART_TICKS_MAX])
{
	double step, first;
	size_t n = 0;

	if (scale->log)
		return log_ticks(scale, ticks);
	step = step_of(scale->to - scale->from);
	first = ceil(scale->from / step - 1e-9);
	while (n < TCN_CHART_TICKS_MAX &&
	    (first + (double)n) * step <= scale->to + step * 1e-9) {
		ticks[n] = (first + (double)n) * step;
		n++;
	}
	return n;
}

uint64_t
tcn_chart_count_step(uint64_t top)
{
	static const uint64_t lead[] = { 1, 2, 5 };
	uint64_t power = 1;

	for (;; power *= 10) {
		for (size_t i = 0; i < 3; i++) {
			if (top / (lead[i] * power) <= TCN_CHART_TICKS)
				return lead[i] * power;
		}
	}
}

int64_t
tcn_chart_time_step(int64_t span_ms)
{
	static const int64_t steps[] = { TCN_MINUTE_MS, 2 * TCN_MINUTE_MS,
		5 * TCN_MINUTE_MS, 10 * TCN_MINUTE_MS, 15 * TCN_MINUTE_MS,
		30 * TCN_MINUTE_MS, TCN_HOUR_MS, 2 * TCN_HOUR_MS,
		3 * TCN_HOUR_MS, 6 * TCN_HOUR_MS, 12 * TCN_HOUR_MS, TCN_DAY_MS,
		2 * TCN_DAY_MS, 5 * TCN_DAY_MS, 10 * TCN_DAY_MS,
		30 * TCN_DAY_MS, 100 * TCN_DAY_MS, 365 * TCN_DAY_MS };
	size_t n = sizeof steps / sizeof *steps;

	assert(span_ms >= 0);
	for (size_t i = 0; i < n; i++) {
		if (span_ms / steps[i] <= TCN_CHART_TICKS)
			return steps[i];
	}
	return span_ms / TCN_CHART_TICKS;
}

void
tcn_chart_time_label(int64_t ms, int64_t step_ms,
    char text[static TCN_WHEN_BYTES])
{
	if (step_ms < TCN_DAY_MS && ms % TCN_DAY_MS) {
		tcn_when_clock(ms, text);
		return;
	}
	tcn_when_short(ms, text);
	text[strlen(text) - sizeof " 00:00" + 1] = '\0';
}

void
tcn_chart_text(struct tcn_buf *out, double x, double y, const char *anchor,
    const char *text)
{
	tcn_buf_printf(out, "<text x=\"%.4g\" y=\"%.4g\" text-anchor=\"%s\">",
	    x, y, anchor);
	tcn_safe_html(out, tcn_str(text));
	tcn_buf_z(out, "</text>\n");
}
