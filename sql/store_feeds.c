#include "sql/store_feeds.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "sql/query_record.h"
#include "sql/store_items_impl.h"

#define ADDRESS_CHARS 8192

#define F(...)  TCN_FIELD(struct tcn_store_feed_row, __VA_ARGS__)
#define AS(...) TCN_FIELD_AS(struct tcn_store_feed_row, __VA_ARGS__)
#define AT(...) TCN_FIELD_TIME(struct tcn_store_feed_row, __VA_ARGS__)
static const struct tcn_field feed_fields[] = {
	F(TEXT, url, .max = ADDRESS_CHARS, .flags = TCN_FIELD_PLAIN),
	F(TEXT, title),
	F(TEXT, site, .max = ADDRESS_CHARS),
	F(TEXT, folder),
	F(TEXT, error),
	F(TEXT, allowed, .key = "allow_private",
	    .help = "ranges of private addresses that it may be fetched from"),
	F(BOOL, paused, .help = "it is not fetched until somebody says so"),
	AT(due),
	AT(tried),
	AT(succeeded),
	F(U32, failures),
	F(U64, entries),
	F(U64, undated),
	F(U32, all_new,
	    .help = "fetches in a row in which every entry was new: some were "
		    "missed, perhaps"),
	F(BOOL, sitemap, .help = "a site that is read by its sitemaps"),
	F(U32, refused,
	    .help = "pages that were not fetched at the last time, because its "
		    "robots.txt does not allow it"),
	F(TEXT, etag, .flags = TCN_FIELD_HIDDEN),
	F(TEXT, modified, .flags = TCN_FIELD_HIDDEN),
	AS(INT, interval_ms, .name = "interval", .flags = TCN_FIELD_HIDDEN),
	AT(since, .flags = TCN_FIELD_HIDDEN),
	{ 0 },
};
#undef F
#undef AS

const struct tcn_fields tcn_store_feed_record = {
	.table = "feeds",
	.fields = feed_fields,
	.bytes = sizeof(struct tcn_store_feed_row),
	.chars = 1000,
	.flags = TCN_FIELD_OMIT,
	.replaces = true,
};

#define F(...)  TCN_FIELD(struct tcn_store_feed_fetch, __VA_ARGS__)
#define AS(...) TCN_FIELD_AS(struct tcn_store_feed_fetch, __VA_ARGS__)
static const struct tcn_field fetch_fields[] = {
	F(TEXT, feed, .flags = TCN_FIELD_HIDDEN),
	AS(TIME, at_ms, .name = "at", .help = ""),
	F(INT, status, .help = "of HTTP; 0: no answer"),
	AS(INT, took_ms, .column = "took", .name = "took_ms"),
	F(U64, bytes),
	F(U64, entries, .help = "new ones"),
	F(TEXT, error),
	{ 0 },
};

const struct tcn_fields tcn_store_feed_fetch_record = {
	.table = "feed_fetches",
	.fields = fetch_fields,
	.bytes = sizeof(struct tcn_store_feed_fetch),
	.chars = 1000,
	.flags = TCN_FIELD_OMIT,
};

enum tcn_rc
tcn_store_put_feed(struct tcn_store_tx *tx,
    const struct tcn_store_feed_row *feed)
{
	assert(feed->url.n);
	return tcn_query_put_record(tx, &tcn_store_feed_record, feed, NULL);
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

	TCN_QUERY_BIND(&q, feed->url, feed->title, feed->site, feed->etag,
	    feed->modified, feed->interval_ms, feed->due_ms,
	    tcn_query_time(feed->tried_ms), tcn_query_time(feed->succeeded_ms),
	    feed->error, feed->failures, feed->entries);
	TCN_QUERY_BIND(&q, feed->undated, feed->all_new, feed->refused, url);
	return tcn_query_change(&q, found);
}

static enum tcn_rc
put_fetch(struct tcn_store_tx *tx, struct tcn_str url,
    struct tcn_store_feed_fetch fetch)
{
	fetch.feed = url;
	return tcn_query_put_record(tx, &tcn_store_feed_fetch_record, &fetch,
	    NULL);
}

