/*
 * Rules that group: what would open an event belongs to one that is open.
 *
 * An event of such a rule may hold several stories, and single items that are
 * in no story. It is counted by listing the items of all of them: each is in
 * one place only, and copies and publishers are told apart over all. That
 * costs O(n) for its n items, but an event is counted only when it may have
 * changed enough (rules/lifecycle.h). Only one that has is viewed, which also
 * puts its items in order and describes its largest story.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/compare.h"
#include "rules/detector_impl.h"

/* One item of an event, wherever it is from. */
struct item {
	int64_t ts_ms;
	uint64_t seq, origin, publisher;
	const char *lang; /* or "" */
};

struct list {
	struct item *at;
	size_t n, cap;
	size_t largest; /* items of one story */
};

static bool
may_take(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_lifecycle_entry *entry)
{
	int64_t came_ms = entry ? tcn_lifecycle_came_ms(entry) : INT64_MIN;

	return came_ms != INT64_MIN && tcn_lifecycle_is_active(entry) &&
	    det->now_ms - came_ms <= bound->rule->group_ms;
}

/* First the event of the story that this one was split from. */
static struct tcn_lifecycle_entry *
find_group(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	const struct tcn_rule *rule = bound->rule;
	struct tcn_lifecycle_entry *entry = NULL;
	const uint64_t *from = NULL;

	if (!rule->group_ms)
		return NULL;
	if (det->step.story)
		from =
		    tcn_recent_find(&det->splits, det->step.story, INT64_MIN);
	if (from)
		entry = tcn_lifecycle_find(&det->lifecycle, bound->key, *from);
	if (may_take(det, bound, entry))
		return entry;
	if (rule->group_by != TCN_RULE_GROUP_RULE)
		return NULL;
	entry = tcn_lifecycle_latest(&det->lifecycle, bound->key);
	return may_take(det, bound, entry) ? entry : NULL;
}

struct tcn_lifecycle_entry *
tcn_detector_find_host(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	struct tcn_lifecycle_entry *entry = find_group(det, bound);

	return entry ? entry : tcn_detector_find_linked(det, bound);
}

void
tcn_detector_touch(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry)
{
	const struct tcn_rule *rule = bound->rule;

	if (rule->group_ms)
		tcn_lifecycle_note_arrival(&det->lifecycle, entry, det->now_ms,
		    det->now_ms + rule->group_ms,
		    rule->group_by == TCN_RULE_GROUP_RULE);
}

void
tcn_detector_add_single(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry)
{
	const struct tcn_placement *item = det->item;
	const struct tcn_lifecycle_single single = {
		.seq = item->seq,
		.publisher = item->publisher,
		.origin = item->text,
		.ts_ms = item->ts_ms,
		.came_ms = det->now_ms,
	};

	tcn_lifecycle_add_single(entry, &single,
	    det->now_ms - bound->rule->within_ms);
}

static void
make_room(struct tcn_detector *det, struct list *list, size_t n)
{
	struct item *at;

	if (list->n + n <= list->cap)
		return;
	list->cap = 2 * (list->n + n);
	at = tcn_arena_zalloc(&det->arena, list->cap, sizeof *at);
	for (size_t i = 0; i < list->n; i++)
		at[i] = list->at[i];
	list->at = at;
}

static void
add_story(struct tcn_detector *det, const struct tcn_story_view *view,
    struct list *list)
{
	make_room(det, list, view->items_n);
	for (size_t i = 0; i < view->items_n; i++)
		list->at[list->n++] = (struct item){
			.ts_ms = view->items[i].ts_ms,
			.seq = view->items[i].seq,
			.origin = view->items[i].origin,
			.publisher = view->items[i].publisher,
			.lang = view->items[i].lang,
		};
}

/* A late item counts from when it came. */
static void
add_singles(struct tcn_detector *det, const struct tcn_lifecycle_entry *entry,
    int64_t within_ms, struct list *list)
{
	size_t n;
	const struct tcn_lifecycle_single *singles =
	    tcn_lifecycle_singles(entry, &n);

	make_room(det, list, n);
	for (size_t i = 0; i < n; i++)
		if (singles[i].came_ms > det->now_ms - within_ms)
			list->at[list->n++] = (struct item){
				.ts_ms = singles[i].ts_ms,
				.seq = singles[i].seq,
				.origin = singles[i].origin,
				.publisher = singles[i].publisher,
				.lang = "",
			};
}

/* The terms belong to the window until its next view, so they are copied. */
void
tcn_detector_copy_terms(struct tcn_detector *det, const struct tcn_story *story,
    struct tcn_detector_evidence *c)
{
	struct tcn_story_term *terms =
	    tcn_arena_zalloc(&det->arena, story->terms_n, sizeof *terms);

	for (size_t i = 0; i < story->terms_n; i++)
		terms[i] = story->terms[i];
	c->terms = terms;
	c->terms_n = story->terms_n;
}

/* Lists the items of one story more. What tells of all of them, central item
 * and terms, is that of the largest so far. */
static void
add_group(struct tcn_detector *det, uint64_t group,
    const struct tcn_story_query *ask, struct list *list,
    struct tcn_detector_evidence *c)
{
	struct tcn_story_index *index = tcn_window_story_index(det->window);
	struct tcn_story_view view;

