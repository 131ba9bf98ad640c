#include "sql/items.h"

#include "sql/read.h"

/* What get_item() reads, in its order. */
#define ITEM                                                                   \
	TCN_ITEM_PLACE                                                         \
	", i.key, i.published, a.given, i.id, i.source, i.url,"                \
	" coalesce(i.title, a.title), a.text, a.lang, i.category, i.label"

#define FROM " FROM items i JOIN articles a ON a.seq = i.article "

struct tcn_placement
tcn_item_place(struct tcn_query *q)
{
	struct tcn_placement p = { 0 };

	p.seq = tcn_query_get_u64(q);
	p.duplicate_of = tcn_query_get_u64(q);
	p.ts_ms = tcn_query_get_int(q);
	p.publisher = tcn_query_get_u64(q);
	p.has_fingerprint = !tcn_query_is_null(q);
	p.fingerprint = tcn_query_get_u64(q);
	p.text_key = tcn_query_get_u64(q);
	p.origin = tcn_query_get_u64(q);
	p.distance = (uint8_t)tcn_query_get_int(q);
	p.story = tcn_query_get_u64(q);
	return p;
}

/* A key of the wrong length is nobody's: it reads as 0. */
void
tcn_item_key(struct tcn_query *q, uint64_t key[2])
{
	struct tcn_str bytes = tcn_query_get_str(q);

	key[0] = key[1] = 0;
	for (size_t i = 0; i < bytes.n && bytes.n == TCN_ITEM_KEY_BYTES; i++)
		key[i / 8] = key[i / 8] << 8 | (unsigned char)bytes.at[i];
}

static void
get_item(struct tcn_query *q, struct tcn_arena *arena, struct tcn_stored *item)
{
	struct tcn_article *a = &item->article;
	bool undated;

	*item = (struct tcn_stored){ .place = tcn_item_place(q) };
	tcn_item_key(q, a->key);
	undated = tcn_query_is_null(q);
	a->ts_ms = tcn_query_get_int(q);
	if (undated)
		a->ts_ms = TCN_UNDATED;
	a->given = (enum tcn_given)tcn_query_get_int(q);
	a->fingerprint = item->place.fingerprint;
	a->id = tcn_query_copy_str(q, arena);
	a->source = tcn_query_copy_str(q, arena);
	a->url = tcn_query_copy_str(q, arena);
	a->title = tcn_query_copy_str(q, arena);
	a->text = tcn_query_copy_str(q, arena);
	a->lang = tcn_query_copy_str(q, arena);
	a->category = tcn_query_copy_str(q, arena);
	a->label = tcn_query_copy_str(q, arena);
}

/* The rows left of q go behind what the list has; q goes on. */
static void
collect(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_stored_list *list)
{
	while (tcn_query_next(q)) {
		list->at = tcn_query_grow(q, arena, list->at, list->n,
		    sizeof *list->at);
		if (list->at)
			get_item(q, arena, &list->at[list->n++]);
	}
}

/* Ends q; a list that could not be completed is empty. */
static enum tcn_rc
finish(struct tcn_query *q, struct tcn_stored_list *list)
{
	enum tcn_rc rc = tcn_query_end(q);

	if (rc)
		*list = (struct tcn_stored_list){ 0 };
	return rc;
}

static enum tcn_rc
add_seq(struct tcn_store *st, uint64_t seq, struct tcn_arena *arena,
    struct tcn_stored_list *list)
{
	static const char sql[] = "SELECT " ITEM FROM "WHERE i.seq = ?";
	struct tcn_query q = tcn_query(st, sql);

	tcn_query_u64(&q, seq);
	collect(&q, arena, list);
	return finish(&q, list);
}

enum tcn_rc
tcn_store_item(struct tcn_store *st, uint64_t seq, struct tcn_arena *arena,
    struct tcn_stored **item)
{
	struct tcn_stored_list list = { 0 };
	enum tcn_rc rc = add_seq(st, seq, arena, &list);

	*item = list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_store_items_of(struct tcn_store *st, const uint64_t *seqs, size_t n,
    struct tcn_arena *arena, struct tcn_stored_list *items)
{
	enum tcn_rc rc = TCN_OK;

	*items = (struct tcn_stored_list){ 0 };
	for (size_t i = 0; i < n && !rc; i++)
		rc = add_seq(st, seqs[i], arena, items);
	return rc;
}

enum tcn_rc
tcn_store_items_by_id(struct tcn_store *st, struct tcn_str id,
    struct tcn_arena *arena, struct tcn_stored_list *items)
{
	static const char sql[] =
	    "SELECT " ITEM FROM "WHERE i.id = ? ORDER BY i.seq";
	struct tcn_query q = tcn_query(st, sql);

	*items = (struct tcn_stored_list){ 0 };
	tcn_query_str(&q, id);
	collect(&q, arena, items);
	return finish(&q, items);
}

enum tcn_rc
tcn_store_sightings(struct tcn_store *st, uint64_t original, size_t limit,
    struct tcn_arena *arena, struct tcn_stored_list *items)
{
	static const char sql[] =
	    "SELECT " ITEM FROM "WHERE i.article = ? AND i.article <> i.seq "
	    "ORDER BY i.ts, i.seq LIMIT ?";
	struct tcn_query q = tcn_query(st, sql);

	*items = (struct tcn_stored_list){ 0 };
	tcn_query_u64(&q, original);
	tcn_query_limit(&q, limit);
	collect(&q, arena, items);
	return finish(&q, items);
}

/* UNION, not UNION ALL: a damaged file's circle of redirects must end. */
enum tcn_rc
tcn_store_story_items(struct tcn_store *st, uint64_t story, size_t limit,
    struct tcn_arena *arena, struct tcn_stored_list *items)
{
	static const char sql[] =
	    "WITH RECURSIVE part (story) AS (VALUES (?1) UNION"
	    " SELECT s.id FROM part JOIN stories s"
	    " ON s.merged_into = part.story AND s.merged_into <> 0) "
	    "SELECT " ITEM " FROM part JOIN items i"
	    " ON i.story = part.story AND i.story <> 0 "
	    "JOIN articles a ON a.seq = i.article "
	    "ORDER BY i.ts, i.seq LIMIT ?2";
	struct tcn_query q = tcn_query(st, sql);

	*items = (struct tcn_stored_list){ 0 };
	tcn_query_u64(&q, story);
	tcn_query_limit(&q, limit);
	collect(&q, arena, items);
	return finish(&q, items);
}
