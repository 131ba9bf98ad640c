#include "tests/base/run.h"

#include <event2/event.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tests/tools/serve/deliver/heard.h"
#include "tools/serve/deliver/append.h"
#include "tools/serve/deliver/file_writer.h"
#include "tools/serve/deliver/transport.h"

static char dir[TEMP_BYTES];
static struct event_base *base;
static struct tcn_transport *transport;

/* The outcome of the last message. */
static bool done, ok;
static char error[256];

static void
setup(void)
{
	temp_dir(dir);
	heard_init(dir);
	base = event_base_new();
	transport = tcn_transport_new(base, "test");
}

static void
teardown(void)
{
	tcn_transport_free(transport);
	event_base_free(base);
	temp_drop(dir);
}

static void
on_result(void *ctx, const struct tcn_transport_result *result)
{
	(void)ctx;
	done = true;
	ok = result->ok;
	snprintf(error, sizeof error, "%s", result->error ? result->error : "");
}

/* The transport is sound, and has so many requests under way. */
static void
sound(size_t requests)
{
	struct tcn_err err = { 0 };
	size_t n;

	ck_assert_msg(tcn_transport_check(transport, &n, &err) == TCN_OK, "%s",
	    err.text);
	ck_assert_uint_eq(n, requests);
}

/* Sends the body to the first receiver of the file. */
static void
send_by(const char *yaml, const char *body)
{
	struct tcn_receiver_set *all;
	struct tcn_err err = { 0 };
	struct tcn_channel_outgoing outgoing = {
		.event = TCN_STR("e"),
		.revision = 1,
		.body = tcn_str(body),
	};

	ck_assert_msg(tcn_receiver_set_parse("r", tcn_str(yaml), &all, &err) ==
		TCN_OK,
	    "%s", err.text);
	outgoing.receiver = &all->at[0];
	done = false;
	ck_assert_int_eq(tcn_transport_send(transport, &outgoing, on_result,
			     NULL),
	    TCN_OK);
	while (!done) {
		sound(1);
		event_base_loop(base, EVLOOP_ONCE);
	}
	sound(0);
	tcn_receiver_set_free(all);
}

static const struct {
	const char *command;
	bool ok;
	const char *error;
} programs[] = {
	{ "[sh, -c, 'cat > $0; echo $TOCSIN_KEY >> $0', ", true, "" },
	{ "[sh, -c, 'exit 3']", false, "status 3" },
	{ "[sh, -c, 'kill -9 $$']", false, "signal 9" },
	{ "[sh, -c, 'sleep 1000 & sleep 1000']", false, "took too long" },
	{ "[/nowhere/at/all]", false, "No such file" },
};

START_TEST(a_program_is_run)
{
	char yaml[512];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: exec, timeout: %s, "
	    "command: %s%s%s}\n",
	    strstr(programs[_i].command, "sleep") ? "200ms" : "1m",
	    programs[_i].command, _i ? "" : heard, _i ? "" : "]");
	send_by(yaml, "{\"a\":1}\n");
	ck_assert_int_eq(ok, programs[_i].ok);
	ck_assert_msg(strstr(error, programs[_i].error) != NULL, "%s", error);
	if (_i == 0)
		ck_assert_str_eq(all_heard(), "{\"a\":1}\ne-1-r\n");
}
END_TEST

static void
send_to_file(const char *path)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: file, path: %s}\n", path);
	send_by(yaml, "{\"a\":1}\n");
}

START_TEST(a_line_is_appended_whole)
{
	temp_write(heard, "{\"cut\":"); /* as a crash would leave it */
	send_to_file(heard);
	send_to_file(heard);
	ck_assert_str_eq(all_heard(), "{\"cut\":\n{\"a\":1}\n{\"a\":1}\n");
}
END_TEST

START_TEST(a_file_that_takes_nothing_is_an_error)
{
	static const char *const paths[] = { "/dev/full",
		"/nowhere/at/all/file", "/tmp" };

	send_to_file(paths[_i]);
	ck_assert(!ok);
	ck_assert_int_ne(error[0], '\0');
}
END_TEST

/* The part of a line that was written to a full disk is truncated again. */
START_TEST(a_full_disk_leaves_no_half_of_a_line)
{
	struct rlimit before, little;
	struct tcn_err err = { 0 };
	struct stat is;
	enum tcn_rc rc;

	ck_assert_int_eq(tcn_append(heard, tcn_str("{\"a\":1}\n"), &err),
	    TCN_OK);
	getrlimit(RLIMIT_FSIZE, &before);
	little = before;
	little.rlim_cur = 12;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &little);
	rc = tcn_append(heard, tcn_str("{\"a\":2}\n"), &err);
	setrlimit(RLIMIT_FSIZE, &before);
	ck_assert_int_eq(rc, TCN_IO);
	ck_assert_int_eq(stat(heard, &is), 0);
	ck_assert_int_eq(is.st_size, 8);
	ck_assert_str_eq(all_heard(), "{\"a\":1}\n");
}
END_TEST

/* --- a file system that hangs: we hold the lock of the file --- */

static int locked; /* the descriptor with the lock */

static void
hold_the_file(void)
{
	locked = open(heard, O_RDWR | O_CREAT, 0600);
	ck_assert_int_ge(locked, 0);
	ck_assert_int_eq(flock(locked, LOCK_EX), 0);
}

static void
release_the_file(void)
{
	ck_assert_int_eq(close(locked), 0);
}

