#include "sql/store_reasons.h"

#include "engine/base/buf.h"
#include "engine/base/json_value.h"
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

/* The array as it is stored; *parts stays absent when it is damaged. */
static enum tcn_rc
read_parts(struct tcn_str json, struct tcn_arena *arena,
    struct tcn_json_value *parts)
{
	struct tcn_json_value whole = { 0 };
	struct tcn_buf text = { 0 };
	struct tcn_err err;
	enum tcn_rc rc;

	tcn_buf_z(&text, "{\"parts\":");
	tcn_buf_str(&text, json);
	tcn_buf_char(&text, '}');
	rc = text.failed
	    ? TCN_NOMEM
	    : tcn_json_read(tcn_buf_view(&text), arena, &whole, &err);
	tcn_buf_fini(&text);
	*parts = tcn_json_member(&whole, "parts");
	return rc == TCN_NOMEM ? rc : TCN_OK;
}

static enum tcn_rc
list_parts(struct tcn_str json, struct tcn_arena *arena,
    struct tcn_event_reason *reason)
{
	struct tcn_json_value parts, at;
	struct tcn_event_part *list;
	size_t n = 0;
	enum tcn_rc rc = read_parts(json, arena, &parts);

	if (rc || parts.kind != TCN_JSON_ARRAY)
		return rc;
	for (at = tcn_json_first(&parts); at.node; at = tcn_json_next(&at))
		n++;
	list = tcn_arena_zalloc(arena, n + 1, sizeof *list);
	if (!list)
		return TCN_NOMEM;
	reason->parts = list;
	for (at = tcn_json_first(&parts); at.node; at = tcn_json_next(&at))
		list[reason->parts_n++] = (struct tcn_event_part){
			.name = tcn_json_member(&at, "name").s,
			.says = tcn_json_member(&at, "says").s,
			.part = tcn_json_member(&at, "part").n,
		};
	return TCN_OK;
}

enum tcn_rc
tcn_store_event_reason(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, const struct tcn_event_reason **out)
{
	struct tcn_store_reason_row *row;
	struct tcn_event_reason *reason;
	enum tcn_rc rc = tcn_store_reason(st, event, arena, &row);

	*out = NULL;
	if (rc || !row || row->probability <= 0)
		return rc;
	reason = tcn_arena_zalloc(arena, 1, sizeof *reason);
	if (!reason)
		return tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM);
	reason->probability = row->probability;
	reason->least = row->least;
	*out = reason;
	if (!row->parts.n)
		return TCN_OK;
	rc = list_parts(row->parts, arena, reason);
	return rc ? tcn_db_refuse(st, rc, TCN_DB_NOMEM) : TCN_OK;
}
