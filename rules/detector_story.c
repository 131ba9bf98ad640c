/*
 * Rules that count the items of a story, and those that watch.
 */
#include "engine/base/mem.h"
#include "rules/detector_internal.h"

#define LOOK_FROM 64

struct choice {
	const struct tcn_met *met;
	uint64_t key;
};

static bool
chosen(void *ctx, uint64_t seq)
{
	const struct choice *choice = ctx;

	return tcn_met_has(choice->met, seq, choice->key);
}

static struct tcn_story_ask
ask_of(const struct tcn_detector *det, const struct tcn_posed *posed,
    struct choice *choice)
{
	const struct tcn_rule *rule = posed->rule;

	*choice = (struct choice){ &det->met, posed->key };
	return (struct tcn_story_ask){
		.within_ms = rule->within_ms,
		.more_than = rule->more_than,
		.unit = rule->unit,
		.min_origins = rule->min_origins,
		.min_publishers = rule->min_publishers,
		.burst = rule->burst,
		.counts = posed->asks ? chosen : NULL,
		.ctx = choice,
	};
}

static enum tcn_rc
keep_items(struct tcn_detector *det, const struct tcn_story_view *view,
    struct tcn_counted *c)
{
	c->n = view->items_n;
	c->seqs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->seqs);
	c->ts_ms = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->ts_ms);
	if (!c->seqs || !c->ts_ms)
		return TCN_NOMEM;
	for (size_t i = 0; i < c->n; i++) {
		c->seqs[i] = view->items[i].seq;
		c->ts_ms[i] = view->items[i].ts_ms;
	}
	return TCN_OK;
}

/* The terms are the window's, until its next view: so they are copied. */
static enum tcn_rc
keep_terms(struct tcn_detector *det, const struct tcn_story *story,
    struct tcn_counted *c)
{
	struct tcn_story_term *terms =
	    tcn_arena_zalloc(&det->arena, story->terms_n, sizeof *terms);

	if (!terms)
		return TCN_NOMEM;
	for (size_t i = 0; i < story->terms_n; i++)
		terms[i] = story->terms[i];
	c->terms = terms;
	c->terms_n = story->terms_n;
	return TCN_OK;
}

static enum tcn_rc
view_story(struct tcn_detector *det, const struct tcn_story_ask *ask,
    struct tcn_story_view *view, struct tcn_counted *c)
{
	enum tcn_rc rc = tcn_stories_view(tcn_window_stories(det->window),
	    det->step.story, det->now_ms, ask, view);

	if (!rc)
		rc = keep_items(det, view, c);
	if (rc)
		return rc;
	c->counts = (struct tcn_life_counts){
		.first_ms = c->n ? c->ts_ms[0] : det->now_ms,
		.last_ms = c->n ? c->ts_ms[c->n - 1] : det->now_ms,
		.items = (uint32_t)c->n,
		.origins = view->origins,
		.publishers = view->publishers,
		.ahead = view->ahead,
		.central = view->story.central,
	};
	return keep_terms(det, &view->story, c);
}

static enum tcn_rc
fire(struct tcn_detector *det, const struct tcn_posed *posed,
    const struct tcn_story_ask *ask)
{
	struct tcn_story_view view;
	struct tcn_counted c = { 0 };
	struct tcn_live *live;
	enum tcn_rc rc = view_story(det, ask, &view, &c);

	if (rc || !c.n) /* none of it lies in the rule's window */
		return rc;
	if (!posed->rule->watch)
		rc = tcn_stories_fired(tcn_window_stories(det->window),
		    det->step.story);
	if (!rc)
		rc = tcn_detector_open(det, posed, det->step.story, &c, &live);
	for (size_t i = 0; i < c.n && !rc; i++)
		tcn_life_spoke(live, view.items[i].lang);
	return rc;
}

/* Tells it again if its count is worth it. */
static enum tcn_rc
grow(struct tcn_detector *det, struct tcn_live *live,
    const struct tcn_story_ask *ask)
{
	struct tcn_story_count count;
	struct tcn_story_view view;
	struct tcn_counted c = { 0 };
	unsigned why;
	enum tcn_rc rc = tcn_stories_count(tcn_window_stories(det->window),
	    det->step.story, det->now_ms, ask, &count);

	if (rc)
		return rc;
	c.counts.items = count.items;
	c.counts.publishers = count.publishers;
	c.counts.ahead = count.ahead;
	why = tcn_life_changed(&det->life, live, &c.counts);
	if (!why)
		return TCN_OK;
	rc = view_story(det, ask, &view, &c);
	return rc ? rc : tcn_detector_update(det, live, why, &c);
}

static bool
is_enough(const struct tcn_rule *rule, const struct tcn_story_count *n)
{
	return tcn_unit_of(rule->unit, n->items, n->origins, n->publishers) >
	    rule->more_than &&
	    n->origins >= rule->min_origins &&
	    n->publishers >= rule->min_publishers;
}

/* What went quiet comes back as it came the first time, but for the gates: it
 * has passed them. */
static enum tcn_rc
reopen(struct tcn_detector *det, const struct tcn_posed *posed,
    struct tcn_live *live, const struct tcn_story_ask *ask)
{
	struct tcn_story_count n;
	struct tcn_story_view view;
	struct tcn_counted c = { 0 };
	enum tcn_rc rc = tcn_stories_count(tcn_window_stories(det->window),
	    det->step.story, det->now_ms, ask, &n);

