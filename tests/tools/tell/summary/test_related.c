/* Which stories are related, beside a plain reading of the rules. */
#include "tests/base/run.h"

#include "engine/base/mem.h"
#include "tests/base/random.h"
#include "tools/tell/summary/related.h"

#define STORIES 12
#define WORDS   5
#define MAX     4

static struct tcn_related_word words[STORIES][WORDS];
static struct tcn_related related[STORIES];
static size_t chosen[MAX], chosen_n;

/* What a story shares, by the rules; 0: it is not related. */
static double
weight(size_t i, bool names)
{
	bool named = !names;
	double sum = 0;

	for (size_t k = 0; k < related[i].n; k++) {
		named |= words[i][k].is_named;
		sum += words[i][k].idf;
	}
	return named && related[i].n >= (names ? 2 : 3) && sum >= 8 ? sum : 0;
}

START_TEST(those_that_share_most)
{
	uint64_t seed = 8;

	for (int round = 0; round < 500; round++) {
		bool names = round % 3;
		size_t n = random_below(&seed, STORIES + 1), left = 0;

		for (size_t i = 0; i < n; i++) {
			related[i].words = words[i];
			related[i].n = random_below(&seed, WORDS + 1);
			for (size_t k = 0; k < related[i].n; k++) {
				words[i][k].idf = random_below(&seed, 6);
				words[i][k].is_named =
				    random_below(&seed, 3) == 0;
			}
		}
		const struct tcn_related_rule rule = { names, 0, MAX };

		tcn_related_choose(related, n, &rule, chosen, &chosen_n);
		for (size_t i = 0; i < n; i++)
			left += weight(i, names) > 0;
		ck_assert_uint_eq(chosen_n, left < MAX ? left : MAX);
		for (size_t c = 0; c < chosen_n; c++) {
			/* As many are before it as are better. */
			size_t better = 0;

			for (size_t i = 0; i < n; i++)
				better += weight(i, names) >
					weight(chosen[c], names) ||
				    (weight(i, names) ==
					    weight(chosen[c], names) &&
					i < chosen[c]);
			ck_assert_uint_eq(better, c);
		}
	}
}
END_TEST

START_TEST(words_of_names_are_marked)
{
	static const struct tcn_name names[] = {
		{ TCN_STR("Gabriel García-Márquez"), TCN_NAME_PERSON, 3, 2 },
		{ TCN_STR("Port Ellery"), TCN_NAME_PLACE, 3, 2 },
	};
	static const struct {
		struct tcn_str word;
		bool named;
	} cases[] = { { TCN_STR("marquez"), true }, { TCN_STR("ELLERY"), true },
		{ TCN_STR("harbour"), false }, { TCN_STR("Ellerys"), false } };

	for (size_t i = 0; i < 4; i++)
		words[0][i].word = cases[i].word;
	related[0] = (struct tcn_related){ words[0], 4 };
	tcn_related_name(related, 1, names, 2);
	for (size_t i = 0; i < 4; i++)
		ck_assert(words[0][i].is_named == cases[i].named);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(related)
{
	tcase_add_test(tc, those_that_share_most);
	tcase_add_test(tc, words_of_names_are_marked);
}
