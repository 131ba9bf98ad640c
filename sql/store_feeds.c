#include "sql/store_feeds.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "sql/query.h"
#include "sql/store_items_impl.h"

static void
time_or_null(struct tcn_query *q, int64_t ms)
{
	if (ms == TCN_UNDATED)
		tcn_query_null(q);
	else
		tcn_query_int(q, ms);
}

enum tcn_rc
tcn_store_put_feed(struct tcn_store_tx *tx,
    const struct tcn_store_feed_row *feed)
{
	static const char sql[] = "INSERT OR REPLACE INTO feeds VALUES "
				  "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
				  "?, ?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	assert(feed->url.n);
	tcn_query_str(&q, feed->url);
	tcn_query_str(&q, feed->title);
	tcn_query_str(&q, feed->site);
	tcn_query_str(&q, feed->folder);
	tcn_query_str(&q, feed->etag);
	tcn_query_str(&q, feed->modified);
	tcn_query_int(&q, feed->interval_ms);
	tcn_query_int(&q, feed->due_ms);
	time_or_null(&q, feed->tried_ms);
	time_or_null(&q, feed->succeeded_ms);
	tcn_query_str(&q, feed->error);
	tcn_query_int(&q, feed->failures);
	tcn_query_u64(&q, feed->entries);
	tcn_query_u64(&q, feed->undated);
	tcn_query_str(&q, feed->allowed);
	tcn_query_int(&q, feed->sitemap);
	time_or_null(&q, feed->since_ms);
	tcn_query_int(&q, feed->all_new);
	tcn_query_int(&q, feed->refused);
	tcn_query_int(&q, feed->paused);
	return tcn_query_run(&q);
}

/* --- what came of a fetch --- */

static enum tcn_rc
update_row(struct tcn_store_tx *tx, struct tcn_str url,
    const struct tcn_store_feed_row *feed, bool *found)
{
	static const char sql[] =
	    "UPDATE OR REPLACE feeds SET url = ?, title = ?, site = ?,"
	    " etag = ?, modified = ?, interval = ?, due = ?, tried = ?,"
	    " succeeded = ?, error = ?, failures = ?, entries = ?,"
	    " undated = ?, all_new = ?, refused = ? WHERE url = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, feed->url);
	tcn_query_str(&q, feed->title);
	tcn_query_str(&q, feed->site);
	tcn_query_str(&q, feed->etag);
	tcn_query_str(&q, feed->modified);
	tcn_query_int(&q, feed->interval_ms);
	tcn_query_int(&q, feed->due_ms);
	time_or_null(&q, feed->tried_ms);
	time_or_null(&q, feed->succeeded_ms);
	tcn_query_str(&q, feed->error);
	tcn_query_int(&q, feed->failures);
	tcn_query_u64(&q, feed->entries);
	tcn_query_u64(&q, feed->undated);
	tcn_query_int(&q, feed->all_new);
	tcn_query_int(&q, feed->refused);
	tcn_query_str(&q, url);
	return tcn_query_change(&q, found);
}

static enum tcn_rc
put_fetch(struct tcn_store_tx *tx, struct tcn_str url,
    const struct tcn_store_feed_fetch *fetch)
{
	static const char sql[] =
	    "INSERT INTO feed_fetches (feed, at, status, took, bytes, entries,"
	    " error) VALUES (?, ?, ?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, url);
	tcn_query_int(&q, fetch->at_ms);
	tcn_query_int(&q, fetch->status);
	tcn_query_int(&q, fetch->took_ms);
	tcn_query_u64(&q, fetch->bytes);
	tcn_query_u64(&q, fetch->entries);
	tcn_query_str(&q, fetch->error);
	return tcn_query_run(&q);
}

/* Keeps the last `kept` fetches of a feed. */
static enum tcn_rc
drop_fetches(struct tcn_store_tx *tx, struct tcn_str url, int kept)
{
	static const char sql[] =
	    "DELETE FROM feed_fetches WHERE feed = ?1 AND n <= coalesce("
	    "(SELECT n FROM feed_fetches WHERE feed = ?1"
	    " ORDER BY n DESC LIMIT 1 OFFSET ?2), 0)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, url);
	tcn_query_int(&q, kept);
	return tcn_query_run(&q);
}

