/*
 * tools/lab/eval/fit/fit_print.c - writes what came of a fit: for people, for
 * programs, and as a file of weights.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/json_out.h"
#include "tools/base/safe.h"
#include "tools/lab/eval/fit/fit.h"

enum {
	CONTRARY_MAX = 5, /* of each class, listed as judged otherwise */
};

/* Shown from this difference between judgement and probability on. */
#define CONTRARY_LEAST 0.7

static double
percent(size_t part, size_t all)
{
	return all ? 100 * (double)part / (double)all : 0;
}

/* The features, the one that weighs most first. */
static void
order_features(const struct tcn_fit *fit, size_t order[TCN_FIT_FEATURES_MAX])
{
	for (size_t i = 0; i < fit->features_n; i++) {
		double size = fabs(fit->features[i].weight);
		size_t at = i;

		while (at && fabs(fit->features[order[at - 1]].weight) < size) {
			order[at] = order[at - 1];
			at--;
		}
		order[at] = i;
	}
}

static void
put_features(const struct tcn_fit *fit, struct tcn_buf *out)
{
	size_t order[TCN_FIT_FEATURES_MAX];

	order_features(fit, order);
	tcn_buf_z(out,
	    "\nfeature      weight     each  alone  without     real    other"
	    "  known\n");
	for (size_t i = 0; i < fit->features_n; i++) {
		const struct tcn_fit_feature *f = &fit->features[order[i]];

		tcn_buf_printf(out,
		    "%-11s%c %+6.2f %+8.3g   %.3f    %.3f %8.3g %8.3g "
		    "%5.0f%%\n",
		    f->name, f->held ? '=' : ' ', f->weight, f->raw, f->auc,
		    f->auc_without, f->real_median, f->other_median,
		    percent(f->known, fit->n));
	}
	tcn_buf_z(out,
	    "weight: of one standard deviation; each: of one unit, as in the "
	    "file of weights;\nalone: AUC of the feature by itself (below .5: "
	    "low is real); without: AUC of\nall others; real, other: "
	    "medians; =: held, not fitted.\n");
	for (size_t i = 0; i < fit->features_n; i++) {
		const struct tcn_fit_feature *f = &fit->features[order[i]];

		tcn_buf_printf(out, "%s%-12s %s\n", i == 0 ? "\n" : "", f->name,
		    f->meaning);
	}
}

static void
put_tables(const struct tcn_fit *fit, struct tcn_buf *out)
{
	tcn_buf_z(out, "\nReal ones among those that score highest:\n");
	for (size_t i = 0; i < fit->tops_n; i++)
		tcn_buf_printf(out, "%s%.0f%% of %zu", i ? ", " : "    ",
		    percent(fit->tops[i].real, fit->tops[i].n), fit->tops[i].n);
	tcn_buf_printf(out,
	    "\n\nSaid to be real by    stories    are real    (mean error "
	    "%.1f points)\n",
	    100 * fit->calibration_error);
	for (size_t i = 0; i < TCN_FIT_BINS; i++) {
		const struct tcn_fit_bin *bin = &fit->bins[i];

		tcn_buf_printf(out, "    %3zu to %3zu %%", 10 * i, 10 * i + 10);
		if (bin->n)
			tcn_buf_printf(out, " %12zu %10.0f%%\n", bin->n,
			    percent(bin->real, bin->n));
		else
			tcn_buf_printf(out, " %12d\n", 0);
	}
	tcn_buf_z(out,
	    "\nThreshold    told    real ones among them    of all real "
	    "ones\n");
	for (size_t i = 0; i < TCN_FIT_LEVELS; i++) {
		const struct tcn_fit_level *level = &fit->levels[i];

		tcn_buf_printf(out, "%7.0f%% %8zu %19.0f%% %19.0f%%\n",
		    100 * level->least, level->told,
		    percent(level->real, level->told),
		    percent(level->real, fit->real));
	}
}

static int
by_contrary(const void *left, const void *right)
{
	const struct tcn_fit_row *const *a = left, *const *b = right;
	double x = fabs((*a)->p - (*a)->real), y = fabs((*b)->p - (*b)->real);

	if (x != y)
		return x > y ? -1 : 1;
	return *a < *b ? -1 : *a > *b;
}

