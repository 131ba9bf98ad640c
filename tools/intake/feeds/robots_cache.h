/*
 * tools/intake/feeds/robots_cache.h - what the robots.txt of sites say, for a
 * day.
 *
 * Pages behind the entries of feeds lie on many sites, and come in again and
 * again: so each site's robots.txt (robots.h) is fetched once and its rules are
 * kept, as RFC 9309 has it for up to 24 hours. A site that has none (4xx)
 * allows everything; while it cannot be read for another reason nothing is
 * allowed, and it is asked again after ten minutes.
 *
 * Nothing is fetched here: ask says UNKNOWN, the caller calls begin, fetches
 * the address and hands the answer to put; in between ask says PENDING. A site
 * is scheme, host and port of an address.
 *
 * Memory: at most 10,000 sites and 32 MiB of rules; beyond that those that were
 * read the longest ago are forgotten, and asked again.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_ROBOTS_CACHE_H
#define TCN_TOOLS_INTAKE_FEEDS_ROBOTS_CACHE_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/str.h"
#include "tools/intake/feeds/fetch.h"

struct tcn_robots_cache;

struct tcn_robots_cache *tcn_robots_cache_new(void);
void tcn_robots_cache_free(struct tcn_robots_cache *cache); /* may be NULL */

enum tcn_robots_answer {
	TCN_ROBOTS_UNKNOWN,
	TCN_ROBOTS_PENDING,
	TCN_ROBOTS_ALLOWED,
	TCN_ROBOTS_DISALLOWED,
	TCN_ROBOTS_UNREADABLE, /* not to be fetched for now */
};

/* Whether the page may be fetched, as far as is known now. */
enum tcn_robots_answer tcn_robots_cache_ask(struct tcn_robots_cache *cache,
    struct tcn_str url, int64_t now_ms);

/* The address of the robots.txt of the page's site, which is pending from now
 * on; it lives until put. */
void tcn_robots_cache_begin(struct tcn_robots_cache *cache, struct tcn_str url,
    int64_t now_ms, const char **robots_url);

/* Takes the answer for the robots.txt of the page's site; agent: our
 * User-Agent. */
void tcn_robots_cache_put(struct tcn_robots_cache *cache, struct tcn_str url,
    const struct tcn_fetch_result *fetched, struct tcn_str agent,
    int64_t now_ms);

/* Forgets the sites whose robots.txt is pending, as nobody fetches it any
 * more. */
void tcn_robots_cache_abandon(struct tcn_robots_cache *cache);

/* How many sites are known. */
size_t tcn_robots_cache_sites(const struct tcn_robots_cache *cache);

#endif
