#include "sql/query.h"
#include "sql/store_read.h"

enum tcn_rc
tcn_store_put_report(struct tcn_store_tx *tx, const char *event,
    uint32_t revision, const char *format, struct tcn_str bytes)
{
	static const char sql[] =
	    "INSERT INTO reports VALUES (?, ?, ?, ?) "
	    "ON CONFLICT DO UPDATE SET bytes = excluded.bytes";
	struct tcn_query q = TCN_QUERY_TX(tx, sql, event, revision, format,
	    tcn_query_blob(bytes.at, bytes.n));

	return tcn_query_run(&q);
}
