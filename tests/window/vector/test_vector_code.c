#include "tests/base/run.h"

#include <float.h>
#include <math.h>

#include "tests/base/vectors.h"
#include "window/vector/vector_code.h"

#define LENGTH 384
#define CODES  9

static double
cosine(const float *a, const float *b, size_t n)
{
	double ab = 0, aa = 0, bb = 0;

	for (size_t i = 0; i < n; i++) {
		ab += (double)a[i] * (double)b[i];
		aa += (double)a[i] * (double)a[i];
		bb += (double)b[i] * (double)b[i];
	}
	return ab / sqrt(aa * bb);
}

static const double spreads[] = { 0.05, 0.2, 0.5, 1, 3 };

/* Of near and of far vectors. */
START_TEST(rounding_hardly_changes_a_cosine)
{
	float centre[LENGTH], a[LENGTH], b[LENGTH];
	int8_t x[LENGTH], y[LENGTH];
	uint64_t seed = 1;

	for (int round = 0; round < 200; round++) {
		double inverse;

		vectors_make(&seed, NULL, 1, centre, LENGTH);
		vectors_make(&seed, centre, spreads[_i], a, LENGTH);
		vectors_make(&seed, centre, spreads[_i], b, LENGTH);
		inverse = tcn_vector_code_make(a, LENGTH, x) *
		    tcn_vector_code_make(b, LENGTH, y);
		ck_assert_double_lt(fabs(tcn_vector_code_dot(x, y, LENGTH) *
					    inverse -
					cosine(a, b, LENGTH)),
		    0.003);
	}
}
END_TEST

/* Every length, up to several lines, and codes that lie side by side. */
START_TEST(the_fast_loop_is_the_plain_one)
{
	int8_t code[256], codes[CODES * 256];
	int32_t dots[CODES];
	uint64_t seed = 2;

	for (size_t n = 1; n <= 200; n++) {
		size_t bytes = tcn_vector_code_bytes(n);
		float vector[200];

		for (size_t k = 0; k <= CODES; k++) {
			vectors_make(&seed, NULL, 1, vector, n);
			tcn_vector_code_make(vector, n,
			    k < CODES ? codes + k * bytes : code);
		}
		tcn_vector_code_dots(code, codes, bytes, CODES, dots);
		for (size_t k = 0; k < CODES; k++)
			ck_assert_int_eq(dots[k],
			    tcn_vector_code_dot(code, codes + k * bytes,
				bytes));
	}
}
END_TEST

static const float extremes[][4] = {
	{ FLT_MAX, -FLT_MAX, 0, 0 },
	{ 1e-45F, 0, 0, -1e-45F },
	{ FLT_MAX, 1e-45F, -1, 0 },
	{ 0, 0, 0, FLT_MIN },
};

/* The largest number is 127 whatever it was, and no length is out of bounds. */
START_TEST(extremes_are_rounded)
{
	int8_t code[64];
	double inverse = tcn_vector_code_make(extremes[_i], 4, code);
	int most = 0;

	for (size_t i = 0; i < 4; i++)
		if (abs(code[i]) > most)
			most = abs(code[i]);
	ck_assert_int_eq(most, 127);
	ck_assert_double_le(inverse, 1 / 127.0);
	ck_assert_double_gt(inverse, 1 / 255.0);
	for (size_t i = 4; i < 64; i++)
		ck_assert_int_eq(code[i], 0);
}
END_TEST

/* The longest there may be, all at the largest: 32 bits are enough. */
START_TEST(the_longest_does_not_overflow)
{
	static float vector[TCN_VECTOR_CODE_MAX];
	static int8_t code[TCN_VECTOR_CODE_MAX];
	int32_t dot;

	for (size_t i = 0; i < TCN_VECTOR_CODE_MAX; i++)
		vector[i] = i % 2 ? -2.5F : 2.5F;
	tcn_vector_code_make(vector, TCN_VECTOR_CODE_MAX, code);
	tcn_vector_code_dots(code, code, TCN_VECTOR_CODE_MAX, 1, &dot);
	ck_assert_int_eq(dot, TCN_VECTOR_CODE_MAX * 127 * 127);
}
END_TEST

TCN_TESTS(vector_code)
{
	TCN_EACH(rounding_hardly_changes_a_cosine, spreads);
	tcase_add_test(tc, the_fast_loop_is_the_plain_one);
	TCN_EACH(extremes_are_rounded, extremes);
	tcase_add_test(tc, the_longest_does_not_overflow);
}
