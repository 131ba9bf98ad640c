/*
 * rules/lifecycle_impl.h - the members of a known event. Private to
 * rules/lifecycle*.c.
 */
#ifndef TCN_RULES_LIFECYCLE_IMPL_H
#define TCN_RULES_LIFECYCLE_IMPL_H

#include "rules/lifecycle.h"

/* How many languages of one event are reported when they join; further ones are
 * not. */
#define TCN_LIFECYCLE_LANGUAGES 6

struct tcn_lifecycle_language {
	char code[8];
	uint32_t items; /* counted until it is a language of the event */
};

/* The link from a group to an event. */
struct tcn_lifecycle_link {
	struct tcn_lifecycle_entry *entry;
	uint64_t group;
	bool ended; /* a story that has ended */
	struct tcn_lifecycle_link *group_prev, *group_next; /* by rule key */
	struct tcn_lifecycle_link *next_same_key; /* of by_rule_group */
	struct tcn_lifecycle_link *next; /* of the event, as they joined */
};

struct tcn_lifecycle_entry {
	uint64_t rule_key;
	/* the link of its first group; the others follow */
	struct tcn_lifecycle_link own;
	uint64_t opened_seq;
	int64_t last_item_ms;
	int64_t keep_ms; /* how long its items may count */
	/* The items and publishers in the last report. */
	uint32_t reported, reported_publishers;
	uint32_t uncounted; /* items since the last count ... */
	uint32_t recount_after; /* ... and how many trigger the next */
	unsigned pending; /* changes to report: enum tcn_event_change */
	uint32_t steps; /* of escalation that were reached: a bit each */
	int64_t came_ms; /* when it was touched; INT64_MIN: never */
	int64_t until_ms; /* it does not go quiet before that */
	bool latest; /* tcn_lifecycle.latest leads to it */
	struct tcn_lifecycle_single *singles; /* by arrival */
	size_t singles_n, singles_cap;
	struct tcn_lifecycle_language langs[TCN_LIFECYCLE_LANGUAGES];
	uint32_t langs_n;
	bool dirty; /* changed since the last save */
	bool saved; /* it has a saved row */
	/* If active: the earliest time at which it goes quiet. If closed: when
	 * it is forgotten. */
	int64_t due_ms;
	size_t heap_at; /* its index in the heap of its state */
	struct tcn_event event;
	char name[]; /* of the rule */
};

static inline struct tcn_lifecycle_link *
tcn_lifecycle_pointer(uint64_t map_value)
{
	return (struct tcn_lifecycle_link *)(uintptr_t)map_value;
}

/* --- lifecycle_index.c: into the maps and heaps, and out of them --- */

TCN_MUST_USE enum tcn_rc tcn_lifecycle_enter(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);

/* Moves the link to another group. */
void tcn_lifecycle_move_group(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link, uint64_t group);

/* Insert the link into the maps, and remove it. */
void tcn_lifecycle_link_insert(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link);
void tcn_lifecycle_link_remove(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link);

/* The link to the rule's event on the group, or NULL. */
struct tcn_lifecycle_link *
tcn_lifecycle_find_link(const struct tcn_lifecycle *lifecycle,
    uint64_t rule_key, uint64_t group);

/* Removes the event from all maps and frees it. */
void tcn_lifecycle_forget(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);

/* Whether by_rule_group leads to the link directly, not by a chain of equal
 * keys. */
bool tcn_lifecycle_is_first_of_key(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_link *link);

/* Frees the entry and what it owns; it must be in no map and no heap. */
void tcn_lifecycle_free_entry(struct tcn_lifecycle_entry *entry);

/* When an active event goes quiet if no further item comes. */
int64_t tcn_lifecycle_quiet_ms(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry);

/* Insert the event into the heap of its state, which must have room; and remove
 * it. */
void tcn_lifecycle_schedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_unschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);

/* Moves the event in its heap after its deadline, not its state, may have
 * changed. */
void tcn_lifecycle_reschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
/* Computes all deadlines of a heap anew, and restores its order. */
void tcn_lifecycle_reschedule_all(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_heap *heap);

/* When a closed event is forgotten; INT64_MAX: not while its story lasts. */
int64_t tcn_lifecycle_forget_ms(const struct tcn_lifecycle_entry *entry);

/* --- lifecycle_group.c --- */

/* Moves all groups and single items of `from`, except its own group, to
 * `into`. */
void tcn_lifecycle_move_groups(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *from, struct tcn_lifecycle_entry *into);

/* Makes the map `latest` lead to `into` (or NULL) in place of an event that is
 * no longer active. */
void tcn_lifecycle_pass_latest(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, struct tcn_lifecycle_entry *into);

/* --- lifecycle_state.c --- */

/* The id of an event's row of saved state: a hash of the event's id. */
uint64_t tcn_lifecycle_row_id(const struct tcn_event *event);

/* The order of events in a heap. */
bool tcn_lifecycle_heap_before(const struct tcn_lifecycle_entry *a,
    const struct tcn_lifecycle_entry *b);
void tcn_lifecycle_heap_add(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_heap_fix(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_heap_remove(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);

#endif
