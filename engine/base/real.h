/*
 * engine/base/real.h - logarithm, exponential and two powers, to the same bit
 * on every machine.
 *
 * IEEE 754 fixes what +, -, *, / and the square root give, to the last bit, but
 * not what libm's log, exp and pow give: C libraries differ, and one library
 * differs between processors, as it takes another variant where there are fused
 * multiplications. An item whose score lies right at a threshold would then
 * join a story on one machine and not on another. So every number that a
 * decision depends on is computed here, by operations whose result IEEE 754
 * fixes and in the order of the source: no multiplication and addition may be
 * fused (configure passes -ffp-contract=off), and no result may be kept in more
 * digits than a double has (refused below).
 *
 * The methods are the classic ones: the argument is brought into a narrow
 * range by powers of two, and there a series is summed (J.-M. Muller,
 * Elementary Functions, 3rd ed. 2016, chapters 3 and 11). The coefficients are
 * those of Taylor series, so each can be checked by eye.
 *     log   x = 2^k m, m within sqrt(1/2) .. sqrt(2); of s = (m-1) / (m+1)
 *           log m = 2 (s + s^3/3 + s^5/5 + ...), to s^21
 *     exp   x = k ln 2 + r, |r| <= ln(2) / 2, with ln 2 in two parts so that
 *           r is exact to far below an ulp (Cody and Waite 1980)
 *           e^r = 1 + r + r^2/2! + ..., to r^13
 *     exp2  x = k + r; e^(r ln 2) as above
 *     0.7   x = 2^k m, m within 1 .. 2; c the centre of m's sixteenth, whose
 *           power is in a table (Tang, ACM TOMS 1989 to 1992):
 *           m^0.7 = c^0.7 (1 + t)^0.7, t = m/c - 1, the binomial series to t^5
 *
 * Errors are in units of the last place of the result (ulp); nothing rounded
 * has an error below 0.5 for certain. The processor must round to nearest and
 * keep subnormal numbers, as it does when a C program begins. errno is not
 * touched. Cost: 40 to 80 instructions without a loop; log divides once.
 */
#ifndef TCN_ENGINE_BASE_REAL_H
#define TCN_ENGINE_BASE_REAL_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "doubles must be rounded as doubles: with x87, use -msse2 -mfpmath=sse"
#endif
#ifdef __FAST_MATH__
#error "sums must be taken in the order written: build without -ffast-math"
#endif

/*
 * The natural logarithm; error below 1 ulp. 0 for 1, -infinity for 0, NaN below
 * 0 and for NaN; infinity for infinity.
 */
double tcn_real_log(double x);

/*
 * e to the power of x; error below 1 ulp. 1 for 0; infinity from 709.79 on, 0
 * below -745.14.
 */
double tcn_real_exp(double x);

/*
 * 2 to the power of x; error below 1 ulp. Exact for whole numbers; infinity
 * from 1024 on, 0 below -1075.
 */
double tcn_real_exp2(double x);

/*
 * x to the power of 0.7, of single precision; error below 0.501 ulp. 0 for 0,
 * NaN below 0 and for NaN; infinity for infinity.
 */
float tcn_real_pow07(float x);

/*
 * x times 2 to the power of by: ldexp, quickly where the factor is a normal
 * number. Exact unless the result is too large or below 2^-1022.
 */
static inline double
tcn_real_ldexp(double x, int by)
{
	uint64_t bits = (uint64_t)(1023 + (int64_t)by) << 52;
	double power;

	if (by < -1022 || by > 1023)
		return ldexp(x, by);
	memcpy(&power, &bits, sizeof power);
	return x * power;
}

#endif
