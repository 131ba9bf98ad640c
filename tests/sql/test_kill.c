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

TCN_TESTS(kill)
{
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, exit_in_a_transaction);
	tcase_add_test(tc, killed_and_run_again);
}
