/*
 * tools/api_json.h - what is stored, as the interface shows it.
 *
 * One object each, appended to out without a line feed, with what it takes to
 * read it: an event with its headline and the ids of its evidence, an article
 * with its placement. Times are unix seconds, null where there is none. All
 * text is made fit to be shown (tools/safe.h). Failures are the store's, or
 * TCN_NOMEM.
 */
#ifndef TCN_TOOLS_API_JSON_H
#define TCN_TOOLS_API_JSON_H

#include "engine/arena.h"
#include "sql/feeds.h"
#include "sql/read.h"

TCN_MUST_USE enum tcn_rc tcn_api_event(struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* with_text: its text as well. */
TCN_MUST_USE enum tcn_rc tcn_api_article(const struct tcn_stored *item,
    bool with_text, struct tcn_arena *arena, struct tcn_buf *out);

TCN_MUST_USE enum tcn_rc tcn_api_feed(const struct tcn_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out);

#endif
