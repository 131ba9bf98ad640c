/*
 * sql/outbox.h - the outbox: messages to send, and their results.
 *
 * This is a transactional outbox with dead letters (Richardson, Microservices
 * Patterns, 2018, ch. 3; Hohpe and Woolf, Enterprise Integration Patterns,
 * 2003, Dead Letter Channel): a message is a row that is written in the
 * transaction of the change it reports, and sent after the commit, so that
 * there is a message for each committed change and for no other.
 *
 * A message is one revision of one event for one receiver, with the bytes to
 * send. Its key is "EVENT-REVISION-RECEIVER", which is never reused. A step of
 * an escalation is a further message about a revision, with the key
 * "EVENT-REVISION.STEP-RECEIVER". A digest reports many events at once; its key
 * is revision 1 of an event named digest-N. The key of edition number N called
 * NAME is revision N of edition-NAME. This module stores;
 * tools/serve/deliver/notify.h decides who gets what and when, and
 * tools/serve/deliver/sender.h sends. Times are unix milliseconds of the wall
 * clock.
 *
 *     pending --> sent                held --> pending
 *      |  \-----> dead                   \---> superseded, dropped
 *      \--> held, dropped
 *
 * sql/outbox_hold.h is about held messages; sql/outbox_ends.h about messages
 * that another detector sent.
 *
 * The messages of one event go to a receiver in the order they were written.
 * Messages about other events may overtake one that waits for its next try.
 */
#ifndef TCN_SQL_OUTBOX_H
#define TCN_SQL_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/item/record.h"
#include "sql/store.h"

enum tcn_outbox_state {
	TCN_OUTBOX_PENDING, /* is sent when it is due */
	TCN_OUTBOX_HELD, /* is judged again when it is due */
	TCN_OUTBOX_SENT,
	TCN_OUTBOX_DEAD, /* the tries are over; can be sent again by hand */
	TCN_OUTBOX_SUPERSEDED, /* a later revision was sent in its place */
	TCN_OUTBOX_DROPPED, /* is not to be sent: `why` gives the reason */
};

#define TCN_OUTBOX_STATES 6

enum tcn_outbox_kind { /* stored: never renumbered */
	TCN_OUTBOX_EVENT, /* an event changed */
	TCN_OUTBOX_DIGEST, /* reports many held messages */
	TCN_OUTBOX_ESCALATION, /* an event that nobody acknowledged */
	TCN_OUTBOX_EDITION, /* an edition was made (tools/tell/edition) */
};

#define TCN_OUTBOX_KINDS 4

/* Why a message is held, or was. Stored: never renumbered. */
enum tcn_outbox_hold {
	TCN_OUTBOX_HOLD_NONE,
	TCN_OUTBOX_HOLD_QUIET, /* the quiet hours of its rule */
	TCN_OUTBOX_HOLD_COOLDOWN,
	TCN_OUTBOX_HOLD_SILENCE,
	TCN_OUTBOX_HOLD_INHIBITED, /* an event of another rule is open */
	/* its rule has sent its maximum in this hour */
	TCN_OUTBOX_HOLD_RULE_CAP,
	/* its receiver got its maximum in this hour */
	TCN_OUTBOX_HOLD_RECEIVER_CAP,
	TCN_OUTBOX_HOLD_ESCALATION, /* somebody may acknowledge the event */
	TCN_OUTBOX_HOLD_DOSSIER, /* it continues a story that was sent before */
};

#define TCN_OUTBOX_HOLDS 9

/* The names of states ("pending", "held", ...) and of reasons to hold ("",
 * "quiet_hours", "cooldown", "silence", "inhibition", "rule_cap",
 * "receiver_cap", "escalation", "dossier"); NULL ends each. */
extern const char *const tcn_outbox_states[], *const tcn_outbox_holds[];

struct tcn_outbox_message {
	uint64_t id; /* given by the store */
	struct tcn_str event;
	uint32_t revision;
	uint64_t story; /* 0: none */
	struct tcn_str rule, desk, receiver;
	int64_t created_ms, due_ms;
	enum tcn_outbox_state state;
	struct tcn_str why;
	uint32_t tries; /* how many tries to send it were made */
	struct tcn_str error; /* of the last try */
	int64_t done_ms; /* TCN_UNDATED: it is pending or held */
	/* the channel's name for the message; may be empty */
	struct tcn_str handle;
	struct tcn_str body;
	enum tcn_outbox_kind kind;
	uint32_t step; /* of an escalation, from 1; else 0 */
	enum tcn_severity severity; /* the severity that it states */
	enum tcn_outbox_hold held_by; /* what holds it, or held it last */
	int64_t released_ms; /* when it was released; TCN_UNDATED: never held */
	uint64_t digest; /* id of the digest that reports it; 0: none */
	uint64_t silence; /* the last silence that muted it; 0: none */
};

