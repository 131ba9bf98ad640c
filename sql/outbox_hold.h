/*
 * sql/outbox_hold.h - messages of the outbox (sql/outbox.h) that are held: what
 * holds them, until when, and which digest told of them.
 *
 * A held message has a moment at which it is judged again (due_ms); then it is
 * released, held on, dropped, or told of in a digest. This module stores and
 * counts; tools/serve/deliver/judge.h decides. A message counts as told when it
 * was sent, is pending, or a digest tells of it.
 */
#ifndef TCN_SQL_OUTBOX_HOLD_H
#define TCN_SQL_OUTBOX_HOLD_H

#include "sql/outbox.h"

/*
 * The held messages of one receiver that are due, by id, at most limit; of
 * several receivers the one whose message was due first. *next_ms is when the
 * next one is due that is not due yet, INT64_MAX: never.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_due_held(const struct tcn_store *st,
    int64_t now_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_outbox_list *messages, int64_t *next_ms);

/* Sets all held messages of an event for a receiver to superseded; not those
 * of an escalation. */
TCN_MUST_USE enum tcn_rc tcn_outbox_supersede(struct tcn_store_tx *tx,
    struct tcn_str event, struct tcn_str receiver, int64_t now_ms);

/* Whether a message about this revision was written for the receiver. */
TCN_MUST_USE enum tcn_rc tcn_outbox_is_put(const struct tcn_store *st,
    struct tcn_str event, uint32_t revision, struct tcn_str receiver,
    bool *put);

/* Since when a message about the event is held, but for those of an escalation;
 * TCN_UNDATED: none is. */
TCN_MUST_USE enum tcn_rc tcn_outbox_held_since(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str receiver, int64_t *since_ms);

/* Holds a message, pending or held, until then. */
TCN_MUST_USE enum tcn_rc tcn_outbox_hold(struct tcn_store_tx *tx, uint64_t id,
    enum tcn_outbox_hold by, int64_t until_ms, struct tcn_str why);

/* Notes that this silence keeps a message quiet, whatever becomes of it. */
TCN_MUST_USE enum tcn_rc tcn_outbox_put_silence(struct tcn_store_tx *tx,
    uint64_t id, uint64_t silence);

/* How many messages a silence kept quiet, of those that are still stored, and
 * about how many events. O(these). */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_silenced(const struct tcn_store *st,
    uint64_t silence, uint64_t *messages, uint64_t *events);

/* Makes a held message pending. */
TCN_MUST_USE enum tcn_rc tcn_outbox_release(struct tcn_store_tx *tx,
    uint64_t id, int64_t now_ms);

/* The same with other bytes to send, and another severity. */
TCN_MUST_USE enum tcn_rc tcn_outbox_release_as(struct tcn_store_tx *tx,
    uint64_t id, int64_t now_ms, enum tcn_severity severity,
    struct tcn_str body);

/* The digest of that event name tells of the message: it is superseded. */
TCN_MUST_USE enum tcn_rc tcn_outbox_put_in_digest(struct tcn_store_tx *tx,
    uint64_t id, struct tcn_str digest, int64_t now_ms);

/* What a receiver was told of an event. */
struct tcn_outbox_told {
	bool told; /* of the event itself */
	bool sent; /* and that not by a message that is pending */
	enum tcn_severity severity; /* the highest named then */
	/* When it was last told of the event, or by the same rule of the same
	 * story; TCN_UNDATED: never. Not later than now_ms. */
	int64_t last_ms;
};

/* A message that waits for its next try counts as told now. */
TCN_MUST_USE enum tcn_rc tcn_outbox_told(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str rule, uint64_t story,
    struct tcn_str receiver, int64_t now_ms, struct tcn_outbox_told *told);

/* Whether the receiver was told of another event of the dossier. */
TCN_MUST_USE enum tcn_rc tcn_outbox_told_dossier(const struct tcn_store *st,
    struct tcn_str dossier, struct tcn_str event, struct tcn_str receiver,
    bool *told);

/* The highest severity that any receiver was told of an event; *told: one
 * was. */
TCN_MUST_USE enum tcn_rc tcn_outbox_told_severity(const struct tcn_store *st,
    struct tcn_str event, enum tcn_severity *severity, bool *told);

/*
 * How many messages, digests not counted, of that severity or a higher one a
 * receiver was told after since_ms, by the rule (n 0: by all); *first_ms: when
 * the first of them was, where there is one. O(its messages in that time).
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_told(const struct tcn_store *st,
    struct tcn_str receiver, struct tcn_str rule, enum tcn_severity least,
    int64_t since_ms, int64_t now_ms, uint64_t *n, int64_t *first_ms);

/* When the first message of that severity or a higher one was written that is
 * now held so for the receiver, of the rule (n 0: of any); TCN_UNDATED: there
 * is none. */
TCN_MUST_USE enum tcn_rc tcn_outbox_first_held_ms(const struct tcn_store *st,
    struct tcn_str receiver, struct tcn_str rule, enum tcn_outbox_hold by,
    enum tcn_severity least, int64_t *first_ms);

/* When the last digest of what was so held was written, or TCN_UNDATED. */
TCN_MUST_USE enum tcn_rc tcn_outbox_last_digest_ms(const struct tcn_store *st,
    struct tcn_str receiver, struct tcn_str rule, enum tcn_outbox_hold by,
    int64_t *last_ms);

/* Has messages that are held by one of these (1 << hold each) judged again. */
TCN_MUST_USE enum tcn_rc tcn_outbox_judge_again(struct tcn_store_tx *tx,
    unsigned holds, int64_t now_ms);

/*
 * Pending messages with greater ids, in order, at most limit: to be judged
 * again when something was silenced or acknowledged.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_pending_after(const struct tcn_store *st,
    uint64_t id, size_t limit, struct tcn_arena *arena,
    struct tcn_outbox_list *messages);

/*
 * Whether an open message was written after now_ms: the clock has been set
 * back. Then tcn_outbox_mend_clock() makes all open messages due now, and none
 * younger than now, for they would wait for as long as the clock was ahead.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_is_ahead(const struct tcn_store *st,
    int64_t now_ms, bool *ahead);
TCN_MUST_USE enum tcn_rc tcn_outbox_mend_clock(struct tcn_store_tx *tx,
    int64_t now_ms);

/* How many messages are held, by what holds them. O(open messages). */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_held(const struct tcn_store *st,
    uint64_t counts[static TCN_OUTBOX_HOLDS]);

#endif
