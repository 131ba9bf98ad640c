#include "tools/lab/bench/paper/paper_look_ups.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "engine/base/mem.h"
#include "tools/lab/bench/bench.h"
#include "tools/lab/bench/bench_pairs.h"
#include "tools/lab/bench/paper/paper_blocks.h"
#include "window/base/popcount.h"

#define SPACING_MS   10 /* between items of the index, in stream time */
#define BUCKETS      64 /* of time, in the index */
#define CLOCK_ROUNDS 1000

/* ---- queries ---- */

static double
clock_cost(void)
{
	double least = 1;

	for (int i = 0; i < CLOCK_ROUNDS; i++) {
		double start = tcn_bench_cpu();
		double took = tcn_bench_cpu() - start;

		least = took < least ? took : least;
	}
	return least;
}

void
tcn_paper_sample_make(struct tcn_paper_sample *sample,
    const uint64_t *fingerprints, size_t n, size_t queries, uint64_t *state)
{
	assert(n > 0 && queries > 0);
	sample->fingerprints = fingerprints;
	sample->n = n;
	sample->queries_n = queries;
	sample->scanned_n =
	    queries < TCN_PAPER_SCANNED ? queries : TCN_PAPER_SCANNED;
	sample->queries = tcn_mem_alloc(queries * sizeof *sample->queries);
	sample->seconds = tcn_mem_alloc(queries * sizeof *sample->seconds);
	for (size_t i = 0; i < queries; i++)
		sample->queries[i] = fingerprints[tcn_bench_random(state) % n];
	sample->clock = clock_cost();
}

void
tcn_paper_sample_fini(struct tcn_paper_sample *sample)
{
	tcn_mem_free(sample->queries);
	tcn_mem_free(sample->seconds);
	sample->queries = NULL;
	sample->seconds = NULL;
}

void
tcn_paper_sample_scan(struct tcn_paper_sample *sample)
{
	const struct tcn_popcount *popcount = tcn_popcount_best();

	for (size_t i = 0; i < sample->scanned_n; i++) {
		sample->truth_3[i] = popcount->count64(sample->fingerprints,
		    sample->n, sample->queries[i], 3);
		sample->truth_7[i] = popcount->count64(sample->fingerprints,
		    sample->n, sample->queries[i], 7);
		sample->step(sample->ctx);
	}
}

static void
time_figures(struct tcn_paper_sample *sample, struct tcn_paper_look_ups *f)
{
	double sum = 0;

	for (size_t i = 0; i < sample->queries_n; i++) {
		sample->seconds[i] =
		    fmax(sample->seconds[i] - sample->clock, 0);
		sum += sample->seconds[i];
	}
	f->mean = sum / (double)sample->queries_n;
	f->longest = tcn_bench_quantile(sample->seconds, sample->queries_n, 1);
	f->p50 = sample->seconds[sample->queries_n / 2];
	f->p99 = sample->seconds[sample->queries_n * 99 / 100];
}

static double
share(double part, double of)
{
	return of > 0 ? part / of : (double)NAN;
}

/* Sums over the queries that were scanned. */
struct sums {
	double met, near_3, near_7; /* entries */
	double found_3, found_7; /* items */
};

static void
shares(const struct tcn_paper_sample *sample, const struct sums *sums,
    struct tcn_paper_look_ups *f)
{
	double all_3 = 0, all_7 = 0;

	for (size_t i = 0; i < sample->scanned_n; i++) {
		all_3 += (double)sample->truth_3[i];
		all_7 += (double)(sample->truth_7[i] - sample->truth_3[i]);
	}
	f->precision_3 = share(sums->near_3, sums->met);
	f->precision_7 = share(sums->near_7, sums->met);
	f->recall_3 = share(sums->found_3, all_3);
	f->recall_7 = share(sums->found_7 - sums->found_3, all_7);
}

/* ---- exact block ---- */

static void
look_exact(struct tcn_paper_sample *sample,
    const struct tcn_paper_blocks *blocks, struct tcn_paper_look_ups *f)
{
	struct sums sums = { 0 };
	double met = 0;

	for (size_t i = 0; i < sample->queries_n; i++) {
		double start = tcn_bench_cpu();

		sample->answers +=
		    tcn_paper_blocks_look(blocks, sample->queries[i], 7);
		sample->seconds[i] = tcn_bench_cpu() - start;
	}
	sample->step(sample->ctx);
	for (size_t i = 0; i < sample->queries_n; i++) {
		struct tcn_paper_met one =
		    tcn_paper_blocks_meet(blocks, sample->queries[i]);

		met += (double)one.entries;
		if (i >= sample->scanned_n)
			continue;
		sums.met += (double)one.entries;
		sums.near_3 += (double)one.near_3;
		sums.near_7 += (double)one.near_7;
		sums.found_3 += (double)one.found_3;
		sums.found_7 += (double)one.found_7;
	}
	time_figures(sample, f);
	shares(sample, &sums, f);
	f->met = met / (double)sample->queries_n;
}

