/*
 * window/story/news_budget.h - how high the score must be for so many alerts a
 * day.
 *
 * An editor knows how many alerts a day are welcome, and not which probability
 * that takes. So the best score of every large story is counted, in steps of a
 * quarter, fading with the half-life of document frequencies (14 days). The
 * threshold for a budget is the lowest step from which on no more stories than
 * that were scored a day. It is looked for once a day and then stands, so that
 * two stories of one day are held against the same one.
 *
 * Nothing is known before a week has passed: tcn_news_budget_threshold() says
 * so, and the caller goes by a probability until then.
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
#define TCN_NEWS_BUDGET_DAYS  7 /* before anything is known */

/* All zero: nothing has been counted. */
struct tcn_news_budget {
	struct tcn_decay_count steps[TCN_NEWS_BUDGET_STEPS];
	/* The same as it stood when this day began, a day; day 0: never. */
	int64_t day;
	double above[TCN_NEWS_BUDGET_STEPS]; /* stories a day, this step up */
};

/*
 * Counts a story whose best score is z now. step: where it was counted before,
 * 0 for nowhere; the return value is where it is counted now.
 */
uint8_t tcn_news_budget_count(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, uint8_t step, double z);

/* A story counted at step `from` is part of the one at *to now. */
void tcn_news_budget_merge(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, uint8_t *to, uint8_t from);

/* A day has begun, first_ms being the stream's first item: takes stock. */
void tcn_news_budget_begin_day(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, int64_t first_ms, int64_t now_ms);

/*
 * The least score for so many alerts a day, more than 0. False: it is not known
 * yet.
 */
bool tcn_news_budget_threshold(const struct tcn_news_budget *budget,
    double alerts_a_day, double *z);

#endif
