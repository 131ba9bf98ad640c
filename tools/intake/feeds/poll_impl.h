/*
 * tools/intake/feeds/poll_impl.h - what poll.c, poll_held.c (documents) and
 * poll_site.c (sites by their sitemaps) share. Private to tools/intake/feeds.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_POLL_IMPL_H
#define TCN_TOOLS_INTAKE_FEEDS_POLL_IMPL_H

#include "engine/base/arena.h"
#include "tools/base/networks.h"
#include "tools/intake/feeds/feed.h"
#include "tools/intake/feeds/follow.h"
#include "tools/intake/feeds/poll.h"

/* A document that was read, until its entries are taken. */
struct tcn_poll_held {
	struct tcn_arena arena; /* all below */
	struct tcn_feed feed;
	struct tcn_store_feed_row *row;
	const char *moved; /* or NULL */
	struct tcn_str etag, modified;
	struct tcn_networks allowed;
	struct tcn_follow *follow; /* or NULL */
	struct tcn_poll_held *next;
};

/* A site that is being read by its sitemaps. */
struct tcn_poll_site {
	struct tcn_crawl *crawl; /* NULL: it has been read */
	struct tcn_store_feed_row *row;
	int64_t next_ms; /* earliest next request, by the monotonic clock */
	bool fetching;
	uint64_t fresh;
};

struct tcn_poll {
	struct tcn_poll_conf conf;
	struct tcn_pipeline *pipe;
	struct tcn_poll_counts counts;
	struct tcn_err *err; /* of the present call */
	struct tcn_arena rows_arena; /* the feeds' rows; until close */
	struct tcn_arena doc_arena; /* one sitemap, and its articles */
	const struct tcn_store_feed_row *rows; /* all */
	struct tcn_follow_job *jobs; /* of each of them */
	struct tcn_store_feed_fetch *fetches; /* of each, as far as known */
	struct tcn_poll_held *held; /* documents that wait for pages */
	struct tcn_fetch *fetch;
	struct tcn_robots_cache *robots; /* conf.robots, or ... */
	struct tcn_robots_cache *own_robots; /* ... NULL there */
	struct tcn_poll_site *sites;
	size_t sites_n, sites_left; /* of them not read yet */
};

/* Has an address fetched for a row; the answer comes back with it. */
void tcn_poll_add_job(struct tcn_poll *p, struct tcn_store_feed_row *row,
    const char *url);

/* Stores the row, under its new address if the feed has moved for good, and
 * what is known of its fetch; nothing when the feed was removed meanwhile. */
TCN_MUST_USE enum tcn_rc tcn_poll_store_row(struct tcn_poll *p,
    const char *moved, struct tcn_store_feed_row *row);

/* Adds what this fetch has changed in the counts to the totals. */
void tcn_poll_add_totals(const struct tcn_poll *p,
    const struct tcn_poll_counts *before, enum tcn_fetch_failure failure);

/* Sorts the entries as a stream has them; feeds have the newest first. */
void tcn_poll_oldest_first(struct tcn_feed *feed);

/*
 * Takes the entries in, by time; *fresh counts those that are new. The entries
 * of a first fetch are in order, up to now, and hours may lie between them: the
 * time of a new store goes along.
 */
TCN_MUST_USE enum tcn_rc tcn_poll_take_entries(struct tcn_poll *p,
    struct tcn_arena *arena, struct tcn_feed *feed,
    struct tcn_store_feed_row *row, uint64_t *fresh);

/* Notes in the row why a fetch failed, and when to try again. */
void tcn_poll_fail(struct tcn_poll *p, const char *why, int64_t retry_ms,
    struct tcn_store_feed_row *row);

/* Ends a feed's fetch, whatever came of it: counts it, stores its row and tells
 * of it. before: the counts when it began; moved: as in fetch.h. */
TCN_MUST_USE enum tcn_rc tcn_poll_end_feed(struct tcn_poll *p,
    const struct tcn_poll_counts *before, enum tcn_fetch_failure failure,
    const char *moved, uint64_t fresh, struct tcn_store_feed_row *row);

/* Reads a document and takes its entries, now or when their pages have come. */
TCN_MUST_USE enum tcn_rc tcn_poll_held_document(struct tcn_poll *p,
    const struct tcn_fetch_result *fetched, struct tcn_store_feed_row *row);

/* Takes a page behind an entry; with the last one that a document waits for,
 * takes in its entries. */
TCN_MUST_USE enum tcn_rc tcn_poll_held_page(struct tcn_poll *p,
    const struct tcn_fetch_result *fetched, struct tcn_poll_held *held);

/* Forgets all documents that are held. */
void tcn_poll_held_free(struct tcn_poll *p);

/* Adds the site of a row to those to read; there is room for it. */
void tcn_poll_add_site(struct tcn_poll *p, struct tcn_store_feed_row *row);
void tcn_poll_free_sites(struct tcn_poll *p);

/* Begins the requests of sites that are due; *wait_ms becomes no longer than
 * until the next one is. */
void tcn_poll_fetch_sites(struct tcn_poll *p, int64_t *wait_ms);

/* Takes one answer of a site: its robots.txt, a sitemap or a page. */
TCN_MUST_USE enum tcn_rc tcn_poll_take_site(struct tcn_poll *p,
    struct tcn_store_feed_row *row, const struct tcn_fetch_result *fetched);

#endif