/* Keeps the last `kept` fetches of a feed. */
static enum tcn_rc
drop_fetches(struct tcn_store_tx *tx, struct tcn_str url, int kept)
{
	static const char sql[] =
	    "DELETE FROM feed_fetches WHERE feed = ?1 AND n <= coalesce("
	    "(SELECT n FROM feed_fetches WHERE feed = ?1"
	    " ORDER BY n DESC LIMIT 1 OFFSET ?2), 0)";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, url, kept);

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
	if (!tcn_str_equal(url, feed->url)) {
		/* The fetches of a feed that has moved go along. */
		static const char sql[] =
		    "UPDATE feed_fetches SET feed = ?2 WHERE feed = ?1";
		struct tcn_query q = TCN_QUERY_TX(tx, sql, url, feed->url);

		rc = tcn_query_run(&q);
	}
	if (!rc)
		rc = put_fetch(tx, feed->url, *fetch);
	return rc ? rc : drop_fetches(tx, feed->url, TCN_STORE_FEED_FETCHES);
}

enum tcn_rc
tcn_store_feed_fetches(const struct tcn_store *st, struct tcn_str url,
    struct tcn_arena *arena, struct tcn_store_feed_fetch_list *list)
{
	static const char sql[] = "WHERE feed = ? ORDER BY n DESC LIMIT ?";
	struct tcn_query q = TCN_RECORDS(st, &tcn_store_feed_fetch_record, sql,
	    url, TCN_STORE_FEED_FETCHES);

	list->at = tcn_query_get_records(&q, &tcn_store_feed_fetch_record,
	    arena, &list->n);
	return q.rc;
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
	struct tcn_query q = TCN_QUERY_TX(tx, sql, url, paused, due_ms);

	return tcn_query_change(&q, found);
}

enum tcn_rc
tcn_store_drop_feed(struct tcn_store_tx *tx, struct tcn_str url, bool *found)
{
	static const char sql[] = "DELETE FROM feeds WHERE url = ?";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, url);
	enum tcn_rc rc = tcn_query_change(&q, found);

	return rc ? rc : drop_fetches(tx, url, 0);
}

enum tcn_rc
tcn_store_allow_feed(struct tcn_store_tx *tx, struct tcn_str url,
    struct tcn_str allowed, int64_t due_ms)
{
	static const char sql[] =
	    "UPDATE feeds SET allowed = ?2, due = ?3 WHERE url = ?1";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, url, allowed, due_ms);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_has_feed(const struct tcn_store *st, struct tcn_str url, bool *found)
{
	static const char sql[] = "SELECT 1 FROM feeds WHERE url = ?";
	struct tcn_query q = TCN_QUERY(st, sql, url);

	*found = tcn_query_next(&q);
	return tcn_query_end(&q);
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
		if (tcn_str_equal(tcn_str(other), id))
			tcn_arena_str(arena, at, url);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_feed(const struct tcn_store *st, struct tcn_str name,
    struct tcn_arena *arena, struct tcn_store_feed_row **feed)
{
	static const char sql[] = "WHERE url = ?";
	struct tcn_str url = name;
	struct tcn_query q;
	size_t n;
	enum tcn_rc rc = TCN_OK;

	*feed = NULL;
	if (name.n == TCN_STORE_FEED_ID_BYTES - 1 &&
	    !memchr(name.at, ':', name.n))
		rc = find_id(st, name, arena, &url);
	if (rc)
		return rc;
	q = TCN_RECORDS(st, &tcn_store_feed_record, sql, url);
	*feed = tcn_query_get_records(&q, &tcn_store_feed_record, arena, &n);
	return q.rc;
}

enum tcn_rc
tcn_store_feeds(const struct tcn_store *st, int64_t due_ms,
    struct tcn_arena *arena, struct tcn_store_feed_list *feeds)
{
	static const char sql[] =
	    "WHERE due <= ?1 AND (NOT paused OR ?1 = 9223372036854775807)"
	    " ORDER BY folder, url";
	struct tcn_query q =
	    TCN_RECORDS(st, &tcn_store_feed_record, sql, due_ms);

	feeds->at =
	    tcn_query_get_records(&q, &tcn_store_feed_record, arena, &feeds->n);
	return q.rc;
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
	return TCN_QUERY_ONE(&q, NULL, &counts->n, &counts->failing,
	    &counts->paused);
}

enum tcn_rc
tcn_store_put_visited(struct tcn_store_tx *tx, const uint64_t key[2],
    int64_t at_ms)
{
	static const char sql[] =
	    "INSERT OR REPLACE INTO visited VALUES (?, ?)";
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, tcn_store_item_key_bytes(key, bytes), at_ms);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_has_visited(const struct tcn_store *st, const uint64_t key[2],
    bool *found)
{
	static const char sql[] = "SELECT 1 FROM visited WHERE key = ?";
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];
	struct tcn_query q =
	    TCN_QUERY(st, sql, tcn_store_item_key_bytes(key, bytes));

	*found = tcn_query_next(&q);
	return tcn_query_end(&q);
}
