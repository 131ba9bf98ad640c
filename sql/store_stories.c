#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "sql/query.h"
#include "sql/store_read.h"
#include "sql/store_terms_impl.h"

/* What the column "closed" says. The words of many that have closed go into the
 * index at once, in the order that it wants; until then they are looked through
 * like those of open ones. */
enum {
	OPEN,
	INDEXED,
	CLOSED
};

#define INDEX_EVERY 1000 /* stories */

static enum tcn_rc
put_row(struct tcn_store_tx *tx, const struct tcn_story *s,
    struct tcn_str terms)
{
	static const char sql[] =
	    "INSERT INTO stories VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET merged_into = excluded.merged_into,"
	    " first_ts = excluded.first_ts, last_ts = excluded.last_ts,"
	    " items = excluded.items, origins = excluded.origins,"
	    " publishers = excluded.publishers, central = excluded.central,"
	    " closed = iif(closed = 1, 1, excluded.closed),"
	    " terms = excluded.terms";
	struct tcn_query q =
	    TCN_QUERY_TX(tx, sql, s->id, s->merged_into, s->first_ms,
		s->last_ms, s->items, s->origins, s->publishers, s->central,
		s->closed ? CLOSED : OPEN, tcn_query_blob(terms.at, terms.n));

	return tcn_query_run(&q);
}

/* Notes after which item a story became part of another, once. */
static enum tcn_rc
put_merge(struct tcn_store_tx *tx, const struct tcn_story *s)
{
	static const char sql[] =
	    "INSERT OR IGNORE INTO story_merges"
	    " VALUES (?, ?, (SELECT ifnull(max(seq), 0) FROM items))";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, s->id, s->merged_into);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_index_stories(struct tcn_store_tx *tx)
{
	static const char *const steps[] = {
		"INSERT INTO search_stories (rowid, words)"
		" SELECT id, story_keys(terms) FROM stories "
		"WHERE closed <> 1 AND closed = 2 ORDER BY id",
		"UPDATE stories SET closed = 1 "
		"WHERE closed <> 1 AND closed = 2",
	};
	enum tcn_rc rc = TCN_OK;

	if (tx->st->stories_closed < INDEX_EVERY)
		return TCN_OK;
	tx->st->stories_closed = 0;
	for (size_t i = 0; i < sizeof steps / sizeof *steps && !rc; i++) {
		struct tcn_query q = tcn_query_tx(tx, steps[i]);

		rc = tcn_query_run(&q);
	}
	return rc;
}

enum tcn_rc
tcn_store_put_story(struct tcn_store_tx *tx, const struct tcn_story *story)
{
	struct tcn_buf terms = { 0 };
	enum tcn_rc rc = TCN_OK;

	assert(story->id && (story->terms || !story->terms_n));
	for (size_t i = 0; i < story->terms_n && !rc; i++) {
		tcn_store_terms_add(&terms, &story->terms[i]);
		if (!isfinite(story->terms[i].weight))
			rc = tcn_db_fail_with(tx->st, TCN_INVALID,
			    "a word of story %" PRIu64 " has no weight",
			    story->id);
	}
	if (!rc)
		rc = put_row(tx, story, tcn_buf_view(&terms));
	if (!rc && story->merged_into)
		rc = put_merge(tx, story);
	tx->st->stories_closed += story->closed;
	tcn_buf_fini(&terms);
	return rc;
}

enum tcn_rc
tcn_store_put_split(struct tcn_store_tx *tx, uint64_t story,
    uint64_t split_from, int64_t at_ms)
{
	static const char sql[] = "INSERT INTO story_splits VALUES (?, ?, ?)";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, story, split_from, at_ms);

	assert(story && split_from && story != split_from);
	return tcn_query_run(&q);
}

/* What get_row() reads, in its order. */
#define STORY                                                                  \
	"s.id, s.merged_into, s.first_ts, s.last_ts, s.items, s.origins,"      \
	" s.publishers, s.central, s.closed,"                                  \
	" (SELECT p.split_from FROM story_splits p WHERE p.story = s.id),"     \
	" s.terms"

static void
get_terms(struct tcn_query *q, struct tcn_arena *arena, struct tcn_story *story)
{
	struct tcn_wire_in in = tcn_wire_in(tcn_query_copy_str(q, arena));
	struct tcn_story_term term, *terms = NULL;

	while (!q->rc && tcn_store_terms_next(&in, &term)) {
		terms =
		    tcn_query_grow(arena, terms, story->terms_n, sizeof *terms);
		terms[story->terms_n++] = term;
	}
	story->terms = terms;
	if (in.bad)
		tcn_query_fail(q,
		    tcn_db_fail_with(q->st, TCN_CORRUPT,
			"the words of a story cannot be read: restore a copy "
			"of the file"));
}

