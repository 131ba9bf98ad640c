/*
 * tools/deliver/channel.h - the kinds of receivers: one table of functions.
 *
 * A channel puts a message in the form its receiver understands, once, when
 * the event changes: these bytes stand in the outbox. What must not stand
 * there (addresses that are secrets, signatures) is added when they are sent.
 */
#ifndef TCN_TOOLS_DELIVER_CHANNEL_H
#define TCN_TOOLS_DELIVER_CHANNEL_H

#include "engine/base/buf.h"
#include "tools/deliver/message.h"
#include "tools/deliver/receiver.h"

enum tcn_channel_transport {
	TCN_CHANNEL_TRANSPORT_HTTP,
	TCN_CHANNEL_TRANSPORT_MAIL,
	TCN_CHANNEL_TRANSPORT_EXEC,
	TCN_CHANNEL_TRANSPORT_FILE,
};

/* What is about to be sent. */
struct tcn_channel_outgoing {
	const struct tcn_receiver *receiver;
	struct tcn_str event;
	uint32_t revision;
	struct tcn_str handle; /* of what was sent of it before; or empty */
	struct tcn_str body;
	int64_t now_ms; /* the wall clock */
};

/* A request over HTTP. */
struct tcn_channel_request {
	const char *method; /* "POST" */
	struct tcn_buf url;
	struct tcn_buf headers; /* "Name: value\n" each */
};

struct tcn_channel {
	const char *name; /* kind: NAME */
	enum tcn_channel_transport transport;
	unsigned sends; /* when the receiver does not say */
	const char *takes; /* fields it takes besides those all take */
	const char *needs; /* of them, those it cannot do without; "a|b": one */

	/* Appends the message as it will be sent. */
	enum tcn_rc (*write)(const struct tcn_receiver *receiver,
	    const struct tcn_message_content *message, struct tcn_buf *out);

	/* HTTP: fills in the request; NULL: POST to the url as it is. */
	void (*request)(const struct tcn_channel_outgoing *outgoing,
	    struct tcn_channel_request *request);

	/* HTTP: what the answer calls the message; NULL: nothing. */
	void (*handle)(struct tcn_str answer, struct tcn_buf *out);
};

/* By name, or NULL; by number from 0, NULL behind the last. */
const struct tcn_channel *tcn_channel_find(const char *name);
const struct tcn_channel *tcn_channel_at(size_t i);

extern const struct tcn_channel tcn_channel_webhook;
extern const struct tcn_channel tcn_channel_slack;
extern const struct tcn_channel tcn_channel_teams;
extern const struct tcn_channel tcn_channel_discord;
extern const struct tcn_channel tcn_channel_alertmanager;
extern const struct tcn_channel tcn_channel_smtp;
extern const struct tcn_channel tcn_channel_exec;
extern const struct tcn_channel tcn_channel_file;

/* "EVENT-REVISION-RECEIVER" */
void tcn_channel_idempotency_key(const struct tcn_channel_outgoing *outgoing,
    struct tcn_buf *out);

#endif
