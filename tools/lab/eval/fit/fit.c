#include "tools/lab/eval/fit/fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "tools/lab/eval/fit/fit_impl.h"

/* Below this, values are taken to be all alike. */
#define SD_MIN 1e-9

void
tcn_fit_conf_default(struct tcn_fit_conf *conf)
{
	*conf = (struct tcn_fit_conf){
		.l2 = 2,
		.folds = 10,
		.repeats = 10,
		.seed = 1,
	};
}

void
tcn_fit_init(struct tcn_fit *fit, const char *const *names,
    const char *const *meanings, size_t n)
{
	assert(n <= TCN_FIT_FEATURES_MAX);
	*fit = (struct tcn_fit){ .features_n = n };
	for (size_t i = 0; i < n; i++) {
		fit->features[i].name = names[i];
		fit->features[i].meaning = meanings[i];
	}
	tcn_arena_init(&fit->arena, 0);
}

void
tcn_fit_fini(struct tcn_fit *fit)
{
	tcn_mem_free(fit->rows);
	tcn_arena_fini(&fit->arena);
	*fit = (struct tcn_fit){ 0 };
}

void
tcn_fit_add(struct tcn_fit *fit, const struct tcn_fit_row *row)
{
	struct tcn_fit_row *rows =
	    tcn_mem_grow(fit->rows, &fit->cap, fit->n + 1, sizeof *rows);

	fit->rows = rows;
	rows[fit->n] = *row;
	for (size_t i = 0; i < fit->features_n; i++)
		if (!isfinite(row->x[i]))
			rows[fit->n].is_known[i] = false;
	tcn_arena_str(&fit->arena, row->id, &rows[fit->n].id);
	tcn_arena_str(&fit->arena, row->title, &rows[fit->n].title);
	fit->n++;
	fit->real += row->real;
}

/* ---- what all repetitions share ---- */

static int
by_id(const void *left, const void *right)
{
	const struct tcn_fit_row *a = left, *b = right;

	return tcn_str_compare(a->id, b->id);
}

/* Mean and standard deviation of a feature over the rows that have it. Where
 * all are alike, the deviation is set to 1. */
static void
measure_spread(const struct tcn_fit *fit, const uint32_t *rows, size_t n,
    size_t i, double *mean, double *sd)
{
	double sum = 0, squares = 0;
	size_t known = 0;

	for (size_t k = 0; k < n; k++) {
		const struct tcn_fit_row *row = &fit->rows[rows[k]];

		if (!row->is_known[i])
			continue;
		known++;
		sum += row->x[i];
	}
	*mean = known ? sum / (double)known : 0;
	for (size_t k = 0; k < n; k++) {
		const struct tcn_fit_row *row = &fit->rows[rows[k]];
		double apart = row->is_known[i] ? row->x[i] - *mean : 0;

		squares += apart * apart;
	}
	*sd = known ? sqrt(squares / (double)known) : 0;
	if (*sd < SD_MIN * (fabs(*mean) + 1))
		*sd = 1;
}

/* Standardises a feature of row i to mean 0 and deviation 1, or adds it to the
 * row's offset when its weight is held. From fit->n on, row i is a copy of row
 * i - n without the features to drop. */
static void
standardise(const struct tcn_fit *fit, struct tcn_fit_work *work, size_t i,
    size_t feature, double mean, double sd)
{
	const struct tcn_fit_row *row = &fit->rows[i % fit->n];
	uint64_t bit = UINT64_C(1) << feature;
	double *x = &work->x[i * fit->features_n + feature];

	*x = 0;
	if (!row->is_known[feature] || (i >= fit->n && fit->conf.drops & bit))
		return;
	if (fit->conf.holds & bit)
		work->offset[i] +=
		    fit->conf.held[feature] * (row->x[feature] - mean);
	else
		*x = (row->x[feature] - mean) / sd;
}

/* The number of rows, with the copies of which features are dropped. */
static size_t
rows_of(const struct tcn_fit *fit)
{
	return fit->conf.drops ? 2 * fit->n : fit->n;
}

/*
 * Fits the regression to the n chosen rows. Each feature is standardised by its
 * mean and deviation among them; work->x then holds all rows, standardised so.
 */
static void
fit_chosen(const struct tcn_fit *fit, struct tcn_fit_work *work, size_t n,
    uint64_t without, struct tcn_logit *logit)
{
	size_t all = rows_of(fit);
	struct tcn_logit_data data = {
		.x = work->x,
		.y = work->y,
		.offset = work->offset,
		.rows = work->chosen,
		.n = fit->conf.drops ? 2 * n : n,
		.features = fit->features_n,
		.without = without | fit->conf.holds,
	};

	for (size_t k = 0; k < all; k++)
		work->offset[k] = 0;
	for (size_t i = 0; i < fit->features_n; i++) {
		double mean, sd;

		measure_spread(fit, work->chosen, n, i, &mean, &sd);
		for (size_t k = 0; k < all; k++)
			if (!(without >> i & 1))
				standardise(fit, work, k, i, mean, sd);
	}
	for (size_t i = n; i < data.n; i++)
		work->chosen[i] = work->chosen[i - n] + (uint32_t)fit->n;
	tcn_logit_fit(&data, fit->conf.l2, logit);
}

