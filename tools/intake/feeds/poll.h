/*
 * tools/intake/feeds/poll.h - fetches the feeds that are due, once, and takes
 * their entries in.
 *
 * Call order: open, step until TCN_DONE or for as long as wanted, close.
 *
 * Each feed that arrives is read, its new entries go through the pipeline in
 * order of time and are committed, and then the feed's own row: a run that is
 * cut between the two fetches that feed again and recognizes every entry. Feeds
 * are taken in the order in which their servers answer, so that two runs may
 * differ; for one order of arrival everything else is determined.
 *
 * A feed some of whose new entries are to be followed is held until their pages
 * have come or were given up, while others go on; then all its entries are
 * taken in order of time. So each page is fetched once, unless a run is cut in
 * between, and the feed's ETag is stored only after all of them.
 *
 * What a site's robots.txt does not allow us is not fetched; the feed's row
 * says how many pages that were at its last fetch. Feeds themselves are fetched
 * as they were asked for.
 *
 * A row that is a sitemap stands for a site: its robots.txt and sitemaps are
 * fetched one after the other, at least a second apart
 * (tools/intake/feeds/crawl.h), and the entries of each are taken in as those
 * of a feed; behind them come pages of addresses without a title, each fetched
 * once, as the store remembers. A sitemap that its index calls unchanged since
 * two days before the last success is not fetched again. What a run that is cut
 * had taken in is recognized by the next.
 *
 * Old entries are no news. What a feed still holds from before is stored and
 * clustered, but an event that fires at a time further back than the window of
 * the widest rule is recorded without being announced. An entry without a date
 * counts as of now, except in a feed's first fetch, where it may be of any age
 * and counts as older than the window.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_POLL_H
#define TCN_TOOLS_INTAKE_FEEDS_POLL_H

#include "engine/base/err.h"
#include "engine/item/article.h"
#include "sql/store_feeds.h"
#include "tools/intake/feeds/crawl.h"
#include "tools/intake/feeds/feed_schedule.h"
#include "tools/intake/feeds/fetch.h"
#include "tools/pipeline/pipeline.h"

/* What came of fetches, over all polls of a program. */
struct tcn_poll_totals {
	uint64_t changed, unchanged; /* fetches that went well */
	uint64_t failed[TCN_FETCH_FAILURES];
	/* As in tcn_poll_counts. */
	uint64_t entries, known, left_out, cut;
	uint64_t pages, pages_none, pages_failed, pages_disallowed;
};

struct tcn_poll_conf {
	struct tcn_fetch_conf fetch;
	struct tcn_feed_schedule schedule;
	size_t urls_max; /* of the sitemaps of a site; 0: 50,000 */
	size_t pages_max; /* fetched of a site at a time; 0: none */
	struct tcn_article_limits limits;
	int64_t now_ms; /* the wall clock */
	bool all; /* fetch also feeds that are not due; none that is paused */
	/* Feeds to fetch in any case, by their addresses. */
	const struct tcn_str *wanted;
	size_t wanted_n;
	/* Words: of entries with fewer the page is fetched
	 * (tools/intake/feeds/follow.h); 0: of none. */
	uint64_t follow_below;
	struct tcn_poll_totals *totals; /* added to; or NULL */
	/* What is known of sites' robots.txt, which outlives the poll; NULL:
	 * nothing is known at first. */
	struct tcn_robots_cache *robots;

	/* Called for each feed; errors are in its row. May be NULL, as may all
	 * of these. */
	void (*fetched)(void *ctx, const struct tcn_store_feed_row *feed,
	    uint64_t fresh);
	/* Called ahead of that for a document that was read: damage says why it
	 * was not sound (feed.h), or has no text. */
	void (*was_read)(void *ctx, const struct tcn_store_feed_row *feed,
	    const struct tcn_err *damage);
	/* Called ahead of fetched for a site that was read by its sitemaps. */
	void (*crawled)(void *ctx, const struct tcn_store_feed_row *feed,
	    const struct tcn_crawl_counts *counts);
	/* Called with what an entry changed; first: of a feed's first fetch,
	 * where entries may be of any age. */
	void (*changed)(void *ctx, const struct tcn_detector_changes *changes,
	    bool first);
	/* Called for each event that fires and is not stale. */
	void (*fired)(void *ctx, const struct tcn_event *event,
	    const struct tcn_item_names *names);
	void *ctx;
};

struct tcn_poll_counts {
	uint64_t feeds, unchanged, failed;
	uint64_t entries; /* new ones */
	uint64_t known; /* entries that are stored already */
	uint64_t left_out; /* entries without title and text */
	uint64_t cut; /* new ones that were over a limit (tcn_article_fit) */
	uint64_t pages; /* that had a longer text than their entries */
	uint64_t pages_none, pages_failed; /* had none; were not to be had */
	uint64_t pages_disallowed; /* not fetched, by robots.txt */
	uint64_t events, stale_events; /* announced, and recorded only */
};

struct tcn_poll;

/* Begins to fetch the feeds that are due at conf->now_ms. The pipeline must
 * have a store and outlive the poll. Errors: those of the store. */
TCN_MUST_USE enum tcn_rc tcn_poll_open(const struct tcn_poll_conf *conf,
    struct tcn_pipeline *pipe, struct tcn_poll **poll, struct tcn_err *err);

/*
 * Waits up to wait_ms for one more feed and takes it in. TCN_LIMIT: none has
 * arrived yet; TCN_DONE: there are no more; others are those of open.
 */
TCN_MUST_USE enum tcn_rc tcn_poll_step(struct tcn_poll *poll, int64_t wait_ms,
    struct tcn_err *err);

/* What the poll has fetched and taken in so far; it lives as long as poll. */
const struct tcn_poll_counts *tcn_poll_counts(const struct tcn_poll *poll);

/* Ends the fetches that are under way. poll may be NULL. */
void tcn_poll_close(struct tcn_poll *poll);

#endif
