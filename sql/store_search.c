#include "sql/store_search.h"

#include <assert.h>
#include <stdlib.h>

#include "sql/query.h"
#include "sql/store_read.h"
#include "sql/store_search_impl.h"

#define LIMIT_MAX   1000
#define LIMIT_USUAL 100
#define BLOCK       3000 /* texts that hold the words */
#define BLOCKS_MAX  10 /* of a page */
#define LOOKED_AT   100000 /* items, of a search without words */
/* Of more items in a period it is not asked where they stand in the index. */
#define PERIOD_MAX "100001"

/* What a filter means, and how far it reaches. */
struct reach {
	const struct tcn_store_search *search;
	uint64_t story; /* of the event; 0: none */
	int copies; /* 0: originals alone; 1: the first that passes; 2: all */
	int64_t since_ms, until_ms;
	uint64_t low, high; /* arrival numbers, both included */
	size_t block;
};

/* Parameters 1 to 8 of each statement: story, event, source, lang, category,
 * since, until, copies. */
#define GIVEN(s) tcn_query_str_if((s).n != 0, s)
#define REACH(r)                                                               \
	(r)->story, GIVEN((r)->search->event), GIVEN((r)->search->source),     \
	    GIVEN((r)->search->lang), GIVEN((r)->search->category),            \
	    (r)->since_ms, (r)->until_ms, (r)->copies

/* Whether the filter lets row t of items through. */
#define PASSES(t)                                                              \
	" (" t ".ts >= ?6 AND " t ".ts < ?7"                                   \
	" AND (?3 IS NULL OR same_name(" t ".source, ?3))"                     \
	" AND (?5 IS NULL OR same_name(" t ".category, ?5)"                    \
	"  OR same_name(" t ".predicted, ?5))"                                 \
	" AND (?2 IS NULL OR " t ".seq IN"                                     \
	"  (SELECT seq FROM evidence WHERE event = ?2)"                        \
	"  OR (" t ".story <> 0 AND " t ".story IN (SELECT story FROM part)))" \
	" AND (?4 IS NULL OR same_name((SELECT lang FROM articles"             \
	"  WHERE seq = " t ".article), ?4))) "

/* Whether row i, a copy, is a hit for itself: no earlier item of its text
 * passes. */
#define FIRST                                                                  \
	" (?8 = 2 OR (NOT EXISTS (SELECT 1 FROM items j"                       \
	" WHERE j.seq = i.article AND" PASSES(                                 \
	    "j") ")"                                                           \
		 " AND NOT EXISTS (SELECT 1 FROM items j WHERE j.article = "   \
		 "i.article"                                                   \
		 " AND j.article <> j.seq AND j.seq < i.seq AND" PASSES(       \
		     "j") "))) "

#define COLUMNS(score)                                                         \
	" i.seq, i.article, i.ts, " score ", coalesce(i.version_of, i.seq) "

/* --- how far a filter reaches --- */

static enum tcn_rc
find_story(const struct tcn_store *st, struct reach *r)
{
	static const char sql[] = "SELECT story FROM events WHERE id = ?";
	struct tcn_query q = TCN_QUERY(st, sql, r->search->event);
	enum tcn_rc rc;

	rc = TCN_QUERY_ONE(&q, NULL, &r->story);
	return rc || !r->story
	    ? rc
	    : tcn_store_resolve_story(st, r->story, &r->story);
}

static enum tcn_rc
narrow_to_event(const struct tcn_store *st, struct reach *r)
{
	static const char sql[] = TCN_STORE_SEARCH_PART
	    "SELECT coalesce(min(article), 0), coalesce(max(seq), 0),"
	    " coalesce(min(ts), 0), coalesce(max(ts), 0) FROM ("
	    "SELECT i.article, i.seq, i.ts FROM part JOIN items i"
	    " ON i.story = part.story AND i.story <> 0"
	    " UNION ALL SELECT i.article, i.seq, i.ts FROM evidence e"
	    " JOIN items i ON i.seq = e.seq WHERE e.event = ?2)";
	struct tcn_query q;
	int64_t first_ms = 0, last_ms = 0;
	enum tcn_rc rc = find_story(st, r);

	if (rc)
		return rc;
	q = TCN_QUERY(st, sql, r->story, r->search->event);
	rc = TCN_QUERY_ONE(&q, NULL, &r->low, &r->high, &first_ms, &last_ms);
	if (first_ms > r->since_ms)
		r->since_ms = first_ms;
	if (last_ms < r->until_ms - 1)
		r->until_ms = last_ms + 1;
	return rc;
}

