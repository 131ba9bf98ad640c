/*
 * Why an event opens: the score of its story, put into words while the figures
 * are at hand: once for all rules by which it does in one step.
 */
#include <string.h>

#include "engine/base/buf.h"
#include "rules/detector_impl.h"
#include "window/story/news_words.h"

static void
put_parts(struct tcn_detector *det, const struct tcn_news_score *score,
    struct tcn_event_part *parts, size_t *n)
{
	enum tcn_news_feature order[TCN_NEWS_FEATURES];
	struct tcn_buf says = { 0 };

	*n = tcn_news_score_order(score, order);
	while (*n && score->part[order[*n - 1]] == 0) /* that would be a fact */
		--*n;
	for (size_t i = 0; i < *n; i++) {
		tcn_buf_clear(&says);
		tcn_news_words_say(score, order[i], &says);
		parts[i].name = tcn_str(tcn_news_score_name(order[i]));
		parts[i].part = score->part[order[i]];
		tcn_arena_str(&det->arena, tcn_buf_view(&says), &parts[i].says);
	}
	tcn_buf_fini(&says);
}

/* Adds a fact, which no weight is of, and takes over the words. */
static void
put_fact(struct tcn_detector *det, const char *name, struct tcn_buf *says,
    struct tcn_event_part *part)
{

	part->name = tcn_str(name);
	part->part = 0;
	tcn_arena_str(&det->arena, tcn_buf_view(says), &part->says);
	tcn_buf_fini(says);
}

/* That it is early; returns how many facts that are. */
static size_t
put_facts(struct tcn_detector *det, const struct tcn_story_verdict *verdict,
    struct tcn_event_part *parts)
{
	const struct tcn_story_early *early = &verdict->early;
	struct tcn_buf says = { 0 };
	size_t n = 0;

	if (early->of) {
		tcn_news_words_early(early->n, early->of, early->unit, &says);
		put_fact(det, "early", &says, &parts[n++]);
	}
	return n;
}

/* Whether the parts that were put into words last say the same. */
static bool
is_worded(const struct tcn_detector *det,
    const struct tcn_story_verdict *verdict)
{
	const struct tcn_story_verdict *worded = &det->worded_for;

	return det->worded && worded->early.n == verdict->early.n &&
	    worded->early.of == verdict->early.of &&
	    worded->early.unit == verdict->early.unit &&
	    memcmp(worded->score.x, verdict->score.x, sizeof worded->score.x) ==
	    0 &&
	    memcmp(worded->score.is_known, verdict->score.is_known,
		sizeof worded->score.is_known) == 0 &&
	    memcmp(worded->score.part, verdict->score.part,
		sizeof worded->score.part) == 0;
}

/* Puts what made the score into words. */
static void
word(struct tcn_detector *det, const struct tcn_story_verdict *verdict,
    struct tcn_event_reason *reason)
{
	struct tcn_event_part *parts =
	    tcn_arena_zalloc(&det->arena, TCN_NEWS_FEATURES + 2, sizeof *parts);
	size_t facts_n = put_facts(det, verdict, parts);

	reason->parts = parts;
	put_parts(det, &verdict->score, parts + facts_n, &reason->parts_n);
	reason->parts_n += facts_n;
	det->worded = reason;
	det->worded_for = *verdict;
}

const struct tcn_event_reason *
tcn_detector_add_asked(struct tcn_detector *det,
    const struct tcn_rule_where *where, const struct tcn_event_reason *reason)
{
	const struct tcn_event_reason none = { 0 };
	struct tcn_event_reason *whole;
	struct tcn_event_part *parts;
	struct tcn_buf asked = { 0 }, says = { 0 };

	if (tcn_rule_where_is_empty(where))
		return reason;
	reason = reason ? reason : &none;
	whole = tcn_arena_zalloc(&det->arena, 1, sizeof *whole);
	*whole = *reason;
	parts =
	    tcn_arena_zalloc(&det->arena, reason->parts_n + 1, sizeof *parts);
	tcn_rule_where_say(where, &asked);
	tcn_buf_z(&says, "its rule asks for: ");
	tcn_buf_str(&says, tcn_buf_view(&asked));
	tcn_buf_fini(&asked);
	put_fact(det, TCN_EVENT_PART_ASKED, &says, parts);
	for (size_t i = 0; i < reason->parts_n; i++)
		parts[i + 1] = reason->parts[i];
	whole->parts = parts;
	whole->parts_n = reason->parts_n + 1;
	return whole;
}

void
tcn_detector_note_reason(struct tcn_detector *det,
    const struct tcn_story_verdict *verdict, struct tcn_detector_evidence *c)
{
	struct tcn_event_reason *reason;

	c->kind = verdict->kind;
	if (verdict->score.p <= 0) /* the rule does not ask how likely it is */
		return;
	reason = tcn_arena_zalloc(&det->arena, 1, sizeof *reason);
	if (is_worded(det, verdict))
		*reason = *det->worded;
	reason->probability = verdict->score.p;
	reason->least = verdict->least;
	c->reason = reason;
	if (!reason->parts)
		word(det, verdict, reason);
}
