/*
 * sql/store_feeds.h - the feeds that are read, and the results of their
 * fetches.
 *
 * The schedule of fetches is decided elsewhere. Writes belong between begin and
 * commit, as all of sql/store.h; an absent time is TCN_UNDATED.
 */
#ifndef TCN_SQL_STORE_FEEDS_H
#define TCN_SQL_STORE_FEEDS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/fields.h"
#include "sql/store.h"

struct tcn_store_feed_row {
	struct tcn_str url; /* the key of the feed */
	struct tcn_str title, site, folder;
	struct tcn_str etag, modified;
	int64_t interval_ms;
	int64_t due_ms;
	int64_t tried_ms, succeeded_ms; /* TCN_UNDATED: never */
	struct tcn_str error; /* of the last fetch; empty: it succeeded */
	uint32_t failures; /* failed fetches in a row */
	uint64_t entries, undated; /* new entries since the feed was added */
	/* Ranges of private addresses that it may be fetched from, beside those
	 * of the configuration; empty: none. */
	struct tcn_str allowed;
	bool sitemap; /* a site, which is read by its sitemaps */
	int64_t since_ms; /* entries before this are left out; or TCN_UNDATED */
	/* Fetches in a row, up to the last, in which every entry was new. */
	uint32_t all_new;
	uint32_t refused; /* pages, at the last fetch, by robots.txt */
	bool paused; /* not fetched until the pause is ended */
};

extern const struct tcn_fields tcn_store_feed_record;

struct tcn_store_feed_list {
	struct tcn_store_feed_row *at;
	size_t n;
};

/* Stores a new feed, or replaces the one with its address. */
TCN_MUST_USE enum tcn_rc tcn_store_put_feed(struct tcn_store_tx *tx,
    const struct tcn_store_feed_row *feed);

/* One fetch of a feed: of its document, or of a site's sitemaps together. */
struct tcn_store_feed_fetch {
	struct tcn_str feed; /* address of the feed; filled in by the store */
	int64_t at_ms; /* by the wall clock */
	int64_t status; /* of HTTP; 0: no answer */
	int64_t took_ms;
	uint64_t bytes;
	uint64_t entries; /* new ones */
	struct tcn_str error; /* empty: it succeeded */
};

extern const struct tcn_fields tcn_store_feed_fetch_record;

#define TCN_STORE_FEED_FETCHES 20 /* fetches that are kept for each feed */

struct tcn_store_feed_fetch_list {
	struct tcn_store_feed_fetch *at;
	size_t n;
};

/*
 * Stores the result of a fetch of the feed at url, and the feed's new address,
 * feed->url. Settings that others may have changed meanwhile stay: its folder,
 * its allowance, whether it is paused. *found: the feed still exists; a removed
 * one is not added again.
 */
TCN_MUST_USE enum tcn_rc tcn_store_feed_fetched(struct tcn_store_tx *tx,
    struct tcn_str url, const struct tcn_store_feed_row *feed,
    const struct tcn_store_feed_fetch *fetch, bool *found);

/* Lists the last fetches of a feed, the last first, in arena. */
TCN_MUST_USE enum tcn_rc tcn_store_feed_fetches(const struct tcn_store *st,
    struct tcn_str url, struct tcn_arena *arena,
    struct tcn_store_feed_fetch_list *list);

/* Pauses a feed, or ends the pause: the feed is then due at due_ms. *found:
 * there is such a feed. */
TCN_MUST_USE enum tcn_rc tcn_store_pause_feed(struct tcn_store_tx *tx,
    struct tcn_str url, bool paused, int64_t due_ms, bool *found);

/* The id of a feed in addresses of the interface: 16 hex digits, derived from
 * its url. */
#define TCN_STORE_FEED_ID_BYTES 17
void tcn_store_feed_id(struct tcn_str url,
    char id[static TCN_STORE_FEED_ID_BYTES]);

/* Sets *feed to the feed with that id or url, or NULL. O(feeds) by id. */
TCN_MUST_USE enum tcn_rc tcn_store_feed(const struct tcn_store *st,
    struct tcn_str name, struct tcn_arena *arena,
    struct tcn_store_feed_row **feed);

/* Removes a feed; its articles stay. *found: there was such a feed. */
TCN_MUST_USE enum tcn_rc tcn_store_drop_feed(struct tcn_store_tx *tx,
    struct tcn_str url, bool *found);

/* Sets the ranges of private addresses that a stored feed may be fetched from;
 * it is then due at due_ms. */
TCN_MUST_USE enum tcn_rc tcn_store_allow_feed(struct tcn_store_tx *tx,
    struct tcn_str url, struct tcn_str allowed, int64_t due_ms);

/* Sets *found to whether there is a feed with that address. */
TCN_MUST_USE enum tcn_rc tcn_store_has_feed(const struct tcn_store *st,
    struct tcn_str url, bool *found);

/*
 * Lists the feeds that are due by due_ms and not paused (INT64_MAX: all feeds),
 * by (folder, url), in arena.
 */
TCN_MUST_USE enum tcn_rc tcn_store_feeds(const struct tcn_store *st,
    int64_t due_ms, struct tcn_arena *arena, struct tcn_store_feed_list *feeds);

struct tcn_store_feed_counts {
	uint64_t n, failing, paused; /* a paused one is not failing */
};

/* Counts the feeds: all, those whose last fetch failed, and the paused ones.
 * O(feeds). */
TCN_MUST_USE enum tcn_rc tcn_store_count_feeds(const struct tcn_store *st,
    struct tcn_store_feed_counts *counts);

/* Notes that a page was fetched that has no article; key is the one that its
 * article would have (engine/item/article.h). */
TCN_MUST_USE enum tcn_rc tcn_store_put_visited(struct tcn_store_tx *tx,
    const uint64_t key[2], int64_t at_ms);
TCN_MUST_USE enum tcn_rc tcn_store_has_visited(const struct tcn_store *st,
    const uint64_t key[2], bool *found);

#endif
