/*
 * rules/lifecycle.h - events that are known: opened, told again, closed,
 * reopened.
 *
 *     (none) --fires--> open --changed--> updated --quiet--> closed
 *                          \______________________________/    |
 *                                    reopened <-----comes back-+
 *
 * Every step on that way is a revision, counted from 1. An event belongs to
 * one rule and one group: a story, or an item that leads what is similar to
 * it. Several rules may have events on one group. What went quiet *rests*: it
 * is remembered while its group lasts, so that a rule fires on a group once
 * and may, for reopen_ms, come back under its own id; and as long as its items
 * may be counted again, so that no other event is given that id.
 *
 * What is change enough to be told: its items grew by update_factor, its
 * publishers doubled, a language joined (two items of it), or another event of
 * the rule became part of it.
 *
 * An event's id is made of what was known when it fired and of nothing that
 * came later or depends on the order of arrival: the UTC day of its earliest
 * item and a hash of that item's article key and the rule's name. "Earliest"
 * goes by date, then by key. When another event that is known has that id,
 * stories having parted, it is hashed again.
 *
 * To find an event is O(1), however many rules have events on a group; to
 * find what goes quiet next, O(log n) of those that are known.
 */
#ifndef TCN_RULES_LIFECYCLE_H
#define TCN_RULES_LIFECYCLE_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"

struct tcn_lifecycle_conf {
	int64_t quiet_ms; /* closed this long after its last item */
	int64_t reopen_ms; /* may come back this long after that; 0: never */
	double update_factor; /* told again when it has grown by this, > 1 */
};

/* What an event was found to hold at a moment. */
struct tcn_lifecycle_counts {
	int64_t first_ms, last_ms;
	uint32_t items, origins, publishers;
	uint32_t ahead; /* items that will count, once their time has come */
	uint64_t central; /* seq */
};

/* A group that is no story: named by the item that leads it. */
#define TCN_LIFECYCLE_ITEM_GROUP(seq) ((seq) | (uint64_t)1 << 63)

/* What an event begins with. */
struct tcn_lifecycle_opening {
	uint64_t group; /* a story's id, or TCN_LIFECYCLE_ITEM_GROUP() */
	uint64_t rule_key; /* tcn_rule_key() of its name */
	struct tcn_str rule;
	enum tcn_severity severity;
	const char *split_from; /* id of an event, or NULL */
	uint64_t id_key; /* of the earliest item counted */
	uint64_t seq; /* the item it opens with */
	int64_t keep_ms; /* how long its items may count again */
	int64_t now_ms;
	struct tcn_lifecycle_counts counts;
};

struct tcn_lifecycle_entry; /* one event that is known */

/* Private to rules/lifecycle*.c. */
struct tcn_lifecycle_heap {
	struct tcn_lifecycle_entry **at;
	size_t n, cap;
};

struct tcn_lifecycle {
	struct tcn_lifecycle_conf conf;
	struct tcn_lifecycle_heap active, closed; /* what is due first */
	struct tcn_map
	    by_rule_group; /* rule and group -> tcn_lifecycle_entry */
	struct tcn_map
	    by_group; /* group -> its tcn_lifecycle_entry of the least key */
	struct tcn_map by_id; /* hashes of the ids of all */
	uint64_t *gone; /* rows of those that had one */
	size_t gone_n, gone_cap;
};

void tcn_lifecycle_init(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_conf *conf);
void tcn_lifecycle_fini(struct tcn_lifecycle *lifecycle);

/* The rule's event on this group, active or closed, or NULL. */
struct tcn_lifecycle_entry *
tcn_lifecycle_find(const struct tcn_lifecycle *lifecycle, uint64_t rule_key,
    uint64_t group);

/* The group's events one after the other; NULL gives the first. */
struct tcn_lifecycle_entry *
tcn_lifecycle_next(const struct tcn_lifecycle *lifecycle, uint64_t group,
    const struct tcn_lifecycle_entry *entry);

