#include "window/category/calibration.h"

#include "engine/base/real.h"

size_t
tcn_calibration_bin(double margin)
{
	double bin = margin * TCN_CALIBRATION_BINS_A_NAT;

	return bin < TCN_CALIBRATION_BINS - 1 ? (size_t)bin
					      : TCN_CALIBRATION_BINS - 1;
}

void
tcn_calibration_add(struct tcn_calibration *calibration, double margin,
    bool right, double unit)
{
	size_t bin = tcn_calibration_bin(margin);

	calibration->tests[bin] += unit;
	if (right)
		calibration->right[bin] += unit;
}

void
tcn_calibration_shift(struct tcn_calibration *calibration, int by)
{
	for (size_t i = 0; i < TCN_CALIBRATION_BINS; i++) {
		calibration->tests[i] =
		    tcn_real_ldexp(calibration->tests[i], by);
		calibration->right[i] =
		    tcn_real_ldexp(calibration->right[i], by);
	}
}

/* Neighbouring bins with one value. */
struct pool {
	double tests, right;
	size_t bins;
};

/* Does the value not rise from one to the other? */
static bool
falls(const struct pool *left, const struct pool *right)
{
	return left->right * right->tests >= right->right * left->tests;
}

void
tcn_calibration_fit(struct tcn_calibration *calibration, double unit)
{
	const double prior = TCN_CALIBRATION_PRIOR * unit;
	struct pool pools[TCN_CALIBRATION_BINS];
	double all = 0;
	size_t n = 0, bin = 0;

	for (size_t i = 0; i < TCN_CALIBRATION_BINS; i++) {
		all += calibration->tests[i];
		pools[n++] = (struct pool){ calibration->tests[i] + prior,
			calibration->right[i] + prior / 2, 1 };
		for (; n > 1 && falls(&pools[n - 2], &pools[n - 1]); n--) {
			pools[n - 2].tests += pools[n - 1].tests;
			pools[n - 2].right += pools[n - 1].right;
			pools[n - 2].bins += pools[n - 1].bins;
		}
	}
	if (all < TCN_CALIBRATION_LEAST * unit)
		return;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < pools[i].bins; k++)
			calibration->fitted[bin++] =
			    pools[i].right / pools[i].tests;
}

double
tcn_calibration_probability(const struct tcn_calibration *calibration,
    double margin)
{
	return calibration->fitted[tcn_calibration_bin(margin)];
}

static bool
is_bin(const struct tcn_calibration *calibration, size_t bin)
{
	double tests = calibration->tests[bin];
	double right = calibration->right[bin];
	double fitted = calibration->fitted[bin];

	/* What is no number compares with nothing. */
	return right >= 0 && right <= tests && fitted >= 0 && fitted <= 1 &&
	    (!bin || fitted >= calibration->fitted[bin - 1]);
}

enum tcn_rc
tcn_calibration_check(const struct tcn_calibration *calibration,
    struct tcn_err *err)
{
	for (size_t i = 0; i < TCN_CALIBRATION_BINS; i++)
		if (!is_bin(calibration, i))
			return tcn_err_set(err, TCN_CORRUPT,
			    "bin %zu of the margins: %g of %g were right, the "
			    "probability is %g",
			    i, calibration->right[i], calibration->tests[i],
			    calibration->fitted[i]);
	return TCN_OK;
}
