#include "tools/bench_index.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "engine/mem.h"
#include "engine/str.h"
#include "tools/bench_pairs.h"
#include "tools/out.h"
#include "tools/say.h"
#include "window/near.h"
#include "window/near_join.h"
#include "window/popcount.h"

enum {
	ROUNDS = 3,
	SPACING_MS = 10, /* of items in stream time */
	PUBLISHERS = 500,
	SCANS_BYTES = 1 << 30, /* what the scans of a round read */
	LOOKUPS = 60000,
};

/* What is measured; the scan first, all else is set against it. */
enum what {
	SCAN,
	COUNT_3,
	COUNT_7,
	COUNT_BATCH_3,
	COUNT_BATCH_7,
	FIND_3,
	FIND_7,
	FIND_BATCH_3,
	FIND_BATCH_7,
	JOIN_3,
	JOIN_7,
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
	[COUNT_BATCH_3] = { "count_batch_r3", "count, radius 3, batch" },
	[COUNT_BATCH_7] = { "count_batch_r7", "count, radius 7, batch" },
	[FIND_3] = { "find_r3", "sorted hits, radius 3" },
	[FIND_7] = { "find_r7", "sorted hits, radius 7" },
	[FIND_BATCH_3] = { "find_batch_r3", "sorted hits, radius 3, batch" },
	[FIND_BATCH_7] = { "find_batch_r7", "sorted hits, radius 7, batch" },
	[JOIN_3] = { "join_r3", "join, radius 3" },
	[JOIN_7] = { "join_r7", "join, radius 7" },
	[INSERT] = { "insert", "insert" },
	[SLIDE] = { "slide", "insert and expire" },
};

struct bench {
	uint64_t state; /* of the random numbers */
	size_t n;
	uint64_t *stream; /* n and half of n again */
	uint64_t *queries;
	uint64_t *items; /* answers of a batch */
	size_t *ends;
	size_t queries_n;
	struct tcn_near *near;
	struct tcn_near_hits hits;
	double seconds[FIGURES][ROUNDS]; /* of one operation */
	double met_3, met_7; /* entries a look-up met */
	double bytes; /* an item */
	uint64_t answers; /* added up, so that no work is left out */
};

static double
cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static uint64_t
next_random(struct bench *bench)
{
	return tcn_bench_random(&bench->state);
}

static bool
allocate(struct bench *bench)
{
	size_t n = bench->n + bench->n / 2;

	bench->queries_n = LOOKUPS;
	bench->stream = tcn_malloc(n * sizeof *bench->stream);
	bench->queries = tcn_malloc(LOOKUPS * sizeof *bench->queries);
	bench->items = tcn_malloc(LOOKUPS * sizeof *bench->items);
	bench->ends = tcn_malloc(LOOKUPS * sizeof *bench->ends);
	if (!bench->stream || !bench->queries || !bench->items || !bench->ends)
		return false;
	tcn_bench_families(&bench->state, bench->stream, n);
	return true;
}

static void
finish(struct bench *bench)
{
	tcn_near_free(bench->near);
	tcn_near_hits_fini(&bench->hits);
	tcn_free(bench->stream);
	tcn_free(bench->queries);
	tcn_free(bench->items);
	tcn_free(bench->ends);
}

/* Items first .. end of the stream, the window sliding with them. */
static enum tcn_rc
feed(struct bench *bench, size_t first, size_t end, double *seconds)
{
	double start = cpu_seconds();
	enum tcn_rc rc = TCN_OK;

	for (size_t i = first; i < end && !rc; i++) {
		struct tcn_near_item item = {
			.fingerprint = bench->stream[i],
			.seq = i,
			.ts_ms = (int64_t)i * SPACING_MS,
			.publisher =
			    (bench->stream[i] >> 7) % PUBLISHERS * 0x9e3779b9u,
			.origin = i,
		};

		rc = tcn_near_insert(bench->near, &item);
		tcn_near_expire(bench->near, item.ts_ms);
	}
	*seconds = (cpu_seconds() - start) / (double)(end - first);
	return rc;
}

static enum tcn_rc
fill(struct bench *bench, enum tcn_plan plan)
{
	struct tcn_near_conf conf = {
		.plan = plan,
		.horizon_ms = (int64_t)bench->n * SPACING_MS,
	};
	struct tcn_near_stats stats;
	enum tcn_rc rc = tcn_near_new(&conf, &bench->near);

	if (!rc)
		rc = feed(bench, 0, bench->n, &bench->seconds[INSERT][0]);
	if (!rc)
		rc = feed(bench, bench->n, bench->n + bench->n / 2,
		    &bench->seconds[SLIDE][0]);
	if (rc)
		return rc;
	for (int i = 1; i < ROUNDS; i++) {
		bench->seconds[INSERT][i] = bench->seconds[INSERT][0];
		bench->seconds[SLIDE][i] = bench->seconds[SLIDE][0];
	}
	tcn_near_stats(bench->near, &stats);
	bench->bytes = (double)stats.bytes / (double)stats.items;
	return TCN_OK;
}

/* The items that are in the window now. */
static const uint64_t *
members(const struct bench *bench)
{
	return bench->stream + bench->n / 2;
}

static void
scan(struct bench *bench, double *seconds)
{
	const struct tcn_popcount *popcount = tcn_popcount_best();
	size_t scans = SCANS_BYTES / (bench->n * sizeof(uint64_t)) + 1;
	double start = cpu_seconds();

	for (size_t i = 0; i < scans; i++)
		bench->answers += popcount->count64(members(bench), bench->n,
		    bench->queries[i % bench->queries_n], 7);
	*seconds = (cpu_seconds() - start) / (double)scans;
}

