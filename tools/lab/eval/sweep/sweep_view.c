#include "tools/lab/eval/sweep/sweep_view.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"

/* ---- the stream's span ---- */

static void
find_span(struct tcn_sweep_view *view)
{
	const struct tcn_sweep *sweep = view->sweep;

	view->from_ms = view->to_ms = TCN_UNDATED;
	for (size_t i = 0; i < sweep->points_n; i++) {
		const struct tcn_sweep_point *point = &sweep->points[i];

		if (point->from_ms == TCN_UNDATED)
			continue;
		if (view->from_ms == TCN_UNDATED ||
		    point->from_ms < view->from_ms)
			view->from_ms = point->from_ms;
		if (point->to_ms > view->to_ms)
			view->to_ms = point->to_ms;
	}
	view->days = (double)(view->to_ms - view->from_ms) / TCN_DAY_MS;
	if (view->days < 1e-9)
		view->days = 1e-9;
}

/* ---- figures ---- */

static void
from_score(const struct tcn_score *score, struct tcn_sweep_figures *f)
{
	f->alerts = score->alerts_n;
	f->per_day = score->alerts_per_day;
	f->true_events = score->true_events;
	f->detected = score->detected;
	f->repeats = score->repeats;
	f->late = score->late;
	f->unfounded = score->unfounded;
	f->impure = score->impure;
	f->precision = score->precision;
	f->recall = score->recall;
	f->f1 = score->f1;
	f->missed = 1 - score->recall;
	f->false_per_day =
	    (double)(score->alerts_n - score->detected) / score->days;
	f->delay_median_min = score->delay_median_min;
	f->delay_p90_min = score->delay_p90_min;
}

static void
from_events(const struct tcn_sweep_view *view, double all,
    struct tcn_sweep_figures *f)
{
	const struct tcn_sweep_events *events = &view->events;
	double sum = 0, found;
	size_t n = 0;

	for (size_t i = 0; i < events->n; i++) {
		if (!tcn_sweep_events_fired(events, i, f->point))
			continue;
		sum += events->at[i].share;
		n++;
	}
	f->mean_share = n ? sum / (double)n : 0;
	found = all > 0 ? sum / all : 0;
	if (f->mean_share + found > 0)
		f->agreement =
		    2 * f->mean_share * found / (f->mean_share + found);
}

static void
fill_figures(struct tcn_sweep_view *view)
{
	double all = 0;

	for (size_t i = 0; i < view->events.n; i++)
		all += view->events.at[i].share;
	for (size_t i = 0; i < view->n; i++) {
		struct tcn_sweep_figures *f = &view->figures[i];

		f->point = i;
		f->changes = tcn_sweep_grid_changes(view->grid, i);
		f->alerts = view->sweep->points[i].alerts_n;
		f->per_day = (double)f->alerts / view->days;
		f->delay_median_min = f->delay_p90_min = (double)NAN;
		if (view->by == TCN_SWEEP_BY_LABELS)
			from_score(&view->sweep->scores[i], f);
		if (view->by == TCN_SWEEP_BY_KNOWN) {
			tcn_sweep_known_match(view->known,
			    &view->sweep->points[i]);
			tcn_sweep_known_figures(view->known, f);
		}
		from_events(view, all, f);
		if (tcn_sweep_within_budget(&view->figures[i], &view->budget))
			view->within_n++;
	}
	tcn_sweep_mark_frontier(view->figures, view->n, view->by);
	view->best = tcn_sweep_best(view->figures, view->n, &view->budget,
	    view->by, &view->why);
	if (view->known)
		tcn_sweep_known_match(view->known,
		    &view->sweep->points[view->best]);
}

/* ---- orders ---- */

struct ranked {
	double by[3]; /* goals; the first that differs decides */
	size_t i;
};

static int
largest_first(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	for (size_t k = 0; k < 3; k++)
		if (a->by[k] != b->by[k])
			return a->by[k] > b->by[k] ? -1 : 1;
	return a->i < b->i ? -1 : 1;
}

