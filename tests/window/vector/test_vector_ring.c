#include "tests/base/run.h"

#include <math.h>

#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "tests/base/vectors.h"
#include "window/vector/vector_code.h"
#include "window/vector/vector_ring.h"

enum {
	LENGTH_MAX = 200,
	ITEMS = 1500,
	NEAREST = 12,
	HORIZON_MS = 20000,
};

static const struct {
	size_t length;
	unsigned clouds; /* vectors lie around so many centres; 0: noise */
	double least;
} streams[] = { { 200, 7, -1 }, { 200, 0, 0.1 }, { 64, 3, 0.5 },
	{ 65, 40, 0.2 }, { 2, 0, -1 }, { 1, 0, -1 } };

/* A plain list in the ring's place. */
struct model_item {
	uint64_t seq;
	int64_t ts_ms;
	double inverse;
	int8_t code[TCN_VECTOR_CODE_LINE * 4];
};

static struct model_item model[ITEMS];

static struct tcn_vector_ring *
new_ring(size_t length, size_t cap_bytes)
{
	const struct tcn_vector_ring_conf conf = {
		.length = length,
		.horizon_ms = HORIZON_MS,
		.cap_bytes = cap_bytes,
	};
	struct tcn_vector_ring *ring;

	ring = tcn_vector_ring_new(&conf);
	return ring;
}

static void
next_vector(size_t stream, uint64_t *seed, float *vector)
{
	float centre[LENGTH_MAX];
	size_t n = streams[stream].length;

	if (streams[stream].clouds)
		vectors_centre(random_below(seed, streams[stream].clouds),
		    centre, n);
	vectors_make(seed, streams[stream].clouds ? centre : NULL,
	    random_below(seed, 9) ? 0.6 : 0.01, vector, n);
}

static int
nearest_first(const void *left, const void *right)
{
	const struct tcn_vector_ring_hit *a = left, *b = right;

	if (a->cosine > b->cosine || a->cosine < b->cosine)
		return a->cosine > b->cosine ? -1 : 1;
	return a->seq < b->seq ? -1 : a->seq > b->seq;
}

/* All cosines, sorted. */
static size_t
search_model(size_t items, const float *vector, size_t length, double least,
    int64_t after_ms, struct tcn_vector_ring_hit *found)
{
	int8_t code[sizeof model->code];
	double inverse = tcn_vector_code_make(vector, length, code);
	size_t n = 0;

	for (size_t i = 0; i < items; i++) {
		struct tcn_vector_ring_hit hit = { model[i].seq, model[i].ts_ms,
			0 };

		hit.cosine = tcn_vector_code_dot(code, model[i].code, length) *
		    (inverse * model[i].inverse);
		if (hit.ts_ms > after_ms && hit.cosine >= least)
			found[n++] = hit;
	}
	qsort(found, n, sizeof *found, nearest_first);
	return n < NEAREST ? n : NEAREST;
}

static void
compare(struct tcn_vector_ring *ring, size_t stream, size_t items,
    const float *vector, int64_t after_ms, struct tcn_vector_ring_hits *hits)
{
	static struct tcn_vector_ring_hit found[ITEMS];
	size_t n = search_model(items, vector, streams[stream].length,
	    streams[stream].least, after_ms, found);

	tcn_vector_ring_nearest(ring, vector, NEAREST, streams[stream].least,
	    after_ms, hits);
	ck_assert_uint_eq(hits->n, n);
	for (size_t i = 0; i < n; i++) {
		ck_assert_uint_eq(hits->at[i].seq, found[i].seq);
		ck_assert_int_eq(hits->at[i].ts_ms, found[i].ts_ms);
		ck_assert(hits->at[i].cosine == found[i].cosine);
	}
}

