/*
 * A daemon and other programs on one store: the daemon lives on, the others
 * are refused and told who it is, and desks can work. Whoever takes the file
 * away ends it, and nobody is told that something was stored.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/base/demo.h"
#include "tests/base/program.h"
#include "tests/tools/serve/daemon/child.h"
#include "tools/base/exit.h"

static void
post(const char *id)
{
	char body[128];

	snprintf(body, sizeof body, "{\"id\":\"%s\",\"title\":\"Title %s\"}",
	    id, id);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL, body), 200);
	child_wants("\"stored\":1");
}

/* Runs the program on the daemon's store: it is refused, and the daemon takes
 * articles in as before. */
static void
refused(const char *line)
{
	const char *printed;
	char pid[64];
	int code = tcn_program(line, &printed);

	ck_assert_msg(code == TCN_EXIT_BUSY, "'%s' ended with %d: %s", line,
	    code, printed);
	snprintf(pid, sizeof pid, "`tocsin run` (process %jd",
	    (intmax_t)child.pid);
	ck_assert_msg(strstr(printed, pid) != NULL, "%s", printed);
	ck_assert_ptr_nonnull(strstr(printed, "stop it first"));
}

static const char *const writers[] = {
	"replay --quiet",
	"run --set http.port=0",
};

START_TEST(other_writers_are_refused)
{
	char line[512], stream[TEMP_BYTES + 16];

	snprintf(stream, sizeof stream, "%s/stream.ndjson", child.dir);
	demo_write(stream, 200, 2);
	child_start(NULL);
	post("a");
	snprintf(line, sizeof line, "%s --db %s %s", writers[_i], child.db,
	    _i == 0 ? stream : "");
	refused(line);
	post("b");
	refused(line);
	post("c");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	snprintf(line, sizeof line, "check --db %s", child.db);
	ck_assert_int_eq(tcn_program(line, &(const char *){ NULL }), 0);
}
END_TEST

/* Nor does a second daemon get in when the lock file is removed; and SQLite's
 * own locks are as they were. */
START_TEST(without_the_lock_file_others_are_refused)
{
	const char *printed;
	char line[512];

	child_start(NULL);
	post("a");
	snprintf(line, sizeof line, "%s.lock", child.db);
	ck_assert_int_eq(unlink(line), 0);
	snprintf(line, sizeof line, "run --db %s --set http.port=0", child.db);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_BUSY);
	ck_assert_ptr_nonnull(strstr(printed, "a store has one writer"));
	post("b");
	snprintf(line, sizeof line, "backup --db %s %s.copy", child.db,
	    child.db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	snprintf(line, sizeof line, "restore --db %s %s.copy", child.db,
	    child.db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	child_start(NULL);
	post("c");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

START_TEST(a_killed_writer_leaves_no_lock)
{
	for (int i = 0; i < 3; i++) {
		char id[16];

		snprintf(id, sizeof id, "a%d", i);
		child_start(NULL);
		post(id);
		child_stop(SIGKILL);
	}
	child_start(NULL);
	ck_assert_int_eq(child_call("GET", "/v1/articles/a2", NULL, NULL), 200);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* A desk's short writes wait for each other. */
START_TEST(short_writers_wait_for_each_other)
{
	enum {
		WRITERS = 6
	};
	pid_t pids[WRITERS];
	const char *printed;
	char line[512];
	int status;

	child_start(NULL);
	post("a");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	for (int i = 0; i < WRITERS; i++) {
		pids[i] = fork();
		if (pids[i] != 0)
			continue;
		snprintf(line, sizeof line,
		    "silence add --author Ada --for 2h --db %s term word%d",
		    child.db, i);
		_exit(tcn_program(line, &printed));
	}
	for (int i = 0; i < WRITERS; i++) {
		ck_assert_int_eq(waitpid(pids[i], &status, 0), pids[i]);
		ck_assert_int_eq(status, 0);
	}
	snprintf(line, sizeof line, "silence list --db %s", child.db);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	for (int i = 0; i < WRITERS; i++) {
		snprintf(line, sizeof line, "word%d", i);
		ck_assert_ptr_nonnull(strstr(printed, line));
	}
}
END_TEST

static int
code_of(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void
with_log(struct tcn_conf *conf)
{
	(void)conf;
	child_keep_log();
}

/* The answer goes out before the daemon ends. */
START_TEST(what_is_written_to_a_removed_file_is_not_stored)
{
	child_start(with_log);
	post("a");
	ck_assert_int_eq(unlink(child.db), 0);
	ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
			     "{\"id\":\"b\",\"title\":\"Another title\"}"),
	    503);
	child_wants("the store has failed: send this again");
	ck_assert_int_gt(code_of(child_stop(0)), 0);
	ck_assert_uint_eq(
	    child_logged("was removed, renamed or replaced while"), 1);
}
END_TEST

static unsigned
rights(const char *ending)
{
	char path[TEMP_BYTES + 32];
	struct stat is;

	snprintf(path, sizeof path, "%s%s", child.db, ending);
	ck_assert_msg(stat(path, &is) == 0, "%s is not there", path);
	return is.st_mode & 0777;
}

static void
with_group(struct tcn_conf *conf)
{
	ck_assert_int_eq(tcn_conf_set(conf, "store.mode=0640", NULL), TCN_OK);
}

/* Whatever the umask is, and whatever rights an older program gave them. */
START_TEST(files_have_the_rights_that_are_set)
{
	static const char *const endings[] = { "", "-wal", "-shm", ".lock" };
	mode_t mask = umask(0);

	for (int i = 0; i < 2; i++) {
		child_start(i ? with_group : NULL);
		post(i ? "a" : "b");
		for (int k = 0; k < 4; k++)
			ck_assert_uint_eq(rights(endings[k]), i ? 0640 : 0600);
		child_stop(i ? SIGTERM : SIGKILL);
	}
	ck_assert_int_eq(chmod(child.db, 0666), 0);
	child_start(with_log);
	ck_assert_uint_eq(rights(""), 0600);
	ck_assert_uint_eq(child_logged("event=store_mode was=0666 mode=0600"),
	    1);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	umask(mask);
}
END_TEST

TCN_TESTS(one_writer)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_loop_test(tc, other_writers_are_refused, 0,
	    (int)(sizeof writers / sizeof *writers));
	tcase_add_test(tc, without_the_lock_file_others_are_refused);
	tcase_add_test(tc, a_killed_writer_leaves_no_lock);
	tcase_add_test(tc, what_is_written_to_a_removed_file_is_not_stored);
	tcase_add_test(tc, files_have_the_rights_that_are_set);
	tcase_add_test(tc, short_writers_wait_for_each_other);
}
