#include "sql/store_rebuild.h"

#include "sql/query.h"
#include "sql/store_items_impl.h"
#include "sql/store_now.h"
#include "sql/store_read.h"

enum tcn_rc
tcn_store_read_again(const struct tcn_store *st, int64_t span_ms,
    struct tcn_store_reading *reading)
{
	static const char last[] = "SELECT max(ts) FROM items";
	static const char since[] =
	    "SELECT coalesce(min(seq), 0), count(*) FROM items WHERE seq >="
	    " (SELECT min(seq) FROM items INDEXED BY items_ts WHERE ts >= ?)";
	struct tcn_query q = tcn_query(st, last);
	enum tcn_rc rc;

	*reading = (struct tcn_store_reading){ .since_ms = INT64_MIN };
	if (tcn_query_next(&q) && !tcn_query_is_null(&q))
		reading->since_ms = tcn_query_get_int(&q) - span_ms;
	rc = tcn_query_end(&q);
	if (rc)
		return rc;
	q = TCN_QUERY(st, since, reading->since_ms);
	return TCN_QUERY_ONE(&q, NULL, &reading->first, &reading->items);
}

static enum tcn_rc
read_stories(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_ids *ids)
{
	static const char sql[] =
	    "SELECT story FROM event_stories WHERE event = ? ORDER BY story";
	struct tcn_query q = TCN_QUERY(st, sql, event);

	return tcn_store_collect_ids(&q, arena, ids);
}

static enum tcn_rc
tell(const struct tcn_store *st, struct tcn_str id, struct tcn_arena *arena,
    tcn_store_past_event_fn *fn, void *ctx)
{
	struct tcn_store_ids ids = { 0 };
	struct tcn_event *event;
	enum tcn_rc rc = tcn_store_event(st, id.at, arena, &event);

	if (rc || !event)
		return rc;
	rc = read_stories(st, event->id, arena, &ids);
	return rc ? rc : fn(ctx, event, ids.at, ids.n);
}

enum tcn_rc
tcn_store_each_past_event(const struct tcn_store *st, int64_t since_ms,
    struct tcn_arena *arena, tcn_store_past_event_fn *fn, void *ctx)
{
	static const char sql[] =
	    "SELECT e.id FROM events e JOIN event_revisions r ON r.event = e.id"
	    " AND r.revision = e.revision WHERE e.revision <> 0"
	    " AND (r.state <> 2 OR e.fired >= ?) AND r.merged_into = '' "
	    "ORDER BY e.fired, e.id";
	struct tcn_query q = TCN_QUERY(st, sql, since_ms);

	while (tcn_query_next(&q)) {
		struct tcn_str id;

		tcn_arena_reset(arena);
		id = tcn_query_copy_str(&q, arena);
		if (id.at)
			tcn_query_fail(&q, tell(st, id, arena, fn, ctx));
	}
	return tcn_query_end(&q);
}

/* Noted first, as rows are not changed under a query that walks them. */
enum tcn_rc
tcn_store_close_stories(struct tcn_store_tx *tx,
    bool (*is_open)(void *ctx, uint64_t story), void *ctx)
{
	static const char open[] =
	    "SELECT id FROM stories WHERE closed <> 1 AND closed = 0 "
	    "ORDER BY id";
	static const char close[] =
	    "UPDATE stories SET closed = 2 WHERE id = ?";
	struct tcn_query q = tcn_query_tx(tx, open);
	struct tcn_store_ids ids = { 0 };
	struct tcn_arena arena;
	enum tcn_rc rc;

	tcn_arena_init(&arena, 0);
	rc = tcn_store_collect_ids(&q, &arena, &ids);
	for (size_t i = 0; i < ids.n && !rc; i++) {
		if (is_open(ctx, ids.at[i]))
			continue;
		q = TCN_QUERY_TX(tx, close, ids.at[i]);
		rc = tcn_query_run(&q);
		tx->st->stories_closed++; /* of which searches are to know */
	}
	tcn_arena_fini(&arena);
	return rc;
}
