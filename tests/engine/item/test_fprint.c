#include "tests/base/run.h"

#include "engine/item/fprint.h"
#include "tests/base/random.h"

static uint64_t seed;

static uint64_t
next(void)
{
	random_next(&seed);
	return seed ^ seed >> 29;
}

/* The reference: the definition of simhash, bit by bit. */
static uint64_t
simhash_by_bits(const struct tcn_feature *features, size_t n)
{
	uint64_t fingerprint = 0;

	for (unsigned b = 0; b < 64; b++) {
		int64_t sum = 0;

		for (size_t i = 0; i < n; i++) {
			int64_t weight = features[i].weight;

			sum += features[i].id >> b & 1 ? weight : -weight;
		}
		if (sum > 0 || (sum == 0 && (features[0].id >> b & 1)))
			fingerprint |= (uint64_t)1 << b;
	}
	return fingerprint;
}

START_TEST(simhash_equals_the_bit_loop)
{
	struct tcn_feature features[TCN_FEATURE_MAX];

	seed = 7;
	for (int round = 0; round < 3000; round++) {
		size_t n = 1 + next() % TCN_FEATURE_MAX;
		uint32_t span = round % 3 ? 65535 : 2; /* 2: many ties */

		for (size_t i = 0; i < n; i++)
			features[i] = (struct tcn_feature){ next(),
				1 + (uint32_t)(next() % span) };
		ck_assert_uint_eq(tcn_fprint_simhash(features, n),
		    simhash_by_bits(features, n));
	}
}
END_TEST

START_TEST(distance_is_popcount)
{
	ck_assert_uint_eq(tcn_fprint_distance(0, 0), 0);
	ck_assert_uint_eq(tcn_fprint_distance(0, UINT64_MAX), 64);
	ck_assert_uint_eq(tcn_fprint_distance(5, 6), 2);
}
END_TEST

static uint64_t
of_vector(const float *vector, size_t n)
{
	uint64_t fingerprint;

	ck_assert(tcn_fprint_vector(vector, n, &fingerprint));
	return fingerprint;
}

/* Scale does not matter, the opposite vector differs in all bits, and a small
 * angle in few. */
START_TEST(vectors_keep_their_angles)
{
	float a[96], b[96], c[96];
	unsigned close, apart;

	seed = 3;
	for (int i = 0; i < 96; i++) {
		a[i] = (float)(next() % 2001) / 1000 - 1;
		b[i] = a[i] * 250;
		c[i] = -a[i];
	}
	ck_assert_uint_eq(of_vector(a, 96), of_vector(b, 96));
	ck_assert_uint_ge(tcn_fprint_distance(of_vector(a, 96),
			      of_vector(c, 96)),
	    62);
	for (int i = 0; i < 96; i++) {
		b[i] = a[i] + 0.02F * ((float)(next() % 2001) / 1000 - 1);
		c[i] = (float)(next() % 2001) / 1000 - 1;
	}
	close = tcn_fprint_distance(of_vector(a, 96), of_vector(b, 96));
	apart = tcn_fprint_distance(of_vector(a, 96), of_vector(c, 96));
	ck_assert_uint_le(close, 3);
	ck_assert_uint_ge(apart, 16);
	ck_assert_uint_le(apart, 48);
}
END_TEST

START_TEST(vectors_that_say_nothing)
{
	const float zeros[8] = { 0 }, one[1] = { 1 };
	uint64_t fingerprint;

	ck_assert(!tcn_fprint_vector(zeros, 8, &fingerprint));
	ck_assert(!tcn_fprint_vector(one, 1, &fingerprint));
	ck_assert(!tcn_fprint_vector(NULL, 0, &fingerprint));
}
END_TEST

static bool
holds(const struct tcn_feature *features, size_t n, uint64_t id)
{
	for (size_t i = 0; i < n; i++) {
		if (features[i].id == id)
			return true;
	}
	return false;
}

/* The heaviest terms are selected, whatever order they come in, and the very
 * heaviest is first. */