/* The score of a row by the regression that was fitted last. */
static double
score_of(const struct tcn_fit *fit, const struct tcn_fit_work *work,
    const struct tcn_logit *logit, size_t row)
{
	return work->offset[row] +
	    tcn_logit_z(logit, work->x + row * fit->features_n,
		fit->features_n);
}

/* ---- cross-validation ---- */

/* Scatters ids: splitmix64 (Steele, Lea, Flood 2014) over their bytes. */
static uint64_t
scatter(struct tcn_str id, uint64_t seed)
{
	uint64_t h = seed;

	for (size_t i = 0; i <= id.n; i++) {
		h += 0x9e3779b97f4a7c15u +
		    (i < id.n ? (unsigned char)id.at[i] : 256u);
		h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
		h = (h ^ h >> 27) * 0x94d049bb133111ebu;
		h ^= h >> 31;
	}
	return h;
}

static int
by_draw(const void *left, const void *right)
{
	const struct tcn_fit_draw *a = left, *b = right;

	if (a->real != b->real)
		return a->real ? -1 : 1;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return a->row < b->row ? -1 : a->row > b->row;
}

/* Deals the rows out to folds, the real ones first, so that each fold has its
 * share of them. */
static void
deal(const struct tcn_fit *fit, struct tcn_fit_work *work, unsigned repeat)
{
	for (size_t i = 0; i < fit->n; i++)
		work->draws[i] = (struct tcn_fit_draw){
			.key = scatter(fit->rows[i].id,
			    fit->conf.seed * TCN_FIT_REPEATS_MAX + repeat),
			.row = (uint32_t)i,
			.real = fit->rows[i].real,
		};
	qsort(work->draws, fit->n, sizeof *work->draws, by_draw);
	for (size_t i = 0; i < fit->n; i++)
		work->folds[work->draws[i].row] =
		    (uint8_t)(i % fit->conf.folds);
}

/* Chooses the rows that are not in this fold; returns how many. */
static size_t
choose_others(const struct tcn_fit *fit, struct tcn_fit_work *work,
    unsigned fold)
{
	size_t n = 0;

	for (size_t i = 0; i < fit->n; i++)
		if (work->folds[i] != fold)
			work->chosen[n++] = (uint32_t)i;
	return n;
}

/* Scores each row by weights of the other folds, into work->z. */
static void
cross(const struct tcn_fit *fit, struct tcn_fit_work *work, unsigned repeat,
    uint64_t without)
{
	deal(fit, work, repeat);
	for (unsigned fold = 0; fold < fit->conf.folds; fold++) {
		struct tcn_logit logit;
		size_t n = choose_others(fit, work, fold);

		fit_chosen(fit, work, n, without, &logit);
		for (size_t i = 0; i < rows_of(fit); i++)
			if (work->folds[i % fit->n] == fold)
				work->z[i] = score_of(fit, work, &logit, i);
	}
}

static void
validate(struct tcn_fit *fit, struct tcn_fit_work *work)
{
	double auc;

	fit->auc_least = 1;
	for (unsigned r = 0; r < fit->conf.repeats; r++) {
		cross(fit, work, r, 0);
		auc = tcn_fit_auc(work->z, work->y, fit->n, work->ranked);
		fit->auc += auc / fit->conf.repeats;
		if (fit->conf.drops)
			fit->auc_dropped += tcn_fit_auc(work->z + fit->n,
						work->y, fit->n, work->ranked) /
			    fit->conf.repeats;
		if (auc < fit->auc_least)
			fit->auc_least = auc;
		if (auc > fit->auc_most)
			fit->auc_most = auc;
		for (size_t i = 0; i < fit->n; i++)
			fit->rows[i].z += work->z[i] / fit->conf.repeats;
	}
	for (size_t f = 0; f < fit->features_n; f++) {
		double sum = 0;

		for (unsigned r = 0; r < fit->conf.repeats; r++) {
			cross(fit, work, r, UINT64_C(1) << f);
			sum +=
			    tcn_fit_auc(work->z, work->y, fit->n, work->ranked);
		}
		fit->features[f].auc_without = sum / fit->conf.repeats;
	}
	fit->auc_error =
	    tcn_fit_auc_error(fit->auc, fit->real, fit->n - fit->real);
}

/* ---- the weights ---- */

/*
 * Finds Platt's line from the score of unseen rows to a probability, on the
 * chosen ones. Its targets are a little within 0 and 1, by how few were seen.
 */
static void
find_line(const struct tcn_fit *fit, struct tcn_fit_work *work, size_t n,
    double *slope, double *shift)
{
	struct tcn_logit_data data = {
		.x = work->z,
		.y = work->targets,
		.rows = work->chosen,
		.n = n,
		.features = 1,
	};
	struct tcn_logit line;
	double real = 0;

	for (size_t i = 0; i < n; i++)
		real += work->y[work->chosen[i]];
	for (size_t i = 0; i < fit->n; i++)
		work->targets[i] = work->y[i] > 0.5
		    ? (real + 1) / (real + 2)
		    : 1 / ((double)n - real + 2);
	tcn_logit_fit(&data, 1e-6, &line);
	*slope = line.weights[0] > 0 ? line.weights[0] : 0;
	*shift = line.bias;
}

