/*
 * Bits that were turned on the disk, a file that was cut, and what somebody
 * else has put into the schema: the check finds all of it, and no copy is made
 * of such a store.
 */
#include "tests/base/run.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "sql/migrate.h"
#include "sql/store_check.h"
#include "sql/store_copy.h"
#include "sql/store_space.h"
#include "tests/base/long.h"
#include "tests/base/raw_store.h"
#include "tests/sql/sample.h"

#define PAGE  4096
#define FLIPS long_or(200, 60)

static char log_path[512], copy_path[512];
static unsigned char *bytes, *log_bytes; /* as they were written */
static size_t bytes_n, log_n;
static bool *is_free; /* by page, from 0 */

static unsigned char *
read_file(const char *path, size_t *n)
{
	FILE *file = fopen(path, "r");
	struct stat is;
	unsigned char *all;

	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fstat(fileno(file), &is), 0);
	*n = (size_t)is.st_size;
	all = malloc(*n + 1);
	ck_assert_uint_eq(fread(all, 1, *n, file), *n);
	fclose(file);
	return all;
}

static void
write_file(const char *path, const unsigned char *all, size_t n)
{
	FILE *file = fopen(path, "w");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(all, 1, n, file), n);
	ck_assert_int_eq(fclose(file), 0);
}

static void
setup(void)
{
	snprintf(log_path, sizeof log_path, "%s-wal", sample_path());
	snprintf(copy_path, sizeof copy_path, "%s.copy", sample_path());
}

static void
teardown(void)
{
	free(bytes);
	free(log_bytes);
	free(is_free);
	bytes = log_bytes = NULL;
	is_free = NULL;
	unlink(copy_path);
	sample_clean();
}

static void
fill(struct tcn_store *st)
{
	for (unsigned b = 0; b < 6; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	/* so that there are free pages, too */
	ck_assert_int_eq(tcn_store_optimize(st), TCN_OK);
}

static uint32_t
big(const unsigned char *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 |
	    (uint32_t)at[2] << 8 | at[3];
}

/* Nobody reads what is on the leaves of the list of free pages. */
static void
find_free(void)
{
	is_free = calloc(bytes_n / PAGE, sizeof *is_free);
	for (uint32_t trunk = big(bytes + 32); trunk;
	     trunk = big(bytes + (size_t)(trunk - 1) * PAGE)) {
		const unsigned char *at = bytes + (size_t)(trunk - 1) * PAGE;

		for (uint32_t i = 0; i < big(at + 4); i++)
			is_free[big(at + 8 + 4 * (size_t)i) - 1] = true;
	}
}

static void
read_store(void)
{
	bytes = read_file(sample_path(), &bytes_n);
	ck_assert_uint_eq(bytes_n % PAGE, 0);
	find_free();
}

static void
make_store(void)
{
	struct tcn_store *st;

	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_CREATE, &st,
			     NULL),
	    TCN_OK);
	fill(st);
	tcn_store_close(st);
	read_store();
	ck_assert_uint_eq(bytes[20], 8);
}

/* Without sums, as an older program made it. */
static void
make_old_store(void)
{
	struct tcn_store *st = tcn_mem_calloc(1, sizeof *st);

	ck_assert_int_eq(tcn_db_open(st, sample_path(), TCN_STORE_CREATE),
	    TCN_OK);
	ck_assert_int_eq(tcn_db_exec(st, "PRAGMA auto_vacuum = INCREMENTAL"),
	    TCN_OK);
	ck_assert_int_eq(tcn_db_enable_wal(st), TCN_OK);
	ck_assert_int_eq(tcn_migrate_create(st), TCN_OK);
	fill(st);
	tcn_store_close(st);
	read_store();
	ck_assert_uint_eq(bytes[20], 0);
}

/* What opening and checking says. */
static enum tcn_rc
check(void)
{
	struct tcn_store *st;
	enum tcn_rc rc =
	    tcn_store_open(sample_path(), TCN_STORE_READ_ONLY, &st, NULL);

	if (rc)
		return rc;
	rc = tcn_store_check(st, NULL, NULL);
	tcn_store_close(st);
	return rc;
}

