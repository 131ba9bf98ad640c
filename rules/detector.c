#include <assert.h>

#include "engine/base/mem.h"
#include "rules/detector_internal.h"

/* Rules' keys that items remember, for each item there may be. */
#define KEYS_EACH 4

static enum tcn_rc
make(struct tcn_detector *det)
{
	enum tcn_rc rc = tcn_detector_pose(det);

	if (rc)
		return rc;
	det->conf.window.story.within_ms = det->within_ms;
	return tcn_window_new(&det->conf.window, &det->window);
}

enum tcn_rc
tcn_detector_new(const struct tcn_detector_conf *conf,
    struct tcn_detector **out)
{
	struct tcn_detector *det = tcn_calloc(1, sizeof *det);
	size_t items_max = conf->window.items_max;
	enum tcn_rc rc;

	if (!det)
		return TCN_NOMEM;
	det->conf = *conf;
	tcn_life_init(&det->life, &conf->life);
	tcn_met_init(&det->met, items_max * KEYS_EACH);
	tcn_recent_init(&det->keys, items_max);
	tcn_recent_init(&det->members, items_max);
	tcn_recent_init(&det->splits, items_max);
	tcn_arena_init(&det->arena, 0);
	rc = make(det);
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
	tcn_met_fini(&det->met);
	tcn_recent_fini(&det->keys);
	tcn_recent_fini(&det->members);
	tcn_recent_fini(&det->splits);
	tcn_free(det->rules);
	tcn_free(det->plain);
	tcn_map_fini(&det->by_key);
	tcn_free(det->mine);
	tcn_free(det->mine_keys);
	for (size_t r = 0; r < TCN_RADII; r++)
		tcn_near_hits_fini(&det->around[r].hits);
	tcn_near_hits_fini(&det->own);
	tcn_arena_fini(&det->arena);
	tcn_free(det->events);
	tcn_free(det->rulings);
	tcn_free(det);
}

enum tcn_rc
tcn_detector_set_rules(struct tcn_detector *det, const struct tcn_rule *rules,
    size_t n, tcn_match_fn *match, void *match_ctx)
{
	enum tcn_rc rc;

	det->conf.rules = rules;
	det->conf.rules_n = n;
	det->conf.match = match;
	det->conf.match_ctx = match_ctx;
	rc = tcn_detector_pose(det);
	if (!rc)
		tcn_stories_set_within(tcn_window_stories(det->window),
		    det->within_ms);
	return rc;
}

struct tcn_window *
tcn_detector_window(struct tcn_detector *det)
{
	return det->window;
}

