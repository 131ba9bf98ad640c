#include "sql/store_headlines.h"

#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/compare.h"
#include "engine/base/map.h"
#include "engine/base/url.h"
#include "sql/store_items_impl.h"
#include "sql/store_members.h"

/* An item, as it is put in order. */
struct text {
	int64_t ts_ms;
	uint64_t seq;
	bool copy;
};

static int
by_time(const void *left, const void *right)
{
	const struct text *a = left, *b = right;

	return tcn_compare_moment(a->ts_ms, a->seq, b->ts_ms, b->seq);
}

/* The items of a query behind the n that there are; ends it. */
static enum tcn_rc
add_texts(struct tcn_query *q, struct tcn_arena *arena, struct text **texts,
    size_t *n)
{
	while (tcn_query_next(q)) {
		struct text *text;

		*texts = tcn_query_grow(arena, *texts, *n, sizeof **texts);
		text = &(*texts)[(*n)++];
		TCN_QUERY_GET(q, arena, &text->seq, &text->ts_ms, &text->copy);
	}
	return tcn_query_end(q);
}

/* Adds the stories of a query to those of an event, each once; ends it. */
static enum tcn_rc
add_parts(struct tcn_query *q, struct tcn_map *known, struct tcn_arena *arena,
    struct tcn_store_ids *parts)
{
	while (tcn_query_next(q)) {
		uint64_t story = tcn_query_get_u64(q), *slot;
		bool added;

		tcn_map_put(known, story, &slot, &added);
		if (!added)
			continue;
		parts->at = tcn_query_grow(arena, parts->at, parts->n,
		    sizeof *parts->at);
		parts->at[parts->n++] = story;
	}
	return tcn_query_end(q);
}

/* TCN_STORE_EVENT_PARTS without a table for its recursion, which would cost
 * more than the items that are read. */
static enum tcn_rc
list_parts(const struct tcn_store *st, const struct tcn_event *event,
    struct tcn_arena *arena, struct tcn_store_ids *parts)
{
	static const char own[] =
	    "SELECT ?1 WHERE ?1 <> 0"
	    " UNION ALL SELECT story FROM event_stories WHERE event = ?2";
	static const char merged[] = "SELECT id FROM stories"
				     " WHERE merged_into = ?"
				     " AND merged_into <> 0";
	struct tcn_query q = TCN_QUERY(st, own, event->story, event->id);
	struct tcn_map known = { 0 };
	enum tcn_rc rc;

	*parts = (struct tcn_store_ids){ 0 };
	rc = add_parts(&q, &known, arena, parts);
	for (size_t i = 0; i < parts->n && !rc; i++) {
		q = TCN_QUERY(st, merged, parts->at[i]);
		rc = add_parts(&q, &known, arena, parts);
	}
	tcn_map_fini(&known);
	return rc;
}

static enum tcn_rc
add_stories(const struct tcn_store *st, const struct tcn_event *event,
    uint64_t until_seq, struct tcn_arena *arena, struct text **texts, size_t *n)
{
	static const char sql[] = "SELECT seq, ts, article <> seq FROM items"
				  " WHERE story = ? AND story <> 0"
				  " AND seq <= ?";
	struct tcn_store_ids parts;
	enum tcn_rc rc = list_parts(st, event, arena, &parts);

	for (size_t i = 0; i < parts.n && !rc; i++) {
		struct tcn_query q = TCN_QUERY(st, sql, parts.at[i], until_seq);

		rc = add_texts(&q, arena, texts, n);
	}
	return rc;
}

/* The seqs of an event's evidence that are none of known. */
static enum tcn_rc
list_unknown(const struct tcn_store *st, const struct tcn_event *event,
    const struct tcn_map *known, uint64_t until_seq, struct tcn_arena *arena,
    struct tcn_store_ids *ids)
{
	static const char sql[] =
	    "SELECT seq FROM evidence WHERE event = ? AND +seq <= ?";
	struct tcn_query q = TCN_QUERY(st, sql, event->id, until_seq);

	*ids = (struct tcn_store_ids){ 0 };
	while (tcn_query_next(&q)) {
		uint64_t seq = tcn_query_get_u64(&q);

		if (tcn_map_find(known, seq))
			continue;
		ids->at =
		    tcn_query_grow(arena, ids->at, ids->n, sizeof *ids->at);
		ids->at[ids->n++] = seq;
	}
	return tcn_query_end(&q);
}

/* Adds the evidence of an event. Nearly all of it is of its stories, and only
 * what is not is looked up. */
static enum tcn_rc
add_evidence(const struct tcn_store *st, const struct tcn_event *event,
    uint64_t until_seq, struct tcn_arena *arena, struct text **texts, size_t *n)
{
	static const char sql[] =
	    "SELECT i.seq, i.ts, i.article <> i.seq"
	    " FROM json_each(?) j CROSS JOIN items i ON i.seq = j.value";
	struct tcn_map known = { 0 };
	struct tcn_store_ids unknown;
	struct tcn_buf list = { 0 };
	struct tcn_query q;
	enum tcn_rc rc;

	for (size_t i = 0; i < *n; i++)
		tcn_map_put(&known, (*texts)[i].seq, &(uint64_t *){ 0 }, NULL);
	rc = list_unknown(st, event, &known, until_seq, arena, &unknown);
	tcn_map_fini(&known);
	if (rc || !unknown.n)
		return rc;
	tcn_query_list(unknown.at, unknown.n, &list);
	q = TCN_QUERY(st, sql, tcn_buf_view(&list));
	rc = add_texts(&q, arena, texts, n);
	tcn_buf_fini(&list);
	return rc;
}