/* The fetches of a feed that has moved go along. */
static enum tcn_rc
move_fetches(struct tcn_store_tx *tx, struct tcn_str from, struct tcn_str to)
{
	static const char sql[] =
	    "UPDATE feed_fetches SET feed = ?2 WHERE feed = ?1";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, from);
	tcn_query_str(&q, to);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_feed_fetched(struct tcn_store_tx *tx, struct tcn_str url,
    const struct tcn_store_feed_row *feed,
    const struct tcn_store_feed_fetch *fetch, bool *found)
{
	enum tcn_rc rc = update_row(tx, url, feed, found);

	if (rc || !*found)
		return rc;
	if (!tcn_str_equal(url, feed->url))
		rc = move_fetches(tx, url, feed->url);
	if (!rc)
		rc = put_fetch(tx, feed->url, fetch);
	return rc ? rc : drop_fetches(tx, feed->url, TCN_STORE_FEED_FETCHES);
}

enum tcn_rc
tcn_store_feed_fetches(const struct tcn_store *st, struct tcn_str url,
    struct tcn_arena *arena, struct tcn_store_feed_fetch_list *list)
{
	static const char sql[] =
	    "SELECT at, status, took, bytes, entries, error"
	    " FROM feed_fetches WHERE feed = ? ORDER BY n DESC LIMIT ?";
	struct tcn_query q = tcn_query(st, sql);

	*list = (struct tcn_store_feed_fetch_list){ 0 };
	tcn_query_str(&q, url);
	tcn_query_int(&q, TCN_STORE_FEED_FETCHES);
	while (tcn_query_next(&q)) {
		struct tcn_store_feed_fetch *at =
		    tcn_query_grow(&q, arena, list->at, list->n, sizeof *at);

		if (!at)
			break;
		list->at = at;
		at += list->n++;
		at->at_ms = tcn_query_get_int(&q);
		at->status = (long)tcn_query_get_int(&q);
		at->took_ms = tcn_query_get_int(&q);
		at->bytes = tcn_query_get_u64(&q);
		at->entries = tcn_query_get_u64(&q);
		at->error = tcn_query_copy_str(&q, arena);
	}
	return tcn_query_end(&q);
}

/* --- what somebody wants of a feed --- */

enum tcn_rc
tcn_store_pause_feed(struct tcn_store_tx *tx, struct tcn_str url, bool paused,
    int64_t due_ms, bool *found)
{
	static const char sql[] =
	    "UPDATE feeds SET paused = ?2,"
	    " due = CASE WHEN paused AND NOT ?2 THEN ?3 ELSE due END"
	    " WHERE url = ?1";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, url);
	tcn_query_int(&q, paused);
	tcn_query_int(&q, due_ms);
	return tcn_query_change(&q, found);
}

enum tcn_rc
tcn_store_drop_feed(struct tcn_store_tx *tx, struct tcn_str url, bool *found)
{
	static const char sql[] = "DELETE FROM feeds WHERE url = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	enum tcn_rc rc;

	tcn_query_str(&q, url);
	rc = tcn_query_change(&q, found);
	return rc ? rc : drop_fetches(tx, url, 0);
}

enum tcn_rc
tcn_store_allow_feed(struct tcn_store_tx *tx, struct tcn_str url,
    struct tcn_str allowed, int64_t due_ms)
{
	static const char sql[] =
	    "UPDATE feeds SET allowed = ?2, due = ?3 WHERE url = ?1";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, url);
	tcn_query_str(&q, allowed);
	tcn_query_int(&q, due_ms);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_has_feed(const struct tcn_store *st, struct tcn_str url, bool *found)
{
	static const char sql[] = "SELECT 1 FROM feeds WHERE url = ?";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_str(&q, url);
	*found = tcn_query_next(&q);
	return tcn_query_end(&q);
}

static int64_t
get_time(struct tcn_query *q)
{
	bool never = tcn_query_is_null(q);
	int64_t ms = tcn_query_get_int(q);

	return never ? TCN_UNDATED : ms;
}

static struct tcn_store_feed_row
get_row(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_store_feed_row feed;

	feed.url = tcn_query_copy_str(q, arena);
	feed.title = tcn_query_copy_str(q, arena);
	feed.site = tcn_query_copy_str(q, arena);
	feed.folder = tcn_query_copy_str(q, arena);
	feed.etag = tcn_query_copy_str(q, arena);
	feed.modified = tcn_query_copy_str(q, arena);
	feed.interval_ms = tcn_query_get_int(q);
	feed.due_ms = tcn_query_get_int(q);
	feed.tried_ms = get_time(q);
	feed.succeeded_ms = get_time(q);
	feed.error = tcn_query_copy_str(q, arena);
	feed.failures = tcn_query_get_u32(q);
	feed.entries = tcn_query_get_u64(q);
	feed.undated = tcn_query_get_u64(q);
	feed.allowed = tcn_query_copy_str(q, arena);
	feed.sitemap = tcn_query_get_int(q) != 0;
	feed.since_ms = get_time(q);
	feed.all_new = tcn_query_get_u32(q);
	feed.refused = tcn_query_get_u32(q);
	feed.paused = tcn_query_get_int(q) != 0;
	return feed;
}

