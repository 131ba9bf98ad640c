#include "sql/store_latest.h"

#include <assert.h>

#include "sql/query.h"
#include "sql/store_items_impl.h"
#include "sql/store_members.h"

/* ?2 source, ?3 lang; NULL lets all through. */
#define IS_FROM                                                                \
	"(?2 IS NULL OR i.source = ?2 COLLATE NOCASE) AND (?3 IS NULL"         \
	" OR ?3 = (SELECT a.lang FROM articles a WHERE a.seq = i.article)) "

enum tcn_rc
tcn_store_latest(const struct tcn_store *st,
    const struct tcn_store_latest *filter, size_t limit,
    struct tcn_arena *arena, struct tcn_store_ids *seqs, uint64_t *next)
{
	static const char any[] =
	    "SELECT i.seq FROM items i WHERE i.seq < ?4 AND i.seq >= ?1"
	    " AND " IS_FROM "AND (?5 = 0 OR i.article = i.seq) "
	    "ORDER BY i.seq DESC LIMIT ?6";
	static const char story[] =
	    TCN_STORE_STORY_PARTS "SELECT i.seq FROM part CROSS JOIN items i"
				  " ON i.story = part.story AND i.story <> 0"
				  " WHERE i.seq < ?4 AND " IS_FROM
				  "AND (?5 = 0 OR i.article = i.seq) "
				  "ORDER BY i.seq DESC LIMIT ?6";
	uint64_t before = filter->before, least = 1;
	struct tcn_query q;
	enum tcn_rc rc = TCN_OK;

	assert(limit > 0);
	*seqs = (struct tcn_store_ids){ 0 };
	*next = 0;
	if (!before)
		rc = tcn_store_last_seq(st, &before);
	if (rc)
		return rc;
	before += !filter->before;
	if (before > TCN_STORE_LATEST_LOOKED)
		least = before - TCN_STORE_LATEST_LOOKED;
	q = TCN_QUERY(st, filter->story ? story : any,
	    filter->story ? filter->story : least, filter->source, filter->lang,
	    before, filter->originals, tcn_query_limit(limit + 1));
	rc = tcn_store_collect_ids(&q, arena, seqs);
	if (seqs->n > limit)
		*next = seqs->at[--seqs->n - 1];
	else if (!filter->story && least > 1)
		*next = least;
	return rc;
}

enum tcn_rc
tcn_store_arrivals_after(const struct tcn_store *st, uint64_t seq, size_t limit,
    struct tcn_arena *arena, struct tcn_store_arrivals *arrivals)
{
	static const char sql[] =
	    "SELECT seq, source, ts, article <> seq FROM items"
	    " WHERE seq > ? ORDER BY seq LIMIT ?";
	struct tcn_query q = TCN_QUERY(st, sql, seq, tcn_query_limit(limit));

	*arrivals = (struct tcn_store_arrivals){ 0 };
	while (tcn_query_next(&q)) {
		struct tcn_store_arrival *at = tcn_query_grow(arena,
		    arrivals->at, arrivals->n, sizeof *at);

		arrivals->at = at;
		at += arrivals->n++;
		TCN_QUERY_GET(&q, arena, &at->seq, &at->source, &at->ts_ms,
		    &at->is_copy);
	}
	return tcn_query_end(&q);
}

#define AROUND_MS ((int64_t)12 * 3600 * 1000)

enum tcn_rc
tcn_store_count_arrivals(const struct tcn_store *st, int64_t since_ms,
    int64_t until_ms, uint64_t *n, bool *around)
{
	static const char sql[] =
	    "SELECT count(*), EXISTS (SELECT 1 FROM items"
	    " WHERE ts >= ? AND ts < ?) FROM items WHERE ts >= ? AND ts < ?";
	struct tcn_query q = TCN_QUERY(st, sql, since_ms - AROUND_MS,
	    until_ms + AROUND_MS, since_ms, until_ms);

	return TCN_QUERY_ONE(&q, NULL, n, around);
}

/* Whether the article is from that source and in that language. */
static enum tcn_rc
is_from(const struct tcn_store *st, uint64_t seq, const char *source,
    const char *lang, bool *is)
{
	static const char sql[] =
	    "SELECT 1 FROM items i WHERE i.seq = ?1 AND " IS_FROM;
	struct tcn_query q = TCN_QUERY(st, sql, seq, source, lang);

	*is = tcn_query_next(&q);
	return tcn_query_end(&q);
}

/* What an event holds by the orders of a desk. */
static enum tcn_rc
list_members(const struct tcn_store *st, const char *event, const char *source,
    const char *lang, struct tcn_arena *arena,
    struct tcn_store_event_items *items)
{
	struct tcn_store_member_list members;
	enum tcn_rc rc = tcn_store_members(st, event, arena, &members);

	if (rc)
		return rc;
	items->at = tcn_arena_zalloc(arena, members.n, sizeof *items->at);
	for (size_t i = 0; i < members.n && !rc; i++) {
		const struct tcn_store_member *m = &members.at[i];
		bool is;

		rc = is_from(st, m->seq, source, lang, &is);
		if (rc || !is)
			continue;
		items->at[items->n].seq = m->seq;
		items->at[items->n].ts_ms = m->ts_ms;
		items->at[items->n++].article = m->article;
	}
	return rc;
}

enum tcn_rc
tcn_store_event_items(const struct tcn_store *st, const struct tcn_event *event,
    const char *source, const char *lang, struct tcn_arena *arena,
    struct tcn_store_event_items *items)
{
	static const char sql[] = TCN_STORE_EVENT_PARTS(
	    "?4") "SELECT i.seq, i.ts, i.article FROM part CROSS JOIN items i"
		  " ON i.story = part.story AND i.story <> 0 WHERE " IS_FROM
		  "UNION SELECT i.seq, i.ts, i.article FROM evidence v"
		  " CROSS JOIN items i ON i.seq = v.seq"
		  " WHERE v.event = ?4 AND " IS_FROM "ORDER BY 2, 1";
	struct tcn_query q;
	bool ordered;
	enum tcn_rc rc = tcn_store_is_ordered(st, event->id, &ordered);

	*items = (struct tcn_store_event_items){ 0 };
	if (rc)
		return rc;
	if (ordered)
		return list_members(st, event->id, source, lang, arena, items);
	q = TCN_QUERY(st, sql, event->story, source, lang, event->id);
	while (tcn_query_next(&q)) {
		struct tcn_store_event_item *at =
		    tcn_query_grow(arena, items->at, items->n, sizeof *at);

		items->at = at;
		at += items->n++;
		TCN_QUERY_GET(&q, NULL, &at->seq, &at->ts_ms, &at->article);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_event_splits_and_parts(const struct tcn_store *st, const char *event,
    struct tcn_arena *arena, struct tcn_store_str_list *ids, size_t *split)
{
	static const char sql[] =
	    "SELECT 0, id FROM events WHERE split_from = ?1 AND revision <> 0 "
	    "UNION SELECT 1, event FROM event_revisions WHERE merged_into = ?1 "
	    "ORDER BY 1, 2";
	struct tcn_query q = TCN_QUERY(st, sql, event);

	*ids = (struct tcn_store_str_list){ 0 };
	*split = 0;
	while (tcn_query_next(&q)) {
		struct tcn_str *at =
		    tcn_query_grow(arena, ids->at, ids->n, sizeof *at);

		ids->at = at;
		*split += tcn_query_get_int(&q) == 0;
		at[ids->n++] = tcn_query_copy_str(&q, arena);
	}
	return tcn_query_end(&q);
}
