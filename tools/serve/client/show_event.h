/*
 * tools/serve/client/show_event.h - shows an event of the interface's JSON to a
 * person at a terminal.
 *
 * Functions append to out. Every text is cleaned by tools/base/safe.h, also
 * what a daemon has cleaned already: it may be any program.
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_SHOW_EVENT_H
#define TCN_TOOLS_SERVE_CLIENT_SHOW_EVENT_H

#include "engine/base/buf.h"
#include "engine/base/json_value.h"

/* One line of an EventNow: id, time of firing, state, severity, items, owner,
 * rule, headline. ctx is not used. */
void tcn_show_event_line(void *ctx, const struct tcn_json_value *event,
    struct tcn_buf *out);

/* An EventRevisions: its fields, why it fired, what the desk did, its
 * revisions, its evidence, and the text of the article that stands for it. */
void tcn_show_event_whole(const struct tcn_json_value *answer,
    struct tcn_buf *out);

/* A History: its revisions, why it fired, what people did, what was sent, and
 * the silences that cover it. */
void tcn_show_event_history(const struct tcn_json_value *answer,
    struct tcn_buf *out);

#endif
