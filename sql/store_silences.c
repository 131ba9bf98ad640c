#include "sql/store_silences.h"

#include <stdio.h>

#include "sql/query.h"
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
	static const char sql[] =
	    "INSERT INTO silences (kind, value, author, reason, created, "
	    "expires, ended_by) VALUES (?, ?, ?, ?, ?, ?, '')";
	struct tcn_query q = tcn_query_tx(tx, sql);
	enum tcn_rc rc;

	tcn_query_int(&q, s->kind);
	tcn_query_str(&q, s->value);
	tcn_query_str(&q, s->author);
	tcn_query_str(&q, s->reason);
	tcn_query_int(&q, s->created_ms);
	tcn_query_int(&q, s->expires_ms);
	rc = tcn_query_insert(&q, &s->id);
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
	struct tcn_query q = tcn_query_tx(tx, sql);
	enum tcn_rc rc;

	tcn_query_u64(&q, id);
	tcn_query_int(&q, at_ms);
	tcn_query_str(&q, by);
	rc = tcn_query_change(&q, found);
	return rc || !*found ? rc : tell(tx, id, tcn_str(""));
}

enum tcn_rc
tcn_store_count_ended_silences(const struct tcn_store *st, uint64_t *n)
{
	static const char sql[] = "SELECT count(ended) FROM silences";
	struct tcn_query q = tcn_query(st, sql);

	*n = tcn_query_next(&q) ? tcn_query_get_u64(&q) : 0;
	return tcn_query_end(&q);
}

static struct tcn_silence
get_row(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_silence s = { .id = tcn_query_get_u64(q) };
	bool ended;

	s.kind = (enum tcn_silence_kind)tcn_query_get_int(q);
	s.value = tcn_query_copy_str(q, arena);
	s.author = tcn_query_copy_str(q, arena);
	s.reason = tcn_query_copy_str(q, arena);
	if (q->rc)
		return s;
	s.created_ms = tcn_query_get_int(q);
	s.expires_ms = tcn_query_get_int(q);
	ended = !tcn_query_is_null(q);
	s.ended_ms = tcn_query_get_int(q);
	if (!ended)
		s.ended_ms = TCN_UNDATED;
	s.ended_by = tcn_query_copy_str(q, arena);
	return s;
}

static enum tcn_rc
collect(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_silence_list *list)
{
	*list = (struct tcn_store_silence_list){ 0 };
	while (tcn_query_next(q)) {
		struct tcn_silence *at =
		    tcn_query_grow(q, arena, list->at, list->n, sizeof *at);

		if (!at)
			break;
		list->at = at;
		at[list->n++] = get_row(q, arena);
	}
	return tcn_query_end(q);
}

#define SILENCE                                                                \
	"SELECT id, kind, value, author, reason, created, expires, ended,"     \
	" ended_by FROM silences "

enum tcn_rc
tcn_store_silence(const struct tcn_store *st, uint64_t id,
    struct tcn_arena *arena, struct tcn_silence **silence)
{
	static const char sql[] = SILENCE "WHERE id = ?";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_store_silence_list list;
	enum tcn_rc rc;

	tcn_query_u64(&q, id);
	rc = collect(&q, arena, &list);
	*silence = !rc && list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_store_silences(const struct tcn_store *st, int64_t at_ms, uint64_t after,
    size_t limit, struct tcn_arena *arena, struct tcn_store_silence_list *list)
{
	static const char all[] = SILENCE "WHERE id > ? ORDER BY id LIMIT ?";
	static const char held[] =
	    SILENCE "WHERE id > ?1 AND expires > ?3 AND created <= ?3 "
		    "AND (ended IS NULL OR ended > ?3) ORDER BY id LIMIT ?2";
	bool any = at_ms == TCN_UNDATED;
	struct tcn_query q = tcn_query(st, any ? all : held);

	tcn_query_u64(&q, after);
	tcn_query_limit(&q, limit);
	if (!any)
		tcn_query_int(&q, at_ms);
	return collect(&q, arena, list);
}
