/*
 * tools/lab/eval/fit/fit_impl.h - what tools/lab/eval/fit/fit.c and
 * fit_figures.c share. Private.
 */
#ifndef TCN_TOOLS_LAB_EVAL_FIT_FIT_IMPL_H
#define TCN_TOOLS_LAB_EVAL_FIT_FIT_IMPL_H

#include "tools/lab/eval/fit/fit.h"

struct tcn_fit_draw {
	uint64_t key;
	uint32_t row;
	bool real;
};

/* Room for one repetition; by row, but for chosen and draws. Where features are
 * dropped, row n + i is row i without them. */
struct tcn_fit_work {
	double *x; /* features by row, brought to mean 0 and deviation 1 */
	double *y; /* 1: real */
	double *offset; /* what the features that are held add */
	double *z; /* scores */
	double *targets;
	uint32_t *chosen; /* rows */
	struct tcn_fit_draw *draws;
	struct tcn_fit_ranked *ranked;
	uint8_t *folds;
};

/* The standard error of an AUC, by Hanley and McNeil. */
double tcn_fit_auc_error(double auc, size_t ones, size_t zeros);

/* Computes the figures that follow from the rows' scores z and probabilities
 * p. */
void tcn_fit_figures(struct tcn_fit *fit, struct tcn_fit_work *work);

#endif
