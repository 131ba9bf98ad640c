/*
 * A reader's words become an FTS5 expression in which every word or phrase is
 * a quoted string. Inside quotes nothing has meaning to FTS5, so no input is
 * a syntax error and none reaches its operators. Strings side by side mean
 * AND; one without a letter or digit in it is left out by FTS5 itself.
 */
#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "sql/query.h"
#include "sql/store_read.h"

#define WORDS_MAX   64
#define LIMIT_MAX   1000
#define LIMIT_USUAL 100
#define PREFIX_MIN  3 /* bytes: a shorter one matches half the index */

static bool
is_gap(char c)
{
	return c == '\0' || c == ' ' || (c >= '\t' && c <= '\r');
}

/* Cuts the next word or phrase off *rest; false at its end. */
static bool
next_part(struct tcn_str *rest, struct tcn_str *part)
{
	char until = ' ';
	size_t n = 0;

	while (rest->n && (is_gap(rest->at[0]) || rest->at[0] == '"')) {
		until = rest->at[0] == '"' ? '"' : ' ';
		rest->at++;
		rest->n--;
	}
	while (n < rest->n && rest->at[n] != '"' &&
	    (until == '"' || !is_gap(rest->at[n])))
		n++;
	*part = (struct tcn_str){ rest->at, n };
	rest->at += n;
	rest->n -= n;
	if (until == '"' && rest->n) {
		rest->at++;
		rest->n--;
	}
	return n > 0;
}

static void
add_part(struct tcn_buf *expr, struct tcn_str part)
{
	bool prefix = part.n > PREFIX_MIN && part.at[part.n - 1] == '*';

	tcn_buf_z(expr, expr->n ? " \"" : "\"");
	for (size_t i = 0; i < part.n; i++)
		tcn_buf_char(expr, part.at[i] ? part.at[i] : ' ');
	tcn_buf_z(expr, prefix ? "\"*" : "\"");
}

static enum tcn_rc
translate(const struct tcn_store *st, struct tcn_str query,
    struct tcn_buf *expr)
{
	struct tcn_str part;

	for (int i = 0; i < WORDS_MAX && next_part(&query, &part); i++)
		add_part(expr, part);
	if (expr->failed)
		return tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM);
	return TCN_OK;
}

/* Whether another version of the hit's page has been listed. */
static bool
is_listed(const struct tcn_store *st, struct tcn_map *pages, uint64_t seq,
    struct tcn_query *hits)
{
	static const char sql[] =
	    "SELECT coalesce(version_of, seq) FROM items WHERE seq = ?";
	struct tcn_query q = tcn_query(st, sql);
	uint64_t first = seq, *value;
	bool added = true;
	enum tcn_rc rc;

	tcn_query_u64(&q, seq);
	if (tcn_query_next(&q))
		first = tcn_query_get_u64(&q);
	rc = tcn_query_end(&q);
	if (!rc && tcn_map_put(pages, first, &value, &added))
		rc = tcn_db_refuse(st, TCN_NOMEM, TCN_DB_NOMEM);
	if (rc)
		tcn_query_fail(hits, rc);
	return !added;
}

/* What came last in a category, among so many items. */
#define NEWEST_MAX "100000"

#define IN_CATEGORY                                                            \
	" WHERE (same_name(i.category, ?2) OR same_name(i.predicted, ?2)) "

/* The query for it; with a category alone, without an expression. */
static const char *
query_of(const struct tcn_store_search *search, bool words)
{
	static const char newest_in[] =
	    "SELECT i.seq, 0.0 FROM (SELECT rowid AS hit FROM search"
	    " WHERE search MATCH ?1 ORDER BY rowid DESC LIMIT 10000)"
	    " JOIN items i ON i.seq = hit" IN_CATEGORY
	    "ORDER BY i.ts DESC, i.seq DESC";
	static const char best_in[] =
	    "SELECT hit, -score FROM (SELECT rowid AS hit,"
	    " bm25(search) AS score FROM search WHERE search MATCH ?1"
	    " ORDER BY rowid DESC LIMIT 10000)"
	    " JOIN items i ON i.seq = hit" IN_CATEGORY
	    "ORDER BY score, hit DESC";
	static const char all_in[] =
	    "SELECT i.seq, 0.0 FROM (SELECT ts, seq FROM items"
	    " INDEXED BY items_ts WHERE ?1 = '' ORDER BY ts DESC, seq DESC"
	    " LIMIT " NEWEST_MAX ") n JOIN items i ON i.seq = n.seq" IN_CATEGORY
	    "AND i.article = i.seq ORDER BY n.ts DESC, n.seq DESC";
	static const char newest[] =
	    "SELECT i.seq, 0.0 FROM (SELECT rowid AS hit FROM search"
	    " WHERE search MATCH ? ORDER BY rowid DESC LIMIT 10000)"
	    " JOIN items i ON i.seq = hit "
	    "ORDER BY i.ts DESC, i.seq DESC";
	static const char best[] =
	    "SELECT id, -score FROM (SELECT rowid AS id,"
	    " bm25(search) AS score FROM search WHERE search MATCH ?"
	    " ORDER BY rowid DESC LIMIT 10000) "
	    "ORDER BY score, id DESC";
	bool is_best = search->order == TCN_STORE_SEARCH_BEST;

	if (!search->category.n)
		return is_best ? best : newest;
	return !words ? all_in : is_best ? best_in : newest_in;
}

static enum tcn_rc
match(const struct tcn_store *st, struct tcn_str expr,
    const struct tcn_store_search *search, size_t limit,
    struct tcn_arena *arena, struct tcn_store_search_hits *hits)
{
	struct tcn_query q = tcn_query(st, query_of(search, expr.n > 0));
	struct tcn_map pages = { 0 };

	tcn_query_str(&q, expr);
	if (search->category.n)
		tcn_query_str(&q, search->category);
	while (hits->n < limit && tcn_query_next(&q)) {
		uint64_t seq = tcn_query_get_u64(&q);
		double score = tcn_query_get_real(&q);

		if (is_listed(st, &pages, seq, &q))
			continue;
		hits->at = tcn_query_grow(&q, arena, hits->at, hits->n,
		    sizeof *hits->at);
		if (!hits->at)
			break;
		hits->at[hits->n].seq = seq;
		hits->at[hits->n++].score = score;
	}
	tcn_map_fini(&pages);
	return tcn_query_end(&q);
}

enum tcn_rc
tcn_store_search_in(const struct tcn_store *st,
    const struct tcn_store_search *search, struct tcn_arena *arena,
    struct tcn_store_search_hits *hits)
{
	struct tcn_buf buf = { 0 };
	struct tcn_str expr;
	size_t limit = search->limit;
	enum tcn_rc rc;

	*hits = (struct tcn_store_search_hits){ 0 };
	if (limit == 0)
		limit = LIMIT_USUAL;
	if (limit > LIMIT_MAX)
		limit = LIMIT_MAX;
	rc = translate(st, search->query, &buf);
	expr = tcn_buf_view(&buf);
	if (!rc && (expr.n || (!search->query.n && search->category.n)))
		rc = match(st, expr, search, limit, arena, hits);
	if (rc)
		*hits = (struct tcn_store_search_hits){ 0 };
	tcn_buf_fini(&buf);
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
