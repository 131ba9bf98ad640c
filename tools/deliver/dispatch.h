/*
 * tools/deliver/dispatch.h - telling receivers, as the daemon does it.
 *
 * The receivers of deliver.receivers, who is told (tools/deliver/notify.h), and
 * the loop that sends (tools/deliver/sender.h), over the pipeline's store.
 * Order: open; event for each change, inside its transaction; wake after each
 * commit; close. Without receivers all of it does nothing.
 */
#ifndef TCN_TOOLS_DELIVER_DISPATCH_H
#define TCN_TOOLS_DELIVER_DISPATCH_H

#include "engine/base/err.h"
#include "tools/conf/conf.h"
#include "tools/deliver/notify.h"
#include "tools/deliver/sender.h"
#include "tools/pipeline/pipeline.h"

struct tcn_dispatch;

/* The store has failed: the daemon is to end. */
typedef void tcn_dispatch_failed_fn(void *ctx, enum tcn_rc rc,
    const struct tcn_err *err);

/* conf and pipe must outlive it. err: the file of receivers. */
TCN_MUST_USE enum tcn_rc tcn_dispatch_open(struct event_base *base,
    const struct tcn_conf *conf, struct tcn_pipeline *pipe,
    tcn_dispatch_failed_fn *failed, void *ctx, struct tcn_dispatch **dispatch,
    struct tcn_err *err);
void tcn_dispatch_close(struct tcn_dispatch *dispatch); /* may be NULL */

/*
 * Reads the receivers again, as conf names them; conf must outlive the
 * dispatch. On failure the old ones stay and err says why.
 */
TCN_MUST_USE enum tcn_rc tcn_dispatch_reload(struct tcn_dispatch *dispatch,
    const struct tcn_conf *conf, struct tcn_err *err);

/*
 * The rules events are looked up in, by name; they must live until they are
 * replaced. Until they are set, and for a rule that is not there, one without
 * cooldown, hours or desks. On failure the old ones stay.
 */
TCN_MUST_USE enum tcn_rc tcn_dispatch_set_rules(struct tcn_dispatch *dispatch,
    const struct tcn_rule *rules, size_t n, struct tcn_err *err);

/* The rule of that name, or the one without anything (within_ms 0). */
const struct tcn_rule *tcn_dispatch_rule(const struct tcn_dispatch *dispatch,
    struct tcn_str name);

/* Writes the messages of an event that changed. */
TCN_MUST_USE enum tcn_rc tcn_dispatch_event(struct tcn_dispatch *dispatch,
    const struct tcn_event *event, int64_t now_ms);

/* Something was committed. */
void tcn_dispatch_wake(struct tcn_dispatch *dispatch);

/* Marks what was sent by now, at the end of a run. */
TCN_MUST_USE enum tcn_rc tcn_dispatch_flush(struct tcn_dispatch *dispatch);

const struct tcn_sender *
tcn_dispatch_sender(const struct tcn_dispatch *dispatch);

#endif
