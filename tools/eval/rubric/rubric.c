#include "tools/eval/rubric/rubric.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/mem.h"
#include "engine/base/splitmix.h"

enum {
	DRAWS = 2000,
	SEED = 18, /* any will do, but always the same */
};

/* How the rows of a measure become one figure. */
enum kind {
	MEAN, /* of the rows' shares */
	POOL, /* all sums together: of lines, an event has few */
	MEDIAN,
};

struct measure {
	const char *name;
	enum kind kind;
	bool more; /* is better */
	double goal;
};

static const struct measure measures[TCN_RUBRIC_MEASURES] = {
	[TCN_RUBRIC_FOUND] = { "found", POOL, true, 1 },
	[TCN_RUBRIC_FACTS] = { "facts", MEAN, true, 0.85 },
	[TCN_RUBRIC_LEADING] = { "leading", MEAN, true, 1 },
	[TCN_RUBRIC_LEADING_TIME] = { "leading_time", MEAN, true, 0.9 },
	[TCN_RUBRIC_STALE] = { "superseded", POOL, false, 0 },
	[TCN_RUBRIC_WRONG] = { "wrong", POOL, false, 0 },
	[TCN_RUBRIC_FOREIGN] = { "foreign", POOL, false, 0.02 },
	[TCN_RUBRIC_REPEATED] = { "repeated", POOL, false, 0 },
	[TCN_RUBRIC_STEPS] = { "repeated_steps", POOL, false, 0 },
	[TCN_RUBRIC_BROKEN] = { "broken", POOL, false, 0 },
	[TCN_RUBRIC_FIRST] = { "first", POOL, true, 0.9 },
	[TCN_RUBRIC_DELAY] = { "delay", MEDIAN, false, 10 },
	[TCN_RUBRIC_EVENNESS] = { "evenness", MEAN, false, 0.3 },
	[TCN_RUBRIC_TOLD_AGAIN] = { "told_again", POOL, false, 0 },
	[TCN_RUBRIC_NEVER_TOLD] = { "never_told", MEAN, false, 0.02 },
	[TCN_RUBRIC_ROUGE1] = { "rouge1", MEAN, true, NAN },
	[TCN_RUBRIC_ROUGE2] = { "rouge2", MEAN, true, NAN },
};

const char *
tcn_rubric_measure_name(enum tcn_rubric_measure measure)
{
	return measures[measure].name;
}

double
tcn_rubric_goal(enum tcn_rubric_measure measure)
{
	return measures[measure].goal;
}

bool
tcn_rubric_more_is_better(enum tcn_rubric_measure measure)
{
	return measures[measure].more;
}

/* --- rows --- */

void
tcn_rubric_rows_init(struct tcn_rubric_rows *rows)
{
	*rows = (struct tcn_rubric_rows){ 0 };
	tcn_arena_init(&rows->arena, 0);
}

void
tcn_rubric_rows_fini(struct tcn_rubric_rows *rows)
{
	tcn_mem_free(rows->at);
	tcn_arena_fini(&rows->arena);
}

struct tcn_rubric_row *
tcn_rubric_rows_add(struct tcn_rubric_rows *rows)
{
	struct tcn_rubric_row *at =
	    tcn_mem_grow(rows->at, &rows->cap, rows->n + 1, sizeof *at);

	if (!at)
		return NULL;
	rows->at = at;
	at[rows->n] = (struct tcn_rubric_row){ .part = TCN_RUBRIC_TUNE };
	return &at[rows->n++];
}

/* --- totals --- */

/* The sums of a row; of two programs in pairs those of each. */
struct pair {
	double sum, of;
	double sum_before, of_before;
};

static double
median(double *at, size_t n)
{
	if (!n)
		return 0;
	qsort(at, n, sizeof *at, tcn_compare_double);
	return (at[(n - 1) / 2] + at[n / 2]) / 2;
}

/* The figure of the rows that were drawn, of now or of before. */
static double
figure_of(enum kind kind, const struct pair *pairs, const size_t *drawn,
    size_t n, bool before, double *room)
{
	double sum = 0, of = 0;
	size_t shares = 0;

	for (size_t i = 0; i < n; i++) {
		const struct pair *p = &pairs[drawn[i]];
		double s = before ? p->sum_before : p->sum;
		double o = before ? p->of_before : p->of;

		if (kind == POOL) {
			sum += s;
			of += o;
			continue;
		}
		room[shares++] = s / o;
		sum += s / o;
		of++;
	}
	if (kind == MEDIAN)
		return median(room, shares);
	return of > 0 ? sum / of : 0;
}

/* Draws as many rows as there are, some of them more than once. */
static void
draw(uint64_t *nth, size_t *drawn, size_t n)
{
	for (size_t i = 0; i < n; i++)
		drawn[i] = (size_t)(((tcn_splitmix(SEED, ++*nth) >> 32) *
					(uint64_t)n) >>
		    32);
}

