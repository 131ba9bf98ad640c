#include <assert.h>

#include "engine/base/mem.h"
#include "rules/detector_impl.h"

static enum tcn_rc
make_window(struct tcn_detector *det)
{
	enum tcn_rc rc;

	tcn_detector_bind_rules(det);
	rc = tcn_window_new(&det->conf.window, &det->window);
	if (rc)
		return rc;
	tcn_window_set_clusters(det->window, det->clusters);
	tcn_story_index_set_keep(tcn_window_story_index(det->window),
	    det->within_ms);
	return TCN_OK;
}

enum tcn_rc
tcn_detector_new(const struct tcn_detector_conf *conf,
    struct tcn_detector **out)
{
	struct tcn_detector *det = tcn_mem_calloc(1, sizeof *det);
	size_t items_max = conf->window.items_max;
	enum tcn_rc rc;

	assert(items_max);
	det->conf = *conf;
	tcn_lifecycle_init(&det->lifecycle, &conf->lifecycle);
	tcn_rule_hits_init(&det->rule_hits,
	    items_max * TCN_DETECTOR_RULES_PER_ITEM);
	tcn_recent_init(&det->keys, items_max);
	tcn_recent_init(&det->members, items_max);
	tcn_recent_init(&det->splits, items_max);
	tcn_arena_init(&det->arena, 0);
	rc = make_window(det);
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
	tcn_lifecycle_fini(&det->lifecycle);
	tcn_rule_hits_fini(&det->rule_hits);
	tcn_recent_fini(&det->keys);
	tcn_recent_fini(&det->members);
	tcn_recent_fini(&det->splits);
	tcn_mem_free(det->rules);
	tcn_mem_free(det->always);
	tcn_map_fini(&det->by_key);
	tcn_mem_free(det->matched);
	tcn_mem_free(det->matched_keys);
	for (size_t r = 0; r < TCN_DETECTOR_RADII; r++)
		tcn_near_hits_fini(&det->neighbors[r].hits);
	tcn_near_hits_fini(&det->picked);
	tcn_near_hits_fini(&det->clustered);
	tcn_clusters_members_fini(&det->members_of);
	tcn_arena_fini(&det->arena);
	tcn_tally_fini(&det->tally);
	tcn_mem_free(det->events);
	tcn_mem_free(det->rulings);
	tcn_mem_free(det);
}

void
tcn_detector_set_rules(struct tcn_detector *det, const struct tcn_rule *rules,
    size_t n, tcn_detector_match_fn *match, void *match_ctx)
{
	assert(rules || !n);
	det->conf.rules = rules;
	det->conf.rules_n = n;
	det->conf.match = match;
	det->conf.match_ctx = match_ctx;
	tcn_detector_bind_rules(det);
	tcn_window_set_clusters(det->window, det->clusters);
	tcn_story_index_set_keep(tcn_window_story_index(det->window),
	    det->within_ms);
	tcn_detector_keep_histories(det);
}

void
tcn_detector_set_lexicon(struct tcn_detector *det,
    const struct tcn_lexicon *lexicon)
{
	det->conf.window.story.lexicon = lexicon;
	tcn_story_index_set_lexicon(tcn_window_story_index(det->window),
	    lexicon);
}

struct tcn_window *
tcn_detector_window(struct tcn_detector *det)
{
	return det->window;
}

const struct tcn_detector_conf *
tcn_detector_conf(const struct tcn_detector *det)
{
	return &det->conf;
}

int64_t
tcn_detector_within_ms(const struct tcn_detector *det)
{
	int64_t window_ms = det->conf.window.story.within_ms;

	return det->within_ms > window_ms ? det->within_ms : window_ms;
}

/* Lists a change. */
static void
add_change(struct tcn_detector *det, const struct tcn_event *event)
{
	struct tcn_event *events = tcn_mem_grow(det->events, &det->events_cap,
	    det->events_n + 1, sizeof *events);

	det->events = events;
	events[det->events_n++] = *event;
}

void
tcn_detector_close_event(struct tcn_detector *det,
    struct tcn_lifecycle_entry *entry, int64_t now_ms,
    struct tcn_lifecycle_entry *into)
{
	struct tcn_event event;

	tcn_lifecycle_close(&det->lifecycle, entry, now_ms, into, &event);
	add_change(det, &event);
}

