/*
 * The promise under test: replay equals itself, at any speed, from one file
 * or several, and however often it is interrupted or killed on the way.
 */
#include "tests/base/run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <xxhash.h>

#include "engine/base/duration.h"
#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "sql/store_check.h"
#include "tests/base/demo.h"
#include "tests/base/long.h"
#include "tests/base/program.h"
#include "tests/base/store_digest.h"
#include "tests/base/temp.h"
#include "tools/base/progress.h"
#include "tools/intake/input/pace.h"

#define ITEMS   2400
#define PARTS   3
#define COMMON  "replay -q --set rules.more_than=3 --set store.commit_every=37"
#define OUTPUTS "--alerts %s/%s.alerts --assignments %s/%s.items"

static char dir[64];

/* Writes the stream whole, and divided among several files. */
static void
setup(void)
{
	FILE *whole, *parts[PARTS];
	struct tcn_demo *demo = demo_new(ITEMS, 2);
	struct tcn_str line;
	char name[96];

	temp_dir(dir);
	snprintf(name, sizeof name, "%s/whole", dir);
	ck_assert_ptr_nonnull(whole = fopen(name, "w"));
	for (int i = 0; i < PARTS; i++) {
		snprintf(name, sizeof name, "%s/part%d", dir, i);
		ck_assert_ptr_nonnull(parts[i] = fopen(name, "w"));
	}
	while (tcn_demo_next(demo, &line) == TCN_OK) {
		struct tcn_str date = { strstr(line.at, "\"ts\":"), 20 };
		FILE *part = parts[XXH3_64bits(date.at, date.n) % PARTS];

		fprintf(whole, "%.*s\n", TCN_STR_ARG(line));
		fprintf(part, "%.*s\n", TCN_STR_ARG(line));
	}
	tcn_demo_free(demo);
	fclose(whole);
	for (int i = 0; i < PARTS; i++)
		fclose(parts[i]);
}

static void
teardown(void)
{
	temp_drop(dir);
}

/* A command line that writes NAME.alerts and NAME.items, and with db NAME.db;
 * until the next call. */
static char *
command(const char *name, bool db, const char *rest)
{
	static char line[480];
	int n = snprintf(line, sizeof line, COMMON " " OUTPUTS, dir, name, dir,
	    name);

	if (db)
		n += snprintf(line + n, sizeof line - (size_t)n,
		    " --db %s/%s.db", dir, name);
	snprintf(line + n, sizeof line - (size_t)n, " %s", rest);
	return line;
}

static char *
stream(const char *options)
{
	static char rest[300];

	snprintf(rest, sizeof rest, "%s %s/whole", options, dir);
	return rest;
}

static void
run(const char *name, bool db, const char *rest)
{
	const char *printed;
	int code = tcn_program(command(name, db, rest), &printed);

	ck_assert_msg(code == 0, "%s: %d: %s", rest, code, printed);
}

static void
ck_same(const char *a, const char *b)
{
	static const char *const kinds[] = { "alerts", "items" };

	for (int i = 0; i < 2; i++) {
		char line[400];

		snprintf(line, sizeof line,
		    "test -s %s/%s.%s && cmp %s/%s.%s %s/%s.%s", dir, a,
		    kinds[i], dir, a, kinds[i], dir, b, kinds[i]);
		ck_assert_msg(system(line) == 0, "%s", line);
	}
}

static void
add_digest(void *ctx, const char *table, uint64_t rows, uint64_t digest)
{
	uint64_t *sum = ctx;
	uint64_t parts[] = { *sum, rows, digest };

	*sum = XXH3_64bits_withSeed(parts, sizeof parts, strlen(table));
}

static uint64_t
digest(const char *name)
{
	struct tcn_store *st;
	char path[96];
	uint64_t sum = 0;

	snprintf(path, sizeof path, "%s/%s.db", dir, name);
	ck_assert_int_eq(tcn_store_open(path, TCN_STORE_EXISTING, &st, NULL),
	    TCN_OK);
	ck_assert_int_eq(store_digest(st, add_digest, &sum), TCN_OK);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	tcn_store_close(st);
	return sum;
}

/*
 * The program as a process of its own. The test runner's handlers would kill
 * the test itself, so that no signal may arrive before they are taken off.
 */
static pid_t
begin(char *line)
{
	char *argv[40] = { NULL };
	int argc = 0, null;
	sigset_t later, before;
	pid_t pid;

	sigemptyset(&later);
	sigaddset(&later, SIGINT);
	sigaddset(&later, SIGTERM);
	sigprocmask(SIG_BLOCK, &later, &before);
	pid = fork();
	ck_assert_int_ge(pid, 0);
	if (pid) {
		sigprocmask(SIG_SETMASK, &before, NULL);
		return pid;
	}
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	null = open("/dev/null", O_WRONLY);
	dup2(null, STDOUT_FILENO);
	dup2(null, STDERR_FILENO);
	argv[argc++] = "tocsin";
	for (char *at = strtok(line, " "); at; at = strtok(NULL, " "))
		argv[argc++] = at;
	execv(tcn_program_path(), argv);
	_exit(127);
}

