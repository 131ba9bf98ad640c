#include "sql/sent.h"

#include <string.h>

/* A feature: bytes of the term, its weight, the term. In host order, as the
 * detector's memory is. */
struct head {
	double weight;
	uint64_t term_n;
};

static void
pack(struct tcn_buf *out, const struct tcn_article *a)
{
	for (size_t i = 0; i < a->features_n; i++) {
		const struct tcn_given_feature *f = &a->features[i];
		struct head head = { f->weight, f->term.n };

		tcn_buf_add(out, &head, sizeof head);
		tcn_buf_str(out, f->term);
	}
}

/* The next feature of *bytes; false when they hold none. */
static bool
unpack(struct tcn_str *bytes, struct tcn_given_feature *f)
{
	struct head head;

	if (bytes->n < sizeof head)
		return false;
	memcpy(&head, bytes->at, sizeof head);
	if (head.term_n > bytes->n - sizeof head || !(head.weight > 0) ||
	    head.weight > 1e300)
		return false;
	f->weight = head.weight;
	f->term =
	    (struct tcn_str){ bytes->at + sizeof head, (size_t)head.term_n };
	bytes->at += sizeof head + f->term.n;
	bytes->n -= sizeof head + f->term.n;
	return true;
}

void
tcn_sent_features(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *article)
{
	struct tcn_given_feature *features = NULL;
	struct tcn_str bytes = tcn_query_copy_str(q, arena);
	size_t n = 0;

	while (!q->rc && bytes.n) {
		features =
		    tcn_query_grow(q, arena, features, n, sizeof *features);
		if (features && !unpack(&bytes, &features[n++]))
			tcn_query_stop(q,
			    tcn_db_refuse(q->st, TCN_CORRUPT,
				"the features of an item cannot be read: "
				"restore a copy of the file"));
	}
	article->features = features;
	article->features_n = q->rc ? 0 : n;
}

enum tcn_rc
tcn_sent_put(struct tcn_store *st, const struct tcn_article *article,
    const char *lang, const struct tcn_placement *place)
{
	static const char sql[] =
	    "INSERT INTO sent SELECT ?1, nullif(?2, given), nullif(?3, lang),"
	    " nullif(?4, text), ?5 FROM articles WHERE seq = ?6"
	    " AND (given <> ?2 OR lang <> ?3 OR text <> ?4 OR ?5 IS NOT NULL)";
	bool features = article->given == TCN_GIVEN_FEATURES;
	struct tcn_buf bytes = { 0 };
	struct tcn_query q;
	enum tcn_rc rc;

	if (!place->duplicate_of && !features)
		return TCN_OK;
	if (features)
		pack(&bytes, article);
	q = tcn_query(st, sql);
	tcn_query_u64(&q, place->seq);
	tcn_query_int(&q, article->given);
	tcn_query_str(&q, tcn_str(lang));
	tcn_query_str(&q, article->text);
	if (features)
		tcn_query_blob(&q, bytes.at, bytes.n);
	else
		tcn_query_null(&q);
	tcn_query_u64(&q,
	    place->duplicate_of ? place->duplicate_of : place->seq);
	if (bytes.failed)
		tcn_query_stop(&q, tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM));
	rc = tcn_query_run(&q);
	tcn_buf_fini(&bytes);
	return rc;
}