/* The rows whose judgement the score contradicts most, to be looked at again;
 * returns how many there are. */
static size_t
find_contrary(const struct tcn_fit *fit, bool real,
    const struct tcn_fit_row *found[CONTRARY_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < fit->n; i++) {
		const struct tcn_fit_row *row = &fit->rows[i];

		if (row->real != real ||
		    fabs(row->p - row->real) < CONTRARY_LEAST)
			continue;
		if (n < CONTRARY_MAX)
			found[n++] = row;
		else if (by_contrary(&row, &found[n - 1]) < 0)
			found[n - 1] = row;
		qsort(found, n, sizeof(const struct tcn_fit_row *),
		    by_contrary);
	}
	return n;
}

static void
put_contrary(const struct tcn_fit *fit, struct tcn_buf *out)
{
	const struct tcn_fit_row *found[CONTRARY_MAX];
	bool any = false;

	for (int real = 1; real >= 0; real--) {
		size_t n = find_contrary(fit, real, found);

		if (n && !any)
			tcn_buf_z(out,
			    "\nJudged otherwise than the score says; worth a "
			    "second look:\n");
		any |= n > 0;
		for (size_t i = 0; i < n; i++) {
			tcn_buf_printf(out, "    %-8s %3.0f%%  ",
			    real ? "real" : "not real", 100 * found[i]->p);
			tcn_safe_terminal(out, found[i]->id);
			tcn_buf_z(out, "  ");
			tcn_safe_terminal(out, found[i]->title);
			tcn_buf_char(out, '\n');
		}
	}
}

void
tcn_fit_text(const struct tcn_fit *fit, struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "AUC %.3f in %u-fold cross-validation, %.3f to %.3f over %u "
	    "repetition%s;\nplus or minus %.3f, because only %zu stories were "
	    "judged (%zu real, %zu not)\n",
	    fit->auc, fit->conf.folds, fit->auc_least, fit->auc_most,
	    fit->conf.repeats, fit->conf.repeats == 1 ? "" : "s",
	    fit->auc_error, fit->n, fit->real, fit->n - fit->real);
	if (fit->auc_now != 0.5)
		tcn_buf_printf(out, "AUC %.3f by the weights in force\n",
		    fit->auc_now);
	if (fit->conf.drops)
		tcn_buf_printf(out,
		    "AUC %.3f where headline case says nothing\n",
		    fit->auc_dropped);
	if (fit->auc < 0.7)
		tcn_buf_z(out,
		    "The features hardly tell these stories apart: do not use "
		    "the weights.\n");
	put_features(fit, out);
	put_tables(fit, out);
	put_contrary(fit, out);
}

/* ---- JSON ---- */

static void
json_feature(const struct tcn_fit *fit, const struct tcn_fit_feature *f,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", tcn_str(f->name));
	tcn_json_rounded(out, "weight", f->weight, 6);
	tcn_json_rounded(out, "each", f->raw, 6);
	tcn_json_rounded(out, "mean", f->mean, 6);
	tcn_json_rounded(out, "sd", f->sd, 6);
	tcn_json_rounded(out, "auc", f->auc, 4);
	tcn_json_rounded(out, "auc_without", f->auc_without, 4);
	tcn_json_rounded(out, "real_median", f->real_median, 6);
	tcn_json_rounded(out, "other_median", f->other_median, 6);
	tcn_json_bool(out, "held", f->held);
	tcn_json_rounded(out, "known", (double)f->known / (double)fit->n, 4);
	tcn_json_close(out, '}');
}

