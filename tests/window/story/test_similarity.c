#include "tests/base/run.h"

#include <math.h>

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tests/base/sound.h"
#include "window/story/similarity.h"

#define PERIOD_MS tcn_numbers_ms(tcn_numbers_default()->period_h)

#define TERMS 300

static struct tcn_slab slab;

/* A plain array in the vector's place. */
struct model {
	double sum[TERMS];
};

static double
damped(double sum)
{
	return pow(sum, 0.7);
}

static double
length(const struct model *m)
{
	double sum = 0;

	for (size_t i = 0; i < TERMS; i++)
		sum +=
		    m->sum[i] > 0 ? damped(m->sum[i]) * damped(m->sum[i]) : 0;
	return sqrt(sum);
}

static void
fill(uint64_t seed, struct tcn_similarity_vec *vec, struct model *model)
{
	for (int i = 0; i < 700; i++) {
		uint32_t term = random_below(&seed, TERMS);
		double x = (1 + random_below(&seed, 100)) / 100.0;
		bool is_new = model->sum[term] == 0;
		uint32_t before, at;

		tcn_similarity_reserve(&slab, vec, vec->n + 1);
		before = vec->n;
		at = tcn_similarity_add(vec, term, x);
		ck_assert_uint_eq(vec->at[at].term, term);
		ck_assert_int_eq(vec->n > before, is_new);
		ck_assert(!is_new || at == before);
		model->sum[term] += x;
		ck_sound(tcn_similarity_check, vec);
	}
}

