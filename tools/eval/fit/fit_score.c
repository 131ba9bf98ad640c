/*
 * tools/eval/fit/fit_score.c - what the score says of a story: the one place
 * where a fit meets the score.
 */
#include "engine/base/real.h"
#include "tools/eval/fit/fit_stream_impl.h"

static const struct {
	const char *name, *meaning;
} features[] = {
	{ "rise", "log of its size over the largest like it in days before" },
	{ "stir", "how busy its words are over their baseline" },
	{ "form", "share of its texts that hold one phrase" },
	{ "rare", "share of rare words that its texts have in common" },
	{ "told", "share of its weight in words told within a day" },
	{ "notices", "share of its texts that are tables, or dated" },
};

size_t
tcn_fit_features(const char *names[TCN_FIT_FEATURES_MAX],
    const char *meanings[TCN_FIT_FEATURES_MAX])
{
	size_t n = sizeof features / sizeof *features;

	for (size_t i = 0; i < n; i++) {
		names[i] = features[i].name;
		meanings[i] = features[i].meaning;
	}
	return n;
}

void
tcn_fit_set_features(struct tcn_fit_conf *conf)
{
	conf->holds = conf->drops = 0;
}

enum tcn_rc
tcn_fit_take_score(const struct tcn_story_index *index, uint64_t id,
    int64_t now_ms, struct tcn_fit_story *story, bool *scored)
{
	struct tcn_story_verdict v = { .gate = TCN_STORY_GATE_NONE };
	enum tcn_rc rc = tcn_story_measure(index, id, now_ms, NULL, &v);
	double x[] = { tcn_real_log(v.burst_ratio + 1e-3),
		tcn_real_log(v.term_burst + 1e-3), v.trigram_share,
		v.rare_overlap, v.reported_share, v.notice_share };

	for (size_t i = 0; !rc && i < sizeof x / sizeof *x; i++) {
		story->x[i] = x[i];
		story->is_known[i] = true;
	}
	story->p = 0.5;
	*scored = !rc;
	return rc;
}
