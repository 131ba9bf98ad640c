/*
 * Why an event opens: the score of its story, put into words while the figures
 * are at hand.
 */
#include "engine/base/buf.h"
#include "rules/detector_impl.h"
#include "window/story/news_words.h"

static enum tcn_rc
put_parts(struct tcn_detector *det, const struct tcn_news_score *score,
    struct tcn_event_part *parts, size_t *n)
{
	enum tcn_news_feature order[TCN_NEWS_FEATURES];
	struct tcn_buf says = { 0 };
	bool ok = true;

	*n = tcn_news_score_order(score, order);
	while (*n && score->part[order[*n - 1]] == 0) /* that would be a fact */
		--*n;
	for (size_t i = 0; ok && i < *n; i++) {
		tcn_buf_clear(&says);
		tcn_news_words_say(score, order[i], &says);
		parts[i].name = tcn_str(tcn_news_score_name(order[i]));
		parts[i].part = score->part[order[i]];
		ok = !says.failed &&
		    tcn_arena_str(&det->arena, tcn_buf_view(&says),
			&parts[i].says);
	}
	tcn_buf_fini(&says);
	return ok ? TCN_OK : TCN_NOMEM;
}

/* Several stories were counted together: a fact, which no weight is of. */
static enum tcn_rc
put_family(struct tcn_detector *det, const struct tcn_story_verdict *verdict,
    struct tcn_event_part *part)
{
	struct tcn_buf says = { 0 };
	bool ok;

	tcn_news_words_family(verdict->family, verdict->family_name, &says);
	part->name = tcn_str("family");
	part->part = 0;
	ok = !says.failed &&
	    tcn_arena_str(&det->arena, tcn_buf_view(&says), &part->says);
	tcn_buf_fini(&says);
	return ok ? TCN_OK : TCN_NOMEM;
}

enum tcn_rc
tcn_detector_note_reason(struct tcn_detector *det,
    const struct tcn_story_verdict *verdict, struct tcn_detector_evidence *c)
{
	struct tcn_event_reason *reason;
	struct tcn_event_part *parts;
	enum tcn_rc rc;

	c->kind = verdict->kind;
	if (verdict->score.p <= 0) /* the rule does not ask how likely it is */
		return TCN_OK;
	reason = tcn_arena_zalloc(&det->arena, 1, sizeof *reason);
	parts =
	    tcn_arena_zalloc(&det->arena, TCN_NEWS_FEATURES + 1, sizeof *parts);
	if (!reason || !parts)
		return TCN_NOMEM;
	reason->probability = verdict->score.p;
	reason->least = verdict->least;
	reason->parts = parts;
	c->reason = reason;
	if (verdict->family > 1) {
		rc = put_family(det, verdict, parts++);
		if (rc)
			return rc;
	}
	rc = put_parts(det, &verdict->score, parts, &reason->parts_n);
	reason->parts_n += (size_t)(parts - reason->parts);
	return rc;
}