/* The first text of the items that arrived from low to high: a copy's is
 * earlier than itself. */
static enum tcn_rc
find_first_text(const struct tcn_store *st, struct reach *r)
{
	static const char sql[] =
	    "SELECT CASE WHEN count(*) < " PERIOD_MAX " THEN"
	    " coalesce(min(article), 0) ELSE 1 END FROM ("
	    "SELECT article FROM items WHERE seq BETWEEN ? AND ?"
	    " LIMIT " PERIOD_MAX ")";
	struct tcn_query q = TCN_QUERY(st, sql, r->low, r->high);

	return TCN_QUERY_ONE(&q, NULL, &r->low);
}

/* Items arrive nearly in the order of their times: those of a period lie near
 * each other in the index of words, too. */
static enum tcn_rc
narrow_to_period(const struct tcn_store *st, struct reach *r)
{
	static const char sql[] =
	    "SELECT CASE WHEN count(*) < " PERIOD_MAX " THEN"
	    " coalesce(min(seq), 0) END, coalesce(max(seq), 0) FROM ("
	    "SELECT seq FROM items INDEXED BY items_ts"
	    " WHERE ts >= ? AND ts < ? LIMIT " PERIOD_MAX ")";
	struct tcn_query q = TCN_QUERY(st, sql, r->since_ms, r->until_ms);
	enum tcn_rc rc;

	if (tcn_query_next(&q) && !tcn_query_is_null(&q))
		TCN_QUERY_GET(&q, NULL, &r->low, &r->high);
	rc = tcn_query_end(&q);
	return rc || r->low <= 1 ? rc : find_first_text(st, r);
}

static enum tcn_rc
measure(const struct tcn_store *st, const struct tcn_store_search *search,
    struct reach *r)
{
	bool any_time = !search->since_ms && !search->until_ms;
	enum tcn_rc rc;

	*r = (struct reach){
		.search = search,
		.since_ms = any_time ? INT64_MIN : search->since_ms,
		.until_ms = any_time ? INT64_MAX : search->until_ms,
		.low = 1,
		.block = search->block ? search->block : BLOCK,
	};
	if (search->copies == TCN_STORE_SEARCH_ALL)
		r->copies = 2;
	else if (search->category.n || search->source.n || search->event.n ||
	    !any_time)
		r->copies = 1;
	rc = tcn_store_last_seq(st, &r->high);
	if (!rc && search->event.n)
		rc = narrow_to_event(st, r);
	else if (!rc && !any_time)
		rc = narrow_to_period(st, r);
	return rc;
}

/* --- hits, and the order that they come in --- */

struct entry {
	struct tcn_store_search_hit hit;
	uint64_t page; /* the first version's seq */
};

struct entries {
	struct entry *at;
	size_t n;
};

static int
by_time(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	if (a->hit.ts_ms != b->hit.ts_ms)
		return a->hit.ts_ms > b->hit.ts_ms ? -1 : 1;
	return (a->hit.seq < b->hit.seq) - (a->hit.seq > b->hit.seq);
}

static int
by_score(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	if (a->hit.score != b->hit.score)
		return a->hit.score > b->hit.score ? -1 : 1;
	return (a->hit.seq < b->hit.seq) - (a->hit.seq > b->hit.seq);
}

static int
by_page_and_time(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	return a->page != b->page ? (a->page < b->page ? -1 : 1)
				  : by_time(a, b);
}

static int
by_page_and_score(const void *left, const void *right)
{
	const struct entry *a = left, *b = right;

	return a->page != b->page ? (a->page < b->page ? -1 : 1)
				  : by_score(a, b);
}

