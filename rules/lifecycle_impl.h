/*
 * rules/lifecycle_impl.h - an event that is known, for rules/lifecycle*.c only.
 */
#ifndef TCN_RULES_LIFECYCLE_IMPL_H
#define TCN_RULES_LIFECYCLE_IMPL_H

#include "rules/lifecycle.h"

/* Languages of one event whose joining is reported; further ones are not. */
#define TCN_LIFECYCLE_LANGUAGES 6

struct tcn_lifecycle_language {
	char code[8];
	uint32_t items; /* up to what makes it one of the event's */
};

/* That an event is found under a group. */
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
	struct tcn_lifecycle_link own; /* its first group; the others follow */
	uint64_t opened_seq;
	int64_t last_item_ms;
	int64_t keep_ms; /* how long its items may count */
	/* Of the last report: items and publishers. */
	uint32_t reported, reported_publishers;
	uint32_t uncounted; /* items since the last count ... */
	uint32_t recount_after; /* ... and how many are reason for the next */
	unsigned pending; /* changes to report: enum tcn_event_change */
	uint32_t steps; /* of escalation that were reached: a bit each */
	int64_t came_ms; /* when it was touched; INT64_MIN: never */
	int64_t until_ms; /* does not go quiet before that */
	bool latest; /* the map of that name leads to it */
	struct tcn_lifecycle_single *singles; /* by arrival */
	size_t singles_n, singles_cap;
	struct tcn_lifecycle_language langs[TCN_LIFECYCLE_LANGUAGES];
	uint32_t langs_n;
	bool dirty; /* changed since the last save */
	bool saved; /* has a row */
	/* Active: goes quiet no sooner. Closed: when it is forgotten. */
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
void tcn_lifecycle_move_group(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link, uint64_t group);

/* Into the maps, and out of them. */
void tcn_lifecycle_link_in(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link);
void tcn_lifecycle_link_out(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_link *link);

/* The link by which the rule's event on the group is found, or NULL. */
struct tcn_lifecycle_link *
tcn_lifecycle_find_link(const struct tcn_lifecycle *lifecycle,
    uint64_t rule_key, uint64_t group);

void tcn_lifecycle_forget(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);

/* Does by_rule_group lead to it directly, not by way of an equal key? */
bool tcn_lifecycle_is_first_of_key(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_link *link);

/* Frees the entry and what it owns; it is in no map and no heap. */
void tcn_lifecycle_free_entry(struct tcn_lifecycle_entry *entry);

/* When an active event goes quiet, as things stand. */
int64_t tcn_lifecycle_quiet_ms(const struct tcn_lifecycle *lifecycle,
    const struct tcn_lifecycle_entry *entry);

/* Into the heap of its state, for which there is room; and out of it. */
void tcn_lifecycle_schedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_unschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);

/* Its deadline may have changed, its state has not. */
void tcn_lifecycle_reschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
/* The same for all of a heap, whose order may be lost. */
void tcn_lifecycle_reschedule_all(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_heap *heap);

/* When a closed event is forgotten; INT64_MAX: not while its story lasts. */
int64_t tcn_lifecycle_forget_ms(const struct tcn_lifecycle_entry *entry);

/* --- lifecycle_group.c --- */

/* All groups and single items of `from` but a group of its own go to `into`. */
void tcn_lifecycle_hand_over(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *from, struct tcn_lifecycle_entry *into);

/* It is active no longer: the map `latest` leads to `into` (or NULL). */
void tcn_lifecycle_pass_latest(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, struct tcn_lifecycle_entry *into);

/* --- lifecycle_state.c --- */

/* The number of an event's row of state: a hash of its id. */
uint64_t tcn_lifecycle_row_id(const struct tcn_event *event);

/* --- lifecycle_heap.c: ordered by due_ms; ties as after any restart --- */

bool tcn_lifecycle_heap_before(const struct tcn_lifecycle_entry *a,
    const struct tcn_lifecycle_entry *b);
void tcn_lifecycle_heap_reserve(struct tcn_lifecycle_heap *heap, size_t n);
void tcn_lifecycle_heap_add(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_heap_fix(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_heap_remove(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);

#endif
