/*
 * A store where nothing can be written: what is whole in its file is read,
 * checked and copied; a log that cannot be read is said so, with what to do.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sql/query.h"
#include "sql/store_check.h"
#include "sql/store_copy.h"
#include "sql/store_read.h"
#include "tests/base/temp.h"
#include "tests/sql/sample.h"

#define NOBODY 65534

static char dir[TEMP_BYTES], copy_dir[TEMP_BYTES];
static char db[TEMP_BYTES + 8], copy[TEMP_BYTES + 8];

static void
setup(void)
{
	struct tcn_store *st;

	temp_dir(dir);
	temp_dir(copy_dir);
	ck_assert_int_eq(chmod(copy_dir, 0777), 0);
	snprintf(db, sizeof db, "%s/n#%%.db", dir);
	snprintf(copy, sizeof copy, "%s/copy.db", copy_dir);
	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_CREATE, &st, NULL),
	    TCN_OK);
	for (unsigned b = 0; b < 4; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	tcn_store_close(st);
	ck_assert_int_eq(chmod(db, 0444), 0);
}

static void
teardown(void)
{
	(void)!chmod(dir, 0700);
	temp_drop(dir);
	temp_drop(copy_dir);
}

/* Runs fn as a user who may write nothing in dir. */
static void
as_a_reader(void (*fn)(void))
{
	int status = 0;
	pid_t pid;

	ck_assert_int_eq(chmod(dir, 0555), 0);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		if (geteuid() == 0 && setuid(NOBODY) != 0)
			_exit(77);
		fn();
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(chmod(dir, 0755), 0);
}

static void
read_all(void)
{
	struct tcn_err err = { 0 };
	struct tcn_store *st;
	uint64_t last;

	sample_must(!tcn_store_open(db, TCN_STORE_READ_ONLY, &st, &err),
	    err.text);
	sample_must(!tcn_store_last_seq(st, &last), "the last item is read");
	sample_must(last == 4 * SAMPLE_ITEMS, "all items are there");
	sample_must(!tcn_store_check(st, NULL, NULL), "the check is passed");
	tcn_store_close(st);
	sample_must(!tcn_store_copy(db, copy, NULL, NULL, &err), err.text);
	sample_must(!tcn_store_open(copy, TCN_STORE_READ_ONLY, &st, &err),
	    err.text);
	sample_must(!tcn_store_check(st, NULL, NULL), "the copy is whole");
	tcn_store_close(st);
}

START_TEST(a_closed_store_is_read_without_permission)
{
	as_a_reader(read_all);
}
END_TEST

static void
must_name_the_log(void)
{
	struct tcn_err err = { 0 };
	struct tcn_store *st;

	sample_must(tcn_store_open(db, TCN_STORE_READ_ONLY, &st, &err) ==
		TCN_IO,
	    "it is not opened");
	sample_must(strstr(err.text, "-wal, which cannot be read") != NULL,
	    err.text);
	sample_must(strstr(err.text, "become a user who may write") != NULL,
	    err.text);
}

/* As a writer that was killed leaves it, and one whose index is private. */
START_TEST(a_log_that_cannot_be_read_is_named)
{
	char name[TEMP_BYTES + 16];

	snprintf(name, sizeof name, "%s-wal", db);
	temp_write(name, "commits");
	as_a_reader(must_name_the_log);
	unlink(name);
	snprintf(name, sizeof name, "%s-shm", db);
	temp_write(name, "an index");
	ck_assert_int_eq(chmod(name, 0600), 0);
	if (geteuid() == 0)
		as_a_reader(must_name_the_log);
}
END_TEST

static struct tcn_store *held;

static void
write_meanwhile(void)
{
	struct tcn_err err = { 0 };
	char name[TEMP_BYTES + 16];

	sample_must(!tcn_store_open(db, TCN_STORE_READ_ONLY, &held, &err),
	    err.text);
	snprintf(name, sizeof name, "%s/go", copy_dir);
	temp_write(name, "");
	while (access(name, F_OK) == 0)
		usleep(1000);
	sample_must(tcn_store_check(held, NULL, NULL) == TCN_BUSY,
	    tcn_store_error(held)->text);
	tcn_store_close(held);
}

/* Another program writes to it while it is read. */
START_TEST(a_writer_that_comes_is_noticed)
{
	char name[TEMP_BYTES + 16];
	struct tcn_store *st;
	int status = 0;
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		as_a_reader(write_meanwhile);
		_exit(0);
	}
	snprintf(name, sizeof name, "%s/go", copy_dir);
	while (access(name, F_OK) != 0)
		usleep(1000);
	ck_assert_int_eq(chmod(dir, 0755), 0);
	ck_assert_int_eq(chmod(db, 0644), 0);
	ck_assert_int_eq(tcn_store_open(db, TCN_STORE_EXISTING, &st, NULL),
	    TCN_OK);
	for (unsigned b = 4; b < 12; b++) /* so many that the file grows */
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	tcn_store_close(st);
	unlink(name);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
}
END_TEST

TCN_TESTS(read_only)
{
	tcase_set_timeout(tc, 30);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_closed_store_is_read_without_permission);
	tcase_add_test(tc, a_log_that_cannot_be_read_is_named);
	tcase_add_test(tc, a_writer_that_comes_is_noticed);
}
