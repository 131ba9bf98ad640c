#include <inttypes.h>

#include "sql/store_contents.h"
#include "sql/store_items_impl.h"
#include "sql/store_received_impl.h"

enum tcn_rc
tcn_store_find_key(const struct tcn_store *st, struct tcn_str id,
    const uint64_t key[2], uint64_t *seq)
{
	static const char sql[] =
	    "SELECT seq FROM items WHERE id = ? AND key = ?";
	unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES];
	struct tcn_query q =
	    TCN_QUERY(st, sql, id, tcn_store_item_key_bytes(key, bytes));

	*seq = 0;
	return TCN_QUERY_ONE(&q, NULL, seq);
}

enum tcn_rc
tcn_store_last_seq(const struct tcn_store *st, uint64_t *seq)
{
	static const char sql[] = "SELECT max(seq) FROM items";
	struct tcn_query q = tcn_query(st, sql);

	*seq = 0;
	return TCN_QUERY_ONE(&q, NULL, seq);
}

static enum tcn_rc
put_text(struct tcn_store_tx *tx, const struct tcn_article *a, const char *lang,
    uint64_t seq)
{
	static const char sql[] =
	    "INSERT INTO articles (seq, title, text, lang, given) "
	    "VALUES (?, ?, ?, ?, ?)";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, seq, a->title, a->text, lang, a->given);

	return tcn_query_run(&q);
}

/* Whether an item has one of the columns that few have. */
static bool
is_special(const struct tcn_article *a, const struct tcn_placement *p)
{
	return p->duplicate_of || p->excerpt_of ||
	    (p->text && p->text != p->seq) || p->shared || p->version_of ||
	    p->rewrite_of || p->form_of || p->cosine || p->likeness ||
	    p->cluster || p->news || a->predicted.n || a->image.n;
}

/* The item's title is kept only where it is not the article's. What few have is
 * not bound for the others: it would be a tenth of the instructions. */
static enum tcn_rc
put_item(struct tcn_store_tx *tx, const struct tcn_article *a,
    const struct tcn_placement *p)
{
	static const char usual[] =
	    "INSERT INTO items (seq, article, key, id, source, url, category,"
	    " label, published, ts, publisher, fingerprint, text_key, origin,"
	    " distance, story, confirmed, page, title_words)"
	    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
	    " ?)";
	static const char special[] =
	    "INSERT INTO items VALUES (?1, ?2, ?3, ?4, ?5, ?6,"
	    " nullif(?35, (SELECT title FROM articles WHERE seq = ?2)),"
	    " ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19,"
	    " ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31,"
	    " ?32, ?33, ?34)";
	unsigned char key[TCN_STORE_ITEM_KEY_BYTES];
	uint64_t article = p->duplicate_of ? p->duplicate_of : p->seq;
	bool predicted = a->predicted.n != 0, is_usual = !is_special(a, p);
	struct tcn_query q = TCN_QUERY_TX(tx, is_usual ? usual : special,
	    p->seq, article, tcn_store_item_key_bytes(a->key, key), a->id,
	    a->source, a->url, a->category, a->label, tcn_query_time(a->ts_ms));

	TCN_QUERY_BIND(&q, p->ts_ms, p->publisher,
	    tcn_query_if(p->has_fingerprint, (int64_t)p->fingerprint),
	    p->text_key, p->origin, p->duplicate_of ? p->distance : 0, p->story,
	    a->ts_confirmed);
	if (is_usual) {
		TCN_QUERY_BIND(&q, tcn_query_or_null(p->page),
		    tcn_query_or_null(p->title_words));
		return tcn_query_run(&q);
	}
	TCN_QUERY_BIND(&q, tcn_query_or_null(p->excerpt_of),
	    tcn_query_or_null(p->text == article ? 0 : p->text),
	    tcn_query_or_null(p->shared),
	    tcn_query_or_null(p->shared ? p->sentences : 0));
	TCN_QUERY_BIND(&q, tcn_query_or_null(p->version_of),
	    tcn_query_or_null(p->page), tcn_query_or_null(p->title_words),
	    tcn_query_or_null(p->rewrite_of), tcn_query_or_null(p->form_of),
	    tcn_query_or_null(p->cosine), tcn_query_or_null(p->likeness));
	TCN_QUERY_BIND(&q, tcn_query_str_if(predicted, a->predicted),
	    tcn_query_real_if(predicted, a->margin),
	    tcn_query_or_null(p->cluster),
	    tcn_query_real_if(predicted && a->probability > 0, a->probability),
	    tcn_query_str_if(a->image.n != 0, a->image),
	    tcn_query_or_null(p->news),
	    tcn_query_str_if(p->duplicate_of != 0, a->title));
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_article(struct tcn_store_tx *tx,
    const struct tcn_article *article, const char *lang,
    const struct tcn_placement *place)
{
	enum tcn_rc rc = tcn_db_require_tx(tx);

	if (!rc && (place->seq == 0 || place->seq > INT64_MAX))
		rc = tcn_db_fail_with(tx->st, TCN_INVALID,
		    "%" PRIu64 " is no arrival number", place->seq);
	if (!rc && !place->duplicate_of)
		rc = put_text(tx, article, lang, place->seq);
	if (!rc)
		rc = put_item(tx, article, place);
	if (!rc)
		rc = tcn_store_put_received(tx, article, lang, place);
	if (!rc)
		rc = tcn_store_put_content(tx, place->seq, &article->content);
	if (!rc && !place->duplicate_of) {
		/* The index has external content: it keeps no copy and is
		 * filled by hand. */
		static const char sql[] =
		    "INSERT INTO search (rowid, title, text) VALUES (?, ?, ?)";
		struct tcn_query q = TCN_QUERY_TX(tx, sql, place->seq,
		    tcn_query_full_text(tx, article->title),
		    tcn_query_full_text(tx, article->text));

		rc = tcn_query_run(&q);
	}
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
	struct tcn_query q = TCN_QUERY_TX(tx, sql, item->seq);

	*origin = item->origin;
	return TCN_QUERY_ONE(&q, NULL, origin);
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
	q = TCN_QUERY_TX(tx, note, before, item->seq);
	rc = tcn_query_run(&q);
	if (rc)
		return rc;
	q = TCN_QUERY_TX(tx, sql, item->origin, item->seq);
	return tcn_query_run(&q);
}
