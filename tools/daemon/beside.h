/*
 * tools/daemon/beside.h - what a desk does, told to those who listen.
 *
 * A desk acts through the interface, or by commands that write to the store
 * themselves (tools/pipeline/desk.h). Either way a row says what was done; rows
 * that are new are read and told on the stream, each once and in order, as
 * "desk" and as "silence" (tools/daemon/live.h). What was done before is not
 * told.
 *
 * The interface looks when it has written. Others are seen within a second:
 * while no other connection has committed, a look costs one PRAGMA.
 */
#ifndef TCN_TOOLS_DAEMON_BESIDE_H
#define TCN_TOOLS_DAEMON_BESIDE_H

#include <event2/event.h>

#include "sql/store.h"
#include "tools/daemon/live.h"

struct tcn_beside;

/* The store could not be read. */
typedef void tcn_beside_failed_fn(void *ctx, enum tcn_rc rc,
    const struct tcn_err *err);

/* store and live must outlive it. */
TCN_MUST_USE enum tcn_rc tcn_beside_new(struct event_base *base,
    struct tcn_store *store, struct tcn_live *live,
    tcn_beside_failed_fn *failed, void *ctx, struct tcn_beside **beside);
void tcn_beside_free(struct tcn_beside *beside); /* may be NULL */

/* Tells what is new by now. */
void tcn_beside_look(struct tcn_beside *beside);

#endif
