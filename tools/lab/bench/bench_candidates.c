/*
 * tocsin-lab bench index --input FILE: what do look-ups meet on a real stream?
 *
 * Each article goes through the pipeline. Before its fingerprint is filed in a
 * ring of the bench's own, as wide as near.horizon, it is looked up there. Two
 * things are counted: the entries of the tables that it was compared with, and
 * what was found (items, and distinct fingerprints among them). Common words
 * and copies make the first large on real text, where random data has none; the
 * features that make the fingerprints are chosen to keep it low.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/compare.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tools/base/say.h"
#include "tools/conf/conf.h"
#include "tools/intake/input/source.h"
#include "tools/lab/bench/bench.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/setup.h"

enum figure {
	MET_3,
	MET_7,
	FOUND_3,
	FOUND_7,
	DISTINCT_7,
	FIGURES
};

static const struct {
	const char *name, *text;
} figures[FIGURES] = {
	[MET_3] = { "met_r3", "entries met, radius 3" },
	[MET_7] = { "met_r7", "entries met, radius 7" },
	[FOUND_3] = { "found_r3", "items found, radius 3" },
	[FOUND_7] = { "found_r7", "items found, radius 7" },
	[DISTINCT_7] = { "distinct_r7", "distinct fingerprints, radius 7" },
};

struct counts {
	struct tcn_near *near;
	struct tcn_near_hits hits;
	uint32_t *at[FIGURES]; /* of each look-up */
	size_t n, cap[FIGURES];
	uint64_t items; /* with or without a fingerprint */
	uint64_t window_max; /* items in the ring at a time */
};

static uint64_t
candidates(struct counts *counts)
{
	struct tcn_near_stats stats;

	tcn_near_stats(counts->near, &stats);
	if (stats.items > counts->window_max)
		counts->window_max = stats.items;
	return stats.candidates;
}

static int
compare_hits(const void *left, const void *right)
{
	const struct tcn_near_hit *a = left, *b = right;

	return (a->fingerprint > b->fingerprint) -
	    (a->fingerprint < b->fingerprint);
}

static size_t
distinct(struct tcn_near_hits *hits)
{
	size_t n = 0;

	if (hits->n)
		qsort(hits->at, hits->n, sizeof *hits->at, compare_hits);
	for (size_t i = 0; i < hits->n; i++)
		n += i == 0 ||
		    hits->at[i].fingerprint != hits->at[i - 1].fingerprint;
	return n;
}

static void
look(struct counts *counts, uint64_t fingerprint)
{
	uint64_t values[FIGURES], before = candidates(counts), between;

	values[FOUND_3] =
	    tcn_near_items(counts->near, fingerprint, 3, INT64_MIN, INT64_MAX);
	between = candidates(counts);
	tcn_near_find(counts->near, fingerprint, 7, INT64_MIN, INT64_MAX,
	    &counts->hits);
	values[MET_3] = between - before;
	values[MET_7] = candidates(counts) - between;
	values[FOUND_7] = counts->hits.n;
	values[DISTINCT_7] = distinct(&counts->hits);
	for (int i = 0; i < FIGURES; i++) {
		uint32_t *fit = tcn_mem_grow(counts->at[i], &counts->cap[i],
		    counts->n + 1, sizeof *fit);

		counts->at[i] = fit;
		fit[counts->n] = (uint32_t)values[i];
	}
	counts->n++;
}

static void
take(struct counts *counts, const struct tcn_placement *placed)
{
	struct tcn_near_item item = {
		.fingerprint = placed->fingerprint,
		.seq = placed->seq,
		.ts_ms = placed->ts_ms,
		.publisher = placed->publisher,
		.origin = placed->origin,
	};

	counts->items++;
	if (!placed->has_fingerprint)
		return;
	tcn_near_expire(counts->near, placed->ts_ms);
	look(counts, placed->fingerprint);
	tcn_near_insert(counts->near, &item);
}