/*
 * Sends the process the signal after so many milliseconds; returns how it
 * ended, as a shell reports it.
 */
static int
end_by(pid_t pid, int number, long after_ms)
{
	const struct timespec span = { after_ms / 1000,
		after_ms % 1000 * 1000000 };
	int status;

	nanosleep(&span, NULL);
	kill(pid, number);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status)
				   : WEXITSTATUS(status);
}

static const int signals[] = { SIGINT, SIGTERM, SIGKILL };

/*
 * At a speed that takes half a minute the first signals are sure to hit; then
 * it runs as fast as it can, and the signal comes a little later each time.
 */
START_TEST(cut_off_and_started_again)
{
	const int number = signals[_i];
	int code = -1;

	run("one", true, stream(""));
	for (int i = 0; i < 3; i++) {
		code =
		    end_by(begin(command("cut", true, stream("--speed 3000x"))),
			number, 150 + 200 * i);
		ck_assert_int_eq(code, 128 + number);
	}
	for (long ms = 5; code; ms += 3 + (long)long_or(1, 2) * ms / 2) {
		code =
		    end_by(begin(command("cut", true, stream(""))), number, ms);
		ck_assert(code == 0 || code == 128 + number);
		ck_assert_int_lt(ms, 60000);
	}
	ck_same("one", "cut");
	ck_assert_uint_eq(digest("cut"), digest("one"));
}
END_TEST

/* Run again when all is done, it writes the same files. */
START_TEST(done_already)
{
	run("one", true, stream(""));
	run("two", false, stream(""));
	ck_same("one", "two");
	run("one", true, stream(""));
	ck_same("one", "two");
}
END_TEST

/* A second input into the same store has files of its own. */
START_TEST(files_tell_of_their_input)
{
	char rest[200], line[400];

	snprintf(rest, sizeof rest, "%s/part0", dir);
	run("one", true, rest);
	snprintf(line, sizeof line,
	    "cp %s/one.db %s/two.db && wc -l <%s/part1 >%s/want", dir, dir, dir,
	    dir);
	ck_assert_int_eq(system(line), 0);
	snprintf(rest, sizeof rest, "%s/part1", dir);
	run("two", true, rest);
	snprintf(line, sizeof line, "wc -l <%s/two.items | cmp - %s/want", dir,
	    dir);
	ck_assert_int_eq(system(line), 0);
}
END_TEST

START_TEST(at_any_speed)
{
	run("max", false, stream(""));
	run("paced", false, stream("--speed 200000x"));
	ck_same("max", "paced");
}
END_TEST

START_TEST(from_one_file_or_several)
{
	char rest[300];

	run("one", false, stream(""));
	snprintf(rest, sizeof rest, "%s/part2 %s/part0 %s/part1", dir, dir,
	    dir);
	run("parts", false, rest);
	ck_same("one", "parts");
}
END_TEST

START_TEST(from_the_store)
{
	char rest[300];

	run("one", true, stream(""));
	snprintf(rest, sizeof rest, "--from-db %s/one.db --speed 300000x", dir);
	run("again", true, rest);
	ck_same("one", "again");
	ck_assert_uint_eq(digest("again"), digest("one"));
}
END_TEST

/* ---- pace, by a hand clock ---- */

START_TEST(speeds)
{
	static const char *const wrong[] = { "", "x", "fast", "-1x", "0",
		"60 x", "60xx", "nan", "inf", "1e99" };
	struct tcn_pace pace;
	struct tcn_err err;

	ck_assert_int_eq(tcn_pace_init(&pace, "0.5x", &err), TCN_OK);
	ck_assert(pace.speed > 0.49 && pace.speed < 0.51);
	ck_assert_int_eq(tcn_pace_init(&pace, "60", &err), TCN_OK);
	ck_assert_int_eq(tcn_pace_init(&pace, "max", &err), TCN_OK);
	ck_assert_int_eq(tcn_pace_wait_ms(&pace, 99 * TCN_HOUR_MS, 1,
			     TCN_HOUR_MS, 5),
	    0);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		ck_assert_int_eq(tcn_pace_init(&pace, wrong[i], &err),
		    TCN_INVALID);
}
END_TEST

