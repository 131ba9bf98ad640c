#include "sql/store_items_impl.h"

#include "engine/base/url.h"
#include "engine/item/article.h"

#include "sql/store_contents.h"
#include "sql/store_read.h"
#include "sql/store_received_impl.h"

/* What get_item() reads, in its order. */
#define ITEM                                                                   \
	TCN_STORE_ITEM_PLACE                                                   \
	", i.key, i.published, i.confirmed, coalesce(s.given, a.given), i.id," \
	" i.source, i.url, i.image, coalesce(i.title, a.title), "              \
	"coalesce(s.text, "                                                    \
	"a.text),"                                                             \
	" coalesce(s.lang, a.lang), i.category, i.predicted, i.margin,"        \
	" i.probability, i.label, s.features, s.vector, " TCN_STORE_CONTENT

#define JOIN                                                                   \
	" JOIN articles a ON a.seq = i.article"                                \
	" LEFT JOIN sent s ON s.seq = i.seq"                                   \
	" LEFT JOIN contents c ON c.seq = i.seq "

#define FROM " FROM items i" JOIN

struct tcn_placement
tcn_store_item_place(struct tcn_query *q)
{
	struct tcn_placement p = { 0 };

	TCN_QUERY_GET(q, NULL, &p.seq, &p.duplicate_of, &p.ts_ms, &p.publisher);
	p.has_fingerprint = !tcn_query_is_null(q);
	TCN_QUERY_GET(q, NULL, &p.fingerprint, &p.text_key, &p.origin);
	p.distance = (uint8_t)tcn_query_get_int(q);
	TCN_QUERY_GET(q, NULL, &p.story, &p.excerpt_of, &p.text);
	p.shared = (uint32_t)tcn_query_get_u64(q);
	p.sentences = (uint32_t)tcn_query_get_u64(q);
	TCN_QUERY_GET(q, NULL, &p.version_of, &p.page, &p.title_words,
	    &p.rewrite_of, &p.form_of);
	p.cosine = (uint16_t)tcn_query_get_int(q);
	p.likeness = (uint16_t)tcn_query_get_int(q);
	p.cluster = tcn_query_get_u64(q);
	return p;
}

enum tcn_rc
tcn_store_each_since(const struct tcn_store *st, const char *sql,
    int64_t since_ms, tcn_store_since_fn *read, void *ctx)
{
	struct tcn_query q = TCN_QUERY(st, sql, since_ms);
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	while (tcn_query_next(&q)) {
		struct tcn_placement place = tcn_store_item_place(&q);

		tcn_arena_reset(&arena);
		tcn_query_fail(&q, read(ctx, &q, &place, &arena));
	}
	tcn_arena_fini(&arena);
	return tcn_query_end(&q);
}

/* A key of the wrong length is nobody's: it reads as 0. */
void
tcn_store_item_key(struct tcn_query *q, uint64_t key[2])
{
	struct tcn_str bytes = tcn_query_get_str(q);

	key[0] = key[1] = 0;
	for (size_t i = 0; i < bytes.n && bytes.n == TCN_STORE_ITEM_KEY_BYTES;
	     i++)
		key[i / 8] = key[i / 8] << 8 | (unsigned char)bytes.at[i];
}

struct tcn_query_value
tcn_store_item_key_bytes(const uint64_t key[2],
    unsigned char bytes[TCN_STORE_ITEM_KEY_BYTES])
{
	for (int i = 0; i < TCN_STORE_ITEM_KEY_BYTES; i++)
		bytes[i] = (unsigned char)(key[i / 8] >> (56 - i % 8 * 8));
	return tcn_query_blob(bytes, TCN_STORE_ITEM_KEY_BYTES);
}

/* A store of before kept of a vector its fingerprint only, and nothing when it
 * had none. Features that could not be read are gone when they were removed. */
