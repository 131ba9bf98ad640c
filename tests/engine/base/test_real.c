/*
 * The references are libm's long doubles: where they have 64 bits or more,
 * their own error does not matter. An assertion of Check costs more than the
 * functions tested here, so it is called for failures only.
 */
#include "tests/base/run.h"

#include <inttypes.h>

#include "engine/base/real.h"
#include "tests/base/random.h"

#define N     50000
#define SLACK (LDBL_MANT_DIG > DBL_MANT_DIG ? 0 : 1)

static uint64_t seed;

static void
setup(void)
{
	seed = 88172645463325252u;
}

static uint64_t
next_bits(void)
{
	random_next(&seed);
	return seed ^ seed >> 32;
}

/* A number of low .. high. Both are whole, so every machine gives the same. */
static double
next_between(int low, int high)
{
	return low + (high - low) * ((double)(next_bits() >> 24) * 0x1p-40);
}

/* A positive finite number; subnormal ones are as frequent as others. */
static double
next_positive(void)
{
	uint64_t bits = next_bits() % 0x7ff0000000000000u;
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

static float
next_positive_float(void)
{
	uint32_t bits = (uint32_t)(next_bits() % 0x7f800000u);
	float x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/* The error of got, in units of the last of so many binary digits. */
static double
ulps(double got, long double want, int digits, int least)
{
	int power;

	frexpl(want, &power);
	power = power < least ? least : power;
	return (double)ldexpl(fabsl((long double)got - want), digits - power);
}

static void
check_within_one(double x, double got, long double want)
{
	double off = ulps(got, want, DBL_MANT_DIG, DBL_MIN_EXP);

	if (!(off < 1 + SLACK))
		ck_abort_msg("%a: %a, should be %La: %g ulps", x, got, want,
		    off);
}

START_TEST(a_logarithm_is_within_an_ulp)
{
	for (int i = 0; i < N; i++) {
		double at[] = { next_positive(), 1 + next_between(-1, 1) / 2,
			1 + next_between(-1, 1) * ldexp(1, -i % 60),
			sqrt(0.5) * (1 + next_between(-1, 1) / 64), i + 1,
			DBL_MIN * next_between(0, 1) };

		for (size_t k = 0; k < 6; k++)
			if (at[k] > 0)
				check_within_one(at[k], tcn_real_log(at[k]),
				    logl((long double)at[k]));
	}
}
END_TEST

START_TEST(an_exponential_is_within_an_ulp)
{
	for (int i = 0; i < N; i++) {
		double at[] = { next_between(-1, 1), next_between(-708, 709),
			next_between(-1, 1) * ldexp(1, -i % 60),
			log(2) * ((i % 2000 - 1000) + 0.5) };

		for (size_t k = 0; k < 4; k++)
			check_within_one(at[k], tcn_real_exp(at[k]),
			    expl((long double)at[k]));
		at[0] = next_between(-760, -708);
		check_within_one(at[0], tcn_real_exp(at[0]),
		    expl((long double)at[0]));
	}
}
END_TEST

START_TEST(a_power_of_two_is_within_an_ulp)
{
	for (int i = 0; i < N; i++) {
		double at[] = { next_between(-1, 1), next_between(-1022, 1024),
			next_between(-1, 1) * ldexp(1, -i % 60),
			(i % 2000 - 1000) + 0.5 };

		for (size_t k = 0; k < 4; k++)
			check_within_one(at[k], tcn_real_exp2(at[k]),
			    exp2l((long double)at[k]));
		at[0] = next_between(-1080, -1022);
		check_within_one(at[0], tcn_real_exp2(at[0]),
		    exp2l((long double)at[0]));
	}
}
END_TEST

START_TEST(a_power_of_seven_tenths_is_the_nearest_float)
{
	for (int i = 0; i < N; i++) {
		float at[] = { next_positive_float(), (float)next_between(0, 4),
			(float)next_between(0, 999), (float)(i + 1) / 32 };

		for (size_t k = 0; k < 4; k++) {
			float got = tcn_real_pow07(at[k]);
			double off =
			    ulps((double)got, powl((long double)at[k], 0.7L),
				FLT_MANT_DIG, FLT_MIN_EXP);

			if (!(off < 0.501))
				ck_abort_msg("%a: %a, %g ulps", (double)at[k],
				    (double)got, off);
		}
	}
}
END_TEST

START_TEST(powers_of_two_are_exact)
{
	for (int k = -1074; k < 1024; k++)
		ck_assert(tcn_real_exp2(k) == ldexp(1, k));
	for (int k = -14; k <= 12; k++)
		ck_assert((double)tcn_real_pow07((float)ldexp(1, 10 * k)) ==
		    ldexp(1, 7 * k));
	ck_assert(tcn_real_log(1) == 0);
	ck_assert(tcn_real_exp(0) == 1);
	ck_assert(tcn_real_exp(-0.0) == 1);
}
END_TEST

START_TEST(scaling_is_ldexp)
{
	double at[] = { 1.7, -1, 0, DBL_MAX, DBL_MIN, DBL_MIN / 3, INFINITY };

	for (size_t k = 0; k < sizeof at / sizeof *at; k++)
		for (int by = -2200; by < 2200; by++)
			ck_assert(tcn_real_ldexp(at[k], by) ==
			    ldexp(at[k], by));
}
END_TEST

START_TEST(what_is_no_number_stays_so)
{
	ck_assert(isnan(tcn_real_log(-1)) && isnan(tcn_real_log(NAN)));
	ck_assert(isnan(tcn_real_log(-DBL_TRUE_MIN)));
	ck_assert(isnan(tcn_real_exp(NAN)) && isnan(tcn_real_exp2(NAN)));
	ck_assert(isnan(tcn_real_pow07(-1)) && isnan(tcn_real_pow07(NAN)));
	ck_assert(isnan(tcn_real_log(-INFINITY)));
	ck_assert(isnan(tcn_real_pow07(-INFINITY)));
}
END_TEST

START_TEST(the_ends_are_as_promised)
{
	ck_assert(tcn_real_log(0) == -INFINITY);
	ck_assert(tcn_real_log(-0.0) == -INFINITY);
	ck_assert(tcn_real_log(INFINITY) == INFINITY);
	ck_assert(tcn_real_exp(INFINITY) == INFINITY);
	ck_assert(tcn_real_exp(709.79) == INFINITY);
	ck_assert(tcn_real_exp(709.78) < INFINITY);
	ck_assert(tcn_real_exp(-INFINITY) == 0);
	ck_assert(tcn_real_exp(-1e300) == 0);
	ck_assert(tcn_real_exp(-745.14) == 0 && tcn_real_exp(-745.13) > 0);
	ck_assert(tcn_real_exp2(INFINITY) == INFINITY);
	ck_assert(tcn_real_exp2(1024) == INFINITY);
	ck_assert(tcn_real_exp2(nextafter(1024, 0)) < INFINITY);
	ck_assert(tcn_real_exp2(-INFINITY) == 0);
	ck_assert(tcn_real_exp2(-1075.01) == 0 && tcn_real_exp2(-1074) > 0);
	ck_assert(tcn_real_pow07(0) == 0 && tcn_real_pow07(-0.0f) == 0);
	ck_assert(isinf(tcn_real_pow07(INFINITY)));
}
END_TEST

/* f does not decrease over the n doubles that follow x. */
static void
check_rises(double (*f)(double), double x, int n)
{
	double last = f(x);

	for (int i = 0; i < n; i++) {
		double next;

		x = nextafter(x, INFINITY);
		next = f(x);
		if (!(next >= last))
			ck_abort_msg("%a: %a after %a", x, next, last);
		last = next;
	}
}

/* Where the ranges of the argument meet, and elsewhere. */
START_TEST(results_rise_with_their_arguments)
{
	for (int i = 0; i < 4000; i++) {
		int k = i % 2000 - 1000;
		double root = ldexp(sqrt(0.5), k), half = (k + 0.5) * log(2);

		check_rises(tcn_real_log, root * (1 - 0x1p-47), 100);
		check_rises(tcn_real_log, next_positive(), 100);
		check_rises(tcn_real_log, 1 + next_between(-1, 1) / 4, 100);
		check_rises(tcn_real_exp, half - fabs(half) * 0x1p-47, 100);
		check_rises(tcn_real_exp, next_between(-745, 709), 100);
		check_rises(tcn_real_exp2, k + 0.5 - fabs(k + 0.5) * 0x1p-47,
		    100);
		check_rises(tcn_real_exp2, next_between(-1074, 1024), 100);
		check_rises(tcn_real_exp2, next_between(0, 1), 100);
	}
}
END_TEST

/* Every float of three octaves. */
START_TEST(powers_of_seven_tenths_rise)
{
	float last = 0;

	for (float x = 0.5f; x < 4; x = nextafterf(x, 4)) {
		float next = tcn_real_pow07(x);

		if (!(next >= last))
			ck_abort_msg("%a: falls", (double)x);
		last = next;
	}
}
END_TEST

static uint64_t
hash(uint64_t so_far, const void *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		so_far = (so_far ^ ((const uint8_t *)bytes)[i]) *
		    0x100000001b3u; /* FNV-1a */
	return so_far;
}

static uint64_t
hash_double(uint64_t so_far, double x)
{
	uint64_t bits;
	uint8_t bytes[8];

	memcpy(&bits, &x, sizeof bits);
	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(bits >> 8 * i);
	return hash(so_far, bytes, sizeof bytes);
}

static void
check_hash(const char *what, uint64_t got, uint64_t want)
{
	ck_assert_msg(got == want, "%s: 0x%016" PRIx64 "u", what, got);
}

/* The results are bit for bit those of every other machine and compiler. */
START_TEST(results_are_the_same_everywhere)
{
	uint64_t log = 0, exp = 0, exp2 = 0, pow07 = 0;

	for (int i = 0; i < N; i++) {
		log = hash_double(log, tcn_real_log(next_positive()));
		log = hash_double(log, tcn_real_log(next_between(0, 1000)));
		exp = hash_double(exp, tcn_real_exp(next_between(-750, 710)));
		exp = hash_double(exp, tcn_real_exp(next_between(-1, 1)));
		exp2 =
		    hash_double(exp2, tcn_real_exp2(next_between(-1080, 1025)));
		exp2 = hash_double(exp2, tcn_real_exp2(next_between(0, 1)));
		pow07 = hash_double(pow07,
		    (double)tcn_real_pow07(next_positive_float()));
	}
	check_hash("log", log, 0x7a49f923a90d6730u);
	check_hash("exp", exp, 0x18e23b353b68bca9u);
	check_hash("exp2", exp2, 0x606b7650aa9558e6u);
	check_hash("pow07", pow07, 0xd79ddb6149ab2059u);
}
END_TEST

TCN_TESTS(real)
{
	tcase_add_checked_fixture(tc, setup, NULL);
	tcase_add_test(tc, a_logarithm_is_within_an_ulp);
	tcase_add_test(tc, an_exponential_is_within_an_ulp);
	tcase_add_test(tc, a_power_of_two_is_within_an_ulp);
	tcase_add_test(tc, a_power_of_seven_tenths_is_the_nearest_float);
	tcase_add_test(tc, powers_of_two_are_exact);
	tcase_add_test(tc, scaling_is_ldexp);
	tcase_add_test(tc, what_is_no_number_stays_so);
	tcase_add_test(tc, the_ends_are_as_promised);
	tcase_add_test(tc, results_rise_with_their_arguments);
	tcase_add_test(tc, powers_of_seven_tenths_rise);
	tcase_add_test(tc, results_are_the_same_everywhere);
}
