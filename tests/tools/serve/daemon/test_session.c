/*
 * Verbs on a store without a daemon, beside one, and by URL with a token: they
 * print and do the same, and the daemon lives on.
 */
#include "tests/base/run.h"

#include <dirent.h>
#include <stdio.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/tools/serve/daemon/child.h"
#include "tests/tools/serve/daemon/ways.h"
#include "tools/base/exit.h"

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
	{ "similar related ^", 0 },
	{ "similar related ^ -n 2 --json", 0 },
	{ "similar related none", TCN_EXIT_NO },
	{ "similar related ^ -n 0", TCN_EXIT_USAGE },
	{ "similar dups ^", TCN_EXIT_NO },
	{ "similar dups none", TCN_EXIT_NO },
	{ "similar dups ^ --excerpts", 0 },
	{ "similar dups ^ --excerpts --json", 0 },
	{ "search Quilenge earthquake", 0 },
	{ "search Quilenge --order best -n 3 --json", 0 },
	{ "search Quilenge --order odd", TCN_EXIT_USAGE },
	{ "search xyzzy", TCN_EXIT_NO },
	{ "search Quilenge --collapse similar", 0 },
	{ "search Quilenge --collapse similar -n 2 --json", 0 },
	{ "search Quilenge --collapse=odd", TCN_EXIT_USAGE },
	{ "similar related ^ --collapse similar --json", 0 },
	{ "similar recommend ^", 0 },
	{ "similar recommend --every-item --copies -n 3 --json ^", 0 },
	{ "similar recommend none", TCN_EXIT_NO },
	{ "similar recommend -n 0 ^", TCN_EXIT_USAGE },
	{ "similar recommend", TCN_EXIT_USAGE },
	{ "search --category general", TCN_EXIT_NO },
	{ "similar collapse ^ ^", 0 },
	{ "similar collapse --json ^ none", TCN_EXIT_NO },
	{ "similar collapse -t 2 ^", TCN_EXIT_USAGE },
	{ "similar collapse --measure odd ^", TCN_EXIT_USAGE },
	{ "report --print %", 0 },
	{ "report --print --format json %", 0 },
	{ "report --print none", TCN_EXIT_NO },
	{ "silence list", 0 },
	{ "silence add event none --until 2199-01-01", TCN_EXIT_NO },
	{ "silence add event % --until 2199-01-01 --reason known --author ada",
	    0 },
	{ "silence add term earthquake --until 2199-01-01 --author ada", 0 },
	{ "silence add term tide --until 2199-01-01 --author ada", 0 },
	{ "silence add source nobody.example --until 2199-01-01 --author ada",
	    0 },
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
		ways_begin((enum way)way);
		for (size_t i = 0; i < LINES; i++) {
			int code =
			    ways_ask((enum way)way, script[i].line, &text);

			ck_assert_msg(code == script[i].code,
			    "way %d: %s: %d: %s", way, script[i].line, code,
			    text);
			add_timeless(&printed[way][i], text);
		}
		ways_end((enum way)way);
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

START_TEST(an_event_and_an_article_are_shown_whole)
{
	const char *printed;

	ck_assert_int_eq(ways_ask(WAY_ALONE, "show %", &printed), 0);
	ways_want(printed, "\nwhy it fired\n  more than 15 within 4 h");
	ways_want(printed, "\nevidence: ");
	/* of the item that heads it, which here has no text */
	ways_want(printed, "\nurl         https://");
	ck_assert_int_eq(ways_ask(WAY_ALONE, "show ^", &printed), 0);
	ways_want(printed, "\ntext        ");
	ways_want(printed, ways_event);
}
END_TEST

START_TEST(shared_sentences_are_told_both_ways)
{
	char line[64];
	const char *printed, *at;

	ck_assert_int_eq(ways_ask(WAY_ALONE, "similar dups ^ --excerpts --json",
			     &printed),
	    0);
	ways_want(printed, "\"shared_sentences\":");
	at = strstr(printed, "{\"id\":\"");
	ck_assert_ptr_nonnull(at);
	snprintf(line, sizeof line, "show %.7s", at + 7);
	ck_assert_int_eq(ways_ask(WAY_ALONE, line, &printed), 0);
	at = strstr(printed, "share sentences with it\n");
	if (!at) /* it came later */
		ways_want(printed, "\nexcerpt     shares ");
	ways_want(printed, "\n              \"");
}
END_TEST

START_TEST(a_list_says_where_it_stops)
{
	const char *printed;

	ck_assert_int_eq(ways_ask(WAY_ALONE, "similar related ^ -n 2",
			     &printed),
	    0);
	ways_want(printed, "there are more than these 2: see --limit");
	ck_assert_ptr_null(strstr(printed, "was compared"));
	ck_assert_int_eq(ways_ask(WAY_ALONE,
			     "similar dups ^ --set near.horizon=5h", &printed),
	    TCN_EXIT_NO);
	ways_want(printed, "only what came since ");
	ways_want(printed, " was compared (near.horizon)");
	ways_ask(WAY_ALONE, "similar dups ^ --ever --set near.horizon=5h",
	    &printed);
	ck_assert_ptr_null(strstr(printed, "was compared"));
}
END_TEST

