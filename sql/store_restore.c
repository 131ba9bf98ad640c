#include "engine/base/url.h"
#include "sql/store_delta_impl.h"
#include "sql/store_items_impl.h"
#include "sql/store_read.h"

/* The rows of the state, with what has changed since laid over them. */
struct merge_scan {
	tcn_state_fn *fn;
	tcn_state_fn *changed; /* is given those that have changed, too */
	void *ctx;
	struct tcn_store_deltas changes;
	size_t next; /* of them */
};

/* Gives the changes that stand before row; all that are left: NULL. */
static enum tcn_rc
emit_deltas(struct merge_scan *merge_scan, const struct tcn_state_row *row)
{
	const struct tcn_store_deltas *changes = &merge_scan->changes;
	enum tcn_rc rc = TCN_OK;

	while (!rc && merge_scan->next < changes->n) {
		const struct tcn_state_row *state =
		    &changes->at[merge_scan->next].state;

		if (row && tcn_store_state_cmp(state, row) >= 0)
			break;
		merge_scan->next++;
		if (state->bytes)
			rc = merge_scan->fn(merge_scan->ctx, state);
		if (!rc && state->bytes && merge_scan->changed)
			rc = merge_scan->changed(merge_scan->ctx, state);
	}
	return rc;
}

/* A row as stored, unless it has changed. */
static enum tcn_rc
emit_row(void *of, const struct tcn_state_row *row)
{
	struct merge_scan *merge_scan = of;
	const struct tcn_store_deltas *changes = &merge_scan->changes;
	enum tcn_rc rc = emit_deltas(merge_scan, row);

	if (rc)
		return rc;
	if (merge_scan->next < changes->n &&
	    tcn_store_state_cmp(&changes->at[merge_scan->next].state, row) == 0)
		return TCN_OK; /* given next */
	return merge_scan->fn(merge_scan->ctx, row);
}

enum tcn_rc
tcn_store_each_state(const struct tcn_store *st, tcn_state_fn *fn,
    tcn_state_fn *changed, void *ctx)
{
	struct merge_scan merge_scan = {
		.fn = fn, .changed = changed, .ctx = ctx
	};
	enum tcn_rc rc = tcn_store_deltas(st, &merge_scan.changes);

	if (rc)
		return rc;
	rc = tcn_store_pages_each(st, emit_row, &merge_scan);
	if (!rc)
		rc = emit_deltas(&merge_scan, NULL);
	tcn_store_deltas_fini(&merge_scan.changes);
	return rc;
}

enum tcn_rc
tcn_store_each_delta(const struct tcn_store *st, tcn_state_fn *fn, void *ctx)
{
	struct merge_scan merge_scan = { .fn = fn, .ctx = ctx };
	enum tcn_rc rc = tcn_store_deltas(st, &merge_scan.changes);

	if (rc)
		return rc;
	rc = emit_deltas(&merge_scan, NULL);
	tcn_store_deltas_fini(&merge_scan.changes);
	return rc;
}

static struct tcn_article
get_names(struct tcn_query *q, const uint64_t key[2])
{
	struct tcn_article article = { .ts_ms = TCN_UNDATED };

	article.key[0] = key[0];
	article.key[1] = key[1];
	article.id = tcn_query_get_str(q);
	article.source = tcn_query_get_str(q);
	article.url = tcn_url_web(tcn_query_get_str(q));
	article.label = tcn_query_get_str(q);
	article.title = tcn_query_get_str(q);
	article.text = tcn_query_get_str(q);
	article.lang = tcn_query_get_str(q);
	return article;
}

/*
 * Arrival is nearly in time order: from the first item in question, scan. It
 * is found among those in question, however many came before. An item that is
 * not named needs no look at its article's row.
 */
enum tcn_rc
tcn_store_each_placement(const struct tcn_store *st, int64_t since_ms,
    int64_t named_ms, tcn_store_placement_fn *fn, void *ctx)
{
	static const char sql[] =
	    "SELECT " TCN_STORE_ITEM_PLACE
	    ", i.key, i.id, i.source, i.url, i.label,"
	    " coalesce(i.title, a.title),"
	    " substr(coalesce(s.text, a.text), 1, 1000),"
	    " coalesce(s.lang, a.lang) FROM items i "
	    "LEFT JOIN articles a ON a.seq = iif(i.ts >= ?2, i.article, NULL) "
	    "LEFT JOIN sent s ON s.seq = iif(i.ts >= ?2, i.seq, NULL) "
	    "WHERE i.seq >= (SELECT min(seq) FROM items INDEXED BY items_ts"
	    " WHERE ts >= ?1)"
	    " AND +i.ts >= ?1 ORDER BY i.seq";
	struct tcn_query q = TCN_QUERY(st, sql, since_ms, named_ms);

	while (tcn_query_next(&q)) {
		struct tcn_placement place = tcn_store_item_place(&q);
		struct tcn_article article;
		uint64_t key[2];
		bool named = place.ts_ms >= named_ms;

		tcn_store_item_key(&q, key);
		if (named)
			article = get_names(&q, key);
		tcn_query_fail(&q,
		    fn(ctx, &place, key, named ? &article : NULL));
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_each_assigned(const struct tcn_store *st, uint64_t from_seq,
    tcn_store_assigned_fn *fn, void *ctx)
{
	static const char sql[] =
	    "SELECT i.seq, i.story, i.distance, i.id, i.article <> i.seq, o.id "
	    "FROM items i JOIN items o ON o.seq = i.article "
	    "WHERE i.seq >= ? ORDER BY i.seq";
	struct tcn_query q = TCN_QUERY(st, sql, from_seq);

	while (tcn_query_next(&q)) {
		struct tcn_store_assignment item = {
			.seq = tcn_query_get_u64(&q)
		};
		bool copy;

		item.story = tcn_query_get_u64(&q);
		item.distance = (uint8_t)tcn_query_get_int(&q);
		item.id = tcn_query_get_str(&q);
		copy = tcn_query_get_int(&q) != 0;
		item.original = tcn_query_get_str(&q);
		if (!copy)
			item.original = (struct tcn_str){ NULL, 0 };
		tcn_query_fail(&q, fn(ctx, &item));
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_each_redirect(const struct tcn_store *st, tcn_store_redirect_fn *fn,
    void *ctx)
{
	static const char sql[] =
	    "SELECT id, merged_into FROM stories WHERE merged_into <> 0";
	struct tcn_query q = tcn_query(st, sql);

	while (tcn_query_next(&q)) {
		uint64_t story = tcn_query_get_u64(&q);

		fn(ctx, story, tcn_query_get_u64(&q));
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_get_meta(const struct tcn_store *st, const char *name,
    struct tcn_arena *arena, struct tcn_str *value)
{
	static const char sql[] = "SELECT value FROM meta WHERE name = ?";
	struct tcn_query q = TCN_QUERY(st, sql, name);

	*value = (struct tcn_str){ NULL, 0 };
	return TCN_QUERY_ONE(&q, arena, value);
}
