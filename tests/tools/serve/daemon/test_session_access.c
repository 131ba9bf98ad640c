/*
 * What a verb says when it may not, or cannot, reach a daemon; and whom the
 * socket beside the store lets in.
 */
#include "tests/base/run.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/web.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/day.h"
#include "tests/tools/serve/daemon/ways.h"
#include "tools/base/exit.h"

#define NOBODY 65534

/* --- what goes wrong --- */

START_TEST(what_is_wrong_is_said)
{
	char line[512], path[TEMP_BYTES + 16];
	const char *printed;

	ways_begin(WAY_URL);
	snprintf(line, sizeof line, "event list --url http://127.0.0.1:%u",
	    child.port);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_FAILED);
	ways_want(printed, "a token is needed");
	ways_want(printed, "--token-file");
	snprintf(path, sizeof path, "%s/token", child.dir);
	temp_write(path, "rea-0123456789abc\n");
	ck_assert_int_eq(ways_ask(WAY_URL, "event list", &printed), 0);
	ck_assert_int_eq(ways_ask(WAY_URL, "event ack %", &printed),
	    TCN_EXIT_FAILED);
	ways_want(printed, "the token's scope does not allow this");
	ways_want(printed, path);
	ck_assert_int_eq(ways_ask(WAY_URL, "edition show none", &printed),
	    TCN_EXIT_NO);
	ways_want(printed, "'tocsin edition list' shows those");
	setenv("TOCSIN_URL", strchr(line, 'h'), 1);
	setenv("TOCSIN_TOKEN_FILE", path, 1);
	ck_assert_int_eq(tcn_program("event list", &printed), 0);
	ways_want(printed, ways_event);
	unsetenv("TOCSIN_URL");
	unsetenv("TOCSIN_TOKEN_FILE");
	snprintf(line, sizeof line, "event list --url https://127.0.0.1:%u",
	    child.port);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_FAILED);
	ways_want(printed, "if it does not speak TLS, say http://");
	ways_end(WAY_URL);
	ck_assert_int_eq(ways_ask(WAY_URL, "event list", &printed),
	    TCN_EXIT_FAILED);
	ways_want(printed, "does 'tocsin run' run there?");
	ck_assert_int_eq(tcn_program("event list", &printed), TCN_EXIT_USAGE);
	ways_want(printed, "--url URL");
	ck_assert_int_eq(tcn_program("event list --url ftp://a", &printed),
	    TCN_EXIT_USAGE);
	ways_want(printed, "http://127.0.0.1:8093");
	ck_assert_int_eq(tcn_program("event list --db a --url http://a",
			     &printed),
	    TCN_EXIT_USAGE);
}
END_TEST

/* Who sends a token that has no name is the desk, who sends none a user. */
START_TEST(a_token_without_a_name_is_the_desk)
{
	const char *printed;

	ways_begin(WAY_URL);
	ck_assert_int_eq(ways_ask(WAY_URL, "event ack %", &printed), 0);
	ways_ask(WAY_URL, "event history %", &printed);
	ways_want(printed, " desk");
	ck_assert_int_eq(ways_ask(WAY_URL,
			     "silence add term tide --until 2199-01-01",
			     &printed),
	    0);
	ways_ask(WAY_URL, "silence list", &printed);
	ways_want(printed, "; by desk");
	ways_end(WAY_URL);
}
END_TEST

/* --- another server --- */

static const struct {
	const char *bytes, *says;
} foreign[] = {
	{ "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
	    "is no tocsin daemon" },
	{ "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
	    "(status 200) is no tocsin daemon" },
	{ "HTTP/1.1 502 Bad\r\nContent-Length: 3\r\n\r\n<p>",
	    "(status 502) is no tocsin daemon" },
	{ "HTTP/1.1 404 No\r\nContent-Length: 32\r\n\r\n"
	  "{\"error\":\"no such path; manual\"}",
	    "does not know /v1/events/x: it is of another version" },
	{ "SSH-2.0-OpenSSH_9.2\r\n", "127.0.0.1" },
	{ "", "if it speaks TLS, say https://" },
	{ "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"event\":", "" },
};

/* Answers one request with the bytes, in a process of its own. */
static pid_t
serve(const char *bytes, unsigned *port)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
		.sin_addr = { htonl(INADDR_LOOPBACK) } };
	socklen_t n = sizeof at;
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	char request[4096];
	pid_t pid;

	ck_assert_int_eq(bind(fd, (struct sockaddr *)&at, sizeof at), 0);
	ck_assert_int_eq(listen(fd, 8), 0);
	ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&at, &n), 0);
	*port = ntohs(at.sin_port);
	pid = fork();
	if (pid == 0) {
		int peer = accept(fd, NULL, NULL);

		if (read(peer, request, sizeof request) <= 0 ||
		    write(peer, bytes, strlen(bytes)) < 0)
			_exit(1);
		_exit(0);
	}
	close(fd);
	return pid;
}

START_TEST(what_is_no_daemon_is_said_to_be_none)
{
	const char *printed;
	char line[256];
	unsigned port;
	int status;
	pid_t pid = serve(foreign[_i].bytes, &port);

	snprintf(line, sizeof line, "event show x --url http://127.0.0.1:%u",
	    port);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_FAILED);
	ways_want(printed, foreign[_i].says);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
}
END_TEST

/* --- feeds that are added beside the daemon --- */

static void
answer_feed(struct evhttp_request *request, void *ctx)
{
	(void)ctx;
	web_reply(request, 200, NULL,
	    "<rss><channel><title>W</title><item><title>T</title>"
	    "<guid>1</guid></item></channel></rss>");
}

