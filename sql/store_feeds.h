/*
 * sql/store_feeds.h - the feeds that are read, and the results of their
 * fetches.
 *
 * Facts only: when to fetch what is decided elsewhere. Writes belong between
 * begin and commit, as all of sql/store.h; an absent time is TCN_UNDATED.
 */
#ifndef TCN_SQL_STORE_FEEDS_H
#define TCN_SQL_STORE_FEEDS_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/fields.h"
#include "sql/store.h"

struct tcn_store_feed_row {
	struct tcn_str url; /* which names it */
	struct tcn_str title, site, folder;
	struct tcn_str etag, modified;
	int64_t interval_ms;
	int64_t due_ms;
	int64_t tried_ms, succeeded_ms; /* TCN_UNDATED: never */
	struct tcn_str error; /* of the last fetch; empty: it went well */
	uint32_t failures; /* in a row */
	uint64_t entries, undated; /* new ones, ever */
	/* Ranges of private addresses that it may be fetched from, beside those
	 * of the configuration; empty: none. */
	struct tcn_str allowed;
	bool sitemap; /* a site, which is read by its sitemaps */
	int64_t since_ms; /* its older entries are left out; or TCN_UNDATED */
	/* Fetches in a row, up to the last, in which every entry was new. */
	uint32_t all_new;
	uint32_t refused; /* pages, at the last fetch, by robots.txt */
	bool paused; /* not fetched until somebody says so */
};

extern const struct tcn_fields tcn_store_feed_record;

struct tcn_store_feed_list {
	struct tcn_store_feed_row *at;
	size_t n;
};

/* Stores a new feed, in the place of one of that address. */
TCN_MUST_USE enum tcn_rc tcn_store_put_feed(struct tcn_store_tx *tx,
    const struct tcn_store_feed_row *feed);

/* One fetch of a feed: of its document, or of a site's sitemaps together. */
struct tcn_store_feed_fetch {
	struct tcn_str feed; /* its address; filled in by the store */
	int64_t at_ms; /* by the wall clock */
	int64_t status; /* of HTTP; 0: no answer */
	int64_t took_ms;
	uint64_t bytes;
	uint64_t entries; /* new ones */
	struct tcn_str error; /* empty: it went well */
};

extern const struct tcn_fields tcn_store_feed_fetch_record;

#define TCN_STORE_FEED_FETCHES 20 /* that are kept of each feed */

struct tcn_store_feed_fetch_list {
	struct tcn_store_feed_fetch *at;
	size_t n;
};

/*
 * Stores what came of a fetch of the feed at url, which from now on has the
 * address of its row. What others may have set meanwhile stays: its folder, its
 * allowance, whether it is paused. *found: there still is such a feed; one that
 * was removed stays so.
 */
TCN_MUST_USE enum tcn_rc tcn_store_feed_fetched(struct tcn_store_tx *tx,
    struct tcn_str url, const struct tcn_store_feed_row *feed,
    const struct tcn_store_feed_fetch *fetch, bool *found);

/* The last fetches of a feed, the last first; they live in arena. */
TCN_MUST_USE enum tcn_rc tcn_store_feed_fetches(const struct tcn_store *st,
    struct tcn_str url, struct tcn_arena *arena,
    struct tcn_store_feed_fetch_list *list);

/* Pauses a feed, or ends that: then it is due at due_ms. *found: there is such
 * a feed. */
TCN_MUST_USE enum tcn_rc tcn_store_pause_feed(struct tcn_store_tx *tx,
    struct tcn_str url, bool paused, int64_t due_ms, bool *found);

/* A feed's number in addresses: 16 hex digits, which its url determines. */
#define TCN_STORE_FEED_ID_BYTES 17
void tcn_store_feed_id(struct tcn_str url,
    char id[static TCN_STORE_FEED_ID_BYTES]);

/* The feed of that number or address in *feed, or NULL. O(feeds) by its
 * number. */
TCN_MUST_USE enum tcn_rc tcn_store_feed(const struct tcn_store *st,
    struct tcn_str name, struct tcn_arena *arena,
    struct tcn_store_feed_row **feed);

/* Forgets a feed; its articles stay. *found: whether there was one. */
TCN_MUST_USE enum tcn_rc tcn_store_drop_feed(struct tcn_store_tx *tx,
    struct tcn_str url, bool *found);

/* Sets the ranges of private addresses that a stored feed may be fetched from;
 * it is then due at due_ms. */
TCN_MUST_USE enum tcn_rc tcn_store_allow_feed(struct tcn_store_tx *tx,
    struct tcn_str url, struct tcn_str allowed, int64_t due_ms);

/* Whether there is a feed of that address. */
TCN_MUST_USE enum tcn_rc tcn_store_has_feed(const struct tcn_store *st,
    struct tcn_str url, bool *found);

/*
 * The feeds that are due by due_ms and not paused (INT64_MAX: all there are),
 * by (folder, url). They live in arena.
 */
TCN_MUST_USE enum tcn_rc tcn_store_feeds(const struct tcn_store *st,
    int64_t due_ms, struct tcn_arena *arena, struct tcn_store_feed_list *feeds);

struct tcn_store_feed_counts {
	uint64_t n, failing, paused; /* a paused one is not failing */
};

/* How many there are, and of them those whose last fetch failed. O(feeds). */
TCN_MUST_USE enum tcn_rc tcn_store_count_feeds(const struct tcn_store *st,
    struct tcn_store_feed_counts *counts);

/* Notes that a page without an article was fetched; its article would have this
 * key (engine/item/article.h). */
TCN_MUST_USE enum tcn_rc tcn_store_put_visited(struct tcn_store_tx *tx,
    const uint64_t key[2], int64_t at_ms);
TCN_MUST_USE enum tcn_rc tcn_store_has_visited(const struct tcn_store *st,
    const uint64_t key[2], bool *found);

#endif