/* Puts entries in order; of each page only the version that comes first stays,
 * where versions are folded. */
static void
arrange(const struct reach *r, struct entries *entries)
{
	bool best = r->search->order == TCN_STORE_SEARCH_BEST;
	size_t n = 0;

	if (!entries->n)
		return;
	if (r->copies < 2) {
		qsort(entries->at, entries->n, sizeof *entries->at,
		    best ? by_page_and_score : by_page_and_time);
		for (size_t i = 0; i < entries->n; i++)
			if (!i ||
			    entries->at[i].page != entries->at[i - 1].page)
				entries->at[n++] = entries->at[i];
		entries->n = n;
	}
	qsort(entries->at, entries->n, sizeof *entries->at,
	    best ? by_score : by_time);
}

/* Reads all rows of q, and ends it. */
static enum tcn_rc
collect(struct tcn_query *q, struct tcn_arena *arena, struct entries *entries)
{
	*entries = (struct entries){ 0 };
	while (tcn_query_next(q)) {
		struct entry *at =
		    tcn_query_grow(arena, entries->at, entries->n, sizeof *at);

		entries->at = at;
		at += entries->n++;
		TCN_QUERY_GET(q, NULL, &at->hit.seq, &at->hit.article,
		    &at->hit.ts_ms, &at->hit.score, &at->page);
	}
	return tcn_query_end(q);
}

static void
add_hit(const struct tcn_store_search_hit *hit, uint64_t top,
    struct tcn_arena *arena, struct tcn_store_search_hits *hits)
{
	hits->at = tcn_query_grow(arena, hits->at, hits->n, sizeof *hits->at);
	hits->at[hits->n] = *hit;
	hits->at[hits->n++].top = top;
}

/* --- a search by words --- */

/* One block of texts that hold the words. */
struct block {
	uint64_t low, top; /* their arrival numbers, both included */
	bool last; /* none lies before it */
	struct entries entries;
};

/* Finds out where the block that begins at block->top ends. */
static enum tcn_rc
measure_block(const struct tcn_store *st, const struct reach *r,
    struct tcn_str expr, struct block *block)
{
	static const char sql[] =
	    "SELECT count(*), coalesce(min(hit), 0) FROM ("
	    "SELECT rowid AS hit FROM search WHERE search MATCH ?"
	    " AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ?)";
	struct tcn_query q =
	    TCN_QUERY(st, sql, expr, r->low, block->top, (int64_t)r->block);
	uint64_t n = 0;
	enum tcn_rc rc;

	block->low = 0;
	rc = TCN_QUERY_ONE(&q, NULL, &n, &block->low);
	block->last = n < r->block || block->low <= r->low;
	return rc;
}

/* The items of the texts h, and their copies, which are few and have an index
 * of their own. CROSS: else the planner would read all copies of the store. */
#define HIT      "SELECT " COLUMNS("h.score") "FROM h CROSS JOIN items i"
#define OF_ITEMS HIT " ON i.seq = h.hit WHERE" PASSES("i")
#define OF_COPIES                                                              \
	"UNION ALL " HIT " INDEXED BY items_article"                           \
	" ON i.article = h.hit AND i.article <> i.seq"                         \
	" WHERE ?8 > 0 AND" FIRST "AND" PASSES("i")

static enum tcn_rc
read_block(const struct tcn_store *st, const struct reach *r,
    struct tcn_str expr, struct tcn_arena *arena, struct block *block)
{
	static const char sql[] = TCN_STORE_SEARCH_PART
	    ", h AS MATERIALIZED (SELECT rowid AS hit,"
	    " CASE WHEN ?12 THEN -bm25(search) ELSE 0.0 END AS score"
	    " FROM search WHERE search MATCH ?9"
	    " AND rowid BETWEEN ?10 AND ?11) " OF_ITEMS OF_COPIES;
	struct tcn_query q;
	enum tcn_rc rc = measure_block(st, r, expr, block);