static void
with_this_machine(struct tcn_conf *conf)
{
	ck_assert_int_eq(tcn_conf_set(conf, "feeds.private=[127.0.0.0/8]",
			     NULL),
	    TCN_OK);
}

/* The daemon will fetch them, so that its feeds.private counts. */
START_TEST(a_feed_is_looked_at_as_the_daemon_may_fetch_it)
{
	char line[400];
	const char *printed;

	day_copy(child.db);
	web_start(answer_feed);
	child_start(with_this_machine);
	snprintf(line, sizeof line, "feeds add --db %s %s", child.db,
	    web_url("/feed"));
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ways_want(printed, "1 added");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	child_start(NULL);
	snprintf(line, sizeof line, "feeds add --db %s --set %s %s", child.db,
	    "feeds.private=yes", web_url("/other"));
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_USAGE);
	ways_want(printed, "private network");
	ck_assert_int_eq(child_stop(SIGTERM), 0);
	web_stop();
}
END_TEST

/* --- the socket --- */

static void
socket_of(char path[static TEMP_BYTES + 32])
{
	snprintf(path, TEMP_BYTES + 32, "%s.sock", child.db);
}

START_TEST(the_socket_is_the_owners_and_goes_with_the_daemon)
{
	char path[TEMP_BYTES + 32];
	struct stat info;
	const char *printed;

	socket_of(path);
	ways_begin(WAY_BESIDE);
	ck_assert_int_eq(lstat(path, &info), 0);
	ck_assert(S_ISSOCK(info.st_mode));
	ck_assert_uint_eq(info.st_mode & 0777, 0600);
	/* one that a killed daemon left is replaced */
	child_stop(SIGKILL);
	ck_assert_int_eq(lstat(path, &info), 0);
	child_start(child_with_tokens);
	ck_assert_int_eq(ways_ask(WAY_SOCKET, "event ack %", &printed), 0);
	ways_end(WAY_BESIDE);
	ck_assert_int_ne(lstat(path, &info), 0);
}
END_TEST

/* What stands in its place is not touched, and the daemon does without. */
START_TEST(only_a_socket_is_replaced)
{
	char path[TEMP_BYTES + 32], other[TEMP_BYTES + 32];
	const char *printed;
	char *bytes;

	socket_of(path);
	snprintf(other, sizeof other, "%s/other", child.dir);
	temp_write(other, "precious");
	ck_assert_int_eq(symlink(other, path), 0);
	ways_begin(WAY_BESIDE);
	ck_assert_int_eq(ways_ask(WAY_BESIDE, "event ack %", &printed), 0);
	ways_end(WAY_BESIDE);
	bytes = temp_read(other);
	ck_assert_str_eq(bytes, "precious\n");
	tcn_mem_free(bytes);
	ck_assert_int_eq(readlink(path, other, sizeof other) > 0, 1);
}
END_TEST

/* In a process that is nobody: the exit code of `tocsin LINE`, or the status of
 * a call when line is NULL. */
static int
as_nobody(const char *line)
{
	const char *printed;
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		int code;

		if (setgid(NOBODY) || setuid(NOBODY) ||
		    access(tcn_program_path(), X_OK) != 0)
			_exit(77);
		code = tcn_program(line, &printed);
		if (strstr(printed, "by this socket only") ||
		    strstr(printed, "a token is needed"))
			code += 100;
		_exit(code);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* Another user is refused by the socket, even where its mode lets anyone in,
 * and needs a token, by which everything works. */
static void
try_as_nobody(child_change *change)
{
	char path[TEMP_BYTES + 32], line[512], token[TEMP_BYTES + 16];
	int code;

	socket_of(path);
	day_copy(child.db);
	child_start(change);
	ck_assert_int_eq(chmod(child.dir, 0711), 0);
	snprintf(line, sizeof line, "event list --url unix:%s", path);
	code = as_nobody(line);
	if (code == 77) /* this program cannot be run by nobody */
		return;
	ck_assert_int_eq(code, TCN_EXIT_FAILED); /* the file's mode */
	ck_assert_int_eq(chmod(path, 0666), 0);
	ck_assert_int_eq(as_nobody(line), TCN_EXIT_FAILED + 100);
	if (!change)
		return;
	snprintf(token, sizeof token, "%s/token", child.dir);
	ck_assert_int_eq(chown(token, NOBODY, NOBODY), 0);
	snprintf(line, sizeof line,
	    "event list --url http://127.0.0.1:%u --token-file %s", child.port,
	    token);
	ck_assert_int_eq(as_nobody(line), 0);
	snprintf(line, sizeof line, "event list --url unix:%s --token-file %s",
	    path, token);
	ck_assert_int_eq(as_nobody(line), 0);
}

START_TEST(another_user_needs_a_token)
{
	if (geteuid() != 0) /* only root can become somebody else */
		return;
	try_as_nobody(child_with_tokens);
	ways_end(WAY_BESIDE);
	try_as_nobody(NULL);
	ways_end(WAY_BESIDE);
}
END_TEST

TCN_TESTS(session_access)
{
	ways_fixtures(tc);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, a_token_without_a_name_is_the_desk);
	tcase_add_test(tc, what_is_wrong_is_said);
	TCN_EACH(what_is_no_daemon_is_said_to_be_none, foreign);
	tcase_add_test(tc, a_feed_is_looked_at_as_the_daemon_may_fetch_it);
	tcase_add_test(tc, the_socket_is_the_owners_and_goes_with_the_daemon);
	tcase_add_test(tc, only_a_socket_is_replaced);
	tcase_add_test(tc, another_user_needs_a_token);
}
