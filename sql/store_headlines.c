#include "sql/store_headlines.h"

#include <stdlib.h>

#include "engine/base/buf.h"
#include "engine/base/url.h"
#include "sql/store_items_impl.h"
#include "sql/store_members.h"

/* An item, as it is put in order. */
struct text {
	int64_t ts_ms;
	uint64_t seq;
};

static int
by_time(const void *left, const void *right)
{
	const struct text *a = left, *b = right;

	if (a->ts_ms != b->ts_ms)
		return a->ts_ms < b->ts_ms ? -1 : 1;
	return (a->seq > b->seq) - (a->seq < b->seq);
}

/* Those that a statement finds, by the event's story and id; they are put
 * behind the n that there are. */
static enum tcn_rc
add_texts(const struct tcn_store *st, const char *sql,
    const struct tcn_event *event, uint64_t until_seq, struct tcn_arena *arena,
    struct text **texts, size_t *n)
{
	struct tcn_query q =
	    TCN_QUERY(st, sql, event->story, event->id, until_seq);

	while (tcn_query_next(&q)) {
		*texts = tcn_query_grow(arena, *texts, *n, sizeof **texts);
		TCN_QUERY_GET(&q, arena, &(*texts)[*n].seq,
		    &(*texts)[*n].ts_ms);
		++*n;
	}
	return tcn_query_end(&q);
}

/* Those of an event that no desk ordered anything about. They are put in order
 * here: SQLite would write them into a tree first. */
static enum tcn_rc
texts_of_stories(const struct tcn_store *st, const struct tcn_event *event,
    uint64_t until_seq, struct tcn_arena *arena, struct tcn_store_ids *ids)
{
	static const char of_stories[] = TCN_STORE_EVENT_PARTS(
	    "?2") "SELECT i.seq, i.ts FROM part CROSS JOIN items i"
		  " ON i.story = part.story AND i.story <> 0"
		  " WHERE i.article = i.seq AND i.seq <= ?3";
	static const char of_evidence[] =
	    "SELECT i.seq, i.ts FROM evidence v CROSS JOIN items i"
	    " ON i.seq = v.seq WHERE ?1 IS NOT NULL AND v.event = ?2"
	    " AND i.article = i.seq AND i.seq <= ?3";
	struct text *texts = NULL;
	size_t n = 0;
	enum tcn_rc rc =
	    add_texts(st, of_stories, event, until_seq, arena, &texts, &n);

	if (!rc)
		rc = add_texts(st, of_evidence, event, until_seq, arena, &texts,
		    &n);
	if (rc || !n)
		return rc;
	qsort(texts, n, sizeof *texts, by_time);
	ids->at = tcn_arena_zalloc(arena, n, sizeof *ids->at);
	for (size_t i = 0; i < n; i++)
		if (!i || texts[i].seq != texts[i - 1].seq)
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
