/*
 * Items with their articles, and the keys that stand for them afterwards.
 */
#include <string.h>

#include "sql/store_items_impl.h"
#include "sql/store_retain_impl.h"

/* A text is also taken out of the full-text index: so many bytes of it cost
 * about as much as a row. */
#define BYTES_PER_ROW 512

/* What retention asks of an item; the last: does another row need it? */
#define ITEM                                                                   \
	"SELECT i.seq, i.ts, i.article, i.story, i.key,"                       \
	" i.seq = (SELECT max(seq) FROM items)"                                \
	" OR EXISTS (SELECT 1 FROM evidence v WHERE v.seq = i.seq)"            \
	" OR EXISTS (SELECT 1 FROM events e"                                   \
	"  WHERE e.item = i.seq AND e.item <> 0)"                              \
	" OR EXISTS (SELECT 1 FROM event_revisions r"                          \
	"  WHERE r.central = i.seq)"                                           \
	" OR EXISTS (SELECT 1 FROM items c"                                    \
	"  WHERE c.article = i.seq AND c.seq <> i.seq) FROM items i "

struct item {
	uint64_t seq, article, story;
	int64_t ts_ms;
	unsigned char key[TCN_STORE_ITEM_KEY_BYTES];
	size_t key_n;
	bool needed;
};

static enum tcn_rc
next_item(const struct tcn_store *st, const struct tcn_store_retain *pass,
    struct item *item, bool *end)
{
	static const char same[] =
	    ITEM "WHERE i.ts = ? AND i.seq > ? ORDER BY i.seq LIMIT 1";
	static const char later[] =
	    ITEM "WHERE i.ts > ? AND i.ts < ? ORDER BY i.ts, i.seq LIMIT 1";
	struct tcn_query q;
	struct tcn_str key;
	enum tcn_rc rc;

	*end = !tcn_store_retain_next(st, pass, same, later, &q, &rc);
	if (*end)
		return rc;
	item->seq = tcn_query_get_u64(&q);
	item->ts_ms = tcn_query_get_int(&q);
	item->article = tcn_query_get_u64(&q);
	item->story = tcn_query_get_u64(&q);
	key = tcn_query_get_str(&q);
	item->key_n = key.n < sizeof item->key ? key.n : sizeof item->key;
	if (item->key_n)
		memcpy(item->key, key.at, item->key_n);
	item->needed = tcn_query_get_int(&q) != 0;
	return tcn_query_end(&q);
}

/* Whether an event of this story must stay. */
static enum tcn_rc
story_needed(const struct tcn_store *st, const struct tcn_store_retain *pass,
    uint64_t story, bool *needed)
{
	static const char sql[] =
	    "WITH RECURSIVE chain (id) AS (VALUES (?) UNION"
	    " SELECT s.merged_into FROM chain JOIN stories s USING (id)"
	    " WHERE s.merged_into <> 0) "
	    "SELECT e.id FROM chain JOIN events e"
	    " ON e.story = chain.id AND e.story <> 0";
	struct tcn_query q;
	char id[TCN_EVENT_ID_BYTES];

	*needed = false;
	if (!story || !pass->conf.needs)
		return TCN_OK;
	q = tcn_query(st, sql);
	tcn_query_u64(&q, story);
	while (!*needed && tcn_query_next(&q)) {
		tcn_store_retain_get_id(&q, id);
		*needed = tcn_store_retain_needs(pass, id);
	}
	return tcn_query_end(&q);
}

static enum tcn_rc
keep_key(struct tcn_store_tx *tx, const struct item *item, int64_t now_ms)
{
	static const char sql[] =
	    "INSERT INTO removed_keys VALUES (?, ?, ?) ON CONFLICT DO UPDATE "
	    "SET seq = excluded.seq, met = excluded.met";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_blob(&q, item->key, item->key_n);
	tcn_query_u64(&q, item->seq);
	tcn_query_int(&q, now_ms);
	return tcn_query_run(&q);
}

/*
 * The index has external content: it must be given the text that it holds. Two
 * statements, as in store_received.c: an INSERT from a SELECT would have FTS5
 * write out its postings each time.
 */