	block->entries.n = 0;
	if (rc || !block->low)
		return rc;
	q = tcn_query(st, sql);
	TCN_QUERY_BIND(&q, REACH(r));
	TCN_QUERY_BIND(&q, expr, block->low, block->top,
	    r->search->order == TCN_STORE_SEARCH_BEST);
	rc = collect(&q, arena, &block->entries);
	arrange(r, &block->entries);
	return rc;
}

/* n rounded to two digits. */
static uint64_t
rounded(double n)
{
	double unit = 1;

	while (n / unit >= 100)
		unit *= 10;
	return (uint64_t)((double)(uint64_t)(n / unit + 0.5) * unit);
}

/* Counts the hits of all blocks by those of the first one. */
static void
count(const struct reach *r, const struct block *block,
    struct tcn_store_search_hits *hits)
{
	double n = (double)block->entries.n;

	hits->counted = true;
	hits->found = block->entries.n;
	hits->about = !block->last;
	if (hits->about)
		hits->found = rounded(n +
		    n * (double)(block->low - r->low) /
			(double)(block->top - block->low + 1));
}

static struct tcn_store_search_cursor
cursor_after(const struct tcn_store_search_hit *hit)
{
	return (struct tcn_store_search_cursor){
		.top = hit->top, .ts_ms = hit->ts_ms, .seq = hit->seq
	};
}

void
tcn_store_search_cut(struct tcn_store_search_hits *hits, size_t n)
{
	assert(n && n < hits->n);
	hits->n = n;
	hits->more = true;
	hits->next = cursor_after(&hits->at[n - 1]);
}

/* Adds the block's hits after the cursor, up to the limit; hits->more: some are
 * left. */
static void
take_block(const struct block *block,
    const struct tcn_store_search_cursor *after, size_t limit,
    struct tcn_arena *arena, struct tcn_store_search_hits *hits)
{
	const struct entry last = { .hit = { .seq = after->seq,
					.ts_ms = after->ts_ms } };

	for (size_t i = 0; i < block->entries.n; i++) {
		const struct entry *at = &block->entries.at[i];

		if (after->seq && by_time(at, &last) <= 0)
			continue;
		if (hits->n == limit) {
			hits->more = true;
			hits->next = cursor_after(&hits->at[limit - 1]);
			break;
		}
		add_hit(&at->hit, block->top, arena, hits);
	}
}

static enum tcn_rc
search_words(const struct tcn_store *st, const struct reach *r,
    struct tcn_str expr, size_t limit, struct tcn_arena *arena,
    struct tcn_store_search_hits *hits)
{
	struct tcn_store_search_cursor after = r->search->after;
	bool first = !after.top,
	     best = r->search->order == TCN_STORE_SEARCH_BEST;
	struct block block = { .top = r->high };
	enum tcn_rc rc = TCN_OK;

	if (!first && after.top < block.top)
		block.top = after.top;
	for (int i = 0; i < BLOCKS_MAX && !rc && !hits->more; i++) {
		rc = read_block(st, r, expr, arena, &block);
		if (!rc && first && !i)
			count(r, &block, hits);
		if (!rc)
			take_block(&block, &after, limit, arena, hits);
		if (rc || hits->more || block.last || best)
			return rc;
		block.top = block.low - 1;
		after = (struct tcn_store_search_cursor){ .top = block.top };
		hits->next = after;
		hits->more = hits->n == limit;
	}
	hits->more = !rc;
	return rc;
}

/* --- a search without words --- */

/* The last of the items that are looked at; {0}: there are not as many. */
static enum tcn_rc
find_end(const struct tcn_store *st, const struct reach *r,
    const struct tcn_store_search_cursor *after,
    struct tcn_store_search_cursor *end)
{
	static const char sql[] =
	    "SELECT ts, seq FROM items INDEXED BY items_ts"
	    " WHERE ts >= ?1 AND ts < ?2 AND ts <= ?3"
	    " AND (ts < ?3 OR seq < ?4)"
	    " ORDER BY ts DESC, seq DESC LIMIT 1 OFFSET ?5";
	struct tcn_query q = TCN_QUERY(st, sql, r->since_ms, r->until_ms,
	    after->ts_ms, after->seq, LOOKED_AT - 1);