void
tcn_paper_look_ups_exact(struct tcn_paper_sample *sample,
    enum tcn_near_plan_kind plan, struct tcn_paper_look_ups *f)
{
	struct tcn_paper_blocks blocks;

	tcn_paper_blocks_init(&blocks, plan, sample->fingerprints, sample->n);
	sample->step(sample->ctx);
	look_exact(sample, &blocks, f);
	f->places = tcn_near_plan(plan)->blocks_n;
	f->reckoned = tcn_paper_blocks_reckon(plan, (double)sample->n);
	f->bytes = (double)blocks.bytes / (double)sample->n;
	tcn_paper_blocks_fini(&blocks);
}

/* ---- probing ---- */

struct tcn_near *
tcn_paper_look_ups_fill(const struct tcn_paper_sample *sample,
    enum tcn_near_plan_kind plan, size_t n)
{
	struct tcn_near_conf conf = {
		.plan = plan,
		.horizon_ms = (int64_t)(n + 1) * SPACING_MS,
		.bucket_ms = (int64_t)(n / BUCKETS + 1) * SPACING_MS,
	};
	struct tcn_near *near = tcn_near_new(&conf);

	for (size_t i = 0; i < n; i++) {
		struct tcn_near_item item = {
			.fingerprint = sample->fingerprints[i],
			.seq = i,
			.ts_ms = (int64_t)i * SPACING_MS,
			.origin = i,
		};

		tcn_near_insert(near, &item);
	}
	return near;
}

static int
compare_hits(const void *left, const void *right)
{
	const struct tcn_near_hit *a = left, *b = right;

	if (a->fingerprint != b->fingerprint)
		return a->fingerprint < b->fingerprint ? -1 : 1;
	return (a->ts_ms > b->ts_ms) - (a->ts_ms < b->ts_ms);
}

/*
 * How many entries of the index the hits are: equal fingerprints of one bucket
 * of time are one entry.
 */
static void
count_entries(struct tcn_near_hits *hits, int64_t bucket_ms, struct sums *sums)
{
	if (hits->n)
		qsort(hits->at, hits->n, sizeof *hits->at, compare_hits);
	for (size_t i = 0; i < hits->n; i++) {
		const struct tcn_near_hit *hit = &hits->at[i];

		if (i && hit->fingerprint == hit[-1].fingerprint &&
		    hit->ts_ms / bucket_ms == hit[-1].ts_ms / bucket_ms)
			continue;
		sums->near_7++;
		sums->near_3 += hit->distance <= 3;
	}
}

static void
sum_probes(struct tcn_paper_sample *sample, struct tcn_near *near,
    struct sums *sums)
{
	int64_t bucket_ms = (int64_t)(sample->n / BUCKETS + 1) * SPACING_MS;
	struct tcn_near_hits hits = { 0 };

	for (size_t i = 0; i < sample->scanned_n; i++) {
		struct tcn_near_stats before, after;

		tcn_near_stats(near, &before);
		tcn_near_find(near, sample->queries[i], 7, INT64_MIN, INT64_MAX,
		    &hits);
		tcn_near_stats(near, &after);
		sums->met += (double)(after.candidates - before.candidates);
		sums->found_7 += (double)hits.n;
		for (size_t k = 0; k < hits.n; k++)
			sums->found_3 += hits.at[k].distance <= 3;
		count_entries(&hits, bucket_ms, sums);
	}
	tcn_near_hits_fini(&hits);
}

static void
look_probing(struct tcn_paper_sample *sample, struct tcn_near *near,
    struct tcn_paper_look_ups *f)
{
	struct tcn_near_stats before, after;
	struct sums sums = { 0 };

	tcn_near_stats(near, &before);
	for (size_t i = 0; i < sample->queries_n; i++) {
		double start = tcn_bench_cpu();

		sample->answers += tcn_near_items(near, sample->queries[i], 7,
		    INT64_MIN, INT64_MAX);
		sample->seconds[i] = tcn_bench_cpu() - start;
	}
	tcn_near_stats(near, &after);
	sample->step(sample->ctx);
	sum_probes(sample, near, &sums);
	time_figures(sample, f);
	shares(sample, &sums, f);
	f->met = (double)(after.candidates - before.candidates) /
	    (double)sample->queries_n;
	f->bytes = (double)after.bytes / (double)sample->n;
}

void
tcn_paper_look_ups_probing(struct tcn_paper_sample *sample,
    enum tcn_near_plan_kind plan, struct tcn_paper_look_ups *f)
{
	const struct tcn_near_plan *blocks = tcn_near_plan(plan);
	struct tcn_near *near =
	    tcn_paper_look_ups_fill(sample, plan, sample->n);

	sample->step(sample->ctx);
	look_probing(sample, near, f);
	for (unsigned b = 0; b < blocks->blocks_n; b++) {
		unsigned bits = blocks->blocks[b].bits;
		int reach = tcn_near_reach(blocks, b, TCN_NEAR_RADIUS_MAX);
		double places = reach < 0 ? 0 : reach ? 1 + bits : 1;

		f->places += places;
		f->reckoned +=
		    places * (double)sample->n / (double)((uint64_t)1 << bits);
	}
	tcn_near_free(near);
}
