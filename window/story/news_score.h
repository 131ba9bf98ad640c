/*
 * window/story/news_score.h - the probability that a large story is news.
 *
 * News is several sentences about one name that was not there before; a notice
 * is one form that is filled in with another name each time, in a title, with
 * figures, at the hour at which it always comes. No single one of these signs
 * decides. So a story is scored by logistic regression (Cox 1958):
 *
 *	z = bias + sum of weight * (x - mean)	over the features that are known
 *	p = 1 / (1 + exp(-z))
 *
 * An unknown feature adds nothing, as if it had its mean value: there are no
 * capitals in Arabic, no headlines in posts, and no baselines on the first day.
 * Some features say nearly the same with and without capitals (name and word).
 * The weights were fitted to each story twice, with and without the features
 * that need capitals, so that the others decide where those are unknown.
 *
 * The table below has one row for each feature. Each term of the sum is one
 * reason for the verdict. man/detection-numbers.md says how the weights were
 * found; `tocsin tune fit` fits others to the stories that a newsroom has
 * judged.
 */
#ifndef TCN_WINDOW_STORY_NEWS_SCORE_H
#define TCN_WINDOW_STORY_NEWS_SCORE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * X(ID, name, weight, mean, unit, what it measures)
 *
 * The units are those of news_words.c, which puts values into words.
 *
 * Only texts and publishers are known of a story whose items came as vectors.
 * The bias is that of a wire, where one large story in eight is news; where
 * nothing tells news from notices, the odds are set by "wordless" so that nine
 * distinct texts are enough, or three of two publishers.
 *
 * "fitted" are the weights that the regression found on a year of one wire, 326
 * large stories judged by eye; the others were set. New and breaking stories
 * should come first, though continuing ones are news as well: lift, burst,
 * told. One wire cannot show that copies are no further texts, that publishers
 * confirm each other, and that a form in capitals is a form, too: texts,
 * publishers, phrase, form, topic.
 */
/* clang-format off */
#define TCN_NEWS_SCORE_TABLE(X)                                                \
	/* set */                                                              \
	X(LIFT, "lift", 0.35, 0.27, TIMES,                                     \
	    "its size over the largest story like it in the days before")      \
	X(BURST, "burst", 0.45, -0.2, TIMES,                                   \
	    "how often its words come, over how often they came at most")      \
	X(TOLD, "told", -3, 0, SHARE,                                          \
	    "share of what it is about that was in alerts of the last two "    \
	    "days")                                                            \
	X(TEXTS, "texts", 0.55, 3, COUNT, "distinct texts")                    \
	X(PUBLISHERS, "publishers", 2.5, 0, COUNT, "publishers")               \
	X(PHRASE, "phrase", -2, 0.22, SHARE,                                   \
	    "share of the texts that hold the same three words in a row")      \
	X(FORM, "form", -12, 0.03, SHARE,                                      \
	    "how far it is a form: one phrase in most texts, and no name")     \
	X(TOPIC, "topic", 2.5, -0.04, OF_ONE,                                  \
	    "share of the texts that hold what it is about")                   \
	X(WORDLESS, "wordless", 3.57, 0, SHARE,                                \
	    "share of the items that came as vectors, where that is most")     \
	/* fitted */                                                           \
	X(NAME, "name", 1.9, 0.2, WEIGHT,                                      \
	    "a name that the texts share, by share and rarity")                \
	X(WORD, "word", 4.0, 0.44, WEIGHT,                                     \
	    "a word that the texts share, by share and rarity")                \
	X(SOLO, "solo", -1.5, 0.58, WEIGHT,                                    \
	    "names of an item that no other item has")                         \
	X(FIGURES, "figures", -2.4, 0.27, SHARE,                               \
	    "share of headlines with figures")                                 \
	X(LABEL, "label", -2.7, 0.18, SHARE,                                   \
	    "share of headlines with a label in capitals before them")         \
	X(FIRST, "first", -2.9, 0.43, SHARE,                                   \
	    "share of headlines that begin with the same word")                \
	X(RECURS, "recurs", -1.1, 0.37, SHARE,                                 \
	    "share of what was like it that came at this time of the day")     \
	X(SAID, "said", 3.0, 0.17, SHARE,                                      \
	    "share of headlines by which somebody speaks: a verb of saying, "  \
	    "or a colon")                                                      \
	X(STREAM, "stream", 0.4, -3.5, OF_ALL,                                 \
	    "its share of all items since its first")
/* clang-format on */

#define TCN_NEWS_SCORE_BIAS -1.97 /* fitted */

enum tcn_news_feature {
#define TCN_NEWS_SCORE_ID(id, name, weight, mean, unit, meaning) TCN_NEWS_##id,
	TCN_NEWS_SCORE_TABLE(TCN_NEWS_SCORE_ID)
#undef TCN_NEWS_SCORE_ID
	TCN_NEWS_FEATURES
};

/* The numbers of the table that can be fitted. */
struct tcn_news_weights {
	double bias;
	double weight[TCN_NEWS_FEATURES], mean[TCN_NEWS_FEATURES];
};

/* The score of one story. */
struct tcn_news_score {
	double x[TCN_NEWS_FEATURES]; /* meaningful where `known` is set */
	bool is_known[TCN_NEWS_FEATURES];
	/* Share of a week that the stream is too young to know, 0 to 1: that a
	 * story is larger than all before, and its words more frequent, counts
	 * for it by so much less, as much comes on one day of the week. */
	double young;
	/* Set by tcn_news_score_sum(): the term that each feature adds to z, 0
	 * where it is unknown; and the probability, 0 to 1. */
	double part[TCN_NEWS_FEATURES];
	double z, p;
};

/* The default weights, those of the table. */
const struct tcn_news_weights *tcn_news_weights_default(void);

/* The name of a feature, such as "lift"; never NULL. */
const char *tcn_news_score_name(enum tcn_news_feature feature);

/* What the feature measures, such as "share of headlines with figures"; never
 * NULL. */
const char *tcn_news_score_meaning(enum tcn_news_feature feature);

/*
 * Sets order to the known features by the size of their part, largest first,
 * ties in the order of the table; returns how many there are.
 */
size_t tcn_news_score_order(const struct tcn_news_score *score,
    enum tcn_news_feature order[TCN_NEWS_FEATURES]);

/* Computes part, z and p from the known features. */
void tcn_news_score_sum(const struct tcn_news_weights *weights,
    struct tcn_news_score *score);

/* Sets the value of a feature, which is then known. */
static inline void
tcn_news_score_set(struct tcn_news_score *score, enum tcn_news_feature feature,
    double x)
{
	score->x[feature] = x;
	score->is_known[feature] = true;
}

#endif