START_TEST(selection_equals_sorting)
{
	static struct tcn_term terms[500];
	static double df[500];
	struct tcn_feature features[TCN_FEATURE_MAX];
	const struct tcn_article article = { .given = TCN_GIVEN_FEATURES };
	const struct tcn_doc doc = {
		.article = &article, .terms = terms, .terms_n = 500
	};
	uint64_t span =
	    _i ? 90 : 1; /* 1: all weights are equal, the id decides */
	size_t n;

	seed = 11;
	for (size_t i = 0; i < 500; i++)
		terms[i] = (struct tcn_term){ .id = next(),
			.tf = 1,
			.given_weight = (float)(1 + next() % span) };
	n = tcn_feature_select(&doc, df, 0, false, features);
	ck_assert_uint_eq(n, TCN_FEATURE_MAX);
	for (size_t i = 0; i < 500; i++) {
		uint32_t weight = (uint32_t)terms[i].given_weight * 256;
		size_t rank = 0;

		for (size_t k = 0; k < 500; k++) {
			uint32_t other = (uint32_t)terms[k].given_weight * 256;

			rank += other > weight ||
			    (other == weight && terms[k].id < terms[i].id);
		}
		ck_assert_int_eq(holds(features, n, terms[i].id), rank < n);
		if (rank == 0)
			ck_assert_uint_eq(features[0].id, terms[i].id);
	}
}
END_TEST

/* By hand: 3 * 4 / (5 * 5); the order that they came in does not matter. */
START_TEST(cosines_are_those_of_the_weights)
{
	struct tcn_feature a[] = { { 9, 4 }, { 2, 3 } };
	struct tcn_feature b[] = { { 2, 4 }, { 5, 3 } };

	tcn_feature_sort(a, 2);
	tcn_feature_sort(b, 2);
	ck_assert_uint_eq(a[0].id, 2);
	ck_assert_double_eq_tol(tcn_feature_cosine(a, 2, b, 2), 0.48, 1e-12);
	ck_assert_double_eq_tol(tcn_feature_cosine(a, 2, a, 2), 1, 1e-12);
	ck_assert_double_eq(tcn_feature_cosine(a, 1, b + 1, 1), 0);
	ck_assert_double_eq(tcn_feature_cosine(a, 2, b, 0), 0);
}
END_TEST

/* What half of all documents hold weighs nothing; what is rarer, more. */
START_TEST(rarity_weighs)
{
	struct tcn_term terms[3] = { { .id = 1, .tf = 1 }, { .id = 1, .tf = 1 },
		{ .id = 1, .tf = 1 } };
	const double df[3] = { 60000, 20000, 100 };
	const struct tcn_article article = { .given = TCN_GIVEN_TEXT };
	const struct tcn_doc doc = {
		.article = &article, .terms = terms, .terms_n = 3
	};
	struct tcn_feature features[TCN_FEATURE_MAX];

	ck_assert_uint_eq(tcn_feature_select(&doc, df, 100000, false, features),
	    2);
	ck_assert_uint_gt(features[0].weight, features[1].weight);
	terms[2].flags = TCN_TERM_STOP;
	terms[1].flags = TCN_TERM_SUFFIX;
	ck_assert_uint_eq(tcn_feature_select(&doc, df, 100000, false, features),
	    1);
	ck_assert_uint_eq(tcn_feature_select(&doc, df, 100000, true, features),
	    0);
}
END_TEST

TCN_TESTS(fprint)
{
	tcase_add_test(tc, simhash_equals_the_bit_loop);
	tcase_add_test(tc, distance_is_popcount);
	tcase_add_test(tc, vectors_keep_their_angles);
	tcase_add_test(tc, vectors_that_say_nothing);
	tcase_add_loop_test(tc, selection_equals_sorting, 0, 2);
	tcase_add_test(tc, cosines_are_those_of_the_weights);
	tcase_add_test(tc, rarity_weighs);
}
