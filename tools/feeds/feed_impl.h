/*
 * tools/feeds/feed_impl.h - what the parts of tools/feeds/feed.h share.
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
 * The next entry to fill in, all zero and undated; NULL when the limit is
 * reached (it is counted) or memory is out (*rc).
 */
struct tcn_article *tcn_feed_add(struct tcn_feed_draft *draft, enum tcn_rc *rc);

/*
 * link as an absolute address in *url: against base, which may itself be
 * relative to where the feed was fetched from. A link that cannot be resolved
 * stays as it is.
 */
TCN_MUST_USE enum tcn_rc tcn_feed_resolve(const struct tcn_feed_draft *draft,
    struct tcn_str base, struct tcn_str link, struct tcn_str *url);

/*
 * What base64 stands for, decoded in place; nothing when that is no UTF-8.
 * What is not base64 stays as it is.
 */
struct tcn_str tcn_feed_base64(struct tcn_buf *text);

/*
 * XML as it is sent, to XML that a parser takes, in out: without document
 * type, comments and processing instructions; with every ampersand that is
 * none escaped, every HTML entity as its character's number, every '<' that
 * begins nothing escaped, and characters that XML does not have left out.
 * Lines stay as many as they were. s is valid UTF-8. O(bytes).
 */
void tcn_feed_tidy(struct tcn_str s, struct tcn_buf *out);

/* s is tidy. Errors: TCN_INVALID (no feed), TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_feed_xml(struct tcn_feed_draft *draft,
    struct tcn_str s, struct tcn_err *err);

/* s is valid UTF-8. Errors: TCN_INVALID, TCN_NOMEM. */
TCN_MUST_USE enum tcn_rc tcn_feed_json(struct tcn_feed_draft *draft,
    struct tcn_str s, struct tcn_err *err);

#endif