	if (rc || !n.items ||
	    (!posed->rule->watch && !is_enough(posed->rule, &n)))
		return rc;
	rc = view_story(det, ask, &view, &c);
	return rc ? rc : tcn_detector_update(det, live, 0, &c);
}

/* Notes what was judged, for who explains it. */
static struct tcn_ruling *
note_ruling(struct tcn_detector *det, const struct tcn_posed *posed)
{
	struct tcn_ruling *rulings = tcn_mem_fit(det->rulings,
	    &det->rulings_cap, det->rulings_n + 1, sizeof *rulings);

	if (!rulings)
		return NULL;
	det->rulings = rulings;
	rulings += det->rulings_n++;
	*rulings = (struct tcn_ruling){
		.rule = posed->rule,
		.verdict.held = TCN_HELD_FIRED,
	};
	return rulings;
}

/*
 * To judge a story takes time for each of its items, and notices fill stories
 * of a thousand: a large one that was held is judged again each time it has
 * grown by about a thirty-second part, so that an item costs the same however
 * large its story is. Growing by one, no story passes such a size by. What a
 * rule counts of a story alone says when to look, so it must be all of it.
 */
static bool
is_worth_a_look(const struct tcn_detector *det, const struct tcn_posed *posed)
{
	uint32_t n = det->step.items;

	if (n < LOOK_FROM || posed->asks ||
	    posed->rule->within_ms < det->conf.window.story.within_ms)
		return true;
	return n % (1u << (31 - __builtin_clz(n) - 5)) == 0;
}

static enum tcn_rc
judge(struct tcn_detector *det, const struct tcn_posed *posed, bool rests,
    const struct tcn_story_ask *ask)
{
	struct tcn_ruling *ruling = note_ruling(det, posed);
	enum tcn_rc rc;

	if (!ruling)
		return TCN_NOMEM;
	if (rests)
		return TCN_OK;
	rc = tcn_stories_judge(tcn_window_stories(det->window), det->step.story,
	    det->now_ms, ask, &ruling->verdict);
	if (rc || ruling->verdict.held != TCN_HELD_NOT)
		return rc;
	return fire(det, posed, ask);
}

enum tcn_rc
tcn_detector_story(struct tcn_detector *det, const struct tcn_posed *posed)
{
	struct tcn_live *live =
	    tcn_life_find(&det->life, posed->key, det->step.story);
	const struct tcn_placement *item = det->item;
	struct choice choice;
	struct tcn_story_ask ask = ask_of(det, posed, &choice);
	bool watch = posed->rule->watch;

	if (live && tcn_live_is_alive(live))
		return tcn_life_touch(live, item->ts_ms, det->doc->lang)
		    ? grow(det, live, &ask)
		    : TCN_OK;
	if (watch && item->duplicate_of)
		return TCN_OK;
	if (!watch && det->step.items <= posed->rule->more_than)
		return TCN_OK;
	if (live && tcn_life_may_reopen(&det->life, live, det->now_ms))
		return reopen(det, posed, live, &ask);
	if (!watch && !is_worth_a_look(det, posed))
		return TCN_OK;
	if (!watch)
		return judge(det, posed, live != NULL, &ask);
	return live ? TCN_OK : fire(det, posed, &ask);
}

enum tcn_rc
tcn_detector_alone(struct tcn_detector *det, const struct tcn_posed *posed)
{
	const struct tcn_placement *item = det->item;
	struct tcn_counted c = { .n = 1 };
	struct tcn_live *live;
	enum tcn_rc rc;

	if (item->duplicate_of)
		return TCN_OK;
	c.seqs = tcn_arena_zalloc(&det->arena, 1, sizeof *c.seqs);
	c.ts_ms = tcn_arena_zalloc(&det->arena, 1, sizeof *c.ts_ms);
	if (!c.seqs || !c.ts_ms)
		return TCN_NOMEM;
	c.seqs[0] = item->seq;
	c.ts_ms[0] = item->ts_ms;
	c.counts = (struct tcn_life_counts){
		.first_ms = item->ts_ms,
		.last_ms = item->ts_ms,
		.items = 1,
		.origins = 1,
		.publishers = 1,
		.central = item->seq,
	};
	rc = tcn_detector_open(det, posed, TCN_LIFE_LED(item->seq), &c, &live);
	if (!rc)
		tcn_life_spoke(live, det->doc->lang);
	return rc;
}

/* Events of the story that is no more go to the one it is part of now. */
enum tcn_rc
tcn_detector_merge(struct tcn_detector *det)
{
	struct tcn_live *superseded, *survivor;
	enum tcn_rc rc;

	do {
		rc = tcn_life_merge(&det->life, det->step.merged_from,
		    det->step.story, &superseded, &survivor);
		if (!rc && superseded)
			rc = tcn_detector_close(det, superseded, det->now_ms,
			    survivor);
	} while (!rc && superseded);
	return rc;
}

/* What took another event in is told, also by rules that the item at hand is
 * not about. Events of rules that are gone wait to go quiet. */
enum tcn_rc
tcn_detector_tell_merged(struct tcn_detector *det)
{
	struct tcn_live *live = NULL;
	enum tcn_rc rc = TCN_OK;

	while (!rc &&
	    (live = tcn_life_next(&det->life, det->step.story, live))) {
		const struct tcn_posed *posed =
		    tcn_detector_rule(det, tcn_live_rule_key(live));
		struct choice choice;
		struct tcn_story_ask ask;

		if (!posed || !tcn_live_is_pending(live))
			continue;
		ask = ask_of(det, posed, &choice);
		rc = grow(det, live, &ask);
	}
	return rc;
}
