/*
 * The verb check, over the detector's saved state in a store.
 */
#include "tests/base/run.h"

#include <sqlite3.h>
#include <stdio.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static char dir[TEMP_BYTES], db[TEMP_BYTES + 16];

static void
setup(void)
{
	const char *printed;
	char line[256];

	temp_dir(dir);
	snprintf(db, sizeof db, "%s/news.db", dir);
	snprintf(line, sizeof line, "demo -q --items 1500 --events 1 -d %s",
	    dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static void
finds(int code, const char *text)
{
	const char *printed;
	char line[256];

	snprintf(line, sizeof line, "check %s", db);
	ck_assert_msg(tcn_program(line, &printed) == code, "%s", printed);
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in:\n%s", text,
	    printed);
}

/* The tables stay as they are: only the bytes of one row change. */
static const struct {
	const char *bytes, *where, *finding;
} damage[] = {
	{ "x'00'", "kind = 3", "saved state cannot be read" },
	{ "substr(bytes, 1, length(bytes) - 1)", "kind = 4",
	    "saved state cannot be read" },
	{ "bytes || x'00'", "kind = 1", "saved state cannot be read" },
	{ "zeroblob(length(bytes))", "kind = 7", "of the history" },
};

START_TEST(damaged_state_is_found)
{
	char sql[256];
	sqlite3 *sqlite;

	finds(TCN_EXIT_OK, "all is well");
	snprintf(sql, sizeof sql,
	    "UPDATE state SET bytes = %s WHERE row ="
	    " (SELECT min(row) FROM state WHERE %s)",
	    damage[_i].bytes, damage[_i].where);
	ck_assert_int_eq(sqlite3_open(db, &sqlite), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL),
	    SQLITE_OK);
	ck_assert_int_eq(sqlite3_changes(sqlite), 1);
	sqlite3_close(sqlite);
	finds(TCN_EXIT_NO, damage[_i].finding);
}
END_TEST

TCN_TESTS(check_state)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	TCN_EACH(damaged_state_is_found, damage);
}