static void
calibrate(struct tcn_fit *fit, struct tcn_fit_work *work)
{
	deal(fit, work, 0);
	for (size_t i = 0; i < fit->n; i++)
		work->z[i] = fit->rows[i].z;
	for (unsigned fold = 0; fold < fit->conf.folds; fold++) {
		double slope, shift;
		size_t n = choose_others(fit, work, fold);

		find_line(fit, work, n, &slope, &shift);
		for (size_t i = 0; i < fit->n; i++)
			if (work->folds[i] == fold)
				fit->rows[i].p =
				    tcn_logit_p(slope * work->z[i] + shift);
	}
	for (size_t i = 0; i < fit->n; i++)
		work->chosen[i] = (uint32_t)i;
	find_line(fit, work, fit->n, &fit->slope, &fit->shift);
}

static void
weigh(struct tcn_fit *fit, struct tcn_fit_work *work)
{
	struct tcn_logit logit;

	for (size_t i = 0; i < fit->n; i++)
		work->chosen[i] = (uint32_t)i;
	fit_chosen(fit, work, fit->n, 0, &logit);
	fit->bias = logit.bias;
	fit->bias_raw = fit->slope * logit.bias + fit->shift;
	for (size_t i = 0; i < fit->features_n; i++) {
		struct tcn_fit_feature *f = &fit->features[i];

		measure_spread(fit, work->chosen, fit->n, i, &f->mean, &f->sd);
		f->held = fit->conf.holds >> i & 1;
		f->weight =
		    f->held ? fit->conf.held[i] * f->sd : logit.weights[i];
		f->raw = fit->slope * f->weight / f->sd;
	}
}

/* ---- all of it ---- */

static void
make_work(const struct tcn_fit *fit, struct tcn_fit_work *work)
{
	size_t n = fit->n, all = rows_of(fit);

	*work = (struct tcn_fit_work){
		.x = tcn_mem_calloc(all * fit->features_n, sizeof *work->x),
		.offset = tcn_mem_calloc(all, sizeof *work->offset),
		.y = tcn_mem_calloc(all, sizeof *work->y),
		.z = tcn_mem_calloc(all, sizeof *work->z),
		.targets = tcn_mem_calloc(n, sizeof *work->targets),
		.chosen = tcn_mem_calloc(all, sizeof *work->chosen),
		.draws = tcn_mem_calloc(n, sizeof *work->draws),
		.ranked = tcn_mem_calloc(n, sizeof *work->ranked),
		.folds = tcn_mem_calloc(n, sizeof *work->folds),
	};
	for (size_t i = 0; i < all; i++)
		work->y[i] = fit->rows[i % n].real;
}

/* What is the same in all rows keeps its weight, as these cannot say what it
 * should be. */
static void
hold_constants(struct tcn_fit *fit)
{
	for (size_t i = 0; i < fit->features_n; i++) {
		const struct tcn_fit_row *first = NULL;
		bool same = true;

		for (size_t k = 0; same && k < fit->n; k++) {
			const struct tcn_fit_row *row = &fit->rows[k];

			if (!row->is_known[i])
				continue;
			first = first ? first : row;
			same = fabs(row->x[i] - first->x[i]) < SD_MIN;
		}
		if (same)
			fit->conf.holds |= UINT64_C(1) << i;
	}
}

enum tcn_rc
tcn_fit_run(struct tcn_fit *fit, const struct tcn_fit_conf *conf,
    struct tcn_err *err)
{
	struct tcn_fit_work work;

	assert(conf->l2 > 0 && conf->folds >= 2 && conf->repeats >= 1);
	assert(conf->folds <= TCN_FIT_FOLDS_MAX &&
	    conf->repeats <= TCN_FIT_REPEATS_MAX);
	if (fit->real < TCN_FIT_ROWS_MIN ||
	    fit->n - fit->real < TCN_FIT_ROWS_MIN)
		return tcn_err_set(err, TCN_INVALID,
		    "it takes %d stories that are real news and %d that are "
		    "not, and there are %zu and %zu; judge more of them",
		    TCN_FIT_ROWS_MIN, TCN_FIT_ROWS_MIN, fit->real,
		    fit->n - fit->real);
	fit->conf = *conf;
	qsort(fit->rows, fit->n, sizeof *fit->rows, by_id);
	make_work(fit, &work);
	hold_constants(fit);
	validate(fit, &work);
	calibrate(fit, &work);
	weigh(fit, &work);
	tcn_fit_figures(fit, &work);
	tcn_mem_free(work.x);
	tcn_mem_free(work.y);
	tcn_mem_free(work.offset);
	tcn_mem_free(work.z);
	tcn_mem_free(work.targets);
	tcn_mem_free(work.chosen);
	tcn_mem_free(work.draws);
	tcn_mem_free(work.ranked);
	tcn_mem_free(work.folds);
	return TCN_OK;
}