static enum tcn_rc
copy(void)
{
	struct tcn_err err = { 0 };
	enum tcn_rc rc =
	    tcn_store_copy(sample_path(), copy_path, NULL, NULL, &err);

	ck_assert_msg(!rc || strchr(err.text, ':'), "%s", err.text);
	unlink(copy_path);
	return rc;
}

static uint64_t
next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/*
 * One bit in one of so many pages, in its sum as well, and some more anywhere.
 */
static void
turn_bits(bool found, size_t step)
{
	const size_t pages = bytes_n / PAGE;
	uint64_t state = 5;
	size_t missed = 0;

	for (size_t i = 0; i < pages + FLIPS; i += step) {
		size_t page = i < pages ? i : next(&state) % pages;
		size_t at = page * PAGE + next(&state) % PAGE;
		unsigned char bit = (unsigned char)(1u << next(&state) % 8);

		if (is_free[page])
			continue;
		bytes[at] ^= bit;
		write_file(sample_path(), bytes, bytes_n);
		if (!check()) {
			missed++;
			ck_assert_msg(!found, "byte %zu of page %zu", at % PAGE,
			    page + 1);
		} else if (found && i % 8 == 0) {
			ck_assert_int_ne(copy(), TCN_OK);
		}
		bytes[at] ^= bit;
	}
	ck_assert(found || missed);
	write_file(sample_path(), bytes, bytes_n);
	ck_assert_int_eq(check(), TCN_OK);
	ck_assert_int_eq(copy(), TCN_OK);
}

START_TEST(each_bit_that_was_turned_is_found)
{
	make_store();
	turn_bits(true, 1);
}
END_TEST

/* An older store works as it did, and has sums when it is written anew. */
START_TEST(an_old_store_gets_sums)
{
	struct tcn_store *st;

	make_old_store();
	turn_bits(false, 8); /* enough to show that bits are missed */
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_EXISTING, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(sample_batch(st, 6), TCN_OK);
	ck_assert_int_eq(tcn_store_vacuum(st), TCN_OK);
	ck_assert_msg(sample_batch(st, 7) == TCN_OK, "%s",
	    tcn_store_error(st)->text);
	tcn_store_close(st);
	free(bytes);
	free(is_free);
	read_store();
	ck_assert_uint_eq(bytes[20], 8);
	turn_bits(true, long_or(1, 4));
}
END_TEST

/* A copy of either is what its store is. */
START_TEST(a_copy_has_sums_as_its_store_has)
{
	size_t n;

	if (_i)
		make_old_store();
	else
		make_store();
	ck_assert_int_eq(tcn_store_copy(sample_path(), copy_path, NULL, NULL,
			     NULL),
	    TCN_OK);
	free(bytes);
	bytes = read_file(copy_path, &n);
	ck_assert_uint_eq(bytes[20], _i ? 0 : 8);
	write_file(sample_path(), bytes, n);
	ck_assert_int_eq(check(), TCN_OK);
}
END_TEST

START_TEST(a_file_that_was_cut_is_found)
{
	if (_i)
		make_old_store();
	else
		make_store();
	for (size_t cut = 1; cut <= 2 * PAGE; cut *= 2) {
		write_file(sample_path(), bytes, bytes_n - cut);
		ck_assert_msg(check() != TCN_OK, "by %zu bytes", cut);
		ck_assert_msg(copy() != TCN_OK, "by %zu bytes", cut);
	}
}
END_TEST

static const char *const foreign[] = {
	"CREATE TRIGGER t AFTER INSERT ON items BEGIN DELETE FROM events; END",
	"CREATE VIEW v AS SELECT * FROM items",
	"CREATE INDEX i ON items (origin)",
	"CREATE TABLE t (a)",
};

