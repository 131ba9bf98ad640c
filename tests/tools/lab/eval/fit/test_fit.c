/*
 * Fits: figures that can be worked out by hand, and rows that were made by
 * weights which are to be found again.
 */
#include "tests/base/run.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>

#include "engine/base/real.h"
#include "tests/base/random.h"
#include "tools/base/json_out.h"
#include "tools/conf/weights.h"
#include "tools/lab/eval/fit/fit_impl.h"

enum {
	FEATURES = 3,
	ROWS = 600,
};

static const char *const names[] = { "name", "noise", "half" };
static const char *const meanings[] = { "what tells", "what does not",
	"known of every other row" };

static double
uniform(uint64_t *seed)
{
	return (double)(random_next(seed) >> 11) / 9007199254740992.0;
}

/*
 * Rows whose chance of being real is that of z = 3 (name - 5) / 2 - 1 + half.
 * backwards: in the opposite order.
 */
static void
make_rows(struct tcn_fit *fit, size_t n, bool backwards)
{
	tcn_fit_init(fit, names, meanings, FEATURES);
	for (size_t i = 0; i < n; i++) {
		size_t at = backwards ? n - 1 - i : i;
		uint64_t seed = at + 1;
		struct tcn_fit_row row = { .title = { "A title", 7 } };
		char id[32];
		double z;

		for (int k = 0; k < 8; k++)
			random_next(&seed);
		snprintf(id, sizeof id, "n%zu", at);
		row.id = tcn_str(id);
		row.x[0] = 3 + 4 * uniform(&seed);
		row.x[1] = 100 * uniform(&seed);
		row.x[2] = 2 * uniform(&seed) - 1;
		row.is_known[0] = row.is_known[1] = true;
		row.is_known[2] = at % 2;
		z = 1.5 * (row.x[0] - 5) - 1 + (at % 2 ? 2 * row.x[2] : 0);
		row.real = uniform(&seed) < tcn_logit_p(z);
		row.now = row.x[1]; /* that of a bad score */
		tcn_fit_add(fit, &row);
	}
}

static void
run(struct tcn_fit *fit, unsigned repeats)
{
	struct tcn_fit_conf conf;
	struct tcn_err err = { 0 };

	tcn_fit_conf_default(&conf);
	conf.repeats = repeats;
	ck_assert_msg(!tcn_fit_run(fit, &conf, &err), "%s", err.text);
}

START_TEST(areas_by_hand)
{
	struct tcn_fit_ranked room[6];
	double y[] = { 0, 0, 0, 1, 1, 1 };
	double up[] = { 1, 2, 3, 4, 5, 6 }, down[] = { 6, 5, 4, 3, 2, 1 };
	double same[] = { 1, 1, 1, 1, 1, 1 };
	/* pairs won: 4 beats 1, 2, 3; 2 beats 1, ties 2; 3 beats 1, 2, ties */
	double mixed[] = { 1, 2, 3, 4, 2, 3 };

	ck_assert_double_eq(tcn_fit_auc(up, y, 6, room), 1);
	ck_assert_double_eq(tcn_fit_auc(down, y, 6, room), 0);
	ck_assert_double_eq(tcn_fit_auc(same, y, 6, room), 0.5);
	ck_assert_double_eq_tol(tcn_fit_auc(mixed, y, 6, room), 7 / 9.0, 1e-15);
	ck_assert_double_eq(tcn_fit_auc(up, y, 3, room), 0.5);
	ck_assert_double_eq(tcn_fit_auc(up, y, 0, room), 0.5);
}
END_TEST

/* The example of Hanley and McNeil 1982: 51 abnormal, 58 normal, area .893. */
START_TEST(the_error_of_an_area)
{
	ck_assert_double_eq_tol(tcn_fit_auc_error(0.893, 51, 58), 0.0325,
	    0.0001);
	ck_assert_double_eq(tcn_fit_auc_error(1, 10, 10), 0);
}
END_TEST