static enum tcn_given
given_of(const struct tcn_article *a, const struct tcn_placement *place)
{
	if (a->given == TCN_GIVEN_VECTOR && !a->vector_n &&
	    place->has_fingerprint)
		return TCN_GIVEN_FINGERPRINT;
	return a->given;
}

/* Reads what was sent in place of text, or beside it; returns what of it
 * cannot be read. */
static const char *
get_received(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_article *a)
{
	const char *unreadable = NULL;

	if (!tcn_store_received_features(q, arena, a))
		unreadable = "features";
	if (!tcn_store_received_vector(q, arena, a))
		unreadable = "vector";
	if (!tcn_store_content(q, arena, &a->content))
		unreadable = "content words";
	return unreadable;
}

static void
get_item(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_item_row *item)
{
	struct tcn_article *a = &item->article;
	bool undated;

	*item = (struct tcn_store_item_row){ .place = tcn_store_item_place(q) };
	tcn_store_item_key(q, a->key);
	undated = tcn_query_is_null(q);
	a->ts_ms = tcn_query_get_int(q);
	if (undated)
		a->ts_ms = TCN_UNDATED;
	a->ts_confirmed = tcn_query_get_int(q) != 0;
	a->given = (enum tcn_given)tcn_query_get_int(q);
	a->fingerprint = item->place.fingerprint;
	a->plain = true;
	TCN_QUERY_GET(q, arena, &a->id, &a->source);
	/* A store of before may have others. */
	a->url = tcn_url_web(tcn_query_copy_str(q, arena));
	a->image = tcn_article_image(tcn_query_copy_str(q, arena));
	TCN_QUERY_GET(q, arena, &a->title, &a->text, &a->lang, &a->category,
	    &a->predicted, &a->margin, &a->probability, &a->label);
	item->unreadable = get_received(q, arena, a);
	a->given = given_of(a, &item->place);
	if (!item->unreadable && !tcn_article_is_sound(a))
		item->unreadable = "texts or date";
}

/* The rows left of q go behind what the list has; q goes on. */
static void
collect(struct tcn_query *q, struct tcn_arena *arena,
    struct tcn_store_item_list *list)
{
	while (tcn_query_next(q)) {
		list->at =
		    tcn_query_grow(arena, list->at, list->n, sizeof *list->at);
		get_item(q, arena, &list->at[list->n++]);
	}
}

/* Ends q; a list that could not be completed is empty. */
static enum tcn_rc
finish(struct tcn_query *q, struct tcn_store_item_list *list)
{
	enum tcn_rc rc = tcn_query_end(q);

	if (rc)
		*list = (struct tcn_store_item_list){ 0 };
	return rc;
}

static enum tcn_rc
add_seq(const struct tcn_store *st, uint64_t seq, struct tcn_arena *arena,
    struct tcn_store_item_list *list)
{
	static const char sql[] = "SELECT " ITEM FROM "WHERE i.seq = ?";
	struct tcn_query q = TCN_QUERY(st, sql, seq);

	collect(&q, arena, list);
	return finish(&q, list);
}

enum tcn_rc
tcn_store_item(const struct tcn_store *st, uint64_t seq,
    struct tcn_arena *arena, struct tcn_store_item_row **item)
{
	struct tcn_store_item_list list = { 0 };
	enum tcn_rc rc = add_seq(st, seq, arena, &list);

	*item = list.n ? &list.at[0] : NULL;
	return rc;
}

enum tcn_rc
tcn_store_items_of(const struct tcn_store *st, const uint64_t *seqs, size_t n,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	enum tcn_rc rc = TCN_OK;

	*items = (struct tcn_store_item_list){ 0 };
	for (size_t i = 0; i < n && !rc; i++)
		rc = add_seq(st, seqs[i], arena, items);
	return rc;
}

enum tcn_rc
tcn_store_ids_of(const struct tcn_store *st, const uint64_t *seqs, size_t n,
    struct tcn_arena *arena, struct tcn_store_str_list *ids)
{
	static const char sql[] = "SELECT id FROM items WHERE seq = ?";
	enum tcn_rc rc = TCN_OK;

