/*
 * The sum of the score, its parts and their order.
 */
#include "tests/base/run.h"

#include <math.h>
#include <string.h>

#include "tests/base/random.h"
#include "window/story/news_score.h"

static struct tcn_news_score
random_score(uint64_t *seed)
{
	struct tcn_news_score score = { 0 };

	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		if (random_below(seed, 3))
			tcn_news_score_set(&score, (enum tcn_news_feature)i,
			    random_below(seed, 2000) / 500.0 - 2);
	return score;
}

START_TEST(parts_add_up)
{
	const struct tcn_news_weights *weights = tcn_news_weights_default();
	uint64_t seed = 4;

	for (int round = 0; round < 1000; round++) {
		struct tcn_news_score score = random_score(&seed);
		double z = weights->bias;

		tcn_news_score_sum(weights, &score);
		for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
			double part = score.is_known[i] ? weights->weight[i] *
				(score.x[i] - weights->mean[i])
							: 0;

			ck_assert_double_eq_tol(score.part[i], part, 1e-12);
			z += part;
		}
		ck_assert_double_eq_tol(score.z, z, 1e-9);
		ck_assert_double_eq_tol(score.p, 1 / (1 + exp(-z)), 1e-9);
		ck_assert(score.p >= 0 && score.p <= 1);
	}
}
END_TEST

/* In a young stream what is larger than all before says less for a story, and
 * what is not says as much against it. */
START_TEST(a_young_stream_proves_less)
{
	const struct tcn_news_weights *weights = tcn_news_weights_default();
	struct tcn_news_score old = { 0 }, young = { .young = 0.75 };

	for (int above = 0; above < 2; above++) {
		for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
			enum tcn_news_feature feature =
			    (enum tcn_news_feature)i;
			double x = weights->mean[i] + (above ? 1 : -1);

			tcn_news_score_set(&old, feature, x);
			tcn_news_score_set(&young, feature, x);
		}
		tcn_news_score_sum(weights, &old);
		tcn_news_score_sum(weights, &young);
		for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
			bool past = i == TCN_NEWS_LIFT || i == TCN_NEWS_BURST;

			ck_assert_double_eq_tol(young.part[i],
			    old.part[i] * (above && past ? 0.25 : 1), 1e-12);
		}
	}
}
END_TEST

/* Whatever its value holds: it is not known. */
START_TEST(what_is_not_known_adds_nothing)
{
	const struct tcn_news_weights *weights = tcn_news_weights_default();
	struct tcn_news_score score = { 0 };

	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		score.x[i] = 1000;
	tcn_news_score_sum(weights, &score);
	ck_assert(score.z == weights->bias);
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
		ck_assert(score.part[i] == 0);
		tcn_news_score_set(&score, (enum tcn_news_feature)i,
		    weights->mean[i]);
	}
	tcn_news_score_sum(weights, &score); /* nor does what is usual */
	ck_assert_double_eq_tol(score.z, weights->bias, 1e-12);
}
END_TEST

START_TEST(the_largest_part_comes_first)
{
	uint64_t seed = 5;

	for (int round = 0; round < 1000; round++) {
		struct tcn_news_score score = random_score(&seed);
		enum tcn_news_feature order[TCN_NEWS_FEATURES];
		unsigned listed = 0;
		size_t n, known = 0;

		for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
			known += score.is_known[i];
			score.part[i] = (int)random_below(&seed, 7) - 3;
		}
		n = tcn_news_score_order(&score, order);
		ck_assert_uint_eq(n, known);
		for (size_t i = 0; i < n; i++) {
			ck_assert(score.is_known[order[i]]);
			ck_assert(!(listed >> order[i] & 1));
			listed |= 1u << order[i];
			if (!i)
				continue;
			ck_assert(fabs(score.part[order[i - 1]]) >=
			    fabs(score.part[order[i]]));
			if (fabs(score.part[order[i - 1]]) ==
			    fabs(score.part[order[i]]))
				ck_assert(order[i - 1] < order[i]);
		}
	}
}
END_TEST

START_TEST(every_feature_has_a_name_and_a_meaning)
{
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
		enum tcn_news_feature feature = (enum tcn_news_feature)i;

		ck_assert_uint_gt(strlen(tcn_news_score_name(feature)), 0);
		ck_assert_uint_gt(strlen(tcn_news_score_meaning(feature)), 0);
		for (unsigned k = 0; k < i; k++)
			ck_assert_str_ne(tcn_news_score_name(feature),
			    tcn_news_score_name((enum tcn_news_feature)k));
	}
}
END_TEST

TCN_TESTS(news_score)
{
	tcase_add_test(tc, parts_add_up);
	tcase_add_test(tc, a_young_stream_proves_less);
	tcase_add_test(tc, what_is_not_known_adds_nothing);
	tcase_add_test(tc, the_largest_part_comes_first);
	tcase_add_test(tc, every_feature_has_a_name_and_a_meaning);
}
