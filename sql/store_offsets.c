#include "sql/store_offsets.h"

#include "sql/query.h"

enum tcn_rc
tcn_store_put_offset(struct tcn_store_tx *tx, struct tcn_str topic,
    int32_t partition, int64_t next)
{
	static const char sql[] =
	    "INSERT INTO log_offsets VALUES (?, ?, ?)"
	    " ON CONFLICT DO UPDATE SET next = excluded.next";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, topic, partition, next);

	return tcn_query_run(&q);
}

enum tcn_rc
tcn_store_offset(const struct tcn_store *st, struct tcn_str topic,
    int32_t partition, int64_t *next)
{
	static const char sql[] =
	    "SELECT next FROM log_offsets WHERE topic = ? AND part = ?";
	struct tcn_query q = TCN_QUERY(st, sql, topic, partition);

	*next = -1;
	return TCN_QUERY_ONE(&q, NULL, next);
}
