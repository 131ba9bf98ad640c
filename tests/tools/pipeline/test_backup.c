/*
 * Backups of a store that is being written, and restores: whole, or as it was
 * before, wherever they are killed.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/arena.h"
#include "engine/base/mem.h"
#include "engine/item/json_article.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "tests/base/demo.h"
#include "tests/base/long.h"
#include "tests/base/temp.h"
#include "tests/tools/pipeline/piped.h"
#include "tools/base/store_lock.h"
#include "tools/pipeline/backup.h"

#define ITEMS 1200
#define RUNS  long_or(40, 20) /* kills */

static char *lines[ITEMS];
static size_t lines_n;
static char dir[TEMP_BYTES], db[TEMP_BYTES + 16], file[TEMP_BYTES + 16];

static void
setup(void)
{
	struct tcn_demo *demo = demo_new(ITEMS, 2);
	struct tcn_str line;

	for (lines_n = 0;
	     lines_n < ITEMS && tcn_demo_next(demo, &line) == TCN_OK; lines_n++)
		lines[lines_n] = tcn_mem_dupz(line.at, line.n);
	tcn_demo_free(demo);
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/n.db", dir);
	snprintf(file, sizeof file, "%s/copy.db", dir);
}

static void
teardown(void)
{
	for (size_t i = 0; i < lines_n; i++)
		tcn_mem_free(lines[i]);
	temp_drop(dir);
}

/* Writes the lines [from, to), a commit for each ten of them. */
static void
write_lines(struct tcn_pipeline *pipe, size_t from, size_t to)
{
	struct tcn_arena arena;
	struct tcn_err err = { 0 };

	tcn_arena_init(&arena, 0);
	for (size_t i = from; i < to; i++) {
		struct tcn_pipeline_outcome outcome;
		struct tcn_article article;

		tcn_arena_reset(&arena);
		ck_assert_int_eq(tcn_json_article(tcn_str(lines[i]), NULL,
				     &arena, &article, &err),
		    TCN_OK);
		ck_assert_msg(!tcn_pipeline_article(pipe, &article,
				  TCN_CLOCK_NO_BOUND, &outcome, &err),
		    "%s", err.text);
		if (i % 10 == 9)
			ck_assert_int_eq(tcn_pipeline_commit_delta(pipe, &err),
			    TCN_OK);
	}
	tcn_arena_fini(&arena);
	ck_assert_int_eq(tcn_pipeline_commit(pipe, &err), TCN_OK);
}

static void
make_store(size_t n)
{
	struct tcn_pipeline *pipe =
	    piped_open(db, (const char *const[]){ NULL }, 0);

	write_lines(pipe, 0, n);
	tcn_pipeline_close(pipe);
}

/* How many articles a sound store has. */
static uint64_t
articles_in(const char *path)
{
	struct tcn_store *st;
	struct tcn_err err = { 0 };
	uint64_t last;

	ck_assert_msg(!tcn_store_open(path, TCN_STORE_EXISTING, &st, &err),
	    "%s: %s", path, err.text);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	ck_assert_int_eq(tcn_store_last_seq(st, &last), TCN_OK);
	tcn_store_close(st);
	return last;
}

static bool
is_there(const char *name)
{
	struct stat st;

	return stat(name, &st) == 0;
}

static const char *
beside(const char *ending)
{
	static char name[TEMP_BYTES + 32];

	snprintf(name, sizeof name, "%s%s", db, ending);
	return name;
}

static void
back_up(bool replaces)
{
	struct tcn_err err = { 0 };

	ck_assert_msg(!tcn_backup_make(db, file, replaces, NULL, NULL, &err),
	    "%s", err.text);
}

/* Goes on writing to the store while it is being copied. */
static bool
write_on(void *ctx, uint64_t pages, uint64_t of)
{
	static size_t at = 600;
	struct tcn_pipeline *pipe = ctx;

	(void)pages, (void)of;
	if (at < lines_n)
		write_lines(pipe, at, at + 10);
	at += 10;
	return true;
}

START_TEST(a_copy_is_of_one_moment)
{
	struct tcn_pipeline *pipe =
	    piped_open(db, (const char *const[]){ NULL }, 0);
	struct tcn_err err = { 0 };

	write_lines(pipe, 0, 600);
	ck_assert_msg(!tcn_backup_make(db, file, false, write_on, pipe, &err),
	    "%s", err.text);
	tcn_pipeline_close(pipe);
	ck_assert_uint_eq(articles_in(file), 600);
	ck_assert_uint_gt(articles_in(db), 600);
}
END_TEST

