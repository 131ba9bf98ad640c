/*
 * What was decided in another life of the detector is told to one that begins
 * anew: the items with their stories, then the events.
 */
#include "rules/detector_impl.h"

/* Judges the story as a rule would, for what judging remembers. */
static void
learn_story(struct tcn_detector *det, size_t i)
{
	const struct tcn_detector_bound_rule *bound = &det->rules[i];
	struct tcn_story_verdict verdict;

	if (bound->rule->kind != TCN_RULE_STORY || bound->rule->watch ||
	    det->step.kept <= bound->rule->more_than ||
	    !tcn_detector_is_due_to_judge(det, bound))
		return;
	tcn_detector_measure(det, i, det->step.story, &verdict);
	tcn_story_cache_verdict(tcn_window_story_index(det->window),
	    det->step.story, &verdict);
}

void
tcn_detector_adopt_item(struct tcn_detector *det, const struct tcn_event *fired,
    size_t n)
{
	tcn_detector_match_item(det);
	if (!det->step.story)
		return;
	tcn_detector_apply_settings_rule(det);
	for (size_t i = 0; i < det->matched_n; i++)
		learn_story(det, det->matched[i]);
	for (size_t i = 0; i < n; i++) {
		/* The story is no news to the rule any more. */
		const struct tcn_detector_bound_rule *bound =
		    tcn_detector_find_rule(det, tcn_rule_key(fired[i].rule));

		if (bound && bound->rule->kind == TCN_RULE_STORY &&
		    !bound->rule->watch)
			tcn_story_mark_fired(
			    tcn_window_story_index(det->window),
			    det->step.story, bound->history);
	}
}

/* The cluster that the newest of its evidence in the window is in; 0: none. */
static uint64_t
cluster_of(const struct tcn_detector *det, const struct tcn_event *event)
{
	const struct tcn_clusters *clusters = tcn_window_clusters(det->window);
	uint64_t name = tcn_clusters_find_id(clusters, event->item);

	for (size_t i = event->evidence_n; i > 0 && !name; i--)
		name = tcn_clusters_find_id(clusters, event->evidence[i - 1]);
	return name ? TCN_LIFECYCLE_CLUSTER_GROUP(name) : 0;
}

/* Under which group the event is found: its story or cluster, if that has no
 * event of the rule; else the item that it fired with. */
static uint64_t
group_of(const struct tcn_detector *det, uint64_t rule_key,
    const struct tcn_detector_bound_rule *bound, const struct tcn_event *event)
{
	uint64_t group = bound && bound->rule->kind == TCN_RULE_CLUSTER
	    ? cluster_of(det, event)
	    : event->story;

	if (group && !tcn_lifecycle_find(&det->lifecycle, rule_key, group))
		return group;
	return TCN_LIFECYCLE_ITEM_GROUP(event->item);
}

/* When its last item came: those since its last revision are in no row. */
static void
last_item_ms(const struct tcn_detector *det, const struct tcn_event *event,
    int64_t *last_ms)
{
	const struct tcn_story_index *index =
	    tcn_window_story_index(det->window);
	struct tcn_story_view view;

	*last_ms = event->last_ms;
	if (!event->story || !tcn_story_is_open(index, event->story))
		return;
	tcn_story_read_items(index, event->story,
	    tcn_window_now_ms(det->window), NULL, &view);
	if (view.items_n && view.items[view.items_n - 1].ts_ms > *last_ms)
		*last_ms = view.items[view.items_n - 1].ts_ms;
}

/* Of a rule that counts similar items: which items are the event's. */
static void
adopt_members(struct tcn_detector *det, const struct tcn_event *event,
    uint64_t rule_key, uint64_t group)
{
	for (size_t i = 0; i < event->evidence_n; i++)
		tcn_detector_add_member(det, rule_key, event->evidence[i],
		    group, event->last_ms);
}

static void
join_stories(struct tcn_detector *det, struct tcn_lifecycle_entry *entry,
    const uint64_t *stories, size_t n)
{
	const struct tcn_story_index *index =
	    tcn_window_story_index(det->window);

	for (size_t i = 0; i < n; i++)
		if (tcn_story_is_open(index, stories[i]) &&
		    !tcn_lifecycle_find(&det->lifecycle,
			tcn_lifecycle_entry_rule(entry), stories[i]))
			tcn_lifecycle_join(&det->lifecycle, entry, stories[i],
			    0);
}

enum tcn_rc
tcn_detector_adopt_event(struct tcn_detector *det,
    const struct tcn_event *event, const uint64_t *stories, size_t n)
{
	struct tcn_lifecycle_past past = {
		.event = event,
		.rule_key = tcn_rule_key(event->rule),
		.keep_ms = det->within_ms,
	};
	const struct tcn_detector_bound_rule *bound =
	    tcn_detector_find_rule(det, past.rule_key);
	struct tcn_lifecycle_counts counts = { .items = event->items,
		.origins = event->origins,
		.publishers = event->publishers };
	struct tcn_lifecycle_entry *entry;
	enum tcn_rc rc;

	last_item_ms(det, event, &past.last_item_ms);
	det->now_ms = tcn_window_now_ms(det->window);
	past.group = group_of(det, past.rule_key, bound, event);
	if (tcn_lifecycle_knows(&det->lifecycle, event->id) ||
	    tcn_lifecycle_find(&det->lifecycle, past.rule_key, past.group))
		return TCN_OK;
	past.ended =
	    !tcn_story_is_open(tcn_window_story_index(det->window), past.group);
	if (bound) {
		tcn_detector_set_steps(bound->rule, &counts);
		past.steps = counts.steps;
		past.keep_ms = bound->rule->within_ms;
	}
	rc = tcn_lifecycle_adopt(&det->lifecycle, &past, &entry);
	if (!rc && bound && bound->rule->kind == TCN_RULE_SIMILAR)
		adopt_members(det, event, past.rule_key, past.group);
	if (rc || !tcn_lifecycle_is_active(entry))
		return rc;
	join_stories(det, entry, stories, n);
	if (bound)
		tcn_detector_touch(det, bound, entry);
	return TCN_OK;
}
