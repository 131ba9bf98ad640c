/*
 * Rules that count the items of a story, and those that watch.
 */
#include <assert.h>

#include "engine/base/mem.h"
#include "rules/detector_impl.h"

#define REJUDGE_MIN 64
#define SCORED_FROM 3 /* items of a story in the window */

struct rule_filter {
	const struct tcn_rule_hits *rule_hits;
	uint64_t key;
};

static bool
passes_filter(void *ctx, uint64_t seq)
{
	const struct rule_filter *rule_filter = ctx;

	return tcn_rule_hits_has(rule_filter->rule_hits, seq, rule_filter->key);
}

static struct tcn_story_query
ask_of(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct rule_filter *rule_filter)
{
	const struct tcn_rule *rule = bound->rule;

	*rule_filter = (struct rule_filter){ &det->rule_hits, bound->key };
	return (struct tcn_story_query){
		.rule = bound->history,
		.within_ms = rule->within_ms,
		.more_than = rule->more_than,
		.unit = rule->unit,
		.min_origins = rule->min_origins,
		.min_publishers = rule->min_publishers,
		.least = rule->least / 100,
		.early = rule->early / 100,
		.budget = rule->budget,
		.kinds = rule->kinds,
		.counts = bound->has_where ? passes_filter : NULL,
		.ctx = rule_filter,
	};
}

/* Counts the story at hand, with its items. */
static void
read_story(struct tcn_detector *det, const struct tcn_story_query *ask,
    struct tcn_detector_evidence *c)
{
	struct tcn_story_view view;

	tcn_story_read_view(tcn_window_story_index(det->window),
	    det->step.story, det->now_ms, ask, &view);
	*c = (struct tcn_detector_evidence){ 0 };
	c->n = view.items_n;
	c->seqs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->seqs);
	c->ts_ms = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->ts_ms);
	c->langs = tcn_arena_zalloc(&det->arena, c->n, sizeof *c->langs);
	for (size_t i = 0; i < c->n; i++) {
		c->langs[i] = view.items[i].lang;
		c->seqs[i] = view.items[i].seq;
		c->ts_ms[i] = view.items[i].ts_ms;
	}
	c->counts = (struct tcn_lifecycle_counts){
		.first_ms = c->n ? c->ts_ms[0] : det->now_ms,
		.last_ms = c->n ? c->ts_ms[c->n - 1] : det->now_ms,
		.items = (uint32_t)c->n,
		.origins = view.origins,
		.publishers = view.publishers,
		.ahead = view.ahead,
		.central = view.story.central,
	};
	tcn_detector_set_languages(c);
	tcn_detector_copy_terms(det, &view.story, c);
}

/* The same, which is the same for rules that count alike. */
static void
view_story(struct tcn_detector *det, const struct tcn_story_query *ask,
    struct tcn_detector_evidence *c)
{
	struct tcn_detector_shared *shared = &det->shared;

	if (ask->counts) {
		read_story(det, ask, c);
		return;
	}
	if (!shared->has_viewed || shared->viewed_within_ms != ask->within_ms)
		read_story(det, ask, &shared->viewed);
	shared->has_viewed = true;
	shared->viewed_within_ms = ask->within_ms;
	*c = shared->viewed;
}

/* Counts the story at hand, which is the same for rules that count alike. */
static struct tcn_lifecycle_counts
count_story(struct tcn_detector *det, const struct tcn_story_query *ask)
{
	struct tcn_detector_shared *shared = &det->shared;
	struct tcn_lifecycle_counts counts;
	struct tcn_story_counts n;

	if (shared->has_counts && !ask->counts &&
	    shared->counted_within_ms == ask->within_ms)
		return shared->counts;
	tcn_story_count_items(tcn_window_story_index(det->window),
	    det->step.story, det->now_ms, ask, &n);
	counts = (struct tcn_lifecycle_counts){
		.items = n.items,
		.origins = n.origins,
		.publishers = n.publishers,
		.ahead = n.ahead,
	};
	if (ask->counts)
		return counts;
	shared->has_counts = true;
	shared->counted_within_ms = ask->within_ms;
	shared->counts = counts;
	return counts;
}

