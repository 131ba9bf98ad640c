/*
 * The day of the demonstration passes in a daemon, and its events fire there.
 */
#include "tests/base/run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/child.h"
#include "tools/client/client.h"

static char dir[TEMP_BYTES];
static pid_t pid;
static FILE *printed;
static struct tcn_client *client;

/* Starts it, and reads the address that it prints. */
static void
start(const char *speed)
{
	const char *command[] = { tcn_program_path(), "demo", "--live",
		"--items", "1500", "--events", "1", "--port", "0", "--speed",
		speed, "--dir", dir, NULL };
	char *environment[] = { NULL };
	struct tcn_child_files files = { .in = -1, .err = -1 };
	struct tcn_client_conf conf = { .give_up_ms = 10000 };
	struct tcn_err err = { 0 };
	char line[256], url[64];
	unsigned port;
	int ends[2];

	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	files.out = ends[1];
	ck_assert_int_eq(tcn_child_start(command, environment, &files, &pid),
	    0);
	close(ends[1]);
	printed = fdopen(ends[0], "r");
	ck_assert_ptr_nonnull(fgets(line, sizeof line, printed));
	ck_assert_msg(sscanf(line, "http://127.0.0.1:%u/", &port) == 1, "%s",
	    line);
	snprintf(url, sizeof url, "http://127.0.0.1:%u", port);
	conf.url = url;
	ck_assert_int_eq(tcn_client_open(&conf, &client, &err), TCN_OK);
}

/* Asks until the answer holds text. */
static void
wait_for(const char *target, const char *text)
{
	static const struct timespec nap = { .tv_nsec = 100000000 };
	struct tcn_str answer = { "", 0 };
	struct tcn_err err = { 0 };
	long status;

	for (int i = 0; i < 600; i++) {
		ck_assert_msg(tcn_client_call(client, "GET", target,
				  (struct tcn_str){ 0 }, &status, &answer,
				  &err) == TCN_OK,
		    "%s", err.text);
		ck_assert_int_eq(status, 200);
		if (memmem(answer.at, answer.n, text, strlen(text)))
			return;
		nanosleep(&nap, NULL);
	}
	ck_abort_msg("no '%s' in %.*s", text, TCN_STR_ARG(answer));
}

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	int status;

	tcn_client_close(client);
	ck_assert_int_eq(kill(pid, SIGINT), 0);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	fclose(printed);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(an_event_fires_and_is_told)
{
	start("20000");
	wait_for("/v1/events", "\"rule\":\"story\"");
	/* It was no old news by the daemon's clock: a message went out. */
	wait_for("/v1/receivers",
	    "\"receiver\":\"log\",\"kind\":\"file\","
	    "\"state\":\"well\"");
	wait_for("/v1/stats", "\"stored\":1500");
	wait_for("/readyz", "ready");
	wait_for("/", "<title>");
	wait_for("/v1/rules/file", "\"in_force\":true");
}
END_TEST

/* It can be interrupted while the day has hardly begun. */
START_TEST(it_ends_when_asked)
{
	start("1");
	wait_for("/readyz", "ready");
}
END_TEST

TCN_TESTS(demo_live)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, an_event_fires_and_is_told);
	tcase_add_test(tc, it_ends_when_asked);
}