static bool
stop(void *ctx, uint64_t pages, uint64_t of)
{
	(void)ctx, (void)pages, (void)of;
	return false;
}

START_TEST(what_is_there_is_not_replaced_unasked)
{
	struct tcn_err err = { 0 };

	make_store(300);
	back_up(false);
	ck_assert_int_eq(tcn_backup_make(db, file, false, NULL, NULL, &err),
	    TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "--force"));
	make_store(500);
	ck_assert_int_eq(tcn_backup_make(db, file, true, stop, NULL, &err),
	    TCN_DONE);
	ck_assert_uint_eq(articles_in(file), 300);
	back_up(true);
	ck_assert_uint_eq(articles_in(file), 500);
	ck_assert_int_eq(tcn_backup_make(db, db, true, NULL, NULL, &err),
	    TCN_INVALID);
}
END_TEST

START_TEST(restores_what_is_sound_and_nothing_else)
{
	struct tcn_store_lock *lock;
	struct tcn_err err = { 0 };
	FILE *out;
	bool kept;

	make_store(300);
	back_up(false);
	make_store(500);
	ck_assert_int_eq(tcn_store_lock_take(db, "run", true, &lock, &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_backup_restore(file, db, NULL, NULL, &kept, &err),
	    TCN_BUSY);
	tcn_store_lock_release(lock);
	ck_assert_msg(!tcn_backup_restore(file, db, NULL, NULL, &kept, &err),
	    "%s", err.text);
	ck_assert(kept);
	ck_assert_uint_eq(articles_in(db), 300);
	ck_assert_uint_eq(articles_in(beside(".old")), 500);
	make_store(400);
	out = fopen(file, "r+");
	ck_assert(out && fseek(out, 40960, SEEK_SET) == 0);
	for (int i = 0; i < 16384; i++)
		ck_assert_int_ne(fputc(i * 7 & 255, out), EOF);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_int_eq(tcn_backup_restore(file, db, NULL, NULL, &kept, &err),
	    TCN_CORRUPT);
	ck_assert_uint_eq(articles_in(db), 400);
	ck_assert(!is_there(beside(".restoring")));
}
END_TEST

/* A damaged store is replaced, too, and kept with its log. */
START_TEST(replaces_a_damaged_store)
{
	struct tcn_err err = { 0 };
	bool kept;

	make_store(300);
	back_up(false);
	ck_assert_int_eq(truncate(db, 5000), 0);
	temp_write(beside("-wal"), "no log");
	ck_assert_msg(!tcn_backup_restore(file, db, NULL, NULL, &kept, &err),
	    "%s", err.text);
	ck_assert_uint_eq(articles_in(db), 300);
	ck_assert(is_there(beside(".old")));
}
END_TEST

/* A log that stayed behind would be written into what gets its name. */
START_TEST(no_log_of_another_store_is_mixed_in)
{
	struct tcn_err err = { 0 };
	bool kept;

	make_store(300);
	back_up(false);
	ck_assert_int_eq(unlink(db), 0);
	temp_write(beside("-wal"), "a log");
	ck_assert_int_eq(tcn_backup_restore(file, db, NULL, NULL, &kept, &err),
	    TCN_INVALID);
	ck_assert(is_there(beside("-wal")) && !is_there(db));
	ck_assert_int_eq(tcn_backup_make(file, db, false, NULL, NULL, &err),
	    TCN_INVALID);
	ck_assert_int_eq(unlink(beside("-wal")), 0);
	ck_assert_int_eq(tcn_backup_restore(file, db, NULL, NULL, &kept, &err),
	    TCN_OK);
	ck_assert(!kept);
	ck_assert_uint_eq(articles_in(db), 300);
}
END_TEST

START_TEST(only_a_copy_is_replaced)
{
	static const char *const strange[] = { "-wal", "-shm", ".letter" };
	char other[TEMP_BYTES + 16];
	struct tcn_store_lock *lock;
	struct tcn_err err = { 0 };

	make_store(300);
	back_up(false);
	for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
		temp_write(beside(strange[i]), "this is precious, as it is");
		ck_assert_int_eq(tcn_backup_make(file, beside(strange[i]), true,
				     NULL, NULL, &err),
		    TCN_INVALID);
		ck_assert_int_eq(unlink(beside(strange[i])), 0);
	}
	ck_assert_int_eq(tcn_backup_make(db, dir, true, NULL, NULL, &err),
	    TCN_INVALID);
	snprintf(other, sizeof other, "%s/other", dir);
	temp_write(other, "");
	ck_assert_int_eq(tcn_backup_make(db, other, true, NULL, NULL, &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_store_lock_take(other, "run", true, &lock, &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_backup_make(db, other, true, NULL, NULL, &err),
	    TCN_BUSY);
	tcn_store_lock_release(lock);
}
END_TEST

START_TEST(a_link_leads_to_the_restored_store)
{
	char name[TEMP_BYTES + 16];
	struct tcn_err err = { 0 };
	struct stat st;
	bool kept;

	make_store(300);
	back_up(false);
	make_store(500);
	snprintf(name, sizeof name, "%s/link", dir);
	ck_assert_int_eq(symlink("n.db", name), 0);
	ck_assert_int_eq(tcn_backup_restore(file, name, NULL, NULL, &kept,
			     &err),
	    TCN_OK);
	ck_assert(lstat(name, &st) == 0 && S_ISLNK(st.st_mode));
	ck_assert_uint_eq(articles_in(db), 300);
	ck_assert_uint_eq(articles_in(beside(".old")), 500);
}
END_TEST

/* Does the work in a child, and kills it after us microseconds. */
static void
kill_after(void work(void), unsigned us)
{
	pid_t pid = fork();

	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		work();
		_exit(0);
	}
	usleep(us);
	kill(pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

static void
make_backup(void)
{
	struct tcn_err err = { 0 };

	(void)!tcn_backup_make(db, file, true, NULL, NULL, &err);
}

static void
make_restore(void)
{
	struct tcn_err err = { 0 };
	bool kept;

	(void)!tcn_backup_restore(file, db, NULL, NULL, &kept, &err);
}

static unsigned
us_of(void work(void))
{
	struct timespec a, b;

	clock_gettime(CLOCK_MONOTONIC, &a);
	work();
	clock_gettime(CLOCK_MONOTONIC, &b);
	return (unsigned)((b.tv_sec - a.tv_sec) * 1000000 +
	    (b.tv_nsec - a.tv_nsec) / 1000);
}

START_TEST(a_killed_backup_leaves_the_one_before)
{
	unsigned whole;

	make_store(300);
	back_up(false);
	make_store(800);
	whole = us_of(make_backup);
	for (unsigned i = 0; i < RUNS; i++) {
		uint64_t n;

		unlink(file);
		if (i % 2) {
			kill_after(make_backup, whole * i / RUNS);
			if (!is_there(file))
				continue;
			n = articles_in(file);
			ck_assert_uint_eq(n, 800);
		} else {
			back_up(true);
			kill_after(make_backup, whole * i / RUNS);
			ck_assert_uint_eq(articles_in(file), 800);
		}
	}
	back_up(true);
}
END_TEST

START_TEST(a_killed_restore_leaves_one_of_the_two)
{
	unsigned whole, old = 0;

	make_store(300);
	back_up(false);
	whole = us_of(make_restore);
	for (unsigned i = 0; i < RUNS; i++) {
		uint64_t n;

		make_store(300 + 5 * i);
		kill_after(make_restore, whole * (i + 2) / RUNS);
		n = articles_in(db);
		ck_assert(n == 300 || n == 300 + 5 * i);
		old += n != 300;
	}
	ck_assert_uint_gt(old, 0);
	make_restore();
	ck_assert_uint_eq(articles_in(db), 300);
}
END_TEST

TCN_TESTS(backup)
{
	tcase_set_timeout(tc, 180);
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, a_copy_is_of_one_moment);
	tcase_add_test(tc, what_is_there_is_not_replaced_unasked);
	tcase_add_test(tc, restores_what_is_sound_and_nothing_else);
	tcase_add_test(tc, replaces_a_damaged_store);
	tcase_add_test(tc, no_log_of_another_store_is_mixed_in);
	tcase_add_test(tc, only_a_copy_is_replaced);
	tcase_add_test(tc, a_link_leads_to_the_restored_store);
	tcase_add_test(tc, a_killed_backup_leaves_the_one_before);
	tcase_add_test(tc, a_killed_restore_leaves_one_of_the_two);
}