/* Each row: an item's date, the stream's clock before it, the machine's. */
static const struct {
	int64_t ts_ms, now_ms, machine_ms, wait_ms;
} steps[] = {
	{ 1000000, TCN_UNDATED, 500, 0 }, /* the first: now */
	{ 1006000, 1000000, 500, 100 },
	{ 1006000, 1006000, 600, 0 },
	{ 1012000, 1006000, 600, 100 },
	{ 1012000, 1006000, 650, 50 }, /* some of it has passed */
	{ TCN_UNDATED, 1012000, 700, 0 },
	{ 900000, 1012000, 700, 0 }, /* late */
	{ 1012000 + 2 * TCN_HOUR_MS, 1012000, 700,
	    0 }, /* a wrong date, perhaps */
	{ 1018000, 1012000, 700, 100 },
	/*
	 * The jump of the clock was confirmed: nobody waits for the time it
	 * skipped.
	 */
	{ 1018000 + 2 * TCN_HOUR_MS, 1012000 + 2 * TCN_HOUR_MS, 700, 100 },
	{ 1024000 + 2 * TCN_HOUR_MS, 1018000 + 2 * TCN_HOUR_MS, 800, 100 },
	/*
	 * The machine slept: a short delay is caught up with, a long one is
	 * not.
	 */
	{ 1030000 + 2 * TCN_HOUR_MS, 1024000 + 2 * TCN_HOUR_MS, 1500, 0 },
	{ 1084000 + 2 * TCN_HOUR_MS, 1030000 + 2 * TCN_HOUR_MS, 1500, 400 },
	{ 1090000 + 2 * TCN_HOUR_MS, 1084000 + 2 * TCN_HOUR_MS, 60000, 0 },
	{ 1096000 + 2 * TCN_HOUR_MS, 1090000 + 2 * TCN_HOUR_MS, 60000, 100 },
};

START_TEST(waits)
{
	struct tcn_pace pace;

	ck_assert_int_eq(tcn_pace_init(&pace, "60x", NULL), TCN_OK);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		ck_assert_msg(tcn_pace_wait_ms(&pace, steps[i].ts_ms,
				  steps[i].now_ms, TCN_HOUR_MS,
				  steps[i].machine_ms) == steps[i].wait_ms,
		    "step %zu", i);
}
END_TEST

/* ---- the progress line ---- */

START_TEST(a_bar_takes_what_is_left)
{
	const struct tcn_progress_now now = { .items = 12345,
		.events = 3,
		.stream_ms = 0,
		.done = 50,
		.total = 100 };
	char line[TCN_PROGRESS_BYTES];

	ck_assert_str_eq(tcn_progress_line(&now, 5000, 0, line),
	    "12,345 items  1 Jan 00:00  2,469/s  3 events  50 %, 5 s left");
	ck_assert_str_eq(tcn_progress_line(&now, 5000, 79, line),
	    "12,345 items  1 Jan 00:00  2,469/s  3 events  50 %, 5 s left"
	    "  [=======>       ]");
	ck_assert_str_eq(tcn_progress_line(&now, 5000, 70, line),
	    "12,345 items  1 Jan 00:00  2,469/s  3 events  50 %, 5 s left");
	ck_assert_str_eq(tcn_progress_line(&now, 5000, 20, line),
	    "12,345 items  1 Jan ");
	ck_assert_uint_lt(strlen(tcn_progress_line(&now, 5000, 9999, line)),
	    TCN_PROGRESS_BYTES);
}
END_TEST

/* Work that no items are counted of. */
START_TEST(work_without_items_has_its_share)
{
	const struct tcn_progress_now now = {
		.items = TCN_PROGRESS_OTHERS,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = TCN_UNDATED,
		.done = 50,
		.total = 100,
	};
	char line[TCN_PROGRESS_BYTES];

	ck_assert_str_eq(tcn_progress_line(&now, 5000, 0, line),
	    "at work  50 %, 5 s left");
}
END_TEST

/* Who sends articles to a daemon does not know what fires there. */
START_TEST(events_that_others_find_are_not_counted)
{
	const struct tcn_progress_now now = {
		.items = 500,
		.events = TCN_PROGRESS_OTHERS,
		.stream_ms = TCN_UNDATED,
	};
	char line[TCN_PROGRESS_BYTES];

	ck_assert_str_eq(tcn_progress_line(&now, 1000, 0, line),
	    "500 items  500/s");
}
END_TEST

TCN_SUITE(replay)
{
	Suite *s = suite_create("replay");
	TCase *tc = tcase_create("replay");
	TCase *pure = tcase_create("pace");

	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_loop_test(tc, cut_off_and_started_again, 0, 3);
	tcase_add_test(tc, done_already);
	tcase_add_test(tc, files_tell_of_their_input);
	tcase_add_test(tc, at_any_speed);
	tcase_add_test(tc, from_one_file_or_several);
	tcase_add_test(tc, from_the_store);
	suite_add_tcase(s, tc);
	tcase_add_test(pure, speeds);
	tcase_add_test(pure, waits);
	tcase_add_test(pure, a_bar_takes_what_is_left);
	tcase_add_test(pure, work_without_items_has_its_share);
	tcase_add_test(pure, events_that_others_find_are_not_counted);
	suite_add_tcase(s, pure);
	return s;
}