START_TEST(the_weights_that_made_the_rows_are_found)
{
	struct tcn_fit fit;
	const struct tcn_fit_feature *f = fit.features;

	make_rows(&fit, ROWS, false);
	run(&fit, 3);
	ck_assert_uint_eq(fit.n, ROWS);
	ck_assert_uint_eq(f[0].known, ROWS);
	ck_assert_uint_eq(f[2].known, ROWS / 2);
	ck_assert_double_eq_tol(f[0].raw, 1.5, 0.25);
	ck_assert_double_eq_tol(f[1].raw, 0, 0.006);
	ck_assert_double_eq_tol(f[2].raw, 2, 0.6);
	ck_assert_double_eq_tol(f[0].mean, 5, 0.15);
	ck_assert_double_eq_tol(f[0].sd, 4 / sqrt(12), 0.1);
	ck_assert_double_eq_tol(fit.bias_raw + f[0].raw * (5 - f[0].mean), -1,
	    0.3);
	/* what tells is missed, and what does not is not */
	ck_assert_double_gt(fit.auc, 0.8);
	ck_assert_double_le(fit.auc_least, fit.auc);
	ck_assert_double_ge(fit.auc_most, fit.auc);
	ck_assert_double_lt(f[0].auc_without, fit.auc - 0.1);
	ck_assert_double_ge(f[1].auc_without, fit.auc - 0.002);
	ck_assert_double_gt(f[0].auc, 0.75);
	ck_assert_double_eq_tol(f[1].auc, 0.5, 0.06);
	ck_assert_double_eq(fit.auc_now, f[1].auc);
	ck_assert_double_gt(f[0].real_median, f[0].other_median + 0.5);
	ck_assert_double_lt(fit.calibration_error, 0.05);
	ck_assert_double_eq_tol(fit.slope, 1, 0.15);
	tcn_fit_fini(&fit);
}
END_TEST

START_TEST(tables_count_every_row_once)
{
	struct tcn_fit fit;
	size_t n = 0, real = 0;

	make_rows(&fit, ROWS, false);
	run(&fit, 1);
	for (int i = 0; i < TCN_FIT_BINS; i++) {
		n += fit.bins[i].n;
		real += fit.bins[i].real;
		if (fit.bins[i].n)
			ck_assert(fit.bins[i].p >= i / 10.0 &&
			    fit.bins[i].p <= (i + 1) / 10.0);
	}
	ck_assert_uint_eq(n, ROWS);
	ck_assert_uint_eq(real, fit.real);
	ck_assert_uint_eq(fit.tops_n, 11); /* up to 500 */
	ck_assert_uint_eq(fit.tops[0].n, 10);
	ck_assert_uint_ge(fit.tops[0].real, 8);
	for (size_t i = 1; i < fit.tops_n; i++)
		ck_assert_uint_ge(fit.tops[i].real, fit.tops[i - 1].real);
	for (int i = 1; i < TCN_FIT_LEVELS; i++)
		ck_assert_uint_le(fit.levels[i].told, fit.levels[i - 1].told);
	n = real = 0;
	for (size_t i = 0; i < fit.n; i++) {
		n += fit.rows[i].p >= 0.5;
		real += fit.rows[i].p >= 0.5 && fit.rows[i].real;
	}
	ck_assert_uint_eq(fit.levels[3].told, n);
	ck_assert_uint_eq(fit.levels[3].real, real);
	tcn_fit_fini(&fit);
}
END_TEST

static void
print(const struct tcn_fit *fit, struct tcn_buf *out)
{
	tcn_fit_text(fit, out);
	tcn_json_open(out, NULL, '{');
	tcn_fit_json(fit, out);
	tcn_json_close(out, '}');
	tcn_fit_yaml(fit, tcn_str("judged.csv"), out);
}

START_TEST(the_order_of_the_rows_does_not_matter)
{
	struct tcn_buf a = { 0 }, b = { 0 };
	struct tcn_fit fit;

	make_rows(&fit, 120, false);
	run(&fit, 2);
	print(&fit, &a);
	tcn_fit_fini(&fit);
	make_rows(&fit, 120, true);
	run(&fit, 2);
	print(&fit, &b);
	tcn_fit_fini(&fit);
	ck_assert_str_eq(a.at, b.at);
	tcn_buf_fini(&a);
	tcn_buf_fini(&b);
}
END_TEST

START_TEST(another_seed_makes_other_folds)
{
	struct tcn_fit_conf conf;
	struct tcn_fit a, b;

	tcn_fit_conf_default(&conf);
	make_rows(&a, 120, false);
	make_rows(&b, 120, false);
	conf.repeats = 1;
	ck_assert_int_eq(tcn_fit_run(&a, &conf, NULL), TCN_OK);
	conf.seed = 2;
	ck_assert_int_eq(tcn_fit_run(&b, &conf, NULL), TCN_OK);
	ck_assert_double_ne(a.auc, b.auc);
	/* of the same rows, uncalibrated, the same weights */
	ck_assert_double_eq(a.features[0].weight, b.features[0].weight);
	tcn_fit_fini(&a);
	tcn_fit_fini(&b);
}
END_TEST

