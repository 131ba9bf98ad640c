/*
 * window/story/news_budget.h - the score threshold for a budget of alerts a
 * day.
 *
 * An editor knows how many alerts a day are welcome, and not which probability
 * that takes. So the best score of every large story is counted, in steps of a
 * quarter, decaying with the half-life of document frequencies (14 days). The
 * threshold for a budget is the lowest step at or above which no more stories
 * than that were scored a day. It is computed once a day, so that all stories
 * of one day are compared with the same threshold.
 *
 * Before a week has passed tcn_news_budget_threshold() returns false, and the
 * caller uses a probability in its place.
 *
 * A story moves up as its score rises, and is counted once. Fixed size, O(1) a
 * story, O(steps) a day.
 */
#ifndef TCN_WINDOW_STORY_NEWS_BUDGET_H
#define TCN_WINDOW_STORY_NEWS_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "window/base/decay.h"

#define TCN_NEWS_BUDGET_STEPS 64 /* of a quarter, from -8 to 8 */
#define TCN_NEWS_BUDGET_DAYS  7 /* before a threshold is known */

/* All zero: nothing has been counted. */
struct tcn_news_budget {
	struct tcn_decay_count steps[TCN_NEWS_BUDGET_STEPS];
	/* The current day, and the counts as they stood when it began; day 0:
	 * none began yet. */
	int64_t day;
	/* stories a day at this step or above */
	double above[TCN_NEWS_BUDGET_STEPS];
};

/*
 * Counts a story whose best score is now z, once, at its highest step. step:
 * its step so far, 0 for none; returns its step now.
 */
uint8_t tcn_news_budget_count(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, uint8_t step, double z);

/* Merges two stories' counts, when one counted at step `from` becomes part of
 * one at *to; sets *to to the higher step. */
void tcn_news_budget_merge(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, uint8_t *to, uint8_t from);

/* Recomputes `above` if a new day has begun, but not in the first week.
 * first_ms: the time of the stream's first item. */
void tcn_news_budget_begin_day(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, int64_t first_ms, int64_t now_ms);

/*
 * Sets *z to the least score for so many alerts a day, more than 0. False: it
 * is not known yet.
 */
bool tcn_news_budget_threshold(const struct tcn_news_budget *budget,
    double alerts_a_day, double *z);

#endif
