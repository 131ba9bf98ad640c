#include "sql/store_now.h"

#include <stdio.h>

#include "sql/query.h"
#include "sql/store_events_impl.h"
#include "sql/store_items_impl.h"

#define BEGINNING "500" /* characters of a text */

/* What get_list() reads, of the rows of a query e. */
#define LISTED                                                                 \
	"SELECT e.id, e.revision, max(coalesce((SELECT max(a.id)"              \
	" FROM actions a WHERE a.event = e.id), 0), coalesce((SELECT"          \
	" max(a.id) FROM actions a WHERE a.value = e.id"                       \
	" AND a.kind BETWEEN 6 AND 8), 0)) FROM "

static enum tcn_rc
get_list(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_open_list *list)
{
	*list = (struct tcn_store_open_list){ 0 };
	while (tcn_query_next(q)) {
		struct tcn_store_open_event *at =
		    tcn_query_grow(arena, list->at, list->n, sizeof *at);

		list->at = at;
		at += list->n++;
		tcn_store_event_id(q, at->event);
		TCN_QUERY_GET(q, NULL, &at->revision, &at->action);
	}
	return tcn_query_end(q);
}

enum tcn_rc
tcn_store_open_events(const struct tcn_store *st, size_t limit,
    struct tcn_arena *arena, struct tcn_store_open_list *list)
{
	static const char sql[] =
	    LISTED "(SELECT id, revision FROM events WHERE open <> 0"
		   " ORDER BY fired DESC, id DESC LIMIT ?) e ORDER BY e.id";
	struct tcn_query q = TCN_QUERY(st, sql, tcn_query_limit(limit));

	return get_list(&q, arena, list);
}

/* The last order of a desk about an event says whether it is part of another:
 * a merge, or one that was taken back. */
enum tcn_rc
tcn_store_closed_events(const struct tcn_store *st, int64_t since_ms,
    size_t limit, struct tcn_arena *arena, struct tcn_store_open_list *list)
{
	static const char sql[] =
	    LISTED "(SELECT f.id, f.revision, r.changed FROM events f"
		   " JOIN event_revisions r"
		   "  ON r.event = f.id AND r.revision = f.revision"
		   " WHERE f.open = 0 AND f.fired >= ?1 - 604800000"
		   " AND r.changed >= ?1 AND r.merged_into = ''"
		   " AND (SELECT a.kind FROM actions a"
		   "  WHERE a.event = f.id AND a.kind IN (6, 7)"
		   "  ORDER BY a.id DESC LIMIT 1) IS NOT 6"
		   " ORDER BY r.changed DESC, f.id LIMIT ?2) e"
		   " ORDER BY e.changed DESC, e.id";
	struct tcn_query q =
	    TCN_QUERY(st, sql, since_ms, tcn_query_limit(limit));

	return get_list(&q, arena, list);
}

enum tcn_rc
tcn_store_count_open(const struct tcn_store *st, uint64_t *n)
{
	static const char sql[] = "SELECT count(*) FROM events WHERE open <> 0";
	struct tcn_query q = tcn_query(st, sql);

	*n = 0;
	return TCN_QUERY_ONE(&q, NULL, n);
}

enum tcn_rc
tcn_store_headline(const struct tcn_store *st, uint64_t seq,
    struct tcn_arena *arena, struct tcn_article *article)
{
	static const char sql[] =
	    "SELECT coalesce(i.title, a.title), i.source, i.url, a.lang,"
	    " substr(a.text, 1, " BEGINNING ") FROM items i"
	    " JOIN articles a ON a.seq = i.article WHERE i.seq = ?";
	struct tcn_query q = TCN_QUERY(st, sql, seq);

	*article = (struct tcn_article){ 0 };
	return TCN_QUERY_ONE(&q, arena, &article->title, &article->source,
	    &article->url, &article->lang, &article->text);
}

enum tcn_rc
tcn_store_event_times(const struct tcn_store *st, const struct tcn_event *event,
    int64_t since_ms, uint64_t from_seq, struct tcn_arena *arena,
    struct tcn_store_item_times *times)
{
	static const char sql[] = TCN_STORE_EVENT_PARTS(
	    "?3") "SELECT i.seq, i.ts, i.origin FROM part CROSS JOIN items i"
		  " ON i.story = part.story AND i.story <> 0 WHERE i.ts >= ?2 "
		  "UNION SELECT i.seq, i.ts, i.origin FROM evidence v"
		  " CROSS JOIN items i ON i.seq = v.seq"
		  " WHERE v.event = ?3 AND v.seq >= ?4 AND i.ts >= ?2";
	struct tcn_query q =
	    TCN_QUERY(st, sql, event->story, since_ms, event->id, from_seq);

