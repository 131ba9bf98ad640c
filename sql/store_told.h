/*
 * sql/store_told.h - what is told to those who listen, in one order.
 *
 * A log of changes (a transactional outbox, as sql/outbox.h is for messages):
 * what changes an event, a desk's record or a silence adds a row in the same
 * transaction, so that what is told was committed, and what was committed is
 * told. Rows are numbered by one sequence, seq, which grows by one with each
 * row, for ever: no number comes twice, whatever is removed and whoever writes,
 * the daemon or a command beside it. A listener needs to remember only the last
 * number that it has seen.
 *
 * Revisions of events, actions and silences add their rows themselves. Kinds
 * that have no rows of their own are added by tcn_store_tell().
 *
 * The last TCN_STORE_TOLD_MAX rows are kept, each some 50 bytes. Cost: an
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
	TCN_STORE_TOLD_FEED, /* these two say it in JSON */
	TCN_STORE_TOLD_RULES,
};
#define TCN_STORE_TOLD_KINDS 6

#define TCN_STORE_TOLD_MAX 10000 /* rows that are kept */

/* "event", "desk", "silence", "merge", "feed", "rules". */
const char *tcn_store_told_name(enum tcn_store_told_kind kind);

struct tcn_store_told {
	uint64_t seq; /* from 1; given by the store */
	enum tcn_store_told_kind kind;
	char event[TCN_EVENT_ID_BYTES]; /* whose change it is, or "" */
	uint64_t number;
	struct tcn_str says; /* a JSON object, or empty */
	bool late; /* it was old news when it came */
};

struct tcn_store_told_list {
	struct tcn_store_told *at;
	size_t n;
};

/* Adds a row: all but seq and late is the caller's. */
TCN_MUST_USE enum tcn_rc tcn_store_tell(struct tcn_store_tx *tx,
    const struct tcn_store_told *told);

/* Notes that a revision, just stored, was old news when it came: who asks for
 * what is new is not told. */
TCN_MUST_USE enum tcn_rc tcn_store_told_late(struct tcn_store_tx *tx,
    const struct tcn_event *event);

/* Rows whose seq is greater, in order; at most limit. */
TCN_MUST_USE enum tcn_rc tcn_store_told_after(const struct tcn_store *st,
    uint64_t seq, size_t limit, struct tcn_arena *arena,
    struct tcn_store_told_list *list);

/* The seq of a revision of an event, as it was told last; 0: it is not among
 * the rows that are kept. */
TCN_MUST_USE enum tcn_rc tcn_store_told_find(const struct tcn_store *st,
    const char *event, uint32_t revision, uint64_t *seq);

/* The seq given last, 0 when none was, and the oldest kept (last + 1 when none
 * is). */
TCN_MUST_USE enum tcn_rc tcn_store_told_range(const struct tcn_store *st,
    uint64_t *oldest, uint64_t *last);

#endif
