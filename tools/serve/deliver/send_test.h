/*
 * tools/serve/deliver/send_test.h - a marked test message to one receiver.
 *
 * It is about a made-up event, whose id ("test-" and the time) no real event
 * can have, and goes the way of every message but for the outbox: it is not
 * stored and not tried again.
 *
 * Order: all zero; start; done is called; fini. One message at a time.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_SEND_TEST_H
#define TCN_TOOLS_SERVE_DELIVER_SEND_TEST_H

#include "engine/base/buf.h"
#include "tools/serve/deliver/transport.h"

struct tcn_send_test;

/* The message has been taken or not; result lives as long as the call. */
typedef void tcn_send_test_fn(struct tcn_send_test *test,
    const struct tcn_transport_result *result);

struct tcn_send_test {
	const struct tcn_receiver *receiver;
	struct tcn_buf body; /* as it is sent */
	int64_t took_ms; /* once it is done */
	bool under_way;
	void *ctx; /* the caller's */

	/* Private. */
	tcn_send_test_fn *done;
	struct tcn_event event;
	struct tcn_buf key;
	struct tcn_channel_outgoing outgoing;
	int64_t began_ms;
};

/* Writes the message. The caller may look at body before it sends. fini is
 * needed in every case. now_ms: of the wall clock. */
void tcn_send_test_write(struct tcn_send_test *test,
    const struct tcn_receiver *receiver, int64_t now_ms);

/* Sends it. done is called once: from the loop, or before this returns. Until
 * then test and its receiver must stay. */
TCN_MUST_USE enum tcn_rc tcn_send_test_send(struct tcn_send_test *test,
    struct tcn_transport *transport, tcn_send_test_fn *done);

/* Frees the message. Not while it is being sent, unless its transport has been
 * freed. */
void tcn_send_test_fini(struct tcn_send_test *test);

#endif