/* Those of an event that no desk ordered anything about. They are put in order
 * here: SQLite would write them into a tree first. */
static enum tcn_rc
texts_of_stories(const struct tcn_store *st, const struct tcn_event *event,
    uint64_t until_seq, struct tcn_arena *arena, struct tcn_store_ids *ids)
{
	struct text *texts = NULL;
	size_t n = 0;
	enum tcn_rc rc = add_stories(st, event, until_seq, arena, &texts, &n);

	if (!rc)
		rc = add_evidence(st, event, until_seq, arena, &texts, &n);
	if (rc || !n)
		return rc;
	qsort(texts, n, sizeof *texts, by_time);
	ids->at = tcn_arena_zalloc(arena, n, sizeof *ids->at);
	for (size_t i = 0; i < n; i++)
		if (!texts[i].copy && (!i || texts[i].seq != texts[i - 1].seq))
			ids->at[ids->n++] = texts[i].seq;
	return TCN_OK;
}

/* Those of one that a desk merged or split. */
static enum tcn_rc
texts_of_members(const struct tcn_store *st, const char *event,
    uint64_t until_seq, struct tcn_arena *arena, struct tcn_store_ids *ids)
{
	struct tcn_store_member_list members;
	enum tcn_rc rc = tcn_store_members(st, event, arena, &members);

	if (rc)
		return rc;
	ids->at = tcn_arena_zalloc(arena, members.n, sizeof *ids->at);
	for (size_t i = 0; i < members.n; i++)
		if (members.at[i].article == members.at[i].seq &&
		    members.at[i].seq <= until_seq)
			ids->at[ids->n++] = members.at[i].seq;
	return TCN_OK;
}

enum tcn_rc
tcn_store_event_texts(const struct tcn_store *st, const struct tcn_event *event,
    uint64_t until_seq, size_t limit, struct tcn_arena *arena,
    struct tcn_store_ids *ids)
{
	bool ordered;
	enum tcn_rc rc = tcn_store_is_ordered(st, event->id, &ordered);

	*ids = (struct tcn_store_ids){ 0 };
	if (!rc)
		rc = ordered
		    ? texts_of_members(st, event->id, until_seq, arena, ids)
		    : texts_of_stories(st, event, until_seq, arena, ids);
	if (!rc && ids->n > limit) {
		ids->at += ids->n - limit;
		ids->n = limit;
	}
	return rc;
}

enum tcn_rc
tcn_store_beginnings(const struct tcn_store *st,
    const struct tcn_store_ids *ids, size_t chars, struct tcn_arena *arena,
    struct tcn_store_beginnings *beginnings)
{
	static const char sql[] =
	    "SELECT i.seq, coalesce(i.source_text, i.article), i.ts, i.source,"
	    " i.url, a.lang, coalesce(i.title, a.title), substr(a.text, 1, ?2)"
	    " FROM json_each(?1) j CROSS JOIN items i ON i.seq = j.value"
	    " CROSS JOIN articles a ON a.seq = i.article"
	    " WHERE i.article = i.seq";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_buf list = { 0 };
	enum tcn_rc rc;

	*beginnings = (struct tcn_store_beginnings){ 0 };
	beginnings->at =
	    tcn_arena_zalloc(arena, ids->n, sizeof *beginnings->at);
	tcn_query_list(ids->at, ids->n, &list);
	TCN_QUERY_BIND(&q, tcn_buf_view(&list), (int64_t)chars);
	while (tcn_query_next(&q)) {
		struct tcn_store_beginning *at =
		    &beginnings->at[beginnings->n++];

		TCN_QUERY_GET(&q, arena, &at->seq, &at->origin, &at->ts_ms,
		    &at->source);
		at->url = tcn_url_web(tcn_query_copy_str(&q, arena));
		TCN_QUERY_GET(&q, arena, &at->lang, &at->title, &at->text);
	}
	rc = tcn_query_end(&q);
	tcn_buf_fini(&list);
	return rc;
}

enum tcn_rc
tcn_store_event_headline(const struct tcn_store *st, const char *event,
    uint32_t revision, struct tcn_arena *arena,
    struct tcn_event_headline *headline)
{
	static const char sql[] =
	    "SELECT headline, headline_item, headline_origins, headline_first"
	    " FROM event_revisions WHERE event = ? AND revision = ?";
	struct tcn_query q = TCN_QUERY(st, sql, event, revision);

	*headline = (struct tcn_event_headline){ 0 };
	return TCN_QUERY_ONE(&q, arena, &headline->text, &headline->item,
	    &headline->origins, &headline->first);
}
