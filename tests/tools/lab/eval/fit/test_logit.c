/*
 * Logistic regression: against answers that can be written down, and against
 * walking downhill in small steps.
 */
#include "tests/base/run.h"

#include <math.h>

#include "engine/base/real.h"
#include "tests/base/random.h"
#include "tools/lab/eval/fit/logit.h"

#define TINY 1e-9

/* Of rows with x 0, 3 of 10 are ones; with x 1, 8 of 10. */
START_TEST(two_groups_have_their_own_shares)
{
	double x[20], y[20];
	struct tcn_logit_data data = { x, NULL, y, NULL, 20, 1, 0 };
	struct tcn_logit logit;

	for (int i = 0; i < 20; i++) {
		x[i] = i >= 10;
		y[i] = i < 10 ? i < 3 : i < 18;
	}
	tcn_logit_fit(&data, 0, &logit);
	ck_assert_double_eq_tol(logit.bias, tcn_real_log(3 / 7.0), TINY);
	ck_assert_double_eq_tol(logit.weights[0],
	    tcn_real_log(8 / 2.0) - tcn_real_log(3 / 7.0), TINY);
	ck_assert_double_eq_tol(tcn_logit_p(tcn_logit_z(&logit, &x[0], 1)), 0.3,
	    TINY);
	ck_assert_double_eq_tol(tcn_logit_p(tcn_logit_z(&logit, &x[19], 1)),
	    0.8, TINY);
	ck_assert_uint_lt(logit.steps, 12);
}
END_TEST

START_TEST(without_features_the_share_remains)
{
	double y[] = { 1, 0, 0, 0, 1, 0, 0, 0 };
	struct tcn_logit_data data = { y, NULL, y, NULL, 8, 0, 0 };
	struct tcn_logit logit;

	tcn_logit_fit(&data, 2, &logit);
	ck_assert_double_eq_tol(logit.bias, tcn_real_log(2 / 6.0), TINY);
}
END_TEST

START_TEST(probabilities_stay_within_0_and_1)
{
	ck_assert_double_eq(tcn_logit_p(0), 0.5);
	ck_assert_double_eq(tcn_logit_p(1000), 1);
	ck_assert_double_eq(tcn_logit_p(-1000), 0);
	ck_assert_double_eq_tol(tcn_logit_p(2) + tcn_logit_p(-2), 1, 1e-15);
}
END_TEST

enum {
	ROWS = 60,
	FEATURES = 4,
};

static double some_x[ROWS * FEATURES], some_y[ROWS];

static double
uniform(uint64_t *state)
{
	return (double)(random_next(state) >> 11) / 9007199254740992.0 * 2 - 1;
}

static void
make_some(uint64_t seed)
{
	for (int i = 0; i < ROWS; i++) {
		double z = 0;

		for (int k = 0; k < FEATURES; k++) {
			some_x[i * FEATURES + k] = 2 * uniform(&seed);
			z += (k - 1.5) * some_x[i * FEATURES + k];
		}
		some_y[i] = z + 2 * uniform(&seed) > 0;
	}
}

/* Walks downhill by small steps along the gradient, worked out anew here. */
static void
walk(const struct tcn_logit_data *data, double l2, struct tcn_logit *logit)
{
	*logit = (struct tcn_logit){ 0 };
	for (int step = 0; step < 40000; step++) {
		double down[FEATURES + 1] = { 0 };

		for (size_t i = 0; i < data->n; i++) {
			const double *x = data->x + i * data->features;
			double miss = data->y[i] -
			    1 / (1 + exp(-tcn_logit_z(logit, x, FEATURES)));

			down[FEATURES] += miss;
			for (int k = 0; k < FEATURES; k++)
				down[k] += miss * x[k];
		}
		logit->bias += 0.01 * down[FEATURES];
		for (int k = 0; k < FEATURES; k++)
			logit->weights[k] +=
			    0.01 * (down[k] - l2 * logit->weights[k]);
	}
}

START_TEST(walking_downhill_comes_to_the_same)
{
	struct tcn_logit_data data = { some_x, NULL, some_y, NULL, ROWS,
		FEATURES, 0 };
	static const double ridges[] = { 0.5, 2, 20 };
	struct tcn_logit quick, slow;

	make_some((uint64_t)_i + 1);
	for (int r = 0; r < 3; r++) {
		tcn_logit_fit(&data, ridges[r], &quick);
		walk(&data, ridges[r], &slow);
		ck_assert_double_eq_tol(quick.bias, slow.bias, 1e-8);
		for (int k = 0; k < FEATURES; k++)
			ck_assert_double_eq_tol(quick.weights[k],
			    slow.weights[k], 1e-8);
		ck_assert_double_le(tcn_logit_loss(&data, ridges[r], &quick),
		    tcn_logit_loss(&data, ridges[r], &slow) + 1e-12);
		ck_assert_double_lt(quick.slope, 1e-9);
	}
}
END_TEST

