#include "tests/base/run.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/base/now.h"
#include "tools/base/store_lock.h"

static char dir[TEMP_BYTES], db[TEMP_BYTES + 16], file[TEMP_BYTES + 32];

static void
setup(void)
{
	temp_dir(dir);
	snprintf(db, sizeof db, "%s/n.db", dir);
	snprintf(file, sizeof file, "%s.lock", db);
}

static void
teardown(void)
{
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static enum tcn_rc
take(const char *name, bool serves, struct tcn_store_lock **lock,
    struct tcn_err *err)
{
	*err = (struct tcn_err){ 0 };
	return tcn_store_lock_take(name, "feeds poll", serves, lock, err);
}

START_TEST(the_holder_is_named)
{
	struct tcn_store_lock *lock, *other;
	struct tcn_store_holder holder;
	struct tcn_err err;
	char pid[32];

	tcn_store_lock_holder(db, &holder);
	ck_assert(!holder.held);
	ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
	tcn_store_lock_holder(db, &holder);
	ck_assert(holder.held && holder.serves);
	ck_assert_int_eq(holder.pid, getpid());
	ck_assert_str_eq(holder.verb, "feeds poll");
	ck_assert_int_ge(holder.since_ms, tcn_now_wall_ms() - 60000);
	ck_assert_int_le(holder.since_ms, tcn_now_wall_ms());
	ck_assert_int_eq(take(db, false, &other, &err), TCN_BUSY);
	ck_assert_ptr_null(other);
	ck_assert_str_eq(err.file, db);
	snprintf(pid, sizeof pid, "process %jd", (intmax_t)getpid());
	ck_assert_ptr_nonnull(strstr(err.text, pid));
	ck_assert_ptr_nonnull(strstr(err.text, "tocsin feeds poll"));
	ck_assert_ptr_nonnull(strstr(err.text, "stop it"));
	tcn_store_lock_release(lock);
	tcn_store_lock_holder(db, &holder);
	ck_assert(!holder.held);
	ck_assert_int_ne(access(file, F_OK), 0);
	ck_assert_int_eq(take(db, false, &lock, &err), TCN_OK);
	tcn_store_lock_release(lock);
}
END_TEST

START_TEST(short_writes_go_beside_a_daemon_only)
{
	struct tcn_store_lock *lock, *other;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
	ck_assert_int_eq(tcn_store_lock_take_beside(db, "event", &other, &err),
	    TCN_OK);
	ck_assert_ptr_null(other);
	tcn_store_lock_release(lock);
	ck_assert_int_eq(tcn_store_lock_take_beside(db, "event", &lock, &err),
	    TCN_OK);
	ck_assert_ptr_nonnull(lock);
	ck_assert_int_eq(tcn_store_lock_take_beside(db, "event", &other, &err),
	    TCN_BUSY);
	tcn_store_lock_release(lock);
}
END_TEST

static void
make_store(void)
{
	FILE *store = fopen(db, "w");

	ck_assert_ptr_nonnull(store);
	ck_assert_int_eq(fclose(store), 0);
}

/* The lock is held on the store itself, too: without its file nobody else gets
 * in, the holder goes on, and what the other one made is cleared away. */
START_TEST(without_its_file_it_is_held)
{
	struct tcn_store_lock *lock, *other;
	struct tcn_err err;

	make_store();
	ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
	ck_assert_int_eq(unlink(file), 0);
	ck_assert_int_eq(take(db, true, &other, &err), TCN_BUSY);
	ck_assert_ptr_null(other);
	ck_assert_ptr_nonnull(strstr(err.text, "a store has one writer"));
	ck_assert_int_ne(access(file, F_OK), 0);
	tcn_store_lock_release(lock);
	ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
	tcn_store_lock_release(lock);
	ck_assert_int_ne(access(file, F_OK), 0);
}
END_TEST

/* Takes the lock in a process of its own, and says so; it ends by a kill. */
static pid_t
hold_elsewhere(bool serves)
{
	int ends[2];
	pid_t pid;
	char byte;

	ck_assert_int_eq(pipe(ends), 0);
	pid = fork();
	if (pid == 0) {
		struct tcn_store_lock *lock;
		struct tcn_err err;

		if (take(db, serves, &lock, &err) == TCN_OK)
			(void)!write(ends[1], "+", 1);
		for (;;)
			pause();
	}
	ck_assert_int_eq(read(ends[0], &byte, 1), 1);
	close(ends[0]);
	close(ends[1]);
	return pid;
}

START_TEST(it_dies_with_its_holder)
{
	struct tcn_store_holder holder;
	struct tcn_store_lock *lock;
	struct tcn_err err;

	for (int i = 0; i < 5; i++) {
		pid_t pid = hold_elsewhere(true);

		ck_assert_int_eq(take(db, false, &lock, &err), TCN_BUSY);
		kill(pid, SIGKILL);
		ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
		ck_assert_int_eq(access(file, F_OK), 0);
		tcn_store_lock_holder(db, &holder);
		ck_assert(!holder.held);
		ck_assert_int_eq(take(db, false, &lock, &err), TCN_OK);
		tcn_store_lock_holder(db, &holder);
		ck_assert_int_eq(holder.pid, getpid());
		tcn_store_lock_release(lock);
	}
}
END_TEST

/* The holder ends while we wait. */
START_TEST(a_writer_waits_for_one_that_is_soon_done)
{
	struct tcn_store_lock *lock;
	struct tcn_err err;
	pid_t pid = hold_elsewhere(false), killer = fork();

	if (killer == 0) {
		const struct timespec span = { .tv_nsec = 200000000 };

		nanosleep(&span, NULL);
		kill(pid, SIGKILL);
		_exit(0);
	}
	ck_assert_int_eq(take(db, false, &lock, &err), TCN_OK);
	waitpid(pid, NULL, 0);
	waitpid(killer, NULL, 0);
	tcn_store_lock_release(lock);
}
END_TEST

START_TEST(all_names_of_a_store_are_one_lock)
{
	char link_to_dir[TEMP_BYTES + 16], names[4][TEMP_BYTES + 32];
	struct tcn_store_lock *lock, *other;
	struct tcn_err err;

	snprintf(link_to_dir, sizeof link_to_dir, "%s/d", dir);
	ck_assert_int_eq(symlink(dir, link_to_dir), 0);
	snprintf(names[0], sizeof names[0], "%s/./d/n.db", dir);
	snprintf(names[1], sizeof names[1], "%s/absolute.db", dir);
	ck_assert_int_eq(symlink(db, names[1]), 0);
	snprintf(names[2], sizeof names[2], "%s/relative.db", dir);
	ck_assert_int_eq(symlink("d/n.db", names[2]), 0);
	snprintf(names[3], sizeof names[3], "%s/twice.db", dir);
	ck_assert_int_eq(symlink("relative.db", names[3]), 0);
	for (int exists = 0; exists < 2; exists++) {
		for (int i = 0; i < 4; i++) {
			ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
			ck_assert_int_eq(take(names[i], true, &other, &err),
			    TCN_BUSY);
			tcn_store_lock_release(lock);
			ck_assert_int_eq(take(names[i], true, &lock, &err),
			    TCN_OK);
			ck_assert_int_eq(take(db, true, &other, &err),
			    TCN_BUSY);
			tcn_store_lock_release(lock);
		}
		temp_write(db, "");
	}
}
END_TEST

/* Two hard links would be two locks; what a killed restore leaves is none. */
START_TEST(a_store_has_one_name)
{
	char second[TEMP_BYTES + 16], old[TEMP_BYTES + 32];
	struct tcn_store_lock *lock;
	struct tcn_err err;

	temp_write(db, "");
	snprintf(old, sizeof old, "%s.old", db);
	snprintf(second, sizeof second, "%s/second.db", dir);
	ck_assert_int_eq(link(db, old), 0);
	ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
	tcn_store_lock_release(lock);
	ck_assert_int_eq(take(old, true, &lock, &err), TCN_INVALID);
	ck_assert_int_eq(rename(old, second), 0);
	ck_assert_int_eq(take(db, true, &lock, &err), TCN_INVALID);
	ck_assert_int_eq(take(second, true, &lock, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "second name"));
	ck_assert_int_eq(unlink(second), 0);
	ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
	tcn_store_lock_release(lock);
}
END_TEST

/* What a hostile neighbour leaves there is not written to, nor waited for. */
START_TEST(only_a_plain_file_is_a_lock)
{
	char victim[TEMP_BYTES + 16];
	struct tcn_store_lock *lock;
	struct tcn_err err;
	char *kept;

	snprintf(victim, sizeof victim, "%s/victim", dir);
	temp_write(victim, "precious");
	ck_assert_int_eq(symlink(victim, file), 0);
	ck_assert_int_eq(take(db, false, &lock, &err), TCN_INVALID);
	ck_assert_ptr_nonnull(strstr(err.text, "symbolic link"));
	kept = temp_read(victim);
	ck_assert_str_eq(kept, "precious\n");
	tcn_mem_free(kept);
	ck_assert_int_eq(unlink(file), 0);
	ck_assert_int_eq(mkfifo(file, 0600), 0);
	ck_assert_int_eq(take(db, false, &lock, &err), TCN_INVALID);
	ck_assert_int_eq(unlink(file), 0);
	ck_assert_int_eq(mkdir(file, 0700), 0);
	ck_assert_int_ne(take(db, false, &lock, &err), TCN_OK);
	snprintf(victim, sizeof victim, "%s/none/n.db", dir);
	ck_assert_int_eq(take(victim, false, &lock, &err), TCN_IO);
}
END_TEST

static const char *const strange_lines[] = { "", "\n", "{}", "{\"pid\":",
	"{\"pid\":1,\"verb\":\"run\",\"since\":99999999999999999999,\"host\":"
	"\"h\",\"serves\":true}",
	"{\"pid\":1,\"verb\":\"r\033[2J\",\"since\":1,\"host\":\"h\","
	"\"serves\":true}" };

START_TEST(a_strange_line_tells_nothing)
{
	struct tcn_store_holder holder;
	struct tcn_store_lock *lock;
	struct tcn_err err;

	ck_assert_int_eq(take(db, true, &lock, &err), TCN_OK);
	temp_write(file, strange_lines[_i]);
	tcn_store_lock_holder(db, &holder);
	ck_assert(holder.held && !holder.serves);
	ck_assert_int_eq(holder.pid, 0);
	ck_assert_str_eq(holder.verb, "");
	tcn_store_lock_release(lock);
}
END_TEST

/* Processes that take and give back at once: never two have it. */
START_TEST(never_two_have_it)
{
	enum {
		PROCESSES = 4,
		ROUNDS = 100
	};
	char taken[TEMP_BYTES + 16];
	pid_t pids[PROCESSES];
	int status;

	snprintf(taken, sizeof taken, "%s/taken", dir);
	for (int p = 0; p < PROCESSES; p++) {
		pids[p] = fork();
		if (pids[p] != 0)
			continue;
		for (int i = 0; i < ROUNDS; i++) {
			struct tcn_store_lock *lock;
			struct tcn_err err;
			enum tcn_rc rc;
			int fd;

			while ((rc = take(db, false, &lock, &err)) == TCN_BUSY)
				;
			fd = open(taken, O_CREAT | O_EXCL | O_WRONLY, 0600);
			if (rc || fd < 0)
				_exit(1);
			close(fd);
			unlink(taken);
			tcn_store_lock_release(lock);
		}
		_exit(0);
	}
	for (int p = 0; p < PROCESSES; p++) {
		ck_assert_int_eq(waitpid(pids[p], &status, 0), pids[p]);
		ck_assert_int_eq(status, 0);
	}
}
END_TEST

START_TEST(a_store_in_memory_needs_none)
{
	struct tcn_store_lock *lock;
	struct tcn_err err;

	ck_assert_int_eq(take(":memory:", true, &lock, &err), TCN_OK);
	ck_assert_ptr_null(lock);
	ck_assert_int_eq(take("", true, &lock, &err), TCN_OK);
	tcn_store_lock_release(lock);
}
END_TEST

TCN_TESTS(store_lock)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, the_holder_is_named);
	tcase_add_test(tc, short_writes_go_beside_a_daemon_only);
	tcase_add_test(tc, without_its_file_it_is_held);
	tcase_add_test(tc, it_dies_with_its_holder);
	tcase_add_test(tc, a_writer_waits_for_one_that_is_soon_done);
	tcase_add_test(tc, all_names_of_a_store_are_one_lock);
	tcase_add_test(tc, a_store_has_one_name);
	tcase_add_test(tc, only_a_plain_file_is_a_lock);
	tcase_add_loop_test(tc, a_strange_line_tells_nothing, 0,
	    (int)(sizeof strange_lines / sizeof *strange_lines));
	tcase_add_test(tc, never_two_have_it);
	tcase_add_test(tc, a_store_in_memory_needs_none);
}
