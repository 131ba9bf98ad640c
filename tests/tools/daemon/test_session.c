/*
 * Verbs on a store without a daemon, beside one, and by URL with a token: they
 * print and do the same, and the daemon lives on.
 */
#include "tests/base/run.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tests/tools/daemon/child.h"
#include "tools/base/exit.h"

#define NOBODY 65534

static char first[64]; /* the id of an event */
static char article[64]; /* of an article that it counted */
static char model[TEMP_BYTES + 16]; /* the store that each way begins with */

/* How a verb reaches the store. */
enum way {
	ALONE, /* --db, and no daemon runs */
	BESIDE, /* --db beside the daemon */
	SOCKET, /* --url unix: */
	URL, /* --url http: with a token */
	WAYS
};

static void
copy(const char *from, const char *to)
{
	char line[512];

	snprintf(line, sizeof line, "cp %s %s", from, to);
	ck_assert_int_eq(system(line), 0);
}

/* Runs a line with the event's id for each %, the article's for each ^. */
static int
ask(enum way way, const char *words, const char **printed)
{
	struct tcn_buf line = { 0 };
	int code;

	for (; *words; words++)
		if (*words == '%')
			tcn_buf_z(&line, first);
		else if (*words == '^')
			tcn_buf_z(&line, article);
		else
			tcn_buf_char(&line, *words);
	if (way == URL)
		tcn_buf_printf(&line,
		    " --url http://127.0.0.1:%u --token-file %s/token",
		    child.port, child.dir);
	else if (way == SOCKET)
		tcn_buf_printf(&line, " --url unix:%s.sock", child.db);
	else
		tcn_buf_printf(&line, " --db %s", child.db);
	code = tcn_program(line.at, printed);
	tcn_buf_fini(&line);
	return code;
}

static void
setup(void)
{
	char line[256], path[TEMP_BYTES + 16];
	const char *printed, *at;

	child_setup();
	setenv("USER", "eva", 1);
	snprintf(line, sizeof line, "demo -q --items 3000 --events 2 -d %s",
	    child.dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	snprintf(model, sizeof model, "%s/model.db", child.dir);
	copy(child.db, model);
	ck_assert_int_eq(ask(ALONE, "event list --order oldest", &printed), 0);
	snprintf(first, sizeof first, "%.*s", (int)strcspn(printed, " "),
	    printed);
	ck_assert_int_eq(ask(ALONE, "event list --order oldest --json",
			     &printed),
	    0);
	at = strstr(printed, "\"evidence\":[\"");
	ck_assert_ptr_nonnull(at);
	at += strlen("\"evidence\":[\"");
	snprintf(article, sizeof article, "%.*s", (int)strcspn(at, "\""), at);
	child_write_tokens("admin adm-0123456789abc\nread rea-0123456789abc\n",
	    0600);
	snprintf(path, sizeof path, "%s/token", child.dir);
	temp_write(path, "adm-0123456789abc\n");
	ck_assert_int_eq(chmod(path, 0600), 0);
	child_write_conf("rules:\n  more_than: 15\n");
}

static void
begin(enum way way)
{
	copy(model, child.db);
	if (way != ALONE)
		child_start(child_with_tokens);
}

static void
end(enum way way)
{
	if (way != ALONE) {
		ck_assert_int_eq(child_call("GET", "/healthz", NULL, NULL),
		    200);
		ck_assert_int_eq(child_stop(SIGTERM), 0);
	}
}

/* In this order; each verb in it works by each way. */
static const struct {
	const char *line;
	int code;
} script[] = {
	{ "event list", 0 },
	{ "event list --json -n 0", 0 },
	{ "event list -n 1 --order oldest", 0 },
	{ "event list --state odd", TCN_EXIT_USAGE },
	{ "event show %", 0 },
	{ "event show --json %", 0 },
	{ "event show none", TCN_EXIT_NO },
	{ "event ack % none .. %", TCN_EXIT_NO },
	{ "event unack %", 0 },
	{ "event own % anna", 0 },
	{ "event own % anna", 0 },
	{ "event note % the mayor's \"office\" called", 0 },
	{ "event close %", 0 },
	{ "event reopen %", 0 },
	{ "event ack % --author ada", 0 },
	{ "event list --owner anna --acknowledged true", 0 },
	{ "show %", 0 },
	{ "show ^", 0 },
	{ "show --json ^", 0 },
	{ "show none", TCN_EXIT_NO },
	{ "related ^", 0 },
	{ "related ^ -n 2 --json", 0 },
	{ "related none", TCN_EXIT_NO },
	{ "related ^ -n 0", TCN_EXIT_USAGE },
	{ "dups ^", TCN_EXIT_NO },
	{ "dups none", TCN_EXIT_NO },
	{ "search Quilenge earthquake", 0 },
	{ "search Quilenge --order best -n 3 --json", 0 },
	{ "search Quilenge --order odd", TCN_EXIT_USAGE },
	{ "search xyzzy", TCN_EXIT_NO },
	{ "silence list", 0 },
	{ "silence add event none --until 2199-01-01", TCN_EXIT_NO },
	{ "silence add event % --until 2199-01-01 --reason known", 0 },
	{ "silence add term earthquake --until 2199-01-01", 0 },
	{ "silence add term tide --until 2199-01-01", 0 },
	{ "silence add source nobody.example --until 2199-01-01", 0 },
	{ "silence add odd x --until 2199-01-01", TCN_EXIT_USAGE },
	{ "silence list", 0 },
	{ "silence end 1 7", TCN_EXIT_NO },
	{ "silence end x", TCN_EXIT_USAGE },
	{ "silence list", 0 },
	{ "feeds list", 0 },
	{ "feeds export", 0 },
	{ "feeds import /dev/null", TCN_EXIT_USAGE },
	{ "feeds remove http://nobody.example/", TCN_EXIT_USAGE },
	{ "deliveries list", 0 },
	{ "deliveries show 9", TCN_EXIT_NO },
	{ "deliveries resend -s dead,sent", 0 },
	{ "deliveries drop -s odd", TCN_EXIT_USAGE },
	{ "deliveries drop 9", TCN_EXIT_NO },
};
#define LINES (sizeof script / sizeof *script)

/* Adds the lines of text but for those that say when a desk did something,
 * which was at another time by another way. */
static void
add_timeless(struct tcn_buf *out, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, "\n");

		n += text[n] == '\n';
		if (strncmp(text, "acked  ", 7) &&
		    strncmp(text, "reopened ", 9))
			tcn_buf_add(out, text, n);
		text += n;
	}
	tcn_buf_z(out, "");
}

