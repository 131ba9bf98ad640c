/*
 * sql/outbox_ends.h - how messages of the outbox (sql/outbox.h) ended, told to
 * and by other detectors that come to the same events.
 *
 * Of several detectors one sends. It tells how each of its messages ended; the
 * others, which hold the same message under the same key, end theirs the same
 * way. So whoever sends next goes on where the last one stopped.
 *
 * What a digest tells of ends for the others when the digest does: they do not
 * have it.
 *
 * An end that is told before its message is written waits in a table of its
 * own, and the message ends when tcn_outbox_put() writes it. One that no
 * message comes for is forgotten after TCN_OUTBOX_ENDS_DAYS.
 */
#ifndef TCN_SQL_OUTBOX_ENDS_H
#define TCN_SQL_OUTBOX_ENDS_H

#include "sql/outbox.h"

#define TCN_OUTBOX_ENDS_DAYS 7

struct tcn_outbox_end {
	struct tcn_str event, receiver; /* these four: the key of the message */
	uint32_t revision, step;
	enum tcn_outbox_state state; /* neither pending nor held */
	int64_t at_ms;
	struct tcn_str why, handle;
};

struct tcn_outbox_end_list {
	struct tcn_outbox_end *at;
	size_t n;
};

/* Has the ends of messages noted from now on, by this connection alone. */
TCN_MUST_USE enum tcn_rc tcn_outbox_note_ends(const struct tcn_store *st);

/* The ends that were noted since the last call, and were brought about by this
 * detector; no transaction may be open. */
TCN_MUST_USE enum tcn_rc tcn_outbox_take_ends(const struct tcn_store *st,
    struct tcn_arena *arena, struct tcn_outbox_end_list *ends);

/* Another detector tells of an end. That it sent the message counts whatever
 * the row says; any other end only for a message that is pending or held. */
TCN_MUST_USE enum tcn_rc tcn_outbox_end(struct tcn_store_tx *tx,
    const struct tcn_outbox_end *end);

#endif
