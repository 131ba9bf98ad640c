/*
 * sql/outbox_hold.h - held messages of the outbox (sql/outbox.h): why and until
 * when they are held, and which digest reported them.
 *
 * A held message has a moment at which it is judged again (due_ms); then it is
 * released, held longer, dropped, or reported in a digest. This module stores
 * and counts; tools/serve/deliver/judge.h decides. A receiver was *told* of a
 * message when it was sent, is pending, or is in a digest.
 */
#ifndef TCN_SQL_OUTBOX_HOLD_H
#define TCN_SQL_OUTBOX_HOLD_H

#include "sql/outbox.h"

/*
 * Lists the held messages of one receiver that are due, by id, at most limit;
 * the receiver is the one whose message was due first. *next_ms: when the next
 * message will be due; INT64_MAX: never.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_due_held(const struct tcn_store *st,
    int64_t now_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_outbox_list *messages, int64_t *next_ms);

/* Sets all held messages of an event for a receiver to superseded, except those
 * of an escalation. */
TCN_MUST_USE enum tcn_rc tcn_outbox_supersede(struct tcn_store_tx *tx,
    struct tcn_str event, struct tcn_str receiver, int64_t now_ms);

/* Sets *put to whether a message about this revision was written for the
 * receiver. */
TCN_MUST_USE enum tcn_rc tcn_outbox_is_put(const struct tcn_store *st,
    struct tcn_str event, uint32_t revision, struct tcn_str receiver,
    bool *put);

/* Sets *since_ms to the time since which a message about the event is held,
 * escalations excepted; TCN_UNDATED: none is held. */
TCN_MUST_USE enum tcn_rc tcn_outbox_held_since(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str receiver, int64_t *since_ms);

/* Holds a pending or held message until this time, for this reason. */
TCN_MUST_USE enum tcn_rc tcn_outbox_hold(struct tcn_store_tx *tx, uint64_t id,
    enum tcn_outbox_hold by, int64_t until_ms, struct tcn_str why);

/* Notes that this silence muted a message, whatever its end. */
TCN_MUST_USE enum tcn_rc tcn_outbox_put_silence(struct tcn_store_tx *tx,
    uint64_t id, uint64_t silence);

/* Counts the stored messages that a silence muted, and their events.
 * O(these). */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_silenced(const struct tcn_store *st,
    uint64_t silence, uint64_t *messages, uint64_t *events);

/* Makes a held message pending. */
TCN_MUST_USE enum tcn_rc tcn_outbox_release(struct tcn_store_tx *tx,
    uint64_t id, int64_t now_ms);

/* Makes a held message pending with other bytes to send, and another
 * severity. */
TCN_MUST_USE enum tcn_rc tcn_outbox_release_as(struct tcn_store_tx *tx,
    uint64_t id, int64_t now_ms, enum tcn_severity severity,
    struct tcn_str body);

/* Sets a message to superseded by the digest with that event name, which
 * reports it. */
TCN_MUST_USE enum tcn_rc tcn_outbox_put_in_digest(struct tcn_store_tx *tx,
    uint64_t id, struct tcn_str digest, int64_t now_ms);

/* What a receiver was told about an event. */
struct tcn_outbox_told {
	bool told; /* about the event itself */
	bool sent; /* and by a message that was sent, not one that is pending */
	enum tcn_severity severity; /* the highest severity stated */
	/* When it was last told about the event, or by the same rule about the
	 * same story; TCN_UNDATED: never. Not later than now_ms. */
	int64_t last_ms;
};

/* Reads what a receiver was told about an event. A message that waits for its
 * next try counts as told now. */
TCN_MUST_USE enum tcn_rc tcn_outbox_told(const struct tcn_store *st,
    struct tcn_str event, struct tcn_str rule, uint64_t story,
    struct tcn_str receiver, int64_t now_ms, struct tcn_outbox_told *told);

/* Sets *told to whether the receiver was told about another event of the
 * dossier. */
TCN_MUST_USE enum tcn_rc tcn_outbox_told_dossier(const struct tcn_store *st,
    struct tcn_str dossier, struct tcn_str event, struct tcn_str receiver,
    bool *told);

/* Sets *severity to the highest one that any receiver was told about an event;
 * *told: one was. */
TCN_MUST_USE enum tcn_rc tcn_outbox_told_severity(const struct tcn_store *st,
    struct tcn_str event, enum tcn_severity *severity, bool *told);

/*
 * Counts the messages, without digests, of at least that severity that a
 * receiver was told after since_ms, by the rule (n 0: by all); *first_ms: the
 * time of the first, if any. O(its messages in that time).
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_told(const struct tcn_store *st,
    struct tcn_str receiver, struct tcn_str rule, enum tcn_severity least,
    int64_t since_ms, int64_t now_ms, uint64_t *n, int64_t *first_ms);

/* Sets *first_ms to when the first message was written that is held for this
 * reason, for the receiver, with at least that severity, by the rule (n 0: by
 * any); TCN_UNDATED: there is none. */
TCN_MUST_USE enum tcn_rc tcn_outbox_first_held_ms(const struct tcn_store *st,
    struct tcn_str receiver, struct tcn_str rule, enum tcn_outbox_hold by,
    enum tcn_severity least, int64_t *first_ms);

/* Sets *last_ms to when the last digest of messages held for this reason was
 * written; TCN_UNDATED: never. */
TCN_MUST_USE enum tcn_rc tcn_outbox_last_digest_ms(const struct tcn_store *st,
    struct tcn_str receiver, struct tcn_str rule, enum tcn_outbox_hold by,
    int64_t *last_ms);

/* Makes messages that are held for one of these reasons (1 << hold each) due,
 * to be judged again. */
TCN_MUST_USE enum tcn_rc tcn_outbox_judge_again(struct tcn_store_tx *tx,
    unsigned holds, int64_t now_ms);

/*
 * Lists the pending messages with greater ids, in order, at most limit: to be
 * judged again after a silence or an acknowledgement.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_pending_after(const struct tcn_store *st,
    uint64_t id, size_t limit, struct tcn_arena *arena,
    struct tcn_outbox_list *messages);

/*
 * tcn_outbox_is_ahead(): whether an open message was written after now_ms,
 * because the clock was set back. tcn_outbox_mend_clock() then makes all open
 * messages due now, and sets later times to now, as they would otherwise wait
 * until the clock has caught up.
 */
TCN_MUST_USE enum tcn_rc tcn_outbox_is_ahead(const struct tcn_store *st,
    int64_t now_ms, bool *ahead);
TCN_MUST_USE enum tcn_rc tcn_outbox_mend_clock(struct tcn_store_tx *tx,
    int64_t now_ms);

/* Counts the held messages by reason. O(open messages). */
TCN_MUST_USE enum tcn_rc tcn_outbox_count_held(const struct tcn_store *st,
    uint64_t counts[static TCN_OUTBOX_HOLDS]);

#endif
