/*
 * tools/daemon/sse.h - events as they happen, to whoever listens.
 *
 * Server-Sent Events (WHATWG HTML, section 9.2): each revision of an event is
 * one message, told once it is committed. Its id is "CHANGED-REVISION-EVENT",
 * CHANGED in unix ms of stream time; who comes back with a Last-Event-ID is
 * first told what was missed. What has the same CHANGED is told again, so a
 * message may come twice and none is left out: EVENT and REVISION make
 * repeats harmless.
 *
 * A listener who does not read is let go once a buffer's worth waits; all
 * get a comment now and then, so that a dead connection is noticed.
 */
#ifndef TCN_TOOLS_DAEMON_SSE_H
#define TCN_TOOLS_DAEMON_SSE_H

#include <event2/event.h>

#include "sql/store.h"
#include "tools/daemon/http.h"

struct tcn_sse;

/* store must outlive it; it is only read. */
TCN_MUST_USE enum tcn_rc tcn_sse_new(struct event_base *base,
    struct tcn_store *store, size_t listeners_max, struct tcn_sse **sse);
void tcn_sse_free(struct tcn_sse *sse); /* may be NULL */

/* How many there may be from now on; nobody is sent away for it. */
void tcn_sse_set_max(struct tcn_sse *sse, size_t listeners_max);

/* The request of GET /v1/stream. */
void tcn_sse_subscribe(struct tcn_sse *sse, struct tcn_http_call *call);

/* Notes a revision of an event, to be told by the next flush. */
TCN_MUST_USE enum tcn_rc tcn_sse_queue_event(struct tcn_sse *sse,
    const struct tcn_event *event);

/* Tells what was noted, once it is committed; or forgets it. */
void tcn_sse_flush(struct tcn_sse *sse, bool committed);

/*
 * Tells at once what was done beside the stream (tools/daemon/desk_watch.h): a
 * message of this kind, data in one or more lines of JSON. It has no id: who
 * comes back is not told it again.
 */
void tcn_sse_broadcast(struct tcn_sse *sse, const char *kind,
    struct tcn_str data);

size_t tcn_sse_listeners(const struct tcn_sse *sse);

#endif
