/*
 * sql/store_members.h - which articles an event holds: those that the stream
 * gave it, and what a desk ordered about them since.
 *
 * An order is an action (sql/store_desk.h), so it has an author and a time, is
 * part of the history, and never changes what the detector stored:
 *
 *   merge    an event is part of another one, with all that it will have;
 *            unmerge takes that back
 *   split    some articles of an event are an event of their own from now on:
 *            articles by their number, with their copies, and all that some
 *            publishers say, also what they will say later. So what was split
 *            off does not grow together again
 *
 * DEFINITION. The base of an event that the stream made is its evidence and the
 * articles of its story, and of those that it took in for their language. An
 * article of the base belongs to that event, unless an event split from it
 * takes it, the one that was split first; then it belongs to that one, unless
 * one split from that takes it, and so on. An event holds the articles that
 * belong to it or to an event that was merged into it, however indirectly. So
 * the order in which a desk merges does not matter, and merging what was split
 * brings back what was there before. With an event that
 * is removed (sql/store_retain.h) its orders go, and those that name it hold no
 * more.
 *
 * Cost: without orders about an event, that of its story; else O(articles x
 * splits) of all events concerned.
 */
#ifndef TCN_SQL_STORE_MEMBERS_H
#define TCN_SQL_STORE_MEMBERS_H

#include "sql/store_desk.h"
#include "sql/store_now.h"
#include "sql/store_read.h"

/* What a desk may not order, and why. */
enum tcn_store_order_result {
	TCN_STORE_ORDER_DONE,
	TCN_STORE_ORDER_UNCHANGED, /* it is so already: nothing was added */
	TCN_STORE_ORDER_NO_EVENT,
	TCN_STORE_ORDER_NO_OTHER, /* no event has the id of the other one */
	TCN_STORE_ORDER_SELF, /* it is the other one, or holds it already */
	TCN_STORE_ORDER_ELSEWHERE, /* it is part of a third one */
};

/*
 * Orders that action->event is part of action->value. The caller sets event,
 * at_ms, author and value; the rest is filled in. A *result other than done is
 * no failure: nothing was added.
 */
TCN_MUST_USE enum tcn_rc tcn_store_merge(struct tcn_store_tx *tx,
    struct tcn_store_action *action, struct tcn_arena *arena,
    enum tcn_store_order_result *result);

/*
 * Takes back the merge whose action has this number. event, value and kind are
 * filled in, too. TCN_STORE_ORDER_NO_EVENT: there is no such action;
 * TCN_STORE_ORDER_UNCHANGED: it was taken back, or another came since.
 */
TCN_MUST_USE enum tcn_rc tcn_store_unmerge(struct tcn_store_tx *tx,
    uint64_t merge, struct tcn_store_action *action, struct tcn_arena *arena,
    enum tcn_store_order_result *result);

/* What a split takes. */
struct tcn_store_split {
	const uint64_t *seqs; /* of articles */
	size_t seqs_n;
	const uint64_t *publishers; /* as in placements */
	size_t publishers_n;
};

/*
 * Orders that what split says is made an event of its own, action->value,
 * which is stored already (tcn_store_put_event), from action->event.
 */
TCN_MUST_USE enum tcn_rc tcn_store_split(struct tcn_store_tx *tx,
    struct tcn_store_action *action, const struct tcn_store_split *split,
    struct tcn_arena *arena);

/* The event that the one with this id is part of, by orders; itself if none. */
TCN_MUST_USE enum tcn_rc tcn_store_standing_event(const struct tcn_store *st,
    const char *event, char standing[static TCN_EVENT_ID_BYTES]);

/* The ids of events that are part of this one, by orders, in the order in which
 * these came; not itself. */
TCN_MUST_USE enum tcn_rc tcn_store_parts_of(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *parts);

/* The ids of the events that were split from this one, in order. */
TCN_MUST_USE enum tcn_rc tcn_store_splits_of(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *splits);

/* The same, with what was split from these in turn. */
TCN_MUST_USE enum tcn_rc tcn_store_all_splits_of(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *splits);

/* The actions about other events that name this one: what became part of it,
 * or left it, and from what it was split. In order. */
TCN_MUST_USE enum tcn_rc tcn_store_orders_naming(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_action_list *list);

/* Whether a desk ordered anything about it. */
TCN_MUST_USE enum tcn_rc tcn_store_is_ordered(const struct tcn_store *st,
    const char *event, bool *ordered);

/* An article that an event holds. */
struct tcn_store_member {
	uint64_t seq;
	uint64_t article; /* seq of the original; its own when it is none */
	uint64_t publisher;
	uint64_t origin;
	int64_t ts_ms;
};

struct tcn_store_member_list {
	struct tcn_store_member *at;
	size_t n;
	bool ordered; /* as of tcn_store_is_ordered() */
};

/* The numbers, in order, of the stories whose articles the event may hold. */
TCN_MUST_USE enum tcn_rc tcn_store_member_stories(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_ids *stories);

/* The articles that the event holds, by (time, seq); all of them. */
TCN_MUST_USE enum tcn_rc tcn_store_members(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_member_list *members);

/* The same without what was merged into it: what can be split off. */
TCN_MUST_USE enum tcn_rc tcn_store_own_members(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_member_list *members);

#endif
