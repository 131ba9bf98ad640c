/*
 * tocsin bench vectors: how fast is the window's ring of vectors?
 *
 * For each size: vectors of 384 numbers, each around one of some thousand
 * centres, as articles are about subjects. A ring is filled with them and slid
 * on by a quarter; the nearest ten are looked for, of members of the window and
 * of vectors that nothing is near to. The baseline is the cosine with each
 * vector as floats, as whoever had no ring would look. How many of the ten
 * nearest by the floats are found shows what rounding to bytes costs.
 *
 * With --input the vectors are written to that file as float32, the question's
 * behind them, so that other programs can be measured on the same ones:
 * tests/compare/vectors_faiss.py does.
 */
#include "tools/bench/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/vector.h"
#include "tools/base/exit.h"
#include "tools/base/say.h"
#include "tools/bench/bench_pairs.h"
#include "tools/bench/bench_vector_rows.h"
#include "window/vector/vector_ring.h"

enum {
	LENGTH = 384,
	CENTRES = 2000,
	NEAREST = 10,
	QUESTIONS = 20,
	SPACING_MS = 10, /* between items, in stream time */
	FLOATS = 20000, /* of the baseline; its time is scaled to the window */
	ITEMS_MIN = 20000,
	ITEMS_MAX = 10000000,
};

struct bench {
	uint64_t seed;
	size_t n, stream_n; /* in the window, in all */
	struct tcn_vector_ring *ring;
	struct tcn_vector_ring_hits hits;
	double insert, slide, pause_max; /* seconds a call */
	double member, noise, floats; /* seconds a question */
	double tails; /* share of the tails that a member's question reads */
	double recall; /* of the ten nearest by the floats */
	double bytes; /* an item */
	double sum; /* of all results: the compiler must keep them */
};

/* Eight numbers of each random one, -1 to 1. */
static void
add_noise(uint64_t state, float weight, float *vector)
{
	for (size_t i = 0; i < LENGTH; i += 8) {
		uint64_t r = tcn_bench_random(&state);

		for (size_t k = 0; k < 8; k++)
			vector[i + k] += weight *
			    ((float)(r >> (8 * k) & 255) - 127.5F) / 127.5F;
	}
}

/* The ith vector; one in eight is of no centre. */
static void
make_vector(const struct bench *bench, uint64_t i, float *vector)
{
	uint64_t state = bench->seed + i * UINT64_C(0xd1342543de82ef95);
	uint64_t r = tcn_bench_random(&state);

	memset(vector, 0, LENGTH * sizeof *vector);
	if (r % 8)
		add_noise(bench->seed + 1 + (r >> 8) % CENTRES, 1, vector);
	add_noise(state, r % 8 ? 0.7F : 1, vector);
}

/* Of even ones a vector near to a member of the window, else one near to
 * nothing. */
static void
make_question(const struct bench *bench, size_t i, float *vector)
{
	size_t window = bench->stream_n - bench->n;

	memset(vector, 0, LENGTH * sizeof *vector);
	if (i % 2 == 0)
		make_vector(bench, window + i * bench->n / QUESTIONS, vector);
	add_noise(bench->seed + 7777 + i, i % 2 ? 1 : 0.3F, vector);
}

static enum tcn_rc
feed(struct bench *bench, size_t first, size_t end, double *mean)
{
	double seconds = 0;
	float vector[LENGTH];
	enum tcn_rc rc = TCN_OK;

	for (size_t i = first; i < end && !rc; i++) {
		int64_t ts_ms = (int64_t)i * SPACING_MS;
		double start;

		make_vector(bench, i, vector);
		start = tcn_bench_cpu();
		rc = tcn_vector_ring_insert(bench->ring, i, ts_ms, vector);
		tcn_vector_ring_expire(bench->ring, ts_ms);
		start = tcn_bench_cpu() - start;
		seconds += start;
		if (first && start > bench->pause_max)
			bench->pause_max = start;
	}
	*mean = seconds / (double)(end - first);
	return rc;
}

