/*
 * window/story/news_words.h - the value of each feature of the score in plain
 * words.
 *
 * One sentence without a beginning and an end for each feature and range of its
 * value, "figures in 37 % of the headlines", "no figures in the headlines". An
 * editor who has never seen a table of weights should be able to compare it
 * with the headlines, so it states the value; whether that speaks for or
 * against the story is shown beside it. "Only" marks a value below the mean of
 * the stories that were judged (window/story/news_score.h). All code that
 * stores, prints or sends these sentences takes them from here. Pure. O(1).
 */
#ifndef TCN_WINDOW_STORY_NEWS_WORDS_H
#define TCN_WINDOW_STORY_NEWS_WORDS_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/item/record.h"
#include "window/story/news_score.h"

/* Appends the sentence for the feature's value in the score. It may depend on
 * other features: a phrase in 5 % of 20 texts is one in a single text. The
 * feature need not be known. */
void tcn_news_words_say(const struct tcn_news_score *score,
    enum tcn_news_feature feature, struct tcn_buf *out);

/* Appends the sentence that a story fires early, with n of the `of` that other
 * stories need: a fact, which no feature weighs. */
void tcn_news_words_early(uint32_t n, uint32_t of, enum tcn_rule_unit unit,
    struct tcn_buf *out);

#endif
