/*
 * rules/lifecycle.h - the known events, and the state of each.
 *
 *     (none) --fires--> open --changed--> updated --quiet--> closed
 *                          \______________________________/    |
 *                                    reopened <-----comes back-+
 *
 * STATES. They are those of an alert in an alert manager, active or resolved,
 * by the stream's time. Every step is a revision of the event, counted from 1.
 * An event is *active* until no item of it has come for quiet_ms; then it is
 * closed. A closed event stays known, so that its rule does not fire on the
 * same group a second time; for reopen_ms it may come back under its own id. It
 * is forgotten once its group has ended and keep_ms have passed: from then on
 * none of its items can count again, so that no other event can get its id.
 *
 * An event belongs to one rule and one *group*: a story, or, for rules that
 * count similar items, the item that opened it. A rule has at most one event on
 * a group; several rules may have events on one group. An event of a rule that
 * groups (rules/rule.h) may take in more: stories that *join* it, and lead to
 * it from then on, and *single* items without a story.
 *
 * UPDATES. A change is reported when the items grew by update_factor, when
 * the publishers doubled, when a language joined (by its second item), when
 * another event of the rule was merged into this one, or when a step of
 * escalation was reached; its severity never falls. Counting an event again
 * costs far more than seeing an item, so an event knows how many items must
 * come before a count can say anything new (recount_after): an item adds one
 * to a count at the most.
 *
 * IDS. An event's id depends only on facts known when it fired, not on the
 * order of arrival: the UTC day of its earliest item, and a hash of that item's
 * article key and the rule's name. The earliest is the one of the least date,
 * then of the least key. When a known event has that id already, because a
 * story was split, the hash is hashed again. So two runs over one stream give
 * the same ids.
 *
 * DATA STRUCTURES, all checked by tcn_lifecycle_check():
 *	lifecycle_heap.c    two binary heaps: active events by when they go
 *	                    quiet, closed ones by when they are forgotten
 *	lifecycle_index.c   a map from rule and group to the event; a map from
 *	                    the group to a list of its events, by rule key; and
 *	                    the ids of all
 *	lifecycle_group.c   the groups of an event: joining, leaving, merging;
 *	                    a map from the rule to the event that took in an
 *	                    item last
 * An item can only postpone the deadline of an active event. So the heap is
 * not touched when one comes; an event whose deadline was postponed is moved
 * when it reaches the top.
 *
 * Cost: to find an event, to see an item: O(1), however many rules have
 * events on a group. To open, close or forget one: O(log n) of the events
 * known, and O(events of the group). Memory: about 550 bytes an event.
 *
 * Call order: init; then any; fini. The lifecycle owns its entries: a pointer
 * to one holds until tcn_lifecycle_expire() forgets it. Not thread safe.
 */
#ifndef TCN_RULES_LIFECYCLE_H
#define TCN_RULES_LIFECYCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "window/base/journal.h"

struct tcn_lifecycle_conf {
	int64_t quiet_ms; /* closed this long after its last item */
	int64_t reopen_ms; /* may come back this long after that; 0: never */
	double update_factor; /* growth in items that is reported, > 1 */
};

/* The result of counting an event's items. */
struct tcn_lifecycle_counts {
	int64_t first_ms, last_ms;
	uint32_t items, origins, publishers;
	uint32_t ahead; /* items that will count once their time has come */
	uint64_t central; /* seq of the most central item */
	struct tcn_event_languages languages;
	/* From the rule's steps of escalation: the severity, the steps reached
	 * (a bit each) and how many items must come before the next can be
	 * reached (0: there is none). */
	enum tcn_severity severity;
	uint32_t steps, next_step;
};

/* An item without a story that an event has taken in. */
struct tcn_lifecycle_single {
	uint64_t seq, publisher;
	uint64_t origin; /* seq of the first item of its text, or its own */
	int64_t ts_ms, came_ms; /* came_ms: stream time of its arrival */
};

/* The group of similar items, named by the item that opened its event. */
#define TCN_LIFECYCLE_ITEM_GROUP(seq) ((seq) | (uint64_t)1 << 63)

/* The group of a cluster, by its name. */
#define TCN_LIFECYCLE_CLUSTER_GROUP(name)                                      \
	((name) | (uint64_t)1 << 63 | (uint64_t)1 << 62)

/* Whether the group is a story; its value is then the story's id. */
static inline bool
tcn_lifecycle_group_is_story(uint64_t group)
{
	return !(group & TCN_LIFECYCLE_ITEM_GROUP(0));
}

/* The facts that an event opens with. */
struct tcn_lifecycle_opening {
	uint64_t group; /* a story's id, or one of the above */
	uint64_t rule_key; /* tcn_rule_key() of its name */
	struct tcn_str rule;
	enum tcn_severity severity;
	enum tcn_event_kind kind;
	const char *split_from; /* id of an event, or NULL */
	uint64_t id_key; /* of the earliest item counted */
	uint64_t seq; /* the item that opens it */
	int64_t keep_ms; /* the rule's window: how long its items may count */
	int64_t now_ms;
	struct tcn_lifecycle_counts counts;
};

