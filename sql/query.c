#include "sql/query.h"

#include "engine/base/buf.h"

struct tcn_query
tcn_query_generated(const struct tcn_store *st, enum tcn_rc rc, const void *key,
    const char *text)
{
	struct tcn_query q = { .st = st, .rc = rc };

	if (!rc)
		q.rc = tcn_db_stmt(st, key, text, &q.stmt);
	if (!q.rc && sqlite3_stmt_busy(q.stmt))
		q.rc = tcn_db_fail_with(st, TCN_INVALID,
		    "a callback called what called it: collect first, then "
		    "ask again");
	if (q.rc)
		q.stmt = NULL;
	return q;
}

struct tcn_query
tcn_query(const struct tcn_store *st, const char *sql)
{
	return tcn_query_generated(st, TCN_OK, sql, sql);
}

struct tcn_query
tcn_query_tx(struct tcn_store_tx *tx, const char *sql)
{
	enum tcn_rc rc = tcn_db_require_tx(tx);

	return tcn_query_generated(tx->st, rc, sql, sql);
}

void
tcn_query_fail(struct tcn_query *q, enum tcn_rc rc)
{
	if (q->rc || !rc)
		return;
	q->rc = rc;
	if (q->stmt)
		sqlite3_reset(q->stmt);
	q->stmt = NULL;
}

/* code: what a bind or step returned. */
static void
judge(struct tcn_query *q, int code)
{
	if (code)
		tcn_query_fail(q, tcn_db_fail(q->st));
}

struct tcn_query_value
tcn_query_full_text(struct tcn_store_tx *tx, struct tcn_str s)
{
	tx->st->search_bytes += s.n;
	return tcn_query_str(s);
}

/* SQLite's code. Bytes that are nowhere are empty, not null. */
static int
bind(sqlite3_stmt *stmt, int at, const struct tcn_query_value *v)
{
	switch (v->kind) {
	case TCN_QUERY_INT:
		return sqlite3_bind_int64(stmt, at, v->n);
	case TCN_QUERY_REAL:
		return sqlite3_bind_double(stmt, at, v->real);
	case TCN_QUERY_TEXT:
		return sqlite3_bind_text64(stmt, at, v->s.at ? v->s.at : "",
		    v->s.n, SQLITE_STATIC, SQLITE_UTF8);
	case TCN_QUERY_BLOB:
		return sqlite3_bind_blob64(stmt, at, v->s.at ? v->s.at : "",
		    v->s.n, SQLITE_STATIC);
	case TCN_QUERY_NULL:
	case TCN_QUERY_END:
		break;
	}
	return sqlite3_bind_null(stmt, at);
}

void
tcn_query_bind_all(struct tcn_query *q, const struct tcn_query_value *values)
{
	for (; values->kind != TCN_QUERY_END && q->stmt; values++)
		judge(q, bind(q->stmt, ++q->bound, values));
}

struct tcn_query
tcn_query_with(struct tcn_query q, const struct tcn_query_value *values)
{
	tcn_query_bind_all(&q, values);
	return q;
}

bool
tcn_query_next(struct tcn_query *q)
{
	int code;

	if (!q->stmt)
		return false;
	q->column = 0;
	code = sqlite3_step(q->stmt);
	if (code == SQLITE_ROW)
		return true;
	if (code != SQLITE_DONE)
		judge(q, code);
	return false;
}

int64_t
tcn_query_get_int(struct tcn_query *q)
{
	return sqlite3_column_int64(q->stmt, q->column++);
}

uint64_t
tcn_query_get_u64(struct tcn_query *q)
{
	return (uint64_t)tcn_query_get_int(q);
}

uint32_t
tcn_query_get_u32(struct tcn_query *q)
{
	return (uint32_t)tcn_query_get_int(q);
}

double
tcn_query_get_real(struct tcn_query *q)
{
	return sqlite3_column_double(q->stmt, q->column++);
}

/* As a blob, even when it is text: the text call would copy to add a NUL. */
struct tcn_str
tcn_query_get_str(struct tcn_query *q)
{
	const char *at = sqlite3_column_blob(q->stmt, q->column);
	int n = sqlite3_column_bytes(q->stmt, q->column++);

	return (struct tcn_str){ at ? at : "", at ? (size_t)n : 0 };
}