	*ids = (struct tcn_store_str_list){ 0 };
	for (size_t i = 0; i < n && !rc; i++) {
		struct tcn_query q = TCN_QUERY(st, sql, seqs[i]);

		if (tcn_query_next(&q)) {
			ids->at = tcn_query_grow(arena, ids->at, ids->n,
			    sizeof *ids->at);
			ids->at[ids->n++] = tcn_query_copy_str(&q, arena);
		}
		rc = tcn_query_end(&q);
	}
	return rc;
}

enum tcn_rc
tcn_store_items_by_id(const struct tcn_store *st, struct tcn_str id,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	static const char sql[] =
	    "SELECT " ITEM FROM "WHERE i.id = ? ORDER BY i.seq";
	struct tcn_query q = TCN_QUERY(st, sql, id);

	*items = (struct tcn_store_item_list){ 0 };
	collect(&q, arena, items);
	return finish(&q, items);
}

enum tcn_rc
tcn_store_first_of_id(const struct tcn_store *st, struct tcn_str id,
    uint64_t *seq)
{
	static const char sql[] =
	    "SELECT coalesce(min(seq), 0) FROM items WHERE id = ?";
	struct tcn_query q = TCN_QUERY(st, sql, id);

	*seq = 0;
	return TCN_QUERY_ONE(&q, NULL, seq);
}

/* The items that a statement finds by the number of another. */
static enum tcn_rc
list_of(const struct tcn_store *st, const char *sql, uint64_t of, size_t limit,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	struct tcn_query q = TCN_QUERY(st, sql, of, tcn_query_limit(limit));

	*items = (struct tcn_store_item_list){ 0 };
	collect(&q, arena, items);
	return finish(&q, items);
}

enum tcn_rc
tcn_store_sightings(const struct tcn_store *st, uint64_t original, size_t limit,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	static const char sql[] =
	    "SELECT " ITEM FROM "WHERE i.article = ? AND i.article <> i.seq "
	    "ORDER BY i.ts, i.seq LIMIT ?";

	return list_of(st, sql, original, limit, arena, items);
}

enum tcn_rc
tcn_store_versions(const struct tcn_store *st, uint64_t first, size_t limit,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	static const char sql[] = "SELECT " ITEM FROM "WHERE i.version_of = ? "
				  "ORDER BY i.ts, i.seq LIMIT ?";

	return list_of(st, sql, first, limit, arena, items);
}

enum tcn_rc
tcn_store_excerpts(const struct tcn_store *st, uint64_t of, size_t limit,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	static const char sql[] = "SELECT " ITEM FROM "WHERE i.excerpt_of = ? "
				  "ORDER BY i.ts, i.seq LIMIT ?";

	return list_of(st, sql, of, limit, arena, items);
}

enum tcn_rc
tcn_store_rewrites(const struct tcn_store *st, uint64_t of, size_t limit,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	static const char sql[] = "SELECT " ITEM FROM "WHERE i.rewrite_of = ? "
				  "ORDER BY i.ts, i.seq LIMIT ?";

	return list_of(st, sql, of, limit, arena, items);
}

/* Of a max() SQLite gives the other columns of its row. */
enum tcn_rc
tcn_store_revisions(const struct tcn_store *st, uint64_t first,
    struct tcn_store_revisions *revisions)
{
	static const char sql[] = "SELECT count(*), max(seq), ts FROM items "
				  "WHERE version_of = ?";
	struct tcn_query q = TCN_QUERY(st, sql, first);