void
tcn_store_feed_id(struct tcn_str url, char id[static TCN_STORE_FEED_ID_BYTES])
{
	snprintf(id, TCN_STORE_FEED_ID_BYTES, "%016" PRIx64,
	    XXH3_64bits(url.at, url.n));
}

/* Makes the address of a feed's number; empty: it is none of any. */
static enum tcn_rc
find_id(const struct tcn_store *st, struct tcn_str id, struct tcn_arena *arena,
    struct tcn_str *url)
{
	static const char sql[] = "SELECT url FROM feeds";
	struct tcn_query q = tcn_query(st, sql);
	char other[TCN_STORE_FEED_ID_BYTES];

	*url = (struct tcn_str){ 0 };
	while (!url->n && tcn_query_next(&q)) {
		struct tcn_str at = tcn_query_get_str(&q);

		tcn_store_feed_id(at, other);
		if (tcn_str_equal(tcn_str(other), id) &&
		    !tcn_arena_str(arena, at, url))
			tcn_query_fail(&q,
			    tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM));
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_feed(const struct tcn_store *st, struct tcn_str name,
    struct tcn_arena *arena, struct tcn_store_feed_row **feed)
{
	static const char sql[] = "SELECT * FROM feeds WHERE url = ?";
	struct tcn_str url = name;
	struct tcn_query q;
	enum tcn_rc rc = TCN_OK;

	*feed = NULL;
	if (name.n == TCN_STORE_FEED_ID_BYTES - 1 &&
	    !memchr(name.at, ':', name.n))
		rc = find_id(st, name, arena, &url);
	if (rc)
		return rc;
	q = tcn_query(st, sql);
	tcn_query_str(&q, url);
	if (tcn_query_next(&q)) {
		*feed = tcn_query_grow(&q, arena, NULL, 0, sizeof **feed);
		if (*feed)
			**feed = get_row(&q, arena);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_feeds(const struct tcn_store *st, int64_t due_ms,
    struct tcn_arena *arena, struct tcn_store_feed_list *feeds)
{
	static const char sql[] =
	    "SELECT * FROM feeds WHERE due <= ?1"
	    " AND (NOT paused OR ?1 = 9223372036854775807)"
	    " ORDER BY folder, url";
	struct tcn_query q = tcn_query(st, sql);

	*feeds = (struct tcn_store_feed_list){ 0 };
	tcn_query_int(&q, due_ms);
	while (tcn_query_next(&q)) {
		struct tcn_store_feed_row *at =
		    tcn_query_grow(&q, arena, feeds->at, feeds->n, sizeof *at);

		if (!at)
			break;
		feeds->at = at;
		at[feeds->n++] = get_row(&q, arena);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_count_feeds(const struct tcn_store *st,
    struct tcn_store_feed_counts *counts)
{
	static const char sql[] =
	    "SELECT count(*), count(CASE WHEN failures AND NOT paused"
	    " THEN 1 END), count(CASE WHEN paused THEN 1 END) FROM feeds";
	struct tcn_query q = tcn_query(st, sql);

	*counts = (struct tcn_store_feed_counts){ 0 };
	if (tcn_query_next(&q)) {
		counts->n = tcn_query_get_u64(&q);
		counts->failing = tcn_query_get_u64(&q);
		counts->paused = tcn_query_get_u64(&q);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_put_visited(struct tcn_store_tx *tx, const uint64_t key[2],
    int64_t at_ms)
{
	static const char sql[] =
	    "INSERT OR REPLACE INTO visited VALUES (?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];

	tcn_store_item_key_bytes(key, bytes);
	tcn_query_blob(&q, bytes, sizeof bytes);
	tcn_query_int(&q, at_ms);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_has_visited(const struct tcn_store *st, const uint64_t key[2],
    bool *found)
{
	static const char sql[] = "SELECT 1 FROM visited WHERE key = ?";
	struct tcn_query q = tcn_query(st, sql);
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];

	tcn_store_item_key_bytes(key, bytes);
	tcn_query_blob(&q, bytes, sizeof bytes);
	*found = tcn_query_next(&q);
	return tcn_query_end(&q);
}
