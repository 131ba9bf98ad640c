/*
 * tools/intake/feeds/discover.h - finds the feeds that an HTML page names.
 *
 * A page names its feeds by <link rel="alternate" type="application/rss+xml"
 * href="..."> and the like (RSS autodiscovery; WHATWG HTML, link type
 * "alternate"). No addresses are guessed: a page that names none has none.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_DISCOVER_H
#define TCN_TOOLS_INTAKE_FEEDS_DISCOVER_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_discover_feed {
	struct tcn_str url; /* absolute, where page_url is */
	struct tcn_str title; /* may be empty */
};

struct tcn_discover_feeds {
	struct tcn_discover_feed *at; /* in the page's order; 32 at most */
	size_t n;
};

/* Finds the feeds of an HTML page in any encoding; charset: the one its server
 * named, or empty. The strings live in arena. O(bytes). */
void tcn_discover(struct tcn_str page, struct tcn_str charset,
    struct tcn_str page_url, struct tcn_arena *arena,
    struct tcn_discover_feeds *feeds);

#endif