/* Counts the event: its one story, or all it has taken in. */
static void
count_event(struct tcn_detector *det, const struct tcn_lifecycle_entry *entry,
    const struct tcn_story_query *ask, struct tcn_lifecycle_counts *counts)
{
	if (tcn_lifecycle_is_grouped(entry)) {
		tcn_detector_count_group(det, entry, ask, counts);
		return;
	}
	assert(tcn_lifecycle_entry_group(entry) == det->step.story);
	*counts = count_story(det, ask);
}

static void
report_event(struct tcn_detector *det, struct tcn_lifecycle_entry *entry,
    const struct tcn_story_query *ask, unsigned why)
{
	struct tcn_detector_evidence c = { 0 };

	if (tcn_lifecycle_is_grouped(entry))
		tcn_detector_view_group(det, entry, ask, &c);
	else
		view_story(det, ask, &c);
	tcn_detector_update_event(det, entry, why, &c);
}

/* Reports the event again if it has changed enough. */
static void
update_if_grown(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry, const struct tcn_story_query *ask)
{
	struct tcn_lifecycle_counts counts;
	unsigned why;

	count_event(det, entry, ask, &counts);
	tcn_detector_set_steps(bound->rule, &counts);
	why = tcn_lifecycle_changed(&det->lifecycle, entry, &counts);
	if (why)
		report_event(det, entry, ask, why);
}

/* The item at hand is of this event, which is active. */
static void
add_item(struct tcn_detector *det, const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry, const struct tcn_story_query *ask)
{
	tcn_detector_touch(det, bound, entry);
	if (tcn_lifecycle_add_item(entry, det->item->ts_ms, det->doc->lang))
		update_if_grown(det, bound, entry, ask);
}

/* The story at hand becomes part of an open event, and of no other; so many of
 * its items count, besides the one at hand. */
static void
join(struct tcn_detector *det, const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *host, uint32_t items,
    const struct tcn_story_query *ask)
{
	struct tcn_lifecycle_entry *entry =
	    tcn_lifecycle_find(&det->lifecycle, bound->key, det->step.story);

	assert(host && entry != host);
	if (entry)
		tcn_lifecycle_leave(&det->lifecycle, entry, det->step.story);
	tcn_lifecycle_join(&det->lifecycle, host, det->step.story, items);
	tcn_lifecycle_join_language(host,
	    tcn_story_main_language(tcn_window_story_index(det->window),
		det->step.story));
	add_item(det, bound, host, ask);
}

/* Opens an event on the story at hand, and on those it is linked with. */
static void
open_story(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_detector_evidence *own, const struct tcn_story_query *ask)
{
	struct tcn_detector_stories stories;
	struct tcn_detector_evidence c = *own;
	struct tcn_lifecycle_entry *entry;

	tcn_detector_list_linked(det, bound, ask, &stories);
	if (stories.n > 1)
		tcn_detector_view_stories(det, &stories, ask, &c);
	c.kind = own->kind;
	c.reason = own->reason;
	entry = tcn_detector_open_event(det, bound, det->step.story, &c);
	for (size_t i = 0; i < c.n; i++)
		tcn_lifecycle_add_language(entry, c.langs[i]);
	tcn_detector_join_stories(det, bound, entry, &stories);
}

/* What a story fires with. */
struct firing {
	const struct tcn_story_verdict *verdict; /* NULL: nothing was judged */
	struct tcn_lifecycle_entry *host; /* it joins this event; or NULL */
};

static void
fire(struct tcn_detector *det, const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, const struct firing *firing)
{
	struct tcn_detector_evidence c;
	struct tcn_lifecycle_entry *host =
	    firing->host ? firing->host : tcn_detector_find_host(det, bound);
	struct tcn_story_index *index = tcn_window_story_index(det->window);

	view_story(det, ask, &c);
	if (!c.n) /* none of it lies in the rule's window */
		return;
	if (!bound->rule->watch)
		tcn_story_mark_fired(index, det->step.story, bound->history);
	if (host) {
		join(det, bound, host, (uint32_t)c.n - 1, ask);
		return;
	}
	if (firing->verdict)
		tcn_detector_note_reason(det, firing->verdict, &c);
	open_story(det, bound, &c, ask);
}