static enum tcn_rc
go_through(struct counts *counts, struct tcn_source *source,
    struct tcn_pipeline *pipe, struct tcn_err *err)
{
	struct tcn_arena arena;
	enum tcn_rc rc = TCN_OK;

	tcn_arena_init(&arena, 0);
	while (!rc || rc == TCN_INVALID) {
		struct tcn_article article;
		struct tcn_pipeline_outcome outcome;

		tcn_arena_reset(&arena);
		rc = tcn_source_next(source, &arena, &article, err);
		if (!rc)
			rc = tcn_pipeline_article(pipe, &article,
			    TCN_CLOCK_NO_BOUND, &outcome, err);
		if (!rc && !outcome.repeat_of)
			take(counts, &outcome.placement);
	}
	tcn_arena_fini(&arena);
	return rc == TCN_DONE ? TCN_OK : rc;
}

static void
print_figure(struct counts *counts, enum figure figure, bool json)
{
	uint32_t *at = counts->at[figure];
	double sum = 0;

	qsort(at, counts->n, sizeof *at, tcn_compare_u32);
	for (size_t i = 0; i < counts->n; i++)
		sum += at[i];
	printf(json ? ",\"%s\":{\"mean\":%.2f,\"p50\":%u,\"p99\":%u,"
		      "\"max\":%u}"
		    : "  %-32s %10.1f %8u %8u %8u\n",
	    json ? figures[figure].name : figures[figure].text,
	    sum / (double)counts->n, at[counts->n / 2],
	    at[counts->n * 99 / 100], at[counts->n - 1]);
}

static void
print(struct counts *counts, const struct tcn_bench_args *args)
{
	if (args->json)
		printf("{\"part\":\"index\",\"input\":true,\"items\":%" PRIu64
		       ",\"lookups\":%zu,\"window_max\":%" PRIu64,
		    counts->items, counts->n, counts->window_max);
	else
		printf("%" PRIu64 " items, %zu with a fingerprint; at most "
		       "%" PRIu64 " in the window\n"
		       "  %-32s %10s %8s %8s %8s\n",
		    counts->items, counts->n, counts->window_max, "a look-up",
		    "mean", "p50", "p99", "max");
	for (enum figure i = 0; i < FIGURES && counts->n; i++)
		print_figure(counts, i, args->json);
	if (args->json)
		puts("}");
}

static enum tcn_rc
run(struct counts *counts, const struct tcn_conf *conf, const char *path,
    struct tcn_err *err)
{
	const struct tcn_source_args none = { 0 };
	struct tcn_source_conf from;
	struct tcn_pipeline_conf how;
	struct tcn_source *source = NULL;
	struct tcn_pipeline *pipe = NULL;
	char *paths[] = { (char *)(uintptr_t)path };
	enum tcn_rc rc;

	tcn_setup_pipeline(conf, &how);
	counts->near = tcn_near_new(&how.detector.window.near);
	rc = tcn_source_args(&none, conf, 1, paths, &from, err);
	if (!rc)
		rc = tcn_source_open(&from, &source, err);
	if (!rc)
		rc = tcn_pipeline_open(&how, NULL, &pipe, err);
	if (!rc)
		rc = go_through(counts, source, pipe, err);
	tcn_pipeline_close(pipe);
	tcn_source_close(source);
	return rc;
}

int
tcn_bench_candidates(const struct tcn_bench_args *args)
{
	struct counts counts = { 0 };
	struct tcn_conf conf;
	struct tcn_err err = { 0 };
	enum tcn_rc rc = tcn_conf_init(&conf);

	if (!rc)
		rc = run(&counts, &conf, args->input, &err);
	if (!rc)
		print(&counts, args);
	for (int i = 0; i < FIGURES; i++)
		tcn_mem_free(counts.at[i]);
	tcn_near_hits_fini(&counts.hits);
	tcn_near_free(counts.near);
	tcn_conf_fini(&conf);
	return rc ? tcn_say_rc(rc, &err) : TCN_EXIT_OK;
}
