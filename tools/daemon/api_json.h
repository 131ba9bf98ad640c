/*
 * tools/daemon/api_json.h - what is stored, as the interface shows it.
 *
 * One object each, appended to out without a line feed, with what it takes to
 * read it: an event with its headline and the ids of its evidence, an article
 * with its placement. Times are unix seconds, null where there is none. All
 * text is made fit to be shown (tools/base/safe.h). Failures are the store's,
 * or TCN_NOMEM.
 */
#ifndef TCN_TOOLS_DAEMON_API_JSON_H
#define TCN_TOOLS_DAEMON_API_JSON_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "sql/store_feeds.h"
#include "sql/store_read.h"
#include "tools/pipeline/desk.h"

/* A text from outside, at most so many characters; empty: left out. */
TCN_MUST_USE enum tcn_rc tcn_api_json_text(struct tcn_buf *out, const char *key,
    struct tcn_str s, size_t chars_max, struct tcn_arena *arena);

TCN_MUST_USE enum tcn_rc tcn_api_json_event(struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* The same with what stands by the event, as "desk". */
TCN_MUST_USE enum tcn_rc tcn_api_json_event_desk(struct tcn_store *store,
    const char *key, const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* All that is known of it: "desk", "reason", "revisions", "actions", "silences"
 * and "deliveries", each in order. */
TCN_MUST_USE enum tcn_rc tcn_api_json_history(struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event, int64_t now_ms,
    struct tcn_arena *arena, struct tcn_buf *out);

TCN_MUST_USE enum tcn_rc tcn_api_json_desk(const char *key,
    const struct tcn_store_desk_status *desk, struct tcn_arena *arena,
    struct tcn_buf *out);
TCN_MUST_USE enum tcn_rc
tcn_api_json_action(const struct tcn_store_action *action,
    struct tcn_arena *arena, struct tcn_buf *out);

/* "holds": whether it does at now_ms. */
TCN_MUST_USE enum tcn_rc tcn_api_json_silence(const struct tcn_silence *silence,
    int64_t now_ms, struct tcn_arena *arena, struct tcn_buf *out);

/* with_text: its text as well. */
TCN_MUST_USE enum tcn_rc
tcn_api_json_article(const struct tcn_store_item_row *item, bool with_text,
    struct tcn_arena *arena, struct tcn_buf *out);

/* The same as a member of an object. */
TCN_MUST_USE enum tcn_rc tcn_api_json_article_as(const char *key,
    const struct tcn_store_item_row *item, bool with_text,
    struct tcn_arena *arena, struct tcn_buf *out);

TCN_MUST_USE enum tcn_rc
tcn_api_json_feed(const struct tcn_store_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out);

#endif
