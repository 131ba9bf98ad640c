/*
 * tools/intake/feeds/subscribe.h - finds the feeds behind addresses that a
 * person names.
 *
 * An address may be that of a feed, or of a page that names one. All are
 * fetched at once. A failure that may pass (fetch.h: too many requests, an
 * error of the server, no answer in time) is no reason to refuse a feed: it is
 * found with the error, to be stored and tried again. Other failures, and a
 * document that is neither, refuse that address and no other.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_SUBSCRIBE_H
#define TCN_TOOLS_INTAKE_FEEDS_SUBSCRIBE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/intake/feeds/discover.h"
#include "tools/intake/feeds/fetch.h"

/* What an address has turned out to be. */
struct tcn_subscribe_found {
	const char *named; /* the address as it was given */
	struct tcn_str url; /* of the feed; empty: refused */
	struct tcn_str title, site; /* as far as known */
	struct tcn_str error; /* why refused; or why not read yet; or empty */
	int64_t retry_ms; /* the wait that the server asks for; 0: none */
	struct tcn_discover_feeds others; /* that the page names, too */
};

/*
 * Looks at n addresses; found[i] is about urls[i], and refers to it and to the
 * arena. stop is asked several times a second; when it says so, the addresses
 * not looked at yet stay without url and error.
 */
TCN_MUST_USE enum tcn_rc tcn_subscribe(const struct tcn_fetch_conf *conf,
    const char *const *urls, size_t n, bool (*stop)(void),
    struct tcn_arena *arena, struct tcn_subscribe_found *found);

/*
 * The same for sites, or sitemaps, that are to be read by their sitemaps
 * (tools/intake/feeds/crawl.h): of each its robots.txt and one sitemap are
 * fetched, a second apart, one site after the other.
 */
TCN_MUST_USE enum tcn_rc tcn_subscribe_sites(const struct tcn_fetch_conf *conf,
    const char *const *urls, size_t n, bool (*stop)(void),
    struct tcn_arena *arena, struct tcn_subscribe_found *found);

#endif