struct tcn_lifecycle_entry; /* one event that is known */
#define TCN_LIFECYCLE_SINGLES_MAX 4096 /* of one event; the oldest go */

/* A heap of events. Private to rules/lifecycle*.c. */
struct tcn_lifecycle_heap {
	struct tcn_lifecycle_entry **at;
	size_t n, cap;
};

struct tcn_lifecycle {
	struct tcn_lifecycle_conf conf;
	struct tcn_lifecycle_heap active, closed; /* by deadline */
	struct tcn_map by_rule_group; /* hash of both -> entry */
	struct tcn_map by_group; /* group -> first entry of its list */
	struct tcn_map by_id; /* hashes of the ids of all */
	struct tcn_map latest; /* rule key -> the event that has latest set */
	/* rows of forgotten events, until the next save */
	struct tcn_journal_list gone;
};

/* Makes an empty lifecycle without allocating. quiet_ms and reopen_ms must not
 * be negative. */
void tcn_lifecycle_init(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_conf *conf);
void tcn_lifecycle_fini(struct tcn_lifecycle *lifecycle);

/* The rule's event on this group, active or closed, or NULL. */
struct tcn_lifecycle_entry *
tcn_lifecycle_find(const struct tcn_lifecycle *lifecycle, uint64_t rule_key,
    uint64_t group);

/* Whether the event with this id is known, active or closed. O(1). */
bool tcn_lifecycle_knows(const struct tcn_lifecycle *lifecycle, const char *id);

/*
 * The active event of the rule that was last marked as latest by
 * tcn_lifecycle_note_arrival(); or NULL.
 */
struct tcn_lifecycle_entry *
tcn_lifecycle_latest(const struct tcn_lifecycle *lifecycle, uint64_t rule_key);

/* Iterates over the group's events by rule key: returns the one after `entry`,
 * the first for NULL; NULL at the end. */
struct tcn_lifecycle_entry *
tcn_lifecycle_next(const struct tcn_lifecycle *lifecycle, uint64_t group,
    const struct tcn_lifecycle_entry *entry);

/* The event as a record; terms and evidence are left empty. */
const struct tcn_event *
tcn_lifecycle_event(const struct tcn_lifecycle_entry *entry);
bool tcn_lifecycle_is_active(const struct tcn_lifecycle_entry *entry);

/* Whether the event has a change to report, whatever its counts. */
bool tcn_lifecycle_is_pending(const struct tcn_lifecycle_entry *entry);
uint64_t tcn_lifecycle_entry_rule(const struct tcn_lifecycle_entry *entry);
uint64_t tcn_lifecycle_entry_group(const struct tcn_lifecycle_entry *entry);

/*
 * Iterates over the event's groups, the one it opened with first; 0 at the end.
 * *at is the cursor, NULL at first. O(1).
 */
struct tcn_lifecycle_link;
uint64_t tcn_lifecycle_next_group(const struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_link **at);

/* Whether the event has several groups, or single items. */
bool tcn_lifecycle_is_grouped(const struct tcn_lifecycle_entry *entry);

/* Stream time of the last tcn_lifecycle_note_arrival() of the event; INT64_MIN:
 * never. */
int64_t tcn_lifecycle_came_ms(const struct tcn_lifecycle_entry *entry);

/* The single items of the event, by arrival. */
const struct tcn_lifecycle_single *
tcn_lifecycle_singles(const struct tcn_lifecycle_entry *entry, size_t *n);

/* Opens an event at revision 1. The rule must have no event on this group, and
 * rule_key must be the key of its name. */
struct tcn_lifecycle_entry *tcn_lifecycle_open(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_opening *opening);

/* Notes a language of the items that the event opened with: a later item in it
 * is no change. */
void tcn_lifecycle_add_language(struct tcn_lifecycle_entry *entry,
    const char *lang);

/* Notes that a story in this language joins the event: a change to report if
 * the language is new to the event. */
void tcn_lifecycle_join_language(struct tcn_lifecycle_entry *entry,
    const char *lang);

/* Notes that another event of the rule becomes part of this active one: a
 * change to report. The caller must close the other event. */
void tcn_lifecycle_note_merged(struct tcn_lifecycle_entry *entry);

/* Joins the group, on which the rule must have no event, to this event. `items`
 * of its items count already, besides the current one. O(1). */
void tcn_lifecycle_join(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, uint64_t group, uint32_t items);

/* Removes the group from the event. An event without another group gets an
 * empty one of its own. */
void tcn_lifecycle_leave(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, uint64_t group);

