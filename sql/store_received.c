#include "sql/store_received_impl.h"

#include <string.h>

#include "engine/base/buf.h"
#include "engine/item/article.h"
#include "engine/item/vector.h"

/* A feature: bytes of the term, its weight, the term. In host order, as the
 * detector's memory is. */
struct head {
	double weight;
	uint64_t term_n;
};

/* The next feature of *bytes; false when they hold none. */
static bool
unpack(struct tcn_str *bytes, struct tcn_given_feature *f)
{
	struct head head;

	if (bytes->n < sizeof head)
		return false;
	memcpy(&head, bytes->at, sizeof head);
	if (head.term_n > bytes->n - sizeof head ||
	    !tcn_article_weight_is_sound(head.weight))
		return false;
	f->weight = head.weight;
	f->term =
	    (struct tcn_str){ bytes->at + sizeof head, (size_t)head.term_n };
	bytes->at += sizeof head + f->term.n;
	bytes->n -= sizeof head + f->term.n;
	return true;
}

bool
tcn_store_received_features(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *article)
{
	struct tcn_given_feature *features = NULL;
	struct tcn_str bytes = tcn_query_copy_str(q, arena);
	bool sound = true;
	size_t n = 0;

	while (!q->rc && sound && bytes.n) {
		features = tcn_query_grow(arena, features, n, sizeof *features);
		sound = unpack(&bytes, &features[n++]);
	}
	article->features = features;
	article->features_n = q->rc || !sound ? 0 : n;
	return sound;
}

bool
tcn_store_received_vector(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *article)
{
	return tcn_vector_decode(tcn_query_get_str(q), arena, &article->vector,
		   &article->vector_n) == TCN_OK;
}

/* In what an item differs from its article. */
struct differs {
	bool given, lang, text;
};

static enum tcn_rc
compare(const struct tcn_store *st, const struct tcn_article *a,
    const char *lang, uint64_t original, struct differs *differs)
{
	static const char sql[] =
	    "SELECT given <> ?, lang <> ?, text <> ? FROM articles "
	    "WHERE seq = ?";
	struct tcn_query q =
	    TCN_QUERY(st, sql, a->given, lang, a->text, original);

	*differs = (struct differs){ false, false, false };
	if (tcn_query_next(&q)) {
		TCN_QUERY_GET(&q, NULL, &differs->given, &differs->lang);
		differs->text = tcn_query_get_int(&q) != 0 || st->copy_texts;
	}
	return tcn_query_end(&q);
}

static struct tcn_query_value
bytes_or_null(const struct tcn_buf *bytes)
{
	return bytes->n ? tcn_query_blob(bytes->at, bytes->n)
			: tcn_query_null();
}

static enum tcn_rc
put(struct tcn_store_tx *tx, const struct tcn_article *a, const char *lang,
    uint64_t seq, struct differs differs)
{
	static const char sql[] =
	    "INSERT INTO sent (seq, given, lang, text, features, vector)"
	    " VALUES (?, ?, ?, ?, ?, ?)";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, seq, tcn_query_if(differs.given, a->given),
		tcn_query_str_if(differs.lang, tcn_str(lang)),
		tcn_query_str_if(differs.text, a->text));
	struct tcn_buf features = { 0 }, vector = { 0 };
	enum tcn_rc rc;

	if (a->given == TCN_GIVEN_FEATURES)
		for (size_t i = 0; i < a->features_n; i++) {
			const struct tcn_given_feature *f = &a->features[i];
			struct head head = { f->weight, f->term.n };

			tcn_buf_add(&features, &head, sizeof head);
			tcn_buf_str(&features, f->term);
		}
	tcn_vector_encode(a->vector, a->vector_n, &vector);
	TCN_QUERY_BIND(&q, bytes_or_null(&features), bytes_or_null(&vector));
	rc = tcn_query_run(&q);
	tcn_buf_fini(&features);
	tcn_buf_fini(&vector);
	return rc;
}

/*
 * Compared first and inserted then, in two statements: an INSERT from a
 * SELECT may write many rows, so SQLite sets a savepoint for it, and at each
 * savepoint FTS5 writes out the postings it has gathered.
 */
enum tcn_rc
tcn_store_put_received(struct tcn_store_tx *tx,
    const struct tcn_article *article, const char *lang,
    const struct tcn_placement *place)
{
	struct differs differs = { false, false, false };
	enum tcn_rc rc = TCN_OK;

	if (place->duplicate_of)
		rc = compare(tx->st, article, lang, place->duplicate_of,
		    &differs);
	if (rc ||
	    (!differs.given && !differs.lang && !differs.text &&
		article->given != TCN_GIVEN_FEATURES && !article->vector_n))
		return rc;
	return put(tx, article, lang, place->seq, differs);
}
