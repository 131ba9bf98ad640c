/*
 * tools/lab/eval/sweep/sweep_best.h - how good a point is, and which one to
 * take.
 *
 * The objective of a point is its F1 when there are labels, and the share of
 * known events that it detects when there is a list of these. Without either,
 * the points judge each other: the share of points that detect an event is
 * taken as the chance that it is worth detecting, and the objective is the
 * point's *agreement*, the harmonic mean of
 *
 *    the mean share of the events it detects, and
 *    the sum of their shares, divided by the sum over all events.
 *
 * That finds the middle of the grid, not the truth: it is a start for a person
 * who then looks at the events the points disagree about.
 *
 * A budget says how many alerts a day somebody will look at: the point with the
 * highest objective among those that keep to it is taken. The frontier is that
 * of Pareto: the points that no other beats in both figures. There is no file
 * and no clock here: all are functions of their arguments.
 */
#ifndef TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_BEST_H
#define TCN_TOOLS_LAB_EVAL_SWEEP_SWEEP_BEST_H

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

/*
 * The figures of one point; those that do not apply are 0. With known events
 * only recall, missed and the median delay, from their start, apply.
 */
struct tcn_sweep_figures {
	size_t point; /* its number in the grid */
	size_t changes; /* settings that are not as configured */
	uint64_t alerts;
	double per_day; /* alerts */
	double mean_share; /* of points that detect what it detects, mean */
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

/*
 * Reads "5/day", "1/hour" or "20/week". TCN_INVALID: err says how to write it.
 */
TCN_MUST_USE enum tcn_rc tcn_sweep_budget_read(const char *text,
    struct tcn_sweep_budget *budget, struct tcn_err *err);

/* Whether the point fires no more often than that, rounded to two digits. */
bool tcn_sweep_within_budget(const struct tcn_sweep_figures *figures,
    const struct tcn_sweep_budget *budget);

/*
 * Marks the points that no other beats in both recall and precision; of equal
 * ones the first. Without labels, in objective and in fewer alerts.
 */
void tcn_sweep_mark_frontier(struct tcn_sweep_figures *figures, size_t n,
    enum tcn_sweep_by by);

/* How a point came to be taken. */
enum tcn_sweep_why {
	TCN_SWEEP_NO_BUDGET, /* no budget: the highest objective */
	TCN_SWEEP_WITHIN_BUDGET, /* the best of those within it */
	TCN_SWEEP_OVER_BUDGET, /* none keeps to it: fewest alerts */
};

/*
 * Returns the index of the point to take; n > 0. Ties are decided by fewer
 * alerts, then by fewer changes to what is configured, then by the first.
 */
size_t tcn_sweep_best(const struct tcn_sweep_figures *figures, size_t n,
    const struct tcn_sweep_budget *budget, enum tcn_sweep_by by,
    enum tcn_sweep_why *why);

/* Returns F1, the share of known events or the agreement. */
double tcn_sweep_objective(const struct tcn_sweep_figures *figures,
    enum tcn_sweep_by by);

#endif
