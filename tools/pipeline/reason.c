#include "tools/pipeline/reason.h"

#include <math.h>

#include "engine/base/buf.h"
#include "tools/base/json_out.h"
#include "window/story/news_words.h"

/* The store takes no infinities: 0 stands for "not known". */
static double
or_zero(double n)
{
	return isfinite(n) ? n : 0;
}

static void
put_part(const char *name, double value, double part, struct tcn_buf *says,
    struct tcn_buf *out)
{
	tcn_json_open(out, NULL, '{');
	tcn_json_str(out, "name", tcn_str(name));
	tcn_json_rounded(out, "value", value, 4);
	tcn_json_rounded(out, "part", part, 2);
	tcn_json_str(out, "says", tcn_buf_view(says));
	tcn_json_close(out, '}');
}

/* What was not weighed is a fact, so no feature may be written as 0. */
static void
put_parts(const struct tcn_story_verdict *v, struct tcn_buf *out)
{
	const struct tcn_news_score *score = &v->score;
	enum tcn_news_feature order[TCN_NEWS_FEATURES];
	size_t n = tcn_news_score_order(score, order);
	struct tcn_buf says = { 0 };

	if (v->early.of) {
		tcn_news_words_early(v->early.n, v->early.of, v->early.unit,
		    &says);
		put_part("early", v->early.n, 0, &says, out);
	}
	for (size_t i = 0; i < n; i++) {
		enum tcn_news_feature feature = order[i];

		if (fabs(score->part[feature]) < 0.005)
			continue;
		tcn_buf_clear(&says);
		tcn_news_words_say(score, feature, &says);
		put_part(tcn_news_score_name(feature), score->x[feature],
		    score->part[feature], &says, out);
	}
	tcn_buf_fini(&says);
}

void
tcn_reason_put_parts(const struct tcn_story_verdict *v, const char *key,
    struct tcn_buf *out)
{
	tcn_json_open(out, key, '[');
	put_parts(v, out);
	tcn_json_close(out, ']');
}

/* What the rule asked for, as the detector said it. */
static void
put_asked(const struct tcn_event *event, struct tcn_buf *out)
{
	const struct tcn_event_part *part =
	    event->reason && event->reason->parts_n ? event->reason->parts
						    : NULL;
	struct tcn_buf says = { 0 };

	if (!part || !tcn_str_equal(part->name, tcn_str(TCN_EVENT_PART_ASKED)))
		return;
	tcn_buf_str(&says, part->says);
	put_part(TCN_EVENT_PART_ASKED, 0, 0, &says, out);
	tcn_buf_fini(&says);
}

/* A word as the event's articles write it, where they say (headlines.h). */
static struct tcn_str
say_word(struct tcn_str word, const struct tcn_event *asked,
    const struct tcn_event *event)
{
	for (size_t i = 0; i < asked->terms_n; i++) {
		if (!tcn_str_equal(asked->terms[i].word, word))
			continue;
		for (size_t k = 0; k < event->terms_n; k++)
			if (event->terms[k].id == asked->terms[i].id)
				return event->terms[k].word;
	}
	return word;
}

/* ruling: NULL where the rule judges nothing. */
static enum tcn_rc
store(struct tcn_store_tx *tx, const struct tcn_detector_ruling *ruling,
    const struct tcn_event *asked, const struct tcn_event *event)
{
	struct tcn_store_reason_row reason = { 0 };
	struct tcn_buf parts = { 0 };
	enum tcn_rc rc;

	tcn_json_open(&parts, NULL, '[');
	put_asked(asked, &parts);
	if (ruling) {
		const struct tcn_story_verdict *v = &ruling->verdict;

		reason = (struct tcn_store_reason_row){
			.more_than = ruling->rule->more_than,
			.within_ms = ruling->rule->within_ms,
			.on_topic_texts = v->on_topic_texts,
			.reported_items = v->reported_items,
			.burst_ratio = or_zero(v->burst_ratio),
			.top_burst_term =
			    say_word(v->top_burst_term, asked, event),
			.probability = v->score.p,
			.least = v->least,
		};
		put_parts(v, &parts);
	}
	tcn_json_close(&parts, ']');
	reason.parts = tcn_buf_view(&parts);
	rc = tcn_store_put_reason(tx, event->id, &reason);
	tcn_buf_fini(&parts);
	return rc;
}

enum tcn_rc
tcn_reason_store(struct tcn_store_tx *tx,
    const struct tcn_detector_changes *changes, const struct tcn_event *asked,
    const struct tcn_event *event)
{
	for (size_t i = 0; i < changes->rulings_n; i++) {
		const struct tcn_detector_ruling *ruling = &changes->rulings[i];

		if (tcn_str_equal(ruling->rule->name, event->rule) &&
		    ruling->verdict.gate == TCN_STORY_GATE_NONE)
			return store(tx, ruling, asked, event);
	}
	return asked->reason ? store(tx, NULL, asked, event) : TCN_OK;
}
