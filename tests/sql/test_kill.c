/*
 * A writer is killed, at a moment of its own choosing or of ours; whoever
 * opens the file next finds what was committed.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "sql/store_check.h"
#include "sql/store_read.h"
#include "sql/store_retain.h"
#include "sql/store_space.h"
#include "tests/sql/sample.h"

#define BATCHES 60

static uint64_t digests[BATCHES + 1];

static struct tcn_store *
open_store(void)
{
	struct tcn_store *st;
	struct tcn_err err;

	ck_assert_msg(!tcn_store_open(sample_path(), TCN_STORE_CREATE, &st,
			  &err),
	    "%s", err.text);
	return st;
}

/* The number of whole batches the file holds. */
static unsigned
batches_in(struct tcn_store *st)
{
	uint64_t digest;
	unsigned b = 0;

	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	ck_assert_int_eq(sample_digest(st, &digest), TCN_OK);
	while (b <= BATCHES && digests[b] != digest)
		b++;
	ck_assert_msg(b <= BATCHES, "holds part of a batch");
	return b;
}

START_TEST(exit_in_a_transaction)
{
	struct tcn_store *st;
	pid_t pid;

	sample_digests(digests, 2);
	sample_path();
	pid = fork();
	if (pid == 0) {
		char buf[512];
		struct tcn_article a = sample_article(9, buf);
		struct tcn_placement p = sample_place(9);
		struct tcn_store_tx *tx;

		st = open_store();
		_exit(sample_batch(st, 0) || tcn_store_begin(st, &tx) ||
		    tcn_store_put_article(tx, &a, "en", &p));
	}
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	st = open_store();
	ck_assert_uint_eq(batches_in(st), 1);
	ck_assert_int_eq(sample_batch(st, 1), TCN_OK);
	tcn_store_close(st);
	sample_clean();
}
END_TEST

/* Says each commit on fd, until killed or done. */
static void
write_on(unsigned from, int fd)
{
	struct tcn_store *st = open_store();

	for (unsigned b = from; b < BATCHES; b++)
		if (sample_batch(st, b) || write(fd, "c", 1) != 1)
			_exit(1);
	tcn_store_close(st);
	_exit(0);
}

/* Kills the writer once it has said n commits; returns how many it said. */
static unsigned
kill_after(unsigned from, unsigned n)
{
	unsigned said = 0;
	int fds[2];
	pid_t pid;
	char c;

	ck_assert_int_eq(pipe(fds), 0);
	pid = fork();
	if (pid == 0)
		write_on(from, fds[1]);
	close(fds[1]);
	while (said < n && read(fds[0], &c, 1) == 1)
		said++;
	usleep(n * 137 % 1500);
	kill(pid, SIGKILL);
	while (read(fds[0], &c, 1) == 1)
		said++;
	close(fds[0]);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	return said;
}

START_TEST(killed_and_run_again)
{
	struct tcn_store *st;
	unsigned done = 0;

	sample_digests(digests, BATCHES);
	sample_path();
	for (unsigned n = 1; done < BATCHES; n++) {
		unsigned said = kill_after(done, n % 5);
		unsigned held;

		st = open_store();
		held = batches_in(st);
		ck_assert_uint_ge(held, done + said);
		ck_assert_uint_le(held, done + said + 1);
		tcn_store_close(st);
		done = held;
		ck_assert_uint_lt(n, 1000);
	}
	sample_clean();
}
END_TEST

/* --- removing --- */

/* One small step; returns whether the pass goes on. */
static bool
remove_some(struct tcn_store *st, struct tcn_store_retain *pass, unsigned n)
{
	struct tcn_store_space space;
	struct tcn_store_tx *tx;
	bool done = false, merged;
	enum tcn_rc rc = tcn_store_begin(st, &tx);

	if (!rc)
		rc = tcn_store_retain_step(tx, pass, 1, &done);
	if (!rc && n % 3 == 0)
		rc = tcn_store_merge_search(tx, 1, n == 0, &merged);
	if (!rc && n % 2)
		rc = tcn_store_shrink(tx, 2);
	rc = tcn_store_end(st, rc);
	if (!rc && done)
		rc = tcn_store_space(st, &space);
	if (rc)
		_exit(1);
	return !done || space.free_pages > 1;
}

/* Removes all that may go; says each commit on fd, until killed or done. */
static void
remove_on(int fd)
{
	struct tcn_store_retain_conf conf = { .now_ms = 1 };
	struct tcn_store *st = open_store();
	struct tcn_store_retain pass;
	unsigned n = 0;

	for (int i = 0; i < TCN_STORE_KEPT_KINDS; i++)
		conf.before_ms[i] = INT64_MAX;
	conf.before_ms[TCN_STORE_KEPT_KEYS] = TCN_STORE_KEEP_ALL;
	tcn_store_retain_begin(&pass, &conf);
	while (remove_some(st, &pass, n++))
		if (write(fd, "c", 1) != 1)
			_exit(1);
	tcn_store_close(st);
	_exit(0);
}

/* An event that is found has all its revisions. Returns how many are. */
static size_t
count_events(struct tcn_store *st)
{
	struct tcn_store_event_list events, history;
	struct tcn_arena arena;

	tcn_arena_init(&arena, 0);
	ck_assert_int_eq(tcn_store_check(st, NULL, NULL), TCN_OK);
	ck_assert_int_eq(tcn_store_events(st, INT64_MIN, INT64_MAX, 0, &arena,
			     &events),
	    TCN_OK);
	for (size_t i = 0; i < events.n; i++) {
		const struct tcn_event *e = &events.at[i];

		ck_assert_uint_ge(e->evidence_n, 3);
		ck_assert_uint_ge(e->terms_n, 1);
		ck_assert_int_eq(tcn_store_event_history(st, e->id, &arena,
				     &history),
		    TCN_OK);
		ck_assert_uint_eq(history.n, e->revision);
	}
	tcn_arena_fini(&arena);
	return events.n;
}

/* Returns whether the remover came to its end before it was killed. */
static bool
kill_remover(unsigned n)
{
	int fds[2], status;
	unsigned said = 0;
	pid_t pid;
	char c;

	ck_assert_int_eq(pipe(fds), 0);
	pid = fork();
	if (pid == 0)
		remove_on(fds[1]);
	close(fds[1]);
	while (said < n && read(fds[0], &c, 1) == 1)
		said++;
	usleep(n * 137 % 1500);
	kill(pid, SIGKILL);
	close(fds[0]);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
	return !WIFSIGNALED(status);
}

/* Killed at every point of removing, merging and shrinking, in the middle of
 * an event as well: what is left is whole, and the next one goes on. */
START_TEST(killed_while_it_removes)
{
	struct tcn_store *st;
	size_t events = BATCHES;
	bool ended = false;

	sample_path();
	st = open_store();
	for (unsigned b = 0; b < BATCHES; b++)
		ck_assert_int_eq(sample_batch(st, b), TCN_OK);
	tcn_store_close(st);
	for (unsigned n = 1; !ended; n++) {
		size_t left;

		ended = kill_remover(n % 40);
		st = open_store();
		left = count_events(st);
		ck_assert_uint_le(left, events);
		events = left;
		tcn_store_close(st);
		ck_assert_uint_lt(n, 2000);
	}
	ck_assert_uint_eq(events, 0);
	sample_clean();
}
END_TEST

TCN_TESTS(kill)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, exit_in_a_transaction);
	tcase_add_test(tc, killed_and_run_again);
	tcase_add_test(tc, killed_while_it_removes);
}