START_TEST(a_silence_for_what_does_not_exist_warns)
{
	const char *printed;

	ways_begin(WAY_BESIDE);
	ck_assert_int_eq(ways_ask(WAY_BESIDE, "silence add rule stroy --for 2h",
			     &printed),
	    0);
	ways_want(printed, "no rule is called 'stroy': did you mean 'story'?");
	ck_assert_int_eq(ways_ask(WAY_BESIDE, "silence add rule story --for 2h",
			     &printed),
	    0);
	ck_assert_ptr_null(strstr(printed, "warning"));
	ck_assert_int_eq(ways_ask(WAY_BESIDE, "silence add term xyzzy --for 2h",
			     &printed),
	    0);
	ways_want(printed, "no event so far has the term 'xyzzy'");
	ways_end(WAY_BESIDE);
}
END_TEST

/* --- reports, rules, articles --- */

/* The files of a folder one after the other, each with its name. */
static char *
read_dir(const char *dir)
{
	struct tcn_buf all = { 0 };
	struct dirent **names;
	int n = scandir(dir, &names, NULL, alphasort);

	ck_assert_int_gt(n, 2);
	for (int i = 0; i < n; i++) {
		char path[TEMP_BYTES + 300];
		char *bytes;

		if (*names[i]->d_name != '.') {
			snprintf(path, sizeof path, "%s/%s", dir,
			    names[i]->d_name);
			bytes = temp_read(path);
			tcn_buf_printf(&all, "%s\n%s", names[i]->d_name, bytes);
			tcn_mem_free(bytes);
		}
		free(names[i]);
	}
	free(names);
	return all.at;
}

START_TEST(reports_by_url_are_those_of_the_store)
{
	char line[256], here[TEMP_BYTES + 16], there[TEMP_BYTES + 16];
	const char *printed;
	char *a, *b;

	snprintf(here, sizeof here, "%s/here", child.dir);
	snprintf(there, sizeof there, "%s/there", child.dir);
	ways_begin(WAY_URL);
	for (int one = 0; one < 2; one++) {
		snprintf(line, sizeof line, "report --dir %s %s", here,
		    one ? "%" : "--since 2026-01-01");
		ck_assert_int_eq(ways_ask(WAY_BESIDE, line, &printed), 0);
		snprintf(line, sizeof line, "report --dir %s %s", there,
		    one ? "%" : "--since 2026-01-01");
		ck_assert_int_eq(ways_ask(WAY_URL, line, &printed), 0);
		ways_want(printed, there);
		a = read_dir(here);
		b = read_dir(there);
		ck_assert_msg(strcmp(a, b) == 0, "they differ");
		tcn_mem_free(a);
		tcn_mem_free(b);
	}
	ck_assert_int_eq(ways_ask(WAY_URL, "report --keep", &printed),
	    TCN_EXIT_USAGE);
	ways_want(printed, "--keep is about a store");
	ways_end(WAY_URL);
}
END_TEST

