#include "sql/query.h"

static enum tcn_rc
drop(struct tcn_store *st, const struct tcn_state *state)
{
	static const char sql[] = "DELETE FROM state WHERE kind = ? AND id = ?";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_int(&q, state->kind);
	tcn_query_u64(&q, state->id);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_put_state(struct tcn_store *st, const struct tcn_state *state)
{
	static const char sql[] =
	    "INSERT INTO state (kind, id, bytes) VALUES (?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET bytes = excluded.bytes";
	enum tcn_rc rc = tcn_db_writing(st);
	struct tcn_query q;

	if (rc)
		return rc;
	if (!state->bytes)
		return drop(st, state);
	q = tcn_query(st, sql);
	tcn_query_int(&q, state->kind);
	tcn_query_u64(&q, state->id);
	tcn_query_blob(&q, state->bytes, state->n);
	return tcn_query_run(&q);
}