	*revisions = (struct tcn_store_revisions){ .last_ms = TCN_UNDATED };
	if (tcn_query_next(&q)) {
		TCN_QUERY_GET(&q, NULL, &revisions->n, &revisions->last);
		if (revisions->n)
			revisions->last_ms = tcn_query_get_int(&q);
	}
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_story_items(const struct tcn_store *st, uint64_t story, size_t limit,
    struct tcn_arena *arena, struct tcn_store_item_list *items)
{
	static const char sql[] = TCN_STORE_STORY_PARTS
	    "SELECT " ITEM " FROM part JOIN items i"
	    " ON i.story = part.story AND i.story <> 0" JOIN
	    "ORDER BY i.ts, i.seq LIMIT ?2";

	return list_of(st, sql, story, limit, arena, items);
}

static enum tcn_rc
collect_seqs(const struct tcn_store *st, const char *sql, uint64_t of,
    size_t limit, struct tcn_arena *arena, struct tcn_store_seq_list *seqs)
{
	struct tcn_query q = TCN_QUERY(st, sql, of, tcn_query_limit(limit));

	*seqs = (struct tcn_store_seq_list){ 0 };
	while (tcn_query_next(&q)) {
		seqs->at =
		    tcn_query_grow(arena, seqs->at, seqs->n, sizeof *seqs->at);
		seqs->at[seqs->n].seq = tcn_query_get_u64(&q);
		seqs->at[seqs->n++].distance = (uint8_t)tcn_query_get_int(&q);
	}
	if (q.rc)
		*seqs = (struct tcn_store_seq_list){ 0 };
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_sighting_seqs(const struct tcn_store *st, uint64_t original,
    size_t limit, struct tcn_arena *arena, struct tcn_store_seq_list *seqs)
{
	static const char sql[] = "SELECT i.seq, i.distance FROM items i "
				  "WHERE i.article = ?1 AND i.article <> i.seq "
				  "ORDER BY i.ts, i.seq LIMIT ?2";

	return collect_seqs(st, sql, original, limit, arena, seqs);
}

enum tcn_rc
tcn_store_story_seqs(const struct tcn_store *st, uint64_t story, size_t limit,
    struct tcn_arena *arena, struct tcn_store_seq_list *seqs)
{
	static const char sql[] = TCN_STORE_STORY_PARTS
	    "SELECT i.seq, i.distance FROM part JOIN items i"
	    " ON i.story = part.story AND i.story <> 0 "
	    "ORDER BY i.ts, i.seq LIMIT ?2";

	return collect_seqs(st, sql, story, limit, arena, seqs);
}

/* The index of stories holds all that is asked for. */
enum tcn_rc
tcn_store_story_latest(const struct tcn_store *st, uint64_t story, size_t limit,
    struct tcn_arena *arena, struct tcn_store_seq_list *seqs)
{
	static const char sql[] =
	    TCN_STORE_STORY_PARTS "SELECT i.seq, 0 FROM part JOIN items i"
				  " ON i.story = part.story AND i.story <> 0 "
				  "ORDER BY i.seq DESC LIMIT ?2";

	return collect_seqs(st, sql, story, limit, arena, seqs);
}

/* Whose text an item is of is a walk along excerpt_of, which has an index. */
enum tcn_rc
tcn_store_text_seqs(const struct tcn_store *st, uint64_t text, size_t limit,
    struct tcn_arena *arena, struct tcn_store_seq_list *seqs)
{
	static const char sql[] =
	    "WITH RECURSIVE part (seq) AS (VALUES (?1) UNION"
	    " SELECT i.seq FROM part JOIN items i ON i.excerpt_of = part.seq)"
	    " SELECT part.seq, 0 FROM part ORDER BY part.seq LIMIT ?2";

	return collect_seqs(st, sql, text, limit, arena, seqs);
}

/* How far the row is from what is looked for, in bits; -1: too far. */
static int
distance_of(const struct tcn_store_alike *alike, uint64_t text_key,
    bool has_fingerprint, uint64_t fingerprint)
{
	int bits = __builtin_popcountll(fingerprint ^ alike->fingerprint);

	if (text_key == alike->text_key)
		return 0;
	return has_fingerprint && alike->has_fingerprint &&
		(unsigned)bits <= alike->radius
	    ? bits
	    : -1;
}

enum tcn_rc
tcn_store_alike_seqs(const struct tcn_store *st,
    const struct tcn_store_alike *alike, size_t limit, struct tcn_arena *arena,
    struct tcn_store_seq_list *seqs, int64_t *since_ms)
{
	static const char sql[] = "SELECT seq, ts, text_key,"
				  " fingerprint IS NOT NULL, fingerprint "
				  "FROM items ORDER BY seq DESC";
	struct tcn_query q = tcn_query(st, sql);
	uint64_t rows = 0;

	*seqs = (struct tcn_store_seq_list){ 0 };
	*since_ms = TCN_UNDATED;
	while (tcn_query_next(&q)) {
		uint64_t seq = tcn_query_get_u64(&q);
		int64_t ts_ms = tcn_query_get_int(&q);
		uint64_t text_key = tcn_query_get_u64(&q);
		bool has = tcn_query_get_int(&q) != 0;
		int bits =
		    distance_of(alike, text_key, has, tcn_query_get_u64(&q));

		if (++rows > alike->rows_max || seqs->n == limit)
			break;
		*since_ms = ts_ms;
		if (bits < 0)
			continue;
		seqs->at =
		    tcn_query_grow(arena, seqs->at, seqs->n, sizeof *seqs->at);
		seqs->at[seqs->n].seq = seq;
		seqs->at[seqs->n++].distance = bits;
	}
	if (rows <= alike->rows_max && seqs->n < limit)
		*since_ms = TCN_UNDATED;
	if (q.rc)
		*seqs = (struct tcn_store_seq_list){ 0 };
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_seq_range(const struct tcn_store *st, int64_t since_ms,
    int64_t until_ms, uint64_t *first, uint64_t *last)
{
	static const char sql[] = "SELECT coalesce(min(seq), 0),"
				  " coalesce(max(seq), 0) FROM items "
				  "WHERE ts >= ? AND ts < ?";
	struct tcn_query q = TCN_QUERY(st, sql, since_ms, until_ms);

	*first = *last = 0;
	return TCN_QUERY_ONE(&q, NULL, first, last);
}

/* +i.ts: by number, not by the index on time. */
enum tcn_rc
tcn_store_next_item(const struct tcn_store *st, uint64_t after,
    int64_t since_ms, int64_t until_ms, struct tcn_arena *arena,
    struct tcn_store_item_row **item)
{
	static const char sql[] =
	    "SELECT " ITEM FROM "WHERE i.seq > ? AND +i.ts >= ? AND +i.ts < ? "
	    "ORDER BY i.seq LIMIT 1";
	struct tcn_store_item_list list = { 0 };
	struct tcn_query q = TCN_QUERY(st, sql, after, since_ms, until_ms);
	enum tcn_rc rc;

	collect(&q, arena, &list);
	rc = finish(&q, &list);
	*item = list.n ? &list.at[0] : NULL;
	/* A damaged file may have its rows in a circle; a walk must end. */
	if (!rc && *item && (*item)->place.seq <= after)
		rc = tcn_db_fail_with(st, TCN_CORRUPT,
		    "the items are out of order: restore a copy of the file");
	return rc;
}

enum tcn_rc
tcn_store_each_unreadable(const struct tcn_store *st, tcn_store_item_fn *fn,
    void *ctx)
{
	static const char sql[] = "SELECT " ITEM FROM "ORDER BY i.seq";
	struct tcn_query q = tcn_query(st, sql);
	struct tcn_store_item_row item;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	while (tcn_query_next(&q)) {
		tcn_arena_reset(&arena);
		get_item(&q, &arena, &item);
		if (!q.rc && item.unreadable)
			fn(ctx, &item);
	}
	tcn_arena_fini(&arena);
	return tcn_query_end(&q);
}
