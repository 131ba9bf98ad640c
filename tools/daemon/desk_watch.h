/*
 * tools/daemon/desk_watch.h - what a desk does, told to those who listen.
 *
 * A desk acts through the interface, or by commands that write to the store
 * themselves (tools/pipeline/desk.h). Either way a row says what was done; rows
 * that are new are read and told on the stream, each once and in order, as
 * "desk" and as "silence" (tools/daemon/sse.h). What was done before is not
 * told.
 *
 * The interface looks when it has written. Others are seen within a second:
 * while no other connection has committed, a look costs one PRAGMA.
 */
#ifndef TCN_TOOLS_DAEMON_DESK_WATCH_H
#define TCN_TOOLS_DAEMON_DESK_WATCH_H

#include <event2/event.h>

#include "engine/base/err.h"
#include "sql/store.h"
#include "tools/daemon/sse.h"

struct tcn_desk_watch;

/* The store could not be read. */
typedef void tcn_desk_watch_failed_fn(void *ctx, enum tcn_rc rc,
    const struct tcn_err *err);

/* store and sse must outlive it. */
TCN_MUST_USE enum tcn_rc tcn_desk_watch_new(struct event_base *base,
    struct tcn_store *store, struct tcn_sse *sse,
    tcn_desk_watch_failed_fn *failed, void *ctx,
    struct tcn_desk_watch **desk_watch);
void tcn_desk_watch_free(struct tcn_desk_watch *desk_watch); /* may be NULL */

/* Tells what is new by now. */
void tcn_desk_watch_poll(struct tcn_desk_watch *desk_watch);

#endif
