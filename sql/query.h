/*
 * sql/query.h - inside sql/: one use of a prepared statement.
 *
 *	struct tcn_query q = TCN_QUERY(st, sql, event, now_ms);
 *
 *	while (tcn_query_next(&q))                      rows
 *		TCN_QUERY_GET(&q, arena, &at_ms, &why); columns, in order
 *	return tcn_query_end(&q);
 *
 * The parameters follow the statement, in order, each bound by its type: a
 * number, a struct tcn_str, a string (NULL: null), or one of the values below
 * where the type is not enough. Rows that are records are written and read by
 * the table of their fields (sql/query_record.h).
 *
 * Failure is sticky: after one, all of these functions do nothing and
 * tcn_query_end() returns it. Bound strings must live until the query's end;
 * views that were read live until the next step. Each query must be ended. Cost
 * beyond SQLite: one map look-up.
 */
#ifndef TCN_SQL_QUERY_H
#define TCN_SQL_QUERY_H

#include <sqlite3.h>

#include "engine/base/arena.h"
#include "sql/db.h"

struct tcn_buf;

struct tcn_query {
	const struct tcn_store *st;
	sqlite3_stmt *stmt; /* NULL once it failed */
	enum tcn_rc rc;
	int bound; /* parameters bound so far */
	int column; /* columns read of this row */
};

/* Begins a query, still without parameters. */
struct tcn_query tcn_query(const struct tcn_store *st, const char *sql);

/* Begins a query that writes, in an open transaction. If the transaction has
 * failed before, the query has that failure from the start. */
struct tcn_query tcn_query_tx(struct tcn_store_tx *tx, const char *sql);

/* Begins a query of a statement with a generated text (tcn_db_stmt()); rc: its
 * failure so far. */
struct tcn_query tcn_query_generated(const struct tcn_store *st, enum tcn_rc rc,
    const void *key, const char *text);

/* The value of a parameter. */
struct tcn_query_value {
	enum {
		TCN_QUERY_END, /* behind the last one */
		TCN_QUERY_NULL,
		TCN_QUERY_INT,
		TCN_QUERY_REAL,
		TCN_QUERY_TEXT,
		TCN_QUERY_BLOB,
	} kind;
	union {
		int64_t n;
		double real; /* finite */
		struct tcn_str s;
	};
};

/*
 * Make values: of each type; null; bytes; null in place of an empty text, of 0,
 * of TCN_UNDATED; and a limit on rows, -1 for 0. The bits of an unsigned number
 * are kept; a text may be NULL.
 */
static inline struct tcn_query_value
tcn_query_null(void)
{
	return (struct tcn_query_value){ .kind = TCN_QUERY_NULL };
}

static inline struct tcn_query_value
tcn_query_int(int64_t n)
{
	return (struct tcn_query_value){ .kind = TCN_QUERY_INT, .n = n };
}

static inline struct tcn_query_value
tcn_query_u64(uint64_t n)
{
	return tcn_query_int((int64_t)n);
}

static inline struct tcn_query_value
tcn_query_real(double real)
{
	return (struct tcn_query_value){ TCN_QUERY_REAL, .real = real };
}

static inline struct tcn_query_value
tcn_query_str(struct tcn_str s)
{
	return (struct tcn_query_value){ TCN_QUERY_TEXT, .s = s };
}

static inline struct tcn_query_value
tcn_query_text(const char *text)
{
	return text ? tcn_query_str(tcn_str(text)) : tcn_query_null();
}

static inline struct tcn_query_value
tcn_query_same(struct tcn_query_value value)
{
	return value;
}

static inline struct tcn_query_value
tcn_query_blob(const void *bytes, size_t n)
{
	return (struct tcn_query_value){ TCN_QUERY_BLOB, .s = { bytes, n } };
}

static inline struct tcn_query_value
tcn_query_if(bool given, int64_t n)
{
	return given ? tcn_query_int(n) : tcn_query_null();
}

static inline struct tcn_query_value
tcn_query_str_if(bool given, struct tcn_str s)
{
	return given ? tcn_query_str(s) : tcn_query_null();
}

static inline struct tcn_query_value
tcn_query_real_if(bool given, double real)
{
	return given ? tcn_query_real(real) : tcn_query_null();
}

static inline struct tcn_query_value
tcn_query_or_null(uint64_t n)
{
	return tcn_query_if(n != 0, (int64_t)n);
}

