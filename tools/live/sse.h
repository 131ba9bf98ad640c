/*
 * tools/live/sse.h - events as they happen, as server-sent events (WHATWG
 * HTML, section 9.2, https://html.spec.whatwg.org/#server-sent-events).
 *
 * Each revision of an event is one message to every listener, sent once it is
 * committed: so no listener hears of what a crash may undo.
 *
 * RECONNECTION. A message's id is "CHANGED-REVISION-EVENT", CHANGED in unix ms
 * of stream time. A listener that reconnects sends the last id it got as
 * Last-Event-ID, and first gets the revisions since CHANGED, at most 1,000.
 * That includes those of the very same CHANGED, which it may have got already:
 * delivery is at least once, and EVENT with REVISION recognizes a repeat.
 *
 * SLOW LISTENERS. One with more than 256 KiB unread is disconnected; it can
 * reconnect and catch up as above. Every 20 seconds all get a comment, so that
 * a dead connection is noticed. The number of listeners is bounded.
 *
 * One loop, one thread. Cost: a message is kept in memory once, however many
 * listeners have it in their buffers; O(listeners) for each to send.
 */
#ifndef TCN_TOOLS_LIVE_SSE_H
#define TCN_TOOLS_LIVE_SSE_H

#include <event2/event.h>

#include "sql/store.h"
#include "tools/http/http.h"

struct tcn_sse;

/* store must outlive it, and is only read. TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_sse_new(struct event_base *base,
    const struct tcn_store *store, size_t listeners_max, struct tcn_sse **sse);

/* Disconnects all listeners. sse may be NULL. */
void tcn_sse_free(struct tcn_sse *sse);

/* Limits the number of new listeners; none is disconnected for it. */
void tcn_sse_set_max(struct tcn_sse *sse, size_t listeners_max);

/* Answers GET /v1/stream: the caller is a listener from now on, or gets 503. */
void tcn_sse_subscribe(struct tcn_sse *sse, struct tcn_http_call *call);

/*
 * Queues a message about a revision, for the next flush. Precondition: the
 * revision is stored, and its transaction is still open. The store's errors,
 * TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_sse_queue_event(struct tcn_sse *sse,
    const struct tcn_event *event);

/* Sends the queued messages if they are committed; drops them if not. */
void tcn_sse_flush(struct tcn_sse *sse, bool committed);

/*
 * Sends a message of this kind (the field "event") at once; data: JSON. It has
 * no id, so it is not repeated to listeners that reconnect. For what is not a
 * revision of an event (tools/live/desk_watch.h).
 */
void tcn_sse_broadcast(struct tcn_sse *sse, const char *kind,
    struct tcn_str data);

size_t tcn_sse_listeners(const struct tcn_sse *sse);

/*
 * Structural validator for tests: TCN_CORRUPT and a reason when the list of
 * listeners is broken, or is not of the length that is counted.
 */
TCN_MUST_USE enum tcn_rc tcn_sse_check(const struct tcn_sse *sse,
    struct tcn_err *err);

#endif