bool
tcn_query_is_null(struct tcn_query *q)
{
	return sqlite3_column_type(q->stmt, q->column) == SQLITE_NULL;
}

struct tcn_str
tcn_query_copy_str(struct tcn_query *q, struct tcn_arena *arena)
{
	struct tcn_str s = { "", 0 };

	if (!q->stmt)
		return s;
	s = tcn_query_get_str(q);
	tcn_arena_str(arena, s, &s);
	return s;
}

void
tcn_query_get(struct tcn_query *q, struct tcn_arena *arena,
    const struct tcn_query_target *to)
{
	for (; to->kind != TCN_QUERY_TO_END && q->stmt; to++)
		switch (to->kind) {
		case TCN_QUERY_TO_U64:
			*(uint64_t *)to->at = tcn_query_get_u64(q);
			break;
		case TCN_QUERY_TO_U32:
			*(uint32_t *)to->at = tcn_query_get_u32(q);
			break;
		case TCN_QUERY_TO_BOOL:
			*(bool *)to->at = tcn_query_get_int(q) != 0;
			break;
		case TCN_QUERY_TO_REAL:
			*(double *)to->at = tcn_query_get_real(q);
			break;
		case TCN_QUERY_TO_STR:
			*(struct tcn_str *)to->at =
			    tcn_query_copy_str(q, arena);
			break;
		case TCN_QUERY_TO_END:
			break;
		}
}

enum tcn_rc
tcn_query_get_one(struct tcn_query *q, struct tcn_arena *arena,
    const struct tcn_query_target *to)
{
	if (tcn_query_next(q))
		tcn_query_get(q, arena, to);
	return tcn_query_end(q);
}

void
tcn_query_list(const uint64_t *ids, size_t n, struct tcn_buf *list)
{
	for (size_t i = 0; i < n; i++) {
		char number[24];
		size_t at = sizeof number;

		for (uint64_t id = ids[i]; id || at == sizeof number; id /= 10)
			number[--at] = (char)('0' + id % 10);
		number[--at] = i ? ',' : '[';
		tcn_buf_add(list, number + at, sizeof number - at);
	}
	tcn_buf_z(list, n ? "]" : "[]");
}

void *
tcn_query_grow(struct tcn_arena *arena, void *at, size_t n, size_t size)
{
	void *moved;

	if (n & (n - 1) || n == 1)
		return at;
	moved = tcn_arena_zalloc(arena, n ? 2 * n : 2, size);
	if (n)
		memcpy(moved, at, n * size);
	return moved;
}

struct tcn_story_term *
tcn_query_terms(struct tcn_query *q, struct tcn_arena *arena, size_t *n)
{
	struct tcn_story_term *terms = NULL;

	*n = 0;
	while (tcn_query_next(q)) {
		terms = tcn_query_grow(arena, terms, *n, sizeof *terms);
		TCN_QUERY_GET(q, arena, &terms[*n].word, &terms[*n].weight);
		++*n;
	}
	return terms;
}

enum tcn_rc
tcn_query_end(struct tcn_query *q)
{
	if (q->stmt)
		sqlite3_reset(q->stmt);
	q->stmt = NULL;
	return q->rc;
}

enum tcn_rc
tcn_query_run(struct tcn_query *q)
{
	while (tcn_query_next(q))
		;
	return tcn_query_end(q);
}

enum tcn_rc
tcn_query_count(struct tcn_query *q, uint64_t *n)
{
	enum tcn_rc rc = tcn_query_run(q);

	*n = rc ? 0 : (uint64_t)sqlite3_changes64(q->st->db->sqlite);
	return rc;
}

enum tcn_rc
tcn_query_change(struct tcn_query *q, bool *found)
{
	uint64_t n;
	enum tcn_rc rc = tcn_query_count(q, &n);

	*found = n > 0;
	return rc;
}

enum tcn_rc
tcn_query_insert(struct tcn_query *q, uint64_t *id)
{
	enum tcn_rc rc = tcn_query_run(q);

	if (!rc)
		*id = (uint64_t)sqlite3_last_insert_rowid(q->st->db->sqlite);
	return rc;
}
