/*
 * tools/live/desk_watch.h - polls desk actions and silences, and publishes
 * them as server-sent events.
 *
 * A desk acts through the HTTP interface, or by commands that write to the
 * store themselves (tools/pipeline/desk.h). Both add rows. New rows are read
 * and sent to all listeners (tools/live/sse.h), each once and in order: an
 * action as "desk", a new or ended silence as "silence". Rows from before the
 * start are not sent.
 *
 * The interface polls as soon as it has written. What other processes write is
 * seen within a second: PRAGMA data_version says whether another connection
 * has committed, and costs nearly nothing while none has.
 */
#ifndef TCN_TOOLS_LIVE_DESK_WATCH_H
#define TCN_TOOLS_LIVE_DESK_WATCH_H

#include <event2/event.h>

#include "engine/base/err.h"
#include "sql/store.h"
#include "tools/live/sse.h"

struct tcn_desk_watch;

/* The store could not be read. */
typedef void tcn_desk_watch_failed_fn(void *ctx, enum tcn_rc rc,
    const struct tcn_err *err);

/*
 * Begins after the last row there is now. store, sse and ctx must outlive it.
 * The store's errors, TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_desk_watch_new(struct event_base *base,
    const struct tcn_store *store, struct tcn_sse *sse,
    tcn_desk_watch_failed_fn *failed, void *ctx,
    struct tcn_desk_watch **desk_watch);
void tcn_desk_watch_free(struct tcn_desk_watch *desk_watch); /* may be NULL */

/* Publishes what is new by now; failures go to the callback. */
void tcn_desk_watch_poll(struct tcn_desk_watch *desk_watch);

#endif
