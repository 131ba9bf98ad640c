/*
 * tools/serve/deliver/channel.h - the kinds of receivers: one table of
 * functions.
 *
 * A channel writes a message in the format that its receivers understand.
 * That happens once, when the event changes, and the bytes are stored in the
 * outbox. Whatever must not be stored (addresses that are secrets,
 * signatures) is added each time the message is sent.
 *
 * A new kind is a row here: a tcn_channel in a channel_*.c, an entry in the
 * table of channel.c, and a page in tocsin-receivers(5).
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_CHANNEL_H
#define TCN_TOOLS_SERVE_DELIVER_CHANNEL_H

#include "engine/base/buf.h"
#include "tools/serve/deliver/message.h"
#include "tools/serve/deliver/receiver.h"

enum tcn_channel_transport {
	TCN_CHANNEL_TRANSPORT_HTTP,
	TCN_CHANNEL_TRANSPORT_MAIL,
	TCN_CHANNEL_TRANSPORT_EXEC,
	TCN_CHANNEL_TRANSPORT_FILE,
};

/* A message of the outbox that is about to be sent to one receiver. */
struct tcn_channel_outgoing {
	const struct tcn_receiver *receiver;
	struct tcn_str event; /* its id */
	uint32_t revision;
	uint32_t step; /* of an escalation, from 1; else 0 */
	/* What the channel called the last message about this event, so that
	 * it can be edited in place; empty: there is none. */
	struct tcn_str handle;
	struct tcn_str body;
	int64_t now_ms; /* the wall clock */
};

/* The variable parts of an HTTP request. */
struct tcn_channel_request {
	const char *method; /* "POST" */
	struct tcn_buf url;
	struct tcn_buf headers; /* "Name: value\n" each */
};

struct tcn_channel {
	const char *name; /* kind: NAME */
	enum tcn_channel_transport transport;
	unsigned sends; /* the default of tcn_receiver.sends */
	const char *takes; /* fields beyond those that every kind takes */
	const char *needs; /* the required ones; "a|b": at least one of both */

	/* Appends the body as it will be stored and sent. */
	void (*write)(const struct tcn_receiver *receiver,
	    const struct tcn_message_content *message, struct tcn_buf *out);

	/*
	 * HTTP only: changes the request, which is a POST to the receiver's
	 * url with its headers. NULL: it is sent like that. Lack of memory
	 * shows in the buffers' failed.
	 */
	void (*request)(const struct tcn_channel_outgoing *outgoing,
	    struct tcn_channel_request *request);

	/*
	 * HTTP only: appends the name (handle) that the answer gives to the
	 * message. NULL: messages of this channel cannot be edited.
	 */
	void (*handle)(struct tcn_str answer, struct tcn_buf *out);
};

/* By name: NULL if there is none. By number from 0: NULL past the last. */
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

#endif
