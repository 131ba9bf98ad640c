#include "window/story/news_score.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/buf.h"
#include "engine/base/real.h"

enum unit {
	TIMES, /* x is the logarithm of a ratio */
	COUNT, /* x is the logarithm of a number */
	SHARE, /* 0 to 1 */
	OF_ONE, /* the logarithm of a share and a twentieth */
	POINTS, /* the difference of two shares */
	WEIGHT,
};

static const struct tcn_news_weights defaults = {
	.bias = TCN_NEWS_SCORE_BIAS,
	.weight = {
#define WEIGHT_OF(id, name, weight, mean, unit, says)                          \
	[TCN_NEWS_##id] = (weight),
		TCN_NEWS_SCORE_TABLE(WEIGHT_OF)
#undef WEIGHT_OF
	},
	.mean = {
#define MEAN_OF(id, name, weight, mean, unit, says) [TCN_NEWS_##id] = (mean),
		TCN_NEWS_SCORE_TABLE(MEAN_OF)
#undef MEAN_OF
	},
};

static const struct {
	const char *name, *says;
	enum unit unit;
} rows[] = {
#define ROW(id, name, weight, mean, unit, says)                                \
	[TCN_NEWS_##id] = { name, says, unit },
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
	return rows[feature].says;
}

static void
format_value(enum unit unit, double x, char *text, size_t n)
{
	double e = tcn_real_exp(x < 20 ? x : 20);

	switch (unit) {
	case TIMES:
		snprintf(text, n, "%.*f times", e < 9.95, e);
		break;
	case COUNT:
		snprintf(text, n, "%.0f", e);
		break;
	case OF_ONE:
		snprintf(text, n, "%.0f %%", (e - 0.05) * 100);
		break;
	case SHARE:
		snprintf(text, n, "%.0f %%", x * 100);
		break;
	case POINTS:
		snprintf(text, n, "%+.0f points", x * 100);
		break;
	case WEIGHT:
		snprintf(text, n, "%.2f", x);
		break;
	}
}

void
tcn_news_score_say(enum tcn_news_feature feature, double x, struct tcn_buf *out)
{
	const char *says, *at;
	char value[32];

	assert((unsigned)feature < TCN_NEWS_FEATURES);
	says = rows[feature].says;
	at = strstr(says, "%s");
	format_value(rows[feature].unit, x, value, sizeof value);
	tcn_buf_add(out, says, (size_t)(at - says));
	tcn_buf_z(out, value);
	tcn_buf_z(out, at + 2);
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
		score->z += score->part[i];
	}
	score->p = 1 / (1 + tcn_real_exp(-score->z));
}