static enum tcn_rc
look(struct bench *bench, enum what what, unsigned radius)
{
	struct tcn_near *near = bench->near;
	size_t n = bench->queries_n;
	enum tcn_rc rc = TCN_OK;

	if (what == COUNT_BATCH_3)
		return tcn_near_items_batch(near, bench->queries, n, radius,
		    INT64_MIN, INT64_MAX, bench->items);
	if (what == FIND_BATCH_3)
		return tcn_near_find_batch(near, bench->queries, n, radius,
		    INT64_MIN, INT64_MAX, &bench->hits, bench->ends);
	for (size_t i = 0; i < n && !rc; i++)
		if (what == COUNT_3)
			bench->answers += tcn_near_items(near,
			    bench->queries[i], radius, INT64_MIN, INT64_MAX);
		else
			rc = tcn_near_find(near, bench->queries[i], radius,
			    INT64_MIN, INT64_MAX, &bench->hits);
	return rc;
}

/* One way of looking, both radii: the figures of 3 and 7 are neighbours. */
static enum tcn_rc
look_both(struct bench *bench, enum what what, int round)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; i < 2 && !rc; i++) {
		double start = cpu_seconds();

		rc = look(bench, what, i ? 7 : 3);
		bench->seconds[what + i][round] =
		    (cpu_seconds() - start) / (double)bench->queries_n;
	}
	return rc;
}

static bool
see_pair(void *ctx, const struct tcn_near_pair *pair)
{
	struct bench *bench = ctx;

	bench->answers += pair->distance;
	return true;
}

static enum tcn_rc
join_both(struct bench *bench, int round)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; i < 2 && !rc; i++) {
		struct tcn_near_join_conf conf = { .radius = i ? 7 : 3 };
		double start = cpu_seconds();

		rc = tcn_near_join(&conf, members(bench), bench->n, see_pair,
		    bench);
		bench->seconds[JOIN_3 + i][round] =
		    (cpu_seconds() - start) / (double)bench->n;
	}
	return rc;
}

static enum tcn_rc
run_round(struct bench *bench, int round)
{
	static const enum what ways[] = { COUNT_3, COUNT_BATCH_3, FIND_3,
		FIND_BATCH_3 };
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < bench->queries_n; i++)
		bench->queries[i] =
		    members(bench)[next_random(bench) % bench->n];
	scan(bench, &bench->seconds[SCAN][round]);
	for (size_t i = 0; i < sizeof ways / sizeof *ways && !rc; i++)
		rc = look_both(bench, ways[i], round);
	return rc ? rc : join_both(bench, round);
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

static int
compare_seconds(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

static double
median(const struct bench *bench, enum what what)
{
	double sorted[ROUNDS];

	memcpy(sorted, bench->seconds[what], sizeof sorted);
	qsort(sorted, ROUNDS, sizeof *sorted, compare_seconds);
	return sorted[ROUNDS / 2];
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
		if (what < JOIN_3)
			printf(" %10.1f", scan_seconds / seconds);
		putchar('\n');
	}
	putchar('\n');
	fflush(stdout);
}

static void
json_size(const struct bench *bench, struct tcn_buf *out)
{
	tcn_buf_printf(out,
	    "{\"items\":%zu,\"bytes_an_item\":%.2f,\"met_r3\":%.1f,"
	    "\"met_r7\":%.1f,\"seconds\":{",
	    bench->n, bench->bytes, bench->met_3, bench->met_7);
	for (enum what what = 0; what < FIGURES; what++)
		tcn_buf_printf(out, "%s\"%s\":%.4g", what ? "," : "",
		    whats[what].name, median(bench, what));
	tcn_buf_z(out, "}}");
}

static enum tcn_rc
bench_size(size_t n, struct tcn_buf *out)
{
	struct bench bench = { .state = 1, .n = n };
	enum tcn_rc rc = TCN_NOMEM;

	if (allocate(&bench))
		rc = fill(&bench, TCN_PLAN_4X16);
	for (int round = 0; round < ROUNDS && !rc; round++)
		rc = run_round(&bench, round);
	if (!rc) {
		measure_met(&bench);
		print_size(&bench);
		json_size(&bench, out);
	}
	finish(&bench);
	return rc;
}

int
tcn_bench_index(const struct tcn_bench_index_conf *conf)
{
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc = TCN_OK;

	printf("plan 4x16, population count: %s\n\n",
	    tcn_popcount_best()->name);
	tcn_buf_printf(&out, "{\"popcount\":\"%s\",\"sizes\":[",
	    tcn_popcount_best()->name);
	for (size_t i = 0; i < conf->sizes_n && !rc; i++) {
		if (i)
			tcn_buf_char(&out, ',');
		rc = bench_size(conf->sizes[i], &out);
	}
	tcn_buf_z(&out, "],\"plans\":[");
	if (!rc)
		rc = tcn_bench_plans(&out);
	tcn_buf_z(&out, "]}\n");
	if (!rc && out.failed)
		rc = TCN_NOMEM;
	if (!rc && conf->json)
		rc = tcn_out_write(conf->json, tcn_buf_view(&out), &err);
	tcn_buf_fini(&out);
	return rc ? tcn_say_rc(rc, err.text[0] ? &err : NULL) : TCN_EXIT_OK;
}
