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

enum tcn_rc
tcn_store_report(const struct tcn_store *st, const char *event,
    uint32_t revision, const char *format, struct tcn_arena *arena,
    struct tcn_str *bytes)
{
	static const char sql[] = "SELECT bytes FROM reports WHERE event = ? "
				  "AND revision = ? AND format = ?";
	struct tcn_query q = TCN_QUERY(st, sql, event, revision, format);

	*bytes = (struct tcn_str){ NULL, 0 };
	return TCN_QUERY_ONE(&q, arena, bytes);
}
