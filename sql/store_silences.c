#include "sql/store_silences.h"

#include <stdio.h>

#include "sql/query_record.h"
#include "sql/store_told.h"

/* Tells of a silence that was made or ended. */
static enum tcn_rc
tell(struct tcn_store_tx *tx, uint64_t id, struct tcn_str event)
{
	struct tcn_store_told told = { .kind = TCN_STORE_TOLD_SILENCE,
		.number = id };

	snprintf(told.event, sizeof told.event, "%.*s", TCN_STR_ARG(event));
	return tcn_store_tell(tx, &told);
}

enum tcn_rc
tcn_store_put_silence(struct tcn_store_tx *tx, struct tcn_silence *s)
{
	enum tcn_rc rc =
	    tcn_query_put_record(tx, &tcn_record_silence, s, &s->id);

	return rc ? rc
		  : tell(tx, s->id,
			s->kind == TCN_SILENCE_EVENT ? s->value : tcn_str(""));
}

enum tcn_rc
tcn_store_end_silence(struct tcn_store_tx *tx, uint64_t id, int64_t at_ms,
    struct tcn_str by, bool *found)
{
	static const char sql[] =
	    "UPDATE silences SET ended = ?2, ended_by = ?3 "
	    "WHERE id = ?1 AND ended IS NULL AND expires > ?2";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, id, at_ms, by);
	enum tcn_rc rc;

	rc = tcn_query_change(&q, found);
	return rc || !*found ? rc : tell(tx, id, tcn_str(""));
}

enum tcn_rc
tcn_store_count_ended_silences(const struct tcn_store *st, uint64_t *n)
{
	static const char sql[] = "SELECT count(ended) FROM silences";
	struct tcn_query q = tcn_query(st, sql);

	*n = 0;
	return TCN_QUERY_ONE(&q, NULL, n);
}

enum tcn_rc
tcn_store_silence(const struct tcn_store *st, uint64_t id,
    struct tcn_arena *arena, struct tcn_silence **silence)
{
	static const char sql[] = "WHERE id = ?";
	struct tcn_query q = TCN_RECORDS(st, &tcn_record_silence, sql, id);
	size_t n;

	*silence = tcn_query_get_records(&q, &tcn_record_silence, arena, &n);
	return q.rc;
}

enum tcn_rc
tcn_store_silences(const struct tcn_store *st, int64_t at_ms, uint64_t after,
    size_t limit, struct tcn_arena *arena, struct tcn_store_silence_list *list)
{
	static const char all[] = "WHERE id > ?1 ORDER BY id LIMIT ?2";
	static const char held[] =
	    "WHERE id > ?1 AND expires > ?3 AND created <= ?3 "
	    "AND (ended IS NULL OR ended > ?3) ORDER BY id LIMIT ?2";
	bool any = at_ms == TCN_UNDATED;
	struct tcn_query q = TCN_RECORDS(st, &tcn_record_silence,
	    any ? all : held, after, tcn_query_limit(limit));

	if (!any)
		TCN_QUERY_BIND(&q, at_ms);
	list->at =
	    tcn_query_get_records(&q, &tcn_record_silence, arena, &list->n);
	return q.rc;
}
