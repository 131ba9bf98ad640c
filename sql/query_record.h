/*
 * sql/query_record.h - inside sql/: rows that are records, written and read by
 * the table of their fields (engine/base/fields.h).
 */
#ifndef TCN_SQL_QUERY_RECORD_H
#define TCN_SQL_QUERY_RECORD_H

#include "engine/base/fields.h"
#include "sql/query.h"

/*
 * "SELECT its columns FROM its table", and tail behind it, a static array as
 * every statement is. Parameters follow: TCN_RECORDS(st, record, tail, id).
 */
struct tcn_query tcn_query_records(const struct tcn_store *st,
    const struct tcn_fields *record, const char *tail);
#define TCN_RECORDS(st, record, tail, ...)                                     \
	tcn_query_with(tcn_query_records(st, record, tail),                    \
	    TCN_QUERY_LIST(__VA_ARGS__))

/*
 * The next columns of the row as the record at `at`: texts are copied to arena,
 * a word that is none is the first, an absent time TCN_UNDATED; what is
 * computed stays as it is. After a failure texts are empty.
 */
void tcn_query_get_record(struct tcn_query *q, const struct tcn_fields *record,
    struct tcn_arena *arena, void *at);

/* All rows: their array in arena, or NULL, and how many they are. The query
 * ends; after a failure, which q->rc is, there are none. */
void *tcn_query_get_records(struct tcn_query *q,
    const struct tcn_fields *record, struct tcn_arena *arena, size_t *n);

/* Inserts the record but for what the store fills in; *id, unless NULL: the
 * number of the new row. */
TCN_MUST_USE enum tcn_rc tcn_query_put_record(struct tcn_store_tx *tx,
    const struct tcn_fields *record, const void *at, uint64_t *id);

#endif