static enum tcn_rc
remove_search(struct tcn_store_tx *tx, uint64_t seq, size_t *work)
{
	static const char text[] =
	    "SELECT title, text FROM articles WHERE seq = ?";
	static const char sql[] =
	    "INSERT INTO search (search, rowid, title, text) "
	    "VALUES ('delete', ?, ?, ?)";
	struct tcn_query from = tcn_query_tx(tx, text);
	struct tcn_query q;
	struct tcn_str s;
	enum tcn_rc rc, ended;

	tcn_query_u64(&from, seq);
	if (!tcn_query_next(&from))
		return tcn_query_end(&from);
	q = tcn_query_tx(tx, sql);
	tcn_query_u64(&q, seq);
	for (int i = 0; i < 2; i++) {
		s = tcn_query_get_str(&from);
		tcn_query_indexed(&q, tx, s);
		*work += s.n / BYTES_PER_ROW;
	}
	rc = tcn_query_run(&q);
	ended = tcn_query_end(&from);
	return rc ? rc : ended;
}

static enum tcn_rc
remove_item(struct tcn_store_tx *tx, const struct item *item, size_t *work)
{
	static const char sent[] = "DELETE FROM sent WHERE seq = ?";
	static const char sketches[] = "DELETE FROM sketches WHERE seq = ?";
	static const char items[] = "DELETE FROM items WHERE seq = ?";
	static const char articles[] = "DELETE FROM articles WHERE seq = ?";
	int64_t seq = (int64_t)item->seq;
	bool original = item->article == item->seq;
	enum tcn_rc rc = tcn_store_retain_delete(tx, sent, seq, work);

	if (!rc && original)
		rc = remove_search(tx, item->seq, work);
	if (!rc && original)
		rc = tcn_store_retain_delete(tx, sketches, seq, work);
	if (!rc)
		rc = tcn_store_retain_delete(tx, items, seq, work);
	if (!rc && original)
		rc = tcn_store_retain_delete(tx, articles, seq, work);
	return rc;
}

enum tcn_rc
tcn_store_retain_item(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	struct item item;
	bool needed;
	enum tcn_rc rc = next_item(tx->st, pass, &item, &one->end);

	if (rc || one->end)
		return rc;
	pass->at_ms = one->time_ms = item.ts_ms;
	pass->at = one->number = (int64_t)item.seq;
	if (item.needed)
		return TCN_OK;
	rc = story_needed(tx->st, pass, item.story, &needed);
	if (rc || needed)
		return rc;
	rc = keep_key(tx, &item, pass->conf.now_ms);
	if (!rc)
		rc = remove_item(tx, &item, &one->work);
	one->removed = true;
	return rc;
}

/* --- keys --- */

enum tcn_rc
tcn_store_retain_key(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char next[] =
	    "SELECT key, met FROM removed_keys WHERE met < ? ORDER BY met "
	    "LIMIT 1";
	static const char sql[] = "DELETE FROM removed_keys WHERE key = ?";
	unsigned char key[TCN_STORE_ITEM_KEY_BYTES];
	struct tcn_query q = tcn_query_tx(tx, next);
	struct tcn_str bytes = { "", 0 };
	enum tcn_rc rc;

	tcn_query_int(&q, pass->conf.before_ms[TCN_STORE_KEPT_KEYS]);
	one->end = !tcn_query_next(&q);
	if (!one->end) {
		bytes = tcn_query_get_str(&q);
		one->time_ms = tcn_query_get_int(&q);
		if (bytes.n > sizeof key)
			bytes.n = sizeof key;
		if (bytes.n)
			memcpy(key, bytes.at, bytes.n);
	}
	rc = tcn_query_end(&q);
	if (rc || one->end)
		return rc;
	q = tcn_query_tx(tx, sql);
	tcn_query_blob(&q, key, bytes.n);
	return tcn_query_change(&q, &one->removed);
}

static void
bind_key(struct tcn_query *q, const uint64_t key[2],
    unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES])
{
	tcn_store_item_key_bytes(key, bytes);
	tcn_query_blob(q, bytes, TCN_STORE_ITEM_KEY_BYTES);
}

enum tcn_rc
tcn_store_find_removed(const struct tcn_store *st, const uint64_t key[2],
    uint64_t *seq, int64_t *met_ms)
{
	static const char sql[] =
	    "SELECT seq, met FROM removed_keys WHERE key = ?";
	struct tcn_query q = tcn_query(st, sql);
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];

	*seq = 0;
	*met_ms = TCN_UNDATED;
	bind_key(&q, key, bytes);
	if (tcn_query_next(&q)) {
		*seq = tcn_query_get_u64(&q);
		*met_ms = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_meet_removed(struct tcn_store_tx *tx, const uint64_t key[2],
    int64_t now_ms)
{
	static const char sql[] =
	    "UPDATE removed_keys SET met = max(met, ?2) WHERE key = ?1";
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];
	struct tcn_query q = tcn_query_tx(tx, sql);

	bind_key(&q, key, bytes);
	tcn_query_int(&q, now_ms);
	return tcn_query_run(&q);
}
