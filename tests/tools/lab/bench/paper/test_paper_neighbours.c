/*
 * Pairs by distance, held against a double loop over all articles.
 */
#include "tests/base/run.h"

#include "tools/lab/bench/bench_pairs.h"
#include "tools/lab/bench/paper/paper_neighbours.h"

enum {
	ITEMS = 500,
	TERMS = 12,
	WITHIN_MS = 5000,
};

static struct tcn_paper_neighbour items[ITEMS];
static struct tcn_feature features[ITEMS][TERMS];

/* Fingerprints of six bits that vary, so that every distance up to 6 is
 * crowded; some articles have no label, two have no terms. */
static void
make_items(void)
{
	uint64_t state = 5;
	int64_t ts_ms = 1000;

	for (size_t i = 0; i < ITEMS; i++) {
		uint64_t bits = tcn_bench_random(&state);
		uint64_t id = 0;

		ts_ms += (int64_t)(bits >> 32) % 100;
		for (size_t t = 0; t < TERMS; t++) {
			id += 1 + tcn_bench_random(&state) % 9;
			features[i][t] = (struct tcn_feature){ id,
				(uint32_t)(1 +
				    tcn_bench_random(&state) % 200) };
		}
		items[i] = (struct tcn_paper_neighbour){
			.fingerprint = 0xabcdef0123456789u ^ (bits & 0x3f),
			.ts_ms = ts_ms,
			.label = bits >> 8 & 3 ? (uint32_t)(bits >> 10) & 3
					       : TCN_PAPER_NO_LABEL,
			.features = features[i],
			.features_n = i % 200 == 7 ? 0 : TERMS,
		};
	}
}

static void
compare_pair(struct tcn_paper_at_distance *at, uint64_t *taken, size_t i,
    size_t k)
{
	const struct tcn_paper_neighbour *a = &items[i], *b = &items[k];

	at->pairs++;
	if (a->label != TCN_PAPER_NO_LABEL && b->label != TCN_PAPER_NO_LABEL) {
		at->labelled++;
		at->same += a->label == b->label;
	}
	if ((*taken)++ >= TCN_PAPER_COSINES)
		return;
	at->cosines += tcn_feature_cosine(a->features, a->features_n,
	    b->features, b->features_n);
	at->cosines_n++;
}

static void
check(const struct tcn_paper_neighbours_conf *conf)
{
	struct tcn_paper_at_distance hand[TCN_PAPER_DISTANCES] = { 0 };
	struct tcn_paper_neighbours n;
	uint64_t drawn = 0;

	tcn_paper_neighbours_init(&n, conf);
	for (size_t i = 0; i < ITEMS; i++)
		tcn_paper_neighbours_add(&n, &items[i]);
	for (size_t i = 0; i < ITEMS; i++) {
		uint64_t taken[TCN_PAPER_DISTANCES] = { 0 };

		if (!tcn_paper_neighbours_draws(conf, i))
			continue;
		drawn++;
		for (size_t k = i; k-- > 0;) {
			unsigned d = (unsigned)
			    __builtin_popcountll(items[i].fingerprint ^
				items[k].fingerprint);

			if (items[k].ts_ms > items[i].ts_ms - conf->within_ms)
				compare_pair(&hand[d], &taken[d], i, k);
		}
	}
	ck_assert_uint_eq(n.items, ITEMS);
	ck_assert_uint_eq(n.samples, drawn);
	for (unsigned d = 0; d < TCN_PAPER_DISTANCES; d++) {
		ck_assert_uint_eq(n.at[d].pairs, hand[d].pairs);
		ck_assert_uint_eq(n.at[d].labelled, hand[d].labelled);
		ck_assert_uint_eq(n.at[d].same, hand[d].same);
		ck_assert_uint_eq(n.at[d].cosines_n, hand[d].cosines_n);
		ck_assert_double_eq(n.at[d].cosines, hand[d].cosines);
	}
	ck_assert_uint_gt(hand[3].pairs, 0);
	tcn_paper_neighbours_fini(&n);
}

START_TEST(the_table_is_that_of_a_double_loop)
{
	const struct tcn_paper_neighbours_conf all = {
		.within_ms = WITHIN_MS, .samples = ITEMS, .items = ITEMS
	};
	const struct tcn_paper_neighbours_conf some = { .within_ms = WITHIN_MS,
		.seed = 3,
		.samples = ITEMS / 5,
		.items = ITEMS };

	make_items();
	check(&all);
	check(&some);
}
END_TEST

START_TEST(about_as_many_are_drawn_as_asked)
{
	struct tcn_paper_neighbours_conf conf = {
		.within_ms = 1, .samples = 1000, .items = 100000
	};
	size_t drawn = 0, again = 0, otherwise = 0;

	for (size_t i = 0; i < conf.items; i++)
		drawn += tcn_paper_neighbours_draws(&conf, i);
	for (size_t i = 0; i < conf.items; i++) {
		bool before = tcn_paper_neighbours_draws(&conf, i);

		conf.seed = 1;
		again += before && tcn_paper_neighbours_draws(&conf, i);
		otherwise += tcn_paper_neighbours_draws(&conf, i);
		conf.seed = 0;
	}
	ck_assert_uint_ge(drawn, 900);
	ck_assert_uint_le(drawn, 1100);
	ck_assert_uint_ge(otherwise, 900);
	ck_assert_uint_le(again, 40); /* another seed draws others */
}
END_TEST

START_TEST(spans_are_sums)
{
	struct tcn_paper_neighbours n = { .items = 0 };
	struct tcn_paper_at_distance sum;

	for (unsigned d = 0; d < TCN_PAPER_DISTANCES; d++)
		n.at[d] =
		    (struct tcn_paper_at_distance){ d, 2 * d, d / 2, d, 1 };
	sum = tcn_paper_neighbours_between(&n, 4, 7);
	ck_assert_uint_eq(sum.pairs, 22);
	ck_assert_uint_eq(sum.labelled, 44);
	ck_assert_uint_eq(sum.same, 10);
	ck_assert_uint_eq(sum.cosines_n, 4);
	ck_assert_double_eq(sum.cosines, 22);
}
END_TEST

TCN_TESTS(paper_neighbours)
{
	tcase_add_test(tc, the_table_is_that_of_a_double_loop);
	tcase_add_test(tc, about_as_many_are_drawn_as_asked);
	tcase_add_test(tc, spans_are_sums);
}
