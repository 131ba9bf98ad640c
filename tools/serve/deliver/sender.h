/*
 * tools/serve/deliver/sender.h - sends the messages of the outbox.
 *
 * TRANSACTIONAL OUTBOX. A message is a row of the store (sql/outbox.h),
 * written in the transaction of the change that it reports; this module reads
 * the rows and sends them. So there is a message for each committed change and
 * for no other, without a transaction that spans the store and the network.
 *
 * AT LEAST ONCE. A message is marked after it was sent. A kill in between
 * leads to a repeat, never to a loss. All tries of a message carry the same
 * idempotency key, EVENT-REVISION-RECEIVER, by which the receiver can drop the
 * repeats (Idempotent Receiver: Hohpe and Woolf 2003, Enterprise Integration
 * Patterns).
 *
 * ORDER AND ISOLATION. Each receiver has a queue of its own, called its lane,
 * and one message of it is under way at a time. So a receiver that is slow,
 * down or hostile delays nobody else. The messages about one event reach a
 * receiver in their order; while one of them waits for its next try, messages
 * about other events may overtake it.
 *
 * BACK-OFF. The wait before try n + 1 is retry_least * 2^(n - 1), at most
 * retry_most; half of it is jitter, which spreads the tries of many messages
 * ("equal jitter": Brooker 2015, Exponential Backoff and Jitter). The jitter
 * is a hash of the message and the try, so that every run has the same. A
 * receiver's Retry-After (RFC 9110, section 10.2.3) counts where it is longer.
 * After a failure the whole lane waits, so that a receiver that is down is not
 * tried once for each message.
 *
 * DEAD LETTER. A message that would fail again (HTTP 4xx except 408, 425 and
 * 429; SMTP 5xx) is dead at once, others after tries_max tries or when they
 * are older than age_max. Dead messages stay in the outbox (Dead Letter
 * Channel, ibid.) until retention removes them, and can be sent again by hand.
 *
 * Invariants (tcn_sender_check): a lane has a message exactly while it sends
 * or has a result to mark, never both; the transport has one request for each
 * lane that sends.
 *
 * The store's transaction has another owner (sql/store.h). While that has one
 * open, the sender does not read, since what is not committed is not to be
 * sent, and does not write; the owner wakes it after the commit. Only a flush
 * does not wait: begin then commits first what is open. A step is one
 * transaction for all results together.
 *
 * CLOCKS. When a message is due is a moment of the wall clock, which may be
 * set: the outbox is looked at every two seconds at least, so that what has
 * become due goes out whatever else happens, and when the clock has been set
 * back all that is open is judged again (tools/serve/deliver/recheck.h).
 *
 * Cost: one query for each idle lane, every two seconds or when woken. One
 * loop, one thread.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_SENDER_H
#define TCN_TOOLS_SERVE_DELIVER_SENDER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "sql/outbox.h"
#include "tools/serve/deliver/gate.h"
#include "tools/serve/deliver/linker.h"
#include "tools/serve/deliver/receiver.h"

struct event_base;

struct tcn_sender_conf {
	const char *user_agent;
	int64_t retry_least_ms, retry_most_ms; /* > 0 */
	uint64_t tries_max;
	int64_t age_max_ms; /* older messages are dead */
	const struct tcn_linker
	    *linker; /* tools/serve/deliver/linker.h; or NULL */
	const char *browser; /* tcn_transport_set_browser() */

	/* Whether the owner's transaction is open; NULL: it never is. */
	bool (*busy)(void *ctx);
	/*
	 * The owner opens a transaction for the results, and ends it: commits,
	 * or rolls back when rc, which may be that of begin, is an error, and
	 * returns rc.
	 */
	enum tcn_rc (*begin)(void *ctx, struct tcn_store_tx **tx);
	enum tcn_rc (*end)(void *ctx, enum tcn_rc rc);
	/* Held messages of one receiver are due: writes to tx what becomes of
	 * them (tools/serve/deliver/release.h). None is due again at now_ms. */
	enum tcn_rc (*release)(void *ctx, struct tcn_store_tx *tx,
	    const struct tcn_outbox_list *messages, int64_t now_ms);
	/* Judges a pending message again, since a desk may have acted; tx. */
	enum tcn_rc (*recheck)(void *ctx, struct tcn_store_tx *tx,
	    const struct tcn_outbox_message *message, int64_t now_ms);
	/* The store has failed: the sender has stopped for good. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

/* Of one receiver, since its lane was opened. */
struct tcn_sender_counts {
	uint64_t sent; /* messages */
	uint64_t failed; /* tries */
	uint64_t dead; /* messages */
	int64_t took_ms; /* all tries together */
};

struct tcn_sender;

/* base, receivers (until they are replaced), store and what conf points to must
 * outlive the sender. */
struct tcn_sender *tcn_sender_new(struct event_base *base,
    const struct tcn_sender_conf *conf,
    const struct tcn_receiver_set *receivers, const struct tcn_store *store);

/*
 * Aborts what is under way; those messages are still pending, and sent again
 * after the next start. sender may be NULL.
 */
void tcn_sender_free(struct tcn_sender *sender);

/*
 * Replaces the receivers. Finished messages are marked first; those under way
 * are aborted and sent again to the new receivers of the same names. After a
 * failure the sender has no lanes, and must be freed.
 */
TCN_MUST_USE enum tcn_rc tcn_sender_set_receivers(struct tcn_sender *sender,
    const struct tcn_receiver_set *receivers);

/* Nothing is sent, and nothing held is judged, while the gate is shut; NULL:
 * always open. It must outlive the sender. When it opens, have all judged again
 * and wake the sender. */
void tcn_sender_set_gate(struct tcn_sender *sender,
    const struct tcn_gate *gate);

/* Has the loop look into the outbox at its next turn. */
void tcn_sender_wake(struct tcn_sender *sender);

/* Has the messages that are held for these reasons (1 << hold each, or
 * TCN_RECHECK_ALL) judged again at the next turn of the loop. */
void tcn_sender_recheck(struct tcn_sender *sender, unsigned holds);

/*
 * Marks the messages that have been sent by now, for the end of a run. If the
 * owner has a transaction open, its begin commits that first.
 */
TCN_MUST_USE enum tcn_rc tcn_sender_flush(struct tcn_sender *sender);

/* The name and the counts of the i-th receiver; NULL past the last. */
const char *tcn_sender_lane(const struct tcn_sender *sender, size_t i,
    struct tcn_sender_counts *counts);

/*
 * When to try again after so many tries (> 0) of message id, the last of
 * which ended at now_ms: the back-off described above.
 */
int64_t tcn_sender_retry_at_ms(const struct tcn_sender_conf *conf, uint64_t id,
    uint32_t tries, int64_t now_ms);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when an invariant
 * of the lanes or of the transport does not hold.
 */
TCN_MUST_USE enum tcn_rc tcn_sender_check(const struct tcn_sender *sender,
    struct tcn_err *err);

#endif
