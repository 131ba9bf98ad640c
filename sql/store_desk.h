/*
 * sql/store_desk.h - the actions of people at a desk on events.
 *
 * The detector stores events; a desk acknowledges an event, gives it an owner,
 * adds a note, closes or reopens it. Every action is a row that is never
 * changed (who, when, what, the value before and after), so that the history of
 * an event is complete. The status of an event is computed from its actions,
 * the last of each kind, and is stored nowhere else. Actions never change rows
 * of the detector: an event that a desk has closed goes on in its own
 * revisions, as the stream goes on.
 *
 * Actions may come from the daemon and from commands that run beside it.
 */
#ifndef TCN_SQL_STORE_DESK_H
#define TCN_SQL_STORE_DESK_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/item/record.h"
#include "sql/store.h"

enum tcn_store_action_kind { /* kept in the store: only ever add to the end */
	TCN_STORE_ACTION_ACK,
	TCN_STORE_ACTION_UNACK,
	TCN_STORE_ACTION_OWN, /* value: the owner; empty: nobody */
	TCN_STORE_ACTION_NOTE, /* value: the note */
	TCN_STORE_ACTION_CLOSE,
	TCN_STORE_ACTION_REOPEN,
	/* Orders on the content of events (sql/store_members.h); value: the id
	 * of the event that this one becomes part of, or ceases to be part of,
	 * or that is split from it */
	TCN_STORE_ACTION_MERGE,
	TCN_STORE_ACTION_UNMERGE,
	TCN_STORE_ACTION_SPLIT,
};
#define TCN_STORE_ACTION_KINDS 9

/* The names of kinds: "ack", "unack", "own", "note", "close", "reopen",
 * "merge", "unmerge", "split"; NULL ends them. */
extern const char *const tcn_store_action_kinds[];

struct tcn_store_action {
	uint64_t id; /* given by the store, in order */
	char event[TCN_EVENT_ID_BYTES];
	uint32_t revision; /* the event's revision then, set by the store */
	int64_t at_ms; /* by the wall clock */
	struct tcn_str author;
	enum tcn_store_action_kind kind;
	struct tcn_str old_value; /* the owner before TCN_STORE_ACTION_OWN */
	struct tcn_str value;
};

extern const struct tcn_fields tcn_store_action_record;

struct tcn_store_action_list {
	struct tcn_store_action *at;
	size_t n;
};

/* The status of an event that follows from its actions. */
struct tcn_store_desk_status {
	int64_t acked_ms; /* TCN_UNDATED: nobody has acknowledged it */
	struct tcn_str acked_by;
	struct tcn_str owner; /* empty: nobody's */
	int64_t state_ms; /* when it was last closed or reopened by a desk */
	struct tcn_str state_by;
	bool closed, reopened; /* one of the two, or neither */
	uint32_t notes; /* how many */
	struct tcn_str merged_into; /* another event's id; empty: none */
	uint64_t merge; /* the id of the action that merged it, or 0 */
	int64_t merged_ms;
	struct tcn_str merged_by;
};

enum tcn_store_act_result {
	TCN_STORE_ACT_DONE,
	/* the status is so already: nothing was added */
	TCN_STORE_ACT_UNCHANGED,
	TCN_STORE_ACT_NO_EVENT, /* no event has that id: nothing was added */
};

/*
 * Adds an action: the caller sets event, at_ms, author, kind and value; id,
 * revision and old_value are filled in. A *result other than TCN_STORE_ACT_DONE
 * is no failure: the transaction goes on.
 */
TCN_MUST_USE enum tcn_rc tcn_store_put_action(struct tcn_store_tx *tx,
    struct tcn_store_action *action, struct tcn_arena *arena,
    enum tcn_store_act_result *result);

/* Lists all actions on an event, in order. */
TCN_MUST_USE enum tcn_rc tcn_store_actions(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_action_list *list);

/* Lists the actions on all events with a greater id, in order; at most
 * limit. */
TCN_MUST_USE enum tcn_rc tcn_store_actions_after(const struct tcn_store *st,
    uint64_t id, size_t limit, struct tcn_arena *arena,
    struct tcn_store_action_list *list);

/* Sets *action and *silence to the greatest id of an action and of a silence;
 * 0: there is none. */
TCN_MUST_USE enum tcn_rc tcn_store_desk_last(const struct tcn_store *st,
    uint64_t *action, uint64_t *silence);

/* Reads the status of an event; all empty for one without actions. */
TCN_MUST_USE enum tcn_rc tcn_store_desk(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_desk_status *desk);

/* Computes the status after these actions, which must be in order. */
void tcn_store_desk_fold(const struct tcn_store_action_list *list,
    struct tcn_store_desk_status *desk);

#endif
