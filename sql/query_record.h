/*
 * sql/query_record.h - inside sql/: writes and reads rows that are records by
 * the table of their fields (engine/base/fields.h).
 */
#ifndef TCN_SQL_QUERY_RECORD_H
#define TCN_SQL_QUERY_RECORD_H

#include "engine/base/fields.h"
#include "sql/query.h"

/*
 * Begins the query "SELECT columns FROM table" of a record, followed by tail,
 * which must be a static array as every statement. Parameters follow:
 * TCN_RECORDS(st, record, tail, id).
 */
struct tcn_query tcn_query_records(const struct tcn_store *st,
    const struct tcn_fields *record, const char *tail);
#define TCN_RECORDS(st, record, tail, ...)                                     \
	tcn_query_with(tcn_query_records(st, record, tail),                    \
	    TCN_QUERY_LIST(__VA_ARGS__))

/* Reads all rows into an array in arena, or NULL, sets *n, and ends the query.
 * After a failure, which q->rc has, there are none. */
void *tcn_query_get_records(struct tcn_query *q,
    const struct tcn_fields *record, struct tcn_arena *arena, size_t *n);

/* Inserts the record without the fields that the database fills in; sets *id,
 * unless NULL, to the number of the new row. */
TCN_MUST_USE enum tcn_rc tcn_query_put_record(struct tcn_store_tx *tx,
    const struct tcn_fields *record, const void *at, uint64_t *id);

#endif