static enum tcn_rc
total_of(enum kind kind, const struct pair *pairs, size_t n, bool paired,
    struct tcn_rubric_total *total)
{
	double *at = tcn_mem_calloc(DRAWS + n, sizeof *at);
	size_t *drawn = tcn_mem_calloc(n + 1, sizeof *drawn);
	double *room = at + DRAWS;
	uint64_t nth = 0;
	enum tcn_rc rc = at && drawn ? TCN_OK : TCN_NOMEM;

	*total = (struct tcn_rubric_total){ .of = n };
	for (size_t d = 0; d <= DRAWS && n && !rc; d++) {
		double x;

		if (d)
			draw(&nth, drawn, n);
		for (size_t i = 0; i < n && !d; i++)
			drawn[i] = i;
		x = figure_of(kind, pairs, drawn, n, false, room);
		if (paired)
			x -= figure_of(kind, pairs, drawn, n, true, room);
		if (d)
			at[d - 1] = x;
		else
			total->value = x;
	}
	if (n && !rc) {
		qsort(at, DRAWS, sizeof *at, tcn_compare_double);
		total->low = at[DRAWS * 25 / 1000];
		total->high = at[DRAWS * 975 / 1000 - 1];
	}
	tcn_mem_free(at);
	tcn_mem_free(drawn);
	return rc;
}

enum tcn_rc
tcn_rubric_total(const struct tcn_rubric_rows *rows, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_rubric_total *total)
{
	struct pair *pairs = tcn_mem_calloc(rows->n + 1, sizeof *pairs);
	size_t n = 0;
	enum tcn_rc rc = TCN_NOMEM;

	for (size_t i = 0; pairs && i < rows->n; i++) {
		const struct tcn_rubric_tally *tally = &rows->at[i].tally;

		if (!(parts & 1u << rows->at[i].part) ||
		    !(tally->of[measure] > 0))
			continue;
		pairs[n].sum = tally->sum[measure];
		pairs[n++].of = tally->of[measure];
	}
	if (pairs)
		rc = total_of(measures[measure].kind, pairs, n, false, total);
	tcn_mem_free(pairs);
	return rc;
}

static const struct tcn_rubric_row *
same_case(const struct tcn_rubric_rows *rows, const struct tcn_rubric_row *row)
{
	for (size_t i = 0; i < rows->n; i++)
		if (tcn_str_equal(rows->at[i].name, row->name) &&
		    tcn_str_equal(rows->at[i].stream, row->stream))
			return &rows->at[i];
	return NULL;
}

enum tcn_rc
tcn_rubric_difference(const struct tcn_rubric_rows *now,
    const struct tcn_rubric_rows *before, unsigned parts,
    enum tcn_rubric_measure measure, struct tcn_rubric_total *difference)
{
	struct pair *pairs = tcn_mem_calloc(now->n + 1, sizeof *pairs);
	size_t n = 0;
	enum tcn_rc rc = TCN_NOMEM;

	for (size_t i = 0; pairs && i < now->n; i++) {
		const struct tcn_rubric_row *old =
		    same_case(before, &now->at[i]);

		if (!old || !(parts & 1u << now->at[i].part) ||
		    !(now->at[i].tally.of[measure] > 0) ||
		    !(old->tally.of[measure] > 0))
			continue;
		pairs[n++] = (struct pair){ now->at[i].tally.sum[measure],
			now->at[i].tally.of[measure], old->tally.sum[measure],
			old->tally.of[measure] };
	}
	if (pairs)
		rc = total_of(measures[measure].kind, pairs, n, true,
		    difference);
	tcn_mem_free(pairs);
	return rc;
}

/* --- bars --- */

enum tcn_rc
tcn_rubric_bars_check(const struct tcn_rubric_bars *bars,
    const struct tcn_rubric_rows *rows, unsigned parts, size_t *failed,
    struct tcn_buf *out)
{
	enum tcn_rc rc = TCN_OK;

	*failed = 0;
	for (int m = 0; m < TCN_RUBRIC_MEASURES && !rc; m++) {
		enum tcn_rubric_measure measure = (enum tcn_rubric_measure)m;
		struct tcn_rubric_total total;
		double over;

		if (isnan(bars->at[m]))
			continue;
		rc = tcn_rubric_total(rows, parts, measure, &total);
		over = measures[m].more ? bars->at[m] - total.value
					: total.value - bars->at[m];
		if (rc || (total.of && over <= 1e-9))
			continue;
		++*failed;
		tcn_buf_printf(out, "%s is %.4f; the bar is at %s %.4f\n",
		    measures[m].name, total.value,
		    measures[m].more ? "least" : "most", bars->at[m]);
	}
	return rc ? rc : out->failed ? TCN_NOMEM : TCN_OK;
}
