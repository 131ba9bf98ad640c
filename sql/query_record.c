#include "sql/query_record.h"

#include <stdio.h>
#include <string.h>

static bool
is_column(const struct tcn_field *field)
{
	return !(field->flags & TCN_FIELD_COMPUTED);
}

static bool
is_written(const struct tcn_field *field)
{
	return !(field->flags & (TCN_FIELD_COMPUTED | TCN_FIELD_AUTO));
}

/* Appends what of each field that is asked for; NULL: its column. */
static void
list(struct tcn_buf *sql, const struct tcn_fields *record,
    bool (*is)(const struct tcn_field *field), const char *what)
{
	const char *comma = "";

	for (const struct tcn_field *f = record->fields; f->name; f++) {
		if (!is(f))
			continue;
		tcn_buf_z(sql, comma);
		tcn_buf_z(sql, what ? what : tcn_field_column(f));
		comma = ", ";
	}
}

struct tcn_query
tcn_query_records(const struct tcn_store *st, const struct tcn_fields *record,
    const char *tail)
{
	struct tcn_buf sql = { 0 };
	struct tcn_query q;

	if (!tcn_db_is_cached(st, tail)) {
		tcn_buf_z(&sql, "SELECT ");
		list(&sql, record, is_column, NULL);
		tcn_buf_printf(&sql, " FROM %s %s", record->table, tail);
	}
	q = tcn_query_generated(st, TCN_OK, tail, sql.at);
	tcn_buf_fini(&sql);
	return q;
}

/* --- out of a row --- */

/* The member as the number of bytes that it has. */
static void
put_number(void *at, size_t bytes, uint64_t n)
{
	if (bytes == sizeof(uint64_t))
		*(uint64_t *)at = n;
	else if (bytes == sizeof(uint32_t))
		*(uint32_t *)at = (uint32_t)n;
	else
		*(bool *)at = n != 0;
}

static uint64_t
get_word(struct tcn_query *q, const char *const *words)
{
	uint64_t n = tcn_query_get_u64(q);

	for (uint64_t i = 0; i <= n; i++)
		if (!words[i])
			return 0;
	return n;
}

static void
get_field(struct tcn_query *q, const struct tcn_field *f,
    struct tcn_arena *arena, void *at)
{
	bool none = tcn_query_is_null(q);
	struct tcn_str id;

	switch (f->kind) {
	case TCN_FIELD_TEXT:
	case TCN_FIELD_BYTES:
	case TCN_FIELD_JSON:
		*(struct tcn_str *)at = tcn_query_copy_str(q, arena);
		return;
	case TCN_FIELD_ID:
		id = tcn_query_get_str(q);
		snprintf(at, f->bytes, "%.*s", TCN_STR_ARG(id));
		return;
	case TCN_FIELD_REAL:
		*(double *)at = tcn_query_get_real(q);
		return;
	case TCN_FIELD_TIME:
		*(int64_t *)at = tcn_query_get_int(q);
		if (none)
			*(int64_t *)at = TCN_UNDATED;
		return;
	case TCN_FIELD_WORD:
		put_number(at, f->bytes, get_word(q, f->words));
		return;
	case TCN_FIELD_U64:
	case TCN_FIELD_U32:
	case TCN_FIELD_BOOL:
	case TCN_FIELD_SPAN:
	case TCN_FIELD_INT:
		put_number(at, f->bytes, tcn_query_get_u64(q));
		return;
	}
}

/*
 * Reads the next columns of the row into the record at `at`: texts are copied
 * to arena, an unknown word becomes the first one, an absent time TCN_UNDATED;
 * computed fields stay as they are. After a failure texts are empty.
 */
static void
get_record(struct tcn_query *q, const struct tcn_fields *record,
    struct tcn_arena *arena, void *at)
{
	for (const struct tcn_field *f = record->fields; f->name && !q->rc; f++)
		if (is_column(f))
			get_field(q, f, arena, (char *)at + f->at);
}

void *
tcn_query_get_records(struct tcn_query *q, const struct tcn_fields *record,
    struct tcn_arena *arena, size_t *n)
{
	char *rows = NULL;

	*n = 0;
	while (tcn_query_next(q)) {
		rows = tcn_query_grow(arena, rows, *n, record->bytes);
		get_record(q, record, arena, rows + (*n)++ * record->bytes);
	}
	if (tcn_query_end(q))
		*n = 0;
	return *n ? rows : NULL;
}

/* --- into a row --- */

static uint64_t
number_at(const void *at, size_t bytes)
{
	return bytes == sizeof(uint64_t) ? *(const uint64_t *)at
	    : bytes == sizeof(uint32_t)  ? *(const uint32_t *)at
					 : *(const bool *)at;
}

static struct tcn_query_value
value_of(const struct tcn_field *f, const void *at)
{
	const struct tcn_str *s = at;

	switch (f->kind) {
	case TCN_FIELD_TEXT:
	case TCN_FIELD_JSON:
		return tcn_query_str(*s);
	case TCN_FIELD_BYTES:
		return tcn_query_blob(s->at, s->n);
	case TCN_FIELD_ID:
		return tcn_query_text(at);
	case TCN_FIELD_REAL:
		return tcn_query_real(*(const double *)at);
	case TCN_FIELD_TIME:
		return tcn_query_time(*(const int64_t *)at);
	case TCN_FIELD_WORD:
	case TCN_FIELD_U64:
	case TCN_FIELD_U32:
	case TCN_FIELD_BOOL:
	case TCN_FIELD_SPAN:
	case TCN_FIELD_INT:
		break;
	}
	return f->flags & TCN_FIELD_NULL
	    ? tcn_query_or_null(number_at(at, f->bytes))
	    : tcn_query_u64(number_at(at, f->bytes));
}

static struct tcn_query
begin_insert(struct tcn_store_tx *tx, const struct tcn_fields *record)
{
	enum tcn_rc rc = tcn_db_require_tx(tx);
	struct tcn_buf sql = { 0 };
	struct tcn_query q;

	if (!tcn_db_is_cached(tx->st, record)) {
		tcn_buf_printf(&sql, "INSERT %s INTO %s (",
		    record->replaces ? "OR REPLACE" : "", record->table);
		list(&sql, record, is_written, NULL);
		tcn_buf_z(&sql, ") VALUES (");
		list(&sql, record, is_written, "?");
		tcn_buf_char(&sql, ')');
	}
	if (sql.n && record->unique)
		tcn_buf_printf(&sql, " ON CONFLICT (%s) DO NOTHING",
		    record->unique);
	q = tcn_query_generated(tx->st, rc, record, sql.at);
	tcn_buf_fini(&sql);
	return q;
}

enum tcn_rc
tcn_query_put_record(struct tcn_store_tx *tx, const struct tcn_fields *record,
    const void *at, uint64_t *id)
{
	struct tcn_query q = begin_insert(tx, record);

	for (const struct tcn_field *f = record->fields; f->name; f++)
		if (is_written(f))
			TCN_QUERY_BIND(&q, value_of(f, tcn_field_at(f, at)));
	return id ? tcn_query_insert(&q, id) : tcn_query_run(&q);
}
