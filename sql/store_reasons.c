#include "sql/store_reasons.h"

#include "engine/base/buf.h"
#include "engine/base/json_value.h"
#include "sql/query_record.h"

#define F(...)  TCN_FIELD(struct tcn_store_reason_row, __VA_ARGS__)
#define AS(...) TCN_FIELD_AS(struct tcn_store_reason_row, __VA_ARGS__)
static const struct tcn_field fields[] = {
	F(U32, more_than),
	AS(SPAN, within_ms, .name = "within", .key = "within_seconds"),
	AS(U32, on_topic_texts, .name = "voices"),
	AS(U32, reported_items, .name = "echoes"),
	AS(REAL, burst_ratio, .name = "rise", .max = 4),
	AS(TEXT, top_burst_term, .name = "riser"),
	F(REAL, probability, .max = 4),
	F(REAL, least, .max = 4),
	F(JSON, parts),
	{ 0 },
};

const struct tcn_fields tcn_store_reason_record = {
	.table = "event_reasons",
	.fields = fields,
	.bytes = sizeof(struct tcn_store_reason_row),
	.chars = 4000,
};

enum tcn_rc
tcn_store_put_reason(struct tcn_store_tx *tx, const char *event,
    const struct tcn_store_reason_row *r)
{
	static const char sql[] =
	    "INSERT INTO event_reasons (event, more_than, within, voices, "
	    "asked, echoes, rise, bar, riser, probability, least, parts) "
	    "VALUES (?, ?, ?, ?, 0, ?, ?, 0, ?, ?, ?, ?)";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, event, r->more_than,
	    r->within_ms, r->on_topic_texts, r->reported_items, r->burst_ratio,
	    r->top_burst_term, r->probability, r->least, r->parts);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_reason(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_reason_row **reason)
{
	static const char sql[] = "WHERE event = ?";
	struct tcn_query q =
	    TCN_RECORDS(st, &tcn_store_reason_record, sql, event);
	size_t n;

	*reason =
	    tcn_query_get_records(&q, &tcn_store_reason_record, arena, &n);
	return q.rc;
}

static void
list_parts(struct tcn_str json, struct tcn_arena *arena,
    struct tcn_event_reason *reason)
{
	struct tcn_json_value parts, at;
	struct tcn_event_part *list;
	size_t n = 0;
	struct tcn_json_value whole = { 0 };
	struct tcn_buf text = { 0 };
	struct tcn_err err;

	/* The array as it is stored; parts is absent when it is damaged. */
	tcn_buf_z(&text, "{\"parts\":");
	tcn_buf_str(&text, json);
	tcn_buf_char(&text, '}');
	/* What cannot be read has no parts. */
	if (tcn_json_read(tcn_buf_view(&text), arena, &whole, &err))
		whole = (struct tcn_json_value){ 0 };
	tcn_buf_fini(&text);
	parts = tcn_json_member(&whole, "parts");
	if (parts.kind != TCN_JSON_ARRAY)
		return;
	for (at = tcn_json_first(&parts); at.node; at = tcn_json_next(&at))
		n++;
	list = tcn_arena_zalloc(arena, n + 1, sizeof *list);
	reason->parts = list;
	for (at = tcn_json_first(&parts); at.node; at = tcn_json_next(&at))
		list[reason->parts_n++] = (struct tcn_event_part){
			.name = tcn_json_member(&at, "name").s,
			.says = tcn_json_member(&at, "says").s,
			.part = tcn_json_member(&at, "part").n,
		};
}

enum tcn_rc
tcn_store_event_reason(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, const struct tcn_event_reason **out)
{
	struct tcn_store_reason_row *row;
	struct tcn_event_reason *reason;
	enum tcn_rc rc = tcn_store_reason(st, event, arena, &row);

	*out = NULL;
	if (rc || !row || (row->probability <= 0 && row->parts.n <= 2))
		return rc; /* "[]" */
	reason = tcn_arena_zalloc(arena, 1, sizeof *reason);
	reason->probability = row->probability;
	reason->least = row->least;
	*out = reason;
	if (!row->parts.n)
		return TCN_OK;
	list_parts(row->parts, arena, reason);
	return TCN_OK;
}
