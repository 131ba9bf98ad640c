#include <inttypes.h>

#include "sql/store_contents.h"
#include "sql/store_items_impl.h"
#include "sql/store_received_impl.h"

static void
bind_key(struct tcn_query *q, const uint64_t key[2],
    unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES])
{
	tcn_store_item_key_bytes(key, bytes);
	tcn_query_blob(q, bytes, TCN_STORE_ITEM_KEY_BYTES);
}

enum tcn_rc
tcn_store_find_key(const struct tcn_store *st, const uint64_t key[2],
    uint64_t *seq)
{
	static const char sql[] = "SELECT seq FROM items WHERE key = ?";
	struct tcn_query q = tcn_query(st, sql);
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];

	*seq = 0;
	bind_key(&q, key, bytes);
	if (tcn_query_next(&q))
		*seq = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_last_seq(const struct tcn_store *st, uint64_t *seq)
{
	static const char sql[] = "SELECT max(seq) FROM items";
	struct tcn_query q = tcn_query(st, sql);

	*seq = 0;
	if (tcn_query_next(&q))
		*seq = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

static enum tcn_rc
put_text(struct tcn_store_tx *tx, const struct tcn_article *a, const char *lang,
    uint64_t seq)
{
	static const char sql[] =
	    "INSERT INTO articles (seq, title, text, lang, given) "
	    "VALUES (?, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_u64(&q, seq);
	tcn_query_str(&q, a->title);
	tcn_query_str(&q, a->text);
	tcn_query_str(&q, tcn_str(lang));
	tcn_query_int(&q, a->given);
	return tcn_query_run(&q);
}

/* The index has external content: it keeps no copy and is filled by hand. */
static enum tcn_rc
put_search(struct tcn_store_tx *tx, const struct tcn_article *a, uint64_t seq)
{
	static const char sql[] =
	    "INSERT INTO search (rowid, title, text) VALUES (?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_u64(&q, seq);
	tcn_query_indexed(&q, tx, a->title);
	tcn_query_indexed(&q, tx, a->text);
	return tcn_query_run(&q);
}

static void
bind_place(struct tcn_query *q, const struct tcn_placement *p)
{
	tcn_query_int(q, p->ts_ms);
	tcn_query_u64(q, p->publisher);
	if (p->has_fingerprint)
		tcn_query_u64(q, p->fingerprint);
	else
		tcn_query_null(q);
	tcn_query_u64(q, p->text_key);
	tcn_query_u64(q, p->origin);
	tcn_query_int(q, p->duplicate_of ? p->distance : 0);
	tcn_query_u64(q, p->story);
}

static void
bind_or_null(struct tcn_query *q, uint64_t value)
{
	if (value)
		tcn_query_u64(q, value);
	else
		tcn_query_null(q);
}

static void
bind_excerpt(struct tcn_query *q, const struct tcn_placement *p)
{
	uint64_t article = p->duplicate_of ? p->duplicate_of : p->seq;

	bind_or_null(q, p->excerpt_of);
	bind_or_null(q, p->text == article ? 0 : p->text);
	bind_or_null(q, p->shared);
	bind_or_null(q, p->shared ? p->sentences : 0);
}

static void
bind_version(struct tcn_query *q, const struct tcn_placement *p)
{
	bind_or_null(q, p->version_of);
	bind_or_null(q, p->page);
	bind_or_null(q, p->title_words);
}

static void
bind_rewrite(struct tcn_query *q, const struct tcn_placement *p)
{
	bind_or_null(q, p->rewrite_of);
	bind_or_null(q, p->form_of);
	bind_or_null(q, p->cosine);
	bind_or_null(q, p->likeness);
}

static void
bind_predicted(struct tcn_query *q, const struct tcn_article *a)
{
	if (a->predicted.n) {
		tcn_query_str(q, a->predicted);
		tcn_query_real(q, a->margin);
	} else {
		tcn_query_null(q);
		tcn_query_null(q);
	}
}

/* The item's title is kept only where it is not the article's. */
static enum tcn_rc
put_item(struct tcn_store_tx *tx, const struct tcn_article *a,
    const struct tcn_placement *p)
{
	static const char own[] = "INSERT INTO items VALUES (?, ?, ?, ?, ?, ?,"
				  " NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
				  " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
				  " ?, ?)";
	static const char copy[] =
	    "INSERT INTO items VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
	    " nullif(?33, (SELECT title FROM articles WHERE seq = ?2)),"
	    " ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,"
	    " ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31,"
	    " ?32)";
	struct tcn_query q = tcn_query_tx(tx, p->duplicate_of ? copy : own);
	unsigned char key[TCN_STORE_ITEM_KEY_BYTES];

	tcn_query_u64(&q, p->seq);
	tcn_query_u64(&q, p->duplicate_of ? p->duplicate_of : p->seq);
	bind_key(&q, a->key, key);
	tcn_query_str(&q, a->id);
	tcn_query_str(&q, a->source);
	tcn_query_str(&q, a->url);
	tcn_query_str(&q, a->category);
	tcn_query_str(&q, a->label);
	if (a->ts_ms == TCN_UNDATED)
		tcn_query_null(&q);
	else
		tcn_query_int(&q, a->ts_ms);
	bind_place(&q, p);
	tcn_query_int(&q, a->ts_confirmed);
	bind_excerpt(&q, p);
	bind_version(&q, p);
	bind_rewrite(&q, p);
	bind_predicted(&q, a);
	bind_or_null(&q, p->cluster);
	if (a->predicted.n && a->probability > 0)
		tcn_query_real(&q, a->probability);
	else
		tcn_query_null(&q);
	if (p->duplicate_of)
		tcn_query_str(&q, a->title);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_article(struct tcn_store_tx *tx,
    const struct tcn_article *article, const char *lang,
    const struct tcn_placement *place)
{
	enum tcn_rc rc = tcn_db_require_tx(tx);

	if (!rc && (place->seq == 0 || place->seq > INT64_MAX))
		rc = tcn_db_refuse(tx->st, TCN_INVALID,
		    "%" PRIu64 " is no arrival number", place->seq);
	if (!rc && !place->duplicate_of)
		rc = put_text(tx, article, lang, place->seq);
	if (!rc)
		rc = put_item(tx, article, place);
	if (!rc)
		rc = tcn_store_put_received(tx, article, lang, place);
	if (!rc)
		rc = tcn_store_put_content(tx, place->seq, &article->content);
	if (!rc && !place->duplicate_of)
		rc = put_search(tx, article, place->seq);
	return rc;
}

void
tcn_store_keep_copy_texts(struct tcn_store *st, bool keep)
{
	st->copy_texts = keep;
}

/* An item that is not there has no other origin than the one asked for. */
static enum tcn_rc
find_origin(struct tcn_store_tx *tx, const struct tcn_item_origin *item,
    uint64_t *origin)
{
	static const char sql[] = "SELECT origin FROM items WHERE seq = ?";
	struct tcn_query q = tcn_query_tx(tx, sql);

	*origin = item->origin;
	tcn_query_u64(&q, item->seq);
	if (tcn_query_next(&q))
		*origin = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_set_origin(struct tcn_store_tx *tx,
    const struct tcn_item_origin *item)
{
	static const char note[] =
	    "INSERT OR IGNORE INTO origin_moves VALUES (?2,"
	    " (SELECT max(seq) FROM items), ?1)";
	static const char sql[] = "UPDATE items SET origin = ?1 WHERE seq = ?2";
	uint64_t before;
	struct tcn_query q;
	enum tcn_rc rc = find_origin(tx, item, &before);

	if (rc || before == item->origin)
		return rc;
	q = tcn_query_tx(tx, note);
	tcn_query_u64(&q, before);
	tcn_query_u64(&q, item->seq);
	rc = tcn_query_run(&q);
	if (rc)
		return rc;
	q = tcn_query_tx(tx, sql);
	tcn_query_u64(&q, item->origin);
	tcn_query_u64(&q, item->seq);
	return tcn_query_run(&q);
}
