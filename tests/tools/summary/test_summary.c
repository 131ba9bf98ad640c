#include "tests/base/run.h"

#include <stdio.h>

#include "engine/base/mem.h"
#include "tools/summary/summary.h"

#define LINES_MAX 8

struct result {
	struct tcn_summary_line lines[LINES_MAX];
	size_t n;
};

static struct result
summarise(const struct tcn_summary_text *texts, size_t n, const char *headline,
    size_t lines_max)
{
	struct tcn_summary summary = { .texts = texts,
		.texts_n = n,
		.headline = tcn_str(headline),
		.lines_max = lines_max };
	struct result result = { .n = 0 };

	ck_assert_int_eq(tcn_prepare_new(NULL, &summary.prep, NULL), TCN_OK);
	ck_assert_int_eq(tcn_summary_make(&summary, result.lines, &result.n),
	    TCN_OK);
	tcn_prepare_free(summary.prep);
	return result;
}

static bool
says(const struct tcn_summary_line *line, const char *text)
{
	return tcn_str_equal(line->sentence, tcn_str(text));
}

#define TEXT(text_, origin_, publisher_)                                       \
	{                                                                      \
		.title = TCN_STR("A title"), .text = TCN_STR(text_),           \
		.lang = TCN_STR("en"), .origin = (origin_),                    \
		.publisher = (publisher_)                                      \
	}

#define DAM   "The dam above Oster broke at dawn after days of heavy rain."
#define FLOOD "Water from the broken dam flooded the lower town of Oster."
#define SHEEP "A farmer in another valley won first prize for his sheep."

START_TEST(central_sentences_win)
{
	static const struct tcn_summary_text texts[] = {
		TEXT(SHEEP, 1, 1),
		TEXT("Rain had been heavy for days when the dam broke, people "
		     "in Oster said. The cafe was closed today.",
		    2, 2),
		TEXT(DAM, 3, 3),
		TEXT(FLOOD, 4, 4),
		TEXT("Heavy rain broke the dam above Oster, officials said.", 5,
		    5),
	};
	struct result result = summarise(texts, 5, "", 2);

	ck_assert_uint_eq(result.n, 2);
	ck_assert(!says(&result.lines[0], SHEEP));
	ck_assert(!says(&result.lines[1], SHEEP));
	ck_assert(result.lines[0].score >= result.lines[1].score);
	ck_assert(result.lines[0].score > 0 && result.lines[0].score <= 1.001);
}
END_TEST

/* Ten copies of one text are one voice. */
START_TEST(copies_do_not_count)
{
	struct tcn_summary_text texts[13];
	struct tcn_summary_text others[] = {
		TEXT(DAM, 2, 2),
		TEXT(FLOOD, 3, 3),
		TEXT("People of Oster fled when the dam broke.", 4, 4),
	};
	struct result result;

	for (size_t i = 0; i < 10; i++)
		texts[i] = (struct tcn_summary_text)TEXT(SHEEP, 1, 9);
	memcpy(texts + 10, others, sizeof others);
	result = summarise(texts, 13, "", 1);
	ck_assert_uint_eq(result.n, 1);
	ck_assert(!says(&result.lines[0], SHEEP));
}
END_TEST

START_TEST(one_line_an_origin_and_publishers_differ)
{
	static const struct tcn_summary_text texts[] = {
		TEXT(DAM " The broken dam of Oster was built in rainy 1911.", 1,
		    1),
		TEXT("Engineers had warned that the dam above Oster was weak.",
		    2, 1),
		TEXT("Helicopters fly over Oster to look for the missing.", 3,
		    2),
	};
	struct result result = summarise(texts, 3, "", LINES_MAX);

	ck_assert_uint_eq(result.n, 3);
	for (size_t i = 0; i < 3; i++) {
		for (size_t k = 0; k < i; k++)
			ck_assert_uint_ne(result.lines[i].text,
			    result.lines[k].text);
	}
	ck_assert_uint_eq(texts[result.lines[1].text].publisher +
		texts[result.lines[0].text].publisher,
	    3);
}
END_TEST

START_TEST(nothing_is_said_twice)
{
	static const struct tcn_summary_text texts[] = {
		TEXT(DAM, 1, 1),
		TEXT("At dawn the dam above Oster broke after days of heavy "
		     "rain, police said.",
		    2, 2),
		TEXT(FLOOD, 3, 3),
	};
	struct result result = summarise(texts, 3,
	    "Water from broken dam floods lower town of Oster", LINES_MAX);

	ck_assert_uint_eq(result.n, 1);
	ck_assert(!says(&result.lines[0], FLOOD));
}
END_TEST

/* Lines folded at a width, and abbreviations, do not end a sentence. */
START_TEST(sentences_are_whole)
{
	static const struct tcn_summary_text texts[] = {
		TEXT("Mr. J. Adler said the dam above Oster had broken at "
		     "dawn\n"
		     "After days of rain,\nwhich was heavy. More soon.\n"
		     "    Other matters",
		    1, 1),
	};
	struct result result = summarise(texts, 1, "", 1);

	ck_assert_uint_eq(result.n, 1);
	ck_assert(says(&result.lines[0],
	    "Mr. J. Adler said the dam above Oster had broken at dawn\nAfter "
	    "days of rain,\nwhich was heavy."));
	ck_assert_ptr_eq(result.lines[0].sentence.at, texts[0].text.at);
}
END_TEST

START_TEST(titles_stand_for_missing_texts)
{
	static const struct tcn_summary_text texts[] = {
		{ .title = TCN_STR("Dam above Oster breaks"),
		    .lang = TCN_STR("en"),
		    .origin = 1 },
		{ .title = TCN_STR("Oster dam: water in lower town"),
		    .text = TCN_STR("Short."),
		    .lang = TCN_STR("xx\xff"),
		    .origin = 2 },
		{ .origin = 3 },
	};
	struct result result = summarise(texts, 3, "", LINES_MAX);

	ck_assert_uint_eq(result.n, 2);
	ck_assert_uint_lt(result.lines[0].text, 2);
	ck_assert_uint_lt(result.lines[1].text, 2);
	result = summarise(texts, 0, "Headline", LINES_MAX);
	ck_assert_uint_eq(result.n, 0);
}
END_TEST

/* The plain definition, on sentences of two-letter words, ranks the same. */
START_TEST(scores_are_cosines_to_the_mean)
{
	static const struct tcn_summary_text texts[] = {
		TEXT("qa qb qc qd qe qf", 1, 1),
		TEXT("qa qb qc qg qh qi", 2, 2),
	};
	struct result result = summarise(texts, 2, "", LINES_MAX);
	/* idf of a shared word is ln 2, of another ln 3 */
	double a = 0.6931471805599453, b = 1.0986122886681098;
	double shared = 3 * a * a, own = 3 * b * b;
	double want = (2 * shared + own) /
	    __builtin_sqrt((shared + own) * (4 * shared + 2 * own));

	ck_assert_uint_ge(result.n, 1);
	ck_assert_double_eq_tol(result.lines[0].score, want, 1e-6);
}
END_TEST

TCN_TESTS(summary)
{
	tcase_add_test(tc, central_sentences_win);
	tcase_add_test(tc, copies_do_not_count);
	tcase_add_test(tc, one_line_an_origin_and_publishers_differ);
	tcase_add_test(tc, nothing_is_said_twice);
	tcase_add_test(tc, sentences_are_whole);
	tcase_add_test(tc, titles_stand_for_missing_texts);
	tcase_add_test(tc, scores_are_cosines_to_the_mean);
}
