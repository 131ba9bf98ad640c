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
	" OR EXISTS (SELECT 1 FROM event_revisions r"                          \
	"  WHERE r.headline_item = i.seq AND r.headline_item <> 0)"            \
	" OR EXISTS (SELECT 1 FROM items c"                                    \
	"  WHERE c.article = i.seq AND c.article <> c.seq) FROM items i "

struct item {
	uint64_t seq, article, story;
	int64_t ts_ms;
	unsigned char key[TCN_STORE_ITEM_KEY_BYTES];
	size_t key_n;
	bool needed;
};

/* The statements that walk by time (tcn_store_retain_next). */
struct walk {
	const char *same, *later;
};

static const char same_item[] =
    ITEM "WHERE i.ts = ? AND i.seq > ? ORDER BY i.seq LIMIT 1";
static const char later_item[] =
    ITEM "WHERE i.ts > ? AND i.ts < ? ORDER BY i.ts, i.seq LIMIT 1";

#define COPIES ITEM "INDEXED BY items_copies WHERE i.article <> i.seq AND "
static const char same_copy[] =
    COPIES "i.ts = ? AND i.seq > ? ORDER BY i.seq LIMIT 1";
static const char later_copy[] =
    COPIES "i.ts > ? AND i.ts < ? ORDER BY i.ts, i.seq LIMIT 1";

static enum tcn_rc
next_item(const struct tcn_store *st, const struct tcn_store_retain *pass,
    const struct walk *walk, struct item *item, bool *end)
{
	struct tcn_query q;
	struct tcn_str key;
	enum tcn_rc rc;

	*end =
	    !tcn_store_retain_next(st, pass, walk->same, walk->later, &q, &rc);
	if (*end)
		return rc;
	TCN_QUERY_GET(&q, NULL, &item->seq, &item->ts_ms, &item->article,
	    &item->story);
	key = tcn_query_get_str(&q);
	item->key_n = key.n < sizeof item->key ? key.n : sizeof item->key;
	if (item->key_n)
		memcpy(item->key, key.at, item->key_n);
	item->needed = tcn_query_get_int(&q) != 0;
	return tcn_query_end(&q);
}

/* A story, and those that it was merged into. */
#define CHAIN                                                                  \
	"WITH RECURSIVE chain (id) AS (VALUES (?1) UNION"                      \
	" SELECT s.merged_into FROM chain JOIN stories s USING (id)"           \
	" WHERE s.merged_into <> 0) "

/* Whether an event of this story must stay. */
static enum tcn_rc
story_needed(const struct tcn_store *st, const struct tcn_store_retain *pass,
    uint64_t story, bool *needed)
{
	static const char sql[] =
	    CHAIN "SELECT e.id FROM chain JOIN events e"
		  " ON e.story = chain.id AND e.story <> 0"
		  " UNION SELECT s.event FROM chain"
		  " JOIN event_stories s ON s.story = chain.id";
	struct tcn_query q;
	char id[TCN_EVENT_ID_BYTES];

	*needed = false;
	if (!story || !pass->conf.needs)
		return TCN_OK;
	q = TCN_QUERY(st, sql, story);
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
	struct tcn_query q = TCN_QUERY_TX(tx, sql,
	    tcn_query_blob(item->key, item->key_n), item->seq, now_ms);

	tx->st->db->removed = TCN_STORE_SOME;
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
	struct tcn_query from = TCN_QUERY_TX(tx, text, seq);
	struct tcn_query q;
	struct tcn_str s;
	enum tcn_rc rc, ended;

	if (!tcn_query_next(&from))
		return tcn_query_end(&from);
	q = TCN_QUERY_TX(tx, sql, seq);
	for (int i = 0; i < 2; i++) {
		s = tcn_query_get_str(&from);
		TCN_QUERY_BIND(&q, tcn_query_full_text(tx, s));
		*work += s.n / BYTES_PER_ROW;
	}
	rc = tcn_query_run(&q);
	ended = tcn_query_end(&from);
	return rc ? rc : ended;
}

/* The original counts the copy, and stands for it where that was central. */
static enum tcn_rc
leave_to_original(struct tcn_store_tx *tx, const struct item *item,
    size_t *work)
{
	static const char counts[] =
	    "UPDATE articles SET copies = copies + 1 WHERE seq = ?";
	static const char stands[] =
	    CHAIN "UPDATE stories SET central = ?2 "
		  "WHERE central = ?3 AND id IN (SELECT id FROM chain)";
	struct tcn_query q;
	enum tcn_rc rc =
	    tcn_store_retain_delete(tx, counts, (int64_t)item->article, work);

	if (rc || !item->story)
		return rc;
	q = TCN_QUERY_TX(tx, stands, item->story, item->article, item->seq);
	return tcn_query_run(&q);
}

