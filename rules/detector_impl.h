/*
 * rules/detector_impl.h - the detector's parts, for rules/detector*.c only.
 */
#ifndef TCN_RULES_DETECTOR_IMPL_H
#define TCN_RULES_DETECTOR_IMPL_H

#include "engine/base/arena.h"
#include "rules/detector.h"
#include "rules/rule_hits.h"
#include "window/base/recent.h"
#include "window/base/tally.h"
#include "window/story/story_link.h"

/* Matched rules that are kept, per item that may be known. */
#define TCN_DETECTOR_RULES_PER_ITEM 4

#define TCN_DETECTOR_RADII 8 /* of "similar": 0 to 7 */

/* A rule, and values derived from its record. */
struct tcn_detector_bound_rule {
	const struct tcn_rule *rule;
	uint64_t key;
	uint64_t history; /* key of its alert history: story_alerts.h */
	bool has_where; /* it has conditions on an item */
};

/* The items within a radius of the current item. */
struct tcn_detector_neighbors {
	int64_t within_ms; /* the longest of the rules that it matches */
	bool asked, counted, listed;
	struct tcn_near_counts counts;
	struct tcn_near_hits hits; /* by (time, seq), when listed */
};

/* The items that a rule counted, in one form for all kinds of rules. */
struct tcn_detector_evidence {
	struct tcn_lifecycle_counts counts;
	uint64_t *seqs; /* by (time, seq), in the arena */
	int64_t *ts_ms; /* likewise */
	const char **langs; /* likewise; of an item without a story "" */
	size_t n;
	const struct tcn_story_term *terms;
	size_t terms_n;
	/* If an event opens with them: */
	enum tcn_event_kind kind;
	const struct tcn_event_reason *reason; /* in the arena; or NULL */
};

/* What was found for one rule in this step, and holds for every other that
 * counts alike: each item, within as long. */
struct tcn_detector_shared {
	bool has_counts, has_viewed;
	int64_t counted_within_ms; /* of counts */
	struct tcn_lifecycle_counts counts; /* of the story at hand */
	int64_t viewed_within_ms; /* of viewed */
	struct tcn_detector_evidence viewed; /* the same, with its items */
};

struct tcn_detector {
	struct tcn_detector_conf conf;
	struct tcn_detector_bound_rule *rules;
	size_t rules_n;
	uint32_t *always; /* those without conditions, ascending */
	size_t always_n;
	struct tcn_map by_key; /* -> index into rules */
	/* The rule of the settings, when other rules are in force: it opens no
	 * event, but its firing decides for all of them when stories are
	 * split. */
	struct tcn_detector_bound_rule unseen;
	bool has_unseen;
	int64_t within_ms; /* the longest */
	bool similar; /* some rule counts similar items */
	bool clusters; /* some rule counts those of a cluster */

	struct tcn_window *window;
	struct tcn_lifecycle lifecycle;
	struct tcn_rule_hits rule_hits;
	struct tcn_recent keys; /* seq -> article key, for event ids */
	struct tcn_recent members; /* rule and seq -> group, of "similar" */
	struct tcn_recent splits; /* story -> the one it was split from */
	bool splits_saved; /* they have a saved row */

	/* State of one step. */
	const struct tcn_doc *doc;
	const struct tcn_placement *item;
	struct tcn_story_step step;
	int64_t now_ms;
	uint32_t *matched; /* rules that match the item, ascending */
	size_t matched_n, matched_cap;
	uint64_t *matched_keys;
	size_t matched_keys_cap;
	struct tcn_detector_neighbors neighbors[TCN_DETECTOR_RADII];
	struct tcn_clusters_members members_of; /* of the item's cluster */
	struct tcn_near_hits clustered; /* the same, when listed */
	bool clustered_listed;
	struct tcn_near_hits picked; /* of one rule, when it has_where */
	struct tcn_detector_shared shared;
	struct tcn_arena arena; /* memory of struct tcn_detector_changes */
	struct tcn_tally tally; /* scratch of counts of grouped events */
	struct tcn_event *events;
	size_t events_n, events_cap;
	struct tcn_detector_ruling *rulings;
	size_t rulings_n, rulings_cap;
	/* The reason that was last put into words in this step, or NULL, and
	 * its verdict. */
	const struct tcn_event_reason *worded;
	struct tcn_story_verdict worded_for;
};