START_TEST(each_way_prints_and_does_the_same)
{
	static struct tcn_buf printed[WAYS][LINES];
	const char *text;

	for (int way = 0; way < WAYS; way++) {
		begin((enum way)way);
		for (size_t i = 0; i < LINES; i++) {
			int code = ask((enum way)way, script[i].line, &text);

			ck_assert_msg(code == script[i].code,
			    "way %d: %s: %d: %s", way, script[i].line, code,
			    text);
			add_timeless(&printed[way][i], text);
		}
		end((enum way)way);
	}
	for (size_t i = 0; i < LINES; i++)
		for (int way = 1; way < WAYS; way++)
			ck_assert_msg(strcmp(printed[0][i].at,
					  printed[way][i].at) == 0,
			    "%s: alone:\n%.900s\nby way %d:\n%.900s",
			    script[i].line, printed[0][i].at, way,
			    printed[way][i].at);
	for (size_t i = 0; i < LINES; i++)
		for (int way = 0; way < WAYS; way++)
			tcn_buf_fini(&printed[way][i]);
}
END_TEST

static void
wants(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in:\n%s", text,
	    printed);
}

START_TEST(an_event_and_an_article_are_shown_whole)
{
	const char *printed;

	ck_assert_int_eq(ask(ALONE, "show %", &printed), 0);
	wants(printed, "\nwhy it fired\n  more than 15 within 4 h");
	wants(printed, "\nevidence: ");
	wants(printed, "\ntext\n  ");
	ck_assert_int_eq(ask(ALONE, "show ^", &printed), 0);
	wants(printed, "\ntext        ");
	wants(printed, first);
}
END_TEST

START_TEST(a_list_says_where_it_stops)
{
	const char *printed;

	ck_assert_int_eq(ask(ALONE, "related ^ -n 2", &printed), 0);
	wants(printed, "there are more than these 2: see --limit");
	ck_assert_ptr_null(strstr(printed, "was compared"));
	ck_assert_int_eq(ask(ALONE, "dups ^ --set near.horizon=5h", &printed),
	    TCN_EXIT_NO);
	wants(printed, "only what came since ");
	wants(printed, " was compared (near.horizon)");
}
END_TEST

START_TEST(a_silence_for_what_does_not_exist_warns)
{
	const char *printed;

	begin(BESIDE);
	ck_assert_int_eq(ask(BESIDE, "silence add rule stroy --for 2h",
			     &printed),
	    0);
	wants(printed, "no rule is called 'stroy': did you mean 'story'?");
	ck_assert_int_eq(ask(BESIDE, "silence add rule story --for 2h",
			     &printed),
	    0);
	ck_assert_ptr_null(strstr(printed, "warning"));
	ck_assert_int_eq(ask(BESIDE, "silence add term xyzzy --for 2h",
			     &printed),
	    0);
	wants(printed, "no event so far has the term 'xyzzy'");
	end(BESIDE);
}
END_TEST

/* --- feeds --- */

/* A feed that is added is fetched by the daemon without a restart, at the
 * latest when somebody asks for it. */