	*times = (struct tcn_store_item_times){ 0 };
	while (tcn_query_next(&q)) {
		struct tcn_store_item_time *at =
		    tcn_query_grow(arena, times->at, times->n, sizeof *at);
		uint64_t seq = tcn_query_get_u64(&q);

		times->at = at;
		at += times->n++;
		TCN_QUERY_GET(&q, NULL, &at->ts_ms, &at->origin);
		if (!at->origin)
			at->origin = seq;
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_newest_ms(const struct tcn_store *st, int64_t *newest_ms)
{
	static const char sql[] = "SELECT max(ts) FROM items";
	struct tcn_query q = tcn_query(st, sql);

	if (tcn_query_next(&q) && !tcn_query_is_null(&q))
		*newest_ms = tcn_query_get_int(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_last_fired_ms(const struct tcn_store *st, int64_t *fired_ms)
{
	static const char sql[] = "SELECT fired FROM events"
				  " WHERE revision <> 0"
				  " ORDER BY fired DESC LIMIT 1";
	struct tcn_query q = tcn_query(st, sql);

	return TCN_QUERY_ONE(&q, NULL, fired_ms);
}

enum tcn_rc
tcn_store_collect_ids(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_ids *ids)
{
	*ids = (struct tcn_store_ids){ 0 };
	while (tcn_query_next(q)) {
		uint64_t *at =
		    tcn_query_grow(arena, ids->at, ids->n, sizeof *at);

		ids->at = at;
		at[ids->n++] = tcn_query_get_u64(q);
	}
	return tcn_query_end(q);
}

enum tcn_rc
tcn_store_story_parts(const struct tcn_store *st, uint64_t story,
    struct tcn_arena *arena, struct tcn_store_ids *ids)
{
	static const char sql[] =
	    TCN_STORE_STORY_PARTS "SELECT story FROM part ORDER BY story";
	struct tcn_query q = TCN_QUERY(st, sql, story);

	return tcn_store_collect_ids(&q, arena, ids);
}

enum tcn_rc
tcn_store_stories_after(const struct tcn_store *st, uint64_t seq,
    struct tcn_arena *arena, struct tcn_store_ids *ids)
{
	static const char sql[] =
	    "SELECT DISTINCT story FROM items WHERE seq > ? AND story <> 0 "
	    "ORDER BY story";
	struct tcn_query q = TCN_QUERY(st, sql, seq);

	return tcn_store_collect_ids(&q, arena, ids);
}

/* --- what somebody has looked at --- */

enum tcn_rc
tcn_store_put_seen(struct tcn_store_tx *tx, struct tcn_str name,
    const char *event, uint32_t revision, int64_t at_ms)
{
	static const char forget[] =
	    "DELETE FROM seen WHERE name = ? AND event = ?";
	static const char note[] =
	    "INSERT INTO seen (name, event, revision, at) VALUES (?, ?, ?, ?)"
	    " ON CONFLICT DO UPDATE SET revision = excluded.revision,"
	    " at = excluded.at";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, revision ? note : forget, name, event);

	if (revision)
		TCN_QUERY_BIND(&q, revision, at_ms);
	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_seen(const struct tcn_store *st, struct tcn_str name,
    const char *event, struct tcn_arena *arena,
    struct tcn_store_seen_list *list)
{
	static const char sql[] =
	    "SELECT s.event, s.revision, s.at, coalesce(r.items, 0),"
	    " coalesce(r.origins, 0), coalesce(r.publishers, 0),"
	    " coalesce(r.languages, '') FROM seen s"
	    " JOIN events e ON e.id = s.event"
	    " LEFT JOIN event_revisions r"
	    " ON r.event = s.event AND r.revision = s.revision "
	    "WHERE s.name = ?1 AND iif(?2 IS NULL, e.open <> 0, s.event = ?2) "
	    "ORDER BY s.event";
	struct tcn_query q = TCN_QUERY(st, sql, name, event);

	*list = (struct tcn_store_seen_list){ 0 };
	while (tcn_query_next(&q)) {
		struct tcn_store_seen *at =
		    tcn_query_grow(arena, list->at, list->n, sizeof *at);

		list->at = at;
		at += list->n++;
		tcn_store_event_id(&q, at->event);
		TCN_QUERY_GET(&q, NULL, &at->revision, &at->at_ms, &at->items,
		    &at->origins, &at->publishers);
		tcn_store_event_languages(tcn_query_get_str(&q),
		    &at->languages);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_stories_have(const struct tcn_store *st,
    const struct tcn_store_ids *stories, const char *source,
    const char *category, bool *have)
{
	static const char sql[] =
	    "SELECT EXISTS (SELECT 1 FROM items WHERE story = ?1"
	    " AND (?2 IS NULL OR same_name(source, ?2))"
	    " AND (?3 IS NULL OR same_name(CASE category WHEN ''"
	    " THEN predicted ELSE category END, ?3)))";
	enum tcn_rc rc = TCN_OK;

	*have = false;
	for (size_t i = 0; !rc && i < stories->n && !*have; i++) {
		struct tcn_query q =
		    TCN_QUERY(st, sql, stories->at[i], source, category);

		if (tcn_query_next(&q))
			TCN_QUERY_GET(&q, NULL, have);
		rc = tcn_query_end(&q);
	}
	return rc;
}
