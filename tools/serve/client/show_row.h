/*
 * tools/serve/client/show_row.h - shows silences, messages, feeds and articles
 * of the interface's JSON to a person at a terminal.
 *
 * Functions append to out; texts are cleaned as in show_event.h. Those with a
 * ctx are rows of tcn_session_each().
 */
#ifndef TCN_TOOLS_SERVE_CLIENT_SHOW_ROW_H
#define TCN_TOOLS_SERVE_CLIENT_SHOW_ROW_H

#include <stdint.h>

#include "engine/base/buf.h"
#include "engine/base/json_value.h"

/* A Silence, in two lines. ctx is not used. */
void tcn_show_row_silence(void *ctx, const struct tcn_json_value *silence,
    struct tcn_buf *out);

/* What was revoked, of Links, in a line. ctx is not used. */
void tcn_show_row_revoked(void *ctx, const struct tcn_json_value *revoked,
    struct tcn_buf *out);

/* A Message: a line, and its reasons. ctx is not used. */
void tcn_show_row_message(void *ctx, const struct tcn_json_value *message,
    struct tcn_buf *out);

/* The same with all there is to it: each try to send it, and its body. */
void tcn_show_row_message_whole(const struct tcn_json_value *message,
    struct tcn_buf *out);

/* What the rows of feeds need to know of those before. */
struct tcn_show_row_feeds {
	int64_t now_ms; /* unix milliseconds */
	struct tcn_buf folder; /* of the last feed; the owner frees it */
};

/* A Feed, below its folder where it is the first of it. */
void tcn_show_row_feed(void *feeds, const struct tcn_json_value *feed,
    struct tcn_buf *out);

/* One fetch of a feed, in a line. ctx is not used. */
void tcn_show_row_fetch(void *ctx, const struct tcn_json_value *fetch,
    struct tcn_buf *out);

/* A Rule, as `tocsin rules list` has it. ctx is not used. */
void tcn_show_row_rule(void *ctx, const struct tcn_json_value *rule,
    struct tcn_buf *out);

/* An Article with its placement and, where they are, its copies, its events and
 * its text. ctx is not used. */
void tcn_show_row_article(void *ctx, const struct tcn_json_value *article,
    struct tcn_buf *out);

/* What is shown of a hit beside its line. */
struct tcn_show_row_hits {
	bool category;
	bool snippets; /* the words as they stand in it; and its event */
};

/* An Article in a line, as a list has it. ctx: what else is shown, a struct
 * tcn_show_row_hits; NULL: nothing. */
void tcn_show_row_hit(void *ctx, const struct tcn_json_value *article,
    struct tcn_buf *out);

/* What tcn_lookup found, in a line; excerpts: with columns for what it shares
 * with the article asked about. */
void tcn_show_row_found(bool excerpts, const struct tcn_json_value *found,
    struct tcn_buf *out);

/* A heading and a line for each of an array of articles, unless it is empty. */
void tcn_show_row_items(struct tcn_buf *out, const char *heading,
    const struct tcn_json_value *items);

/* A long text, cleaned, in one line. */
void tcn_show_row_text(struct tcn_buf *out, struct tcn_str text);

#endif
