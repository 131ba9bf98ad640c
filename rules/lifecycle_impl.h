/*
 * rules/lifecycle_impl.h - an event that is known, for rules/lifecycle*.c only.
 */
#ifndef TCN_RULES_LIFECYCLE_IMPL_H
#define TCN_RULES_LIFECYCLE_IMPL_H

#include "rules/lifecycle.h"

#define TCN_LIFECYCLE_LANGUAGES                                                \
	6 /* languages of an event that are reported apart */

struct tcn_lifecycle_language {
	char code[8];
	uint32_t items; /* up to what makes it one of the event's */
};

struct tcn_lifecycle_entry {
	uint64_t rule_key, group;
	uint64_t opened_seq;
	int64_t last_item_ms; /* its last item */
	int64_t keep_ms; /* how long its items may count again */
	uint32_t reported, reported_publishers; /* when it was last reported */
	uint32_t uncounted; /* items since it was last counted ... */
	uint32_t recount_after; /* ... and how many are reason to count again */
	unsigned pending; /* of enum tcn_event_change: to be reported */
	struct tcn_lifecycle_language langs[TCN_LIFECYCLE_LANGUAGES];
	uint32_t langs_n;
	bool group_ended; /* its group is no more */
	bool dirty, saved; /* changed since the last save; has a row */
	int64_t due_ms; /* active: not quiet before; closed: forgotten */
	size_t heap_at; /* in its heap */
	struct tcn_lifecycle_entry *group_prev,
	    *group_next; /* of its group, by rule key */
	struct tcn_lifecycle_entry *next_same_key; /* of equal pair key */
	struct tcn_event event;
	char name[]; /* of the rule */
};

/* life_list.c: into the lists and maps, and out of them */
enum tcn_rc tcn_lifecycle_enter(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
enum tcn_rc tcn_lifecycle_move_group(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry, uint64_t group);
enum tcn_rc tcn_lifecycle_detach(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
enum tcn_rc tcn_lifecycle_forget(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_schedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_unschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);
/* When it is due may have changed. */
void tcn_lifecycle_reschedule(struct tcn_lifecycle *lifecycle,
    struct tcn_lifecycle_entry *entry);

/* life_state.c: the number of its row of state, a hash of its id */
uint64_t tcn_lifecycle_row_id(const struct tcn_event *event);

/* When what rests is forgotten; INT64_MAX: not while its group lasts. */
int64_t tcn_lifecycle_forget_ms(const struct tcn_lifecycle_entry *entry);

/* life_heap.c: by due_ms, then in an order that no restart changes */
enum tcn_rc tcn_lifecycle_heap_reserve(struct tcn_lifecycle_heap *heap,
    size_t n);
void tcn_lifecycle_heap_add(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_heap_fix(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);
void tcn_lifecycle_heap_remove(struct tcn_lifecycle_heap *heap,
    struct tcn_lifecycle_entry *entry);

#endif