/* The event as a record; terms and evidence are left empty. */
const struct tcn_event *
tcn_lifecycle_event(const struct tcn_lifecycle_entry *entry);
bool tcn_lifecycle_is_active(const struct tcn_lifecycle_entry *entry);
bool tcn_lifecycle_is_pending(const struct tcn_lifecycle_entry
	*entry); /* to be told */
uint64_t tcn_lifecycle_entry_rule(const struct tcn_lifecycle_entry *entry);
uint64_t tcn_lifecycle_entry_group(const struct tcn_lifecycle_entry *entry);

/* The rule must have none on this group. TCN_NOMEM changes nothing. */
TCN_MUST_USE enum tcn_rc tcn_lifecycle_open(struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_opening *opening,
    struct tcn_lifecycle_entry **entry);

/* A language of the items that it opened with. */
void tcn_lifecycle_add_language(struct tcn_lifecycle_entry *entry,
    const char *lang);

/*
 * Sees another item of the event, in this language (or ""). True when there
 * is reason to count again: an item adds one at most, so that is when there
 * have been enough of them. O(1).
 */
bool tcn_lifecycle_add_item(struct tcn_lifecycle_entry *entry, int64_t ts_ms,
    const char *lang);

/*
 * What has changed since it was last told, of enum tcn_event_change; 0: nothing
 * that is worth it. The counts are noted, so that they are not asked for again
 * too soon.
 */
unsigned tcn_lifecycle_changed(const struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry,
    const struct tcn_lifecycle_counts *counts);

/* Tells it again: the next revision, updated; or reopened, when it rested. */
void tcn_lifecycle_update(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms, unsigned why,
    const struct tcn_lifecycle_counts *counts);

/* Whether an event that rests may come back. */
bool tcn_lifecycle_may_reopen(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry, int64_t now_ms);

/*
 * The group `from` is now part of `into`: its events move along. One whose
 * rule has an event there that is active is superseded: returned, still active,
 * for the caller to close as part of *survivor. To be called until it returns
 * no more. TCN_NOMEM: the lifecycle is unusable.
 */
TCN_MUST_USE enum tcn_rc tcn_lifecycle_merge(struct tcn_lifecycle *lifecycle,
    uint64_t from, uint64_t into, struct tcn_lifecycle_entry **superseded,
    struct tcn_lifecycle_entry **survivor);

/*
 * An event that went quiet at or before now_ms and the moment it did, or
 * NULL: the one quiet first. O(1) until the next deadline is due.
 */
struct tcn_lifecycle_entry *
tcn_lifecycle_next_quiet(struct tcn_lifecycle *lifecycle, int64_t now_ms,
    int64_t *quiet_ms);

/*
 * The last revision, closed; *event is its record, until the next call of
 * tcn_lifecycle_expire(). It rests; for good, when it became part of `into`
 * (NULL: of none).
 */
TCN_MUST_USE enum tcn_rc tcn_lifecycle_close(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, int64_t now_ms,
    const struct tcn_lifecycle_entry *into, struct tcn_event *event);

/* The group is no more: what rests on it need not be remembered for long.
 * O(events of the group). */
void tcn_lifecycle_end_group(struct tcn_lifecycle *lifecycle, uint64_t group);

/* Forgets what has rested for long enough. O(1) until the next deadline. */
TCN_MUST_USE enum tcn_rc tcn_lifecycle_expire(struct tcn_lifecycle *lifecycle,
    int64_t now_ms);

/*
 * Saving and restoring. tcn_lifecycle_save() hands every event that changed
 * since the last save to sink, as a row of this kind, and rows without bytes
 * for those forgotten. Restoring takes rows in any order.
 */
TCN_MUST_USE enum tcn_rc tcn_lifecycle_save(struct tcn_lifecycle *lifecycle,
    uint32_t kind, tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_lifecycle_restore(struct tcn_lifecycle *lifecycle,
    const void *bytes, size_t n);

#endif
