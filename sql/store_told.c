#include "sql/store_told.h"

#include <assert.h>
#include <stdio.h>

#include "sql/query.h"

const char *
tcn_store_told_name(enum tcn_store_told_kind kind)
{
	static const char *const words[TCN_STORE_TOLD_KINDS] = {
		[TCN_STORE_TOLD_EVENT] = "event",
		[TCN_STORE_TOLD_DESK] = "desk",
		[TCN_STORE_TOLD_SILENCE] = "silence",
		[TCN_STORE_TOLD_MERGE] = "merge",
		[TCN_STORE_TOLD_FEED] = "feed",
		[TCN_STORE_TOLD_RULES] = "rules",
	};

	return (unsigned)kind < TCN_STORE_TOLD_KINDS ? words[kind] : "unknown";
}

enum tcn_rc
tcn_store_tell(struct tcn_store_tx *tx, const struct tcn_store_told *told)
{
	static const char add[] = "INSERT INTO told (kind, event, number, says)"
				  " VALUES (?, ?, ?, ?)";
	static const char forget[] = "DELETE FROM told WHERE seq <= ?";
	struct tcn_query q = tcn_query_tx(tx, add);
	uint64_t seq = 0;
	enum tcn_rc rc;

	assert((unsigned)told->kind < TCN_STORE_TOLD_KINDS);
	tcn_query_int(&q, told->kind);
	tcn_query_str(&q, tcn_str(told->event));
	tcn_query_u64(&q, told->number);
	tcn_query_str(&q, told->says);
	rc = tcn_query_insert(&q, &seq);
	if (rc || seq <= TCN_STORE_TOLD_MAX)
		return rc;
	q = tcn_query_tx(tx, forget);
	tcn_query_u64(&q, seq - TCN_STORE_TOLD_MAX);
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
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_str(&q, tcn_str(event->id));
	tcn_query_int(&q, event->revision);
	return tcn_query_run(&q);
}

static struct tcn_store_told
get_row(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_store_told told = { .seq = tcn_query_get_u64(q) };
	struct tcn_str event;

	told.kind = (enum tcn_store_told_kind)tcn_query_get_int(q);
	event = tcn_query_get_str(q);
	snprintf(told.event, sizeof told.event, "%.*s", TCN_STR_ARG(event));
	told.number = tcn_query_get_u64(q);
	told.says = tcn_query_copy_str(q, arena);
	if (!q->rc)
		told.late = tcn_query_get_int(q) != 0;
	return told;
}

enum tcn_rc
tcn_store_told_after(const struct tcn_store *st, uint64_t seq, size_t limit,
    struct tcn_arena *arena, struct tcn_store_told_list *list)
{
	static const char sql[] =
	    "SELECT seq, kind, event, number, says, late FROM told "
	    "WHERE seq > ? ORDER BY seq LIMIT ?";
	struct tcn_query q = tcn_query(st, sql);

	*list = (struct tcn_store_told_list){ 0 };
	tcn_query_u64(&q, seq);
	tcn_query_limit(&q, limit);
	while (tcn_query_next(&q)) {
		struct tcn_store_told *at =
		    tcn_query_grow(&q, arena, list->at, list->n, sizeof *at);

		if (!at)
			break;
		list->at = at;
		at[list->n++] = get_row(&q, arena);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_told_find(const struct tcn_store *st, const char *event,
    uint32_t revision, uint64_t *seq)
{
	static const char sql[] = "SELECT coalesce(max(seq), 0) FROM told "
				  "WHERE kind = 0 AND event = ? AND number = ?";
	struct tcn_query q = tcn_query(st, sql);

	*seq = 0;
	tcn_query_str(&q, tcn_str(event));
	tcn_query_int(&q, revision);
	if (tcn_query_next(&q))
		*seq = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
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

	*oldest = *last = 0;
	if (tcn_query_next(&q)) {
		*last = tcn_query_get_u64(&q);
		*oldest = tcn_query_get_u64(&q);
	}
	if (!*oldest)
		*oldest = *last + 1;
	return tcn_query_end(&q);
}