/* A row that is judged is not among those that its judge learnt from: of labels
 * that mean nothing, cross-validation makes nothing. */
START_TEST(nothing_is_made_of_nothing)
{
	struct tcn_fit fit;
	struct tcn_buf out = { 0 };
	uint64_t seed = 5;

	tcn_fit_init(&fit, names, meanings, 2);
	for (int i = 0; i < 60; i++) {
		struct tcn_fit_row row = { .real = i % 2 };
		char id[32];

		snprintf(id, sizeof id, "x%d", i);
		row.id = tcn_str(id);
		row.x[0] = uniform(&seed);
		row.x[1] = uniform(&seed);
		row.is_known[0] = row.is_known[1] = true;
		tcn_fit_add(&fit, &row);
	}
	run(&fit, 10);
	ck_assert_double_lt(fit.auc, 0.65);
	tcn_fit_text(&fit, &out);
	ck_assert_ptr_nonnull(strstr(out.at, "do not use"));
	tcn_buf_fini(&out);
	tcn_fit_fini(&fit);
}
END_TEST

START_TEST(too_few_are_refused)
{
	struct tcn_fit_conf conf;
	struct tcn_err err = { 0 };
	struct tcn_fit fit;

	tcn_fit_conf_default(&conf);
	make_rows(&fit, 12, false);
	ck_assert_int_eq(tcn_fit_run(&fit, &conf, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "judge more"));
	tcn_fit_fini(&fit);
}
END_TEST

/* A feature nobody knows, one that is always the same, one that is no number.
 */
START_TEST(useless_features_weigh_nothing)
{
	struct tcn_fit fit;
	uint64_t seed = 3;

	tcn_fit_init(&fit, names, meanings, FEATURES);
	for (int i = 0; i < 40; i++) {
		struct tcn_fit_row row = {
			.real = i % 2,
			.x = { i % 2 + uniform(&seed), 7, (double)NAN },
			.is_known = { true, true, true },
		};
		char id[32];

		snprintf(id, sizeof id, "x%d", i);
		row.id = tcn_str(id);
		tcn_fit_add(&fit, &row);
	}
	run(&fit, 2);
	ck_assert_double_gt(fit.features[0].weight, 0.5);
	ck_assert_double_eq(fit.features[1].weight, 0);
	ck_assert_double_eq(fit.features[2].weight, 0);
	ck_assert_uint_eq(fit.features[2].known, 0);
	ck_assert_double_eq(fit.auc, 1);
	tcn_fit_fini(&fit);
}
END_TEST

/* A feature that is held adds what it is told to; the others are found beside
 * it. */
START_TEST(features_can_be_held)
{
	struct tcn_fit_conf conf;
	struct tcn_fit free_fit, held;
	const double weights[] = { 1.5, 3 };

	make_rows(&free_fit, ROWS, false);
	run(&free_fit, 1);
	for (int i = 0; i < 2; i++) {
		tcn_fit_conf_default(&conf);
		conf.repeats = 1;
		conf.holds = 1;
		conf.held[0] = weights[i];
		make_rows(&held, ROWS, false);
		ck_assert_int_eq(tcn_fit_run(&held, &conf, NULL), TCN_OK);
		ck_assert(held.features[0].held && !held.features[2].held);
		ck_assert_double_eq_tol(held.features[0].raw,
		    held.slope * weights[i], 1e-9);
		ck_assert_double_gt(held.features[2].weight, 0.3);
		ck_assert_double_gt(held.auc, free_fit.auc - 0.02);
		ck_assert_double_lt(held.features[0].auc_without,
		    held.auc - 0.1);
		/* twice as large a weight is put right by the line */
		ck_assert(i == 0 || held.slope < 0.8);
		tcn_fit_fini(&held);
	}
	tcn_fit_fini(&free_fit);
}
END_TEST

