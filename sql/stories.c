#include "sql/query.h"

static enum tcn_rc
put_row(struct tcn_store *st, const struct tcn_story *s)
{
	static const char sql[] =
	    "INSERT INTO stories VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET merged_into = excluded.merged_into,"
	    " first_ts = excluded.first_ts, last_ts = excluded.last_ts,"
	    " items = excluded.items, origins = excluded.origins,"
	    " publishers = excluded.publishers, central = excluded.central,"
	    " closed = excluded.closed";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_u64(&q, s->id);
	tcn_query_u64(&q, s->merged_into);
	tcn_query_int(&q, s->first_ms);
	tcn_query_int(&q, s->last_ms);
	tcn_query_int(&q, s->items);
	tcn_query_int(&q, s->origins);
	tcn_query_int(&q, s->publishers);
	tcn_query_u64(&q, s->central);
	tcn_query_int(&q, s->closed);
	return tcn_query_run(&q);
}

/* A word that stays where it was leaves its index entry alone. */
static enum tcn_rc
put_term(struct tcn_store *st, uint64_t story, size_t rank,
    const struct tcn_story_term *term)
{
	static const char sql[] =
	    "INSERT INTO story_terms VALUES (?, ?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET word = excluded.word,"
	    " weight = excluded.weight "
	    "WHERE word <> excluded.word OR weight <> excluded.weight";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_u64(&q, story);
	tcn_query_int(&q, (int64_t)rank);
	tcn_query_str(&q, term->word);
	tcn_query_real(&q, term->weight);
	return tcn_query_run(&q);
}

static enum tcn_rc
cut_terms(struct tcn_store *st, uint64_t story, size_t n)
{
	static const char sql[] =
	    "DELETE FROM story_terms WHERE story = ? AND rank >= ?";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_u64(&q, story);
	tcn_query_int(&q, (int64_t)n);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_story(struct tcn_store *st, const struct tcn_story *story)
{
	enum tcn_rc rc = tcn_db_writing(st);

	if (!rc)
		rc = put_row(st, story);
	for (size_t i = 0; i < story->terms_n && !rc; i++)
		rc = put_term(st, story->id, i, &story->terms[i]);
	if (!rc)
		rc = cut_terms(st, story->id, story->terms_n);
	return rc;
}
