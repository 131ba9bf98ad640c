/*
 * tools/deliver/transport.h - one message to one receiver, by whatever carries
 * it.
 *
 * Puts together what is sent from the bytes of the outbox and the secrets of
 * the receiver, and hands it to tools/deliver/post, tools/deliver/spawn or
 * tools/scribe.
 */
#ifndef TCN_TOOLS_DELIVER_TRANSPORT_H
#define TCN_TOOLS_DELIVER_TRANSPORT_H

#include "tools/deliver/channel.h"

struct event_base;

/* What came of it. Lives for the callback. */
struct tcn_transport_result {
	bool ok;
	bool permanent; /* it failed, and would fail again */
	int64_t status; /* HTTP's, SMTP's, the program's; 0: none */
	int64_t retry_after_ms;
	struct tcn_str handle; /* what the channel calls it, or empty */
	struct tcn_str answer; /* its first bytes */
	const char *error; /* a sentence without secrets, when not ok */
};

typedef void tcn_transport_done_fn(void *ctx,
    const struct tcn_transport_result *result);

struct tcn_transport;

TCN_MUST_USE enum tcn_rc tcn_transport_new(struct event_base *base,
    const char *user_agent, struct tcn_transport **transport);

/* What is under way is broken off; nobody is called. transport may be NULL. */
void tcn_transport_free(struct tcn_transport *transport);

/*
 * Begins. done is called once, from the loop or, where nothing has to be
 * waited for, from here. What outgoing points to must live until then.
 */
TCN_MUST_USE enum tcn_rc tcn_transport_send(struct tcn_transport *transport,
    const struct tcn_channel_outgoing *outgoing, tcn_transport_done_fn *done,
    void *ctx);

#endif
