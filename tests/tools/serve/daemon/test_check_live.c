/*
 * tocsin check on a store that a daemon is writing, and that one was killed
 * over: nothing is found.
 */
#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "tests/base/demo.h"
#include "tests/base/long.h"
#include "tests/base/program.h"
#include "tests/tools/serve/daemon/child.h"

#define BATCH 40

static char stream[TEMP_BYTES + 16];

static void
setup(void)
{
	child_setup();
	snprintf(stream, sizeof stream, "%s/stream.ndjson", child.dir);
	demo_write(stream, 2500, 6);
}

/* Stories merge easily. */
static void
with_merges(struct tcn_conf *conf)
{
	conf->story.join = 0.3;
	conf->story.merge = 0.2;
	conf->rules.more_than = 3;
}

static void
check(void)
{
	const char *printed;
	char line[256];
	int code;

	snprintf(line, sizeof line, "check --db %s", child.db);
	code = tcn_program(line, &printed);
	ck_assert_msg(code == 0, "check ended with %d: %s", code, printed);
}

/* Posts lines [from, to) of the stream; calls each after a batch, if given. */
static void
post(int from, int to, void (*each)(void))
{
	FILE *file = fopen(stream, "r");
	struct tcn_buf body = { 0 };
	char line[65536];

	ck_assert_ptr_nonnull(file);
	for (int n = 0; n < to && fgets(line, sizeof line, file); n++) {
		if (n < from)
			continue;
		tcn_buf_z(&body, line);
		if ((n + 1) % BATCH)
			continue;
		ck_assert_int_eq(child_call("POST", "/v1/articles", NULL,
				     body.at),
		    200);
		tcn_buf_clear(&body);
		if (each)
			each();
	}
	tcn_buf_fini(&body);
	fclose(file);
}

START_TEST(between_batches_and_after_kills_all_is_well)
{
	int batches = (int)long_or(15, 6);

	for (int i = 0; i < 4; i++) {
		child_start(with_merges);
		post(i * batches * BATCH, (i + 1) * batches * BATCH, check);
		child_stop(SIGKILL);
		check();
	}
}
END_TEST

START_TEST(beside_a_daemon_that_is_fed_all_is_well)
{
	int status, checks = 0;
	pid_t poster;

	child_start(with_merges);
	poster = fork();
	if (poster == 0) {
		post(0, 2500, NULL);
		_exit(0);
	}
	while (waitpid(poster, &status, WNOHANG) == 0) {
		check();
		checks++;
	}
	ck_assert_int_eq(status, 0);
	ck_assert_int_gt(checks, 0);
	child_stop(SIGKILL);
	check();
}
END_TEST

TCN_TESTS(check_live)
{
	tcase_add_checked_fixture(tc, setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, between_batches_and_after_kills_all_is_well);
	tcase_add_test(tc, beside_a_daemon_that_is_fed_all_is_well);
}
