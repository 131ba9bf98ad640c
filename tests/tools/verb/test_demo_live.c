/*
 * The day of the demonstration passes in a daemon, and its events fire there.
 */
#include "tests/base/run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/child.h"
#include "tools/base/json_in.h"
#include "tools/base/when.h"
#include "tools/lab/demo/demo.h"
#include "tools/serve/client/client.h"

static char dir[TEMP_BYTES];
static pid_t pid;
static FILE *printed;
static struct tcn_client *client;
static char said[4096]; /* behind the first line, once read */

#define HERE "http://127.0.0.1"
#define MORE 4

/* Starts it, with up to MORE further words. Reads the address that it prints,
 * which begins with `at`. */
static void
start(const char *speed, const char *at, const char *const *more)
{
	const char *command[] = { tcn_program_path(), "demo", "--live",
		"--items", "1500", "--events", "1", "--port", "0", "--speed",
		speed, "--dir", dir, [13 + MORE] = NULL };
	char *environment[] = { NULL };
	struct tcn_child_files files = { .in = -1, .err = -1 };
	struct tcn_client_conf conf = { .give_up_ms = 10000 };
	struct tcn_err err = { 0 };
	char line[256], url[64];
	unsigned port;
	int ends[2];

	for (int i = 0; more && i < MORE && more[i]; i++)
		command[13 + i] = more[i];
	ck_assert_int_eq(pipe2(ends, O_CLOEXEC), 0);
	files.out = ends[1];
	ck_assert_int_eq(tcn_child_start(command, environment, &files, &pid),
	    0);
	close(ends[1]);
	printed = fdopen(ends[0], "r");
	ck_assert_ptr_nonnull(fgets(line, sizeof line, printed));
	ck_assert_msg(strncmp(line, at, strlen(at)) == 0 &&
		sscanf(line + strlen(at), ":%u/ ", &port) == 1,
	    "%s", line);
	snprintf(url, sizeof url, "%s:%u", at, port);
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

/* The rest of what it prints at its start, which ends with its files. */
static void
read_said(void)
{
	size_t n = 0;

	said[0] = '\0';
	while (!strstr(said, "store: ")) {
		ck_assert_ptr_nonnull(fgets(said + n, (int)(sizeof said - n),
		    printed));
		n += strlen(said + n);
	}
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
	start("20000", HERE, NULL);
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
	start("1", HERE, NULL);
	wait_for("/readyz", "ready");
}
END_TEST

/* How many articles of the stream are older than that many ms before there is
 * enough of its event; *event: that. */
static unsigned
articles_before(int64_t ms, struct tcn_demo_event *event)
{
	struct tcn_json_value article;
	struct tcn_demo_conf conf;
	struct tcn_demo *demo;
	struct tcn_arena arena;
	struct tcn_str line;
	unsigned n = 0;
	size_t events;

	tcn_demo_conf_init(&conf);
	conf.items = 1500;
	conf.events = 1;
	ck_assert_int_eq(tcn_demo_new(&conf, &demo, NULL), TCN_OK);
	*event = *tcn_demo_events(demo, &events);
	ck_assert_uint_eq(events, 1);
	tcn_arena_init(&arena, 0);
	while (tcn_demo_next(demo, &line) == TCN_OK) {
		ck_assert_int_eq(tcn_json_read(line, &arena, &article, NULL),
		    TCN_OK);
		n += tcn_json_in_ms(&article, "ts") <= event->threshold_ms - ms;
	}
	tcn_arena_fini(&arena);
	tcn_demo_free(demo);
	return n;
}

/*
 * The day begins shortly before its event, says when that will break, and has
 * sent what came before: at this speed a day would last a day.
 */
START_TEST(it_begins_shortly_before_its_event)
{
	char line[256], when[TCN_WHEN_BYTES];
	struct tcn_demo_event event;
	unsigned before = articles_before(20000, &event);

	ck_assert_uint_gt(before, 0);
	start("1", HERE, NULL);
	read_said();
	tcn_when_short(event.threshold_ms - 20000, when);
	snprintf(line, sizeof line, " at %s UTC. A second here is 1 s\nof it;",
	    when);
	ck_assert_msg(strstr(said, line) != NULL, "%s", said);
	snprintf(line, sizeof line, "  in 20 s        %s  %s\n",
	    tcn_when_short(event.threshold_ms, when), event.what);
	ck_assert_msg(strstr(said, line) != NULL, "%s", said);
	/* The last of them is in; a few more may be. */
	snprintf(line, sizeof line, "\"id\":\"n%06u\"", before);
	wait_for("/v1/articles?limit=100", line);
}
END_TEST

/* The address that is printed leads to it, whichever it listens on. */
START_TEST(its_address_is_true)
{
	char path[TEMP_BYTES + 16], set[TEMP_BYTES + 32];
	const char *const one[] = { "--address", "127.0.0.2", NULL };
	const char *const all[] = { "--address", "0.0.0.0", "--set", set };

	snprintf(path, sizeof path, "%s/tokens", dir);
	snprintf(set, sizeof set, "http.tokens=%s", path);
	temp_write(path, "admin 0123456789abcdef0123456789abcdef\n");
	ck_assert_int_eq(chmod(path, 0600), 0);
	if (_i == 0)
		start("1", "http://127.0.0.2", one);
	else
		start("1", HERE, all);
	wait_for("/healthz", "ok");
}
END_TEST

TCN_TESTS(demo_live)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, an_event_fires_and_is_told);
	tcase_add_test(tc, it_ends_when_asked);
	tcase_add_test(tc, it_begins_shortly_before_its_event);
	tcase_add_loop_test(tc, its_address_is_true, 0, 2);
}
