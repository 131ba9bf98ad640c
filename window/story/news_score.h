/*
 * window/story/news_score.h - one number that says how likely a large story is news.
 *
 * News is several sentences about one name that was not there before; a notice
 * is one form that is filled in with another name each time, in a title, with
 * figures, at the hour at which it always comes. No single one of these signs
 * decides. So a story is scored by logistic regression (Cox 1958):
 *
 *	z = bias + sum of weight * (x - mean)	over the features that are known
 *	p = 1 / (1 + exp(-z))
 *
 * A feature that cannot be known contributes nothing, as if it were what it is
 * in the mean: there are no capitals in Arabic, no headlines in posts, and no
 * baseline on the first day. Several features say nearly the same with and
 * without capitals (name and word, solo and spread), and the weights were
 * fitted with and without those that need capitals, so that what is left
 * decides where they are unknown. Each term of the sum is a part of the answer
 * to the question why (tcn_news_score_part), which `explain` prints.
 *
 * The table below is all there is: a feature is a row. How the weights were
 * fitted is said in man/detection-numbers.md, and `tocsin fit` fits others, to
 * the stories that a newsroom has judged itself.
 */
#ifndef TCN_WINDOW_STORY_NEWS_SCORE_H
#define TCN_WINDOW_STORY_NEWS_SCORE_H

#include <stdbool.h>
#include <stddef.h>

/* X(ID, name, weight, mean, what it measures) */
/* clang-format off */
#define TCN_NEWS_TABLE(X)                                                     \
	X(LIFT, "lift", 0.3, 0,                                              \
	    "logarithm of the items over the largest like story before, and "  \
	    "over how busy stream and publishers are")                         \
	X(BURST, "burst", 0.7, 0,                                              \
	    "logarithm of the rate of its terms over their baselines")         \
	X(TEXTS, "texts", 0.8, 2.5,                                            \
	    "logarithm of the distinct texts")                                 \
	X(PUBLISHERS, "publishers", 1.5, 0,                                    \
	    "logarithm of the publishers")                                     \
	X(NAME, "name", 0.2, 2.0,                                             \
	    "share times idf of the name that most texts share")               \
	X(WORD, "word", 0.5, 4.7,                                             \
	    "share times idf of the word that most texts share")               \
	X(SECOND, "second", 0.23, 2.7,                                         \
	    "share times idf of the second such word")                         \
	X(SOLO, "solo", -1.4, 0.57,                                           \
	    "names that a single item holds, an item")                         \
	X(SPREAD, "spread", -2.6, 0.27,                                        \
	    "share of words that a single item holds")                         \
	X(TOPIC, "topic", 2.1, 0.82,                                           \
	    "share of the texts that hold what most share")                    \
	X(TITLED, "titled", -1.1, -0.21,                                       \
	    "share of headlines written as titles, less what is usual of "     \
	    "the publishers")                                                  \
	X(FIGURES, "figures", -1.9, 0.27,                                      \
	    "share of headlines with figures")                                 \
	X(LABEL, "label", -2.0, 0.18,                                         \
	    "share of headlines that begin with a label in capitals")          \
	X(FIRST, "first", -1.8, 0.42,                                          \
	    "share of the commonest first word")                               \
	X(PHRASE, "phrase", -1.7, 0.22,                                        \
	    "share of texts that hold one phrase of three words")              \
	X(RECURS, "recurs", -5.0, 0.37,                                        \
	    "how much of what was like it came at this quarter of the day")    \
	X(BUSY, "busy", -0.6, 0.18,                                            \
	    "logarithm of the stories a day that grow large, over 7")          \
	X(TOLD, "told", -3.0, 0,                                               \
	    "share of its weight in terms reported of late")
/* clang-format on */

enum tcn_news_feature {
#define TCN_NEWS_ID(id, name, weight, mean, meaning) TCN_NEWS_##id,
	TCN_NEWS_TABLE(TCN_NEWS_ID)
#undef TCN_NEWS_ID
	TCN_NEWS_FEATURES
};

/* What of the table can be fitted. */
struct tcn_news_weights {
	double bias;
	double weight[TCN_NEWS_FEATURES], mean[TCN_NEWS_FEATURES];
};

/* One story. */
struct tcn_news_score {
	double x[TCN_NEWS_FEATURES]; /* meaningful where it is known */
	bool is_known[TCN_NEWS_FEATURES];
	double z, p;
};

/* The weights of the table. */
const struct tcn_news_weights *tcn_news_weights_default(void);

/* Name and meaning of a feature; never NULL. */
const char *tcn_news_score_name(enum tcn_news_feature feature);
const char *tcn_news_score_meaning(enum tcn_news_feature feature);

/* What the feature adds to z; 0 where it is not known. */
double tcn_news_score_part(const struct tcn_news_weights *weights,
    const struct tcn_news_score *score, enum tcn_news_feature feature);

/* Sets z and p. */
void tcn_news_score_sum(const struct tcn_news_weights *weights,
    struct tcn_news_score *score);

/* Notes what a feature is. */
static inline void
tcn_news_score_set(struct tcn_news_score *score, enum tcn_news_feature feature, double x)
{
	score->x[feature] = x;
	score->is_known[feature] = true;
}

#endif