static void
json_tables(const struct tcn_fit *fit, struct tcn_buf *out)
{
	tcn_json_open(out, "best", '[');
	for (size_t i = 0; i < fit->tops_n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_uint(out, "n", fit->tops[i].n);
		tcn_json_uint(out, "real", fit->tops[i].real);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_open(out, "calibration", '[');
	for (size_t i = 0; i < TCN_FIT_BINS; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_rounded(out, "from", (double)i / TCN_FIT_BINS, 2);
		tcn_json_uint(out, "n", fit->bins[i].n);
		tcn_json_uint(out, "real", fit->bins[i].real);
		tcn_json_rounded(out, "said", fit->bins[i].p, 4);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
	tcn_json_open(out, "thresholds", '[');
	for (size_t i = 0; i < TCN_FIT_LEVELS; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_rounded(out, "least", fit->levels[i].least, 2);
		tcn_json_uint(out, "told", fit->levels[i].told);
		tcn_json_uint(out, "real", fit->levels[i].real);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

void
tcn_fit_json(const struct tcn_fit *fit, struct tcn_buf *out)
{
	tcn_json_uint(out, "stories", fit->n);
	tcn_json_uint(out, "real", fit->real);
	tcn_json_uint(out, "folds", fit->conf.folds);
	tcn_json_uint(out, "repeats", fit->conf.repeats);
	tcn_json_rounded(out, "l2", fit->conf.l2, 6);
	tcn_json_rounded(out, "auc", fit->auc, 4);
	if (fit->conf.drops)
		tcn_json_rounded(out, "auc_no_case", fit->auc_dropped, 4);
	tcn_json_rounded(out, "auc_least", fit->auc_least, 4);
	tcn_json_rounded(out, "auc_most", fit->auc_most, 4);
	tcn_json_rounded(out, "auc_in_force", fit->auc_now, 4);
	tcn_json_rounded(out, "auc_error", fit->auc_error, 4);
	tcn_json_rounded(out, "log_loss", fit->log_loss, 4);
	tcn_json_rounded(out, "calibration_error", fit->calibration_error, 4);
	tcn_json_rounded(out, "bias", fit->bias_raw, 6);
	tcn_json_open(out, "features", '[');
	for (size_t i = 0; i < fit->features_n; i++)
		json_feature(fit, &fit->features[i], out);
	tcn_json_close(out, ']');
	json_tables(fit, out);
	tcn_json_open(out, "judged", '[');
	for (size_t i = 0; i < fit->n; i++) {
		tcn_json_open(out, NULL, '{');
		tcn_json_str(out, "id", fit->rows[i].id);
		tcn_json_bool(out, "real", fit->rows[i].real);
		tcn_json_rounded(out, "p", fit->rows[i].p, 4);
		for (size_t f = 0; f < fit->features_n; f++)
			if (fit->rows[i].is_known[f])
				tcn_json_rounded(out, fit->features[f].name,
				    fit->rows[i].x[f], 6);
		tcn_json_close(out, '}');
	}
	tcn_json_close(out, ']');
}

/* ---- the file of weights ---- */

void
tcn_fit_yaml(const struct tcn_fit *fit, struct tcn_str about,
    struct tcn_buf *out)
{
	char weight[TCN_JSON_ROUNDED_BYTES], mean[TCN_JSON_ROUNDED_BYTES];
	char sd[TCN_JSON_ROUNDED_BYTES];

	tcn_buf_printf(out,
	    "# Weights of the score of stories, made by tocsin tune fit of "
	    "%.*s.\n"
	    "# %zu stories judged, %zu of them real news; AUC %.3f in "
	    "cross-validation.\n"
	    "#\n"
	    "# The score of a story is the bias plus, for each feature that is "
	    "known of it,\n"
	    "# weight * (value - mean). e^score / (1 + e^score) is how likely "
	    "it is news.\n"
	    "# sd, the standard deviation, says which differences are large.\n",
	    TCN_STR_ARG(about), fit->n, fit->real, fit->auc);
	tcn_buf_printf(out, "bias: %s\nweights:\n",
	    tcn_json_round(fit->bias_raw, 6, weight));
	for (size_t i = 0; i < fit->features_n; i++) {
		const struct tcn_fit_feature *f = &fit->features[i];

		tcn_buf_printf(out, "  %s: {weight: %s, mean: %s, sd: %s}\n",
		    f->name, tcn_json_round(f->raw, 6, weight),
		    tcn_json_round(f->mean, 6, mean),
		    tcn_json_round(f->sd, 6, sd));
	}
}
