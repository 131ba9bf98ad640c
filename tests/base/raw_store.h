/*
 * tests/base/raw_store.h - a store behind the program's back: as SQLite sees
 * it, with the sums that its pages have.
 */
#ifndef TCN_TESTS_BASE_RAW_STORE_H
#define TCN_TESTS_BASE_RAW_STORE_H

#include <check.h>
#include <sqlite3.h>
#include <string.h>

#include "sql/db.h"
#include "sql/store_check.h"

static inline sqlite3 *
raw_store(const char *path)
{
	sqlite3 *db;

	tcn_db_sums_configure();
	ck_assert_int_eq(sqlite3_open(path, &db), SQLITE_OK);
	return db;
}

static inline void
raw_store_finding(void *ctx, const char *finding)
{
	(void)ctx;
	ck_assert_msg(strstr(finding, "the index \"refuses\"") != NULL, "%s",
	    finding);
}

/* Whether the store is well, but for an index of that name, by which a test
 * made it refuse rows. */
static inline void
raw_store_is_well(const struct tcn_store *st)
{
	enum tcn_rc rc = tcn_store_check(st, raw_store_finding, NULL);

	ck_assert(rc == TCN_OK || rc == TCN_CORRUPT);
}

#endif
