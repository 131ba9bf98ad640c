/*
 * tools/eval/sweep/sweep_best.h - what a point is worth, and which one to take.
 *
 * With labels a point is worth its F1; with a list of known events, the share
 * of them it rings. Without, the points judge each other:
 * the share of points that ring an event is taken as the chance that it is
 * worth ringing, and a point is worth its *agreement*, the harmonic mean of
 *     the mean share of what it rings, and
 *     the sum of shares it rings, of the sum over all events.
 * That finds the middle of the grid, not the truth: it is a start for a
 * person who looks at the events the points disagree about.
 *
 * A budget says how many alerts a day somebody will look at: of the points
 * that keep to it the worthiest is taken. No file, no clock: functions of
 * their arguments.
 */
#ifndef TCN_TOOLS_EVAL_SWEEP_SWEEP_BEST_H
#define TCN_TOOLS_EVAL_SWEEP_SWEEP_BEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

/* What points are judged by. */
enum tcn_sweep_by {
	TCN_SWEEP_BY_AGREEMENT,
	TCN_SWEEP_BY_KNOWN,
	TCN_SWEEP_BY_LABELS,
};

/* One point in figures; those it is not judged by are 0. Of known events only
 * recall, missed and the median delay, from their start, are known. */
struct tcn_sweep_figures {
	size_t point; /* its number in the grid */
	size_t changes; /* settings that are not as configured */
	uint64_t alerts;
	double per_day; /* alerts */
	double mean_share; /* of the points, that ring what it rings */
	double agreement;

	uint64_t true_events, detected, repeats, late, unfounded, impure;
	double precision, recall, f1;
	double missed; /* share of true events: 1 - recall */
	double false_per_day; /* alerts that detect nothing */
	double delay_median_min, delay_p90_min; /* NaN: nothing detected */

	bool frontier; /* no point has both better recall and precision */
};

struct tcn_sweep_budget {
	double per_day; /* alerts a day; 0: none was named */
};

/* "5/day", "1/hour", "20/week"; TCN_INVALID: err says how to write it. */
TCN_MUST_USE enum tcn_rc tcn_sweep_budget_read(const char *text,
    struct tcn_sweep_budget *budget, struct tcn_err *err);

/* Whether it rings no more than that, as far as two digits tell. */
bool tcn_sweep_within_budget(const struct tcn_sweep_figures *figures,
    const struct tcn_sweep_budget *budget);

/*
 * Marks the points no other beats in both recall and precision; of equal ones
 * the first. Without labels: in worth and in fewer alerts.
 */
void tcn_sweep_mark_frontier(struct tcn_sweep_figures *figures, size_t n,
    enum tcn_sweep_by by);

/* How a point came to be taken. */
enum tcn_sweep_why {
	TCN_SWEEP_WORTH_MOST, /* no budget: the worthiest */
	TCN_SWEEP_WITHIN_BUDGET, /* the best of those within it */
	TCN_SWEEP_OVER_BUDGET, /* none keeps to it: fewest alerts */
};

/* The index of the point to take; n > 0. Ties: fewer alerts, then fewer
 * changes to what is configured, then the first. */
size_t tcn_sweep_best(const struct tcn_sweep_figures *figures, size_t n,
    const struct tcn_sweep_budget *budget, enum tcn_sweep_by by,
    enum tcn_sweep_why *why);

/* F1, share of known events or agreement. */
double tcn_sweep_objective(const struct tcn_sweep_figures *figures,
    enum tcn_sweep_by by);

#endif