int64_t
tcn_detector_within_ms(const struct tcn_detector *det)
{
	return det->within_ms;
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

enum tcn_rc
tcn_detector_close(struct tcn_detector *det, struct tcn_live *live,
    int64_t now_ms, const struct tcn_live *into)
{
	struct tcn_event event;
	enum tcn_rc rc = tcn_life_close(&det->life, live, now_ms, into, &event);

	return rc ? rc : tell(det, &event);
}

static enum tcn_rc
close_quiet(struct tcn_detector *det, int64_t now_ms)
{
	struct tcn_live *live;
	enum tcn_rc rc;
	int64_t quiet_ms;

	while ((live = tcn_life_quiet(&det->life, now_ms, &quiet_ms))) {
		rc = tcn_detector_close(det, live, quiet_ms, NULL);
		if (rc)
			return rc;
	}
	return TCN_OK;
}

/* The article key of the earliest item counted; ties by key. */
static uint64_t
earliest_key(const struct tcn_detector *det, const struct tcn_counted *c)
{
	uint64_t best = 0;

	for (size_t i = 0; i < c->n && c->ts_ms[i] == c->ts_ms[0]; i++) {
		const uint64_t *key =
		    tcn_recent_find(&det->keys, c->seqs[i], INT64_MIN);
		uint64_t k = key ? *key : c->seqs[i];

		if (i == 0 || k < best)
			best = k;
	}
	return best;
}

/* The event of this rule whose story the group goes on, or NULL. */
static const char *
split_from(const struct tcn_detector *det, const struct tcn_posed *posed,
    uint64_t group)
{
	const uint64_t *from = tcn_recent_find(&det->splits, group, INT64_MIN);
	const struct tcn_live *live =
	    from ? tcn_life_find(&det->life, posed->key, *from) : NULL;

	return live ? tcn_live_event(live)->id : NULL;
}

enum tcn_rc
tcn_detector_open(struct tcn_detector *det, const struct tcn_posed *posed,
    uint64_t group, const struct tcn_counted *c, struct tcn_live **live)
{
	struct tcn_life_opening opening = {
		.group = group,
		.rule_key = posed->key,
		.rule = posed->rule->name,
		.severity = posed->rule->severity,
		.split_from = split_from(det, posed, group),
		.id_key = earliest_key(det, c),
		.seq = det->item->seq,
		.keep_ms = posed->rule->within_ms,
		.now_ms = det->now_ms,
		.counts = c->counts,
	};
	struct tcn_event event;
	enum tcn_rc rc = tcn_life_open(&det->life, &opening, live);

	if (rc)
		return rc;
	event = *tcn_live_event(*live);
	event.terms = c->terms;
	event.terms_n = c->terms_n;
	event.evidence = c->seqs;
	event.evidence_n = c->n;
	return tell(det, &event);
}

enum tcn_rc
tcn_detector_update(struct tcn_detector *det, struct tcn_live *live,
    unsigned why, const struct tcn_counted *c)
{
	struct tcn_event event;

	tcn_life_update(&det->life, live, det->now_ms, why, &c->counts);
	event = *tcn_live_event(live);
	event.terms = c->terms;
	event.terms_n = c->terms_n;
	return tell(det, &event);
}

static enum tcn_rc
expire(struct tcn_detector *det, struct tcn_changes *changes)
{
	int64_t before_ms = det->now_ms - det->within_ms;
	enum tcn_rc rc;

	tcn_recent_expire(&det->keys, before_ms);
	tcn_recent_expire(&det->members, before_ms);
	tcn_recent_expire(&det->splits, before_ms);
	rc = tcn_met_expire(&det->met, before_ms);
	if (!rc)
		rc = tcn_window_expire(det->window, &changes->closed,
		    &changes->closed_n);
	for (size_t i = 0; i < changes->closed_n && !rc; i++)
		tcn_life_end_group(&det->life, changes->closed[i].id);
	if (!rc)
		rc = tcn_life_sweep(&det->life, det->now_ms);
	return rc ? rc : close_quiet(det, det->now_ms);
}

static enum tcn_rc
apply_rule(struct tcn_detector *det, const struct tcn_posed *posed)
{
	if (posed->rule->kind == TCN_RULE_STORY || posed->rule->watch) {
		if (det->step.story)
			return tcn_detector_story(det, posed);
		return posed->rule->watch ? tcn_detector_alone(det, posed)
					  : TCN_OK;
	}
	return det->item->has_fingerprint ? tcn_detector_similar(det, posed)
					  : TCN_OK;
}

static enum tcn_rc
apply_rules(struct tcn_detector *det)
{
	const struct tcn_story_step *step = &det->step;
	enum tcn_rc rc = TCN_OK;

	if (step->merged_from)
		rc = tcn_detector_merge(det);
	if (!rc && step->split_from)
		rc = tcn_recent_put(&det->splits, step->story, step->split_from,
		    det->now_ms);
	if (!rc)
		rc = tcn_detector_meet(det);
	if (!rc && det->similar)
		tcn_detector_look_around(det);
	for (size_t i = 0; i < det->mine_n && !rc; i++)
		rc = apply_rule(det, &det->rules[det->mine[i]]);
	if (!rc && step->merged_from)
		rc = tcn_detector_tell_merged(det);
	return rc;
}

static void
begin(struct tcn_detector *det, struct tcn_changes *changes)
{
	tcn_arena_reset(&det->arena);
	det->events_n = 0;
	det->rulings_n = 0;
	det->mine_n = 0;
	*changes = (struct tcn_changes){ 0 };
}

static void
set_changes(const struct tcn_detector *det, struct tcn_changes *changes)
{
	const struct tcn_story_step *step = &det->step;

	changes->events = det->events;
	changes->events_n = det->events_n;
	changes->story_opened = step->opened;
	changes->score = step->score;
	changes->story_items = step->items;
	changes->rulings = det->rulings;
	changes->rulings_n = det->rulings_n;
	changes->merged_from = step->merged_from;
	changes->merged_into = step->merged_from ? step->story : 0;
	changes->split_from = step->split_from;
}

/* What follows from an item that has its place. */
static enum tcn_rc
take(struct tcn_detector *det, const struct tcn_doc *doc,
    struct tcn_placement *item, struct tcn_changes *changes)
{
	enum tcn_rc rc;

	det->doc = doc;
	det->item = item;
	det->step = (struct tcn_story_step){ 0 };
	det->now_ms = tcn_window_now_ms(det->window);
	if (det->now_ms == TCN_UNDATED) /* all stands at one moment yet */
		det->now_ms = item->ts_ms;
	rc = expire(det, changes);
	if (!rc)
		rc = tcn_recent_put(&det->keys, item->seq, doc->article->key[0],
		    item->ts_ms);
	if (!rc)
		rc = tcn_window_insert(det->window, doc, item, &det->step);
	if (!rc)
		rc = apply_rules(det);
	set_changes(det, changes);
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
	assert(!det->similar);
	begin(det, changes);
	tcn_window_follow(det->window, lead, item);
	return take(det, doc, item, changes);
}