bool
tcn_detector_is_enough(const struct tcn_rule *rule,
    const struct tcn_lifecycle_counts *n)
{
	return tcn_detector_unit_count(rule->unit, n->items, n->origins,
		   n->publishers) > rule->more_than &&
	    n->origins >= rule->min_origins &&
	    n->publishers >= rule->min_publishers;
}

/* A closed event is reopened when its rule would count enough again. It has
 * passed the gates before, so they are not asked. */
static void
reopen(struct tcn_detector *det, const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry, const struct tcn_story_query *ask)
{
	struct tcn_lifecycle_entry *host = tcn_detector_find_host(det, bound);
	struct tcn_lifecycle_counts counts;

	count_event(det, entry, ask, &counts);
	if (!counts.items ||
	    (!bound->rule->watch &&
		!tcn_detector_is_enough(bound->rule, &counts)))
		return;
	if (host)
		join(det, bound, host, counts.items, ask);
	else
		report_event(det, entry, ask, 0);
}

/* Notes what was judged, for those who explain the decision. */
static struct tcn_detector_ruling *
add_ruling(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	struct tcn_detector_ruling *rulings = tcn_mem_grow(det->rulings,
	    &det->rulings_cap, det->rulings_n + 1, sizeof *rulings);

	det->rulings = rulings;
	rulings += det->rulings_n++;
	*rulings = (struct tcn_detector_ruling){
		.rule = bound->rule,
		.verdict.gate = TCN_STORY_GATE_FIRED,
	};
	return rulings;
}

/*
 * To judge a story takes time for each of its items, and notices fill stories
 * of a thousand. So a large story that some gate held back is judged again
 * only when it has grown by about a thirty-second part: an item costs the same
 * however large its story is. A story grows by one, so it passes no such size
 * by. This goes by the items of the story in the window, and therefore only
 * for rules that count all of these.
 */
bool
tcn_detector_is_due_to_judge(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	uint32_t n = det->step.items;

	if (n < REJUDGE_MIN || bound->has_where ||
	    bound->rule->within_ms != det->conf.window.story.within_ms)
		return true;
	return n % (1u << (31 - __builtin_clz(n) - 5)) == 0;
}

/* Judges the story, and notes for later judgements what this one has seen. */
static void
judge_story(struct tcn_detector *det, const struct tcn_story_query *ask,
    struct tcn_story_verdict *verdict)
{
	struct tcn_story_index *index = tcn_window_story_index(det->window);

	tcn_story_judge(index, det->step.story, det->now_ms, ask, verdict);
	tcn_story_cache_verdict(index, det->step.story, verdict);
}

void
tcn_detector_measure(const struct tcn_detector *det, size_t rule,
    uint64_t story, struct tcn_story_verdict *verdict)
{
	const struct tcn_story_index *index =
	    tcn_window_story_index(det->window);
	struct rule_filter rule_filter;
	struct tcn_story_query ask;

	assert(rule < det->rules_n && story);
	ask = ask_of(det, &det->rules[rule], &rule_filter);
	tcn_story_judge(index, story, det->now_ms, &ask, verdict);
	tcn_story_measure(index, story, det->now_ms, &ask, verdict);
}

/* Whether a story of n items is scored: from three on, each time it has grown
 * by about a third. */
static bool
is_scored_at(uint32_t n)
{
	uint32_t odd = n ? n >> __builtin_ctz(n) : 0;

	return n >= SCORED_FROM && (odd == 1 || odd == 3);
}

/*
 * Notes how likely the item's story is news, for those who tell of stories that
 * did not fire: one that an event has is not scored. What no rule asks for by
 * itself, releases and reports of figures, is as little likely as can be.
 * Changes nothing of what is decided.
 */
void
tcn_detector_score_story(const struct tcn_detector *det,
    struct tcn_placement *item)
{
	struct tcn_story_verdict verdict = { 0 };

