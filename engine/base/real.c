#include "engine/base/real.h"

/* The upper part of ln 2 has 42 bits, so that its product with an exponent, of
 * 11 bits, is exact. */
#define LN2_HIGH    0x1.62e42fefa3800p-1
#define LN2_LOW     0x1.ef35793c76730p-45
#define LN2         0x1.62e42fefa39efp-1
#define LN2_INVERSE 0x1.71547652b82fep+0 /* 1 / ln 2 */
#define ONE         0x3ff0000000000000u /* the bits of 1 */
#define ROOT_HALF   0x3fe6a09e667f3bcdu /* the bits of sqrt(1/2) */
#define BIAS        1023
/* Added to a double, it leaves no bit for a fraction. */
#define TO_INTEGER 0x1.8p52
/* Doublings that make any subnormal number a normal one. */
#define SUBNORMAL 54

static uint64_t
bits_of(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static double
of_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

/*
 * The rounding error of sum = most + less, for |most| >= |less|; it is a double
 * itself, so it is exact (Dekker 1971).
 */
static double
lost(double sum, double most, double less)
{
	return most - sum + less;
}

/*
 * log(m 2^k). With f = m - 1, which is exact, and s = f / (m + 1):
 *     log m = 2s + s R = f - f^2/2 + s (f^2/2 + R), R = 2 (s^2/3 + s^4/5 + ...)
 * so that the parts that are rounded are small beside f. Here and below a
 * series is summed in pairs, which the processor can add in parallel.
 */
static double
log_of(double m, int k)
{
	double f = m - 1, s = f / (m + 1), z = s * s, w = z * z, v = w * w;
	double low = 2.0 / 3 + z * (2.0 / 5) + w * (2.0 / 7 + z * (2.0 / 9));
	double mid =
	    2.0 / 11 + z * (2.0 / 13) + w * (2.0 / 15 + z * (2.0 / 17));
	double high = 2.0 / 19 + z * (2.0 / 21);
	double rest = z * (low + v * (mid + v * high));
	double half = f * f / 2, most = k * LN2_HIGH, sum = most + f;
	double less = half - (s * (half + rest) + k * LN2_LOW);

	return sum + (lost(sum, most, f) - less);
}

double
tcn_real_log(double x)
{
	uint64_t bits;
	int k = -BIAS;

	if (!(x > 0 && x <= DBL_MAX))
		return x == 0 ? -INFINITY : x > 0 ? x : NAN;
	if (x < DBL_MIN) {
		x *= (double)(UINT64_C(1) << SUBNORMAL);
		k -= SUBNORMAL;
	}
	bits = bits_of(x) + (ONE - ROOT_HALF);
	k += (int)(bits >> 52);
	return log_of(of_bits((bits & ~UINT64_C(0) >> 12) + ROOT_HALF), k);
}

/* The whole number nearest to x, |x| < 2^51; a half goes to the even one. */
static double
nearest(double x)
{
	return x + TO_INTEGER - TO_INTEGER;
}

/* e^r 2^k */
static double
exp_of(double r, int k)
{
	double r2 = r * r, r4 = r2 * r2;
	double low =
	    1.0 / 2 + r * (1.0 / 6) + r2 * (1.0 / 24 + r * (1.0 / 120));
	double mid = 1.0 / 720 + r * (1.0 / 5040) +
	    r2 * (1.0 / 40320 + r * (1.0 / 362880));
	double high = 1.0 / 3628800 + r * (1.0 / 39916800) +
	    r2 * (1.0 / 479001600 + r * (1.0 / 6227020800));
	double rest = r2 * (low + r4 * (mid + r4 * high)), sum = 1 + r;

	return tcn_real_ldexp(sum + (lost(sum, 1, r) + rest), k);
}

double
tcn_real_exp(double x)
{
	double k = nearest(x * LN2_INVERSE);

	if (!(x > -746 && x < 710))
		return x < 0 ? 0 : x > 0 ? INFINITY : x;
	return exp_of(x - k * LN2_HIGH - k * LN2_LOW, (int)k);
}

double
tcn_real_exp2(double x)
{
	double k = nearest(x);

	if (!(x > -1076 && x < 1024))
		return x < 0 ? 0 : x > 0 ? INFINITY : x;
	return exp_of((x - k) * LN2, (int)k);
}

/* For each sixteenth of 1 .. 2, of its centre c: 1 / c and c^0.7. */
static const struct {
	double inverse, power;
} centres[16] = {
	{ 1 / 1.03125, 0x1.0592f82a74ccfp+0 },
	{ 1 / 1.09375, 0x1.1092a6f8c3739p+0 },
	{ 1 / 1.15625, 0x1.1b6272a6f9a51p+0 },
	{ 1 / 1.21875, 0x1.2605b290069efp+0 },
	{ 1 / 1.28125, 0x1.307f59cf8f04dp+0 },
	{ 1 / 1.34375, 0x1.3ad2074d7cdb5p+0 },
	{ 1 / 1.40625, 0x1.4500129846f18p+0 },
	{ 1 / 1.46875, 0x1.4f0b964d8ecb7p+0 },
	{ 1 / 1.53125, 0x1.58f6789d8c607p+0 },
	{ 1 / 1.59375, 0x1.62c27251c6733p+0 },
	{ 1 / 1.65625, 0x1.6c7114a5e0063p+0 },
	{ 1 / 1.71875, 0x1.7603ce2e9bb2ap+0 },
	{ 1 / 1.78125, 0x1.7f7beefd7d099p+0 },
	{ 1 / 1.84375, 0x1.88daac25380a8p+0 },
	{ 1 / 1.90625, 0x1.922122bb6bb1fp+0 },
	{ 1 / 1.96875, 0x1.9b505a6e47be2p+0 },
};

/* 2^(i / 10) */
static const double tenths[10] = { 0x1.0000000000000p+0, 0x1.125fbee250664p+0,
	0x1.2611186bae675p+0, 0x1.3b2c47bff8329p+0, 0x1.51cb453b9536cp+0,
	0x1.6a09e667f3bcdp+0, 0x1.8406003b2ae5cp+0, 0x1.9fdf8bcce533dp+0,
	0x1.bdb8cdadbe120p+0, 0x1.ddb680117ab12p+0 };

/* (1 + t)^0.7 */
static double
binomial(double t)
{
	double t2 = t * t;

	return 1 + 0.7 * t +
	    t2 * (-0.105 + 0.0455 * t + t2 * (-0.0261625 + 0.01726725 * t));
}

/*
 * 2^(0.7 k) is split into 2^(whole) 2^(i / 10), the latter from the table: with
 * the biased exponent e = k + BIAS, 7 k = 7 e - 7161, and adding 9 makes it
 * 7 e + 9 - 7170, which divides by ten without a negative remainder. As a
 * double even the smallest float is a normal number.
 */
float
tcn_real_pow07(float x)
{
	uint64_t bits = bits_of((double)x);
	unsigned power = 7 * (unsigned)(bits >> 52) + 9, i = bits >> 48 & 15;
	double m = of_bits((bits & ~UINT64_C(0) >> 12) | ONE);

	if (!(x > 0 && x <= FLT_MAX))
		return x == 0 ? 0 : x > 0 ? x : NAN;
	return (float)tcn_real_ldexp(centres[i].power * tenths[power % 10] *
		binomial(m * centres[i].inverse - 1),
	    (int)(power / 10) - 717);
}