START_TEST(rules_by_url_are_those_in_force)
{
	const char *printed;
	char here[4096], line[256];

	ways_begin(WAY_URL);
	ck_assert_int_eq(tcn_program("rules list", &printed), 0);
	snprintf(here, sizeof here, "%s", printed);
	snprintf(line, sizeof line,
	    "rules list --url http://127.0.0.1:%u --token-file %s/token",
	    child.port, child.dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_str_eq(printed, here);
	ways_end(WAY_URL);
}
END_TEST

/* The environment leads there, too, unless the line names rules or settings. */
START_TEST(rules_by_the_environment)
{
	const char *printed;
	char url[64], token[TEMP_BYTES + 16];

	ways_begin(WAY_URL);
	snprintf(url, sizeof url, "http://127.0.0.1:%u", child.port);
	snprintf(token, sizeof token, "%s/token", child.dir);
	setenv("TOCSIN_URL", url, 1);
	ck_assert_int_eq(tcn_program("rules list", &printed), TCN_EXIT_FAILED);
	ways_want(printed, "a token is needed");
	setenv("TOCSIN_TOKEN_FILE", token, 1);
	ck_assert_int_eq(tcn_program("rules list", &printed), 0);
	ways_want(printed, "more than 15");
	ck_assert_int_eq(tcn_program("rules list --set rules.more_than=44",
			     &printed),
	    0);
	ways_want(printed, "more than 44");
	unsetenv("TOCSIN_URL");
	unsetenv("TOCSIN_TOKEN_FILE");
	ways_end(WAY_URL);
}
END_TEST

/* Articles without a title, as short messages are; more than one of them makes
 * an event by the rule "similar". */
START_TEST(an_event_without_a_title_shows_its_text)
{
	char path[TEMP_BYTES + 16], line[512];
	const char *printed;

	snprintf(path, sizeof path, "%s/in.ndjson", child.dir);
	temp_write(path,
	    "{\"id\":\"a\",\"source\":\"A\",\"ts\":1000000000,\"text\":"
	    "\"Harbour engine violet thunder paper glacier window\"}\n"
	    "{\"id\":\"b\",\"source\":\"B\",\"ts\":1000000001,\"text\":"
	    "\"Harbour engine violet thunder paper glacier window\"}\n");
	unlink(child.db);
	snprintf(line, sizeof line,
	    "replay -q --set rules.kind=similar --set rules.more_than=1 "
	    "--db %s %s",
	    child.db, path);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	ck_assert_int_eq(ways_ask(WAY_ALONE, "event list", &printed), 0);
	ways_want(printed, ": Harbour engine violet thunder");
	ck_assert_int_eq(ways_ask(WAY_ALONE, "search glacier", &printed), 0);
	ways_want(printed, "A: Harbour engine violet thunder");
}
END_TEST

START_TEST(articles_go_to_the_daemon_of_a_store)
{
	char path[TEMP_BYTES + 16], line[512];
	const char *printed;

	snprintf(path, sizeof path, "%s/in.ndjson", child.dir);
	temp_write(path, "{\"id\":\"new\",\"title\":\"Ferry sinks\"}\n");
	snprintf(line, sizeof line, "ingest -q %s", path);
	ck_assert_int_eq(ways_ask(WAY_ALONE, line, &printed), TCN_EXIT_FAILED);
	ways_want(printed, "no daemon holds ");
	ways_begin(WAY_BESIDE);
	for (int way = WAY_BESIDE; way < WAYS; way++) {
		ck_assert_int_eq(ways_ask((enum way)way, line, &printed), 0);
		ck_assert_int_eq(ways_ask((enum way)way, "show new", &printed),
		    0);
		ways_want(printed, "Ferry sinks");
	}
	ways_end(WAY_BESIDE);
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
	ways_begin(WAY_BESIDE);
	snprintf(line, sizeof line, "feeds import %s", list);
	ck_assert_int_eq(ways_ask(WAY_BESIDE, line, &printed), 0);
	ways_want(printed, "ftp://b/: no http or https address; left out");
	ways_want(printed, "1 added, 2 in all that were named");
	ck_assert_int_eq(ways_ask(WAY_URL, line, &printed), 0);
	ways_want(printed, "0 added");
	for (int way = WAY_BESIDE; way < WAYS; way++) {
		ck_assert_int_eq(ways_ask((enum way)way, "feeds poll --all",
				     &printed),
		    0);
		ways_want(printed,
		    "http://127.0.0.1:1/a: its address lies in a "
		    "private network");
		ways_want(printed, "1 feeds (0 unchanged, 1 failed), 0 new");
		ck_assert_int_eq(ways_ask((enum way)way, "feeds list",
				     &printed),
		    0);
		ways_want(printed, "[Desk]\nhttp://127.0.0.1:1/a\n    A; ");
		ways_want(printed, "failed ");
	}
	ck_assert_int_eq(ways_ask(WAY_URL, "feeds poll --alerts x", &printed),
	    TCN_EXIT_USAGE);
	ways_want(printed, "a daemon holds the store");
	ck_assert_int_eq(ways_ask(WAY_URL, "feeds remove http://127.0.0.1:1/a",
			     &printed),
	    0);
	ck_assert_int_eq(ways_ask(WAY_SOCKET, "feeds list", &printed), 0);
	ways_want(printed, "no feeds yet");
	ways_end(WAY_BESIDE);
}
END_TEST

TCN_TESTS(session)
{
	ways_fixtures(tc);
	tcase_set_timeout(tc, 300);
	tcase_add_test(tc, each_way_prints_and_does_the_same);
	tcase_add_test(tc, an_event_and_an_article_are_shown_whole);
	tcase_add_test(tc, shared_sentences_are_told_both_ways);
	tcase_add_test(tc, a_list_says_where_it_stops);
	tcase_add_test(tc, a_silence_for_what_does_not_exist_warns);
	tcase_add_test(tc, reports_by_url_are_those_of_the_store);
	tcase_add_test(tc, rules_by_url_are_those_in_force);
	tcase_add_test(tc, rules_by_the_environment);
	tcase_add_test(tc, an_event_without_a_title_shows_its_text);
	tcase_add_test(tc, articles_go_to_the_daemon_of_a_store);
	tcase_add_test(tc, the_daemon_fetches_what_is_added);
}