static inline uint32_t
tcn_detector_unit_count(enum tcn_rule_unit unit, uint32_t items,
    uint32_t origins, uint32_t publishers)
{
	return unit == TCN_RULE_ITEMS  ? items
	    : unit == TCN_RULE_ORIGINS ? origins
				       : publishers;
}

/* detector_rules.c: derives the bound rules from the configuration */
void tcn_detector_bind_rules(struct tcn_detector *det);
/* Drops the alert histories of rules that were removed. */
void tcn_detector_keep_histories(struct tcn_detector *det);

/* Sets det->matched to the rules that match the current item. */
void tcn_detector_match_item(struct tcn_detector *det);
const struct tcn_detector_bound_rule *
tcn_detector_find_rule(const struct tcn_detector *det, uint64_t key);

/* detector_adopt.c: applies the rules to a stored item, on which these events
 * fired then; no rule fires again. */
void tcn_detector_adopt_item(struct tcn_detector *det,
    const struct tcn_event *fired, size_t n);

/* detector_story.c: whether the rule must judge the current story */
bool tcn_detector_is_due_to_judge(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

/* detector_similar.c: notes that the item belongs to the rule's event on the
 * group */
void tcn_detector_add_member(struct tcn_detector *det, uint64_t rule_key,
    uint64_t seq, uint64_t group, int64_t ts_ms);

/* detector.c: open, update and close events, and list the changes */
struct tcn_lifecycle_entry *tcn_detector_open_event(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound, uint64_t group,
    const struct tcn_detector_evidence *counted);
void tcn_detector_update_event(struct tcn_detector *det,
    struct tcn_lifecycle_entry *entry, unsigned why,
    const struct tcn_detector_evidence *counted);
void tcn_detector_close_event(struct tcn_detector *det,
    struct tcn_lifecycle_entry *entry, int64_t now_ms,
    struct tcn_lifecycle_entry *into);

/* detector_similar.c: shared by rules that count similar items and clusters */

/* Sets det->picked to the items, by (time, seq), that this rule counts. */
void tcn_detector_pick_hits(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_near_hits *hits, struct tcn_near_counts *counts);

/* Whether the counts of hits reach the thresholds of the rule. */
bool tcn_detector_is_enough_hits(const struct tcn_rule *rule,
    const struct tcn_near_counts *n);

/* Fires the rule on items that reach its thresholds: opens an event (if entry
 * is NULL), updates or reopens it, unless it is closed for good. */
void tcn_detector_fire_hits(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound, uint64_t group,
    struct tcn_lifecycle_entry *entry, const struct tcn_near_hits *hits,
    const struct tcn_near_counts *n);

/* detector_cluster.c: applies one rule to the current item's cluster */
void tcn_detector_apply_cluster(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

/* Merges the events of clusters that were merged by the current item. */
void tcn_detector_merge_clusters(struct tcn_detector *det);

/* detector_reason.c: sets counted->reason to why the event opens, as the
 * verdict put into words. */
void tcn_detector_note_reason(struct tcn_detector *det,
    const struct tcn_story_verdict *verdict,
    struct tcn_detector_evidence *counted);

/* The reason, which may be NULL, with what `where` of the rule asks for as its
 * first part; as it is where that is nothing. */
const struct tcn_event_reason *tcn_detector_add_asked(struct tcn_detector *det,
    const struct tcn_rule_where *where, const struct tcn_event_reason *reason);

/* detector_story.c: notes in the item how likely its story is news. */
void tcn_detector_score_story(const struct tcn_detector *det,
    struct tcn_placement *item);

/* Applies one rule to the current item's story. */
void tcn_detector_apply_story(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

/* Applies det->unseen to the current item's story. */
void tcn_detector_apply_settings_rule(struct tcn_detector *det);

/* Applies a watch rule to the current item, which has no story. */
void tcn_detector_watch_item(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

/* detector_story.c: merges the events of stories that were merged by the
 * current item. */
void tcn_detector_merge_events(struct tcn_detector *det);

/* Updates the events that took over others in tcn_detector_merge_events(). */
void tcn_detector_update_merged(struct tcn_detector *det);

/* Stories that are counted together, the current one first. */
#define TCN_DETECTOR_STORIES (TCN_STORY_LINKS_MAX + 1)

struct tcn_detector_stories {
	uint64_t at[TCN_DETECTOR_STORIES];
	size_t n;
};

/* detector_language.c: stories linked with the current one */

/* Whether the rule may count any linked stories together with the current one.
 * O(1). */
bool tcn_detector_has_links(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

/* The rule's open event on a linked story that may take in the current story;
 * NULL: there is none. */
struct tcn_lifecycle_entry *
tcn_detector_find_linked(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

/*
 * Merges two active events of the rule, the one with the current story (*entry)
 * and the one with a linked story, if they share no language: the one that
 * fired later closes as part of the other, to which *entry is set.
 */
void tcn_detector_merge_linked(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry **entry);

/* Adds the stories and events that report the same in other languages to the
 * events that this step lists. O(events listed * their links). */
void tcn_detector_note_languages(struct tcn_detector *det);

/* Lists the current story, and those linked stories that have items that count
 * and are in no event of the rule. */
void tcn_detector_list_linked(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, struct tcn_detector_stories *stories);

/* Counts the current story and those linked with it as one. *enough: the counts
 * reach the thresholds of the rule; only then *counts is set. */
void tcn_detector_count_linked(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    const struct tcn_story_query *ask, struct tcn_story_counts *counts,
    bool *enough);

/* detector_group.c: finds the members of an open event and counts them */

/* The rule's open event that the current item belongs to, or NULL. */
struct tcn_lifecycle_entry *
tcn_detector_find_host(const struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

/* Extends the time for which an active event takes in more stories, since the
 * current item belongs to it. */
void tcn_detector_touch(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry);

/* Adds the current item, which has no story, to the event. */
void tcn_detector_add_single(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry);

/* Sets the numbers of items, origins and publishers of the event that count,
 * and of items ahead; sets nothing else. */
void tcn_detector_count_group(struct tcn_detector *det,
    const struct tcn_lifecycle_entry *entry, const struct tcn_story_query *ask,
    struct tcn_lifecycle_counts *counts);

/* Collects the counted items of all the event's groups and single items, with
 * the terms of its largest story. */
void tcn_detector_view_group(struct tcn_detector *det,
    const struct tcn_lifecycle_entry *entry, const struct tcn_story_query *ask,
    struct tcn_detector_evidence *counted);

/* Collects the counted items of these stories, with the terms of the largest
 * story. */
void tcn_detector_view_stories(struct tcn_detector *det,
    const struct tcn_detector_stories *stories,
    const struct tcn_story_query *ask, struct tcn_detector_evidence *counted);

/* Joins all stories but the first to the event, which has just opened on the
 * first. */
void tcn_detector_join_stories(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound,
    struct tcn_lifecycle_entry *entry,
    const struct tcn_detector_stories *stories);

/* Sets the languages in the counts from those of the items. */
void tcn_detector_set_languages(struct tcn_detector_evidence *counted);

/* Whether the counts reach the thresholds of the rule. */
bool tcn_detector_is_enough(const struct tcn_rule *rule,
    const struct tcn_lifecycle_counts *counts);

/* Copies the terms of a story to the arena: the window's are valid only until
 * its next view. */
void tcn_detector_copy_terms(struct tcn_detector *det,
    const struct tcn_story *story, struct tcn_detector_evidence *counted);

/* Sets the severity and the steps of escalation that the counts reach. */
void tcn_detector_set_steps(const struct tcn_rule *rule,
    struct tcn_lifecycle_counts *counts);

/* detector_similar.c: rules that count similar items */

/* Notes for each radius whether a rule that matched the current item needs its
 * neighbours, and the longest window of such a rule. */
void tcn_detector_plan_lookups(struct tcn_detector *det);

/* Applies one rule to the current item, after tcn_detector_plan_lookups():
 * counts its neighbours and fires when they reach the thresholds. */
void tcn_detector_apply_similar(struct tcn_detector *det,
    const struct tcn_detector_bound_rule *bound);

#endif
