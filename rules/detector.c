#include <assert.h>
#include <stdlib.h>

#include "engine/mem.h"
#include "rules/detector_internal.h"

struct tcn_str
tcn_rule_name(enum tcn_rule_kind kind)
{
	return tcn_str(kind == TCN_RULE_STORY ? "story" : "similar");
}

enum tcn_rc
tcn_detector_new(const struct tcn_detector_conf *conf,
    struct tcn_detector **out)
{
	struct tcn_detector *det = tcn_calloc(1, sizeof *det);
	enum tcn_rc rc;

	if (!det)
		return TCN_NOMEM;
	det->conf = *conf;
	tcn_life_init(&det->life, &conf->life);
	tcn_recent_init(&det->keys, conf->window.items_max);
	tcn_recent_init(&det->members, conf->window.items_max);
	tcn_arena_init(&det->arena, 0);
	rc = tcn_window_new(&conf->window, &det->window);
	if (rc) {
		tcn_detector_free(det);
		return rc;
	}
	*out = det;
	return TCN_OK;
}

void
tcn_detector_free(struct tcn_detector *det)
{
	if (!det)
		return;
	tcn_window_free(det->window);
	tcn_life_fini(&det->life);
	tcn_recent_fini(&det->keys);
	tcn_recent_fini(&det->members);
	tcn_free(det->saved);
	tcn_near_hits_fini(&det->hits);
	tcn_arena_fini(&det->arena);
	tcn_free(det->events);
	tcn_free(det);
}

struct tcn_window *
tcn_detector_window(struct tcn_detector *det)
{
	return det->window;
}

/* Lists a change. evidence is kept with the first revision only. */
static enum tcn_rc
tell(struct tcn_detector *det, const struct tcn_event *event)
{
	struct tcn_event *events = tcn_mem_fit(det->events, &det->events_cap,
	    det->events_n + 1, sizeof *events);

	if (!events)
		return TCN_NOMEM;
	det->events = events;
	events[det->events_n++] = *event;
	return TCN_OK;
}

static enum tcn_rc
close_event(struct tcn_detector *det, struct tcn_live *live, int64_t now_ms)
{
	struct tcn_event event;

	tcn_life_close(&det->life, live, now_ms, &event);
	return tell(det, &event);
}

static enum tcn_rc
close_quiet(struct tcn_detector *det, int64_t now_ms)
{
	struct tcn_live *live;
	enum tcn_rc rc;
	int64_t quiet_ms;

	while ((live = tcn_life_quiet(&det->life, now_ms, &quiet_ms))) {
		rc = close_event(det, live, quiet_ms);
		if (rc)
			return rc;
	}
	return TCN_OK;
}

/* What was counted: evidence in a common shape for both rules. */
struct counted {
	struct tcn_life_counts counts;
	uint64_t *seqs; /* by (time, seq), in the arena */
	size_t n;
	const struct tcn_story_term *terms;
	size_t terms_n;
};

/* The article key of the earliest item counted; ties by key. */
static uint64_t
earliest_key(const struct tcn_detector *det, const int64_t *ts_ms,
    const uint64_t *seqs, size_t n)
{
	uint64_t best = 0;

	for (size_t i = 0; i < n && ts_ms[i] == ts_ms[0]; i++) {
		const uint64_t *key =
		    tcn_recent_find(&det->keys, seqs[i], INT64_MIN);
		uint64_t k = key ? *key : seqs[i];

		if (i == 0 || k < best)
			best = k;
	}
	return best;
}

static enum tcn_rc
open_event(struct tcn_detector *det, uint64_t group, uint64_t story,
    const struct counted *c, const int64_t *ts_ms, int64_t now_ms)
{
	struct tcn_live *live;
	struct tcn_event event;
	enum tcn_rc rc = tcn_life_open(&det->life, group,
	    tcn_rule_name(det->conf.rule.kind), story,
	    earliest_key(det, ts_ms, c->seqs, c->n), now_ms, &c->counts, &live);

	if (rc)
		return rc;
	event = *tcn_live_event(live);
	event.terms = c->terms;
	event.terms_n = c->terms_n;
	event.evidence = c->seqs;
	event.evidence_n = c->n;
	return tell(det, &event);
}

static enum tcn_rc
update_event(struct tcn_detector *det, struct tcn_live *live,
    const struct counted *c, int64_t now_ms)
{
	struct tcn_event event;

	tcn_life_update(live, now_ms, &c->counts);
	event = *tcn_live_event(live);
	event.terms = c->terms;
	event.terms_n = c->terms_n;
	return tell(det, &event);
}

static enum tcn_rc
count_story(struct tcn_detector *det, uint64_t story, int64_t now_ms,
    struct counted *c, int64_t **ts_ms)
{
	struct tcn_story_view view;
	enum tcn_rc rc = tcn_stories_view(tcn_window_stories(det->window),
	    story, now_ms, NULL, &view);

