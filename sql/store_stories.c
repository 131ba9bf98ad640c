#include <assert.h>

#include "sql/query.h"
#include "sql/store_read.h"

static enum tcn_rc
put_row(struct tcn_store_tx *tx, const struct tcn_story *s)
{
	static const char sql[] =
	    "INSERT INTO stories VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET merged_into = excluded.merged_into,"
	    " first_ts = excluded.first_ts, last_ts = excluded.last_ts,"
	    " items = excluded.items, origins = excluded.origins,"
	    " publishers = excluded.publishers, central = excluded.central,"
	    " closed = excluded.closed";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_u64(&q, s->id);
	tcn_query_u64(&q, s->merged_into);
	tcn_query_int(&q, s->first_ms);
	tcn_query_int(&q, s->last_ms);
	tcn_query_int(&q, s->items);
	tcn_query_int(&q, s->origins);
	tcn_query_int(&q, s->publishers);
	tcn_query_u64(&q, s->central);
	tcn_query_int(&q, s->closed);
	return tcn_query_run(&q);
}

/* Notes after which item a story became part of another, once. */
static enum tcn_rc
put_merge(struct tcn_store_tx *tx, const struct tcn_story *s)
{
	static const char sql[] =
	    "INSERT OR IGNORE INTO story_merges"
	    " VALUES (?, ?, (SELECT ifnull(max(seq), 0) FROM items))";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_u64(&q, s->id);
	tcn_query_u64(&q, s->merged_into);
	return tcn_query_run(&q);
}

/* A word that stays where it was leaves its index entry alone. */
static enum tcn_rc
put_term(struct tcn_store_tx *tx, uint64_t story, size_t rank,
    const struct tcn_story_term *term)
{
	static const char sql[] =
	    "INSERT INTO story_terms VALUES (?, ?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET word = excluded.word,"
	    " weight = excluded.weight "
	    "WHERE word <> excluded.word OR weight <> excluded.weight";
	struct tcn_query q = tcn_query_tx(tx, sql);

	tcn_query_u64(&q, story);
	tcn_query_int(&q, (int64_t)rank);
	tcn_query_str(&q, term->word);
	tcn_query_real(&q, term->weight);
	return tcn_query_run(&q);
}

/* Removes the words from rank n on, one by one: for a range SQLite would make
 * a table of what it is to delete, which costs more than all else here. */
static enum tcn_rc
cut_terms(struct tcn_store_tx *tx, uint64_t story, size_t n)
{
	static const char sql[] =
	    "DELETE FROM story_terms WHERE story = ? AND rank = ?";
	bool found = true;
	enum tcn_rc rc = TCN_OK;

	while (!rc && found) {
		struct tcn_query q = tcn_query_tx(tx, sql);

		tcn_query_u64(&q, story);
		tcn_query_int(&q, (int64_t)n++);
		rc = tcn_query_change(&q, &found);
	}
	return rc;
}

enum tcn_rc
tcn_store_put_story(struct tcn_store_tx *tx, const struct tcn_story *story)
{
	enum tcn_rc rc = put_row(tx, story);

	assert(story->id && (story->terms || !story->terms_n));
	if (!rc && story->merged_into)
		rc = put_merge(tx, story);
	for (size_t i = 0; i < story->terms_n && !rc; i++)
		rc = put_term(tx, story->id, i, &story->terms[i]);
	if (!rc)
		rc = cut_terms(tx, story->id, story->terms_n);
	return rc;
}

enum tcn_rc
tcn_store_put_split(struct tcn_store_tx *tx, uint64_t story,
    uint64_t split_from, int64_t at_ms)
{
	static const char sql[] = "INSERT INTO story_splits VALUES (?, ?, ?)";
	struct tcn_query q = tcn_query_tx(tx, sql);

	assert(story && split_from && story != split_from);
	tcn_query_u64(&q, story);
	tcn_query_u64(&q, split_from);
	tcn_query_int(&q, at_ms);
	return tcn_query_run(&q);
}

/* What get_row() reads, in its order. */
#define STORY                                                                  \
	"s.id, s.merged_into, s.first_ts, s.last_ts, s.items, s.origins,"      \
	" s.publishers, s.central, s.closed,"                                  \
	" (SELECT p.split_from FROM story_splits p WHERE p.story = s.id)"

static struct tcn_story
get_row(struct tcn_query *q)
{
	struct tcn_story s = { 0 };

	s.id = tcn_query_get_u64(q);
	s.merged_into = tcn_query_get_u64(q);
	s.first_ms = tcn_query_get_int(q);
	s.last_ms = tcn_query_get_int(q);
	s.items = tcn_query_get_u32(q);
	s.origins = tcn_query_get_u32(q);
	s.publishers = tcn_query_get_u32(q);
	s.central = tcn_query_get_u64(q);
	s.closed = tcn_query_get_int(q) != 0;
	s.split_from = tcn_query_get_u64(q);
	return s;
}

