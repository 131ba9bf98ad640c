#include "sql/store_told.h"

#include "sql/query_record.h"

static const char *const kinds[] = {
	[TCN_STORE_TOLD_EVENT] = "event",
	[TCN_STORE_TOLD_DESK] = "desk",
	[TCN_STORE_TOLD_SILENCE] = "silence",
	[TCN_STORE_TOLD_MERGE] = "merge",
	[TCN_STORE_TOLD_FEED] = "feed",
	[TCN_STORE_TOLD_RULES] = "rules",
	NULL,
};

#define F(...) TCN_FIELD(struct tcn_store_told, __VA_ARGS__)
static const struct tcn_field fields[] = {
	F(U64, seq, .flags = TCN_FIELD_AUTO),
	F(WORD, kind, .words = kinds),
	F(ID, event),
	F(U64, number),
	F(TEXT, says),
	F(BOOL, late, .flags = TCN_FIELD_AUTO),
	{ 0 },
};

static const struct tcn_fields record = {
	.table = "told",
	.fields = fields,
	.bytes = sizeof(struct tcn_store_told),
};

const char *
tcn_store_told_name(enum tcn_store_told_kind kind)
{
	return tcn_field_word(kinds, kind);
}

enum tcn_rc
tcn_store_tell(struct tcn_store_tx *tx, const struct tcn_store_told *told)
{
	static const char forget[] = "DELETE FROM told WHERE seq <= ?";
	struct tcn_query q;
	uint64_t seq = 0;
	enum tcn_rc rc = tcn_query_put_record(tx, &record, told, &seq);

	if (rc || seq <= TCN_STORE_TOLD_MAX)
		return rc;
	q = TCN_QUERY_TX(tx, forget, seq - TCN_STORE_TOLD_MAX);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_told_late(struct tcn_store_tx *tx, const struct tcn_event *event)
{
	/* It is among the last rows of the open transaction. */
	static const char sql[] =
	    "UPDATE told SET late = 1 WHERE seq = (SELECT seq FROM told"
	    " WHERE kind = 0 AND event = ? AND number = ?"
	    " ORDER BY seq DESC LIMIT 1)";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, event->id, event->revision);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_told_after(const struct tcn_store *st, uint64_t seq, size_t limit,
    struct tcn_arena *arena, struct tcn_store_told_list *list)
{
	static const char sql[] = "WHERE seq > ? ORDER BY seq LIMIT ?";
	struct tcn_query q =
	    TCN_RECORDS(st, &record, sql, seq, tcn_query_limit(limit));

	list->at = tcn_query_get_records(&q, &record, arena, &list->n);
	return q.rc;
}

enum tcn_rc
tcn_store_told_find(const struct tcn_store *st, const char *event,
    uint32_t revision, uint64_t *seq)
{
	static const char sql[] = "SELECT coalesce(max(seq), 0) FROM told "
				  "WHERE kind = 0 AND event = ? AND number = ?";
	struct tcn_query q = TCN_QUERY(st, sql, event, revision);

	*seq = 0;
	return TCN_QUERY_ONE(&q, NULL, seq);
}

enum tcn_rc
tcn_store_told_range(const struct tcn_store *st, uint64_t *oldest,
    uint64_t *last)
{
	static const char sql[] =
	    "SELECT coalesce((SELECT seq FROM sqlite_sequence"
	    " WHERE name = 'told'), 0),"
	    " coalesce((SELECT min(seq) FROM told), 0)";
	struct tcn_query q = tcn_query(st, sql);
	enum tcn_rc rc;

	*oldest = *last = 0;
	rc = TCN_QUERY_ONE(&q, NULL, last, oldest);
	if (!*oldest)
		*oldest = *last + 1;
	return rc;
}
