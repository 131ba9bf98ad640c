/*
 * GET /v1/stream of a daemon as a process: what desks do, and what a kill
 * leaves of what was told.
 */
#include "tests/base/run.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/base/program.h"
#include "tests/tools/serve/daemon/raw.h"

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

/* --- killed at any moment --- */

/* What a listener was told of: the seq it saw last, and how many revisions. */
static struct {
	uint64_t seq;
	unsigned revisions;
} told;

/* Takes the whole lines of heard; each message must follow the one before. */
static void
take_told(void)
{
	const char *at = heard, *line;

	while ((line = strstr(at, "\ndata: {\"seq\":"))) {
		const char *end = strchr(line + 1, '\n');
		const char *prev = strstr(line, ",\"prev\":");

		at = line + 1;
		if (!end || !prev || prev > end)
			continue;
		ck_assert_uint_eq(strtoull(prev + 8, NULL, 10), told.seq);
		told.seq = strtoull(line + 14, NULL, 10);
		told.revisions++;
	}
}

static int
listen_on(void)
{
	char ask[128];
	int fd = dial();

	snprintf(ask, sizeof ask,
	    "GET /v1/stream?after=%" PRIu64 "&page=now HTTP/1.1\r\n"
	    "Host: localhost\r\n\r\n",
	    told.seq);
	ck_assert(say(fd, ask));
	return fd;
}

/* Something has come, so that the article is committed. */
static void
wait_for_answer(int fd)
{
	struct pollfd is = { .fd = fd, .events = POLLIN };

	ck_assert_int_eq(poll(&is, 1, PATIENCE_MS), 1);
}

/* A pair of equal texts, unlike those of other turns: it is an event. */
static void
send_pair(int turn)
{
	char body[512], text[256];

	snprintf(text, sizeof text,
	    "alpha%d beta%d gamma%d delta%d epsilon%d zeta%d eta%d", turn, turn,
	    turn, turn, turn, turn, turn);
	for (int i = 0; i < 2; i++) {
		int fd = dial();
		int n = snprintf(body, sizeof body,
		    "{\"id\":\"p%d-%d\",\"source\":\"S%d\","
		    "\"title\":\"%s\"}",
		    turn, i, i, text);
		char head[256];

		snprintf(head, sizeof head,
		    "POST /v1/articles HTTP/1.1\r\nHost: localhost\r\n"
		    "Content-Length: %d\r\n\r\n",
		    n);
		(void)(say(fd, head) && say(fd, body));
		if (turn % 3 == 0)
			wait_for_answer(fd);
		else
			poll(NULL, 0, i * (turn * 7 % 23)); /* 0 to 22 ms */
		close(fd);
	}
}

/*
 * The listener is told of each revision once and in order, and of all that the
 * store has in the end: nothing is told that the kill undid, and nothing that
 * was committed is left out.
 */
START_TEST(killed_at_any_moment_it_tells_what_it_has_stored)
{
	const char *at;
	unsigned stored = 0;
	int fd;

	told.seq = told.revisions = 0;
	for (int turn = 0; turn < 12; turn++) {
		child_start(with_pairs);
		fd = listen_on();
		send_pair(turn);
		child_stop(SIGKILL);
		(void)hear(fd, "\xff until it ends");
		take_told();
		close(fd);
	}
	child_start(with_pairs);
	ck_assert_int_eq(child_call("GET", "/v1/events", NULL, NULL), 200);
	for (at = child.answer.at; (at = strstr(at, "{\"event\":")); at++)
		stored++;
	ck_assert_uint_gt(stored, 2);
	fd = listen_on();
	poll(NULL, 0, 200);
	child_stop(SIGTERM); /* it has been told the rest, and goodbye */
	(void)hear(fd, "\xff until it ends");
	ck_assert_ptr_nonnull(strstr(heard,
	    "event: bye\ndata: {\"why\":\"restart\"}"));
	take_told();
	ck_assert_uint_eq(told.revisions, stored);
	close(fd);
}
END_TEST

TCN_TESTS(stream)
{
	tcase_add_checked_fixture(tc, child_setup, child_teardown);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, actions_by_commands_are_published);
	tcase_add_test(tc, each_action_is_published_once);
	tcase_add_test(tc, killed_at_any_moment_it_tells_what_it_has_stored);
}
