/*
 * tools/deliver/delivery.h - messages of the outbox, as people look at them.
 */
#ifndef TCN_TOOLS_DELIVER_DELIVERY_H
#define TCN_TOOLS_DELIVER_DELIVERY_H

#include "engine/base/buf.h"
#include "sql/outbox.h"

/* The state of that name, as bit; 0: there is none. */
unsigned tcn_delivery_state(const char *name);

/*
 * Appends the message as an object; whole: with its tries and its body.
 * Failures are the store's, or TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_delivery_json(struct tcn_store *store,
    const struct tcn_outbox_message *message, bool whole,
    struct tcn_arena *arena, struct tcn_buf *out);

/* The same for a terminal: a line or two; whole: all there is to say. */
TCN_MUST_USE enum tcn_rc tcn_delivery_text(struct tcn_store *store,
    const struct tcn_outbox_message *message, bool whole,
    struct tcn_arena *arena, struct tcn_buf *out);

#endif
