/*
 * tools/lab/eval/fit/fit.h - weights from judged stories, and how far to trust
 * them.
 *
 * A judged story is a row: what each feature of the score said of it, and
 * whether a person called it real news. From the rows come weights
 * (tools/lab/eval/fit/logit.h, on features brought to mean 0 and deviation 1; a
 * feature that is not known counts as its mean), and figures that say how good
 * such weights are on stories they have not seen, by cross-validation: the rows
 * are cut into folds, with as many real ones in each, and each fold is judged
 * by weights of all the others. That is repeated with other folds, which gives
 * a spread.
 *
 *   AUC          how likely a real story scores above another one; 0.5 is
 *                chance (Fawcett, An introduction to ROC analysis, 2006). The
 *                error of judging so few stories is that of Hanley and McNeil
 *                1982.
 *   without      the AUC when a feature is left out
 *   precision    share of real ones among those that score highest
 *   calibration  of stories said to be real by 60 to 70 %, how many are. The
 *                score of unseen stories is brought to a probability by Platt's
 *                line (Platt, Probabilistic outputs for support vector
 *                machines, 1999), found on the other folds too. The weights
 *                that come out have the line in them, so that e^z / (1 + e^z)
 *                is a probability.
 *
 * A feature may be held at a weight, because rows cannot say what it should be:
 * one that is the same in all of them, such as how many publishers there are on
 * a wire of one, or one that follows from what was told before. The other
 * weights are then found beside it.
 *
 * Some features are not known everywhere: there are no capitals in Arabic. Rows
 * are therefore learnt from twice, as they are and without such features, so
 * that the others decide where these are missing (compare dropout: Srivastava
 * and others 2014). AUC is printed for both.
 *
 * How likely news is at all is taken from the rows: judge stories as they come,
 * not the doubtful alone.
 *
 * Pure: the same rows, in any order, give the same figures everywhere; folds
 * follow from the ids. Order of calls: init, add for each row, run, read, fini.
 * Memory: 400 bytes a row. Cost: folds * repeats * (features + 1) fits.
 */
#ifndef TCN_TOOLS_LAB_EVAL_FIT_FIT_H
#define TCN_TOOLS_LAB_EVAL_FIT_FIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/lab/eval/fit/logit.h"

enum {
	TCN_FIT_FEATURES_MAX = TCN_LOGIT_FEATURES_MAX,
	TCN_FIT_BINS = 10, /* of the table of calibration */
	TCN_FIT_FOLDS_MAX = 50,
	TCN_FIT_REPEATS_MAX = 100,
	TCN_FIT_ROWS_MIN = 10, /* of each class */
	TCN_FIT_TOPS_MAX = 12,
	TCN_FIT_LEVELS = 8, /* thresholds tried: 20 % to 90 % */
};

struct tcn_fit_conf {
	double l2; /* the ridge penalty, > 0 */
	unsigned folds; /* 2 to TCN_FIT_FOLDS_MAX */
	unsigned repeats; /* 1 to TCN_FIT_REPEATS_MAX */
	uint64_t seed; /* other folds */
	/* Weights of one unit, of features that are held; those in force, for
	 * features that turn out to be the same everywhere. */
	double held[TCN_FIT_FEATURES_MAX];
	uint64_t holds; /* a bit for each feature that is held */
	uint64_t drops; /* ... that may be missing; 0: rows count once */
};

/* A judged story; texts are copied. */
struct tcn_fit_row {
	struct tcn_str id, title;
	bool real;
	bool is_known[TCN_FIT_FEATURES_MAX];
	double x[TCN_FIT_FEATURES_MAX];
	double now; /* how likely it is real, by the weights in force */

	/* Filled in by run. */
	double z; /* mean score by weights that had not seen it */
	double p; /* the same as a probability */
};

struct tcn_fit_feature {
	const char *name, *meaning; /* the caller's */
	size_t known; /* rows that have it */
	double mean, sd; /* of those; sd 1 when they are all alike */
	double weight; /* on the feature brought to mean 0 and deviation 1 */
	double raw; /* the same on the feature as it is, calibrated */
	double auc; /* by it alone; below 0.5: low is real */
	double real_median, other_median;
	double auc_without;
	bool held;
};

/* Of the n rows that score highest, how many are real. */
struct tcn_fit_top {
	size_t n, real;
};

/* Of the rows whose probability is within a tenth. */
struct tcn_fit_bin {
	size_t n, real;
	double p; /* mean of what was said */
};

/* With `least` as threshold. */
struct tcn_fit_level {
	double least;
	size_t told, real; /* of them */
};

struct tcn_fit {
	struct tcn_fit_feature features[TCN_FIT_FEATURES_MAX];
	size_t features_n;
	struct tcn_fit_row *rows; /* by id, once run */
	size_t n, cap;
	size_t real; /* of them */
	struct tcn_fit_conf conf;
	struct tcn_arena arena;

	/* The outcome. */
	double bias; /* of the standardised weights */
	double bias_raw; /* calibrated: the score of a story at all means */
	double slope, shift; /* Platt's line */
	double auc; /* mean of the repetitions */
	double auc_least, auc_most; /* of them */
	double auc_now; /* of the rows' `now`; 0.5: it says nothing */
	double auc_dropped; /* mean, of rows without conf.drops */
	double auc_error; /* one standard error, as so few were judged */
	double log_loss; /* mean, of p */
	double calibration_error; /* mean |said - real|, by bin */
	struct tcn_fit_bin bins[TCN_FIT_BINS];
	struct tcn_fit_top tops[TCN_FIT_TOPS_MAX];
	size_t tops_n;
	struct tcn_fit_level levels[TCN_FIT_LEVELS];
};

/* Sets the defaults: no feature held, ridge, folds and repetitions as `tocsin
 * tune fit --help` says. */
void tcn_fit_conf_default(struct tcn_fit_conf *conf);

/* Begins without rows. names and meanings, n of each, must outlive it. */
void tcn_fit_init(struct tcn_fit *fit, const char *const *names,
    const char *const *meanings, size_t n);
void tcn_fit_fini(struct tcn_fit *fit);

/* Adds a row; ids must differ. */
void tcn_fit_add(struct tcn_fit *fit, const struct tcn_fit_row *row);

/*
 * Works everything out. TCN_INVALID: too few stories of a class, and err says
 * how many more it takes.
 */
TCN_MUST_USE enum tcn_rc tcn_fit_run(struct tcn_fit *fit,
    const struct tcn_fit_conf *conf, struct tcn_err *err);

/*
 * How likely a row with y 1 has the higher value than one with y 0, ties by
 * half; 0.5 when there are rows of one kind only. room: for n. O(n log n).
 */
struct tcn_fit_ranked {
	double value;
	uint32_t row;
};
double tcn_fit_auc(const double *values, const double *y, size_t n,
    struct tcn_fit_ranked *room);

/* The writers (fit_print.c): for people, for programs, and the weights as a
 * file (tools/conf/weights.h). */
void tcn_fit_text(const struct tcn_fit *fit, struct tcn_buf *out);
void tcn_fit_json(const struct tcn_fit *fit, struct tcn_buf *out);
void tcn_fit_yaml(const struct tcn_fit *fit, struct tcn_str about,
    struct tcn_buf *out);

#endif