	if (rc)
		return rc;
	c->n = view.items_n;
	c->seqs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->seqs);
	*ts_ms = tcn_arena_zalloc(&det->arena, c->n, sizeof **ts_ms);
	if (!c->seqs || !*ts_ms)
		return TCN_NOMEM;
	for (size_t i = 0; i < c->n; i++) {
		c->seqs[i] = view.items[i].seq;
		(*ts_ms)[i] = view.items[i].ts_ms;
	}
	c->counts = (struct tcn_life_counts){
		.first_ms = view.items_n ? view.items[0].ts_ms : now_ms,
		.last_ms =
		    view.items_n ? view.items[view.items_n - 1].ts_ms : now_ms,
		.items = (uint32_t)view.items_n,
		.origins = view.origins,
		.publishers = view.publishers,
		.central = view.story.central,
	};
	c->terms = view.story.terms;
	c->terms_n = view.story.terms_n;
	return TCN_OK;
}

static enum tcn_rc
merge_events(struct tcn_detector *det, uint64_t from, uint64_t into,
    int64_t now_ms)
{
	struct tcn_live *superseded;
	enum tcn_rc rc = tcn_life_merge(&det->life, from, into, &superseded);

	if (rc || !superseded)
		return rc;
	return close_event(det, superseded, now_ms);
}

/* The rule "story": the item's story may open an event, or its event grow. */
static enum tcn_rc
step_story(struct tcn_detector *det, const struct tcn_placement *item,
    const struct tcn_story_step *step, int64_t now_ms)
{
	struct tcn_stories *stories = tcn_window_stories(det->window);
	struct tcn_live *live = tcn_life_find(&det->life, step->story);
	struct counted c = { 0 };
	int64_t *ts_ms;
	enum tcn_rc rc;

	if (live) {
		tcn_life_touch(live, item->ts_ms);
		if (!tcn_life_grown(&det->life, live, step->items))
			return TCN_OK;
		rc = count_story(det, step->story, now_ms, &c, &ts_ms);
		return rc ? rc : update_event(det, live, &c, now_ms);
	}
	if (step->items <= det->conf.rule.more_than)
		return TCN_OK;
	det->judged = true;
	det->verdict = (struct tcn_story_verdict){ .held = TCN_HELD_FIRED };
	if (step->fired)
		return TCN_OK;
	rc = tcn_stories_judge(stories, step->story, now_ms, NULL,
	    &det->verdict);
	if (rc || det->verdict.held != TCN_HELD_NOT)
		return rc;
	rc = count_story(det, step->story, now_ms, &c, &ts_ms);
	if (rc)
		return rc;
	rc = tcn_stories_fired(stories, step->story);
	if (rc)
		return rc;
	return open_event(det, step->story, step->story, &c, ts_ms, now_ms);
}

static int
by_time(const void *a, const void *b)
{
	const struct tcn_near_hit *x = a, *y = b;

	if (x->ts_ms != y->ts_ms)
		return x->ts_ms < y->ts_ms ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

/* The group of the oldest hit that belongs to a living event, or 0. */
static uint64_t
group_of_hits(const struct tcn_detector *det)
{
	for (size_t i = 0; i < det->hits.n; i++) {
		const uint64_t *group = tcn_recent_find(&det->members,
		    det->hits.at[i].seq, INT64_MIN);

		if (group && tcn_life_find(&det->life, *group))
			return *group;
	}
	return 0;
}

static enum tcn_rc
enrol_hits(struct tcn_detector *det, uint64_t group)
{
	for (size_t i = 0; i < det->hits.n; i++) {
		const struct tcn_near_hit *hit = &det->hits.at[i];
		enum tcn_rc rc;

		if (tcn_recent_find(&det->members, hit->seq, INT64_MIN))
			continue;
		rc = tcn_recent_put(&det->members, hit->seq, group, hit->ts_ms);
		if (rc)
			return rc;
	}
	return TCN_OK;
}

static enum tcn_rc
count_hits(struct tcn_detector *det, const struct tcn_near_counts *counts,
    uint64_t central, struct counted *c, int64_t **ts_ms)
{
	c->n = det->hits.n;
	c->seqs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->seqs);
	*ts_ms = tcn_arena_zalloc(&det->arena, c->n, sizeof **ts_ms);
	if (!c->seqs || !*ts_ms)
		return TCN_NOMEM;
	for (size_t i = 0; i < c->n; i++) {
		c->seqs[i] = det->hits.at[i].seq;
		(*ts_ms)[i] = det->hits.at[i].ts_ms;
	}
	c->counts = (struct tcn_life_counts){
		.first_ms = c->n ? (*ts_ms)[0] : 0,
		.last_ms = c->n ? (*ts_ms)[c->n - 1] : 0,
		.items = counts->items,
		.origins = counts->origins,
		.publishers = counts->publishers,
		.central = central,
	};
	return TCN_OK;
}

