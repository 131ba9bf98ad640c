/*
 * tools/lab/eval/fit/fit_score.c - what the score says of a story: the one
 * place where a fit meets the score.
 */
#include <assert.h>

#include "tools/lab/eval/fit/fit_stream.h"
#include "window/story/news_score.h"

size_t
tcn_fit_features(const char *names[TCN_FIT_FEATURES_MAX],
    const char *meanings[TCN_FIT_FEATURES_MAX])
{
	static_assert((int)TCN_NEWS_FEATURES <= (int)TCN_FIT_FEATURES_MAX,
	    "room for every feature of the score");
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
		names[i] = tcn_news_score_name((enum tcn_news_feature)i);
		meanings[i] = tcn_news_score_meaning((enum tcn_news_feature)i);
	}
	return TCN_NEWS_FEATURES;
}

void
tcn_fit_set_features(struct tcn_fit_conf *conf,
    const struct tcn_news_weights *weights)
{
	/* Features that need capitals. */
	static const enum tcn_news_feature cased[] = { TCN_NEWS_NAME,
		TCN_NEWS_SOLO, TCN_NEWS_LABEL };

	conf->holds = conf->drops = 0;
	for (size_t i = 0; i < sizeof cased / sizeof *cased; i++)
		conf->drops |= UINT64_C(1) << cased[i];
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++)
		conf->held[i] = weights->weight[i];
}

void
tcn_fit_read_score(const struct tcn_story_index *index, uint64_t id,
    int64_t now_ms, struct tcn_fit_story *story)
{
	struct tcn_story_verdict v = { .gate = TCN_STORY_GATE_NONE };

	tcn_story_measure(index, id, now_ms, NULL, &v);
	for (unsigned i = 0; i < TCN_NEWS_FEATURES; i++) {
		story->x[i] = v.score.x[i];
		story->is_known[i] = v.score.is_known[i];
	}
	/* What was told follows from the weights that told it: it keeps its
	 * own. */
	story->is_known[TCN_NEWS_TOLD] = false;
	story->p = v.score.p;
}