static enum tcn_rc
fill(struct bench *bench)
{
	const struct tcn_vector_ring_conf conf = {
		.length = LENGTH,
		.horizon_ms = (int64_t)bench->n * SPACING_MS,
	};
	struct tcn_vector_ring_stats stats;
	enum tcn_rc rc = tcn_vector_ring_new(&conf, &bench->ring);

	if (!rc)
		rc = feed(bench, 0, bench->n, &bench->insert);
	if (!rc)
		rc = feed(bench, bench->n, bench->stream_n, &bench->slide);
	if (rc)
		return rc;
	tcn_vector_ring_stats(bench->ring, &stats);
	bench->bytes = (double)stats.bytes / (double)stats.items;
	return TCN_OK;
}

/* After what is older than the window. */
static int64_t
after_ms(const struct bench *bench)
{
	return (int64_t)(bench->stream_n - 1 - bench->n) * SPACING_MS;
}

static enum tcn_rc
ask(struct bench *bench, const float *vector, double *seconds)
{
	double start = tcn_bench_cpu();
	enum tcn_rc rc = tcn_vector_ring_nearest(bench->ring, vector, NEAREST,
	    0, after_ms(bench), &bench->hits);

	*seconds += (tcn_bench_cpu() - start) / (QUESTIONS / 2);
	return rc;
}

/* The nearest of one question by the floats, worst last. */
struct nearest {
	uint64_t seq[NEAREST];
	double cosine[NEAREST];
};

static void
keep(struct nearest *best, uint64_t seq, double cosine)
{
	size_t at = NEAREST;

	while (at > 0 && best->cosine[at - 1] < cosine)
		at--;
	if (at == NEAREST)
		return;
	memmove(&best->seq[at + 1], &best->seq[at],
	    (NEAREST - 1 - at) * sizeof *best->seq);
	memmove(&best->cosine[at + 1], &best->cosine[at],
	    (NEAREST - 1 - at) * sizeof *best->cosine);
	best->seq[at] = seq;
	best->cosine[at] = cosine;
}

/* The ten nearest of each question that is near to something, by the floats. */
static void
find_exactly(struct bench *bench, float (*questions)[LENGTH],
    struct nearest *best)
{
	float vector[LENGTH];

	memset(best, 0, QUESTIONS * sizeof *best);
	for (size_t i = bench->stream_n - bench->n; i < bench->stream_n; i++) {
		make_vector(bench, i, vector);
		for (size_t q = 0; q < QUESTIONS; q += 2)
			keep(&best[q], i,
			    tcn_vector_cosine(questions[q], vector, LENGTH));
	}
}

static size_t
count_found(const struct nearest *best, const struct tcn_vector_ring_hits *hits)
{
	size_t found = 0;

	for (size_t i = 0; i < hits->n; i++)
		for (size_t k = 0; k < NEAREST; k++)
			found += best->seq[k] == hits->at[i].seq;
	return found;
}

static enum tcn_rc
ask_all(struct bench *bench)
{
	static float questions[QUESTIONS][LENGTH];
	static struct nearest best[QUESTIONS];
	struct tcn_vector_ring_stats before, after;
	size_t found = 0;
	enum tcn_rc rc = TCN_OK;

	for (size_t q = 0; q < QUESTIONS; q++)
		make_question(bench, q, questions[q]);
	find_exactly(bench, questions, best);
	tcn_vector_ring_stats(bench->ring, &before);
	for (size_t q = 0; q < QUESTIONS && !rc; q += 2) {
		rc = ask(bench, questions[q], &bench->member);
		found += count_found(&best[q], &bench->hits);
	}
	tcn_vector_ring_stats(bench->ring, &after);
	for (size_t q = 1; q < QUESTIONS && !rc; q += 2)
		rc = ask(bench, questions[q], &bench->noise);
	bench->recall = (double)found / (QUESTIONS / 2 * NEAREST);
	bench->tails = (double)(after.tails - before.tails) /
	    (double)(after.heads - before.heads);
	return rc;
}

/* The baseline, on part of the window. */
static enum tcn_rc
scan_floats(struct bench *bench)
{
	float *vectors =
	    tcn_mem_alloc(FLOATS * (size_t)LENGTH * sizeof *vectors);
	float question[LENGTH];
	double start;

	if (!vectors)
		return TCN_NOMEM;
	for (size_t i = 0; i < FLOATS; i++)
		make_vector(bench, i, vectors + i * LENGTH);
	make_question(bench, 0, question);
	start = tcn_bench_cpu();
	for (size_t i = 0; i < FLOATS; i++)
		bench->sum +=
		    tcn_vector_cosine(question, vectors + i * LENGTH, LENGTH);
	bench->floats = (tcn_bench_cpu() - start) * (double)bench->n / FLOATS;
	tcn_mem_free(vectors);
	return TCN_OK;
}

