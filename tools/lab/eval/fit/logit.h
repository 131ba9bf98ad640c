/*
 * tools/lab/eval/fit/logit.h - logistic regression with a ridge penalty.
 *
 * Finds the bias b and the weights w that make
 *
 *     sum over rows of  log(1 + e^z) - y z,  + l2 / 2 |w|^2,   z = b + w.x
 *
 * least: the negative log likelihood of y, where e^z / (1 + e^z) is the
 * probability of a 1, and a penalty on large weights, not on the bias (le
 * Cessie and van Houwelingen, Ridge estimators in logistic regression, 1992).
 * By Newton's method, which is iteratively reweighted least squares (Hastie,
 * Tibshirani, Friedman, The Elements of Statistical Learning, 4.4.1); a step
 * that does not improve is halved. The sum is convex, so there is one answer;
 * engine/base/real.h makes it the same everywhere.
 *
 * Pure, no memory but the stack. Cost: about eight steps of O(rows *
 * features^2).
 */
#ifndef TCN_TOOLS_LAB_EVAL_FIT_LOGIT_H
#define TCN_TOOLS_LAB_EVAL_FIT_LOGIT_H

#include <stddef.h>
#include <stdint.h>

enum {
	TCN_LOGIT_FEATURES_MAX = 32,
};

struct tcn_logit_data {
	const double *x; /* row by row, `features` each, of about unit size */
	const double *offset; /* a row: added to its z; NULL: nothing is */
	const double *y; /* a row: 0 to 1, how likely it is to be a 1 */
	const uint32_t *rows; /* indexes of those to learn from; NULL: all */
	size_t n; /* how many of them */
	size_t features; /* 0 to TCN_LOGIT_FEATURES_MAX */
	uint64_t without; /* a bit for each feature to leave at weight 0 */
};

struct tcn_logit {
	double bias;
	double weights[TCN_LOGIT_FEATURES_MAX];
	unsigned steps; /* of Newton's method that were taken */
	double slope; /* largest part of the gradient where it ended */
};

/*
 * Learns from the data. Not all y may be 0, nor all be 1, and l2 must be above
 * 0 unless the data is known not to be separable. A feature that is always 0
 * has the weight 0.
 */
void tcn_logit_fit(const struct tcn_logit_data *data, double l2,
    struct tcn_logit *logit);

/* b + w.x of one row, without its offset. */
double tcn_logit_z(const struct tcn_logit *logit, const double *x,
    size_t features);

/* e^z / (1 + e^z), which lies within 0 and 1. */
double tcn_logit_p(double z);

/* What is made least, for tests and for those who compare. */
double tcn_logit_loss(const struct tcn_logit_data *data, double l2,
    const struct tcn_logit *logit);

#endif
