/*
 * tools/serve/live/sse_message.h - private to sse.c: the data of a message,
 * made once and sent to many.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_SSE_MESSAGE_H
#define TCN_TOOLS_SERVE_LIVE_SSE_MESSAGE_H

#include <event2/buffer.h>
#include <stdbool.h>

#include "tools/serve/live/sse.h"

struct tcn_sse_message; /* bytes with a count of references */

/* The messages about one row, for WHOLE and ROW, and its event, which each view
 * of events looks at. All 0: none is made yet. */
struct tcn_sse_messages {
	bool made[2];
	struct tcn_sse_message *at[2]; /* NULL: there is nothing to tell */
	bool looked;
	struct tcn_event *event; /* NULL: there is none */
	struct tcn_arena arena; /* of the event, once it was looked for */
};

/*
 * *message: the one for this view, made at the first call, or NULL. It stays
 * messages', until clear; buffers keep it as long as they need it. Errors:
 * those of conf's write.
 */
TCN_MUST_USE enum tcn_rc tcn_sse_messages_get(struct tcn_sse_messages *messages,
    const struct tcn_sse_conf *conf, const struct tcn_store_told *told,
    enum tcn_sse_view view, struct tcn_sse_message **message);

/* The event that the row is of, read at the first call; or NULL. Errors: the
 * store's. */
TCN_MUST_USE enum tcn_rc
tcn_sse_messages_event(struct tcn_sse_messages *messages,
    const struct tcn_store *store, const struct tcn_store_told *told,
    struct tcn_event **event);

void tcn_sse_messages_clear(struct tcn_sse_messages *messages);

/* Appends the message to buffer, by reference. False: libevent has no memory.
 */
bool tcn_sse_message_add(struct tcn_sse_message *message,
    struct evbuffer *buffer);

/* "alert", "update", "desk" ... */
const char *tcn_sse_message_kind(const struct tcn_store_told *told);

#endif