START_TEST(the_daemon_fetches_what_is_added)
{
	char list[TEMP_BYTES + 16], line[512];
	const char *printed;

	snprintf(list, sizeof list, "%s/list.opml", child.dir);
	temp_write(list,
	    "<opml version=\"2.0\"><body><outline text=\"Desk\">"
	    "<outline type=\"rss\" text=\"A\" "
	    "xmlUrl=\"http://127.0.0.1:1/a\"/>"
	    "<outline type=\"rss\" text=\"B\" xmlUrl=\"ftp://b/\"/>"
	    "</outline></body></opml>");
	begin(BESIDE);
	snprintf(line, sizeof line, "feeds import %s", list);
	ck_assert_int_eq(ask(BESIDE, line, &printed), 0);
	wants(printed, "ftp://b/: no http or https address; left out");
	wants(printed, "1 added, 2 in all that were named");
	ck_assert_int_eq(ask(URL, line, &printed), 0);
	wants(printed, "0 added");
	for (int way = BESIDE; way < WAYS; way++) {
		ck_assert_int_eq(ask((enum way)way, "feeds poll --all",
				     &printed),
		    0);
		wants(printed,
		    "http://127.0.0.1:1/a: its address lies in a "
		    "private network");
		wants(printed, "1 feeds (0 unchanged, 1 failed), 0 new");
		ck_assert_int_eq(ask((enum way)way, "feeds list", &printed), 0);
		wants(printed, "[Desk]\nhttp://127.0.0.1:1/a\n    A; ");
		wants(printed, "failed ");
	}
	ck_assert_int_eq(ask(URL, "feeds poll --alerts x", &printed),
	    TCN_EXIT_USAGE);
	wants(printed, "a daemon holds the store");
	ck_assert_int_eq(ask(URL, "feeds remove http://127.0.0.1:1/a",
			     &printed),
	    0);
	ck_assert_int_eq(ask(SOCKET, "feeds list", &printed), 0);
	wants(printed, "no feeds yet");
	end(BESIDE);
}
END_TEST

/* --- what goes wrong --- */

START_TEST(what_is_wrong_is_said)
{
	char line[512], path[TEMP_BYTES + 16];
	const char *printed;

	begin(URL);
	snprintf(line, sizeof line, "event list --url http://127.0.0.1:%u",
	    child.port);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_FAILED);
	wants(printed, "a token is needed");
	wants(printed, "--token-file");
	snprintf(path, sizeof path, "%s/token", child.dir);
	temp_write(path, "rea-0123456789abc\n");
	ck_assert_int_eq(ask(URL, "event list", &printed), 0);
	ck_assert_int_eq(ask(URL, "event ack %", &printed), TCN_EXIT_FAILED);
	wants(printed, "the token's scope does not allow this");
	wants(printed, path);
	setenv("TOCSIN_URL", strchr(line, 'h'), 1);
	setenv("TOCSIN_TOKEN_FILE", path, 1);
	ck_assert_int_eq(tcn_program("event list", &printed), 0);
	wants(printed, first);
	unsetenv("TOCSIN_URL");
	unsetenv("TOCSIN_TOKEN_FILE");
	end(URL);
	ck_assert_int_eq(ask(URL, "event list", &printed), TCN_EXIT_FAILED);
	wants(printed, "does 'tocsin run' run there?");
	ck_assert_int_eq(tcn_program("event list", &printed), TCN_EXIT_USAGE);
	wants(printed, "--url URL");
	ck_assert_int_eq(tcn_program("event list --url ftp://a", &printed),
	    TCN_EXIT_USAGE);
	wants(printed, "http://127.0.0.1:8093");
	ck_assert_int_eq(tcn_program("event list --db a --url http://a",
			     &printed),
	    TCN_EXIT_USAGE);
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
	begin(BESIDE);
	ck_assert_int_eq(lstat(path, &info), 0);
	ck_assert(S_ISSOCK(info.st_mode));
	ck_assert_uint_eq(info.st_mode & 0777, 0600);
	/* one that a killed daemon left is replaced */
	child_stop(SIGKILL);
	ck_assert_int_eq(lstat(path, &info), 0);
	child_start(child_with_tokens);
	ck_assert_int_eq(ask(SOCKET, "event ack %", &printed), 0);
	end(BESIDE);
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
	begin(BESIDE);
	ck_assert_int_eq(ask(BESIDE, "event ack %", &printed), 0);
	end(BESIDE);
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
	copy(model, child.db);
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
	end(BESIDE);
	try_as_nobody(NULL);
	end(BESIDE);
}
END_TEST

TCN_TESTS(session)
{
	tcase_add_checked_fixture(tc, setup, child_teardown);
	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, each_way_prints_and_does_the_same);
	tcase_add_test(tc, an_event_and_an_article_are_shown_whole);
	tcase_add_test(tc, a_list_says_where_it_stops);
	tcase_add_test(tc, a_silence_for_what_does_not_exist_warns);
	tcase_add_test(tc, the_daemon_fetches_what_is_added);
	tcase_add_test(tc, what_is_wrong_is_said);
	tcase_add_test(tc, the_socket_is_the_owners_and_goes_with_the_daemon);
	tcase_add_test(tc, only_a_socket_is_replaced);
	tcase_add_test(tc, another_user_needs_a_token);
}
