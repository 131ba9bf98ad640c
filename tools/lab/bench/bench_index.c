/*
 * tocsin-lab bench index: how fast is the window's index of fingerprints?
 *
 * For each size: fingerprints of which 80 % are random and 20 % come in
 * families of 2 to 100 with 0 to 7 bits flipped; a ring filled with them and
 * slid on by half its content, then by a quarter with each call timed, to see
 * the longest; look-ups of random members over the whole horizon; and, in the
 * same rounds, the baseline: a linear scan with the widest population count
 * there is. A look-up that counts is set against that scan, which counts too;
 * look-ups that return sorted hits stand beside them. A figure is the median
 * of three rounds, in processor time. Then each plan: cost, and how many of
 * the similar pairs an exact block match alone would have seen.
 */
#include "tools/lab/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tools/base/say.h"
#include "tools/lab/bench/bench_pairs.h"
#include "window/base/popcount.h"
#include "window/near/near.h"

enum {
	ROUNDS = 3,
	SPACING_MS = 10, /* between items, in stream time */
	PUBLISHERS = 500,
	SCANS_BYTES = 1 << 30, /* what the scans of a round read */
	LOOKUPS = 60000,
	ITEMS_MIN = 1000,
	ITEMS_MAX = 200000000,
};

/*
 * What is measured. The scan comes first, because the others are compared with
 * it.
 */
enum what {
	SCAN,
	COUNT_3,
	COUNT_7,
	FIND_3,
	FIND_7,
	INSERT,
	SLIDE,
	FIGURES
};

static const struct {
	const char *name; /* in JSON */
	const char *text;
} whats[FIGURES] = {
	[SCAN] = { "scan", "linear scan" },
	[COUNT_3] = { "count_r3", "count, radius 3" },
	[COUNT_7] = { "count_r7", "count, radius 7" },
	[FIND_3] = { "find_r3", "sorted hits, radius 3" },
	[FIND_7] = { "find_r7", "sorted hits, radius 7" },
	[INSERT] = { "insert", "insert" },
	[SLIDE] = { "slide", "insert and expire" },
};

struct bench {
	uint64_t state; /* of the random numbers */
	size_t n;
	uint64_t *stream; /* what fills the ring and slides it on */
	size_t stream_n;
	uint64_t *queries;
	size_t queries_n;
	struct tcn_near *near;
	struct tcn_near_hits hits;
	double seconds[FIGURES][ROUNDS]; /* of one operation */
	double met_3, met_7; /* entries a look-up met */
	double bytes; /* an item */
	double insert, slide; /* seconds an item: without and with expiry */
	double pause_p999, pause_max; /* of one insert and expire */
	uint64_t answers; /* sum of all results: the compiler must keep them */
};

static void
allocate(struct bench *bench)
{
	size_t n = bench->n + bench->n / 2 + bench->n / 4;

	bench->stream_n = n;
	bench->queries_n = LOOKUPS;
	bench->stream = tcn_mem_alloc(n * sizeof *bench->stream);
	bench->queries = tcn_mem_alloc(LOOKUPS * sizeof *bench->queries);
	tcn_bench_families(&bench->state, bench->stream, n);
}

/* Files item i of the stream, and moves the window on to it. */
static void
take(struct bench *bench, size_t i)
{
	struct tcn_near_item item = {
		.fingerprint = bench->stream[i],
		.seq = i,
		.ts_ms = (int64_t)i * SPACING_MS,
		.publisher = (bench->stream[i] >> 7) % PUBLISHERS * 0x9e3779b9u,
		.origin = i,
	};

	tcn_near_insert(bench->near, &item);
	tcn_near_expire(bench->near, item.ts_ms);
}

/* Takes a part of the stream; seconds of processor time of one item. */
static void
take_part(struct bench *bench, size_t first, size_t end, double *seconds)
{
	double start = tcn_bench_cpu();

	for (size_t i = first; i < end; i++)
		take(bench, i);
	*seconds = (tcn_bench_cpu() - start) / (double)(end - first);
}

/* Takes the rest of the stream, each call timed by itself. */
static void
take_rest(struct bench *bench, size_t first)
{
	size_t n = bench->stream_n - first;
	double *pauses = tcn_mem_alloc(n * sizeof *pauses);

	for (size_t i = 0; i < n; i++) {
		double start = tcn_bench_cpu();

		take(bench, first + i);
		pauses[i] = tcn_bench_cpu() - start;
	}
	bench->pause_max = tcn_bench_quantile(pauses, n, 1);
	bench->pause_p999 = pauses[n - 1 - n / 1000];
	tcn_mem_free(pauses);
}

static void
fill(struct bench *bench)
{
	struct tcn_near_conf conf = {
		.plan = TCN_NEAR_PLAN_4X16,
		.horizon_ms = (int64_t)bench->n * SPACING_MS,
	};
	struct tcn_near_stats stats;
	size_t n = bench->n;

	bench->near = tcn_near_new(&conf);
	take_part(bench, 0, n, &bench->insert);
	take_part(bench, n, n + n / 2, &bench->slide);
	take_rest(bench, n + n / 2);
	for (int i = 0; i < ROUNDS; i++) {
		bench->seconds[INSERT][i] = bench->insert;
		bench->seconds[SLIDE][i] = bench->slide;
	}
	tcn_near_stats(bench->near, &stats);
	bench->bytes = (double)stats.bytes / (double)stats.items;
}

/* Returns the items that are in the window now. */
static const uint64_t *
members(const struct bench *bench)
{
	return bench->stream + bench->stream_n - bench->n;
}