START_TEST(what_is_not_ours_is_found)
{
	sqlite3 *db;

	make_store();
	db = raw_store(sample_path());
	ck_assert_int_eq(sqlite3_exec(db, foreign[_i], NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	ck_assert_int_eq(check(), TCN_CORRUPT);
}
END_TEST

/* As a program leaves it that is killed: what was committed last is in the
 * log. */
START_TEST(bits_of_the_log_are_found)
{
	struct tcn_store *st;
	uint64_t state = 9;
	size_t frames;

	make_store();
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_EXISTING, &st,
			     NULL),
	    TCN_OK);
	for (unsigned b = 6; b < 9; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	log_bytes = read_file(log_path, &log_n);
	tcn_store_close(st);
	frames = (log_n - 32) / (PAGE + 24);
	ck_assert_uint_gt(frames, 10);
	for (size_t i = 0; i < frames + 100; i += long_or(1, 3)) {
		/* the head, and each frame: its own head, its page */
		size_t at = i % (frames + 1) == 0
		    ? next(&state) % 32
		    : 32 + (i % (frames + 1) - 1) * (PAGE + 24) +
			next(&state) % (i & 1 ? 24 : PAGE + 24);
		unsigned char bit = (unsigned char)(1u << next(&state) % 8);

		log_bytes[at] ^= bit;
		write_file(sample_path(), bytes, bytes_n);
		write_file(log_path, log_bytes, log_n);
		ck_assert_msg(check() == TCN_CORRUPT, "byte %zu of the log",
		    at);
		log_bytes[at] ^= bit;
	}
	/* A transaction without its end is what a kill leaves. */
	for (size_t cut = 1; cut < PAGE; cut *= 3) {
		write_file(sample_path(), bytes, bytes_n);
		write_file(log_path, log_bytes, log_n - cut);
		ck_assert_int_eq(check(), TCN_OK);
	}
	write_file(sample_path(), bytes, bytes_n);
	write_file(log_path, log_bytes, log_n);
	ck_assert_int_eq(check(), TCN_OK);
}
END_TEST

/* A plain SQLite, by which somebody looks at what a kill has left, brings the
 * log into the file. */
START_TEST(another_program_may_close_a_log)
{
	struct tcn_store *st;
	sqlite3 *db;

	make_store();
	ck_assert_str_ne(sqlite3_vfs_find(NULL)->zName, "unix");
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_EXISTING, &st,
			     NULL),
	    TCN_OK);
	for (unsigned b = 6; b < 9; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	log_bytes = read_file(log_path, &log_n);
	tcn_store_close(st);
	write_file(sample_path(), bytes, bytes_n);
	write_file(log_path, log_bytes, log_n);
	ck_assert_int_eq(sqlite3_open_v2(sample_path(), &db,
			     SQLITE_OPEN_READWRITE, "unix"),
	    SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, "SELECT count(*) FROM items", NULL,
			     NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	ck_assert_int_ne(access(log_path, F_OK), 0);
	ck_assert_int_eq(check(), TCN_OK);
	ck_assert_int_eq(copy(), TCN_OK);
	ck_assert_int_eq(tcn_store_open(sample_path(), TCN_STORE_EXISTING, &st,
			     NULL),
	    TCN_OK);
	ck_assert_int_eq(sample_batch(st, 9), TCN_OK);
	tcn_store_close(st);
	ck_assert_int_eq(check(), TCN_OK);
	/* what it changes itself has no right sum */
	ck_assert_int_eq(sqlite3_open_v2(sample_path(), &db,
			     SQLITE_OPEN_READWRITE, "unix"),
	    SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(db, foreign[0], NULL, NULL, NULL),
	    SQLITE_OK);
	sqlite3_close(db);
	ck_assert_int_eq(check(), TCN_CORRUPT);
	ck_assert_int_ne(copy(), TCN_OK);
}
END_TEST

TCN_TESTS(sums)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, each_bit_that_was_turned_is_found);
	tcase_add_test(tc, an_old_store_gets_sums);
	tcase_add_loop_test(tc, a_copy_has_sums_as_its_store_has, 0, 2);
	tcase_add_loop_test(tc, a_file_that_was_cut_is_found, 0, 2);
	TCN_EACH(what_is_not_ours_is_found, foreign);
	tcase_add_test(tc, bits_of_the_log_are_found);
	tcase_add_test(tc, another_program_may_close_a_log);
}
