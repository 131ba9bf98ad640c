/*
 * tools/lab/eval/fit/fit_figures.c - what a fit is worth: AUC, medians,
 * precision, calibration.
 */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/real.h"
#include "tools/lab/eval/fit/fit_impl.h"

/* The least probability of a logarithm. */
#define P_MIN 1e-9

/* Ascending; equal ones by their number. */
static int
by_value(const void *left, const void *right)
{
	const struct tcn_fit_ranked *a = left, *b = right;

	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

double
tcn_fit_auc(const double *values, const double *y, size_t n,
    struct tcn_fit_ranked *room)
{
	double ranks = 0, ones = 0;

	for (size_t i = 0; i < n; i++)
		room[i] = (struct tcn_fit_ranked){ values[i], (uint32_t)i };
	qsort(room, n, sizeof *room, by_value);
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && room[to].value == room[from].value;)
			to++;
		for (size_t i = from; i < to; i++) {
			if (y[room[i].row] < 0.5)
				continue;
			ones++;
			/* ranks count from 1; equal ones share their mean */
			ranks += (double)(from + to + 1) / 2;
		}
	}
	if (ones == 0 || ones == (double)n)
		return 0.5;
	return (ranks - ones * (ones + 1) / 2) / (ones * ((double)n - ones));
}

double
tcn_fit_auc_error(double auc, size_t ones, size_t zeros)
{
	double a = auc < 1 ? auc : 1, n1 = (double)ones, n0 = (double)zeros;
	double two_ones = a / (2 - a), two_zeros = 2 * a * a / (1 + a);

	assert(ones && zeros);
	return sqrt((a * (1 - a) + (n1 - 1) * (two_ones - a * a) +
			(n0 - 1) * (two_zeros - a * a)) /
	    (n1 * n0));
}

/* The median of the ranked values; 0 of none. */
static double
median(struct tcn_fit_ranked *ranked, size_t n)
{
	qsort(ranked, n, sizeof *ranked, by_value);
	if (!n)
		return 0;
	return n % 2 ? ranked[n / 2].value
		     : (ranked[n / 2 - 1].value + ranked[n / 2].value) / 2;
}

static double
median_of(const struct tcn_fit *fit, struct tcn_fit_work *work, size_t feature,
    bool real)
{
	size_t n = 0;

	for (size_t i = 0; i < fit->n; i++) {
		const struct tcn_fit_row *row = &fit->rows[i];

		if (row->is_known[feature] && row->real == real)
			work->ranked[n++] =
			    (struct tcn_fit_ranked){ row->x[feature],
				    (uint32_t)i };
	}
	return median(work->ranked, n);
}

/* How well one feature alone tells the rows apart that know it. */
static void
judge_feature(struct tcn_fit *fit, struct tcn_fit_work *work, size_t feature)
{
	struct tcn_fit_feature *f = &fit->features[feature];

	f->known = 0;
	for (size_t i = 0; i < fit->n; i++) {
		if (!fit->rows[i].is_known[feature])
			continue;
		work->z[f->known] = fit->rows[i].x[feature];
		work->targets[f->known++] = fit->rows[i].real;
	}
	f->auc = tcn_fit_auc(work->z, work->targets, f->known, work->ranked);
	f->real_median = median_of(fit, work, feature, true);
	f->other_median = median_of(fit, work, feature, false);
}

static void
judge_tops(struct tcn_fit *fit, const struct tcn_fit_ranked *ranked)
{
	static const size_t sizes[] = { 10, 20, 40, 60, 80, 100, 130, 160, 200,
		300, 500, 1000 };
	size_t real = 0;

	fit->tops_n = 0;
	for (size_t i = 0; i < fit->n && fit->tops_n < TCN_FIT_TOPS_MAX; i++) {
		real += fit->rows[ranked[fit->n - 1 - i].row].real;
		if (i + 1 == sizes[fit->tops_n])
			fit->tops[fit->tops_n++] =
			    (struct tcn_fit_top){ i + 1, real };
	}
}

static void
judge_calibration(struct tcn_fit *fit)
{
	double error = 0;

	for (size_t i = 0; i < fit->n; i++) {
		const struct tcn_fit_row *row = &fit->rows[i];
		double said = row->real ? row->p : 1 - row->p;
		size_t at = (size_t)(row->p * TCN_FIT_BINS);
		struct tcn_fit_bin *bin =
		    &fit->bins[at < TCN_FIT_BINS ? at : TCN_FIT_BINS - 1];

		bin->n++;
		bin->real += row->real;
		bin->p += row->p;
		fit->log_loss -=
		    tcn_real_log(said > P_MIN ? said : P_MIN) / (double)fit->n;
	}
	for (size_t i = 0; i < TCN_FIT_BINS; i++) {
		struct tcn_fit_bin *bin = &fit->bins[i];

		error += fabs(bin->p - (double)bin->real);
		if (bin->n)
			bin->p /= (double)bin->n;
	}
	fit->calibration_error = error / (double)fit->n;
}

static void
judge_levels(struct tcn_fit *fit)
{
	for (size_t i = 0; i < TCN_FIT_LEVELS; i++) {
		struct tcn_fit_level *level = &fit->levels[i];

		level->least = (double)(i + 2) / 10;
		for (size_t k = 0; k < fit->n; k++) {
			if (fit->rows[k].p < level->least)
				continue;
			level->told++;
			level->real += fit->rows[k].real;
		}
	}
}

void
tcn_fit_figures(struct tcn_fit *fit, struct tcn_fit_work *work)
{
	for (size_t i = 0; i < fit->n; i++)
		work->ranked[i] =
		    (struct tcn_fit_ranked){ fit->rows[i].z, (uint32_t)i };
	qsort(work->ranked, fit->n, sizeof *work->ranked, by_value);
	judge_tops(fit, work->ranked);
	for (size_t i = 0; i < fit->n; i++)
		work->z[i] = fit->rows[i].now;
	fit->auc_now = tcn_fit_auc(work->z, work->y, fit->n, work->ranked);
	judge_calibration(fit);
	judge_levels(fit);
	for (size_t i = 0; i < fit->features_n; i++)
		judge_feature(fit, work, i);
}
