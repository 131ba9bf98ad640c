#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "engine/base/real.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/category/calibration.h"

/* 0 <= x < 1 */
static double
share(uint64_t *seed)
{
	return random_below(seed, 1000000) / 1e6;
}

/* --- against the definition --- */

/* The mean of the bins from .. to, as fit() counts them. */
static double
mean(const struct tcn_calibration *c, size_t from, size_t to, double unit)
{
	double tests = 0, right = 0;

	for (size_t i = from; i <= to; i++) {
		tests += c->tests[i] + TCN_CALIBRATION_PRIOR * unit;
		right += c->right[i] + TCN_CALIBRATION_PRIOR * unit / 2;
	}
	return right / tests;
}

/* Isotonic regression as max over where it begins of the min over where it
 * ends of the means (Barlow et al. 1972). */
static double
by_definition(const struct tcn_calibration *c, size_t bin, double unit)
{
	double most = -1;

	for (size_t from = 0; from <= bin; from++) {
		double least = 2;

		for (size_t to = bin; to < TCN_CALIBRATION_BINS; to++)
			least = fmin(least, mean(c, from, to, unit));
		most = fmax(most, least);
	}
	return most;
}

START_TEST(fits_as_the_definition_says)
{
	uint64_t seed = 7;

	for (size_t round = 0; round < 200; round++) {
		struct tcn_calibration c = { .tests = { 0 } };
		double unit = 1 + share(&seed), steep = share(&seed);
		uint32_t filled = 1 + random_below(&seed, TCN_CALIBRATION_BINS);

		for (size_t i = 0; i < 70 + round * 10; i++) {
			double margin = random_below(&seed, filled * 4) / 16.;

			tcn_calibration_add(&c, margin,
			    share(&seed) < 1 - exp(-steep * margin), unit);
		}
		tcn_calibration_fit(&c, unit);
		ck_sound(tcn_calibration_check, &c);
		for (size_t i = 0; i < TCN_CALIBRATION_BINS; i++)
			ck_assert(fabs(c.fitted[i] -
				      by_definition(&c, i, unit)) < 1e-12);
	}
}
END_TEST

/* --- against the truth --- */

/* How often a guess with this margin is right. */
static double
truth(double margin)
{
	return 1 - .6 * exp(-margin / 3);
}

START_TEST(finds_how_often_guesses_are_right)
{
	struct tcn_calibration c = { .tests = { 0 } };
	uint64_t seed = 3;

	for (size_t i = 0; i < 200000; i++) {
		double margin = 20 * share(&seed) * share(&seed);

		tcn_calibration_add(&c, margin, share(&seed) < truth(margin),
		    1);
	}
	tcn_calibration_fit(&c, 1);
	for (double margin = .125; margin < 12; margin += .25)
		ck_assert_msg(fabs(tcn_calibration_probability(&c, margin) -
				  truth(margin)) < .03,
		    "%g: %g, truth %g", margin,
		    tcn_calibration_probability(&c, margin), truth(margin));
	/* Beyond the last bin it is that of the last. */
	ck_assert(tcn_calibration_probability(&c, 1e9) ==
	    tcn_calibration_probability(&c, 16));
	ck_assert(tcn_calibration_probability(&c, 0) > .3);
}
END_TEST

/* --- few tests, and time --- */

START_TEST(few_tests_say_nothing)
{
	struct tcn_calibration c = { .tests = { 0 } };

	for (size_t i = 0; i < TCN_CALIBRATION_LEAST; i++) {
		tcn_calibration_fit(&c, 1);
		ck_assert(tcn_calibration_probability(&c, 5) == 0);
		tcn_calibration_add(&c, (double)(i % 8), true, 1);
	}
	tcn_calibration_fit(&c, 1);
	ck_assert(tcn_calibration_probability(&c, 5) > .9);
	/* What was fitted stays when the tests have faded. */
	tcn_calibration_shift(&c, -10);
	tcn_calibration_fit(&c, 1);
	ck_assert(tcn_calibration_probability(&c, 5) > .9);
}
END_TEST

/* Never certain, whatever was seen. */
START_TEST(nothing_is_certain)
{
	struct tcn_calibration c = { .tests = { 0 } };

	for (size_t i = 0; i < 100000; i++)
		tcn_calibration_add(&c, 8, true, 1);
	tcn_calibration_fit(&c, 1);
	ck_assert(tcn_calibration_probability(&c, 8) < 1);
	ck_assert(tcn_calibration_probability(&c, 8) > .999);
	for (size_t i = 0; i < 100000; i++)
		tcn_calibration_add(&c, 1, false, 1);
	tcn_calibration_fit(&c, 1);
	ck_assert(tcn_calibration_probability(&c, 1) > 0);
	ck_assert(tcn_calibration_probability(&c, 1) < .001);
}
END_TEST

/* A count in the units of another epoch is the same count, bit for bit. */
START_TEST(epochs_change_nothing)
{
	struct tcn_calibration one = { .tests = { 0 } }, other;
	uint64_t seed = 5;

	for (size_t i = 0; i < 2000; i++)
		tcn_calibration_add(&one, 16 * share(&seed), share(&seed) < .7,
		    1.25);
	other = one;
	tcn_calibration_shift(&other, -6);
	tcn_calibration_fit(&one, 1.5);
	tcn_calibration_fit(&other, tcn_real_ldexp(1.5, -6));
	ck_assert(memcmp(one.fitted, other.fitted, sizeof one.fitted) == 0);
}
END_TEST

START_TEST(the_validator_finds_damage)
{
	struct tcn_calibration c = { .tests = { 0 } };

	ck_sound(tcn_calibration_check, &c);
	c.tests[3] = 2;
	c.right[3] = 2.5;
	ck_broken(tcn_calibration_check, &c);
	c.right[3] = NAN;
	ck_broken(tcn_calibration_check, &c);
	c.right[3] = 1;
	ck_sound(tcn_calibration_check, &c);
	c.fitted[3] = .5;
	ck_broken(tcn_calibration_check, &c);
	for (size_t i = 4; i < TCN_CALIBRATION_BINS; i++)
		c.fitted[i] = .5;
	ck_sound(tcn_calibration_check, &c);
	c.fitted[TCN_CALIBRATION_BINS - 1] = 1.5;
	ck_broken(tcn_calibration_check, &c);
}
END_TEST

TCN_TESTS(calibration)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, fits_as_the_definition_says);
	tcase_add_test(tc, finds_how_often_guesses_are_right);
	tcase_add_test(tc, few_tests_say_nothing);
	tcase_add_test(tc, nothing_is_certain);
	tcase_add_test(tc, epochs_change_nothing);
	tcase_add_test(tc, the_validator_finds_damage);
}
