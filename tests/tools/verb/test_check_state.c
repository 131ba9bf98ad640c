/*
 * The verb check, over the detector's saved state in a store.
 */
#include "tests/base/run.h"

#include <sqlite3.h>
#include <stdio.h>

#include "sql/store_read.h"
#include "tests/base/program.h"
#include "tests/base/raw_store.h"
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

/* Of the program with this line, the store between its two parts. */
static void
prints(int code, const char *before, const char *after, const char *text)
{
	const char *printed;
	char line[256];

	snprintf(line, sizeof line, "%s %s%s", before, db, after);
	ck_assert_msg(tcn_program(line, &printed) == code, "%s", printed);
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in:\n%s", text,
	    printed);
}

static void
finds(int code, const char *text)
{
	prints(code, "check", "", text);
}

/* The tables stay as they are: only the bytes of one row change, the first of
 * its kind, to so many more, with zeros or as they were. */
static const struct {
	uint32_t kind;
	int more;
	bool zeros;
	const char *finding;
} damage[] = {
	{ 3, -40, false, "saved state cannot be read" },
	{ 4, -1, false, "saved state cannot be read" },
	{ 1, 1, false, "saved state cannot be read" },
	{ 7, 0, true, "of the history" },
};

/* The first row of a kind. */
struct first {
	struct tcn_state_row row;
	char bytes[8192]; /* zeros behind them */
};

static enum tcn_rc
note_first(void *ctx, const struct tcn_state_row *row)
{
	struct first *first = ctx;

	if (row->kind != first->row.kind || first->row.bytes)
		return TCN_OK;
	ck_assert_uint_lt(row->n, sizeof first->bytes);
	first->row = *row;
	first->row.bytes = memcpy(first->bytes, row->bytes, row->n);
	return TCN_OK;
}

static void
damage_row(int i)
{
	static struct first first;
	struct tcn_store *st;
	struct tcn_store_tx *tx;
	struct tcn_err err;

	first = (struct first){ .row.kind = damage[i].kind };
	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_EXISTING, &st, &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_each_state(st, note_first, NULL, &first),
	    TCN_OK);
	ck_assert_ptr_nonnull(first.row.bytes);
	first.row.n += (size_t)damage[i].more;
	if (damage[i].zeros)
		memset(first.bytes, 0, sizeof first.bytes);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_put_state(tx, &first.row), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	tcn_store_close(st);
}

/* Changes one row behind the program's back. */
static void
change_row(const char *sql)
{
	sqlite3 *sqlite;

	sqlite = raw_store(db);
	ck_assert_int_eq(sqlite3_exec(sqlite, sql, NULL, NULL, NULL),
	    SQLITE_OK);
	ck_assert_int_eq(sqlite3_changes(sqlite), 1);
	sqlite3_close(sqlite);
}

START_TEST(damaged_state_is_found)
{
	finds(TCN_EXIT_OK, "all is well");
	damage_row(_i);
	finds(TCN_EXIT_NO, damage[_i].finding);
}
END_TEST

/* One article that cannot be read is no reason to read none. */
START_TEST(an_unreadable_article_is_named_passed_over_and_mended)
{
	change_row("INSERT INTO sent (seq, given, features)"
		   " VALUES (7, 1, x'00')");
	finds(TCN_EXIT_NO, "item 7 (n000007): its features cannot be read");
	prints(TCN_EXIT_OK, "replay -q --from-db", " --summary -",
	    "\"rejected\":1,");
	prints(TCN_EXIT_OK, "replay -q --from-db", "",
	    "item 7 is passed over, because its features cannot be read");
	prints(TCN_EXIT_OK, "stats --from-db", "", "item 7 is passed over");
	prints(TCN_EXIT_OK, "explain --from-db", " n000008",
	    "item 7 is passed over");
	prints(TCN_EXIT_OK, "check --mend-items --db", "",
	    "removed what could not be read of 1 article");
	prints(TCN_EXIT_OK, "replay -q --from-db", " --summary -",
	    "\"rejected\":0,");
}
END_TEST

TCN_TESTS(check_state)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	TCN_EACH(damaged_state_is_found, damage);
	tcase_add_test(tc,
	    an_unreadable_article_is_named_passed_over_and_mended);
}
