/*
 * tools/pipeline/event_text.h - an event as a person reads it at a terminal.
 *
 * Appended to out; everything from outside goes through tools/base/safe.h.
 * Failures are the store's, or TCN_NOMEM.
 */
#ifndef TCN_TOOLS_PIPELINE_EVENT_TEXT_H
#define TCN_TOOLS_PIPELINE_EVENT_TEXT_H

#include "engine/base/buf.h"
#include "tools/pipeline/desk.h"

/* One line: id, when, state, severity, how much, whose, rule, headline. */
TCN_MUST_USE enum tcn_rc tcn_event_line(struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* What it is, what stands by it, its revisions and its evidence. */
TCN_MUST_USE enum tcn_rc tcn_event_text(struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* Its revisions, what people did, what was sent, silences that name it. */
TCN_MUST_USE enum tcn_rc tcn_event_history(struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event, int64_t now_ms,
    struct tcn_arena *arena, struct tcn_buf *out);

/* "name        value", unless value is empty; lines of items. */
void tcn_event_text_field(struct tcn_buf *out, const char *name,
    struct tcn_str value);
void tcn_event_text_items(struct tcn_buf *out, const char *heading,
    const struct tcn_store_item_list *items);

#endif