static enum tcn_rc
get_terms(const struct tcn_store *st, struct tcn_arena *arena,
    struct tcn_story *story)
{
	static const char sql[] = "SELECT word, weight FROM story_terms "
				  "WHERE story = ? ORDER BY rank";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_u64(&q, story->id);
	story->terms = tcn_query_terms(&q, arena, &story->terms_n);
	return tcn_query_end(&q);
}

/* Takes the rows of q, then the terms of each, and ends q. */
static enum tcn_rc
collect(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_story_list *list)
{
	enum tcn_rc rc;

	*list = (struct tcn_store_story_list){ 0 };
	while (tcn_query_next(q)) {
		list->at = tcn_query_grow(q, arena, list->at, list->n,
		    sizeof *list->at);
		if (list->at)
			list->at[list->n++] = get_row(q);
	}
	rc = tcn_query_end(q);
	for (size_t i = 0; i < list->n && !rc; i++)
		rc = get_terms(q->st, arena, &list->at[i]);
	if (rc)
		*list = (struct tcn_store_story_list){ 0 };
	return rc;
}

enum tcn_rc
tcn_store_story(const struct tcn_store *st, uint64_t id,
    struct tcn_arena *arena, struct tcn_story **story)
{
	static const char sql[] =
	    "SELECT " STORY " FROM stories s WHERE s.id = ?";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_store_story_list list;
	enum tcn_rc rc;

	tcn_query_u64(&q, id);
	rc = collect(&q, arena, &list);
	*story = list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_store_resolve_story(const struct tcn_store *st, uint64_t id,
    uint64_t *standing)
{
	static const char sql[] =
	    "WITH RECURSIVE chain (id) AS (VALUES (?) UNION"
	    " SELECT s.merged_into FROM chain JOIN stories s USING (id)) "
	    "SELECT id FROM chain JOIN stories USING (id) "
	    "WHERE merged_into = 0";
	struct tcn_query q = tcn_query(st, sql);

	*standing = id;
	tcn_query_u64(&q, id);
	if (tcn_query_next(&q))
		*standing = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_stories(const struct tcn_store *st, int64_t from_ms, int64_t to_ms,
    size_t limit, struct tcn_arena *arena, struct tcn_store_story_list *stories)
{
	static const char sql[] =
	    "SELECT " STORY " FROM stories s "
	    "WHERE s.last_ts >= ? AND s.first_ts < ? AND s.merged_into = 0 "
	    "ORDER BY s.first_ts, s.id LIMIT ?";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_int(&q, from_ms);
	tcn_query_int(&q, to_ms);
	tcn_query_limit(&q, limit);
	return collect(&q, arena, stories);
}

enum tcn_rc
tcn_store_related_stories(const struct tcn_store *st, uint64_t story,
    int64_t from_ms, int64_t to_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_store_story_list *stories)
{
	/* In this order: the index of words has no weights, and most stories
	 * with a word are of another time. */
	static const char sql[] =
	    "WITH shared (id, weight) AS ("
	    " SELECT t.story, sum(own.weight * w.weight)"
	    " FROM story_terms own CROSS JOIN story_terms t USING (word)"
	    " CROSS JOIN stories s ON s.id = t.story AND s.last_ts >= ?2"
	    "  AND s.first_ts < ?3 AND s.merged_into = 0"
	    " CROSS JOIN story_terms w ON w.story = t.story"
	    "  AND w.rank = t.rank"
	    " WHERE own.story = ?1 AND t.story <> ?1 GROUP BY t.story) "
	    "SELECT " STORY " FROM shared JOIN stories s USING (id) "
	    "ORDER BY shared.weight DESC, s.id LIMIT ?4";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_u64(&q, story);
	tcn_query_int(&q, from_ms);
	tcn_query_int(&q, to_ms);
	tcn_query_limit(&q, limit);
	return collect(&q, arena, stories);
}

enum tcn_rc
tcn_store_story_count(const struct tcn_store *st, uint64_t *n)
{
	struct tcn_query q = tcn_query(st, "SELECT count(*) FROM stories");

	*n = 0;
	if (tcn_query_next(&q))
		*n = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_stories_with(const struct tcn_store *st, struct tcn_str word,
    uint64_t *n)
{
	struct tcn_query q =
	    tcn_query(st, "SELECT count(*) FROM story_terms WHERE word = ?");

	*n = 0;
	tcn_query_str(&q, word);
	if (tcn_query_next(&q))
		*n = tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}
