/*
 * sql/store_told.h - the log of changes that listeners read, in one order.
 *
 * A log of changes (a transactional outbox, as sql/outbox.h is for messages):
 * every change of an event, a desk's record or a silence adds a row in the same
 * transaction, so that a change is published if and only if it was committed.
 * Rows are numbered by one sequence, seq, which grows by one with each row: no
 * number is reused, whatever is removed and whichever program writes, the
 * daemon or a command beside it. A listener must remember only the last number
 * that it has seen.
 *
 * Revisions of events, actions and silences add their rows themselves. Kinds
 * that have no rows of their own are added by tcn_store_tell().
 *
 * The last TCN_STORE_TOLD_MAX rows are kept, some 50 bytes each. Cost: an
 * insert and a delete by key for each row.
 */
#ifndef TCN_SQL_STORE_TOLD_H
#define TCN_SQL_STORE_TOLD_H

#include <stdbool.h>

#include "engine/base/arena.h"
#include "engine/item/record.h"
#include "sql/store.h"

enum tcn_store_told_kind { /* kept in the store: only ever add to the end */
	TCN_STORE_TOLD_EVENT, /* number: the revision */
	TCN_STORE_TOLD_DESK, /* number: the action (sql/store_desk.h) */
	TCN_STORE_TOLD_SILENCE, /* number: the silence, made or ended */
	TCN_STORE_TOLD_MERGE, /* number: the action, an order; once for each of
			       * the two events that it names */
	TCN_STORE_TOLD_FEED, /* the change of these two is in `says`, as JSON */
	TCN_STORE_TOLD_RULES,
};
#define TCN_STORE_TOLD_KINDS 6

#define TCN_STORE_TOLD_MAX 10000 /* rows that are kept */

/* The name of a kind: "event", "desk", "silence", "merge", "feed", "rules". */
const char *tcn_store_told_name(enum tcn_store_told_kind kind);

struct tcn_store_told {
	uint64_t seq; /* from 1; given by the store */
	enum tcn_store_told_kind kind;
	char event[TCN_EVENT_ID_BYTES]; /* the event that changed, or "" */
	uint64_t number;
	struct tcn_str says; /* a JSON object, or empty */
	bool late; /* it was old news when it came */
};

struct tcn_store_told_list {
	struct tcn_store_told *at;
	size_t n;
};

/* Adds a row to the log: the caller sets all but seq and late. */
TCN_MUST_USE enum tcn_rc tcn_store_tell(struct tcn_store_tx *tx,
    const struct tcn_store_told *told);

/* Marks the row of a revision, just stored, as late: it was old news when it
 * came, so listeners for news do not get it. */
TCN_MUST_USE enum tcn_rc tcn_store_told_late(struct tcn_store_tx *tx,
    const struct tcn_event *event);

/* Lists the rows with a greater seq, in order; at most limit. */
TCN_MUST_USE enum tcn_rc tcn_store_told_after(const struct tcn_store *st,
    uint64_t seq, size_t limit, struct tcn_arena *arena,
    struct tcn_store_told_list *list);

/* Sets *seq to that of the last row for a revision of an event; 0: no such row
 * is kept. */
TCN_MUST_USE enum tcn_rc tcn_store_told_find(const struct tcn_store *st,
    const char *event, uint32_t revision, uint64_t *seq);

/* Sets *last to the last seq given, 0 when none was, and *oldest to the oldest
 * one kept (last + 1 when none is). */
TCN_MUST_USE enum tcn_rc tcn_store_told_range(const struct tcn_store *st,
    uint64_t *oldest, uint64_t *last);

#endif
