#include "sql/store_feeds.h"

#include <assert.h>

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
				  "?, ?, ?, ?, ?)";
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
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_drop_feed(struct tcn_store_tx *tx, struct tcn_str url, bool *found)
{
	static const char sql[] = "DELETE FROM feeds WHERE url = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, url);
	return tcn_query_change(&q, found);
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
	return feed;
}

enum tcn_rc
tcn_store_feeds(const struct tcn_store *st, int64_t due_ms,
    struct tcn_arena *arena, struct tcn_store_feed_list *feeds)
{
	static const char sql[] =
	    "SELECT * FROM feeds WHERE due <= ? ORDER BY folder, url";
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
