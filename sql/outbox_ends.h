/*
 * sql/outbox_ends.h - how messages of the outbox (sql/outbox.h) ended,
 * exchanged with other detectors that find the same events.
 *
 * Of several detectors one sends. It publishes how each of its messages ended;
 * the others, which have the same message under the same key, end theirs the
 * same way. So the next sender continues where the last one stopped.
 *
 * The messages in a digest end for the others when the digest does, as they do
 * not have the digest.
 *
 * An end that arrives before its message is written waits in a table of its
 * own, and is applied when tcn_outbox_put() writes the message. An end without
 * a message is deleted after TCN_OUTBOX_ENDS_DAYS.
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

/* Makes this connection record the ends of messages from now on. */
TCN_MUST_USE enum tcn_rc tcn_outbox_note_ends(const struct tcn_store *st);

/* Lists the ends that this detector caused and that were recorded since the
 * last call; no transaction may be open. */
TCN_MUST_USE enum tcn_rc tcn_outbox_take_ends(const struct tcn_store *st,
    struct tcn_arena *arena, struct tcn_outbox_end_list *ends);

/* Applies an end from another detector. "Sent" overrides any state of the
 * message; any other end applies only to a pending or held message. */
TCN_MUST_USE enum tcn_rc tcn_outbox_end(struct tcn_store_tx *tx,
    const struct tcn_outbox_end *end);

#endif
