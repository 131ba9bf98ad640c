/*
 * tools/serve/deliver/dispatch.h - the messages of the daemon: receivers,
 * decisions and the sender, over the pipeline's store.
 *
 * It reads the file of receivers (tools/serve/deliver/receiver.h), writes the
 * messages of events (tools/serve/deliver/notify.h) and sends them
 * (tools/serve/deliver/sender.h). Order: open; event for each change, within
 * its transaction; wake after each commit; close. Without receivers all of it
 * does nothing.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_DISPATCH_H
#define TCN_TOOLS_SERVE_DELIVER_DISPATCH_H

#include "engine/base/err.h"
#include "tools/conf/conf.h"
#include "tools/pipeline/pipeline.h"
#include "tools/serve/deliver/notify.h"
#include "tools/serve/deliver/send_tests.h"
#include "tools/serve/deliver/sender.h"

struct tcn_dispatch;

/* Called when the store has failed: the daemon must end. */
typedef void tcn_dispatch_failed_fn(void *ctx, enum tcn_rc rc,
    const struct tcn_err *err);

/*
 * base, conf, pipe and linker must outlive it; linker signs links, and may
 * change (tools/serve/deliver/linker.h). TCN_INVALID, TCN_IO: err says what is
 * wrong in the file of receivers.
 */
TCN_MUST_USE enum tcn_rc tcn_dispatch_open(struct event_base *base,
    const struct tcn_conf *conf, struct tcn_pipeline *pipe,
    const struct tcn_linker *linker, tcn_dispatch_failed_fn *failed, void *ctx,
    struct tcn_dispatch **dispatch, struct tcn_err *err);
void tcn_dispatch_close(struct tcn_dispatch *dispatch); /* may be NULL */

/*
 * Reads the file of receivers that conf names; conf must outlive the dispatch.
 * On an error in the file the old receivers stay, and err says why.
 */
TCN_MUST_USE enum tcn_rc tcn_dispatch_reload(struct tcn_dispatch *dispatch,
    const struct tcn_conf *conf, struct tcn_err *err);

/*
 * Replaces the rules; they must live until they are replaced again. Before the
 * first call, and for a rule that is not among them, a rule without cooldown,
 * hours and desks is used. On a failure the old rules stay.
 */
TCN_MUST_USE enum tcn_rc tcn_dispatch_set_rules(struct tcn_dispatch *dispatch,
    const struct tcn_rule *rules, size_t n, struct tcn_err *err);

/* The rule of that name, or the empty one (within_ms 0). Never NULL. */
const struct tcn_rule *tcn_dispatch_rule(const struct tcn_dispatch *dispatch,
    struct tcn_str name);

/* Writes the messages of an event that changed, in the open transaction tx in
 * which the change is stored. */
TCN_MUST_USE enum tcn_rc tcn_dispatch_event(struct tcn_dispatch *dispatch,
    struct tcn_store_tx *tx, const struct tcn_event *event, int64_t now_ms);

/* Of several daemons one sends: see tcn_sender_set_gate(). And the gate has
 * opened. */
void tcn_dispatch_set_gate(struct tcn_dispatch *dispatch,
    const struct tcn_gate *gate);
void tcn_dispatch_opened(struct tcn_dispatch *dispatch);

/* There may be something to send: call this after each commit. */
void tcn_dispatch_wake(struct tcn_dispatch *dispatch);

/* Marks the messages that have been sent by now, at the end of a run. */
TCN_MUST_USE enum tcn_rc tcn_dispatch_flush(struct tcn_dispatch *dispatch);

const struct tcn_sender *
tcn_dispatch_sender(const struct tcn_dispatch *dispatch);

/* The receivers, until they are read anew, and test messages to them. */
const struct tcn_receiver_set *
tcn_dispatch_receivers(const struct tcn_dispatch *dispatch);
struct tcn_send_tests *tcn_dispatch_tests(struct tcn_dispatch *dispatch);

#endif
