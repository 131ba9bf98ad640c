#include "tools/lab/eval/sweep/sweep_best.h"

#include <assert.h>
#include <stdlib.h>

static const struct unit {
	const char *name;
	double days;
} units[] = {
	{ "hour", 1.0 / 24 },
	{ "day", 1 },
	{ "week", 7 },
	{ "month", 30 },
};

enum tcn_rc
tcn_sweep_budget_read(const char *text, struct tcn_sweep_budget *budget,
    struct tcn_err *err)
{
	char *end;
	double n = strtod(text, &end);

	assert(text && budget);
	if (end != text && n > 0 && n < 1e9 && *end == '/') {
		for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
			if (strcmp(end + 1, units[i].name) != 0)
				continue;
			budget->per_day = n / units[i].days;
			return TCN_OK;
		}
	}
	return tcn_err_set(err, TCN_INVALID,
	    "--budget takes a number of alerts and a span, such as 5/day "
	    "(hour, day, week, month), not '%.64s'",
	    text);
}

double
tcn_sweep_objective(const struct tcn_sweep_figures *f, enum tcn_sweep_by by)
{
	switch (by) {
	case TCN_SWEEP_BY_LABELS:
		return f->f1;
	case TCN_SWEEP_BY_KNOWN:
		return f->recall;
	case TCN_SWEEP_BY_AGREEMENT:
		break;
	}
	return f->agreement;
}

/*
 * Sets the two figures by which points are compared on the frontier, more being
 * better.
 */
static void
set_objectives(const struct tcn_sweep_figures *f, enum tcn_sweep_by by,
    double good[2])
{
	bool labelled = by == TCN_SWEEP_BY_LABELS;

	good[0] = labelled ? f->recall : -f->per_day;
	good[1] = labelled ? f->precision : tcn_sweep_objective(f, by);
}

static bool
dominates(const struct tcn_sweep_figures *a, const struct tcn_sweep_figures *b,
    enum tcn_sweep_by by)
{
	double x[2], y[2];

	set_objectives(a, by, x);
	set_objectives(b, by, y);
	if (x[0] == y[0] && x[1] == y[1])
		return a < b;
	return x[0] >= y[0] && x[1] >= y[1];
}

void
tcn_sweep_mark_frontier(struct tcn_sweep_figures *figures, size_t n,
    enum tcn_sweep_by by)
{
	for (size_t i = 0; i < n; i++) {
		bool beaten = false;

		for (size_t k = 0; !beaten && k < n; k++)
			beaten =
			    k != i && dominates(&figures[k], &figures[i], by);
		figures[i].frontier = !beaten;
	}
}

/* Sets what the best point is to maximise, most important first. */
static void
set_goals(const struct tcn_sweep_figures *f, enum tcn_sweep_by by,
    enum tcn_sweep_why why, double goal[2])
{
	bool over = why == TCN_SWEEP_OVER_BUDGET;

	goal[over] = tcn_sweep_objective(f, by);
	goal[!over] = -f->per_day;
}

static bool
is_better(const struct tcn_sweep_figures *a, const struct tcn_sweep_figures *b,
    enum tcn_sweep_by by, enum tcn_sweep_why why)
{
	double x[2], y[2];

	set_goals(a, by, why, x);
	set_goals(b, by, why, y);
	for (size_t i = 0; i < 2; i++)
		if (x[i] != y[i])
			return x[i] > y[i];
	return a->changes < b->changes;
}

bool
tcn_sweep_within_budget(const struct tcn_sweep_figures *f,
    const struct tcn_sweep_budget *budget)
{
	return f->per_day < budget->per_day + 0.005;
}

size_t
tcn_sweep_best(const struct tcn_sweep_figures *figures, size_t n,
    const struct tcn_sweep_budget *budget, enum tcn_sweep_by by,
    enum tcn_sweep_why *why)
{
	size_t best = n;

	assert(n > 0);
	*why = TCN_SWEEP_NO_BUDGET;
	if (budget->per_day > 0) {
		*why = TCN_SWEEP_OVER_BUDGET;
		for (size_t i = 0; i < n; i++)
			if (tcn_sweep_within_budget(&figures[i], budget))
				*why = TCN_SWEEP_WITHIN_BUDGET;
	}
	for (size_t i = 0; i < n; i++) {
		if (*why == TCN_SWEEP_WITHIN_BUDGET &&
		    !tcn_sweep_within_budget(&figures[i], budget))
			continue;
		if (best == n ||
		    is_better(&figures[i], &figures[best], by, *why))
			best = i;
	}
	return best;
}
