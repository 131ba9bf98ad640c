/*
 * tools/serve/deliver/transport.h - sends one message to one receiver, over
 * HTTP, by mail, to a program or into a file.
 *
 * A request is made of the message's bytes from the outbox and the receiver's
 * secrets, and handed to tools/serve/deliver/post, tools/serve/deliver/spawn or
 * tools/serve/deliver/file_writer. The page of a mail is printed before
 * (tools/serve/deliver/mail_page.h). Each request carries the idempotency key
 * (channel.h): as a header, in the environment, or within the message.
 *
 * One loop, one thread. Order: new; send ...; free.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_TRANSPORT_H
#define TCN_TOOLS_SERVE_DELIVER_TRANSPORT_H

#include "tools/serve/deliver/channel.h"
#include "tools/serve/deliver/gate.h"
#include "tools/serve/deliver/linker.h"

struct event_base;

/* The outcome of a request. It lives as long as the call of done. */
struct tcn_transport_result {
	bool ok;
	bool permanent; /* it failed, and would fail again */
	int64_t status; /* of HTTP, SMTP or the program; 0: none */
	int64_t retry_after_ms; /* how long the receiver asks to wait; 0 */
	struct tcn_str
	    handle; /* what the channel calls the message, or empty */
	struct tcn_str answer; /* its first bytes */
	const char *error; /* a sentence without secrets, when not ok */
};

typedef void tcn_transport_done_fn(void *ctx,
    const struct tcn_transport_result *result);

struct tcn_transport;

struct tcn_transport *tcn_transport_new(struct event_base *base,
    const char *user_agent);

/* Signs links by this linker from now on; NULL: links stay unsigned. It must
 * outlive the transport, and may change. */
void tcn_transport_set_linker(struct tcn_transport *transport,
    const struct tcn_linker *linker);

/* Nothing is sent while the gate is shut, and what is sent over HTTP bears the
 * number of its epoch; NULL: always open. It must outlive the transport. */
void tcn_transport_set_gate(struct tcn_transport *transport,
    const struct tcn_gate *gate);

/* Pages of mails are printed by this program (tools/base/browser.h), NULL: by
 * the one that is installed; until this is called they are sent as pages. The
 * name must outlive the transport. */
void tcn_transport_set_browser(struct tcn_transport *transport,
    const char *browser);

/* Aborts all requests without calling done. transport may be NULL. */
void tcn_transport_free(struct tcn_transport *transport);

/*
 * Starts a request. done is called once: from the loop or, where there is
 * nothing to wait for, before this returns. What outgoing points to must live
 * until then.
 */
TCN_MUST_USE enum tcn_rc tcn_transport_send(struct tcn_transport *transport,
    const struct tcn_channel_outgoing *outgoing, tcn_transport_done_fn *done,
    void *ctx);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when the list of
 * requests is broken, or is not what post, spawn and file_writer have under
 * way. *n: how many there are.
 */
TCN_MUST_USE enum tcn_rc
tcn_transport_check(const struct tcn_transport *transport, size_t *n,
    struct tcn_err *err);

#endif