	*end = (struct tcn_store_search_cursor){ .ts_ms = INT64_MIN };
	return TCN_QUERY_ONE(&q, NULL, &end->ts_ms, &end->seq);
}

static enum tcn_rc
search_items(const struct tcn_store *st, const struct reach *r, size_t limit,
    struct tcn_arena *arena, struct tcn_store_search_hits *hits)
{
	static const char sql[] = TCN_STORE_SEARCH_PART "SELECT " COLUMNS(
	    "0.0") "FROM items i INDEXED BY items_ts"
		   " WHERE i.ts <= ?9 AND (i.ts < ?9 OR i.seq < ?10)"
		   " AND i.ts >= ?11 AND (i.ts > ?11 OR i.seq >= ?12) "
		   "AND" PASSES(
		       "i") "AND (i.article = i.seq OR (?8 > 0 AND" FIRST "))"
			    " AND (?8 = 2 OR NOT EXISTS (SELECT 1 FROM items j"
			    " WHERE j.version_of = coalesce(i.version_of, "
			    "i.seq)"
			    " AND (j.ts > i.ts OR (j.ts = i.ts AND j.seq > "
			    "i.seq)) AND" PASSES("j") "))"
						      " ORDER BY i.ts DESC, "
						      "i.seq DESC LIMIT ?13";
	struct tcn_store_search_cursor after = r->search->after, end;
	struct entries entries;
	struct tcn_query q;
	enum tcn_rc rc;

	if (!after.seq)
		after = (struct tcn_store_search_cursor){ .ts_ms = INT64_MAX,
			.seq = INT64_MAX };
	rc = find_end(st, r, &after, &end);
	if (rc)
		return rc;
	q = tcn_query(st, sql);
	TCN_QUERY_BIND(&q, REACH(r));
	TCN_QUERY_BIND(&q, after.ts_ms, after.seq, end.ts_ms, end.seq,
	    tcn_query_limit(limit + 1));
	rc = collect(&q, arena, &entries);
	hits->more = entries.n > limit;
	for (size_t i = 0; !rc && i < entries.n && i < limit; i++)
		add_hit(&entries.at[i].hit, 0, arena, hits);
	if (hits->more)
		end = cursor_after(&hits->at[limit - 1]);
	hits->next = end;
	hits->more |= end.seq != 0;
	hits->counted = !hits->more && !r->search->after.seq;
	hits->found = hits->n;
	return rc;
}

/* --- from the outside --- */

static bool
filters(const struct tcn_store_search *search)
{
	return search->category.n || search->source.n || search->lang.n ||
	    search->event.n || search->since_ms || search->until_ms;
}

enum tcn_rc
tcn_store_search_in(const struct tcn_store *st,
    const struct tcn_store_search *search, struct tcn_arena *arena,
    struct tcn_store_search_hits *hits)
{
	struct tcn_buf expr = { 0 };
	struct reach reach;
	size_t limit = search->limit;
	enum tcn_rc rc;

	*hits = (struct tcn_store_search_hits){ .counted = true };
	if (limit == 0)
		limit = LIMIT_USUAL;
	if (limit > LIMIT_MAX)
		limit = LIMIT_MAX;
	tcn_store_search_expression(search->query, &expr);
	rc = measure(st, search, &reach);
	if (!rc && expr.n)
		rc = search_words(st, &reach, tcn_buf_view(&expr), limit, arena,
		    hits);
	else if (!rc && !search->query.n && filters(search))
		rc = search_items(st, &reach, limit, arena, hits);
	if (rc)
		*hits = (struct tcn_store_search_hits){ 0 };
	tcn_buf_fini(&expr);
	return rc;
}

enum tcn_rc
tcn_store_search(const struct tcn_store *st, struct tcn_str query,
    enum tcn_store_search_order order, size_t limit, struct tcn_arena *arena,
    struct tcn_store_search_hits *hits)
{
	const struct tcn_store_search search = {
		.query = query, .order = order, .limit = limit
	};

	return tcn_store_search_in(st, &search, arena, hits);
}
