/*
 * window/story/news_words.h - what a feature of the score says, in plain words.
 *
 * One sentence without a beginning and an end for each feature and range of its
 * value, "figures in 37 % of the headlines", "no figures in the headlines". An
 * editor who has never seen a table of weights should be able to hold it
 * against what he sees in the headlines, so it says what is there; whether that
 * speaks for or against the story is said beside it. "Only" marks what is less
 * than in the mean of the stories that were judged (window/story/news_score.h).
 * It is the one place that makes these sentences: what stores, prints or sends
 * them takes them from here. Pure. O(1).
 */
#ifndef TCN_WINDOW_STORY_NEWS_WORDS_H
#define TCN_WINDOW_STORY_NEWS_WORDS_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/item/record.h"
#include "window/story/news_score.h"

/* Appends what the score's value of the feature says. Other features are
 * looked at where the sentence needs them: a phrase in 5 % of 20 texts is a
 * phrase in none but one. The feature need not be known. */
void tcn_news_words_say(const struct tcn_news_score *score,
    enum tcn_news_feature feature, struct tcn_buf *out);

/* Appends that so many stories were counted together, for a name that they
 * share: a fact, which no feature weighs. */
void tcn_news_words_family(uint32_t stories, struct tcn_str name,
    struct tcn_buf *out);

/* Appends that a story fires early, with n of as many as are asked for of
 * others: a fact, too. */
void tcn_news_words_early(uint32_t n, uint32_t of, enum tcn_rule_unit unit,
    struct tcn_buf *out);

#endif
