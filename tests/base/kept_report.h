/*
 * tests/base/kept_report.h - the first report of an event that a store keeps.
 */
#ifndef TCN_TESTS_BASE_KEPT_REPORT_H
#define TCN_TESTS_BASE_KEPT_REPORT_H

#include "sql/query.h"

/* Its bytes, in the arena; at is NULL when there is none. */
static inline struct tcn_str
kept_report(const struct tcn_store *st, const char *event, const char *format,
    struct tcn_arena *arena)
{
	static const char sql[] = "SELECT bytes FROM reports WHERE event = ? "
				  "AND revision = 1 AND format = ?";
	struct tcn_query q = TCN_QUERY(st, sql, event, format);
	struct tcn_str bytes = { NULL, 0 };

	ck_assert_int_eq(TCN_QUERY_ONE(&q, arena, &bytes), TCN_OK);
	return bytes;
}

#endif
