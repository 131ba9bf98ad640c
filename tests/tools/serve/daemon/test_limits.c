/*
 * The limits of connections: a request that stops, and files that are few.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/hand_clock.h"
#include "tests/tools/serve/daemon/raw.h"
#include "tools/base/open_files.h"

#define HOST   "Host: localhost\r\n"
#define MINUTE 60000

static void
be_patient(struct tcn_conf *conf)
{
	conf->http.slow_ms = 50 * MINUTE;
}

/* What has come may be much: then http.idle ends it before http.slow does. */
START_TEST(a_request_that_stops_is_cut_off)
{
	int fd;

	child_start(be_patient);
	fd = dial();
	ck_assert(say(fd,
	    "POST /v1/articles HTTP/1.1\r\n" HOST
	    "Content-Length: 300000\r\n\r\n["));
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	ck_assert(is_open(fd));
	hand_clock_pass(MINUTE + 500);
	ck_assert(hear(fd, "\"error\":\"the request came too slowly"));
	ck_assert_int_eq(strncmp(heard, "HTTP/1.1 408 ", 13), 0);
	ck_assert(ends(fd));
	close(fd);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
}
END_TEST

static void
with_few_files(struct tcn_conf *conf, rlim_t n)
{
	const struct rlimit files = { .rlim_cur = n, .rlim_max = n };

	(void)conf;
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &files), 0);
	child_keep_log();
}

/* The half of them is more than there are: accepting fails first. */
static void
with_40(struct tcn_conf *conf)
{
	with_few_files(conf, 40);
}

START_TEST(out_of_files_the_idle_make_room)
{
	int fds[80];

	child_start(with_40);
	for (int i = 0; i < 80; i++) {
		fds[i] = dial();
		ck_assert(say(fds[i], "GET /healthz HTTP/1.1\r\n" HOST "\r\n"));
		ck_assert(hear(fds[i], "\"ok\""));
	}
	ck_assert(ends(fds[0]));
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	for (int i = 0; i < 80; i++)
		close(fds[i]);
}
END_TEST

#define FILES 400

static void
with_400(struct tcn_conf *conf)
{
	conf->feeds.parallel = 20;
	with_few_files(conf, FILES);
}

static void
with_400_and_more_feeds(struct tcn_conf *conf)
{
	conf->feeds.parallel = 30;
	with_few_files(conf, FILES);
}

static unsigned long
logged(const char *name)
{
	char *all = temp_read(child.log);
	const char *at = strstr(all, "event=limits");
	unsigned long n;

	ck_assert_msg(at && (at = strstr(at, name)), "%s", all);
	n = strtoul(at + strlen(name), NULL, 10);
	tcn_mem_free(all);
	return n;
}

/* As many connections as the warning says are open at once, and there is room
 * for the fetches besides, four files each. */
START_TEST(the_warning_counts_what_is_needed)
{
	int fds[FILES];
	unsigned long n, before, own;

	child_start(with_400);
	before = logged(" connections=");
	ck_assert_uint_eq(logged(" files="), FILES);
	ck_assert_uint_eq(logged(" needed="), 12000 + FILES - before);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(with_400_and_more_feeds);
	n = logged(" connections=");
	ck_assert_uint_eq(n, before - 4 * 10);
	own = FILES - n - 4 * 30;
	ck_assert_uint_ge(own, 30);
	ck_assert_uint_le(own, 60);
	for (unsigned long i = 0; i < n; i++) {
		fds[i] = dial();
		ck_assert(say(fds[i], "GET /healthz HTTP/1.1\r\n" HOST "\r\n"));
		ck_assert(hear(fds[i], "\"ok\""));
	}
	for (unsigned long i = 0; i < n; i++)
		ck_assert(is_open(fds[i]));
	ck_assert_uint_eq(child_logged("event=accept"), 0);
	ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL), 200);
	ck_assert(ends(fds[0])); /* the one that was idle longest */
	for (unsigned long i = 0; i < n; i++)
		close(fds[i]);
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* --- a disk that is full --- */

/* A file cannot become larger than that, which is as if the disk were full. */
static void
with_little_room(struct tcn_conf *conf)
{
	const struct rlimit bytes = { .rlim_cur = 1 << 20,
		.rlim_max = 1 << 20 };

	(void)conf;
	signal(SIGXFSZ, SIG_IGN);
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &bytes), 0);
}

#define WAITING 8

/* Posts an article of its own with much text, or all but its end. */
static void
post_much(int fd, unsigned id, bool whole)
{
	struct tcn_buf text = { 0 }, body = { 0 };

	for (unsigned i = 0; i < 2000; i++)
		tcn_buf_printf(&text, " word%u", id * 2000 + i);
	tcn_buf_printf(&body,
	    "{\"id\":\"a%u\",\"title\":\"T%u\",\"text\":\"%.*s\"}", id, id,
	    (int)text.n, text.at);
	tcn_buf_clear(&text);
	tcn_buf_printf(&text,
	    "POST /v1/articles HTTP/1.1\r\n" HOST
	    "Content-Length: %zu\r\n\r\n%.*s",
	    body.n, (int)body.n, body.at);
	ck_assert(say_n(fd, text.at, whole ? text.n : text.n - 1));
	tcn_buf_fini(&text);
	tcn_buf_fini(&body);
}

/* Whether the article was stored; else the answer says that it was not. */
static bool
is_stored(int fd)
{
	bool stored = hear(fd, "\"stored\":1");

	close(fd);
	ck_assert_msg(stored ||
		(strncmp(heard, "HTTP/1.1 503 ", 13) == 0 &&
		    strstr(heard, "Content-Type: application/json\r\n") &&
		    strstr(heard, "\r\n\r\n{\"error\":\"")),
	    "%s", heard);
	return stored;
}

START_TEST(on_a_full_disk_all_who_wait_are_answered)
{
	int fds[WAITING], half;
	unsigned id = 0, refused = 0;

	child_start(with_little_room);
	half = dial();
	post_much(half, id++, false);
	while (!refused) {
		ck_assert_uint_lt(id, 10000);
		for (int i = 0; i < WAITING; i++) {
			fds[i] = dial();
			post_much(fds[i], id++, true);
		}
		for (int i = 0; i < WAITING; i++)
			refused += !is_stored(fds[i]);
	}
	ck_assert(!is_stored(half));
	ck_assert_int_ne(child_stop(0), 0);
}
END_TEST

TCN_TESTS(limits)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, a_request_that_stops_is_cut_off);
	tcase_add_test(tc, out_of_files_the_idle_make_room);
	tcase_add_test(tc, on_a_full_disk_all_who_wait_are_answered);
	tcase_add_test(tc, the_warning_counts_what_is_needed);
}