	if (!det->step.story || !is_scored_at(det->step.items) ||
	    tcn_lifecycle_next(&det->lifecycle, det->step.story, NULL))
		return;
	tcn_story_measure(tcn_window_story_index(det->window), det->step.story,
	    det->now_ms, NULL, &verdict);
	item->news = 1;
	if (verdict.kind == TCN_EVENT_NEWS ||
	    verdict.kind == TCN_EVENT_SCHEDULED)
		item->news += (uint16_t)(999 * verdict.score.p);
}

/* The rule can count at most so many items of the story. */
static uint32_t
step_items(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	return bound->rule->within_ms > det->conf.window.story.within_ms
	    ? det->step.kept
	    : det->step.items;
}

/* The story at hand counts too little by itself. */
static void
apply_together(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask)
{
	struct tcn_story_counts together;
	bool enough;

	if (!tcn_detector_has_links(det, bound) ||
	    !tcn_detector_is_due_to_judge(det, bound))
		return;
	tcn_detector_count_linked(det, bound, ask, &together, &enough);
	if (enough) {
		/* The stories count enough together: the one at hand is judged
		 * as all of them. */
		struct tcn_detector_ruling *ruling = add_ruling(det, bound);
		struct tcn_story_query part = *ask;
		struct firing firing = { .verdict = &ruling->verdict };

		part.together = &together;
		judge_story(det, &part, &ruling->verdict);
		if (ruling->verdict.gate == TCN_STORY_GATE_NONE)
			fire(det, bound, ask, &firing);
	}
}

static void
judge_for_rule(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound, bool rests,
    const struct tcn_story_query *ask)
{
	struct tcn_detector_ruling *ruling = add_ruling(det, bound);
	struct firing firing = { 0 };

	if (rests)
		return;
	judge_story(det, ask, &ruling->verdict);
	if (ruling->verdict.gate != TCN_STORY_GATE_NONE)
		return;
	firing.verdict = &ruling->verdict;
	fire(det, bound, ask, &firing);
}

/* May the story fire by itself with so many items, and is it due to be judged?
 */
static bool
may_fire(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, uint32_t items)
{
	return tcn_story_is_worth_judging(tcn_window_story_index(det->window),
		   ask, items) &&
	    tcn_detector_is_due_to_judge(det, bound);
}

/*
 * Whether a story that came back is another is decided once for all rules, by
 * what the rule of the settings fired on (window/story/story_split.c).
 */
void
tcn_detector_apply_settings_rule(struct tcn_detector *det)
{
	const struct tcn_detector_bound_rule *bound = &det->unseen;
	struct tcn_story_verdict verdict;
	struct rule_filter rule_filter;
	struct tcn_story_query ask = ask_of(det, bound, &rule_filter);

	if (!det->has_unseen || !det->step.story || det->step.fired ||
	    !may_fire(det, bound, &ask, det->step.items))
		return;
	judge_story(det, &ask, &verdict);
	if (verdict.gate == TCN_STORY_GATE_NONE)
		tcn_story_mark_fired(tcn_window_story_index(det->window),
		    det->step.story, bound->history);
}

/* The story at hand is not counted enough: it is judged early, which is noted
 * only if it fires; else it may count with others. */
static void
apply_few(struct tcn_detector *det, const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask)
{
	size_t rulings_n = det->rulings_n;

	if (may_fire(det, bound, ask, step_items(det, bound))) {
		judge_for_rule(det, bound, false, ask);
		if (det->rulings[rulings_n].verdict.gate == TCN_STORY_GATE_NONE)
			return;
		det->rulings_n = rulings_n;
	}
	apply_together(det, bound, ask);
}

