/*
 * What the score of a story says of it, when an event fires, is a sentence that
 * reports know in each language: each feature, over all its ranges.
 */
#include "tests/base/run.h"

#include <math.h>

#include "tools/tell/words/reason.h"
#include "window/story/news_words.h"

static struct tcn_words *words[TCN_WORDS_LANGUAGES];

static void
set_up(void)
{
	for (unsigned l = 0; l < TCN_WORDS_LANGUAGES; l++)
		ck_assert(!tcn_words_new((enum tcn_words_language)l, "UTC",
		    &words[l], NULL));
}

static void
tear_down(void)
{
	for (unsigned l = 0; l < TCN_WORDS_LANGUAGES; l++)
		tcn_words_free(words[l]);
}

/* The sentence in a language, which must know it. */
static void
say(enum tcn_words_language language, struct tcn_str says, struct tcn_buf *out)
{
	tcn_buf_clear(out);
	ck_assert_msg(tcn_reason_say(words[language], says, out),
	    "not known: %.*s", TCN_STR_ARG(says));
}

static void
know(struct tcn_str says)
{
	struct tcn_buf out = { 0 };

	for (unsigned l = 0; l < TCN_WORDS_LANGUAGES; l++) {
		bool same;

		say((enum tcn_words_language)l, says, &out);
		same = tcn_str_equal(says, tcn_buf_view(&out));
		if (tcn_words_has((enum tcn_words_language)l) && l)
			ck_assert_msg(!same, "%s: %s", tcn_words_codes[l],
			    out.at);
		ck_assert(memchr(out.at, '{', out.n) == NULL);
	}
	tcn_buf_fini(&out);
}

START_TEST(each_sentence_is_known)
{
	for (unsigned f = 0; f < TCN_NEWS_FEATURES; f++)
		for (int x = -80; x <= 80; x++) {
			struct tcn_news_score score = { 0 };
			struct tcn_buf says = { 0 };

			tcn_news_score_set(&score, (enum tcn_news_feature)f,
			    x / 20.0);
			tcn_news_words_say(&score, (enum tcn_news_feature)f,
			    &says);
			if (says.n)
				know(tcn_buf_view(&says));
			tcn_buf_fini(&says);
		}
}
END_TEST

START_TEST(what_no_range_says)
{
	struct tcn_news_score score = { 0 };
	struct tcn_buf says = { 0 };

	tcn_news_score_set(&score, TCN_NEWS_TEXTS, 1);
	tcn_news_score_set(&score, TCN_NEWS_PHRASE, 0.4);
	tcn_news_words_say(&score, TCN_NEWS_PHRASE, &says);
	know(tcn_buf_view(&says));
	tcn_buf_clear(&says);
	know(tcn_str("its rule asks for: acme corp; language: fr"));
	/* as alerts of before 0.2 have it */
	know(tcn_str("counts 3 stories that share the name Oster"));
	tcn_buf_fini(&says);
}
END_TEST

START_TEST(values_are_written_as_the_language_does)
{
	struct tcn_buf out = { 0 };

	say(TCN_WORDS_DE,
	    tcn_str("2.3 times as large as any story like it in the days "
		    "before"),
	    &out);
	if (tcn_words_has(TCN_WORDS_DE))
		ck_assert_str_eq(out.at,
		    "2,3-mal so groß wie jede ähnliche Geschichte der Tage "
		    "davor");
	say(TCN_WORDS_EN, tcn_str("figures in 37 % of the headlines"), &out);
	ck_assert_str_eq(out.at, "figures in 37% of the headlines");
	tcn_buf_clear(&out);
	/* Of another version, or of nobody. */
	ck_assert(!tcn_reason_say(words[TCN_WORDS_DE],
	    tcn_str("only a few different texts"), &out));
	ck_assert_str_eq(out.at, "only a few different texts");
	tcn_buf_clear(&out);
	ck_assert(!tcn_reason_say(words[TCN_WORDS_DE], tcn_str(""), &out));
	ck_assert(!tcn_reason_say(words[TCN_WORDS_DE],
	    tcn_str("figures in 37 % of the headlines, too"), &out));
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(report_reason)
{
	tcase_add_checked_fixture(tc, set_up, tear_down);
	tcase_add_test(tc, each_sentence_is_known);
	tcase_add_test(tc, what_no_range_says);
	tcase_add_test(tc, values_are_written_as_the_language_does);
}
