/*
 * window/category/calibration.h - how likely is a guess to be right, by its
 * margin?
 *
 * The margin of a naive Bayes guess orders guesses well and says too much as a
 * probability, as words of one article depend on each other (Domingos and
 * Pazzani, "On the optimality of the simple Bayesian classifier", Machine
 * Learning 29, 1997). So it is asked how often guesses with such a margin were
 * right: margins are put into bins, and the share of right guesses by bin is
 * made to rise with the margin, by isotonic regression (Ayer et al. 1955;
 * Zadrozny and Elkan, "Transforming classifier scores into accurate multiclass
 * probability estimates", KDD 2002):
 *
 *	fitted = the rising sequence with the least sum over the bins of
 *		 tests * (right / tests - fitted)^2
 *
 * found in one pass that pools neighbours which fall (pool adjacent violators).
 * Each bin counts a small part of a test more, half of it right, so that a few
 * guesses do not make certainty, and a bin without any has a value, too.
 *
 * Counts fade with the clock of their owner (window/base/decay.h), who brings
 * them from one epoch to the next and says what a test weighs.
 *
 * Bounds: TCN_CALIBRATION_BINS bins, whatever comes. Cost: to add and to ask an
 * index; to fit a pass over the bins, some 200 ns. Nothing fails.
 */
#ifndef TCN_WINDOW_CATEGORY_CALIBRATION_H
#define TCN_WINDOW_CATEGORY_CALIBRATION_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/err.h"
#include "engine/base/rc.h"

enum {
	/* Margins up to 16 nats, by quarters of a nat; the last bin has those
	 * beyond, too. */
	TCN_CALIBRATION_BINS = 64,
	TCN_CALIBRATION_BINS_A_NAT = 4,
	TCN_CALIBRATION_LEAST = 64, /* tests before anything is fitted */
};

/* What each bin counts beside its tests. */
#define TCN_CALIBRATION_PRIOR (1. / 16)

/* All zero knows nothing. 0 <= right <= tests in each bin. */
struct tcn_calibration {
	double tests[TCN_CALIBRATION_BINS]; /* in units of the owner's epoch */
	double right[TCN_CALIBRATION_BINS]; /* of these */
	double fitted[TCN_CALIBRATION_BINS]; /* 0 < .. < 1, rising; 0: none */
};

/* The bin of a margin, in nats, >= 0. */
size_t tcn_calibration_bin(double margin);

/* Counts a guess of which it is known whether it was right; unit: what it
 * weighs, > 0. */
void tcn_calibration_add(struct tcn_calibration *calibration, double margin,
    bool right, double unit);

/* Brings the counts to another epoch: times two to the power of by. */
void tcn_calibration_shift(struct tcn_calibration *calibration, int by);

/* Fits anew; unit: what a test weighs now. With fewer than
 * TCN_CALIBRATION_LEAST tests what was fitted before stays. */
void tcn_calibration_fit(struct tcn_calibration *calibration, double unit);

/* How likely a guess with this margin is right, 0 < .. < 1; 0: not known, as
 * nothing is fitted. */
double tcn_calibration_probability(const struct tcn_calibration *calibration,
    double margin);

/* Validator: TCN_CORRUPT, and in err a sentence, when the counts or what is
 * fitted cannot be. err may be NULL. */
TCN_MUST_USE enum tcn_rc
tcn_calibration_check(const struct tcn_calibration *calibration,
    struct tcn_err *err);

#endif