static inline struct tcn_query_value
tcn_query_time(int64_t ms)
{
	return tcn_query_if(ms != TCN_UNDATED, ms);
}

static inline struct tcn_query_value
tcn_query_limit(size_t limit)
{
	return tcn_query_int(limit == 0 || limit > INT64_MAX ? -1
							     : (int64_t)limit);
}

/* Makes the value of a text that is added to the full-text index or removed
 * from it, and counts its bytes: the more there are, the more of the index the
 * commit merges. */
struct tcn_query_value tcn_query_full_text(struct tcn_store_tx *tx,
    struct tcn_str s);

/* tcn_query_bind_all() binds the next parameters, up to TCN_QUERY_END;
 * tcn_query_with() those of a query that has just begun. */
void tcn_query_bind_all(struct tcn_query *q,
    const struct tcn_query_value *values);
struct tcn_query tcn_query_with(struct tcn_query q,
    const struct tcn_query_value *values);

#define TCN_QUERY_VALUE(x)                                                     \
	_Generic((x), struct tcn_query_value: tcn_query_same,                  \
	    struct tcn_str: tcn_query_str, char *: tcn_query_text,             \
	    const char *: tcn_query_text, double: tcn_query_real,              \
	    uint64_t: tcn_query_u64, default: tcn_query_int)(x)

/* Applies f to each of up to twelve arguments. */
#define TCN_Q1(f, x)       f(x)
#define TCN_Q2(f, x, ...)  f(x), TCN_Q1(f, __VA_ARGS__)
#define TCN_Q3(f, x, ...)  f(x), TCN_Q2(f, __VA_ARGS__)
#define TCN_Q4(f, x, ...)  f(x), TCN_Q3(f, __VA_ARGS__)
#define TCN_Q5(f, x, ...)  f(x), TCN_Q4(f, __VA_ARGS__)
#define TCN_Q6(f, x, ...)  f(x), TCN_Q5(f, __VA_ARGS__)
#define TCN_Q7(f, x, ...)  f(x), TCN_Q6(f, __VA_ARGS__)
#define TCN_Q8(f, x, ...)  f(x), TCN_Q7(f, __VA_ARGS__)
#define TCN_Q9(f, x, ...)  f(x), TCN_Q8(f, __VA_ARGS__)
#define TCN_Q10(f, x, ...) f(x), TCN_Q9(f, __VA_ARGS__)
#define TCN_Q11(f, x, ...) f(x), TCN_Q10(f, __VA_ARGS__)
#define TCN_Q12(f, x, ...) f(x), TCN_Q11(f, __VA_ARGS__)

#define TCN_QUERY_PICK(a, b, c, d, e, f, g, h, i, j, k, l, of, ...) of
#define TCN_QUERY_EACH(f, ...)                                                 \
	TCN_QUERY_PICK(__VA_ARGS__, TCN_Q12, TCN_Q11, TCN_Q10, TCN_Q9, TCN_Q8, \
	    TCN_Q7, TCN_Q6, TCN_Q5, TCN_Q4, TCN_Q3, TCN_Q2, TCN_Q1, 0)         \
	(f, __VA_ARGS__)

/* Begin a query, or a query that writes, with parameters; and bind further
 * ones. */
#define TCN_QUERY(st, sql, ...)                                                \
	tcn_query_with(tcn_query(st, sql), TCN_QUERY_LIST(__VA_ARGS__))
#define TCN_QUERY_TX(tx, sql, ...)                                             \
	tcn_query_with(tcn_query_tx(tx, sql), TCN_QUERY_LIST(__VA_ARGS__))
#define TCN_QUERY_BIND(q, ...)                                                 \
	tcn_query_bind_all(q, TCN_QUERY_LIST(__VA_ARGS__))
#define TCN_QUERY_LIST(...)                                                    \
	(const struct tcn_query_value[])                                       \
	{                                                                      \
		TCN_QUERY_EACH(TCN_QUERY_VALUE, __VA_ARGS__),                  \
		{                                                              \
			.kind = TCN_QUERY_END                                  \
		}                                                              \
	}

/* Steps to the next row. True: there is a row to read; false at the end or
 * after a failure. */
bool tcn_query_next(struct tcn_query *q);