/* Vectors near and far, late and early; what has expired is not asked for. */
START_TEST(equals_brute_force)
{
	struct tcn_vector_ring *ring = new_ring(streams[_i].length, 0);
	struct tcn_vector_ring_hits hits = { 0 };
	struct tcn_vector_ring_stats stats;
	uint64_t seed = (uint64_t)_i;
	int64_t now_ms = 100000;
	float vector[LENGTH_MAX];

	for (size_t i = 0; i < ITEMS; i++) {
		struct model_item *item = &model[i];

		now_ms += random_below(&seed, 100);
		next_vector((size_t)_i, &seed, vector);
		item->seq = i + 1;
		item->ts_ms = now_ms - 500 + random_below(&seed, 600);
		item->inverse = tcn_vector_code_make(vector, streams[_i].length,
		    item->code);
		tcn_vector_ring_insert(ring, item->seq, item->ts_ms, vector);
		if (i % 7 == 0)
			tcn_vector_ring_expire(ring, now_ms);
		if (i % 31)
			continue;
		if (i % 2)
			next_vector((size_t)_i, &seed, vector);
		compare(ring, (size_t)_i, i + 1, vector,
		    now_ms - random_below(&seed, HORIZON_MS + 1), &hits);
		ck_sound(tcn_vector_ring_check, ring);
	}
	tcn_vector_ring_stats(ring, &stats);
	ck_assert_uint_eq(stats.items + stats.expired, ITEMS);
	ck_assert_uint_gt(stats.expired, 0);
	tcn_vector_ring_free(ring);
	tcn_vector_ring_hits_fini(&hits);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

/* Most tails need not be read when some are near: that is why codes are cut. */
START_TEST(tails_are_left_out)
{
	struct tcn_vector_ring *ring = new_ring(192, 0);
	struct tcn_vector_ring_hits hits = { 0 };
	struct tcn_vector_ring_stats stats;
	float centre[192], vector[192];
	uint64_t seed = 5;

	vectors_centre(1, centre, 192);
	for (uint64_t i = 1; i <= 4000; i++) {
		vectors_make(&seed, i % 100 ? NULL : centre, 0.5, vector, 192);
		tcn_vector_ring_insert(ring, i, 1, vector);
	}
	tcn_vector_ring_nearest(ring, centre, 10, 0, 0, &hits);
	ck_assert_uint_eq(hits.n, 10);
	for (size_t i = 0; i < hits.n; i++)
		ck_assert_uint_eq(hits.at[i].seq % 100, 0);
	tcn_vector_ring_stats(ring, &stats);
	ck_assert_uint_eq(stats.heads, 4000);
	ck_assert_uint_lt(stats.tails, 1200);
	tcn_vector_ring_free(ring);
	tcn_vector_ring_hits_fini(&hits);
}
END_TEST

/* At the cap the oldest go, and are counted. */
START_TEST(memory_stays_below_the_cap)
{
	const size_t cap = 200000;
	struct tcn_vector_ring *ring = new_ring(100, cap);
	struct tcn_vector_ring_hits hits = { 0 };
	struct tcn_vector_ring_stats stats;
	float vector[100];
	uint64_t seed = 6;

	for (uint64_t i = 1; i <= 5000; i++) {
		vectors_make(&seed, NULL, 1, vector, 100);
		tcn_vector_ring_insert(ring, i, 1, vector);
		tcn_vector_ring_stats(ring, &stats);
		ck_assert_uint_le(stats.bytes, cap);
	}
	ck_assert_uint_eq(stats.items + stats.dropped, 5000);
	ck_assert_uint_gt(stats.items, 500);
	tcn_vector_ring_nearest(ring, vector, 1, 0, 0, &hits);
	ck_assert_uint_eq(hits.at[0].seq, 5000);
	ck_sound(tcn_vector_ring_check, ring);
	tcn_vector_ring_free(ring);
	tcn_vector_ring_hits_fini(&hits);
}
END_TEST

TCN_TESTS(vector_ring)
{
	TCN_EACH(equals_brute_force, streams);
	tcase_add_test(tc, tails_are_left_out);
	tcase_add_test(tc, memory_stays_below_the_cap);
}
