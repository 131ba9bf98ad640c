/*
 * tools/lab/eval/category_score.h - how often the category with which an
 * article was sent is the one that was predicted for it.
 *
 * Each such article that was asked about (tools/pipeline/expect.h) is a test
 * that was not learnt from (prequential evaluation: Dawid, "Present position
 * and potential developments", JRSS A 147, 1984). Figures are given of the
 * whole stream, and of the last 30 % of its time, as what comes first is
 * guessed by little.
 *
 *	accuracy   right of those for which a category was expected
 *	coverage   the share of those that were sure
 *	of sure    right of these
 *	macro F1   the mean over categories of the harmonic mean of precision
 *		   and recall, so that small categories count as large ones
 *
 * Beside them stands how often predictions of a given probability are right
 * (tools/lab/eval/reliability.h).
 *
 * Articles are counted by day and pair of categories, so that memory grows with
 * days and not with articles. After TCN_CATEGORY_SCORE_NAMES categories more
 * are one.
 *
 * Call order: init; add; figures any time; fini.
 */
#ifndef TCN_TOOLS_LAB_EVAL_CATEGORY_SCORE_H
#define TCN_TOOLS_LAB_EVAL_CATEGORY_SCORE_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "tools/lab/eval/intern.h"
#include "tools/lab/eval/reliability.h"
#include "tools/pipeline/expect.h"

#define TCN_CATEGORY_SCORE_NAMES 500

struct tcn_category_score {
	struct tcn_intern names;
	struct tcn_map by_key; /* index of cells */
	struct tcn_category_score_cell *cells;
	size_t n, cap;
	struct tcn_map by_day; /* index of days */
	struct tcn_category_score_day *days;
	size_t days_n, days_cap;
	int64_t first_day, last_day;
};

struct tcn_category_figures {
	uint64_t sent, guessed, right; /* articles; those guessed are of sent */
	uint64_t sure, sure_right;
	size_t categories;
	double macro_f1; /* NaN: none was guessed */
	/* Of those guessed that had a probability. */
	struct tcn_reliability reliability;
};

void tcn_category_score_init(struct tcn_category_score *score);
void tcn_category_score_fini(struct tcn_category_score *score);

/* Counts an article that was sent with a category and asked about; others are
 * left out. */
TCN_MUST_USE enum tcn_rc
tcn_category_score_add(struct tcn_category_score *score, int64_t ts_ms,
    const struct tcn_expect_guess *guess);

/* Sets *figures to those of the last `share` of the time, 0 to 1, in whole
 * days. */
void tcn_category_score_figures(const struct tcn_category_score *score,
    double share, struct tcn_category_figures *figures);

/* Prints the figures for a person, a line each; nothing when no category was
 * guessed. */
void tcn_category_score_say(const struct tcn_category_score *score);

/* The same as a member of an object that is open. */
void tcn_category_score_json(const struct tcn_category_score *score,
    const char *name, struct tcn_buf *out);

#endif