/* Read the next column of the row. */
int64_t tcn_query_get_int(struct tcn_query *q);
uint64_t tcn_query_get_u64(struct tcn_query *q);
uint32_t tcn_query_get_u32(struct tcn_query *q);
double tcn_query_get_real(struct tcn_query *q);
struct tcn_str tcn_query_get_str(struct tcn_query *q); /* or a blob */
/* Whether the next column is null. */
bool tcn_query_is_null(struct tcn_query *q);

/*
 * TCN_QUERY_GET reads the next columns into these variables, each by its type:
 * a number, a bool, or a struct tcn_str, which is copied to the arena.
 * TCN_QUERY_ONE reads those of the first row, ends the query and returns its
 * result; without a row the variables stay as they are.
 */
struct tcn_query_target {
	enum {
		TCN_QUERY_TO_END, /* behind the last one */
		TCN_QUERY_TO_U64, /* an int64_t, too */
		TCN_QUERY_TO_U32,
		TCN_QUERY_TO_BOOL,
		TCN_QUERY_TO_REAL,
		TCN_QUERY_TO_STR,
	} kind;
	void *at;
};
#define TCN_QUERY_TARGET(at)                                                   \
	{                                                                      \
		_Generic(*(at), uint64_t                                       \
			 : TCN_QUERY_TO_U64, int64_t                           \
			 : TCN_QUERY_TO_U64, uint32_t                          \
			 : TCN_QUERY_TO_U32, bool                              \
			 : TCN_QUERY_TO_BOOL, double                           \
			 : TCN_QUERY_TO_REAL, struct tcn_str                   \
			 : TCN_QUERY_TO_STR),                                  \
		    (at)                                                       \
	}
#define TCN_QUERY_TARGETS(...)                                                 \
	(const struct tcn_query_target[])                                      \
	{                                                                      \
		TCN_QUERY_EACH(TCN_QUERY_TARGET, __VA_ARGS__),                 \
		{                                                              \
			TCN_QUERY_TO_END, NULL                                 \
		}                                                              \
	}
#define TCN_QUERY_GET(q, arena, ...)                                           \
	tcn_query_get(q, arena, TCN_QUERY_TARGETS(__VA_ARGS__))
#define TCN_QUERY_ONE(q, arena, ...)                                           \
	tcn_query_get_one(q, arena, TCN_QUERY_TARGETS(__VA_ARGS__))
void tcn_query_get(struct tcn_query *q, struct tcn_arena *arena,
    const struct tcn_query_target *to);
TCN_MUST_USE enum tcn_rc tcn_query_get_one(struct tcn_query *q,
    struct tcn_arena *arena, const struct tcn_query_target *to);

/* Reads the next column as tcn_query_get_str() does, and copies it to the
 * arena. */
struct tcn_str tcn_query_copy_str(struct tcn_query *q, struct tcn_arena *arena);

/* Sets *list to the numbers as a JSON array, so that one statement with
 * json_each() reads the rows of all of them, in place of a statement for
 * each. */
void tcn_query_list(const uint64_t *ids, size_t n, struct tcn_buf *list);

/*
 * Makes room for element n in an array of n elements in the arena; returns the
 * array, which is moved when n reaches a power of two.
 */
void *tcn_query_grow(struct tcn_arena *arena, void *at, size_t n, size_t size);

/* Reads all rows of a query for word and weight into an array of *n terms. */
struct tcn_story_term *tcn_query_terms(struct tcn_query *q,
    struct tcn_arena *arena, size_t *n);

/* Makes rc (if not TCN_OK) the failure of the query. */
void tcn_query_fail(struct tcn_query *q, enum tcn_rc rc);

TCN_MUST_USE enum tcn_rc tcn_query_end(struct tcn_query *q);

/* Steps through a statement without rows and ends it. */
TCN_MUST_USE enum tcn_rc tcn_query_run(struct tcn_query *q);

/* tcn_query_run(), and sets *n to the number of changed rows, or *found to
 * whether there were any; 0 and false after a failure. */
TCN_MUST_USE enum tcn_rc tcn_query_count(struct tcn_query *q, uint64_t *n);
TCN_MUST_USE enum tcn_rc tcn_query_change(struct tcn_query *q, bool *found);

/* tcn_query_run() for an INSERT; sets *id to the number of the new row, but not
 * after a failure. */
TCN_MUST_USE enum tcn_rc tcn_query_insert(struct tcn_query *q, uint64_t *id);

#endif
