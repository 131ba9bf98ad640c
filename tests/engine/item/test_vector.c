#include "tests/base/in_arena.h"

#include <float.h>
#include <math.h>

#include "engine/item/vector.h"
#include "tests/base/vectors.h"

#define LENGTH 300

static const double pi = 3.14159265358979323846;

START_TEST(cosine_is_that_of_the_definition)
{
	float a[LENGTH], b[LENGTH], zero[LENGTH] = { 0 };
	uint64_t seed = 1;

	for (size_t n = 1; n <= LENGTH; n++) {
		double ab = 0, aa = 0, bb = 0;

		vectors_make(&seed, NULL, 1, a, n);
		vectors_make(&seed, a, 0.5, b, n);
		for (size_t i = 0; i < n; i++) {
			ab += (double)a[i] * (double)b[i];
			aa += (double)a[i] * (double)a[i];
			bb += (double)b[i] * (double)b[i];
		}
		ck_assert_double_eq_tol(tcn_vector_cosine(a, b, n),
		    ab / sqrt(aa * bb), 1e-12);
		ck_assert_double_eq(tcn_vector_cosine(a, zero, n), 0);
	}
	ck_assert_double_eq(tcn_vector_cosine(NULL, NULL, 0), 0);
}
END_TEST

/* Lengths say nothing, be they as large or as small as floats are. */
START_TEST(lengths_do_not_count)
{
	const float large[2] = { FLT_MAX, FLT_MAX }, small[2] = { 1e-45F, 0 };
	const float one[2] = { 1, 0 }, back[2] = { -3, 0 };

	ck_assert_double_eq_tol(tcn_vector_cosine(large, small, 2), sqrt(0.5),
	    1e-12);
	ck_assert_double_eq(tcn_vector_cosine(one, small, 2), 1);
	ck_assert_double_eq(tcn_vector_cosine(one, back, 2), -1);
}
END_TEST

START_TEST(an_estimate_is_the_cosine_of_the_angle)
{
	for (unsigned bits = 0; bits <= 64; bits++)
		ck_assert_double_eq_tol(tcn_vector_estimate(bits),
		    bits < 32 ? cos(pi * bits / 64) : 0, 1e-12);
}
END_TEST

START_TEST(bytes_are_little_endian_floats)
{
	const float vector[3] = { 1, -0.5F, 0 };
	const char bytes[] = "\0\0\x80\x3f\0\0\0\xbf\0\0\0\0";
	struct tcn_buf buf = { 0 };
	const float *back;
	size_t n;

	tcn_vector_encode(vector, 3, &buf);
	ck_assert_uint_eq(buf.n, 12);
	ck_assert_mem_eq(buf.at, bytes, 12);
	ck_assert_int_eq(tcn_vector_decode(tcn_buf_view(&buf), &arena, &back,
			     &n),
	    TCN_OK);
	ck_assert_uint_eq(n, 3);
	ck_assert_mem_eq(back, vector, sizeof vector);
	tcn_buf_fini(&buf);
}
END_TEST

static const struct {
	const char *bytes;
	size_t n;
	enum tcn_rc rc;
} stored[] = {
	{ "", 0, TCN_OK }, { "\0\0\x80\x3f", 3, TCN_CORRUPT },
	{ "\0\0\x80\x3f!", 5, TCN_CORRUPT },
	{ "\0\0\x80\x7f", 4, TCN_CORRUPT }, /* infinite */
	{ "\0\0\xc0\x7f", 4, TCN_CORRUPT }, /* not a number */
};

START_TEST(what_is_no_vector_is_damage)
{
	const float *back = NULL;
	size_t n = 9;

	ck_assert_int_eq(tcn_vector_decode((struct tcn_str){ stored[_i].bytes,
					       stored[_i].n },
			     &arena, &back, &n),
	    stored[_i].rc);
	ck_assert_ptr_null(back);
	ck_assert_uint_eq(n, 0);
}
END_TEST

TCN_TESTS(vector)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, cosine_is_that_of_the_definition);
	tcase_add_test(tc, lengths_do_not_count);
	tcase_add_test(tc, an_estimate_is_the_cosine_of_the_angle);
	tcase_add_test(tc, bytes_are_little_endian_floats);
	TCN_EACH(what_is_no_vector_is_damage, stored);
}
