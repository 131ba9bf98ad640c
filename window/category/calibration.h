/*
 * window/category/calibration.h - the probability that a guess is right, by its
 * margin.
 *
 * The margin of a naive Bayes guess orders guesses well but overstates their
 * probability, as words of one article depend on each other (Domingos and
 * Pazzani, "On the optimality of the simple Bayesian classifier", Machine
 * Learning 29, 1997). So the probability is measured, as how often guesses with
 * such a margin were right: margins are put into bins, and the share of right
 * guesses by bin is made to rise with the margin, by isotonic regression (Ayer
 * et al. 1955; Zadrozny and Elkan, "Transforming classifier scores into
 * accurate multiclass probability estimates", KDD 2002):
 *
 *	fitted = the rising sequence with the least sum over the bins of
 *		 tests * (right / tests - fitted)^2
 *
 * found in one pass that pools neighbours which fall (pool adjacent violators).
 * Each bin starts with a small part of a test, half of it right, so that a few
 * guesses do not make certainty, and an empty bin has a value, too.
 *
 * Counts decay by the clock of their owner (window/base/decay.h), which
 * converts them from one epoch to the next and gives the weight of a test.
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

/* The tests that each bin starts with. */
#define TCN_CALIBRATION_PRIOR (1. / 16)

/* All zero is a calibration without tests. 0 <= right <= tests in each bin. */
struct tcn_calibration {
	double tests[TCN_CALIBRATION_BINS]; /* in units of the owner's epoch */
	double right[TCN_CALIBRATION_BINS]; /* those that were right */
	double fitted[TCN_CALIBRATION_BINS]; /* 0 < .. < 1, rising; 0: none */
};

/* The bin of a margin, in nats, >= 0. */
size_t tcn_calibration_bin(double margin);

/* Counts a guess that is known to be right or wrong; unit: its weight, > 0. */
void tcn_calibration_add(struct tcn_calibration *calibration, double margin,
    bool right, double unit);

/* Converts the counts to another epoch: multiplies them by two to the power of
 * `by`. */
void tcn_calibration_shift(struct tcn_calibration *calibration, int by);

/* Fits the probabilities anew; unit: the weight of a test now. With fewer than
 * TCN_CALIBRATION_LEAST tests the last fit stays. */
void tcn_calibration_fit(struct tcn_calibration *calibration, double unit);

/* The probability that a guess with this margin is right, 0 < .. < 1; 0: not
 * known, as nothing was fitted yet. */
double tcn_calibration_probability(const struct tcn_calibration *calibration,
    double margin);

/* Validator: TCN_CORRUPT, and in err a sentence, when the counts or the fitted
 * values are impossible. err may be NULL. */
TCN_MUST_USE enum tcn_rc
tcn_calibration_check(const struct tcn_calibration *calibration,
    struct tcn_err *err);

#endif