static void
write_line(const char *timeout, const char *line)
{
	char yaml[256];

	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: file, path: %s, timeout: %s}\n",
	    heard, timeout);
	send_by(yaml, line);
}

/* The line that timed out is written in the end, so it may come twice. */
START_TEST(a_file_that_hangs_fails_in_time)
{
	hold_the_file();
	write_line("100ms", "{\"a\":1}\n");
	ck_assert(!ok);
	ck_assert_msg(strstr(error, "too long") != NULL, "%s", error);
	write_line("10m", "{\"a\":2}\n");
	ck_assert(!ok);
	ck_assert_msg(strstr(error, "before it") != NULL, "%s", error);
	ck_assert_str_eq(all_heard(), "");
	release_the_file();
	do {
		poll(NULL, 0, 1);
		event_base_loop(base, EVLOOP_NONBLOCK);
		write_line("10m", "{\"a\":3}\n");
	} while (!ok);
	ck_assert_str_eq(all_heard(), "{\"a\":1}\n{\"a\":3}\n");
}
END_TEST

static void
note_end(void *ctx, const struct tcn_transport_result *result)
{
	*(int *)ctx = result->ok ? 1 : -1;
}

START_TEST(a_file_that_hangs_holds_up_no_other)
{
	struct tcn_receiver_set *all;
	struct tcn_channel_outgoing outgoing = {
		.event = TCN_STR("e"),
		.revision = 1,
		.body = TCN_STR("{}\n"),
	};
	char yaml[512];
	int ended[2] = { 0, 0 };

	hold_the_file();
	snprintf(yaml, sizeof yaml,
	    "receivers:\n - {name: r, kind: file, path: %s}\n"
	    " - {name: s, kind: file, path: %s-too}\n",
	    heard, heard);
	ck_assert_int_eq(tcn_receiver_set_parse("r", tcn_str(yaml), &all, NULL),
	    TCN_OK);
	for (int i = 0; i < 2; i++) {
		outgoing.receiver = &all->at[i];
		ck_assert_int_eq(tcn_transport_send(transport, &outgoing,
				     note_end, &ended[i]),
		    TCN_OK);
	}
	while (!ended[1]) {
		sound(2);
		event_base_loop(base, EVLOOP_ONCE);
	}
	sound(1);
	ck_assert_int_eq(ended[1], 1);
	ck_assert_int_eq(ended[0], 0);
	release_the_file();
	while (!ended[0])
		event_base_loop(base, EVLOOP_ONCE);
	ck_assert_int_eq(ended[0], 1);
	sound(0);
	tcn_receiver_set_free(all);
}
END_TEST

static void
never(void *ctx, const char *why)
{
	(void)ctx;
	ck_abort_msg("done was called: %s", why ? why : "written");
}

/* free does not wait for a file; done is not called and nothing leaks. */
START_TEST(an_end_waits_for_no_file)
{
	size_t before = tcn_mem_live_bytes();
	struct tcn_file_writer *writer;
	const struct tcn_file_writer_job job = {
		.path = heard,
		.line = TCN_STR("{}\n"),
		.timeout_ms = 60000,
		.done = never,
	};
	struct tcn_err err = { 0 };
	size_t n;

	hold_the_file();
	writer = tcn_file_writer_new(base);
	tcn_file_writer_write(writer, &job);
	tcn_file_writer_write(writer, &job);
	ck_assert_int_eq(tcn_file_writer_check(writer, &n, &err), TCN_OK);
	ck_assert_uint_eq(n, 2);
	tcn_file_writer_free(writer);
	ck_assert_uint_gt(tcn_mem_live_bytes(), before);
	release_the_file();
	while (tcn_mem_live_bytes() != before)
		poll(NULL, 0, 1);
	ck_assert_str_eq(all_heard(), "{}\n{}\n");
}
END_TEST

/* What root writes first in a service's folder, the service can write to. */
START_TEST(a_file_of_root_is_its_folders_owners)
{
	char folder[TEMP_BYTES], path[TEMP_BYTES + 16];
	struct tcn_err err;
	struct stat info;

	if (geteuid() != 0)
		return;
	temp_dir(folder);
	snprintf(path, sizeof path, "%s/new", folder);
	ck_assert_int_eq(chown(folder, 4711, 4712), 0);
	ck_assert_int_eq(tcn_append(path, tcn_str("{}\n"), &err), TCN_OK);
	ck_assert_int_eq(stat(path, &info), 0);
	ck_assert_uint_eq(info.st_uid, 4711);
	ck_assert_uint_eq(info.st_gid, 4712);
	ck_assert_int_eq(chown(path, 0, 0), 0); /* it is there already */
	ck_assert_int_eq(tcn_append(path, tcn_str("{}\n"), &err), TCN_OK);
	ck_assert_int_eq(stat(path, &info), 0);
	ck_assert_uint_eq(info.st_uid, 0);
	temp_drop(folder);
}
END_TEST

TCN_TESTS(transport)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	TCN_EACH(a_program_is_run, programs);
	tcase_add_test(tc, a_line_is_appended_whole);
	tcase_add_loop_test(tc, a_file_that_takes_nothing_is_an_error, 0, 3);
	tcase_add_test(tc, a_full_disk_leaves_no_half_of_a_line);
	tcase_add_test(tc, a_file_that_hangs_fails_in_time);
	tcase_add_test(tc, a_file_that_hangs_holds_up_no_other);
	tcase_add_test(tc, an_end_waits_for_no_file);
	tcase_add_test(tc, a_file_of_root_is_its_folders_owners);
}
