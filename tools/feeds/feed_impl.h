/*
 * tools/feeds/feed_impl.h - what the parts of tools/feeds/feed.h share. Private
 * to tools/feeds/feed*.c and opml.c.
 */
#ifndef TCN_TOOLS_FEEDS_FEED_IMPL_H
#define TCN_TOOLS_FEEDS_FEED_IMPL_H

#include <stdbool.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/feeds/feed.h"

/* A feed while it is being read. */
struct tcn_feed_draft {
	struct tcn_feed *feed;
	struct tcn_arena *arena;
	struct tcn_str url; /* where it was fetched from */
	size_t entries_max, entries_cap;
};

/*
 * Adds an entry to fill in, all zero and undated. NULL when the limit is
 * reached (the entry is counted in entries_more) or, with *rc set to TCN_NOMEM,
 * when memory is out.
 */
struct tcn_article *tcn_feed_add(struct tcn_feed_draft *draft, enum tcn_rc *rc);

/*
 * Sets *url to link as an absolute address: relative to base, which may itself
 * be relative to where the feed was fetched from. A link that cannot be
 * resolved stays as it is. Errors: TCN_NOMEM.
 */
TCN_MUST_USE enum tcn_rc tcn_feed_resolve(const struct tcn_feed_draft *draft,
    struct tcn_str base, struct tcn_str link, struct tcn_str *url);

/*
 * Decodes base64 in place and returns it; empty when the result is not UTF-8.
 * A text that is not base64 stays as it is.
 */
struct tcn_str tcn_feed_base64(struct tcn_buf *text);

/*
 * Appends to out the XML in s in a form that a parser accepts: without document
 * type, comments and processing instructions; bare ampersands escaped, HTML
 * entities as character numbers, every '<' that begins no tag escaped, and
 * characters that XML forbids left out. The number of lines stays the same, so
 * that errors name the right one. s is valid UTF-8. O(bytes).
 */
void tcn_feed_tidy(struct tcn_str s, struct tcn_buf *out);

/* Reads RSS, RDF or Atom that tcn_feed_tidy has written. Errors: TCN_INVALID
 * (no feed), TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_feed_xml(struct tcn_feed_draft *draft,
    struct tcn_str s, struct tcn_err *err);

/* Reads JSON Feed; s is valid UTF-8. Errors: TCN_INVALID (no feed),
 * TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_feed_json(struct tcn_feed_draft *draft,
    struct tcn_str s, struct tcn_err *err);

#endif
