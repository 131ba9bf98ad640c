#include "window/story/news_score.h"

#include <assert.h>

#include "engine/base/real.h"

static const struct tcn_news_weights defaults = {
	.bias = TCN_NEWS_SCORE_BIAS,
	.weight = {
#define WEIGHT_OF(id, name, weight, mean, unit, meaning)                       \
	[TCN_NEWS_##id] = (weight),
		TCN_NEWS_SCORE_TABLE(WEIGHT_OF)
#undef WEIGHT_OF
	},
	.mean = {
#define MEAN_OF(id, name, weight, mean, unit, meaning) [TCN_NEWS_##id] = (mean),
		TCN_NEWS_SCORE_TABLE(MEAN_OF)
#undef MEAN_OF
	},
};

static const struct {
	const char *name, *meaning;
} rows[] = {
#define ROW(id, name, weight, mean, unit, meaning)                             \
	[TCN_NEWS_##id] = { name, meaning },
	TCN_NEWS_SCORE_TABLE(ROW)
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

static double
size_of(double part)
{
	return part < 0 ? -part : part;
}

size_t
tcn_news_score_order(const struct tcn_news_score *score,
    enum tcn_news_feature order[TCN_NEWS_FEATURES])
{
	size_t n = 0;

	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
		double size = size_of(score->part[i]);
		size_t at = n;

		if (!score->is_known[i])
			continue;
		for (; at > 0 && size_of(score->part[order[at - 1]]) < size;
		     at--)
			order[at] = order[at - 1];
		order[at] = (enum tcn_news_feature)i;
		n++;
	}
	return n;
}

void
tcn_news_score_sum(const struct tcn_news_weights *weights,
    struct tcn_news_score *score)
{
	score->z = weights->bias;
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
		score->part[i] = score->is_known[i]
		    ? weights->weight[i] * (score->x[i] - weights->mean[i])
		    : 0;
		if ((i == TCN_NEWS_LIFT || i == TCN_NEWS_BURST) &&
		    score->part[i] > 0)
			score->part[i] *= 1 - score->young;
		score->z += score->part[i];
	}
	score->p = 1 / (1 + tcn_real_exp(-score->z));
}
