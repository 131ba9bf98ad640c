/*
 * tools/deliver/sender.h - the loop that empties the outbox.
 *
 * Each receiver is a lane: one message at a time, chosen from the store
 * (sql/outbox.h), sent, and marked. So a receiver that is slow, dead or
 * hostile holds up itself alone; and a kill between sending and marking leads
 * to a repeat with the same key, never to a loss.
 *
 * Order: messages about one event reach a receiver in their order. One that
 * failed waits for its next try, and messages about other events may overtake
 * it; after a failure the lane itself rests, so that a receiver that is down
 * is not asked for each message in turn.
 *
 * Back-off doubles from retry_least to retry_most, half of it spread by a
 * hash of the message and the try, so that it is the same in every run; a
 * receiver's Retry-After counts when it is longer. What would fail again
 * (HTTP 4xx but for 408, 425 and 429; SMTP 5xx) is dead at once, the rest
 * after so many tries or so much time.
 *
 * Nothing is read or written while the caller's transaction is open: the
 * caller wakes the loop when it has committed.
 */
#ifndef TCN_TOOLS_DELIVER_SENDER_H
#define TCN_TOOLS_DELIVER_SENDER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "sql/outbox.h"
#include "tools/deliver/receiver.h"

struct event_base;

struct tcn_sender_conf {
	const char *user_agent;
	int64_t retry_least_ms, retry_most_ms;
	uint64_t tries_max;
	int64_t age_max_ms; /* older messages are dead */
	int64_t keep_ms; /* how long finished ones are kept */

	/* Whether the caller's transaction is open. */
	bool (*busy)(void *ctx);
	/* A held message is due: settles it, inside a transaction. */
	enum tcn_rc (*release)(void *ctx,
	    const struct tcn_outbox_message *message, int64_t now_ms);
	/* The store has failed. */
	void (*failed)(void *ctx, enum tcn_rc rc, const struct tcn_err *err);
	void *ctx;
};

/* Of one receiver, since the start. */
struct tcn_sender_counts {
	uint64_t sent, failed, dead; /* messages, tries, messages */
	int64_t took_ms; /* of all tries together */
};

struct tcn_sender;

/* receivers must live until they are replaced, or the end. */
TCN_MUST_USE enum tcn_rc tcn_sender_new(struct event_base *base,
    const struct tcn_sender_conf *conf,
    const struct tcn_receiver_set *receivers, struct tcn_store *store,
    struct tcn_sender **sender);

/* What is under way is broken off, to be repeated. sender may be NULL. */
void tcn_sender_free(struct tcn_sender *sender);

/* Other receivers from now on; what is under way is repeated by them. */
TCN_MUST_USE enum tcn_rc tcn_sender_set_receivers(struct tcn_sender *sender,
    const struct tcn_receiver_set *receivers);

/* There may be something to send. */
void tcn_sender_wake(struct tcn_sender *sender);

/* Marks what was sent by now; for the end of a run. */
TCN_MUST_USE enum tcn_rc tcn_sender_flush(struct tcn_sender *sender);

/* The counts of the i-th receiver; its name, NULL behind the last. */
const char *tcn_sender_lane(const struct tcn_sender *sender, size_t i,
    struct tcn_sender_counts *counts);

/*
 * When to try again after so many tries of message id, the last of which
 * ended at now_ms: the back-off described above.
 */
int64_t tcn_sender_retry_at_ms(const struct tcn_sender_conf *conf, uint64_t id,
    uint32_t tries, int64_t now_ms);

#endif
