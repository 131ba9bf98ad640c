/*
 * The verbs event and silence, over the store of a small generated day.
 */
#include "tests/base/run.h"

#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/str.h"
#include "tests/base/program.h"
#include "tests/base/raw_store.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

static char dir[TEMP_BYTES], id[64];

/* Runs the line, with the event's id for each %. */
static const char *
ask(int code, const char *words)
{
	struct tcn_buf with = { 0 };
	const char *printed;
	char line[512];

	for (; *words; words++)
		if (*words == '%')
			tcn_buf_z(&with, id);
		else
			tcn_buf_char(&with, *words);
	snprintf(line, sizeof line, "%s --db %s/news.db", with.at, dir);
	tcn_buf_fini(&with);
	ck_assert_msg(tcn_program(line, &printed) == code, "%s: %s", line,
	    printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
	return printed;
}

static void
wants(const char *printed, const char *text)
{
	ck_assert_msg(strstr(printed, text) != NULL, "no '%s' in:\n%s", text,
	    printed);
}

static void
setup(void)
{
	char line[256];
	const char *printed;

	temp_dir(dir);
	setenv("USER", "eva", 1);
	snprintf(line, sizeof line, "demo -q --items 3000 --events 2 -d %s",
	    dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	printed = ask(0, "event list --order oldest");
	snprintf(id, sizeof id, "%.*s", (int)strcspn(printed, " "), printed);
}

static void
teardown(void)
{
	temp_drop(dir);
}

START_TEST(a_desk_works)
{
	const char *printed;

	ask(0, "event ack %");
	wants(ask(0, "event ack %"), "acknowledged already");
	wants(ask(0, "event own % anna --json --author bob"),
	    "\"author\":\"bob\",\"was\":null,\"value\":\"anna\"}\n");
	ask(0, "event note % the mayor called");
	ask(0, "event close %");
	wants(ask(0, "event list --owner anna --acknowledged true"), id);
	wants(ask(0, "event list"), "  high      ");
	wants(ask(0, "event list"), "  [anna]  story: ");
	ck_assert_str_eq(ask(0, "event list --owner nobody"), "");
	wants(ask(0, "event show %"), "owner       anna\n");
	wants(ask(0, "event show %"),
	    "evidence: the items counted when it fired\n");
	wants(ask(0, "event show --json %"), "\"said\":\"closed\"");
	printed = ask(0, "event history %");
	wants(printed, "revision 1, open: ");
	wants(printed, "why it fired\n  more than 15 within 4 h; ");
	wants(printed, "eva, at revision ");
	wants(printed, ": note the mayor called\n");
	wants(ask(0, "event history --json %"),
	    "\"kind\":\"note\",\"author\":\"eva\",\"was\":null,"
	    "\"value\":\"the mayor called\"}");
}
END_TEST

START_TEST(lists_go_on_where_they_ended)
{
	const char *printed = ask(0, "event list -n 1 --order oldest");
	const char *at = strstr(printed, "--after ");
	char cursor[120];

	ck_assert_ptr_nonnull(at);
	snprintf(cursor, sizeof cursor, "event list --order oldest %.*s",
	    (int)strcspn(at, "\n"), at);
	printed = ask(0, cursor);
	ck_assert_ptr_null(strstr(printed, id));
	ck_assert_uint_gt(strlen(printed), 0);
}
END_TEST

static void
change(const char *sql)
{
	char path[TEMP_BYTES + 16];
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/news.db", dir);
	db = raw_store(path);
	ck_assert_int_eq(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

START_TEST(an_episode_says_so)
{
	change("UPDATE events SET dossier = '20260101-0123456789'");
	wants(ask(0, "event list"), "(goes on)  story");
	wants(ask(0, "event show %"), "\ndossier     20260101-0123456789\n");
}
END_TEST

/* What a rule asked for, up to sixty characters of it. */
START_TEST(a_list_says_what_a_rule_asked_for)
{
	change("UPDATE event_reasons SET parts = '[{\"name\":\"asked\","
	       "\"part\":0,\"says\":\"its rule asks for: flood, quake\"}]'");
	wants(ask(0, "event list"), " (its rule asks for: flood, quake)\n");
	change("UPDATE event_reasons SET parts = replace(parts, 'quake',"
	       " 'quake, volcano, storm, drought, heat and hunger')");
	wants(ask(0, "event list"), "storm, drought,…)\n");
}
END_TEST

START_TEST(a_silence_is_added_and_ended)
{
	wants(ask(0, "silence list"), "nothing is silenced");
	wants(ask(0, "silence add event % --for 2h --reason known"),
	    "by eva: known\n");
	wants(ask(0, "silence add term tide --until 2199-01-01 --json"),
	    "{\"silence\":2,\"kind\":\"term\",\"value\":\"tide\"");
	wants(ask(0, "silence add rule story --for 1h"), "covered ");
	wants(ask(0, "silence add rule stroy --for 1h"), "covered 0 of the");
	wants(ask(0, "event history %"), "silences that name it");
	ask(0, "silence end 1");
	wants(ask(1, "silence end 1"), "no silence with the number 1");
	ck_assert_ptr_null(strstr(ask(0, "silence list"), id));
	wants(ask(0, "silence list --all"), "ended by eva");
	ask(0, "check");
}
END_TEST

static const struct {
	const char *line;
	int code;
	const char *text;
} refused[] = {
	{ "event", TCN_EXIT_USAGE, "" },
	{ "event dance", TCN_EXIT_USAGE, "no action 'dance'" },
	{ "event ack", TCN_EXIT_USAGE, "missing" },
	{ "event show a b", TCN_EXIT_USAGE, "too many" },
	{ "event show nothing", TCN_EXIT_NO, "no event has the id" },
	{ "event ack nothing", TCN_EXIT_NO, "no event has the id" },
	{ "event list --state odd", TCN_EXIT_USAGE,
	    "open, updated, closed or" },
	{ "event list --acknowledged odd", TCN_EXIT_USAGE, "true or false" },
	{ "event list --order odd", TCN_EXIT_USAGE, "newest or oldest" },
	{ "event list --after odd", TCN_EXIT_USAGE, "after takes" },
	{ "event list --since odd", TCN_EXIT_USAGE, "since" },
	{ "silence dance", TCN_EXIT_USAGE, "no action 'dance'" },
	{ "silence end x", TCN_EXIT_USAGE, "'x' is no number" },
	{ "silence end -1", TCN_EXIT_USAGE, "" },
	{ "silence end 7", TCN_EXIT_NO, "no silence with the number 7" },
	{ "silence add term", TCN_EXIT_USAGE, "takes a kind and a name" },
	{ "silence add term x", TCN_EXIT_USAGE, "--for TIME or" },
	{ "silence add term x --for 0h", TCN_EXIT_USAGE, "--for" },
	{ "silence add term x --until 2001-01-01", TCN_EXIT_USAGE, "over" },
	{ "silence add odd x --for 2h", TCN_EXIT_USAGE, "rule, term or" },
	{ "silence add event x --for 2h", TCN_EXIT_NO, "no event has" },
};

START_TEST(what_is_wrong_is_said)
{
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		wants(ask(refused[i].code, refused[i].line), refused[i].text);
}
END_TEST

START_TEST(a_mistyped_id_is_put_right)
{
	wants(ask(TCN_EXIT_NO, "event ack 1%"), "did you mean '");
	wants(ask(TCN_EXIT_USAGE, "event ack % --author="), "--author NAME");
}
END_TEST

/* Where the environment names nobody, the system does. */
START_TEST(who_does_it_is_known_without_an_environment)
{
	const struct passwd *user = getpwuid(geteuid());

	setenv("USER", "", 1);
	if (!user) {
		ask(TCN_EXIT_USAGE, "event ack %");
		return;
	}
	ask(TCN_EXIT_OK, "event ack %");
	wants(ask(TCN_EXIT_OK, "event history %"), user->pw_name);
}
END_TEST

/* A mistake in the file of editions is named with its place. */
START_TEST(a_broken_file_of_editions_is_refused)
{
	char path[TEMP_BYTES + 16], line[2 * TEMP_BYTES];
	const char *printed;

	snprintf(path, sizeof path, "%s/editions.yaml", dir);
	temp_write(path, "editions:\n  - {name: a, when: \"0 7 99 * *\"}\n");
	snprintf(line, sizeof line, "edition list --set report.editions=%s",
	    path);
	printed = ask(TCN_EXIT_USAGE, line);
	wants(printed, "editions.yaml:2:26: ");
}
END_TEST

TCN_TESTS(event)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, a_desk_works);
	tcase_add_test(tc, a_broken_file_of_editions_is_refused);
	tcase_add_test(tc, lists_go_on_where_they_ended);
	tcase_add_test(tc, an_episode_says_so);
	tcase_add_test(tc, a_list_says_what_a_rule_asked_for);
	tcase_add_test(tc, a_silence_is_added_and_ended);
	tcase_add_test(tc, what_is_wrong_is_said);
	tcase_add_test(tc, a_mistyped_id_is_put_right);
	tcase_add_test(tc, who_does_it_is_known_without_an_environment);
}
