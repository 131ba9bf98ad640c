/*
 * How words and headlines are written, in scripts with case and without.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/mem.h"
#include "engine/item/word_case.h"
#include "tests/base/random.h"

static const struct {
	const char *word;
	enum tcn_word_case its;
} words[] = {
	{ "Quake", TCN_WORD_CAPITAL },
	{ "quake", TCN_WORD_SMALL },
	{ "iPhone", TCN_WORD_SMALL },
	{ "\u00c9lection", TCN_WORD_CAPITAL },
	{ "\u00e9lection", TCN_WORD_SMALL },
	{ "\u00dcberfall", TCN_WORD_CAPITAL },
	{ "\u00fcber", TCN_WORD_SMALL },
	{ "\u0391\u03b8\u03ae\u03bd\u03b1", TCN_WORD_CAPITAL }, /* Greek */
	{ "\u03c3\u03b5\u03b9\u03c3\u03bc\u03cc\u03c2", TCN_WORD_SMALL },
	{ "\u041c\u043e\u0441\u043a\u0432\u0430", TCN_WORD_CAPITAL },
	{ "\u0440\u0435\u043a\u0430", TCN_WORD_SMALL }, /* Cyrillic */
	{ "\u0130zmir", TCN_WORD_CAPITAL }, /* Turkish, dotted */
	{ "\u0131rmak", TCN_WORD_SMALL }, /* and without the dot */
	{ "\u01c5ep", TCN_WORD_CAPITAL }, /* a letter of its own in titles */
	{ "\u0632\u0644\u0632\u0627\u0644", TCN_WORD_CASELESS }, /* Arabic */
	{ "\u5730\u9707", TCN_WORD_CASELESS }, /* Chinese */
	{ "7th", TCN_WORD_CASELESS },
	{ "@", TCN_WORD_CASELESS },
	{ "[", TCN_WORD_CASELESS },
	{ "`", TCN_WORD_CASELESS },
	{ "{", TCN_WORD_CASELESS },
	{ "A", TCN_WORD_CAPITAL },
	{ "Z", TCN_WORD_CAPITAL },
	{ "a", TCN_WORD_SMALL },
	{ "z", TCN_WORD_SMALL },
	{ "", TCN_WORD_CASELESS },
	{ "\xff\xfe", TCN_WORD_CASELESS },
	{ "\xc3", TCN_WORD_CASELESS }, /* cut in half */
	{ "\x80", TCN_WORD_CASELESS },
};

START_TEST(the_first_letter_tells)
{
	ck_assert_msg(tcn_word_case(tcn_str(words[_i].word)) == words[_i].its,
	    "'%s'", words[_i].word);
}
END_TEST

static const struct {
	const char *text, *word;
	bool inside;
} places[] = {
	{ "Quake hits Velmark", "Velmark", true },
	{ "Quake hits Velmark", "Quake", false },
	{ "  Quake hits", "Quake", false },
	{ "It shook. Police came", "Police", false },
	{ "It shook. Police came", "came", true },
	{ "Shook! Police came", "Police", false },
	{ "Who? Police", "Police", false },
	{ "Update: Police", "Police", false },
	{ "Rain; Police", "Police", false },
	{ "Rain - Police", "Police", false },
	{ "Rain \u2014 Police", "Police", false },
	{ "Rain\u2026 Police", "Police", false },
	{ "Rain | Police", "Police", false },
	{ "Rain\nPolice", "Police", false },
	{ "Rain\n  Police", "Police", false },
	{ "says \"Police", "Police", false },
	{ "says \u201ePolice", "Police", false },
	{ "dit \u00abPolice", "Police", false },
	{ "in (Police", "Police", false },
	{ "with #Police", "Police", false },
	{ "with @Police", "Police", false },
	{ "anti-Police", "Police", false },
	{ "anti\u2013Police", "Police", false },
	{ "the, Police", "Police", true },
	{ "the\t Police", "Police", true },
	{ "\u5730\u9707 Police", "Police", true },
	{ "\xff\xfe Police", "Police", false } /* who knows */,
	{ "Police", "Police", false },
};

START_TEST(a_word_stands_inside_a_sentence)
{
	const char *text = places[_i].text;
	struct tcn_str word = {
		.at = strstr(text, places[_i].word),
		.n = strlen(places[_i].word),
	};

	ck_assert_msg(tcn_word_is_inside(tcn_str(text), word) ==
		places[_i].inside,
	    "'%s' in '%s'", places[_i].word, text);
}
END_TEST

static struct tcn_word_case_counts
count(const char *headline)
{
	struct tcn_word_case_counts counts = { 0 };

	while (*headline) {
		size_t n = strcspn(headline, " ");
		struct tcn_str word = { headline, n };

		tcn_word_case_figures(&counts, word);
		tcn_word_case_count(&counts, word, tcn_word_case(word));
		headline += n + strspn(headline + n, " ");
	}
	return counts;
}