static struct tcn_story
get_row(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_story s = { 0 };

	TCN_QUERY_GET(q, NULL, &s.id, &s.merged_into, &s.first_ms, &s.last_ms,
	    &s.items, &s.origins, &s.publishers, &s.central, &s.closed,
	    &s.split_from);
	get_terms(q, arena, &s);
	return s;
}

/* Takes the rows of q, and ends it. */
static enum tcn_rc
collect(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_story_list *list)
{
	enum tcn_rc rc;

	*list = (struct tcn_store_story_list){ 0 };
	while (tcn_query_next(q)) {
		list->at =
		    tcn_query_grow(arena, list->at, list->n, sizeof *list->at);
		list->at[list->n++] = get_row(q, arena);
	}
	rc = tcn_query_end(q);
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
	struct tcn_query q = TCN_QUERY(st, sql, id);
	struct tcn_store_story_list list;
	enum tcn_rc rc;

	rc = collect(&q, arena, &list);
	*story = list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_store_resolve_story(const struct tcn_store *st, uint64_t id,
    uint64_t *standing)
{
	/* Most stand for themselves: then the chain is not begun. */
	static const char sql[] =
	    "WITH RECURSIVE chain (id) AS (VALUES (?1) UNION"
	    " SELECT s.merged_into FROM chain JOIN stories s USING (id)) "
	    "SELECT id FROM stories WHERE id = ?1 AND merged_into = 0 "
	    "UNION ALL SELECT id FROM chain JOIN stories USING (id) "
	    "WHERE merged_into = 0";
	struct tcn_query q = TCN_QUERY(st, sql, id);

	*standing = id;
	return TCN_QUERY_ONE(&q, NULL, standing);
}

enum tcn_rc
tcn_store_related_stories(const struct tcn_store *st, uint64_t story,
    int64_t from_ms, int64_t to_ms, size_t limit, struct tcn_arena *arena,
    struct tcn_store_story_list *stories)
{
	/* No key is "0": it stands where there is no other. */
	static const char sql[] =
	    "WITH own (terms) AS MATERIALIZED"
	    " (SELECT terms FROM stories WHERE id = ?1),"
	    " found (id) AS (SELECT rowid FROM search_stories"
	    "  WHERE search_stories MATCH"
	    "   ifnull((SELECT replace(story_keys(terms), ' ', ' OR ')"
	    "    FROM own), '') || '0'"
	    "  UNION ALL SELECT id FROM stories WHERE closed <> 1) "
	    "SELECT * FROM (SELECT " STORY ","
	    "  story_shared((SELECT terms FROM own), s.terms) AS shared"
	    "  FROM found CROSS JOIN stories s ON s.id = found.id"
	    "  WHERE s.id <> ?1 AND s.last_ts >= ?2 AND s.first_ts < ?3"
	    "   AND s.merged_into = 0) "
	    "WHERE shared IS NOT NULL ORDER BY shared DESC, id LIMIT ?4";
	struct tcn_query q =
	    TCN_QUERY(st, sql, story, from_ms, to_ms, tcn_query_limit(limit));

	return collect(&q, arena, stories);
}

enum tcn_rc
tcn_store_story_count(const struct tcn_store *st, uint64_t *n)
{
	struct tcn_query q = tcn_query(st, "SELECT count(*) FROM stories");

	*n = 0;
	return TCN_QUERY_ONE(&q, NULL, n);
}

/* Adds how many stories of the index have the word. */
static enum tcn_rc
count_closed(const struct tcn_store *st, const struct tcn_story_term *term,
    uint64_t *with)
{
	static const char sql[] =
	    "SELECT count(*) FROM search_stories "
	    "WHERE search_stories MATCH story_keys(story_term(?, 1))";
	struct tcn_query q = TCN_QUERY(st, sql, term->word);

	if (tcn_query_next(&q))
		*with += tcn_query_get_u64(&q);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_stories_with(const struct tcn_store *st,
    const struct tcn_story_term *terms, size_t n, uint64_t *with)
{
	struct tcn_query q =
	    tcn_query(st, "SELECT terms FROM stories WHERE closed <> 1");
	struct tcn_story_term term;
	enum tcn_rc rc;

	for (size_t i = 0; i < n; i++)
		with[i] = 0;
	while (tcn_query_next(&q)) {
		struct tcn_wire_in in = tcn_wire_in(tcn_query_get_str(&q));

		while (tcn_store_terms_next(&in, &term))
			for (size_t i = 0; i < n; i++)
				with[i] +=
				    tcn_str_equal(terms[i].word, term.word);
	}
	rc = tcn_query_end(&q);
	for (size_t i = 0; i < n && !rc; i++)
		rc = count_closed(st, &terms[i], &with[i]);
	return rc;
}
