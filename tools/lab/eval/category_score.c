#include "tools/lab/eval/category_score.h"

#include <math.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "window/base/decay.h"

#define LAST_SHARE .3

/* Articles of one day that were sent with one category and expected to have
 * another, or the same. */
struct tcn_category_score_cell {
	int64_t day;
	uint32_t sent, guess; /* names; NONE: none was guessed */
	uint64_t n, sure;
};

struct tcn_category_score_day {
	int64_t day;
	struct tcn_reliability reliability;
};

#define NONE TCN_CATEGORY_SCORE_NAMES

void
tcn_category_score_init(struct tcn_category_score *score)
{
	*score = (struct tcn_category_score){ .first_day = INT64_MAX,
		.last_day = INT64_MIN };
	tcn_intern_init(&score->names);
}

void
tcn_category_score_fini(struct tcn_category_score *score)
{
	tcn_intern_fini(&score->names);
	tcn_map_fini(&score->by_key);
	tcn_map_fini(&score->by_day);
	tcn_mem_free(score->cells);
	tcn_mem_free(score->days);
}

/* The last number is of all that come later. */
static enum tcn_rc
number_of(struct tcn_category_score *score, struct tcn_str name,
    uint32_t *number)
{
	*number = tcn_intern_find(&score->names, name);
	if (*number != TCN_INTERN_NONE)
		return TCN_OK;
	*number = NONE - 1;
	return score->names.n < NONE - 1
	    ? tcn_intern_put(&score->names, name, number)
	    : TCN_OK;
}

static struct tcn_category_score_cell *
find_cell(struct tcn_category_score *score, int64_t day, uint32_t sent,
    uint32_t guess)
{
	uint64_t key = (uint64_t)day * (NONE + 1) * (NONE + 1) +
	    (uint64_t)sent * (NONE + 1) + guess;
	struct tcn_category_score_cell *cells = tcn_mem_grow(score->cells,
	    &score->cap, score->n + 1, sizeof *cells);
	uint64_t *at;
	bool added;

	score->cells = cells;
	tcn_map_put(&score->by_key, key, &at, &added);
	if (added) {
		*at = score->n++;
		cells[*at] = (struct tcn_category_score_cell){
			.day = day, .sent = sent, .guess = guess
		};
	}
	return &cells[*at];
}

/* Adds the guess to the day's reliability: its probability, and whether it was
 * right. A guess without a probability is left out. */
static void
add_probability(struct tcn_category_score *score, int64_t day,
    const struct tcn_category_guess *guess, bool right)
{
	struct tcn_category_score_day *days;
	uint64_t *at;
	bool added;

	if (!guess->label.n || guess->probability <= 0)
		return;
	days = tcn_mem_grow(score->days, &score->days_cap, score->days_n + 1,
	    sizeof *days);
	score->days = days;
	tcn_map_put(&score->by_day, (uint64_t)day, &at, &added);
	if (added) {
		*at = score->days_n++;
		days[*at] = (struct tcn_category_score_day){ .day = day };
	}
	tcn_reliability_add(&days[*at].reliability, guess->probability, right);
}

enum tcn_rc
tcn_category_score_add(struct tcn_category_score *score, int64_t ts_ms,
    const struct tcn_expect_guess *guess)
{
	int64_t day = tcn_decay_period(ts_ms, TCN_DAY_MS);
	struct tcn_category_score_cell *cell;
	uint32_t sent, guessed = NONE;
	enum tcn_rc rc;

	if (!guess->sent.n || !guess->asked)
		return TCN_OK;
	rc = number_of(score, guess->sent, &sent);
	if (!rc && guess->best.label.n)
		rc = number_of(score, guess->best.label, &guessed);
	if (!rc)
		cell = find_cell(score, day, sent, guessed);
	if (!rc)
		add_probability(score, day, &guess->best, sent == guessed);
	if (rc)
		return rc;
	cell->n++;
	cell->sure += guess->best.sure;
	if (day < score->first_day)
		score->first_day = day;
	if (day > score->last_day)
		score->last_day = day;
	return TCN_OK;
}

/* Of one category. */
struct tally {
	uint64_t sent, guessed, right;
};

static void
count_cell(const struct tcn_category_score_cell *cell,
    struct tally tallies[NONE], struct tcn_category_figures *figures)
{
	bool right = cell->sent == cell->guess;