static size_t *
rank(struct ranked *ranked, size_t n)
{
	size_t *at = tcn_mem_calloc(n, sizeof *at);

	if (n)
		qsort(ranked, n, sizeof *ranked, largest_first);
	for (size_t i = 0; i < n; i++)
		at[i] = ranked[i].i;
	return at;
}

/*
 * Orders the marginal events. One that half of the points detect is the most
 * disputed.
 */
static void
order_marginal(struct tcn_sweep_view *view)
{
	struct ranked *ranked = tcn_mem_calloc(view->events.n, sizeof *ranked);

	for (size_t i = 0; i < view->events.n; i++) {
		double share = view->events.at[i].share;

		if (view->events.at[i].points_n < view->n)
			ranked[view->marginal_n++] =
			    (struct ranked){ { -fabs(share - 0.5) }, i };
	}
	view->marginal = rank(ranked, view->marginal_n);
	tcn_mem_free(ranked);
}

/*
 * Returns how far the objective of points (F1; without labels alerts a day)
 * moves with an axis: the range of the means over its values, all other axes
 * averaged over.
 */
static double
effect_of(const struct tcn_sweep_view *view, size_t axis)
{
	double least = 0, most = 0;

	assert(axis < view->grid->axes_n);
	for (size_t v = 0; v < view->grid->axes[axis].n; v++) {
		double sum = 0;
		size_t n = 0;

		for (size_t i = 0; i < view->n; i++) {
			const struct tcn_sweep_figures *f = &view->figures[i];

			if (tcn_sweep_grid_index(view->grid, i, axis) != v)
				continue;
			sum += view->by == TCN_SWEEP_BY_LABELS ? f->f1
							       : f->per_day;
			n++;
		}
		sum /= (double)n;
		least = v == 0 || sum < least ? sum : least;
		most = v == 0 || sum > most ? sum : most;
	}
	return most - least;
}

static void
order_axes(struct tcn_sweep_view *view)
{
	size_t n = view->grid->axes_n;
	struct ranked *ranked = tcn_mem_calloc(n, sizeof *ranked);

	for (size_t i = 0; i < n; i++)
		ranked[i] = (struct ranked){ { effect_of(view, i) }, i };
	view->axes = rank(ranked, n);
	tcn_mem_free(ranked);
}

/* ---- time ---- */

/*
 * Returns the width of a bin: hours for a few days, days for half a year, and
 * so on.
 */
static int64_t
bin_width(int64_t span_ms)
{
	static const struct {
		int64_t width_ms;
		int64_t days; /* longest span it is used for */
	} widths[] = { { TCN_DAY_MS / 24, 3 }, { TCN_DAY_MS, 200 },
		{ 7 * TCN_DAY_MS, 1400 }, { 30 * TCN_DAY_MS, 6000 } };

	for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
		if (span_ms <= widths[i].days * TCN_DAY_MS)
			return widths[i].width_ms;
	return 365 * TCN_DAY_MS;
}

static void
fill_bins(const struct tcn_sweep_view *view, const struct tcn_sweep_bins *bins,
    size_t point, uint32_t *counts)
{
	const struct tcn_sweep_point *p = &view->sweep->points[point];

	memset(counts, 0, bins->n * sizeof *counts);
	for (size_t a = 0; a < p->alerts_n; a++) {
		int64_t at = p->alerts[a].fired_ms - bins->from_ms;

		if (at >= 0 && (size_t)(at / bins->width_ms) < bins->n)
			counts[at / bins->width_ms]++;
	}
}

