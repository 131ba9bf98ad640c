/*
 * tools/lab/eval/reliability.h - do probabilities say how often something
 * happens?
 *
 * A reliability table (Murphy and Winkler, "Reliability of subjective
 * probability forecasts", Applied Statistics 26, 1977) puts guesses into ten
 * bins by the probability that was given with them, and says of each bin what
 * was predicted on average and how often it came true. The expected calibration
 * error (Naeini, Cooper and Hauskrecht, AAAI 2015) is by how much the two
 * differ, averaged over all guesses:
 *
 *	error = sum over the bins of |right - predicted| / guesses
 *
 * All zero holds no guess.
 */
#ifndef TCN_TOOLS_LAB_EVAL_RELIABILITY_H
#define TCN_TOOLS_LAB_EVAL_RELIABILITY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/rc.h"
#include "tools/base/table.h"

enum {
	TCN_RELIABILITY_BINS = 10
};

struct tcn_reliability {
	struct {
		uint64_t n, right;
		double predicted; /* sum of the probabilities */
	} bins[TCN_RELIABILITY_BINS];
};

/* Adds a guess that was given with this probability, 0 to 1. */
void tcn_reliability_add(struct tcn_reliability *to, double probability,
    bool right);

/* Adds what `from` holds. */
void tcn_reliability_merge(struct tcn_reliability *to,
    const struct tcn_reliability *from);

/* How many guesses it holds. */
uint64_t tcn_reliability_n(const struct tcn_reliability *of);

/* The expected calibration error, 0 to 1; NaN without a guess. */
double tcn_reliability_error(const struct tcn_reliability *of);

/* Makes *table the bins that hold guesses, a row each, with cells in the
 * arena. */
void tcn_reliability_table(const struct tcn_reliability *of,
    struct tcn_arena *arena, struct tcn_table *table);

/* Members of an object that is open: "calibration_error", and "reliability" as
 * a list; nothing without a guess. */
void tcn_reliability_json(const struct tcn_reliability *of,
    struct tcn_buf *out);

#endif