/* What is the same in all rows keeps its weight. */
START_TEST(what_never_changes_is_held)
{
	struct tcn_fit_conf conf;
	struct tcn_fit fit;

	tcn_fit_conf_default(&conf);
	conf.held[1] = 0.9;
	make_rows(&fit, 100, false);
	for (size_t i = 0; i < fit.n; i++)
		fit.rows[i].x[1] = 7;
	ck_assert_int_eq(tcn_fit_run(&fit, &conf, NULL), TCN_OK);
	ck_assert(fit.features[1].held);
	ck_assert_double_eq_tol(fit.features[1].raw, 0.9 * fit.slope, 1e-9);
	ck_assert_double_eq(fit.features[1].mean, 7);
	tcn_fit_fini(&fit);
}
END_TEST

/* Without the feature that tells most the other one decides; learnt from twice,
 * it weighs more than beside it. */
START_TEST(rows_without_a_feature_are_learnt_from_too)
{
	struct tcn_fit_conf conf;
	struct tcn_fit fit;

	tcn_fit_conf_default(&conf);
	conf.drops = 1;
	conf.repeats = 2;
	make_rows(&fit, ROWS, false);
	ck_assert_int_eq(tcn_fit_run(&fit, &conf, NULL), TCN_OK);
	ck_assert_double_gt(fit.auc, 0.8);
	ck_assert_double_lt(fit.auc_dropped, fit.auc - 0.1);
	ck_assert_double_gt(fit.auc_dropped, 0.52);
	ck_assert_uint_eq(fit.n, ROWS);
	ck_assert_uint_eq(fit.features[0].known, ROWS);
	tcn_fit_fini(&fit);
}
END_TEST

START_TEST(the_file_of_weights_is_read_back)
{
	struct tcn_weights weights;
	struct tcn_buf out = { 0 };
	struct tcn_err err = { 0 };
	struct tcn_fit fit;

	make_rows(&fit, ROWS, false);
	run(&fit, 1);
	tcn_fit_yaml(&fit, tcn_str("judged.csv"), &out);
	ck_assert_msg(!tcn_weights_read("w.yaml", tcn_buf_view(&out), names,
			  FEATURES, &weights, &err),
	    "%lu:%lu: %s", err.line, err.column, err.text);
	ck_assert_double_eq_tol(weights.bias, fit.bias_raw, 1e-6);
	for (int i = 0; i < FEATURES; i++) {
		ck_assert_double_eq_tol(weights.rows[i].weight,
		    fit.features[i].raw, 1e-6);
		ck_assert_double_eq_tol(weights.rows[i].mean,
		    fit.features[i].mean, 1e-6);
		ck_assert_double_eq_tol(weights.rows[i].sd, fit.features[i].sd,
		    1e-6);
	}
	tcn_buf_fini(&out);
	tcn_fit_fini(&fit);
}
END_TEST

START_TEST(json_is_json)
{
	struct tcn_buf out = { 0 };
	struct tcn_fit fit;
	cJSON *json;

	make_rows(&fit, 100, false);
	run(&fit, 1);
	tcn_json_open(&out, NULL, '{');
	tcn_fit_json(&fit, &out);
	tcn_json_close(&out, '}');
	json = cJSON_Parse(out.at);
	ck_assert_ptr_nonnull(json);
	ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json,
			     "features")),
	    FEATURES);
	ck_assert_int_eq(cJSON_GetArraySize(cJSON_GetObjectItem(json,
			     "judged")),
	    100);
	cJSON_Delete(json);
	tcn_buf_fini(&out);
	tcn_fit_fini(&fit);
}
END_TEST

TCN_TESTS(fit)
{
	tcase_add_test(tc, areas_by_hand);
	tcase_add_test(tc, the_error_of_an_area);
	tcase_add_test(tc, the_weights_that_made_the_rows_are_found);
	tcase_add_test(tc, tables_count_every_row_once);
	tcase_add_test(tc, the_order_of_the_rows_does_not_matter);
	tcase_add_test(tc, another_seed_makes_other_folds);
	tcase_add_test(tc, nothing_is_made_of_nothing);
	tcase_add_test(tc, too_few_are_refused);
	tcase_add_test(tc, useless_features_weigh_nothing);
	tcase_add_test(tc, features_can_be_held);
	tcase_add_test(tc, what_never_changes_is_held);
	tcase_add_test(tc, rows_without_a_feature_are_learnt_from_too);
	tcase_add_test(tc, the_file_of_weights_is_read_back);
	tcase_add_test(tc, json_is_json);
}
