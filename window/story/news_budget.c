#include "window/story/news_budget.h"

#include <assert.h>

#include "engine/base/duration.h"
#include "engine/base/real.h"

#define STEP  0.25
#define LEAST (-STEP * TCN_NEWS_BUDGET_STEPS / 2)

static uint8_t
step_of(double z)
{
	double at = (z - LEAST) / STEP;

	if (!(at > 0))
		return 1;
	if (at >= TCN_NEWS_BUDGET_STEPS - 1)
		return TCN_NEWS_BUDGET_STEPS;
	return (uint8_t)((unsigned)at + 1);
}

/* Rounding must leave nothing below zero, which a count never is. */
static void
take_back(struct tcn_news_budget *budget, const struct tcn_decay *decay,
    uint8_t step)
{
	struct tcn_decay_count *count = &budget->steps[step - 1];

	tcn_decay_add(decay, count, -1);
	if (count->sum < 0)
		count->sum = 0;
}

uint8_t
tcn_news_budget_count(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, uint8_t step, double z)
{
	uint8_t now = step_of(z);

	assert(step <= TCN_NEWS_BUDGET_STEPS);
	if (now <= step)
		return step;
	if (step)
		take_back(budget, decay, step);
	tcn_decay_add(decay, &budget->steps[now - 1], 1);
	return now;
}

void
tcn_news_budget_merge(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, uint8_t *to, uint8_t from)
{
	uint8_t less = from < *to ? from : *to;

	if (less)
		take_back(budget, decay, less);
	*to = from > *to ? from : *to;
}

/* Days since first_ms, each counting less the longer ago it is. */
static double
faded_days(const struct tcn_decay *decay, int64_t first_ms, int64_t now_ms)
{
	double half = (double)decay->half_ms / TCN_DAY_MS;
	double days = (double)(now_ms - first_ms) / TCN_DAY_MS;

	return half / tcn_real_log(2) * (1 - tcn_real_exp2(-days / half));
}

void
tcn_news_budget_begin_day(struct tcn_news_budget *budget,
    const struct tcn_decay *decay, int64_t first_ms, int64_t now_ms)
{
	int64_t day = tcn_decay_period(now_ms, TCN_DAY_MS);
	double stories = 0, days;

	if (day == budget->day ||
	    now_ms - first_ms < TCN_NEWS_BUDGET_DAYS * TCN_DAY_MS)
		return;
	budget->day = day;
	days = faded_days(decay, first_ms, now_ms);
	for (unsigned i = TCN_NEWS_BUDGET_STEPS; i-- > 0;) {
		stories += tcn_decay_read(decay, budget->steps[i]);
		budget->above[i] = stories / days;
	}
}

bool
tcn_news_budget_threshold(const struct tcn_news_budget *budget,
    double alerts_a_day, double *z)
{
	unsigned i = TCN_NEWS_BUDGET_STEPS;

	assert(alerts_a_day > 0);
	if (!budget->day)
		return false;
	while (i > 0 && budget->above[i - 1] <= alerts_a_day)
		i--;
	*z = LEAST + STEP * i;
	return true;
}
