#include "tests/base/run.h"

#include <math.h>
#include <zlib.h>

#include "engine/item/minhash.h"
#include "engine/item/prepare.h"
#include "tests/base/random.h"

static struct tcn_minhash *
make(uint32_t bands, uint32_t rows, uint64_t seed)
{
	const struct tcn_minhash_conf conf = { bands, rows, seed };
	struct tcn_minhash *minhash = NULL;

	minhash = tcn_minhash_new(&conf);
	return minhash;
}

static uint32_t
crc_of(const char *word)
{
	return (uint32_t)crc32(0, (const Bytef *)word, (uInt)strlen(word));
}

/* The remainder as the formula has it. */
static uint64_t
by_division(uint32_t a, uint32_t b, uint32_t x)
{
	unsigned __int128 t = (unsigned __int128)a * x + b;

	return (uint64_t)(t % TCN_MINHASH_PRIME);
}

START_TEST(arithmetic_is_exact)
{
	static const uint32_t extremes[] = { 0, 1, 2, 14, 15, 16, 0x7fffffff,
		0x80000000, 0xfffffff0, 0xfffffffe, 0xffffffff };
	const size_t n = sizeof extremes / sizeof *extremes;
	uint64_t seed = 1;
	int wrong = 0;

	for (size_t i = 0; i < n * n * n; i++) {
		uint32_t a = extremes[i % n], b = extremes[i / n % n],
			 x = extremes[i / n / n];

		wrong += tcn_minhash_hash(a, b, x) != by_division(a, b, x);
	}
	for (int i = 0; i < 2000000; i++) {
		uint32_t a = (uint32_t)(random_next(&seed) >> 32);
		uint32_t b = (uint32_t)(random_next(&seed) >> 32);
		uint32_t x = (uint32_t)(random_next(&seed) >> 32);

		wrong += tcn_minhash_hash(a, b, x) != by_division(a, b, x);
	}
	ck_assert_int_eq(wrong, 0);
}
END_TEST

/* Worked by hand: CRC-32 of a word, and its number under one function. */
START_TEST(words_and_their_numbers)
{
	static const struct {
		const char *word;
		uint32_t crc, h;
	} words[] = {
		{ "astronomers", 2746117606u, 609633111u },
		{ "harbour", 1533582490u, 1894313676u },
		{ "crane", 1446371454u, 2320861418u },
		{ "collapse", 2347587204u, 447703353u },
		{ "ferry", 3205307411u, 1498327287u },
		{ "captain", 2922757979u, 381329359u },
	};
	const uint32_t a = 1319152729u, b = 959688881u;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		uint32_t crc = crc_of(words[i].word);

		ck_assert_uint_eq(crc, words[i].crc);
		ck_assert_uint_eq(tcn_minhash_hash(a, b, crc), words[i].h);
	}
}
END_TEST

START_TEST(all_forms_give_the_same)
{
	uint64_t seed = 2;

	for (int round = 0; round < 300; round++) {
		uint32_t bands = 1 + random_below(&seed, 64);
		uint32_t rows = 1 + random_below(&seed, 8);
		struct tcn_minhash *minhash =
		    make(bands, rows, (uint64_t)round);
		uint32_t words[40], first[TCN_MINHASH_VALUES_MAX],
		    other[TCN_MINHASH_VALUES_MAX];
		size_t n = 1 + random_below(&seed, 40);

		for (size_t i = 0; i < n; i++)
			words[i] = (uint32_t)(random_next(&seed) >> 32) |
			    (i % 3 ? 0 : 0xfffffff0);
		tcn_minhash_set_form(minhash, tcn_minhash_form_at(0));
		tcn_minhash_sign(minhash, words, n, first);
		for (size_t i = 1; tcn_minhash_form_at(i); i++) {
			tcn_minhash_set_form(minhash, tcn_minhash_form_at(i));
			tcn_minhash_sign(minhash, words, n, other);
			ck_assert_mem_eq(first, other,
			    tcn_minhash_values(minhash) * sizeof *first);
		}
		tcn_minhash_free(minhash);
	}
}
END_TEST

/* As far as the seed goes, the functions are fixed for good: signatures are
 * stored. */
START_TEST(a_signature_is_fixed)
{
	struct tcn_minhash *minhash = make(40, 3, 1);
	uint32_t words[] = { crc_of("harbour"), crc_of("ferry") };
	uint32_t values[120], bands[40];

	tcn_minhash_sign(minhash, words, 2, values);
	ck_assert_uint_eq(values[0], 737213690u);
	ck_assert_uint_eq(values[119], 3039356304u);
	tcn_minhash_bands(minhash, values, bands);
	ck_assert_uint_eq(bands[0], values[0] ^ values[1] ^ values[2]);
	ck_assert_uint_eq(bands[39], values[117] ^ values[118] ^ values[119]);
	tcn_minhash_free(minhash);
}
END_TEST

START_TEST(estimates)
{
	ck_assert_double_eq(tcn_minhash_likeness(TCN_MINHASH_POSITIONS, 105,
				120),
	    0.875);
	ck_assert_double_eq_tol(tcn_minhash_likeness(TCN_MINHASH_SETS, 105,
				    120),
	    0.778, 0.0005);
	ck_assert_double_eq(tcn_minhash_likeness(TCN_MINHASH_SETS, 120, 120),
	    1);
	ck_assert_double_eq(tcn_minhash_likeness(TCN_MINHASH_SETS, 0, 120), 0);
}
END_TEST

