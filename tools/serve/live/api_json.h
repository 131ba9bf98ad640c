/*
 * tools/serve/live/api_json.h - writes what is stored as JSON, for the
 * interface, server-sent events and commands.
 *
 * Each function appends one object to out, without a line feed, with what a
 * reader needs to understand it: an event with its headline and the ids of its
 * evidence, an article with its placement. Times are unix seconds, null where
 * there is none. All text is made safe to show (tools/base/safe.h). Errors are
 * those of the store; then part of an object may be in out.
 */
#ifndef TCN_TOOLS_SERVE_LIVE_API_JSON_H
#define TCN_TOOLS_SERVE_LIVE_API_JSON_H

#include "engine/base/arena.h"
#include "engine/base/buf.h"
#include "engine/item/prepare.h"
#include "sql/store_feeds.h"
#include "sql/store_members.h"
#include "sql/store_read.h"
#include "tools/pipeline/desk.h"

/* A member with text from outside, cut at chars_max; none if s is empty. */
void tcn_api_json_text(struct tcn_buf *out, const char *key, struct tcn_str s,
    size_t chars_max, struct tcn_arena *arena);

TCN_MUST_USE enum tcn_rc tcn_api_json_event(const struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/*
 * The members of an event but for reason and evidence, into an object that is
 * open: "event" to "terms". central: the article that stands for it, or NULL;
 * the title is cut at title_chars.
 */
void tcn_api_json_event_members(const struct tcn_event *event,
    const struct tcn_article *central, size_t title_chars,
    struct tcn_arena *arena, struct tcn_buf *out);

/*
 * The member "also_told", into an object that is open: the events that tell of
 * the same, in other languages or by other rules on the "same_story"
 * (sql/store_group.h), each with its rule, severity, main language, headline
 * and whether it "leads": its report tells of all of them. If none of these
 * does, the event itself does. Nothing where there are none.
 */
TCN_MUST_USE enum tcn_rc tcn_api_json_also(const struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* The same, with what desks did about the event as "desk", and "also_told". */
TCN_MUST_USE enum tcn_rc tcn_api_json_event_desk(const struct tcn_store *store,
    const char *key, const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/*
 * The event's history: "desk", "reason", "revisions", "actions", "silences" and
 * "deliveries", each in order of time. evidence_max: of each revision's
 * evidence, at most so much.
 */
TCN_MUST_USE enum tcn_rc tcn_api_json_history(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_event *event,
    uint64_t evidence_max, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_buf *out);

/* The member "reason": why the event fired; null where that is not kept. */
TCN_MUST_USE enum tcn_rc tcn_api_json_reason(const struct tcn_store *store,
    const char *event, struct tcn_arena *arena, struct tcn_buf *out);

/* The status that desks gave an event: who acknowledged it, who owns it,
 * whether it was closed. */
void tcn_api_json_desk(const char *key,
    const struct tcn_store_desk_status *desk, struct tcn_arena *arena,
    struct tcn_buf *out);

/* "holds" says whether the silence is in force at now_ms; "messages" and
 * "events" what it kept quiet, as far as it is stored. */
TCN_MUST_USE enum tcn_rc tcn_api_json_silence(const struct tcn_store *store,
    const struct tcn_silence *silence, int64_t now_ms, struct tcn_arena *arena,
    struct tcn_buf *out);

/* The members of an article, without text, into an object that is open. */
void tcn_api_json_article_members(const struct tcn_store_item_row *item,
    struct tcn_arena *arena, struct tcn_buf *out);

/* The same as a member of an object. */
void tcn_api_json_article_as(const char *key,
    const struct tcn_store_item_row *item, bool with_text,
    struct tcn_arena *arena, struct tcn_buf *out);

/* With its text, as "copies" where else it was seen, 200 at most, with what
 * tcn_api_json_excerpts() adds, and as "events" those of its story. */
TCN_MUST_USE enum tcn_rc
tcn_api_json_article_whole(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_store_item_row *item,
    struct tcn_arena *arena, struct tcn_buf *out);

/* The members "excerpt", the text that it shares sentences with, and
 * "excerpts", those that share sentences with it, 50 at most; each with the
 * sentences. They are left out where there is none. */
TCN_MUST_USE enum tcn_rc tcn_api_json_excerpts(const struct tcn_store *store,
    struct tcn_prepare *prep, const struct tcn_store_item_row *item,
    struct tcn_arena *arena, struct tcn_buf *out);

/* What two articles share, as members: na is of the one asked about, and the
 * other came later_ms after it (below 0: before), or TCN_UNDATED. */
void tcn_api_json_shared(const struct tcn_sketch_shared *shared,
    int64_t later_ms, struct tcn_buf *out);

/* The events of the item's story, by when they fired; of one without a story
 * those that it made fire. */
TCN_MUST_USE enum tcn_rc tcn_api_json_events_of(const struct tcn_store *store,
    const struct tcn_placement *place, struct tcn_arena *arena,
    struct tcn_store_event_list *events);

/* The member "title": the event's headline; none where its item is gone. */
TCN_MUST_USE enum tcn_rc tcn_api_json_event_title(const struct tcn_store *store,
    const struct tcn_event *event, struct tcn_arena *arena,
    struct tcn_buf *out);

/* An array of articles without their texts. */
void tcn_api_json_articles(const char *key,
    const struct tcn_store_item_list *items, struct tcn_arena *arena,
    struct tcn_buf *out);

/* A feed; its members alone, into an object that is open; and the member
 * "fetches" (api_json_feed.c). */
void tcn_api_json_feed(const struct tcn_store_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out);
void tcn_api_json_feed_members(const struct tcn_store_feed_row *feed,
    struct tcn_arena *arena, struct tcn_buf *out);
void tcn_api_json_feed_fetches(const struct tcn_store_feed_fetch_list *list,
    struct tcn_arena *arena, struct tcn_buf *out);

/* --- what an event holds by the orders of a desk (api_json_orders.c) --- */

/* Distinct articles, texts (copies are one), origins and publishers. */
struct tcn_api_holding {
	uint32_t items, texts, origins, publishers;
};

/* Counts what the members hold: each article, text, origin and publisher once,
 * wherever it stands in the list. */
void tcn_api_holding(const struct tcn_store_member_list *members,
    struct tcn_api_holding *holding);

/* Appends the counts as an object. */
void tcn_api_json_holding(const char *key,
    const struct tcn_api_holding *holding, struct tcn_buf *out);

/*
 * Of an event that a desk ordered something about: adds to the object that is
 * open "holds", what it holds in all, "parts", the events that were merged into
 * it, and "splits", those that were split from it. Of others nothing.
 */
TCN_MUST_USE enum tcn_rc tcn_api_json_orders(const struct tcn_store *store,
    const char *event, struct tcn_arena *arena, struct tcn_buf *out);

#endif