extern const struct tcn_fields tcn_outbox_record;

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

extern const struct tcn_fields tcn_outbox_attempt_record;

struct tcn_outbox_attempt_list {
	struct tcn_outbox_attempt *at;
	size_t n;
};

/*
 * Stores a message; the store sets id, tries, error, handle, released_ms and
 * digest. Does nothing if the message's key is stored already.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_put(struct tcn_store_tx *tx,
    const struct tcn_outbox_message *message);

/*
 * Sets *message to the one to send to this receiver now: of the pending ones
 * that are due and have no earlier pending one of their event, the one due
 * first. NULL: there is none, and *next_ms is when the next is due; INT64_MAX:
 * never.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_next(const struct tcn_store *st,
    struct tcn_str receiver, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_outbox_message **message, int64_t *next_ms);

/* Adds a try to the message, and increments its tries. */
TCN_MUST_USE enum tcn_rc tcn_outbox_put_attempt(struct tcn_store_tx *tx,
    uint64_t id, const struct tcn_outbox_attempt *one);

/*
 * Sets the state of a message. at_ms is when a pending or held message is due
 * again, and when any other ended. A sent message never becomes pending again.
 * handle is the channel's name for the message; at NULL keeps the stored one.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_set_state(struct tcn_store_tx *tx,
    uint64_t id, enum tcn_outbox_state state, int64_t at_ms, struct tcn_str why,
    struct tcn_str handle);

/* Sets *handle to the channel's name for the last message sent about the event;
 * n 0: none. */
TCN_MUST_USE enum tcn_rc tcn_outbox_handle(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str receiver, struct tcn_arena *arena,
    struct tcn_str *handle);

/* Deletes the channel's names of the event's messages, which no longer exist at
 * the receiver. */
TCN_MUST_USE enum tcn_rc tcn_outbox_forget_handle(struct tcn_store_tx *tx,
    struct tcn_str event, struct tcn_str receiver);

/* --- for people --- */

struct tcn_outbox_filter {
	struct tcn_str event, receiver; /* n 0: any */
	unsigned states; /* 1 << state each; 0: any */
	uint64_t silence; /* the silence that muted them; 0: any, or none */
	uint64_t before; /* ids below this; 0: any */
	size_t limit; /* 0: no bound */
};

/* Lists the messages that the filter selects, newest first. */
TCN_MUST_USE enum tcn_rc tcn_outbox_find(const struct tcn_store *st,
    const struct tcn_outbox_filter *filter, struct tcn_arena *arena,
    struct tcn_outbox_list *messages);

/* Sets *message to the one with this id, or NULL. */
TCN_MUST_USE enum tcn_rc tcn_outbox_get(const struct tcn_store *st, uint64_t id,
    struct tcn_arena *arena, struct tcn_outbox_message **message);

/* Lists the tries of a message, in order. */
TCN_MUST_USE enum tcn_rc tcn_outbox_attempts(const struct tcn_store *st,
    uint64_t id, struct tcn_arena *arena,
    struct tcn_outbox_attempt_list *tries);

/*
 * tcn_outbox_resend() makes a message pending again, as if it had just been
 * written; tcn_outbox_drop() ends one that is pending, held or dead. *found:
 * there was such a message.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_resend(struct tcn_store_tx *tx, uint64_t id,
    int64_t now_ms, struct tcn_str why, bool *found);
TCN_MUST_USE enum tcn_rc tcn_outbox_drop(struct tcn_store_tx *tx, uint64_t id,
    int64_t now_ms, struct tcn_str why, bool *found);

/* Totals of a receiver's messages, as far as they are still stored. */
struct tcn_outbox_summary {
	struct tcn_str receiver;
	uint64_t counts[TCN_OUTBOX_STATES];
	int64_t sent_ms; /* when the last one was sent; TCN_UNDATED: none */
	int64_t failed_ms; /* when the last try failed; TCN_UNDATED: none */
	struct tcn_str error; /* of that try */
};

struct tcn_outbox_summary_list {
	struct tcn_outbox_summary *at;
	size_t n;
};

/* Lists such totals of every receiver with messages, by name. O(messages and
 * tries). */
TCN_MUST_USE enum tcn_rc tcn_outbox_summarize(const struct tcn_store *st,
    struct tcn_arena *arena, struct tcn_outbox_summary_list *receivers);

/* Counts all pending and held messages. O(these). */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_open(const struct tcn_store *st,
    struct tcn_str receiver, uint64_t *n);

/* --- expiry --- */

/* Sets pending messages that were written (or, if held before, released) before
 * before_ms to dead. *n: how many. */
TCN_MUST_USE enum tcn_rc tcn_outbox_expire(struct tcn_store_tx *tx,
    int64_t before_ms, int64_t now_ms, uint64_t *n);

#endif
