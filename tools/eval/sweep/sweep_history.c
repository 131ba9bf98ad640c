#include "tools/eval/sweep/sweep_history.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"

static int
by_size(const void *left, const void *right)
{
	double a = *(const double *)left, b = *(const double *)right;

	return (a > b) - (a < b);
}

/* Sorts the values; that below which a share of them lies, NaN of none. */
static double
quantile(double *values, size_t n, double share)
{
	double at, part;
	size_t i;

	if (!n)
		return (double)NAN;
	qsort(values, n, sizeof *values, by_size);
	at = share * (double)(n - 1);
	i = (size_t)at;
	part = at - (double)i;
	return i + 1 < n ? values[i] * (1 - part) + values[i + 1] * part
			 : values[i];
}

static double
minutes(int64_t ms)
{
	return (double)ms / TCN_MINUTE_MS;
}

void
tcn_sweep_history_figures(const struct tcn_known *known, double days,
    struct tcn_sweep_history_point *p, double *delays)
{
	double from_start[TCN_KNOWN_MAX], crossed[TCN_KNOWN_MAX];
	size_t crossed_n = 0;

	p->alerts = known->alerts_n;
	for (size_t i = 0; i < known->alerts_n; i++)
		p->others += known->alerts[i].event == TCN_KNOWN_MAX;
	for (size_t i = 0; i < known->n; i++) {
		const struct tcn_known_event *event = &known->events[i];
		int64_t fired_ms;

		delays[i] = (double)NAN;
		p->repeats += event->repeats;
		if (event->alert == SIZE_MAX)
			continue;
		fired_ms = known->alerts[event->alert].fired_ms;
		delays[i] = minutes(fired_ms - event->start_ms);
		from_start[p->found++] = delays[i];
		if (event->crossed_ms != INT64_MIN)
			crossed[crossed_n++] =
			    minutes(fired_ms - event->crossed_ms);
	}
	p->alerts_per_day = (double)p->alerts / days;
	p->others_per_day = (double)p->others / days;
	p->from_start = quantile(from_start, p->found, 0.5);
	p->delay = quantile(crossed, crossed_n, 0.5);
	p->delay_p90 = quantile(crossed, crossed_n, 0.9);
}

static int
by_cost(const void *left, const void *right)
{
	const struct tcn_sweep_history_point *a = left, *b = right;

	if (a->others != b->others)
		return a->others < b->others ? -1 : 1;
	if (a->found != b->found)
		return a->found < b->found ? -1 : 1;
	return a->point < b->point ? -1 : 1;
}

static int
by_found(const void *left, const void *right)
{
	const struct tcn_sweep_history_event *a = left, *b = right;

	if (a->found != b->found)
		return a->found > b->found ? -1 : 1;
	return a->event < b->event ? -1 : 1;
}

/* Fills in the points, and the delays by their number in the grid. */
static enum tcn_rc
take_points(struct tcn_sweep_history *history, double *delays)
{
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; !rc && i < history->points_n; i++) {
		history->points[i].point = i;
		rc = tcn_sweep_known_match(history->known,
		    &history->sweep->points[i]);
		if (!rc)
			tcn_sweep_history_figures(history->known, history->days,
			    &history->points[i],
			    delays + i * history->events_n);
	}
	return rc;
}

static void
put_in_order(struct tcn_sweep_history *history, const double *delays)
{
	const struct tcn_sweep_axis *axis = history->sweep->conf.grid->axes;
	size_t n = history->events_n;

	qsort(history->points, history->points_n, sizeof *history->points,
	    by_cost);
	history->base = SIZE_MAX;
	for (size_t i = 0; i < history->points_n; i++) {
		size_t point = history->points[i].point;

		for (size_t e = 0; e < n; e++)
			history->delays[i * n + e] = delays[point * n + e];
		if (tcn_str_equal(tcn_sweep_history_value(history, i),
			axis->base_value))
			history->base = i;
	}
	for (size_t e = 0; e < n; e++) {
		history->events[e].event = e;
		for (size_t i = 0; i < history->points_n; i++)
			history->events[e].found +=
			    tcn_sweep_history_found(history, i, e);
	}
	qsort(history->events, n, sizeof *history->events, by_found);
}

enum tcn_rc
tcn_sweep_history_make(const struct tcn_sweep *sweep,
    struct tcn_sweep_history *history)
{
	size_t points = sweep->points_n, events;
	double *delays;
	enum tcn_rc rc = TCN_NOMEM;

	assert(sweep->conf.known && sweep->conf.grid->axes_n == 1);
	events = sweep->conf.known->n;
	delays = tcn_mem_calloc(points * events, sizeof *delays);
	*history = (struct tcn_sweep_history){
		.sweep = sweep,
		.known = sweep->conf.known,
		.days = minutes(sweep->last_ms - sweep->first_ms) / 1440,
		.points = tcn_mem_calloc(points, sizeof *history->points),
		.points_n = points,
		.events = tcn_mem_calloc(events, sizeof *history->events),
		.events_n = events,
		.delays =
		    tcn_mem_calloc(points * events, sizeof *history->delays),
	};
	if (history->days < 1e-9)
		history->days = 1e-9;
	if (delays && history->points && history->events && history->delays)
		rc = take_points(history, delays);
	if (!rc)
		put_in_order(history, delays);
	if (!rc && history->base != SIZE_MAX)
		rc = tcn_sweep_known_match(history->known,
		    &sweep->points[history->points[history->base].point]);
	tcn_mem_free(delays);
	return rc;
}

void
tcn_sweep_history_fini(struct tcn_sweep_history *history)
{
	tcn_mem_free(history->points);
	tcn_mem_free(history->events);
	tcn_mem_free(history->delays);
	*history = (struct tcn_sweep_history){ 0 };
}

struct tcn_str
tcn_sweep_history_value(const struct tcn_sweep_history *history, size_t point)
{
	assert(point < history->points_n);
	return tcn_sweep_grid_value(history->sweep->conf.grid,
	    history->points[point].point, 0);
}

bool
tcn_sweep_history_found(const struct tcn_sweep_history *history, size_t point,
    size_t event)
{
	assert(point < history->points_n && event < history->events_n);
	return !isnan(history->delays[point * history->events_n + event]);
}
