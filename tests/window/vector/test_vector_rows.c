/*
 * What a search of rows finds is what a look at all of them finds, however the
 * numbers lie.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/sound.h"
#include "tests/base/vectors.h"
#include "window/vector/vector_code.h"
#include "window/vector/vector_rows.h"

enum {
	LENGTH_MAX = 200,
	ROWS_MAX = 900,
	STEPS = 4000,
};

static const struct {
	size_t length;
	unsigned clouds; /* vectors lie around so many centres; 0: noise */
	double least;
	double fall; /* what each number is of the one before; 1: all alike */
} streams[] = { { 200, 9, 0.5, 1 }, { 200, 0, 0.1, 1 }, { 200, 30, 0.4, 0.97 },
	{ 130, 9, 0.5, 0.9 }, { 64, 5, 0.6, 1 }, { 65, 40, 0.2, 1 },
	{ 2, 0, 0.9, 1 }, { 1, 0, 0.5, 1 } };

/* A plain list in place of the rows. */
static struct {
	double inverse;
	int8_t code[TCN_VECTOR_CODE_LINE * 4];
} model[ROWS_MAX];

static struct tcn_vector_rows rows;
static size_t model_n;

static void
setup(void)
{
	memset(&rows, 0, sizeof rows);
	model_n = 0;
}

static void
teardown(void)
{
	tcn_vector_rows_fini(&rows);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

/* The numbers with most energy are the last. */
static void
next_vector(size_t stream, uint64_t *seed, float *vector)
{
	float centre[LENGTH_MAX];
	size_t n = streams[stream].length;
	double weight = 1;

	if (streams[stream].clouds)
		vectors_centre(random_below(seed, streams[stream].clouds),
		    centre, n);
	vectors_make(seed, streams[stream].clouds ? centre : NULL, 0.8, vector,
	    n);
	for (size_t i = n; i-- > 0; weight *= streams[stream].fall)
		vector[i] *= (float)weight;
}

static void
model_set(size_t row, const float *vector, size_t n)
{
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= vector[i] != 0;
	memset(model[row].code, 0, sizeof model[row].code);
	model[row].inverse =
	    any ? tcn_vector_code_make(vector, n, model[row].code) : 0;
}

/* Sets a row, a new one or an old one, or drops one. */
static void
change(size_t stream, uint64_t *seed)
{
	float vector[LENGTH_MAX] = { 0 };
	size_t n = streams[stream].length, row = model_n;

	if (random_below(seed, 20))
		next_vector(stream, seed, vector);
	if (model_n == ROWS_MAX || (model_n && random_below(seed, 3) == 0)) {
		row = random_below(seed, (uint32_t)model_n);
		if (random_below(seed, 2)) {
			tcn_vector_rows_drop(&rows, row);
			model[row] = model[--model_n];
			return;
		}
	} else {
		tcn_vector_rows_add(&rows);
		model_n++;
	}
	tcn_vector_rows_set(&rows, row, vector);
	model_set(row, vector, n);
}

static void
compare(size_t stream, uint64_t *seed)
{
	size_t n = streams[stream].length, bytes = tcn_vector_code_bytes(n);
	int8_t code[TCN_VECTOR_CODE_LINE * 4];
	size_t found = 0;
	float vector[LENGTH_MAX];
	double inverse;

	next_vector(stream, seed, vector);
	inverse = tcn_vector_code_make(vector, n, code);
	tcn_vector_rows_ask(&rows, code, inverse);
	tcn_vector_rows_near(&rows, streams[stream].least);
	for (size_t i = 0; i < model_n; i++) {
		double cosine =
		    tcn_vector_code_dot(code, model[i].code, bytes) * inverse *
		    model[i].inverse;

		ck_assert(cosine == tcn_vector_rows_cosine(&rows, i));
		if (cosine < streams[stream].least)
			continue;
		ck_assert_uint_lt(found, rows.hits_n);
		ck_assert_uint_eq(rows.hits[found].row, i);
		ck_assert(rows.hits[found++].cosine == cosine);
	}
	ck_assert_uint_eq(found, rows.hits_n);
}

START_TEST(a_search_is_a_look_at_all)
{
	size_t length = streams[_i].length;
	uint64_t seed = (uint64_t)_i, hits = 0;

	tcn_vector_rows_begin(&rows, length, streams[_i].least);
	for (size_t i = 0; i < STEPS; i++) {
		change((size_t)_i, &seed);
		if (i % 7)
			continue;
		compare((size_t)_i, &seed);
		hits += rows.hits_n;
		if (i % 91)
			continue;
		ck_sound(tcn_vector_rows_check, &rows);
		for (size_t k = 0; k < model_n; k++)
			ck_assert_mem_eq(tcn_vector_rows_code(&rows, k),
			    model[k].code, tcn_vector_code_bytes(length));
	}
	ck_assert_uint_gt(model_n, 500);
	ck_assert_uint_gt(hits, 0);
	ck_assert_uint_le(rows.tails_read, rows.heads_read);
}
END_TEST

/* Where a few numbers hold most of the length, few tails are read. */
START_TEST(heavy_numbers_come_first)
{
	uint64_t seed = 3;

	tcn_vector_rows_begin(&rows, 200, 0.4);
	for (size_t i = 0; i < 600; i++)
		change(2, &seed);
	tcn_vector_rows_arrange(&rows);
	ck_assert_uint_le(rows.order[0], 199);
	ck_assert_uint_ge(rows.order[0], 190);
	rows.heads_read = rows.tails_read = 0;
	for (size_t i = 0; i < 100; i++)
		compare(2, &seed);
	ck_assert_uint_lt(rows.tails_read * 2, rows.heads_read);
}
END_TEST

/* Another length, when there are no rows; what was arranged is forgotten. */
START_TEST(another_length_begins_anew)
{
	uint64_t seed = 4;

	for (size_t round = 0; round < 2; round++) {
		size_t stream = round ? 4 : 0;

		tcn_vector_rows_begin(&rows, streams[stream].length, 0.5);
		for (size_t i = 0; i < 400; i++)
			change(stream, &seed);
		tcn_vector_rows_arrange(&rows);
		compare(stream, &seed);
		for (; model_n; model_n--)
			tcn_vector_rows_drop(&rows, model_n - 1);
	}
}
END_TEST

TCN_TESTS(vector_rows)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(a_search_is_a_look_at_all, streams);
	tcase_add_test(tc, heavy_numbers_come_first);
	tcase_add_test(tc, another_length_begins_anew);
}