static void
make_bins(struct tcn_sweep_view *view)
{
	struct tcn_sweep_bins *bins = &view->bins;
	int64_t width = bin_width(view->to_ms - view->from_ms);
	int64_t rest = view->from_ms % width;
	uint32_t *counts;

	if (view->from_ms == TCN_UNDATED)
		return;
	bins->width_ms = width;
	bins->from_ms = view->from_ms - rest - (rest < 0 ? width : 0);
	bins->n = (size_t)((view->to_ms - bins->from_ms) / width) + 1;
	bins->best = tcn_mem_calloc(bins->n, sizeof *bins->best);
	bins->least = tcn_mem_calloc(bins->n, sizeof *bins->least);
	bins->most = tcn_mem_calloc(bins->n, sizeof *bins->most);
	counts = tcn_mem_calloc(bins->n, sizeof *counts);
	fill_bins(view, bins, view->best, bins->best);
	for (size_t i = 0; i < view->n; i++) {
		fill_bins(view, bins, i, counts);
		for (size_t b = 0; b < bins->n; b++) {
			if (!i || counts[b] < bins->least[b])
				bins->least[b] = counts[b];
			if (counts[b] > bins->most[b])
				bins->most[b] = counts[b];
		}
	}
	tcn_mem_free(counts);
}

/* ---- all of it ---- */

void
tcn_sweep_view_make(const struct tcn_sweep *sweep,
    const struct tcn_sweep_budget *budget, struct tcn_sweep_view *view)
{
	struct ranked *ranked;

	assert(sweep->points_n > 0 && budget);
	*view = (struct tcn_sweep_view){
		.sweep = sweep,
		.grid = sweep->conf.grid,
		.known = sweep->conf.known,
		.budget = *budget,
		.n = sweep->points_n,
	};
	if (sweep->conf.known && sweep->conf.known->n)
		view->by = TCN_SWEEP_BY_KNOWN;
	if (sweep->scores && sweep->scores[0].true_events)
		view->by = TCN_SWEEP_BY_LABELS;
	find_span(view);
	view->figures = tcn_mem_calloc(view->n, sizeof *view->figures);
	tcn_sweep_events_find(sweep->points, view->n, sweep->items,
	    &view->events);
	fill_figures(view);
	tcn_sweep_events_show(&view->events, sweep->points, view->best);
	ranked = tcn_mem_calloc(view->n, sizeof *ranked);
	for (size_t i = 0; i < view->n; i++) {
		const struct tcn_sweep_figures *f = &view->figures[i];

		ranked[i] =
		    (struct ranked){ { tcn_sweep_objective(f, view->by),
					 -f->per_day, -(double)f->changes },
			    i };
	}
	view->order = rank(ranked, view->n);
	tcn_mem_free(ranked);
	order_marginal(view);
	order_axes(view);
	make_bins(view);
}

void
tcn_sweep_view_fini(struct tcn_sweep_view *view)
{
	tcn_sweep_events_fini(&view->events);
	tcn_mem_free(view->figures);
	tcn_mem_free(view->order);
	tcn_mem_free(view->marginal);
	tcn_mem_free(view->axes);
	tcn_mem_free(view->bins.best);
	tcn_mem_free(view->bins.least);
	tcn_mem_free(view->bins.most);
	*view = (struct tcn_sweep_view){ 0 };
}

const struct tcn_sweep_alert *
tcn_sweep_event_alert(const struct tcn_sweep_view *view, size_t event)
{
	const struct tcn_sweep_event *at = &view->events.at[event];

	assert(event < view->events.n);
	return &view->sweep->points[at->point].alerts[at->alert];
}

struct tcn_str
tcn_sweep_headline(const struct tcn_sweep_view *view, size_t event)
{
	const struct tcn_sweep_alert *alert =
	    tcn_sweep_event_alert(view, event);
	const struct tcn_sweep_point *point =
	    &view->sweep->points[view->events.at[event].point];

	for (size_t i = 0; i < TCN_SWEEP_CITES; i++) {
		const struct tcn_item_name *item =
		    tcn_sweep_point_cited(point, alert, i);

		if (item && item->title.n)
			return item->title;
	}
	return tcn_str("");
}

size_t
tcn_sweep_share_bin(double share)
{
	double at = ceil(share * TCN_SWEEP_SHARES - 1e-9);

	assert(share >= 0 && share <= 1);
	return at < 1 ? 0 : (size_t)at - 1;
}