static void
close_quiet(struct tcn_detector *det, int64_t now_ms)
{
	struct tcn_lifecycle_entry *entry;
	int64_t quiet_ms;

	while ((entry = tcn_lifecycle_next_quiet(&det->lifecycle, now_ms,
		    &quiet_ms)))
		tcn_detector_close_event(det, entry, quiet_ms, NULL);
}

/* The article key of the earliest item counted; ties by key. */
static uint64_t
earliest_key(const struct tcn_detector *det,
    const struct tcn_detector_evidence *c)
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

/* The longer of the window of stories and the rule's own. */
static int64_t
memory_ms(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	int64_t window_ms = det->conf.window.story.within_ms;

	return bound->rule->within_ms > window_ms ? bound->rule->within_ms
						  : window_ms;
}

/* The id of this rule's event on the story that the group was split from, or
 * NULL. */
static const char *
split_from(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound, uint64_t group)
{
	const uint64_t *from = tcn_recent_find(&det->splits, group,
	    det->now_ms - memory_ms(det, bound));
	const struct tcn_lifecycle_entry *entry = from
	    ? tcn_lifecycle_find(&det->lifecycle, bound->key, *from)
	    : NULL;

	return entry ? tcn_lifecycle_event(entry)->id : NULL;
}

struct tcn_lifecycle_entry *
tcn_detector_open_event(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound, uint64_t group,
    const struct tcn_detector_evidence *c)
{
	struct tcn_lifecycle_opening opening = {
		.group = group,
		.rule_key = bound->key,
		.rule = bound->rule->name,
		.severity = bound->rule->severity,
		.kind = c->kind,
		.split_from = split_from(det, bound, group),
		.id_key = earliest_key(det, c),
		.seq = det->item->seq,
		.keep_ms = bound->rule->within_ms,
		.now_ms = det->now_ms,
		.counts = c->counts,
	};
	struct tcn_lifecycle_entry *entry;
	struct tcn_event event;

	assert(c->n);
	tcn_detector_set_steps(bound->rule, &opening.counts);
	entry = tcn_lifecycle_open(&det->lifecycle, &opening);
	tcn_detector_touch(det, bound, entry);
	event = *tcn_lifecycle_event(entry);
	event.terms = c->terms;
	event.terms_n = c->terms_n;
	event.evidence = c->seqs;
	event.evidence_n = c->n;
	event.reason =
	    tcn_detector_add_asked(det, &bound->rule->where, c->reason);
	add_change(det, &event);
	return entry;
}

void
tcn_detector_update_event(struct tcn_detector *det,
    struct tcn_lifecycle_entry *entry, unsigned why,
    const struct tcn_detector_evidence *c)
{
	const struct tcn_detector_bound_rule *bound =
	    tcn_detector_find_rule(det, tcn_lifecycle_entry_rule(entry));
	struct tcn_lifecycle_counts counts = c->counts;
	struct tcn_event event;

	tcn_detector_set_steps(bound->rule, &counts);
	tcn_lifecycle_update(&det->lifecycle, entry, det->now_ms, why, &counts);
	tcn_detector_touch(det, bound, entry);
	event = *tcn_lifecycle_event(entry);
	event.terms = c->terms;
	event.terms_n = c->terms_n;
	if (tcn_lifecycle_is_grouped(entry)) {
		event.evidence = c->seqs;
		event.evidence_n = c->n;
	}
	add_change(det, &event);
}

static void
apply_rule(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	if (bound->rule->kind == TCN_RULE_STORY || bound->rule->watch) {
		if (det->step.story)
			tcn_detector_apply_story(det, bound);
		else if (bound->rule->watch)
			tcn_detector_watch_item(det, bound);
	} else if (bound->rule->kind == TCN_RULE_CLUSTER) {
		if (det->item->cluster)
			tcn_detector_apply_cluster(det, bound);
	} else if (det->item->has_fingerprint) {
		tcn_detector_apply_similar(det, bound);
	}
}

static void
apply_rules(struct tcn_detector *det)
{
	const struct tcn_story_step *step = &det->step;

	if (step->merged_from)
		tcn_detector_merge_events(det);
	if (det->clusters)
		tcn_detector_merge_clusters(det);
	if (step->split_from)
		tcn_recent_put(&det->splits, step->story, step->split_from,
		    det->now_ms);
	tcn_detector_match_item(det);
	if (det->similar)
		tcn_detector_plan_lookups(det);
	tcn_detector_apply_settings_rule(det);
	for (size_t i = 0; i < det->matched_n; i++)
		apply_rule(det, &det->rules[det->matched[i]]);
	if (step->merged_from)
		tcn_detector_update_merged(det);
}

