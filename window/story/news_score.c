#include "window/story/news_score.h"

#include <assert.h>

#include "engine/base/real.h"

#define BIAS -1.5

static const struct tcn_news_weights defaults = {
	.bias = BIAS,
	.weight = {
#define WEIGHT(id, name, weight, mean, meaning) [TCN_NEWS_##id] = (weight),
		TCN_NEWS_TABLE(WEIGHT)
#undef WEIGHT
	},
	.mean = {
#define MEAN(id, name, weight, mean, meaning) [TCN_NEWS_##id] = (mean),
		TCN_NEWS_TABLE(MEAN)
#undef MEAN
	},
};

static const struct {
	const char *name, *meaning;
} rows[] = {
#define ROW(id, name, weight, mean, meaning)                                   \
	[TCN_NEWS_##id] = { name, meaning },
	TCN_NEWS_TABLE(ROW)
#undef ROW
};

const struct tcn_news_weights *
tcn_news_weights_default(void)
{
	return &defaults;
}

const char *
tcn_news_score_name(enum tcn_news_feature feature)
{
	assert((unsigned)feature < TCN_NEWS_FEATURES);
	return rows[feature].name;
}

const char *
tcn_news_score_meaning(enum tcn_news_feature feature)
{
	assert((unsigned)feature < TCN_NEWS_FEATURES);
	return rows[feature].meaning;
}

double
tcn_news_score_part(const struct tcn_news_weights *weights,
    const struct tcn_news_score *score, enum tcn_news_feature feature)
{
	assert((unsigned)feature < TCN_NEWS_FEATURES);
	return score->is_known[feature]
	    ? weights->weight[feature] *
		(score->x[feature] - weights->mean[feature])
	    : 0;
}

void
tcn_news_score_sum(const struct tcn_news_weights *weights, struct tcn_news_score *score)
{
	score->z = weights->bias;
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		score->z += tcn_news_score_part(weights, score,
		    (enum tcn_news_feature)i);
	score->p = 1 / (1 + tcn_real_exp(-score->z));
}
