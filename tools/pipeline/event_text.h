/*
 * tools/pipeline/event_text.h - writes an event for a person at a terminal.
 *
 * Functions append to out; every text from outside is cleaned by
 * tools/base/safe.h. arena is for what is read meanwhile. Errors are the
 * store's, or TCN_NOMEM.
 */
#ifndef TCN_TOOLS_PIPELINE_EVENT_TEXT_H
#define TCN_TOOLS_PIPELINE_EVENT_TEXT_H

#include "engine/base/buf.h"
#include "tools/pipeline/desk.h"

/* One line: id, time of firing, state, severity, items, owner, rule,
 * headline. */
TCN_MUST_USE enum tcn_rc tcn_event_line(const struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* Its fields, what the desk did, its revisions and its evidence. */
TCN_MUST_USE enum tcn_rc tcn_event_text(const struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* Its revisions, why it fired, what people did, what was sent, and the silences
 * that cover it. now_ms: unix milliseconds. */
TCN_MUST_USE enum tcn_rc tcn_event_history(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event, int64_t now_ms,
    struct tcn_arena *arena, struct tcn_buf *out);

/* A line "name        value", unless value is empty; and a line for each item,
 * below a heading, unless there are none. */
void tcn_event_text_field(struct tcn_buf *out, const char *name,
    struct tcn_str value);
void tcn_event_text_items(struct tcn_buf *out, const char *heading,
    const struct tcn_store_item_list *items);

#endif
