/*
 * What the values of the features say.
 */
#include "tests/base/run.h"

#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "window/story/news_words.h"

/* The sentence, until the next call. */
static const char *
say(const struct tcn_news_score *score, enum tcn_news_feature feature)
{
	static char text[160];
	struct tcn_buf out = { 0 };

	tcn_news_words_say(score, feature, &out);
	ck_assert_uint_lt(out.n, sizeof text);
	memcpy(text, out.at, out.n);
	text[out.n] = '\0';
	tcn_buf_fini(&out);
	return text;
}

static const struct {
	enum tcn_news_feature feature;
	double x;
	const char *says;
} sayings[] = {
	/* 0, and one */
	{ TCN_NEWS_TEXTS, 0, "one text only" },
	{ TCN_NEWS_PUBLISHERS, 0, "one publisher only" },
	{ TCN_NEWS_FIGURES, 0, "no figures in the headlines" },
	{ TCN_NEWS_FIGURES, 1, "figures in all headlines" },
	{ TCN_NEWS_SOLO, 0, "no name that stands in one headline only" },
	{ TCN_NEWS_NAME, 0, "no name that the texts share" },
	{ TCN_NEWS_RECURS, 0, "nothing like it has come at this time of day" },
	{ TCN_NEWS_RECURS, 1, "all that was like it came at this time of day" },
	{ TCN_NEWS_SAID, 0, "nobody speaks in the headlines" },
	{ TCN_NEWS_SAID, 0.1, "somebody speaks in only 10 % of the headlines" },
	{ TCN_NEWS_STREAM, -5, "hardly any of all items since its first" },
	{ TCN_NEWS_STREAM, -3, "5 % of all items since its first" },
	{ TCN_NEWS_TOPIC, 0.048790164, "all texts have the same subject" },
	/* more than one */
	{ TCN_NEWS_TEXTS, 3.401197382, "30 different texts" },
	{ TCN_NEWS_PUBLISHERS, 0.693147181,
	    "2 publishers with texts of their own" },
	/* less than is usual, and more */
	{ TCN_NEWS_TEXTS, 2.302585093, "only 10 different texts" },
	{ TCN_NEWS_FIGURES, 0.1, "figures in only 10 % of the headlines" },
	{ TCN_NEWS_FIGURES, 0.37, "figures in 37 % of the headlines" },
	{ TCN_NEWS_FIGURES, 0.997, "figures in 99 % of the headlines" },
	{ TCN_NEWS_SOLO, 0.9,
	    "each headline names somebody or something else" },
	/* log(n + 0.05) */
	{ TCN_NEWS_BURST, 0.717839793,
	    "its words are 2 times as frequent as they ever were in the days "
	    "before" },
	{ TCN_NEWS_BURST, 2.5,
	    "its words are 12 times as frequent as they ever were in the days "
	    "before" },
	{ TCN_NEWS_BURST, -0.597837001,
	    "its words were 2 times as frequent in the days before" },
	{ TCN_NEWS_BURST, 0.048790164,
	    "its words are as frequent as they ever were in the days before" },
	{ TCN_NEWS_LIFT, -2.995732274,
	    "stories like it were more than ten times as large in the days "
	    "before" },
	{ TCN_NEWS_LIFT, -0.798507696,
	    "a story like it was 2.5 times as large in the days before" },
};

START_TEST(a_value_is_said_in_plain_words)
{
	struct tcn_news_score score = { 0 };

	tcn_news_score_set(&score, sayings[_i].feature, sayings[_i].x);
	ck_assert_str_eq(say(&score, sayings[_i].feature), sayings[_i].says);
}
END_TEST

/* A phrase in 10 % of 8 texts is in one of them. */
START_TEST(a_phrase_of_one_text_is_not_shared)
{
	struct tcn_news_score score = { 0 };

	tcn_news_score_set(&score, TCN_NEWS_PHRASE, 0.125);
	ck_assert_str_eq(say(&score, TCN_NEWS_PHRASE),
	    "only 12 % of the texts hold the same three words in a row");
	tcn_news_score_set(&score, TCN_NEWS_TEXTS, 2.0794415);
	ck_assert_str_eq(say(&score, TCN_NEWS_PHRASE),
	    "no two texts hold the same phrase");
	tcn_news_score_set(&score, TCN_NEWS_PHRASE, 0.25);
	ck_assert_str_eq(say(&score, TCN_NEWS_PHRASE),
	    "25 % of the texts hold the same three words in a row");
	tcn_news_score_set(&score, TCN_NEWS_TEXTS, 1.386294361);
	ck_assert_str_eq(say(&score, TCN_NEWS_PHRASE),
	    "too few texts to tell a phrase that they share");
}
END_TEST

/* From far below to far above every range: a sentence, without a % that
 * stands for something. */
START_TEST(every_value_is_said)
{
	static const char *const starts[] = { "%s", "%r", "nan", "inf" };

	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		for (double x = -800; x<800; x += x> - 4 && x < 4 ? 0.003 : 7) {
			struct tcn_news_score score = { 0 };
			const char *says;

			tcn_news_score_set(&score, (enum tcn_news_feature)i, x);
			says = say(&score, (enum tcn_news_feature)i);
			ck_assert_uint_gt(strlen(says), 8);
			for (size_t k = 0; k < 4; k++)
				ck_assert_ptr_null(strstr(says, starts[k]));
			ck_assert_ptr_null(strstr(says, " 0 "));
			ck_assert_ptr_null(strstr(says, "100 %"));
		}
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(early_is_said_with_its_count)
{
	struct tcn_buf out = { 0 };

	tcn_news_words_early(12, 16, TCN_RULE_ITEMS, &out);
	tcn_buf_z(&out, "; ");
	tcn_news_words_early(3, 4, TCN_RULE_ORIGINS, &out);
	ck_assert_str_eq(out.at, "early: 12 of 16 items; early: 3 of 4 texts");
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(news_words)
{
	TCN_EACH(a_value_is_said_in_plain_words, sayings);
	tcase_add_test(tc, a_phrase_of_one_text_is_not_shared);
	tcase_add_test(tc, every_value_is_said);
	tcase_add_test(tc, early_is_said_with_its_count);
}
