#include "sql/query.h"
#include "sql/store_read.h"

enum tcn_rc
tcn_store_fired_days(const struct tcn_store *st, const char *rule,
    int64_t from_ms, int64_t to_ms, struct tcn_arena *arena,
    struct tcn_store_fired_list *days)
{
	/* The midnight before, also of a time before 1970. */
	static const char sql[] =
	    "SELECT rule, fired - (fired % 86400000 + 86400000) % 86400000, "
	    "count(*), max(fired) FROM events WHERE fired >= ?1 "
	    "AND fired < ?2 AND (?3 IS NULL OR rule = ?3) "
	    "GROUP BY 1, 2 ORDER BY 1, 2";
	struct tcn_query q = TCN_QUERY(st, sql, from_ms, to_ms, rule);
	struct tcn_store_fired *day;

	*days = (struct tcn_store_fired_list){ 0 };
	while (tcn_query_next(&q)) {
		day =
		    tcn_query_grow(arena, days->at, days->n, sizeof *days->at);
		days->at = day;
		day += days->n++;
		TCN_QUERY_GET(&q, arena, &day->rule, &day->day_ms, &day->n,
		    &day->last_ms);
	}
	return tcn_query_end(&q);
}