static void
scan(struct bench *bench, double *seconds)
{
	const struct tcn_popcount *popcount = tcn_popcount_best();
	size_t scans = SCANS_BYTES / (bench->n * sizeof(uint64_t)) + 1;
	double start = tcn_bench_cpu();

	for (size_t i = 0; i < scans; i++)
		bench->answers += popcount->count64(members(bench), bench->n,
		    bench->queries[i % bench->queries_n], 7);
	*seconds = (tcn_bench_cpu() - start) / (double)scans;
}

static void
look(struct bench *bench, enum what what, unsigned radius)
{
	struct tcn_near *near = bench->near;
	size_t n = bench->queries_n;

	for (size_t i = 0; i < n; i++)
		if (what == COUNT_3)
			bench->answers += tcn_near_items(near,
			    bench->queries[i], radius, INT64_MIN, INT64_MAX);
		else
			tcn_near_find(near, bench->queries[i], radius,
			    INT64_MIN, INT64_MAX, &bench->hits);
}

/*
 * Times one kind of look-up at both radii; the figures of 3 and 7 are
 * neighbours in the enum.
 */
static void
look_both(struct bench *bench, enum what what, int round)
{
	for (int i = 0; i < 2; i++) {
		double start = tcn_bench_cpu();

		look(bench, what, i ? 7 : 3);
		bench->seconds[what + i][round] =
		    (tcn_bench_cpu() - start) / (double)bench->queries_n;
	}
}

static void
measure_met(struct bench *bench)
{
	struct tcn_near_stats before, between, after;
	size_t n = 1000;

	tcn_near_stats(bench->near, &before);
	for (size_t i = 0; i < n; i++)
		tcn_near_items(bench->near, bench->queries[i], 3, INT64_MIN,
		    INT64_MAX);
	tcn_near_stats(bench->near, &between);
	for (size_t i = 0; i < n; i++)
		tcn_near_items(bench->near, bench->queries[i], 7, INT64_MIN,
		    INT64_MAX);
	tcn_near_stats(bench->near, &after);
	bench->met_3 =
	    (double)(between.candidates - before.candidates) / (double)n;
	bench->met_7 =
	    (double)(after.candidates - between.candidates) / (double)n;
}

static double
median(const struct bench *bench, enum what what)
{
	double sorted[ROUNDS];

	memcpy(sorted, bench->seconds[what], sizeof sorted);
	return tcn_bench_quantile(sorted, ROUNDS, 0.5);
}

static void
print_size(const struct bench *bench)
{
	double scan_seconds = median(bench, SCAN);

	printf("%zu items, %.1f bytes each; a look-up meets %.0f entries at "
	       "radius 3, %.0f at 7\n",
	    bench->n, bench->bytes, bench->met_3, bench->met_7);
	printf("  %-30s %12s %14s %10s\n", "", "us", "a second", "x scan");
	for (enum what what = 0; what < FIGURES; what++) {
		double seconds = median(bench, what);

		printf("  %-30s %12.3f %14.0f", whats[what].text, seconds * 1e6,
		    1 / seconds);
		if (what < INSERT)
			printf(" %10.1f", scan_seconds / seconds);
		putchar('\n');
	}
	printf("  the longest insert and expire took %.2f ms, one in a "
	       "thousand %.3f ms\n\n",
	    bench->pause_max * 1e3, bench->pause_p999 * 1e3);
	fflush(stdout);
}

static void
json_size(const struct bench *bench)
{
	printf("{\"part\":\"index\",\"popcount\":\"%s\",\"items\":%zu,"
	       "\"bytes_an_item\":%.2f,\"met_r3\":%.1f,\"met_r7\":%.1f",
	    tcn_popcount_best()->name, bench->n, bench->bytes, bench->met_3,
	    bench->met_7);
	for (enum what what = 0; what < FIGURES; what++)
		printf(",\"%s_seconds\":%.4g", whats[what].name,
		    median(bench, what));
	printf(",\"pause_max_seconds\":%.4g,\"pause_p999_seconds\":%.4g}\n",
	    bench->pause_max, bench->pause_p999);
	fflush(stdout);
}

static void
bench_size(size_t n, const struct tcn_bench_args *args)
{
	struct bench bench = { .state = args->seed, .n = n };

	allocate(&bench);
	fill(&bench);
	for (int round = 0; round < ROUNDS; round++) {
		for (size_t i = 0; i < bench.queries_n; i++)
			bench.queries[i] =
			    members(&bench)[tcn_bench_random(&bench.state) %
				bench.n];
		scan(&bench, &bench.seconds[SCAN][round]);
		look_both(&bench, COUNT_3, round);
		look_both(&bench, FIND_3, round);
	}
	measure_met(&bench);
	if (args->json)
		json_size(&bench);
	else
		print_size(&bench);
	tcn_near_free(bench.near);
	tcn_near_hits_fini(&bench.hits);
	tcn_mem_free(bench.stream);
	tcn_mem_free(bench.queries);
}

int
tcn_bench_index(const struct tcn_bench_args *args)
{
	static const size_t sizes[] = { 100000, 1000000, 10000000 };

	if (args->input)
		return tcn_bench_candidates(args);
	if (args->items &&
	    (args->items < ITEMS_MIN || args->items > ITEMS_MAX)) {
		tcn_say("bench index takes from %d to %d items", ITEMS_MIN,
		    ITEMS_MAX);
		return TCN_EXIT_USAGE;
	}
	if (!args->json)
		printf("plan 4x16, population count: %s\n\n",
		    tcn_popcount_best()->name);
	if (args->items)
		bench_size((size_t)args->items, args);
	for (size_t i = 0; i < 3 && !args->items; i++)
		bench_size(sizes[i], args);
	tcn_bench_plans(args);
	return TCN_EXIT_OK;
}
