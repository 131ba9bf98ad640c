/*
 * tools/intake/feeds/crawl.h - what to fetch of a site that is read by its
 * sitemaps, and what came of it.
 *
 * First robots.txt, whose rules for us are kept and which may name sitemaps;
 * then the sitemaps, those that index files name too, two deep; of each come
 * the entries of a feed (tools/intake/feeds/feed.h). Links on pages are not
 * followed. Nothing is fetched here: the caller asks for the next address,
 * fetches it and hands the answer in. One request at a time, gap_ms apart.
 *
 * An entry is known by the canonical form of its address (its id), so that what
 * was seen once is recognized by the store for good. Entries of another site
 * than the one named or the sitemap's own, those that robots.txt does not
 * allow, and those older than since_ms are left out. For an entry without a
 * title (of a plain sitemap) the page is fetched behind the sitemaps, and its
 * article (tools/intake/feeds/page_article.h) is the entry, with the source and
 * the id that the sitemap gives it.
 *
 * A sitemap that an index calls unchanged since changed_ms is not read again.
 * At most urls_max entries and 1,000 sitemaps are read.
 *
 * Call order: new; next, fetch, take until next gives NULL or take fails; free.
 * Memory: that of the addresses of sitemaps and pages.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_CRAWL_H
#define TCN_TOOLS_INTAKE_FEEDS_CRAWL_H

#include "engine/base/arena.h"
#include "engine/base/err.h"
#include "tools/intake/feeds/feed.h"
#include "tools/intake/feeds/fetch.h"
#include "tools/intake/feeds/robots_cache.h"

struct tcn_crawl_conf {
	struct tcn_str url; /* of a site, or of a sitemap */
	struct tcn_str agent; /* our User-Agent */
	size_t urls_max; /* > 0 */
	int64_t since_ms; /* older entries are left out; INT64_MIN: none */
	int64_t changed_ms; /* INT64_MIN: all sitemaps are read */
	/* Is told what the site's robots.txt says, at now_ms; or NULL. */
	struct tcn_robots_cache *robots;
	int64_t now_ms;

	/* For entries without a title the page is fetched and its article
	 * taken: at most so many, of those that are not known. known and
	 * visited are asked and told by id and source; visited: the page has no
	 * article, and need not be fetched again. They may be NULL with 0. */
	size_t pages_max;
	enum tcn_rc (*known)(void *ctx, const struct tcn_article *entry,
	    bool *known);
	enum tcn_rc (*visited)(void *ctx, const struct tcn_article *entry);
	void *ctx;
};

struct tcn_crawl_counts {
	uint64_t sitemaps; /* read */
	uint64_t unchanged; /* sitemaps that were not read again */
	uint64_t entries; /* handed on */
	uint64_t old; /* left out, as the others */
	uint64_t foreign, disallowed;
	uint64_t over; /* beyond urls_max, or in too deep an index */
	uint64_t failed; /* sitemaps that could not be read */
	uint64_t pages; /* fetched */
	uint64_t empty; /* of them without an article */
	uint64_t waiting; /* not fetched, beyond pages_max */
};

struct tcn_crawl;

struct tcn_crawl *tcn_crawl_new(const struct tcn_crawl_conf *conf);
void tcn_crawl_free(struct tcn_crawl *crawl); /* may be NULL */

/* The address to fetch now, which lives until the next take; NULL: that was
 * all. */
const char *tcn_crawl_next(const struct tcn_crawl *crawl);

/* The least time between two requests: a second, or what the site asks for. */
int64_t tcn_crawl_gap_ms(const struct tcn_crawl *crawl);

/*
 * Takes the answer for the address of next, and sets *feed to its entries, none
 * perhaps, in arena or in the answer. TCN_INVALID: nothing can be read of this
 * site now, and err says why.
 */
TCN_MUST_USE enum tcn_rc tcn_crawl_take(struct tcn_crawl *crawl,
    const struct tcn_fetch_result *fetched, struct tcn_arena *arena,
    struct tcn_feed *feed, struct tcn_err *err);

/* What was read, left out and fetched so far; it lives as long as crawl. */
const struct tcn_crawl_counts *tcn_crawl_counts(const struct tcn_crawl *crawl);

#endif