static const struct {
	const char *headline;
	enum tcn_word_case_form form;
	bool has_figures;
} headlines[] = {
	{ "Quake hits the coast of Velmark", TCN_HEADLINE_SENTENCE, false },
	{ "Acme Names New Chief of Finance", TCN_HEADLINE_TITLE, false },
	{ "ACME NAMES NEW CHIEF", TCN_HEADLINE_TITLE, false },
	{ "Acme 3 to 4 up", TCN_HEADLINE_UNKNOWN, true },
	{ "", TCN_HEADLINE_UNKNOWN, false },
	/* Four of five, and three. */
	{ "Acme Opens Plant Near river", TCN_HEADLINE_TITLE, false },
	{ "Acme Opens Plant near river", TCN_HEADLINE_SENTENCE, false },
	{ "\u0417\u0435\u043c\u043b\u044f \u0434\u0440\u043e\u0436\u0438\u0442",
	    TCN_HEADLINE_SENTENCE, false },
	/* Two letters of two bytes each are no long word. */
	{ "\u0423\u0416 \u0423\u0416 \u0423\u0416", TCN_HEADLINE_UNKNOWN,
	    false },
	{ "\u5730\u9707\u5730\u9707 \u5730\u9707\u5730\u9707",
	    TCN_HEADLINE_UNKNOWN, false },
	{ "\u0632\u0644\u0632\u0627\u0644 \u0663", TCN_HEADLINE_UNKNOWN, true },
	{ "Velmark wins the 4x100 relay", TCN_HEADLINE_SENTENCE, true },
};

START_TEST(a_headline_has_a_form)
{
	struct tcn_word_case_counts counts = count(headlines[_i].headline);

	ck_assert_msg(tcn_word_case_form(&counts) == headlines[_i].form &&
		counts.has_figures == headlines[_i].has_figures,
	    "'%s'", headlines[_i].headline);
}
END_TEST

/* Of a text without a headline the beginning alone counts. */
START_TEST(figures_far_behind_are_none)
{
	struct tcn_word_case_counts counts = { 0 };

	for (int i = 0; i < 24; i++) {
		tcn_word_case_figures(&counts, tcn_str("word"));
		tcn_word_case_count(&counts, tcn_str("word"), TCN_WORD_SMALL);
	}
	tcn_word_case_figures(&counts, tcn_str("25"));
	ck_assert(!counts.has_figures);
	counts.words = 23;
	tcn_word_case_figures(&counts, tcn_str("24"));
	ck_assert(counts.has_figures);
}
END_TEST

static const struct {
	const char *headline;
	bool has_label, is_filed;
} labels[] = {
	{ "MARKETS-Shares fall", true, false },
	{ "US MARKETS-Shares fall", true, false },
	{ "U.S. OIL & GAS/FUEL-Prices fall", true, false },
	{ "MARKETS -Shares fall", false, false },
	{ "US MARKETS - Shares fall", false, true },
	{ "US MARKETS- Shares fall", false, true },
	{ "US Markets - Shares fall", false, false },
	{ "US MARKETS - ", false, true },
	{ "US MARKETS -", false, false },
	{ "MARKETS- Shares fall", false, false },
	{ "MARKETS--Shares fall", false, false },
	{ "MARKETS-", false, false },
	{ "-Shares", false, false },
	{ "A-bomb", false, false },
	{ "AB-c", true, false },
	{ "Markets-Shares", false, false },
	{ "G20-Leaders meet", false, false },
	{ "MARKETS", false, false },
	{ "", false, false },
	{ "\xff-x", false, false },
};

START_TEST(a_label_is_glued_on)
{
	ck_assert_msg(tcn_word_case_has_label(tcn_str(labels[_i].headline)) ==
		labels[_i].has_label,
	    "'%s'", labels[_i].headline);
	ck_assert_msg(tcn_word_case_is_filed(tcn_str(labels[_i].headline)) ==
		labels[_i].is_filed,
	    "'%s'", labels[_i].headline);
}
END_TEST

/* Any bytes, in a block of just their size: nothing is read beyond its ends. */
START_TEST(hostile_bytes_do_no_harm)
{
	uint64_t seed = 9;

	for (int round = 0; round < 20000; round++) {
		static const char some[] =
		    "aA -.\"\xc3\x89\xe2\x80\x94\xff\x80";
		size_t n = 1 + random_below(&seed, 12);
		size_t from = random_below(&seed, (uint32_t)n);
		char *bytes = tcn_mem_alloc(n);
		struct tcn_str text = { bytes, n };
		struct tcn_str word = { bytes + from, n - from };
		struct tcn_word_case_counts counts = { 0 };

		for (size_t i = 0; i < n; i++)
			bytes[i] = some[random_below(&seed, sizeof some - 1)];
		tcn_word_case_count(&counts, word, tcn_word_case(word));
		ck_assert_uint_le(counts.capitals + counts.smalls, 1);
		if (tcn_word_is_inside(text, word))
			ck_assert_uint_gt(from, 0);
		(void)tcn_word_case_has_label(text);
		(void)tcn_word_case_has_label(word);
		tcn_mem_free(bytes);
	}
}
END_TEST

TCN_TESTS(word_case)
{
	TCN_EACH(the_first_letter_tells, words);
	TCN_EACH(a_word_stands_inside_a_sentence, places);
	TCN_EACH(a_headline_has_a_form, headlines);
	tcase_add_test(tc, figures_far_behind_are_none);
	TCN_EACH(a_label_is_glued_on, labels);
	tcase_add_test(tc, hostile_bytes_do_no_harm);
}