	figures->sent += cell->n;
	if (cell->guess == NONE)
		return;
	figures->guessed += cell->n;
	figures->sure += cell->sure;
	tallies[cell->sent].sent += cell->n;
	tallies[cell->guess].guessed += cell->n;
	if (!right)
		return;
	tallies[cell->sent].right += cell->n;
	figures->right += cell->n;
	figures->sure_right += cell->sure;
}

void
tcn_category_score_figures(const struct tcn_category_score *score, double share,
    struct tcn_category_figures *figures)
{
	struct tally *tallies = tcn_mem_calloc(NONE, sizeof *tallies);
	double days = (double)(score->last_day - score->first_day + 1);
	int64_t from =
	    score->n ? score->last_day + 1 - (int64_t)(share * days + .5) : 0;
	double sum = 0;

	*figures = (struct tcn_category_figures){ .macro_f1 = NAN };
	for (size_t i = 0; i < score->n; i++)
		if (score->cells[i].day >= from)
			count_cell(&score->cells[i], tallies, figures);
	for (size_t i = 0; i < score->days_n; i++)
		if (score->days[i].day >= from)
			tcn_reliability_merge(&figures->reliability,
			    &score->days[i].reliability);
	for (size_t i = 0; i < NONE; i++) {
		uint64_t all = tallies[i].sent + tallies[i].guessed;

		figures->categories += all > 0;
		if (all)
			sum += 2 * (double)tallies[i].right / (double)all;
	}
	if (figures->categories)
		figures->macro_f1 = sum / (double)figures->categories;
	tcn_mem_free(tallies);
}

static double
part_of(uint64_t n, uint64_t all)
{
	return all ? (double)n / (double)all : 0;
}

static void
say_figures(const struct tcn_category_figures *f, const char *of)
{
	tcn_say("categories, %s: %.1f %% of %llu articles as predicted, %.1f "
		"%% "
		"of the surest %.0f %%, macro F1 %.3f over %zu categories",
	    of, 100 * part_of(f->right, f->guessed),
	    (unsigned long long)f->guessed,
	    100 * part_of(f->sure_right, f->sure),
	    100 * part_of(f->sure, f->guessed), f->macro_f1, f->categories);
	if (tcn_reliability_n(&f->reliability))
		tcn_say("categories, %s: probabilities are off by %.1f points "
			"on average (expected calibration error), of %llu",
		    of, 100 * tcn_reliability_error(&f->reliability),
		    (unsigned long long)tcn_reliability_n(&f->reliability));
}

void
tcn_category_score_say(const struct tcn_category_score *score)
{
	struct tcn_category_figures all, last;

	tcn_category_score_figures(score, 1, &all);
	tcn_category_score_figures(score, LAST_SHARE, &last);
	if (!all.guessed)
		return;
	say_figures(&all, "all");
	if (last.guessed)
		say_figures(&last, "last 30 % of the time");
}

/* Figures as a member of an object that is open. */
static void
figures_json(const struct tcn_category_figures *f, const char *name,
    struct tcn_buf *out)
{
	tcn_json_open(out, name, '{');
	tcn_json_uint(out, "sent", f->sent);
	tcn_json_uint(out, "guessed", f->guessed);
	tcn_json_uint(out, "categories", f->categories);
	tcn_json_rounded(out, "accuracy", part_of(f->right, f->guessed), 4);
	tcn_json_rounded(out, "coverage", part_of(f->sure, f->guessed), 4);
	tcn_json_rounded(out, "accuracy_of_sure",
	    part_of(f->sure_right, f->sure), 4);
	tcn_json_rounded(out, "macro_f1", f->macro_f1, 4);
	tcn_reliability_json(&f->reliability, out);
	tcn_json_close(out, '}');
}

void
tcn_category_score_json(const struct tcn_category_score *score,
    const char *name, struct tcn_buf *out)
{
	struct tcn_category_figures all, last;

	tcn_category_score_figures(score, 1, &all);
	tcn_category_score_figures(score, LAST_SHARE, &last);
	if (!all.guessed)
		return;
	tcn_json_open(out, name, '{');
	figures_json(&all, "all", out);
	if (last.guessed)
		figures_json(&last, "last", out);
	tcn_json_close(out, '}');
}
