/*
 * The second table of tocsin bench vectors: how many items a second find their
 * stories?
 *
 * A row is a story's sum, of 384 numbers, around a direction of its own; an
 * item is one of three in four times near to a story, else to none. "even":
 * every number is likely to be as large as any other, the worst case, in which
 * no exact search can do with less than half. "falling": the spread of the nth
 * number is that of the first times 1 / sqrt(1 + n / 40), as of singular
 * vectors, where three tenths of the energy lie in a sixth of the numbers.
 *
 * The baseline is the dot product with each row, all of it, by the same code,
 * and the comparison with the bound. Beside them stands the whole step of the
 * story tier, in which the item joins or opens a story, whose sum is rounded
 * anew; every step looks into as many stories as are open.
 */
#include "tools/bench/bench_vector_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "tools/bench/bench_pairs.h"
#include "window/story/story.h"
#include "window/vector/vector_code.h"
#include "window/vector/vector_rows.h"

enum {
	LENGTH = 384,
	ITEMS = 4000, /* that are timed */
	ASKED = 250, /* different ones among them */
	STEPS_MS = 1000, /* between two items, in stream time */
};

static const size_t sizes[] = { 1000, 3000, 10000 };

static const struct {
	const char *name;
	double fall; /* numbers over which the spread falls; 0: it does not */
} kinds[] = { { "even", 0 }, { "falling", 40 } };

struct bench {
	uint64_t seed;
	size_t n; /* stories */
	float weights[LENGTH];
	struct tcn_vector_rows rows;
	int8_t *codes; /* the same rows, for the scan */
	double *inverse;
	int32_t *dots;
	double scan, search, step; /* seconds an item */
	uint64_t found, scanned; /* rows near enough, by each way */
};

/* The spread of numbers, -1 to 1, times their weights. */
static void
add_noise(const struct bench *bench, uint64_t state, float weight,
    float *vector)
{
	for (size_t i = 0; i < LENGTH; i += 8) {
		uint64_t r = tcn_bench_random(&state);

		for (size_t k = 0; k < 8; k++)
			vector[i + k] += weight * bench->weights[i + k] *
			    ((float)(r >> (8 * k) & 255) - 127.5F) / 127.5F;
	}
}

/* The nth direction; others are items of it. */
static void
make_vector(const struct bench *bench, uint64_t story, uint64_t item,
    float *vector)
{
	memset(vector, 0, LENGTH * sizeof *vector);
	add_noise(bench, bench->seed + 1 + story, 1, vector);
	add_noise(bench, bench->seed + 1000003 * (item + 1), 0.7F, vector);
}

/* Which story the item is of; of one in four, one that is not there. */
static uint64_t
story_of(const struct bench *bench, uint64_t item)
{
	uint64_t state = bench->seed + item;
	uint64_t r = tcn_bench_random(&state);

	return r % 4 ? (r >> 8) % bench->n : bench->n + item;
}

static enum tcn_rc
fill(struct bench *bench, double least)
{
	size_t bytes = tcn_vector_code_bytes(LENGTH);
	float vector[LENGTH];
	enum tcn_rc rc = tcn_vector_rows_begin(&bench->rows, LENGTH, least);

	bench->codes = tcn_mem_alloc(bench->n * bytes);
	bench->inverse = tcn_mem_alloc(bench->n * sizeof *bench->inverse);
	bench->dots = tcn_mem_alloc(bench->n * sizeof *bench->dots);
	if (!bench->codes || !bench->inverse || !bench->dots)
		return TCN_NOMEM;
	for (size_t i = 0; i < bench->n && !rc; i++) {
		make_vector(bench, i, i, vector);
		rc = tcn_vector_rows_add(&bench->rows);
		if (rc)
			return rc;
		tcn_vector_rows_set(&bench->rows, i, vector);
		bench->inverse[i] = tcn_vector_code_make(vector, LENGTH,
		    bench->codes + i * bytes);
	}
	tcn_vector_rows_arrange(&bench->rows);
	return rc;
}

/* All rows, and those that are near enough. */
static void
scan(struct bench *bench, const int8_t *code, double inverse, double least)
{
	tcn_vector_code_dots(code, bench->codes, tcn_vector_code_bytes(LENGTH),
	    bench->n, bench->dots);
	for (size_t i = 0; i < bench->n; i++)
		bench->scanned +=
		    bench->dots[i] * inverse * bench->inverse[i] >= least;
}

/* Each way for all items by itself, so that neither finds its rows where the
 * other has left them. */
