/*
 * A store whose file is taken away while it is open for writing: the next
 * commit says so.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sql/db.h"
#include "sql/store_space.h"
#include "tests/base/temp.h"
#include "tests/sql/sample.h"

static char dir[TEMP_BYTES], db[TEMP_BYTES + 8], other[TEMP_BYTES + 8];
static struct tcn_store *st;

static void
setup(void)
{
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/n.db", dir);
	snprintf(other, sizeof other, "%s/o.db", dir);
	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_CREATE, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(sample_batch(st, 0), TCN_OK);
	ck_assert_int_eq(sample_batch(st, 1), TCN_OK);
}

static void
teardown(void)
{
	tcn_store_close(st);
	temp_drop(dir);
}

static void
remove_it(void)
{
	ck_assert_int_eq(unlink(db), 0);
}

static void
rename_it(void)
{
	ck_assert_int_eq(rename(db, other), 0);
}

static void
replace_it(void)
{
	struct tcn_store *second;

	ck_assert_int_eq(tcn_store_open(other, TCN_STORE_CREATE, &second, NULL),
	    TCN_OK);
	tcn_store_close(second);
	ck_assert_int_eq(rename(other, db), 0);
}

static void
remove_its_log(void)
{
	char log[TEMP_BYTES + 16];

	snprintf(log, sizeof log, "%s-wal", db);
	ck_assert_int_eq(unlink(log), 0);
}

static const struct {
	void (*act)(void);
	const char *says;
} harms[] = {
	{ remove_it, "was removed, renamed or replaced" },
	{ rename_it, "was removed, renamed or replaced" },
	{ replace_it, "was removed, renamed or replaced" },
	{ remove_its_log, "was removed, renamed or replaced" },
};

START_TEST(a_commit_into_nothing_is_none)
{
	harms[_i].act();
	ck_assert_int_eq(sample_batch(st, 2), TCN_IO);
	ck_assert_msg(strstr(tcn_store_error(st)->text, harms[_i].says), "%s",
	    tcn_store_error(st)->text);
	ck_assert_int_eq(sample_batch(st, 3), TCN_IO);
}
END_TEST

/* All is in the file, none in the log. */
static void
checkpoint(void)
{
	ck_assert_int_eq(tcn_db_exec(st, "PRAGMA wal_checkpoint(TRUNCATE)"),
	    TCN_OK);
}

START_TEST(a_file_that_was_cut_takes_no_commit)
{
	checkpoint();
	ck_assert_int_eq(sample_batch(st, 2), TCN_OK);
	ck_assert_int_eq(truncate(db, 4096 * 3), 0);
	ck_assert_int_eq(sample_batch(st, 3), TCN_IO);
	ck_assert_msg(strstr(tcn_store_error(st)->text, "was cut to"), "%s",
	    tcn_store_error(st)->text);
}
END_TEST

/* Pages that are given back make the file shorter, by right. */
START_TEST(a_file_that_shrinks_is_none_that_was_cut)
{
	static const char make[] =
	    "CREATE TABLE large (x); INSERT INTO large VALUES "
	    "(zeroblob(4000000))";

	ck_assert_int_eq(tcn_db_exec(st, make), TCN_OK);
	checkpoint();
	ck_assert_int_eq(sample_batch(st, 2), TCN_OK);
	ck_assert_int_eq(tcn_db_exec(st, "DROP TABLE large"), TCN_OK);
	ck_assert_int_eq(tcn_db_exec(st, "PRAGMA incremental_vacuum"), TCN_OK);
	ck_assert_int_eq(sample_batch(st, 3), TCN_OK);
	checkpoint();
	for (unsigned b = 4; b < 8; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	checkpoint();
	ck_assert_int_eq(sample_batch(st, 8), TCN_OK);
}
END_TEST

static int
copy_log(void *of, sqlite3 *sqlite, const char *name, int pages)
{
	(void)of;
	(void)pages;
	return sqlite3_wal_checkpoint_v2(sqlite, name,
	    SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* The log may be copied, and the file shortened with it, before the commit that
 * gave the pages back looks at the file. */
START_TEST(a_file_that_shrinks_at_once_is_none_that_was_cut)
{
	struct tcn_store_tx *tx;

	ck_assert_int_eq(tcn_db_exec(st,
			     "CREATE TABLE large (x); INSERT INTO large VALUES "
			     "(zeroblob(4000000))"),
	    TCN_OK);
	checkpoint();
	ck_assert_int_eq(sample_batch(st, 2), TCN_OK);
	ck_assert_int_eq(tcn_db_exec(st, "DROP TABLE large"), TCN_OK);
	sqlite3_wal_hook(st->db->sqlite, copy_log, NULL);
	ck_assert_int_eq(tcn_store_begin(st, &tx), TCN_OK);
	ck_assert_int_eq(tcn_store_shrink(tx, 100), TCN_OK);
	ck_assert_int_eq(tcn_store_commit(st), TCN_OK);
	ck_assert_int_eq(sample_batch(st, 3), TCN_OK);
}
END_TEST

TCN_TESTS(place)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(a_commit_into_nothing_is_none, harms);
	tcase_add_test(tc, a_file_that_was_cut_takes_no_commit);
	tcase_add_test(tc, a_file_that_shrinks_is_none_that_was_cut);
	tcase_add_test(tc, a_file_that_shrinks_at_once_is_none_that_was_cut);
}