static void
begin_step(struct tcn_detector *det, struct tcn_detector_changes *changes)
{
	tcn_arena_reset(&det->arena);
	det->events_n = 0;
	det->rulings_n = 0;
	det->matched_n = 0;
	det->worded = NULL;
	*changes = (struct tcn_detector_changes){ 0 };
}

static void
set_changes(const struct tcn_detector *det,
    struct tcn_detector_changes *changes)
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
	changes->clusters_merged = tcn_window_cluster_step(det->window)->merged;
	changes->clusters_merged_n =
	    tcn_window_cluster_step(det->window)->merged_n;
	changes->moved = step->moved;
	changes->moved_n = step->moved_n;
}

/* Files an item that was placed. */
static void
file_item(struct tcn_detector *det, const struct tcn_doc *doc,
    struct tcn_placement *item, struct tcn_detector_changes *changes)
{
	int64_t before_ms;

	det->doc = doc;
	det->item = item;
	det->step = (struct tcn_story_step){ 0 };
	det->shared.has_counts = det->shared.has_viewed = false;
	det->now_ms = tcn_window_now_ms(det->window);
	if (det->now_ms == TCN_UNDATED) /* no item had a date yet */
		det->now_ms = item->ts_ms;
	/* Forgets events first: what is listed as closed is in use until the
	 * next step, and an event that closed meanwhile (advance) is forgotten
	 * in the same step as one that closes now. */
	before_ms = det->now_ms - det->within_ms;
	tcn_lifecycle_expire(&det->lifecycle, det->now_ms);
	tcn_recent_expire(&det->keys, before_ms);
	tcn_recent_expire(&det->members, before_ms);
	tcn_recent_expire(&det->splits, before_ms);
	tcn_rule_hits_expire(&det->rule_hits, before_ms);
	tcn_window_expire(det->window, &changes->closed, &changes->closed_n);
	for (size_t i = 0; i < changes->closed_n; i++)
		tcn_lifecycle_end_group(&det->lifecycle, changes->closed[i].id);
	close_quiet(det, det->now_ms);
	tcn_recent_put(&det->keys, item->seq, doc->article->key[0],
	    item->ts_ms);
	tcn_window_insert(det->window, doc, item, &det->step);
}

/* Takes in an item that was placed: files it and applies the rules. */
static void
step_item(struct tcn_detector *det, const struct tcn_doc *doc,
    struct tcn_placement *item, struct tcn_detector_changes *changes)
{
	file_item(det, doc, item, changes);
	if (!item->version_of)
		apply_rules(det);
	if (det->conf.window.story.note_changes)
		tcn_detector_score_story(det, item);
	tcn_detector_note_languages(det);
	set_changes(det, changes);
}

void
tcn_detector_step(struct tcn_detector *det, const struct tcn_doc *doc,
    uint64_t seq, int64_t bound_ms, struct tcn_placement *item,
    struct tcn_detector_changes *changes)
{
	begin_step(det, changes);
	tcn_window_place(det->window, doc, seq, bound_ms, item);
	step_item(det, doc, item, changes);
}

void
tcn_detector_adopt(struct tcn_detector *det, const struct tcn_doc *doc,
    const struct tcn_placement *stored, const struct tcn_event *fired,
    size_t fired_n)
{
	struct tcn_detector_changes changes;
	struct tcn_placement item;

	begin_step(det, &changes);
	tcn_window_adopt(det->window, doc, stored, &item);
	file_item(det, doc, &item, &changes);
	if (!item.version_of)
		tcn_detector_adopt_item(det, fired, fired_n);
}

void
tcn_detector_advance(struct tcn_detector *det, int64_t now_ms,
    struct tcn_detector_changes *changes)
{
	begin_step(det, changes);
	close_quiet(det, now_ms);
	tcn_detector_note_languages(det);
	changes->events = det->events;
	changes->events_n = det->events_n;
}

void
tcn_detector_follow(struct tcn_detector *det, const struct tcn_doc *doc,
    const struct tcn_window_shared *shared, struct tcn_placement *item,
    struct tcn_detector_changes *changes)
{
	assert(!det->similar && !det->clusters);
	begin_step(det, changes);
	tcn_window_follow(det->window, shared, item);
	step_item(det, doc, item, changes);
}