static void
print(const struct bench *bench, bool json)
{
	if (json)
		printf("{\"part\":\"vectors\",\"items\":%zu,\"numbers\":%d,"
		       "\"floats_ms\":%.2f,\"member_ms\":%.3f,"
		       "\"noise_ms\":%.3f,\"ratio\":%.2f,\"tails\":%.4f,"
		       "\"recall\":%.4f,\"insert_us\":%.3f,"
		       "\"insert_expire_us\":%.3f,\"max_us\":%.1f,"
		       "\"bytes\":%.0f}\n",
		    bench->n, LENGTH, bench->floats * 1e3, bench->member * 1e3,
		    bench->noise * 1e3, bench->floats / bench->member,
		    bench->tails, bench->recall, bench->insert * 1e6,
		    bench->slide * 1e6, bench->pause_max * 1e6, bench->bytes);
	else
		printf("%9zu %9.2f %8.2f %8.2f %6.1f %6.1f %% %7.3f %8.2f "
		       "%8.2f %8.1f %7.0f\n",
		    bench->n, bench->floats * 1e3, bench->member * 1e3,
		    bench->noise * 1e3, bench->floats / bench->member,
		    bench->tails * 100, bench->recall, bench->insert * 1e6,
		    bench->slide * 1e6, bench->pause_max * 1e6, bench->bytes);
	fflush(stdout);
}

static enum tcn_rc
bench_size(size_t n, const struct tcn_bench_args *args)
{
	struct bench bench = {
		.seed = args->seed,
		.n = n,
		.stream_n = n + n / 4,
	};
	enum tcn_rc rc = fill(&bench);

	if (!rc)
		rc = ask_all(&bench);
	if (!rc)
		rc = scan_floats(&bench);
	if (!rc)
		print(&bench, args->json);
	tcn_vector_ring_free(bench.ring);
	tcn_vector_ring_hits_fini(&bench.hits);
	return rc;
}

/* Writes the vectors of a run, and its questions behind them. */
static enum tcn_rc
write_vectors(size_t n, const struct tcn_bench_args *args)
{
	const struct bench bench = {
		.seed = args->seed,
		.n = n,
		.stream_n = n + n / 4,
	};
	FILE *file = fopen(args->input, "wb");
	float vector[LENGTH];
	bool failed = !file;

	for (size_t i = 0; i < bench.stream_n + QUESTIONS && !failed; i++) {
		if (i < bench.stream_n)
			make_vector(&bench, i, vector);
		else
			make_question(&bench, i - bench.stream_n, vector);
		failed = fwrite(vector, sizeof vector, 1, file) != 1;
	}
	if (file)
		failed |= fclose(file) != 0;
	if (failed)
		tcn_say("%s: cannot be written", args->input);
	return failed ? TCN_IO : TCN_OK;
}

int
tcn_bench_vectors(const struct tcn_bench_args *args)
{
	static const size_t sizes[] = { 100000, 1000000 };
	size_t first = args->items ? (size_t)args->items : sizes[0];
	enum tcn_rc rc = TCN_OK;

	if (args->items &&
	    (args->items < ITEMS_MIN || args->items > ITEMS_MAX)) {
		tcn_say("bench vectors takes from %d to %d items", ITEMS_MIN,
		    ITEMS_MAX);
		return TCN_EXIT_USAGE;
	}
	if (args->input)
		return write_vectors(first, args) ? TCN_EXIT_FAILED
						  : TCN_EXIT_OK;
	if (!args->json)
		printf("vectors of %d numbers; milliseconds of a question, "
		       "microseconds of an insert\n%9s %9s %8s %8s %6s %8s "
		       "%7s %8s %8s %8s %7s\n",
		    LENGTH, "items", "floats", "member", "noise", "ratio",
		    "tails", "recall", "insert", "+expire", "longest",
		    "B/item");
	rc = bench_size(first, args);
	if (!rc && !args->items)
		rc = bench_size(sizes[1], args);
	if (!rc)
		rc = tcn_bench_vector_rows(args);
	return rc ? tcn_say_rc(rc, NULL) : tcn_say_flush();
}