/* Adds a single item; drops those that came at or before before_ms, and the
 * oldest beyond TCN_LIFECYCLE_SINGLES_MAX. */
void tcn_lifecycle_add_single(struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_single *item, int64_t before_ms);

/*
 * Notes that an item of the active event came at now_ms: the event stays active
 * until `until_ms` at least, however old its items are. latest:
 * tcn_lifecycle_latest() returns this event from now on.
 */
void tcn_lifecycle_note_arrival(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms, int64_t until_ms,
    bool latest);

/*
 * Notes another item of the event, in this language (or ""). True when the
 * event should be counted again. O(1).
 */
bool tcn_lifecycle_add_item(struct tcn_lifecycle_entry *entry, int64_t ts_ms,
    const char *lang);

/*
 * Compares the counts with the last report: returns the changes to report, bits
 * of enum tcn_event_change, or 0. Also sets how many items must come before the
 * next count.
 */
unsigned tcn_lifecycle_changed(const struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_counts *counts);

/* Makes the next revision of the event: updated, or reopened if it was
 * closed. */
void tcn_lifecycle_update(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms, unsigned why,
    const struct tcn_lifecycle_counts *counts);

/* Whether the event closed less than reopen_ms ago. */
bool tcn_lifecycle_may_reopen(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry, int64_t now_ms);

/*
 * Merges the group `from` into the group `into`, with its events. Where both
 * groups have an active event of one rule, that of `from` is superseded:
 * *superseded is set to it, still active, and the caller must close it as part
 * of *survivor, which takes over its other groups. To be called until
 * *superseded is NULL.
 */
void tcn_lifecycle_merge(struct tcn_lifecycle *lifecycle, uint64_t from,
    uint64_t into, struct tcn_lifecycle_entry **superseded,
    struct tcn_lifecycle_entry **survivor);

/*
 * The active event that went quiet first, at or before now_ms, or NULL; sets
 * *quiet_ms to that moment. O(1) until the next deadline is due.
 */
struct tcn_lifecycle_entry *
tcn_lifecycle_next_quiet(struct tcn_lifecycle *lifecycle, int64_t now_ms,
    int64_t *quiet_ms);

/*
 * Closes an active event: its last revision, unless it is reopened. *event is
 * its record, whose strings hold until the next tcn_lifecycle_expire(). An
 * event that was merged into another one (`into`; else NULL) leaves its groups
 * to that one and is never reopened.
 */
void tcn_lifecycle_close(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms,
    struct tcn_lifecycle_entry *into, struct tcn_event *event);

/* The active event with the earliest deadline, or NULL. */
struct tcn_lifecycle_entry *
tcn_lifecycle_first_active(const struct tcn_lifecycle *lifecycle);

/* Sets all times later than now_ms back to it, and ends all stories, whose
 * counts are forgotten. O(n log n). */
void tcn_lifecycle_set_clock_back(struct tcn_lifecycle *lifecycle,
    int64_t now_ms);

/* Notes that the group has ended: its closed events are forgotten after
 * keep_ms. O(events of the group * log n). */
void tcn_lifecycle_end_group(struct tcn_lifecycle *lifecycle, uint64_t group);

/* Forgets closed events that are due. O(1) until the next deadline. */
void tcn_lifecycle_expire(struct tcn_lifecycle *lifecycle, int64_t now_ms);

/*
 * A stored event at its latest revision. last_item_ms: when its last item came.
 */
struct tcn_lifecycle_past {
	const struct tcn_event *event;
	uint64_t rule_key, group;
	int64_t keep_ms, last_item_ms;
	uint32_t steps; /* steps of escalation that were reached */
	bool ended; /* the group is a story that has ended */
};

/* Adds a stored event to a rebuilt lifecycle, so that the rule's next item
 * belongs to it and it goes quiet in its time. The group must have no event of
 * the rule; the event's languages count as joined already. */
TCN_MUST_USE enum tcn_rc tcn_lifecycle_adopt(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_past *past, struct tcn_lifecycle_entry **entry);

/*
 * Saving and restoring. tcn_lifecycle_save() passes every event that changed
 * since the last save to sink, as a row of this kind, and a row without bytes
 * for each forgotten one. tcn_lifecycle_restore() restores a row, in any order;
 * TCN_CORRUPT: the row is invalid, or its event is known already.
 */
TCN_MUST_USE enum tcn_rc tcn_lifecycle_save(struct tcn_lifecycle *lifecycle,
    uint32_t kind, tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_lifecycle_restore(struct tcn_lifecycle *lifecycle,
    const void *bytes, size_t n);

/* Validator: TCN_CORRUPT, and in err a sentence, when an invariant is broken.
 * O(n). */
TCN_MUST_USE enum tcn_rc
tcn_lifecycle_check(const struct tcn_lifecycle *lifecycle, struct tcn_err *err);

#endif