void
tcn_detector_apply_story(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	struct tcn_lifecycle_entry *entry =
	    tcn_lifecycle_find(&det->lifecycle, bound->key, det->step.story);
	struct rule_filter rule_filter;
	struct tcn_story_query ask = ask_of(det, bound, &rule_filter);
	bool watch = bound->rule->watch;
	struct firing news = { 0 };

	assert(det->step.story);
	if (entry && tcn_lifecycle_is_active(entry)) {
		tcn_detector_merge_linked(det, bound, &entry);
		add_item(det, bound, entry, &ask);
		return;
	}
	if (!entry && !watch)
		news.host = tcn_detector_find_linked(det, bound);
	if (news.host) {
		fire(det, bound, &ask, &news);
		return;
	}
	if (watch && det->item->duplicate_of)
		return;
	if (!watch && step_items(det, bound) <= bound->rule->more_than) {
		if (!entry)
			apply_few(det, bound, &ask);
		return;
	}
	if (entry &&
	    tcn_lifecycle_may_reopen(&det->lifecycle, entry, det->now_ms)) {
		reopen(det, bound, entry, &ask);
		return;
	}
	if (!watch && !tcn_detector_is_due_to_judge(det, bound))
		return;
	if (!watch)
		judge_for_rule(det, bound, entry != NULL, &ask);
	else if (!entry)
		fire(det, bound, &ask, &news);
}

static struct tcn_lifecycle_entry *
open_single(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	const struct tcn_placement *item = det->item;
	const char *lang = det->doc->lang;
	struct tcn_lifecycle_entry *entry;
	struct tcn_detector_evidence c = { .n = 1, .langs = &lang };

	c.seqs = tcn_arena_zalloc(&det->arena, 1, sizeof *c.seqs);
	c.ts_ms = tcn_arena_zalloc(&det->arena, 1, sizeof *c.ts_ms);
	c.seqs[0] = item->seq;
	c.ts_ms[0] = item->ts_ms;
	c.counts = (struct tcn_lifecycle_counts){
		.first_ms = item->ts_ms,
		.last_ms = item->ts_ms,
		.items = 1,
		.origins = 1,
		.publishers = 1,
		.central = item->seq,
	};
	tcn_detector_set_languages(&c);
	entry = tcn_detector_open_event(det, bound,
	    TCN_LIFECYCLE_ITEM_GROUP(item->seq), &c);
	tcn_lifecycle_add_language(entry, det->doc->lang);
	return entry;
}

/* An item without a story: it belongs with an open event, or is one. */
void
tcn_detector_watch_item(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound)
{
	struct tcn_lifecycle_entry *host = tcn_detector_find_host(det, bound);
	struct tcn_lifecycle_entry *entry = host;
	struct rule_filter rule_filter;
	struct tcn_story_query ask = ask_of(det, bound, &rule_filter);

	if (!host && det->item->duplicate_of)
		return;
	if (!host)
		entry = open_single(det, bound);
	if (bound->rule->group_ms)
		tcn_detector_add_single(det, bound, entry);
	if (host)
		add_item(det, bound, host, &ask);
}

/* Events of the story that was merged go to the one it is part of now. */
void
tcn_detector_merge_events(struct tcn_detector *det)
{
	struct tcn_lifecycle_entry *superseded, *survivor;

	assert(det->step.merged_from);
	assert(det->step.merged_from != det->step.story);
	do {
		tcn_lifecycle_merge(&det->lifecycle, det->step.merged_from,
		    det->step.story, &superseded, &survivor);
		if (superseded)
			tcn_detector_close_event(det, superseded, det->now_ms,
			    survivor);
	} while (superseded);
}

/* An event that took another one in is reported, also when the item at hand
 * does not match its rule. Events of rules that are gone wait to go quiet. */
void
tcn_detector_update_merged(struct tcn_detector *det)
{
	struct tcn_lifecycle_entry *entry = NULL;

	while ((entry = tcn_lifecycle_next(&det->lifecycle, det->step.story,
		    entry))) {
		const struct tcn_detector_bound_rule *bound =
		    tcn_detector_find_rule(det,
			tcn_lifecycle_entry_rule(entry));
		struct rule_filter rule_filter;
		struct tcn_story_query ask;

		if (!bound || !tcn_lifecycle_is_pending(entry))
			continue;
		ask = ask_of(det, bound, &rule_filter);
		update_if_grown(det, bound, entry, &ask);
	}
}
