/*
 * sql/outbox.h - messages that are to be sent, and what became of them.
 *
 * A message is one revision of one event for one receiver, with the bytes to
 * send; "EVENT-REVISION-RECEIVER" names it for good. Facts only: who is told
 * what and when is decided elsewhere. Writes belong between begin and commit,
 * as all of sql/store.h. Times are unix ms by the wall clock.
 *
 *     pending --> sent                held --> pending
 *        \------> dead                   \---> superseded, dropped
 *
 * Order: the messages of one event go to a receiver in the order they were
 * written. Others may overtake one that waits to be tried again.
 */
#ifndef TCN_SQL_OUTBOX_H
#define TCN_SQL_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "sql/store.h"

enum tcn_outbox_state {
	TCN_OUTBOX_PENDING, /* goes out when it is due */
	TCN_OUTBOX_HELD, /* is looked at again when it is due */
	TCN_OUTBOX_SENT,
	TCN_OUTBOX_DEAD, /* given up; may be sent again by hand */
	TCN_OUTBOX_SUPERSEDED, /* a later revision went in its place */
	TCN_OUTBOX_DROPPED, /* not to be told: why says so */
};

#define TCN_OUTBOX_STATES 6

/* "pending", "held", ...: the word for a state, everywhere. */
const char *tcn_outbox_state_name(enum tcn_outbox_state state);

struct tcn_outbox_message {
	uint64_t id; /* given by the store */
	struct tcn_str event;
	uint32_t revision;
	uint64_t story; /* 0: none */
	struct tcn_str rule, desk, receiver;
	int64_t created_ms, due_ms;
	enum tcn_outbox_state state;
	struct tcn_str why;
	uint32_t tries;
	struct tcn_str error; /* of the last try */
	int64_t done_ms; /* TCN_UNDATED: it is pending or held */
	struct tcn_str handle; /* what the channel calls it; may be empty */
	struct tcn_str body;
};

struct tcn_outbox_list {
	struct tcn_outbox_message *at;
	size_t n;
};

/* One try to send. */
struct tcn_outbox_attempt {
	uint32_t n; /* from 1; given by the store */
	int64_t at_ms, took_ms;
	int64_t status;
	struct tcn_str error; /* empty: it went well */
};

struct tcn_outbox_attempt_list {
	struct tcn_outbox_attempt *at;
	size_t n;
};

/*
 * Stores a message; id, tries, error and handle are the store's to fill in.
 * One whose key is taken already changes nothing: the same thing told twice.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_put(struct tcn_store_tx *tx,
    const struct tcn_outbox_message *message);

/*
 * What may go to this receiver now: of the pending messages that are due and
 * have no open one of their event before them, the one due first; or NULL.
 * *next_ms: when there will be one if nothing else happens, INT64_MAX: never.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_next(const struct tcn_store *st,
    struct tcn_str receiver, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_outbox_message **message, int64_t *next_ms);

/* Held messages that are due, by id, at most limit; *next_ms as above. */
TCN_MUST_USE enum tcn_rc tcn_outbox_due_held(const struct tcn_store *st,
    int64_t now_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_outbox_list *messages, int64_t *next_ms);

/* Notes a try, and what it means for the message. */
TCN_MUST_USE enum tcn_rc tcn_outbox_put_attempt(struct tcn_store_tx *tx,
    uint64_t id, const struct tcn_outbox_attempt *one);

/*
 * Moves a message on. Pending and held: due again at at_ms; else it came to
 * its end at at_ms. handle: the channel's; at NULL keeps what is there.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_set_state(struct tcn_store_tx *tx,
    uint64_t id, enum tcn_outbox_state state, int64_t at_ms, struct tcn_str why,
    struct tcn_str handle);

/* Ends all held messages of an event for a receiver: superseded. */
TCN_MUST_USE enum tcn_rc tcn_outbox_supersede(struct tcn_store_tx *tx,
    struct tcn_str event, struct tcn_str receiver, int64_t now_ms);

/* Whether a message about the event is held for the receiver. */
TCN_MUST_USE enum tcn_rc tcn_outbox_is_held(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str receiver, bool *held);

/*
 * When this receiver was last told of the event, or by the same rule of the
 * same story: in *told_ms, or TCN_UNDATED. What is on its way counts.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_last_sent_ms(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str rule, uint64_t story,
    struct tcn_str receiver, int64_t *told_ms);

/* What the channel calls what was sent last of the event; n 0: nothing. */
TCN_MUST_USE enum tcn_rc tcn_outbox_handle(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str receiver, struct tcn_arena *arena,
    struct tcn_str *handle);

/* It is gone there: from now on there is none. */
TCN_MUST_USE enum tcn_rc tcn_outbox_forget_handle(struct tcn_store_tx *tx,
    struct tcn_str event, struct tcn_str receiver);

/* --- for people --- */

struct tcn_outbox_filter {
	struct tcn_str event, receiver; /* n 0: any */
	unsigned states; /* 1 << state each; 0: any */
	uint64_t before; /* ids below this; 0: any */
	size_t limit; /* 0: no bound */
};

/* The newest first. */
TCN_MUST_USE enum tcn_rc tcn_outbox_find(const struct tcn_store *st,
    const struct tcn_outbox_filter *filter, struct tcn_arena *arena,
    struct tcn_outbox_list *messages);

/* One message, or NULL. */
TCN_MUST_USE enum tcn_rc tcn_outbox_get(const struct tcn_store *st, uint64_t id,
    struct tcn_arena *arena, struct tcn_outbox_message **message);

/* Its tries, in order. */
TCN_MUST_USE enum tcn_rc tcn_outbox_attempts(const struct tcn_store *st,
    uint64_t id, struct tcn_arena *arena,
    struct tcn_outbox_attempt_list *tries);

/*
 * To be sent once more, as if it had been written just now; and not to be sent
 * after all, which only a message that is open can be. *found: there was one.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_resend(struct tcn_store_tx *tx, uint64_t id,
    int64_t now_ms, struct tcn_str why, bool *found);
TCN_MUST_USE enum tcn_rc tcn_outbox_drop(struct tcn_store_tx *tx, uint64_t id,
    int64_t now_ms, struct tcn_str why, bool *found);

/* How many messages of a receiver are in each state. O(its messages). */
TCN_MUST_USE enum tcn_rc tcn_outbox_count(const struct tcn_store *st,
    struct tcn_str receiver, uint64_t counts[static TCN_OUTBOX_STATES]);

/* How many of them are pending or held. O(these). */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_open(const struct tcn_store *st,
    struct tcn_str receiver, uint64_t *n);

/* --- in course of time --- */

/* Pending and held ones written before before_ms are dead. *n: how many. */
TCN_MUST_USE enum tcn_rc tcn_outbox_expire(struct tcn_store_tx *tx,
    int64_t before_ms, int64_t now_ms, uint64_t *n);

/* Forgets what came to its end before before_ms, with its tries. */
TCN_MUST_USE enum tcn_rc tcn_outbox_purge(struct tcn_store_tx *tx,
    int64_t before_ms);

#endif
