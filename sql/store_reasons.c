#include "sql/store_reasons.h"

#include "sql/query.h"

enum tcn_rc
tcn_store_put_reason(struct tcn_store_tx *tx, const char *event,
    const struct tcn_store_reason_row *r)
{
	static const char sql[] =
	    "INSERT INTO event_reasons (event, more_than, within, voices, "
	    "asked, echoes, rise, bar, riser, probability, least, parts) "
	    "VALUES (?, ?, ?, ?, 0, ?, ?, 0, ?, ?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, tcn_str(event));
	tcn_query_int(&q, r->more_than);
	tcn_query_int(&q, r->within_ms);
	tcn_query_int(&q, r->on_topic_texts);
	tcn_query_int(&q, r->reported_items);
	tcn_query_real(&q, r->burst_ratio);
	tcn_query_str(&q, r->top_burst_term);
	tcn_query_real(&q, r->probability);
	tcn_query_real(&q, r->least);
	tcn_query_str(&q, r->parts);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_reason(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_reason_row **reason)
{
	static const char sql[] =
	    "SELECT more_than, within, voices, echoes, rise, riser, "
	    "probability, least, parts FROM event_reasons WHERE event = ?";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_store_reason_row *r;

	*reason = NULL;
	tcn_query_str(&q, tcn_str(event));
	if (!tcn_query_next(&q))
		return tcn_query_end(&q);
	r = tcn_arena_zalloc(arena, 1, sizeof *r);
	if (!r) {
		tcn_query_fail(&q, tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM));
		return tcn_query_end(&q);
	}
	r->more_than = tcn_query_get_u32(&q);
	r->within_ms = tcn_query_get_int(&q);
	r->on_topic_texts = tcn_query_get_u32(&q);
	r->reported_items = tcn_query_get_u32(&q);
	r->burst_ratio = tcn_query_get_real(&q);
	r->top_burst_term = tcn_query_copy_str(&q, arena);
	r->probability = tcn_query_get_real(&q);
	r->least = tcn_query_get_real(&q);
	r->parts = tcn_query_copy_str(&q, arena);
	*reason = r;
	return tcn_query_end(&q);
}