static enum tcn_rc
search_all(struct bench *bench, double least)
{
	static int8_t codes[ASKED][LENGTH];
	static double inverse[ASKED];
	float vector[LENGTH];
	double start;
	enum tcn_rc rc = TCN_OK;

	for (size_t i = 0; i < ASKED; i++) {
		make_vector(bench, story_of(bench, i), bench->n + i, vector);
		inverse[i] = tcn_vector_code_make(vector, LENGTH, codes[i]);
	}
	start = tcn_bench_cpu();
	for (size_t i = 0; i < ITEMS; i++)
		scan(bench, codes[i % ASKED], inverse[i % ASKED], least);
	bench->scan = (tcn_bench_cpu() - start) / ITEMS;
	start = tcn_bench_cpu();
	for (size_t i = 0; i < ITEMS && !rc; i++) {
		tcn_vector_rows_ask(&bench->rows, codes[i % ASKED],
		    inverse[i % ASKED]);
		rc = tcn_vector_rows_near(&bench->rows, least);
		bench->found += bench->rows.hits_n;
	}
	bench->search = (tcn_bench_cpu() - start) / ITEMS;
	return rc;
}

/* The items of a window of as many stories, and those that are timed. */
static enum tcn_rc
step_all(struct bench *bench)
{
	struct tcn_article article = { .vector_n = LENGTH };
	struct tcn_doc doc = { .article = &article };
	struct tcn_story_conf conf;
	struct tcn_story_index *s;
	float vector[LENGTH];
	enum tcn_rc rc;

	tcn_story_conf_default(&conf);
	rc = tcn_story_index_new(&conf, &s);
	for (uint64_t i = 0; i < bench->n + ITEMS && !rc; i++) {
		bool timed = i >= bench->n;
		struct tcn_placement place = {
			.seq = i + 1,
			.ts_ms = (int64_t)i * STEPS_MS,
			.publisher = i % 500,
		};
		struct tcn_story_step step;
		double start;

		make_vector(bench, timed ? story_of(bench, i - bench->n) : i,
		    bench->n + i, vector);
		article.vector = vector;
		start = tcn_bench_cpu();
		rc = tcn_story_index_step(s, &doc, &place, place.ts_ms, &step);
		if (timed)
			bench->step += (tcn_bench_cpu() - start) / ITEMS;
	}
	tcn_story_index_free(s);
	return rc;
}

static void
print(const struct bench *bench, const char *kind, bool json)
{
	double tails =
	    (double)bench->rows.tails_read / (double)bench->rows.heads_read;

	if (json)
		printf("{\"part\":\"vectors\",\"stories\":%zu,\"kind\":\"%s\","
		       "\"scan_us\":%.2f,\"search_us\":%.2f,\"ratio\":%.2f,"
		       "\"head\":%zu,\"tails\":%.4f,\"found\":%.3f,"
		       "\"step_us\":%.2f,\"scans_s\":%.0f,"
		       "\"searches_s\":%.0f,\"steps_s\":%.0f}\n",
		    bench->n, kind, bench->scan * 1e6, bench->search * 1e6,
		    bench->scan / bench->search, bench->rows.head_bytes, tails,
		    (double)bench->found / ITEMS, bench->step * 1e6,
		    1 / bench->scan, 1 / bench->search, 1 / bench->step);
	else
		printf("%9zu %8s %9.0f %9.0f %6.2f %6zu %6.1f %% %7.2f %9.0f\n",
		    bench->n, kind, 1 / bench->scan, 1 / bench->search,
		    bench->scan / bench->search, bench->rows.head_bytes,
		    tails * 100, (double)bench->found / ITEMS, 1 / bench->step);
	fflush(stdout);
}

static enum tcn_rc
bench_size(size_t n, size_t kind, const struct tcn_bench_args *args)
{
	struct bench bench = { .seed = args->seed, .n = n };
	struct tcn_story_conf conf;
	enum tcn_rc rc;

	tcn_story_conf_default(&conf);
	for (size_t i = 0; i < LENGTH; i++)
		bench.weights[i] = kinds[kind].fall > 0
		    ? (float)(1 / sqrt(1 + (double)i / kinds[kind].fall))
		    : 1;
	rc = fill(&bench, conf.vector_join);
	if (!rc)
		rc = search_all(&bench, conf.vector_join);
	if (!rc)
		rc = step_all(&bench);
	if (!rc && bench.found != bench.scanned)
		rc = TCN_CORRUPT;
	if (!rc)
		print(&bench, kinds[kind].name, args->json);
	tcn_vector_rows_fini(&bench.rows);
	tcn_mem_free(bench.codes);
	tcn_mem_free(bench.inverse);
	tcn_mem_free(bench.dots);
	return rc;
}

enum tcn_rc
tcn_bench_vector_rows(const struct tcn_bench_args *args)
{
	enum tcn_rc rc = TCN_OK;

	if (!args->json)
		printf("\nitems a second that find their stories, of %d "
		       "numbers; the rows found are the same\n%9s %8s %9s "
		       "%9s %6s %6s %8s %7s %9s\n",
		    LENGTH, "stories", "numbers", "scan", "search", "ratio",
		    "head", "tails", "found", "all steps");
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !rc; i++)
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds && !rc; k++)
			rc = bench_size(sizes[i], k, args);
	return rc;
}