	if (!tcn_lifecycle_group_is_story(group) ||
	    !tcn_story_is_open(index, group))
		return;
	tcn_story_read_view(index, group, det->now_ms, ask, &view);
	add_story(det, &view, list);
	c->counts.ahead += view.ahead;
	if (view.items_n <= list->largest)
		return;
	list->largest = view.items_n;
	c->counts.central = view.story.central;
	tcn_detector_copy_terms(det, &view.story, c);
}

static int
by_time(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	return tcn_compare_moment(x->ts_ms, x->seq, y->ts_ms, y->seq);
}

/* How many distinct numbers there are of one kind. */
static void
count_distinct(struct tcn_tally *tally, const struct list *list,
    bool publishers, uint32_t *n)
{
	tcn_tally_begin(tally, list->n);
	for (size_t i = 0; i < list->n; i++)
		tcn_tally_add(tally,
		    publishers ? list->at[i].publisher : list->at[i].origin);
	*n = tally->n;
}

static void
count_list(struct tcn_detector *det, const struct list *list,
    struct tcn_detector_evidence *c)
{
	c->n = list->n;
	c->seqs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->seqs);
	c->ts_ms = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->ts_ms);
	c->langs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->langs);
	if (c->n)
		qsort(list->at, c->n, sizeof *list->at, by_time);
	for (size_t i = 0; i < c->n; i++) {
		c->seqs[i] = list->at[i].seq;
		c->ts_ms[i] = list->at[i].ts_ms;
		c->langs[i] = list->at[i].lang;
	}
	c->counts.items = (uint32_t)c->n;
	count_distinct(&det->tally, list, false, &c->counts.origins);
	count_distinct(&det->tally, list, true, &c->counts.publishers);
	tcn_detector_set_languages(c);
	c->counts.first_ms = c->n ? c->ts_ms[0] : det->now_ms;
	c->counts.last_ms = c->n ? c->ts_ms[c->n - 1] : det->now_ms;
	if (c->n && !c->counts.central)
		c->counts.central = c->seqs[c->n - 1];
}

void
tcn_detector_count_group(struct tcn_detector *det,
    const struct tcn_lifecycle_entry *entry, const struct tcn_story_query *ask,
    struct tcn_lifecycle_counts *counts)
{
	struct tcn_story_index *index = tcn_window_story_index(det->window);
	const struct tcn_lifecycle_link *at = NULL;
	struct list list = { 0 };
	uint64_t group;

	*counts = (struct tcn_lifecycle_counts){ 0 };
	while ((group = tcn_lifecycle_next_group(entry, &at))) {
		struct tcn_story_view view;

		if (!tcn_lifecycle_group_is_story(group) ||
		    !tcn_story_is_open(index, group))
			continue;
		tcn_story_read_items(index, group, det->now_ms, ask, &view);
		add_story(det, &view, &list);
		counts->ahead += view.ahead;
	}
	add_singles(det, entry, ask->within_ms, &list);
	counts->items = (uint32_t)list.n;
	count_distinct(&det->tally, &list, false, &counts->origins);
	count_distinct(&det->tally, &list, true, &counts->publishers);
}

void
tcn_detector_view_group(struct tcn_detector *det,
    const struct tcn_lifecycle_entry *entry, const struct tcn_story_query *ask,
    struct tcn_detector_evidence *c)
{
	const struct tcn_lifecycle_link *at = NULL;
	struct list list = { 0 };
	uint64_t group;

	*c = (struct tcn_detector_evidence){ 0 };
	while ((group = tcn_lifecycle_next_group(entry, &at)))
		add_group(det, group, ask, &list, c);
	add_singles(det, entry, ask->within_ms, &list);
	count_list(det, &list, c);
}

void
tcn_detector_view_stories(struct tcn_detector *det,
    const struct tcn_detector_stories *stories,
    const struct tcn_story_query *ask, struct tcn_detector_evidence *c)
{
	struct list list = { 0 };

	*c = (struct tcn_detector_evidence){ 0 };
	for (size_t i = 0; i < stories->n; i++)
		add_group(det, stories->at[i], ask, &list, c);
	count_list(det, &list, c);
}

void
tcn_detector_join_stories(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry,
    const struct tcn_detector_stories *stories)
{
	struct tcn_story_index *index = tcn_window_story_index(det->window);

	for (size_t i = 1; i < stories->n; i++) {
		tcn_lifecycle_join(&det->lifecycle, entry, stories->at[i], 0);
		if (!bound->rule->watch)
			tcn_story_mark_fired(index, stories->at[i],
			    bound->history);
	}
}

void
tcn_detector_set_steps(const struct tcn_rule *rule,
    struct tcn_lifecycle_counts *counts)
{
	const struct tcn_rule_escalation *step = rule->escalate.at;

	counts->severity = tcn_rule_severity(rule, counts->items,
	    counts->origins, counts->publishers);
	counts->steps = counts->next_step = 0;
	for (size_t i = 0; i < rule->escalate.n; i++, step++) {
		uint32_t n = tcn_detector_unit_count(step->unit, counts->items,
		    counts->origins, counts->publishers);
		uint32_t left = step->more_than + 1 - n;

		if (!step->more_than)
			continue;
		if (n > step->more_than)
			counts->steps |= 1u << i;
		else if (!counts->next_step || left < counts->next_step)
			counts->next_step = left;
	}
}