/*
 * The rule "similar": counted first, without listing; only an item that has
 * enough around it pays for the list.
 */
static enum tcn_rc
step_similar(struct tcn_detector *det, const struct tcn_placement *item,
    int64_t now_ms)
{
	const struct tcn_rule_conf *rule = &det->conf.rule;
	struct tcn_near *near = tcn_window_near(det->window);
	struct tcn_near_counts n;
	struct counted c = { 0 };
	struct tcn_live *live;
	uint64_t group;
	int64_t *ts_ms;
	enum tcn_rc rc = tcn_near_count(near, item->fingerprint, rule->radius,
	    now_ms - rule->within_ms, now_ms, &n);

	if (rc || n.items <= rule->more_than || n.origins < rule->min_origins ||
	    n.publishers < rule->min_publishers)
		return rc;
	rc = tcn_near_find(near, item->fingerprint, rule->radius,
	    now_ms - rule->within_ms, now_ms, &det->hits);
	if (rc)
		return rc;
	qsort(det->hits.at, det->hits.n, sizeof *det->hits.at, by_time);
	group = group_of_hits(det);
	live = group ? tcn_life_find(&det->life, group) : NULL;
	rc = enrol_hits(det, live ? group : item->seq);
	if (rc)
		return rc;
	if (live)
		tcn_life_touch(live, item->ts_ms);
	if (live && !tcn_life_grown(&det->life, live, n.items))
		return TCN_OK;
	rc = count_hits(det, &n, item->seq, &c, &ts_ms);
	if (rc)
		return rc;
	if (live)
		return update_event(det, live, &c, now_ms);
	return open_event(det, item->seq, 0, &c, ts_ms, now_ms);
}

static enum tcn_rc
expire(struct tcn_detector *det, int64_t now_ms, struct tcn_changes *changes)
{
	tcn_recent_expire(&det->keys, now_ms - det->conf.rule.within_ms);
	tcn_recent_expire(&det->members, now_ms - det->conf.rule.within_ms);
	return tcn_window_expire(det->window, &changes->closed,
	    &changes->closed_n);
}

static enum tcn_rc
apply_rule(struct tcn_detector *det, const struct tcn_placement *item,
    const struct tcn_story_step *step, int64_t now_ms)
{
	enum tcn_rc rc = TCN_OK;

	if (step->merged_from)
		rc = merge_events(det, step->merged_from, step->story, now_ms);
	if (rc)
		return rc;
	if (det->conf.rule.kind == TCN_RULE_STORY)
		return step->story ? step_story(det, item, step, now_ms)
				   : TCN_OK;
	return item->has_fingerprint ? step_similar(det, item, now_ms) : TCN_OK;
}

static void
begin(struct tcn_detector *det, struct tcn_changes *changes)
{
	tcn_arena_reset(&det->arena);
	det->events_n = 0;
	det->judged = false;
	*changes = (struct tcn_changes){ 0 };
}

/* What follows from an item that has its place. */
static enum tcn_rc
take(struct tcn_detector *det, const struct tcn_doc *doc,
    struct tcn_placement *item, struct tcn_changes *changes)
{
	struct tcn_story_step step = { 0 };
	int64_t now_ms = tcn_window_now_ms(det->window);
	enum tcn_rc rc;

	if (now_ms == TCN_UNDATED) /* no date yet: all stands at one moment */
		now_ms = item->ts_ms;
	rc = expire(det, now_ms, changes);
	if (!rc)
		rc = close_quiet(det, now_ms);
	if (!rc)
		rc = tcn_recent_put(&det->keys, item->seq, doc->article->key[0],
		    item->ts_ms);
	if (!rc)
		rc = tcn_window_insert(det->window, doc, item, &step);
	if (!rc)
		rc = apply_rule(det, item, &step, now_ms);
	changes->events = det->events;
	changes->events_n = det->events_n;
	changes->story_opened = step.opened;
	changes->score = step.score;
	changes->story_items = step.items;
	changes->verdict = det->judged ? &det->verdict : NULL;
	changes->merged_from = step.merged_from;
	changes->merged_into = step.merged_from ? step.story : 0;
	return rc;
}

enum tcn_rc
tcn_detector_step(struct tcn_detector *det, const struct tcn_doc *doc,
    uint64_t seq, int64_t bound_ms, struct tcn_placement *item,
    struct tcn_changes *changes)
{
	enum tcn_rc rc;

	begin(det, changes);
	rc = tcn_window_place(det->window, doc, seq, bound_ms, item);
	return rc ? rc : take(det, doc, item, changes);
}

enum tcn_rc
tcn_detector_follow(struct tcn_detector *det, const struct tcn_doc *doc,
    const struct tcn_lead *lead, struct tcn_placement *item,
    struct tcn_changes *changes)
{
	assert(det->conf.rule.kind == TCN_RULE_STORY);
	begin(det, changes);
	tcn_window_follow(det->window, lead, item);
	return take(det, doc, item, changes);
}