START_TEST(vector_equals_an_array)
{
	struct tcn_similarity_vec vec = { 0 };
	struct model model = { 0 };

	fill(1, &vec, &model);
	for (uint32_t i = 0; i < TERMS; i++) {
		int at = tcn_similarity_find(&vec, i);

		ck_assert_int_eq(at >= 0, model.sum[i] > 0);
		if (at >= 0)
			ck_assert_double_eq_tol(vec.at[at].sum, model.sum[i],
			    1e-4);
	}
	ck_assert_double_eq_tol(sqrt(vec.norm2), length(&model), 1e-4);
	tcn_similarity_fini(&slab, &vec);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(cosine_equals_the_formula)
{
	struct tcn_similarity_vec a = { 0 }, b = { 0 };
	struct model ma = { 0 }, mb = { 0 };
	double dot = 0, want;

	fill(1, &a, &ma);
	fill(2, &b, &mb);
	for (size_t i = 0; i < TERMS; i++)
		if (ma.sum[i] > 0 && mb.sum[i] > 0)
			dot += damped(ma.sum[i]) * damped(mb.sum[i]);
	want = dot / (length(&ma) * length(&mb));
	ck_assert_double_eq_tol(tcn_similarity_cosine(&a, &b), want, 1e-5);
	ck_assert_double_eq_tol(tcn_similarity_cosine(&a, &a), 1, 1e-6);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(cut_back_keeps_the_heaviest_in_order)
{
	struct tcn_similarity_vec vec = { 0 };
	struct model model = { 0 };
	uint8_t drop[2 * TCN_SIMILARITY_TERMS_MAX];
	float least = 1e9f;
	double norm2 = 0;

	fill(3, &vec, &model);
	tcn_similarity_mark_light(&vec, 50, drop);
	for (uint32_t i = 0; i < vec.n; i++)
		if (!drop[i] && vec.at[i].sum < least)
			least = vec.at[i].sum;
	for (uint32_t i = 0; i < vec.n; i++)
		if (drop[i])
			ck_assert(vec.at[i].sum <= least);
	tcn_similarity_remove(&vec, drop);
	ck_sound(tcn_similarity_check, &vec);
	ck_assert_uint_eq(vec.n, 50);
	for (uint32_t i = 0; i < vec.n; i++) {
		ck_assert_int_eq(tcn_similarity_find(&vec, vec.at[i].term),
		    (int)i);
		norm2 += (double)vec.at[i].damped * vec.at[i].damped;
	}
	ck_assert_double_eq(vec.norm2, norm2);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(a_rare_word_weighs_more)
{
	struct tcn_df df;
	struct tcn_baseline_clock clock;
	struct tcn_similarity_item item = { .n = 3 };
	double sum2 = 0;

	tcn_df_init(&df, 86400000, 100, &slab);
	tcn_decay_add(&df.clock, &df.stories, 1000);
	for (uint32_t i = 0; i < 3; i++) {
		uint32_t slot;

		ck_assert_int_eq(tcn_df_put(&df, i, tcn_str("w"), &slot),
		    TCN_OK);
		tcn_decay_add(&df.clock, &df.rows[slot].stories,
		    pow(10, i + 1));
		item.terms[i] = slot;
	}
	tcn_baseline_init(&clock, tcn_numbers_default());
	tcn_similarity_weigh(&df, &clock, &item);
	for (size_t i = 0; i < 3; i++)
		sum2 += item.x[i] * item.x[i];
	ck_assert_double_eq_tol(sum2, 1, 1e-12);
	ck_assert(item.x[0] > item.x[1] && item.x[1] > item.x[2]);
	ck_assert_double_eq_tol(item.x[0] / item.x[1],
	    log(1001 / 10.5) / log(1001 / 100.5), 1e-9);
	ck_assert_double_eq(tcn_similarity_idf(tcn_numbers_default(), &df,
				item.terms[2], false),
	    0.01);
	tcn_df_fini(&df);
	tcn_slab_fini(&slab);
}
END_TEST

/* Where no story was counted, forty are taken for granted, which hold all stop
 * words and no other word; one goes for each that is counted, and for every
 * five items, which count until forty stories were. */
START_TEST(an_empty_window_has_a_prior)
{
	const struct tcn_numbers *numbers = tcn_numbers_default();
	struct tcn_similarity_item item = { .n = 2, .head_n = 2, .stops = 2 };
	struct tcn_baseline_clock clock;
	struct tcn_df df;

	tcn_df_init(&df, 86400000, 100, &slab);
	for (uint32_t i = 0; i < 2; i++)
		ck_assert_int_eq(tcn_df_put(&df, i, tcn_str("w"),
				     &item.terms[i]),
		    TCN_OK);
	tcn_baseline_init(&clock, numbers);
	tcn_similarity_weigh(&df, &clock, &item);
	ck_assert_double_gt(item.x[0], 0.999);
	ck_assert_double_lt(item.x[1], 0.005);
	ck_assert_double_eq(tcn_similarity_prior(numbers, &df), 1);
	for (uint32_t i = 0; i < 2; i++)
		tcn_decay_add(&df.clock, &df.rows[item.terms[i]].stories, 5);
	tcn_decay_add(&df.clock, &df.stories, 10);
	ck_assert_double_eq(tcn_similarity_prior(numbers, &df), 0.75);
	ck_assert_double_eq_tol(tcn_similarity_idf_most(numbers, &df),
	    log(41 / 0.5), 1e-9);
	ck_assert_double_eq_tol(tcn_similarity_idf(numbers, &df, item.terms[0],
				    false),
	    log(41 / 5.5), 1e-9);
	ck_assert_double_eq_tol(tcn_similarity_idf(numbers, &df, item.terms[1],
				    true),
	    log(41 / 35.5), 1e-9);
	tcn_decay_add(&df.clock, &df.docs, 100);
	tcn_decay_add(&df.clock, &df.rows[item.terms[0]].items, 60);
	ck_assert_double_eq(tcn_similarity_prior(numbers, &df), 0.5);
	ck_assert_double_eq_tol(tcn_similarity_idf(numbers, &df, item.terms[0],
				    false),
	    log((10 + 20 + 0.15 * 100 + 1) / (5 + 0.15 * 60 + 0.5)), 1e-9);
	ck_assert_double_eq_tol(tcn_similarity_idf(numbers, &df, item.terms[1],
				    true),
	    log((10 + 20 + 0.15 * 100 + 1) / (5 + 20 + 0.5)), 1e-9);
	tcn_decay_add(&df.clock, &df.docs, 100);
	ck_assert_double_eq(tcn_similarity_prior(numbers, &df), 0);
	ck_assert_double_eq_tol(tcn_similarity_idf_most(numbers, &df),
	    log((10 + 0.15 * 200 + 1) / 0.5), 1e-9);
	tcn_decay_add(&df.clock, &df.stories, 90);
	ck_assert_double_eq(tcn_similarity_prior(numbers, &df), 0);
	for (int is_stop = 0; is_stop < 2; is_stop++)
		ck_assert_double_eq_tol(tcn_similarity_idf(numbers, &df,
					    item.terms[is_stop], is_stop),
		    log(101 / 5.5), 1e-9);
	tcn_df_fini(&df);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(a_word_of_the_text_alone_weighs_half)
{
	struct tcn_df df;
	struct tcn_baseline_clock clock;
	struct tcn_similarity_item item = { .n = 4, .head_n = 2 };

	tcn_df_init(&df, 86400000, 100, &slab);
	tcn_decay_add(&df.clock, &df.stories, 1000);
	for (uint32_t i = 0; i < 4; i++)
		ck_assert_int_eq(tcn_df_put(&df, i, tcn_str("w"),
				     &item.terms[i]),
		    TCN_OK);
	tcn_baseline_init(&clock, tcn_numbers_default());
	tcn_similarity_weigh(&df, &clock, &item);
	ck_assert_double_eq_tol(item.x[0], sqrt(0.4), 1e-12);
	ck_assert_double_eq(item.x[1], item.x[0]);
	ck_assert_double_eq(item.x[2], item.x[0] / 2);
	ck_assert_double_eq(item.x[3], item.x[0] / 2);
	tcn_df_fini(&df);
	tcn_slab_fini(&slab);
}
END_TEST

/*
 * Of two words as rare as each other the one that rises weighs more, once the
 * stream is a day old.
 */
START_TEST(a_rising_word_weighs_more)
{
	struct tcn_df df;
	struct tcn_baseline_clock clock;
	struct tcn_similarity_item item = { .n = 2 };

	tcn_df_init(&df, 86400000, 100, &slab);
	tcn_baseline_init(&clock, tcn_numbers_default());
	tcn_decay_add(&df.clock, &df.stories, 1000);
	for (uint32_t i = 0; i < 2; i++)
		ck_assert_int_eq(tcn_df_put(&df, i, tcn_str("w"),
				     &item.terms[i]),
		    TCN_OK);
	for (int period = 0; period < 3; period++)
		tcn_baseline_advance(&clock, period * PERIOD_MS);
	tcn_similarity_weigh(&df, &clock, &item);
	ck_assert_double_eq(item.x[0], item.x[1]);
	tcn_baseline_advance(&clock, 3 * PERIOD_MS);
	for (int i = 0; i < 8; i++)
		tcn_baseline_count(&slab, &clock, &df.rows[item.terms[0]].rate);
	tcn_similarity_weigh(&df, &clock, &item);
	ck_assert_double_eq_tol(item.x[0] / item.x[1],
	    pow((0.5 + 8) / 0.5, 0.25), 1e-9);
	tcn_df_fini(&df);
	tcn_slab_fini(&slab);
}
END_TEST

/* 600 words share 256 places, so many push each other out. */
START_TEST(memo_changes_nothing)
{
	struct tcn_baseline_clock clock;
	struct tcn_similarity_memo memo;
	struct tcn_df df;
	uint64_t seed = 3;

	tcn_df_init(&df, 3600000, 1000, &slab);
	tcn_baseline_init(&clock, tcn_numbers_default());
	clock.active_periods = 10;
	tcn_decay_add(&df.clock, &df.stories, 25);
	for (uint64_t i = 0; i < 600; i++) {
		uint32_t slot;

		ck_assert_int_eq(tcn_df_put(&df, i + 1, tcn_str("w"), &slot),
		    TCN_OK);
		tcn_decay_add(&df.clock, &df.rows[slot].stories,
		    (double)i / 30);
	}
	tcn_similarity_memo_init(&memo);
	for (int i = 0; i < 300; i++) {
		struct tcn_similarity_item once = { .n = 1 +
			    random_below(&seed, 20) },
					   again;

		for (size_t t = 0; t < once.n; t++)
			once.terms[t] = random_below(&seed, 600);
		once.head_n = random_below(&seed, (uint32_t)once.n + 1);
		once.stops = random_below(&seed, UINT32_MAX);
		again = once;
		tcn_similarity_weigh(&df, &clock, &once);
		tcn_similarity_weigh_memo(&df, &clock, &memo, &again);
		for (size_t t = 0; t < once.n; t++)
			ck_assert(once.x[t] == again.x[t]);
	}
	tcn_df_fini(&df);
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(gathering_sums_as_adding_does)
{
	struct tcn_similarity_vec added = { 0 }, gathered = { 0 };
	struct model model = { 0 };
	uint64_t seed = 1;

	fill(1, &added, &model);
	for (int i = 0; i < 700; i++) {
		uint32_t term = random_below(&seed, TERMS);
		double x = (1 + random_below(&seed, 100)) / 100.0;

		tcn_similarity_reserve(&slab, &gathered, gathered.n + 1);
		tcn_similarity_add_sum(&gathered, term, x);
	}
	ck_assert_uint_eq(added.n, gathered.n);
	for (uint32_t i = 0; i < added.n; i++) {
		ck_assert_uint_eq(added.at[i].term, gathered.at[i].term);
		ck_assert(added.at[i].sum == gathered.at[i].sum);
	}
	tcn_slab_fini(&slab);
}
END_TEST

/* Marks what a sort by weight, then age, would leave out. */
START_TEST(light_ones_are_those_a_sort_leaves_out)
{
	struct tcn_similarity_term terms[200];
	struct tcn_similarity_vec vec = { .at = terms };
	uint8_t drop[200];
	uint64_t seed = 4;

	for (int round = 0; round < 500; round++) {
		uint32_t keep = 1 + random_below(&seed, 200);
		uint32_t kinds = 1 + random_below(&seed, round % 2 ? 5 : 1000);

		vec.n = 1 + random_below(&seed, 200);
		for (uint32_t i = 0; i < vec.n; i++)
			terms[i].sum =
			    0.01f * (float)(1 + random_below(&seed, kinds));
		tcn_similarity_mark_light(&vec, keep, drop);
		for (uint32_t i = 0; i < vec.n; i++) {
			uint32_t before = 0;

			for (uint32_t j = 0; j < vec.n; j++)
				before += terms[j].sum > terms[i].sum ||
				    (j < i && terms[j].sum == terms[i].sum);
			ck_assert_int_eq(drop[i], before >= keep);
		}
	}
}
END_TEST

START_TEST(no_product_exceeds_the_bound)
{
	struct tcn_similarity_vec vec = { 0 };
	struct model model = { 0 };
	uint64_t seed = 9;

	fill(1, &vec, &model);
	for (int round = 0; round < 1000; round++) {
		struct tcn_similarity_item item = { .n = 1 +
			    random_below(&seed, 12) };

		for (size_t i = 0; i < item.n; i++) {
			item.terms[i] = random_below(&seed, 2 * TERMS);
			item.x[i] = (1 + random_below(&seed, 100)) / 100.0;
		}
		ck_assert(tcn_similarity_dot(&vec, &item) <=
		    tcn_similarity_bound(&vec, &item,
			tcn_similarity_may(&vec, &item)) *
			(1 + 1e-12));
	}
	tcn_slab_fini(&slab);
}
END_TEST

START_TEST(age_loosens)
{
	ck_assert_double_eq(tcn_similarity_ageing(-5, 100), 1);
	ck_assert_double_eq_tol(tcn_similarity_ageing(100, 100), exp(-1),
	    1e-12);
}
END_TEST

TCN_TESTS(similarity)
{
	tcase_add_test(tc, vector_equals_an_array);
	tcase_add_test(tc, cosine_equals_the_formula);
	tcase_add_test(tc, cut_back_keeps_the_heaviest_in_order);
	tcase_add_test(tc, a_rare_word_weighs_more);
	tcase_add_test(tc, an_empty_window_has_a_prior);
	tcase_add_test(tc, a_word_of_the_text_alone_weighs_half);
	tcase_add_test(tc, a_rising_word_weighs_more);
	tcase_add_test(tc, memo_changes_nothing);
	tcase_add_test(tc, gathering_sums_as_adding_does);
	tcase_add_test(tc, light_ones_are_those_a_sort_leaves_out);
	tcase_add_test(tc, no_product_exceeds_the_bound);
	tcase_add_test(tc, age_loosens);
}
