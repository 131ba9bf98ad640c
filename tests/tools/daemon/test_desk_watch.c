#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>

#include "tests/base/program.h"
#include "tests/tools/daemon/raw.h"

/* Two items of one text are an event. */
static void
with_pairs(struct tcn_conf *conf)
{
	conf->rules.kind = TCN_CONF_RULE_SIMILAR;
	conf->rules.more_than = 1;
}

static void
post_pair(char id[64])
{
	const char *at;

	child_post_pair();
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	at = strstr(child.answer.at, "{\"event\":\"");
	ck_assert_ptr_nonnull(at);
	snprintf(id, 64, "%.*s", (int)strcspn(at + 10, "\""), at + 10);
}

static int
listen_in(void)
{
	int fd = dial();

	ck_assert(say(fd,
	    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\n\r\n"));
	ck_assert(hear(fd, ": welcome"));
	return fd;
}

/* Runs the program while the daemon runs. */
static void
command(const char *verb, const char *rest)
{
	const char *printed;
	char line[512];

	snprintf(line, sizeof line, "%s --db %s %s", verb, child.db, rest);
	ck_assert_msg(tcn_program(line, &printed) == 0, "%s", printed);
}

START_TEST(actions_by_commands_are_published)
{
	char id[64], rest[128];
	int fd;

	child_start(with_pairs);
	post_pair(id);
	fd = listen_in();
	snprintf(rest, sizeof rest, "--author Ada %s", id);
	command("event ack", rest);
	ck_assert(hear(fd, "\"kind\":\"ack\""));
	ck_assert_ptr_nonnull(strstr(heard, "event: desk\n"));
	ck_assert_ptr_nonnull(strstr(heard, "\"Ada\""));
	command("silence add", "--author Ada --for 2h term weather");
	ck_assert(hear(fd, "\"holds\":true"));
	ck_assert_ptr_nonnull(strstr(heard, "event: silence\n"));
	command("silence end", "--author Bob 1");
	ck_assert(hear(fd, "\"holds\":false"));
	ck_assert_ptr_nonnull(strstr(heard, "\"Bob\""));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

/* Neither actions by the interface nor those before the start come twice. */
START_TEST(each_action_is_published_once)
{
	char id[64], path[128], rest[128];
	const char *first;
	int fd;

	child_start(with_pairs);
	post_pair(id);
	snprintf(rest, sizeof rest, "--author Ada %s", id);
	command("event ack", rest);
	command("silence add", "--author Ada --for 2h term weather");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(with_pairs);
	fd = listen_in();
	snprintf(path, sizeof path, "/v1/events/%s/close", id);
	ck_assert_int_eq(child_call("POST", path, NULL, "{}"), 200);
	command("event own",
	    (snprintf(rest, sizeof rest, "--author Ada %s Cleo", id), rest));
	command("silence end", "--author Bob 1");
	ck_assert(hear(fd, "\"holds\":false"));
	ck_assert_ptr_null(strstr(heard, "\"ack\""));
	first = strstr(heard, "\"close\"");
	ck_assert_ptr_nonnull(first);
	ck_assert_ptr_null(strstr(first + 1, "\"close\""));
	ck_assert_ptr_nonnull(strstr(first, "\"Cleo\""));
	ck_assert_int_eq(child_stop(SIGTERM), 0);
}
END_TEST

TCN_TESTS(desk_watch)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, actions_by_commands_are_published);
	tcase_add_test(tc, each_action_is_published_once);
}
