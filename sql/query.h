/*
 * sql/query.h - inside sql/: one use of a prepared statement.
 *
 *	struct tcn_query q = tcn_query(st, sql);
 *
 *	tcn_query_int(&q, 1);                 parameters, in order
 *	while (tcn_query_next(&q))            rows
 *		x = tcn_query_get_int(&q);    columns, in order
 *	return tcn_query_end(&q);
 *
 * Failure is sticky: after one, all of these do nothing and end returns it.
 * Bound strings must live until the end; views read live until the next
 * step. Each query needs its end. Cost beyond SQLite: one map look-up.
 */
#ifndef TCN_SQL_QUERY_H
#define TCN_SQL_QUERY_H

#include <sqlite3.h>

#include "engine/base/arena.h"
#include "sql/db.h"

struct tcn_query {
	const struct tcn_store *st;
	sqlite3_stmt *stmt; /* NULL once it failed */
	enum tcn_rc rc;
	int bound; /* parameters bound so far */
	int column; /* columns read of this row */
};

struct tcn_query tcn_query(const struct tcn_store *st, const char *sql);

/* The same for a write, in an open transaction: once something in that has
 * failed, so has the query, with the same failure. */
struct tcn_query tcn_query_tx(struct tcn_store_tx *tx, const char *sql);

void tcn_query_null(struct tcn_query *q);
void tcn_query_int(struct tcn_query *q, int64_t value);
void tcn_query_u64(struct tcn_query *q, uint64_t value); /* bits kept */
void tcn_query_real(struct tcn_query *q, double value); /* finite */
void tcn_query_str(struct tcn_query *q, struct tcn_str s);
/* As tcn_query_str, of a text that goes into the index of searches or leaves
 * it: the commit merges the more of the index. */
void tcn_query_indexed(struct tcn_query *q, struct tcn_store_tx *tx,
    struct tcn_str s);
void tcn_query_blob(struct tcn_query *q, const void *bytes, size_t n);

/* True with a row to read; false at the end or after a failure. */
bool tcn_query_next(struct tcn_query *q);

int64_t tcn_query_get_int(struct tcn_query *q);
uint64_t tcn_query_get_u64(struct tcn_query *q);
uint32_t tcn_query_get_u32(struct tcn_query *q);
double tcn_query_get_real(struct tcn_query *q);
struct tcn_str tcn_query_get_str(struct tcn_query *q); /* or a blob */
bool tcn_query_is_null(struct tcn_query *q); /* of the column to be read */

/* As tcn_query_get_str, copied; a failed copy is the query's failure. */
struct tcn_str tcn_query_copy_str(struct tcn_query *q, struct tcn_arena *arena);

/*
 * Room for element n in an array of n elements that lives in the arena: its
 * address, moved with all before it when n reaches a power of two. NULL is
 * the query's failure.
 */
void *tcn_query_grow(struct tcn_query *q, struct tcn_arena *arena, void *at,
    size_t n, size_t size);

/* All rows of a query for word and weight, n of them. */
struct tcn_story_term *tcn_query_terms(struct tcn_query *q,
    struct tcn_arena *arena, size_t *n);

/* A bound on rows as SQL takes it: limit, or -1 for 0. */
void tcn_query_limit(struct tcn_query *q, size_t limit);

/* Makes rc (if not TCN_OK) the failure of the query. */
void tcn_query_fail(struct tcn_query *q, enum tcn_rc rc);

TCN_MUST_USE enum tcn_rc tcn_query_end(struct tcn_query *q);

/* Steps through a statement without rows and ends it. */
TCN_MUST_USE enum tcn_rc tcn_query_run(struct tcn_query *q);

/* The same; *n: how many rows it changed; *found: any. 0 and false after a
 * failure. */
TCN_MUST_USE enum tcn_rc tcn_query_count(struct tcn_query *q, uint64_t *n);
TCN_MUST_USE enum tcn_rc tcn_query_change(struct tcn_query *q, bool *found);

/* The same for an INSERT; *id: the number of the new row, left alone after a
 * failure. */
TCN_MUST_USE enum tcn_rc tcn_query_insert(struct tcn_query *q, uint64_t *id);

#endif