START_TEST(rows_and_features_can_be_left_out)
{
	uint32_t rows[ROWS / 2];
	double x[ROWS / 2 * (FEATURES - 1)], y[ROWS / 2];
	struct tcn_logit_data part = { some_x, NULL, some_y, rows, ROWS / 2,
		FEATURES, 1 << 2 };
	struct tcn_logit_data copy = { x, NULL, y, NULL, ROWS / 2, FEATURES - 1,
		0 };
	struct tcn_logit a, b;

	make_some(7);
	for (uint32_t i = 0; i < ROWS / 2; i++) {
		rows[i] = 2 * i;
		y[i] = some_y[2 * i];
		for (int k = 0, to = 0; k < FEATURES; k++)
			if (k != 2)
				x[i * (FEATURES - 1) + to++] =
				    some_x[2 * i * FEATURES + k];
	}
	tcn_logit_fit(&part, 2, &a);
	tcn_logit_fit(&copy, 2, &b);
	ck_assert_double_eq(a.weights[2], 0);
	ck_assert_double_eq_tol(a.weights[0], b.weights[0], TINY);
	ck_assert_double_eq_tol(a.weights[1], b.weights[1], TINY);
	ck_assert_double_eq_tol(a.weights[3], b.weights[2], TINY);
	ck_assert_double_eq_tol(a.bias, b.bias, TINY);
}
END_TEST

/* An offset that is a feature times a weight stands for that feature. */
START_TEST(an_offset_is_added)
{
	double offset[ROWS];
	struct tcn_logit_data data = { some_x, NULL, some_y, NULL, ROWS,
		FEATURES, 0 };
	struct tcn_logit all, rest;

	make_some(3);
	tcn_logit_fit(&data, 1e-3, &all);
	for (int i = 0; i < ROWS; i++)
		offset[i] = all.weights[1] * some_x[i * FEATURES + 1];
	data.offset = offset;
	data.without = 1 << 1;
	tcn_logit_fit(&data, 1e-3, &rest);
	ck_assert_double_eq(rest.weights[1], 0);
	ck_assert_double_eq_tol(rest.weights[0], all.weights[0], 1e-6);
	ck_assert_double_eq_tol(rest.weights[3], all.weights[3], 1e-6);
	ck_assert_double_eq_tol(rest.bias, all.bias, 1e-6);
}
END_TEST

/* Rows that one feature tells apart without a mistake, one that says nothing,
 * and one that is the first again. */
START_TEST(hard_cases_end)
{
	double x[40 * 3], y[40];
	struct tcn_logit_data data = { x, NULL, y, NULL, 40, 3, 0 };
	struct tcn_logit logit;

	for (int i = 0; i < 40; i++) {
		y[i] = i >= 20;
		x[3 * i] = x[3 * i + 2] = i - 19.5;
		x[3 * i + 1] = 0;
	}
	tcn_logit_fit(&data, 2, &logit);
	ck_assert_double_eq(logit.weights[1], 0);
	ck_assert_double_eq_tol(logit.weights[0], logit.weights[2], TINY);
	ck_assert_double_lt(logit.slope, 1e-6);
	for (int i = 0; i < 40; i++)
		x[3 * i] *= 1e5;
	tcn_logit_fit(&data, 2, &logit);
	ck_assert(isfinite(logit.bias) && isfinite(logit.weights[0]));
	ck_assert_double_gt(tcn_logit_z(&logit, &x[3 * 39], 3), 0);
	ck_assert_double_lt(tcn_logit_z(&logit, &x[0], 3), 0);
}
END_TEST

TCN_TESTS(logit)
{
	tcase_add_test(tc, two_groups_have_their_own_shares);
	tcase_add_test(tc, without_features_the_share_remains);
	tcase_add_test(tc, probabilities_stay_within_0_and_1);
	tcase_add_loop_test(tc, walking_downhill_comes_to_the_same, 0, 3);
	tcase_add_test(tc, rows_and_features_can_be_left_out);
	tcase_add_test(tc, an_offset_is_added);
	tcase_add_test(tc, hard_cases_end);
}
