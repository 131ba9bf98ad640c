/*
 * sql/store_members.h - which articles belong to an event: those that the
 * stream gave it, as changed by orders of a desk.
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
 * takes it (the one split first, of several); then it belongs to that one,
 * unless one split from that takes it, and so on. An event holds the articles
 * that belong to it or to an event that was merged into it, however indirectly.
 * So the order in which a desk merges does not matter, and merging a split
 * event again restores the state before the split. When an event is removed
 * (sql/store_retain.h), its orders are removed with it, and orders that name it
 * have no effect.
 *
 * Cost: without orders on an event, that of reading its story; else O(articles
 * x splits) of all events concerned.
 */
#ifndef TCN_SQL_STORE_MEMBERS_H
#define TCN_SQL_STORE_MEMBERS_H

#include "sql/store_desk.h"
#include "sql/store_now.h"
#include "sql/store_read.h"

/* The result of an order, or why it is refused. */
enum tcn_store_order_result {
	TCN_STORE_ORDER_DONE,
	/* the order holds already: nothing was added */
	TCN_STORE_ORDER_UNCHANGED,
	TCN_STORE_ORDER_NO_EVENT,
	TCN_STORE_ORDER_NO_OTHER, /* no event has the id of the other one */
	/* both are one event, or one has the other already */
	TCN_STORE_ORDER_SELF,
	TCN_STORE_ORDER_ELSEWHERE, /* it is part of a third event */
};

/*
 * Orders that action->event becomes part of action->value. The caller sets
 * event, at_ms, author and value; the rest is filled in. A *result other than
 * TCN_STORE_ORDER_DONE is no failure: nothing was added.
 */
TCN_MUST_USE enum tcn_rc tcn_store_merge(struct tcn_store_tx *tx,
    struct tcn_store_action *action, struct tcn_arena *arena,
    enum tcn_store_order_result *result);

/*
 * Revokes the merge whose action has this number. event, value and kind are
 * filled in, too. TCN_STORE_ORDER_NO_EVENT: there is no such action;
 * TCN_STORE_ORDER_UNCHANGED: it was revoked already, or a later order replaced
 * it.
 */
TCN_MUST_USE enum tcn_rc tcn_store_unmerge(struct tcn_store_tx *tx,
    uint64_t merge, struct tcn_store_action *action, struct tcn_arena *arena,
    enum tcn_store_order_result *result);

/* The articles that a split takes. */
struct tcn_store_split {
	const uint64_t *seqs; /* of articles */
	size_t seqs_n;
	const uint64_t *publishers; /* hashes, as in struct tcn_placement */
	size_t publishers_n;
};

/*
 * Orders that the articles of `split` leave action->event and form an event of
 * their own, action->value, which must be stored already (tcn_store_put_event).
 */
TCN_MUST_USE enum tcn_rc tcn_store_split(struct tcn_store_tx *tx,
    struct tcn_store_action *action, const struct tcn_store_split *split,
    struct tcn_arena *arena);

/* Sets *standing to the id of the event that this one is part of by orders; its
 * own id if none. */
TCN_MUST_USE enum tcn_rc tcn_store_standing_event(const struct tcn_store *st,
    const char *event, char standing[static TCN_EVENT_ID_BYTES]);

/* Lists the ids of events that are part of this one by orders, in the order of
 * these; without itself. */
TCN_MUST_USE enum tcn_rc tcn_store_parts_of(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *parts);

/* Lists the ids of the events that were split from this one, in order. */
TCN_MUST_USE enum tcn_rc tcn_store_splits_of(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *splits);

/* Lists the ids of the events that were split from this one, and from those in
 * turn. */
TCN_MUST_USE enum tcn_rc tcn_store_all_splits_of(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_str_list *splits);

/* Lists, in order, the actions on other events that name this one: merges into
 * it, their revocations, and the split that made it. */
TCN_MUST_USE enum tcn_rc tcn_store_orders_naming(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_action_list *list);

/* Sets *ordered to whether a desk gave any order on the event. */
TCN_MUST_USE enum tcn_rc tcn_store_is_ordered(const struct tcn_store *st,
    const char *event, bool *ordered);

/* An article that belongs to an event. */
struct tcn_store_member {
	uint64_t seq;
	uint64_t article; /* seq of the original; its own if it is no copy */
	uint64_t publisher;
	uint64_t origin;
	int64_t ts_ms;
};

struct tcn_store_member_list {
	struct tcn_store_member *at;
	size_t n;
	bool ordered; /* a desk gave orders on the event */
};

/* Lists the ids, ascending, of the stories whose articles may belong to the
 * event. */
TCN_MUST_USE enum tcn_rc tcn_store_member_stories(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena, struct tcn_store_ids *stories);

/* Lists all articles that belong to the event, by (time, seq). */
TCN_MUST_USE enum tcn_rc tcn_store_members(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_member_list *members);

/* Lists the articles of the event without those of events merged into it: the
 * ones that can be split off. */
TCN_MUST_USE enum tcn_rc tcn_store_own_members(const struct tcn_store *st,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_member_list *members);

#endif
