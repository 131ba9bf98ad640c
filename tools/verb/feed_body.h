/*
 * tools/verb/feed_body.h - feeds as POST /v1/feeds takes them.
 */
#ifndef TCN_TOOLS_VERB_FEED_BODY_H
#define TCN_TOOLS_VERB_FEED_BODY_H

#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/intake/feeds/opml.h"
#include "tools/intake/feeds/subscribe.h"
#include "tools/serve/client/session.h"

/* Appends text to the body, as UTF-8 of one line; nothing if it is empty. */
void tcn_feed_body_text(struct tcn_session *session, const char *name,
    struct tcn_str text);

/* What is true of all the feeds that are added at once. */
struct tcn_feed_body_more {
	/* Ranges of private addresses that they may be fetched from; or NULL */
	const char *allowed;
	bool sitemap; /* they are sites, read by their sitemaps ... */
	int64_t since_ms; /* ... from then on; TCN_UNDATED: all of it */
};

/* Appends a feed to the body. found: what a look at it gave, or NULL. */
void tcn_feed_body(struct tcn_session *session,
    const struct tcn_opml_feed *feed, const struct tcn_subscribe_found *found,
    const struct tcn_feed_body_more *more);

#endif