/* The chance that of `bands` bands, each equal with chance q, at least `least`
 * are. */
static double
chance(uint32_t bands, double q, uint32_t least)
{
	double less = 0, ways = 1;

	for (uint32_t k = 0; k < least; k++) {
		less += ways * pow(q, k) * pow(1 - q, bands - k);
		ways = ways * (bands - k) / (k + 1);
	}
	return 1 - less;
}

enum {
	PAIRS = 4000, /* of each likeness */
	WORDS = 20, /* of both sets together */
};

/* How many pairs of made-up sets of this likeness agree in at least one band,
 * and in three; and the mean of their estimates. */
static void
count_pairs(const struct tcn_minhash *minhash, uint32_t shared, uint64_t *seed,
    int *once, int *thrice, double *mean)
{
	*once = *thrice = 0;
	*mean = 0;
	for (int i = 0; i < PAIRS; i++) {
		uint32_t words[WORDS], a[120], b[120], x[40], y[40];
		uint32_t equal = 0, bands = 0;
		uint32_t rest = (WORDS - shared) / 2;

		for (size_t w = 0; w < WORDS; w++)
			words[w] = (uint32_t)(random_next(seed) >> 32);
		/* The shared ones stand between those of one set alone. */
		tcn_minhash_sign(minhash, words, rest + shared, a);
		tcn_minhash_sign(minhash, words + rest, WORDS - rest, b);
		tcn_minhash_bands(minhash, a, x);
		tcn_minhash_bands(minhash, b, y);
		for (size_t v = 0; v < 120; v++)
			equal += a[v] == b[v];
		for (size_t k = 0; k < 40; k++)
			bands += x[k] == y[k];
		*once += bands >= 1;
		*thrice += bands >= 3;
		*mean +=
		    tcn_minhash_likeness(TCN_MINHASH_POSITIONS, equal, 120) /
		    PAIRS;
	}
}

static void
assert_near(double share, double expected)
{
	double error = sqrt(expected * (1 - expected) / PAIRS);

	ck_assert_double_le(fabs(share - expected), 3.5 * error + 1.0 / PAIRS);
}

START_TEST(pairs_become_candidates_as_the_curve_says)
{
	struct tcn_minhash *minhash = make(40, 3, 1);
	uint64_t seed = 3;

	for (uint32_t shared = 2; shared <= 14; shared += 2) {
		double s = (double)shared / WORDS, q = s * s * s, mean;
		int once, thrice;

		count_pairs(minhash, shared, &seed, &once, &thrice, &mean);
		assert_near((double)once / PAIRS, chance(40, q, 1));
		assert_near((double)thrice / PAIRS, chance(40, q, 3));
		ck_assert_double_le(fabs(mean - s),
		    4 * sqrt(s * (1 - s) / 120 / PAIRS));
	}
	tcn_minhash_free(minhash);
}
END_TEST

START_TEST(distinct_words)
{
	const uint32_t words[] = { 7, 7, 9, 7 };

	ck_assert(tcn_minhash_has_words(words, 4, 2));
	ck_assert(!tcn_minhash_has_words(words, 4, 3));
	ck_assert(!tcn_minhash_has_words(words, 2, 2));
	ck_assert(tcn_minhash_has_words(NULL, 0, 0));
}
END_TEST

/* Of title and text, without function words and the outlet's name. */
START_TEST(an_article_has_numbers)
{
	struct tcn_article article = {
		.id = TCN_STR("a"),
		.title = TCN_STR("The ferries of the harbour - Example Wire"),
		.text = TCN_STR("A captain and the ferries."),
		.lang = TCN_STR("en"),
		.source = TCN_STR("Example Wire"),
	};
	const uint32_t stems[] = { crc_of("ferri"), crc_of("harbour"),
		crc_of("captain"), crc_of("ferri") };
	const uint32_t words[] = { crc_of("ferries"), crc_of("harbour"),
		crc_of("captain"), crc_of("ferries") };

	for (int as_written = 0; as_written < 2; as_written++) {
		const struct tcn_prepare_conf conf = {
			.number_words = as_written,
		};
		struct tcn_prepare *prep = NULL;
		struct tcn_arena arena;
		struct tcn_doc doc;

		tcn_arena_init(&arena, 0);
		prep = tcn_prepare_new(&conf);
		tcn_prepare(prep, &article, &arena, &doc);
		ck_assert_uint_eq(doc.numbers_n, 4);
		ck_assert_uint_eq(doc.title_numbers_n, 2);
		ck_assert_mem_eq(doc.numbers, as_written ? words : stems,
		    sizeof words);
		tcn_prepare_free(prep);
		tcn_arena_fini(&arena);
	}
}
END_TEST

TCN_TESTS(minhash)
{
	tcase_add_test(tc, arithmetic_is_exact);
	tcase_add_test(tc, words_and_their_numbers);
	tcase_add_test(tc, all_forms_give_the_same);
	tcase_add_test(tc, a_signature_is_fixed);
	tcase_add_test(tc, estimates);
	tcase_add_test(tc, pairs_become_candidates_as_the_curve_says);
	tcase_add_test(tc, distinct_words);
	tcase_add_test(tc, an_article_has_numbers);
}
