/*
 * rules/life_internal.h - an event that is known, for rules/life*.c only.
 */
#ifndef TCN_RULES_LIFE_INTERNAL_H
#define TCN_RULES_LIFE_INTERNAL_H

#include "rules/life.h"

#define TCN_LIVE_LANGS 6 /* languages of an event that are told apart */

struct tcn_live_lang {
	char code[8];
	uint32_t items; /* up to what makes it one of the event's */
};

struct tcn_live {
	uint64_t rule_key, group;
	uint64_t opened_seq;
	int64_t seen_ms; /* its last item */
	int64_t keep_ms; /* how long its items may count again */
	uint32_t told, told_publishers; /* when it was last told */
	uint32_t touched; /* items since it was last counted ... */
	uint32_t need; /* ... and how many are reason to count again */
	unsigned pending; /* of enum tcn_why: to be told */
	struct tcn_live_lang langs[TCN_LIVE_LANGS];
	uint32_t langs_n;
	bool ended; /* its group is no more */
	bool dirty, saved; /* changed since the last save; has a row */
	int64_t due_ms; /* alive: not quiet before; resting: forgotten */
	size_t place; /* in its heap */
	struct tcn_live *left, *right; /* of its group, by rule key */
	struct tcn_live *twin; /* of equal pair key */
	struct tcn_event event;
	char name[]; /* of the rule */
};

/* life_list.c: into the lists and maps, and out of them */
enum tcn_rc tcn_live_enrol(struct tcn_life *life, struct tcn_live *live);
enum tcn_rc tcn_live_move(struct tcn_life *life, struct tcn_live *live,
    uint64_t group);
enum tcn_rc tcn_live_retire(struct tcn_life *life, struct tcn_live *live);
enum tcn_rc tcn_live_forget(struct tcn_life *life, struct tcn_live *live);
void tcn_live_list(struct tcn_life *life, struct tcn_live *live);
void tcn_live_unlist(struct tcn_life *life, struct tcn_live *live);
/* When it is due may have changed. */
void tcn_live_note_due(struct tcn_life *life, struct tcn_live *live);

/* life_state.c: the number of its row of state, a hash of its id */
uint64_t tcn_live_row(const struct tcn_event *event);

/* When what rests is forgotten; INT64_MAX: not while its group lasts. */
int64_t tcn_live_forget_ms(const struct tcn_live *live);

/* life_heap.c: by due_ms, then in an order that no restart changes */
enum tcn_rc tcn_live_heap_reserve(struct tcn_live_heap *heap, size_t n);
void tcn_live_heap_add(struct tcn_live_heap *heap, struct tcn_live *live);
void tcn_live_heap_moved(struct tcn_live_heap *heap, struct tcn_live *live);
void tcn_live_heap_remove(struct tcn_live_heap *heap, struct tcn_live *live);

#endif
