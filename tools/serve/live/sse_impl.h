/*
 * tools/serve/live/sse_impl.h - private to the files of sse.
 *
 * sse.c tells listeners of rows and looks after those that are slow;
 * sse_begin.c answers who wants to listen.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_SSE_IMPL_H
#define TCN_TOOLS_SERVE_LIVE_SSE_IMPL_H

#include <sys/queue.h>

#include "tools/pipeline/event_view.h"
#include "tools/serve/live/sse.h"

#define TCN_SSE_MISSED_MAX 1000 /* rows sent to one that reconnects */
#define TCN_SSE_USER_BYTES 128

struct tcn_sse_listener {
	struct tcn_sse *sse;
	LIST_ENTRY(tcn_sse_listener) link;
	struct evhttp_request *request;
	enum tcn_sse_view view;
	char event[TCN_EVENT_ID_BYTES]; /* the only one it asks for, or "" */
	bool filtered; /* it asks only for events that the next shows */
	struct tcn_event_view filter;
	struct tcn_arena arena; /* of its texts */
	struct tcn_http_caller caller;
	char user[TCN_SSE_USER_BYTES];
	uint64_t at; /* it has been sent all rows up to this one */
	uint64_t prev; /* the seq of the message that it was sent last */
	unsigned stuck; /* beats since it last read */
};

struct tcn_sse {
	struct tcn_sse_conf conf;
	struct event *tick, *catch_up;
	LIST_HEAD(, tcn_sse_listener) listeners;
	size_t n;
	unsigned ticks; /* since the last beat */
	uint64_t last; /* the last row that was told */
	uint64_t article; /* the last one that listeners know of */
};

/* Adds a listener, whose answer has begun, to those of sse. */
void tcn_sse_listener_add(struct tcn_sse *sse,
    struct tcn_sse_listener *listener);

/* Frees a listener that was not added, or was taken out. */
void tcn_sse_listener_free(struct tcn_sse_listener *listener);

/* Sends what is in out, and frees that. False: libevent has no memory, and the
 * listener was dropped; it comes back for what it missed. */
bool tcn_sse_listener_send(struct tcn_sse_listener *listener,
    struct tcn_buf *out);

/* Sends the listener a reset, which says why, and notes that it has seen
 * nothing so far. False: it was dropped. */
bool tcn_sse_listener_reset(struct tcn_sse_listener *listener, const char *why);

/* Has listeners that are behind sent what they missed, little by little. */
void tcn_sse_catch_up_later(struct tcn_sse *sse);

#endif
