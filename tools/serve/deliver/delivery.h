/*
 * tools/serve/deliver/delivery.h - messages of the outbox as JSON, for the HTTP
 * interface.
 */
#ifndef TCN_TOOLS_SERVE_DELIVER_DELIVERY_H
#define TCN_TOOLS_SERVE_DELIVER_DELIVERY_H

#include "engine/base/buf.h"
#include "sql/outbox.h"

/* The bit (1 << state) of the state called name; 0: there is none. */
unsigned tcn_delivery_state(const char *name);

/*
 * Appends the message as a JSON object, and where `whole` is set also its
 * tries, which are read from the store, and its body, as one text and by line.
 * Text from outside is made safe; arena holds it meanwhile. The errors of the
 * store.
 */
TCN_MUST_USE enum tcn_rc tcn_delivery_json(const struct tcn_store *store,
    const struct tcn_outbox_message *message, bool whole,
    struct tcn_arena *arena, struct tcn_buf *out);

#endif