static enum tcn_rc
remove_item(struct tcn_store_tx *tx, const struct item *item, size_t *work)
{
	static const char sent[] = "DELETE FROM sent WHERE seq = ?";
	static const char contents[] = "DELETE FROM contents WHERE seq = ?";
	static const char sketches[] = "DELETE FROM sketches WHERE seq = ?";
	static const char moves[] = "DELETE FROM origin_moves WHERE item = ?";
	static const char items[] = "DELETE FROM items WHERE seq = ?";
	static const char articles[] = "DELETE FROM articles WHERE seq = ?";
	int64_t seq = (int64_t)item->seq;
	bool original = item->article == item->seq;
	enum tcn_rc rc = tcn_store_retain_delete(tx, sent, seq, work);

	if (!rc)
		rc = tcn_store_retain_delete(tx, contents, seq, work);
	if (!rc && original)
		rc = remove_search(tx, item->seq, work);
	if (!rc && original)
		rc = tcn_store_retain_delete(tx, sketches, seq, work);
	if (!rc)
		rc = tcn_store_retain_delete(tx, moves, seq, work);
	if (!rc)
		rc = tcn_store_retain_delete(tx, items, seq, work);
	if (!rc && original)
		rc = tcn_store_retain_delete(tx, articles, seq, work);
	if (!rc && !original)
		rc = leave_to_original(tx, item, work);
	return rc;
}

static enum tcn_rc
retain_item(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    const struct walk *walk, struct tcn_store_retain_one *one)
{
	struct item item;
	bool needed;
	enum tcn_rc rc = next_item(tx->st, pass, walk, &item, &one->end);

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

enum tcn_rc
tcn_store_retain_item(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const struct walk walk = { same_item, later_item };

	return retain_item(tx, pass, &walk, one);
}

enum tcn_rc
tcn_store_retain_copy(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const struct walk walk = { same_copy, later_copy };

	return retain_item(tx, pass, &walk, one);
}

enum tcn_rc
tcn_store_copies_gone(const struct tcn_store *st, uint64_t article, uint64_t *n)
{
	static const char sql[] = "SELECT copies FROM articles WHERE seq = ?";
	struct tcn_query q = TCN_QUERY(st, sql, article);

	*n = 0;
	return TCN_QUERY_ONE(&q, NULL, n);
}

/* --- keys --- */

/* Removes the oldest key that is too old of one table: next finds it. */
static enum tcn_rc
retain_key(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    const char *next, const char *sql, struct tcn_store_retain_one *one)
{
	unsigned char key[TCN_STORE_ITEM_KEY_BYTES];
	struct tcn_query q =
	    TCN_QUERY_TX(tx, next, pass->conf.before_ms[TCN_STORE_KEPT_KEYS]);
	struct tcn_str bytes = { "", 0 };
	enum tcn_rc rc;

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
	q = TCN_QUERY_TX(tx, sql, tcn_query_blob(key, bytes.n));
	return tcn_query_change(&q, &one->removed);
}

/* Those of removed items, then those of pages without an article. */
enum tcn_rc
tcn_store_retain_key(struct tcn_store_tx *tx, struct tcn_store_retain *pass,
    struct tcn_store_retain_one *one)
{
	static const char next[] =
	    "SELECT key, met FROM removed_keys WHERE met < ? ORDER BY met "
	    "LIMIT 1";
	static const char gone[] = "DELETE FROM removed_keys WHERE key = ?";
	static const char next_visited[] =
	    "SELECT key, at FROM visited WHERE at < ? ORDER BY at LIMIT 1";
	static const char visited[] = "DELETE FROM visited WHERE key = ?";
	enum tcn_rc rc = retain_key(tx, pass, next, gone, one);

	return rc || !one->end
	    ? rc
	    : retain_key(tx, pass, next_visited, visited, one);
}

/* Most stores have removed nothing: that is asked once. */
static enum tcn_rc
has_removed(const struct tcn_store *st, bool *any)
{
	static const char sql[] = "SELECT EXISTS (SELECT 1 FROM removed_keys)";
	int64_t found = 1;
	enum tcn_rc rc = TCN_OK;

	if (st->db->removed == TCN_STORE_UNKNOWN)
		rc = tcn_db_int(st, sql, &found);
	if (rc == TCN_OK && st->db->removed == TCN_STORE_UNKNOWN)
		st->db->removed = found ? TCN_STORE_SOME : TCN_STORE_NONE;
	*any = st->db->removed != TCN_STORE_NONE;
	return rc;
}

enum tcn_rc
tcn_store_find_removed(const struct tcn_store *st, const uint64_t key[2],
    uint64_t *seq, int64_t *met_ms)
{
	static const char sql[] =
	    "SELECT seq, met FROM removed_keys WHERE key = ?";
	struct tcn_query q;
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];
	bool any;
	enum tcn_rc rc = has_removed(st, &any);

	*seq = 0;
	*met_ms = TCN_UNDATED;
	if (rc || !any)
		return rc;
	q = TCN_QUERY(st, sql, tcn_store_item_key_bytes(key, bytes));
	return TCN_QUERY_ONE(&q, NULL, seq, met_ms);
}

enum tcn_rc
tcn_store_touch_removed_key(struct tcn_store_tx *tx, const uint64_t key[2],
    int64_t now_ms)
{
	static const char sql[] =
	    "UPDATE removed_keys SET met = max(met, ?2) WHERE key = ?1";
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, tcn_store_item_key_bytes(key, bytes), now_ms);

	return tcn_query_run(&q);
}
