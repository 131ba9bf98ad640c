#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/conf/conf_stored.h"

static char dir[64];

static void
setup(void)
{
	char command[200];

	temp_dir(dir);
	snprintf(command, sizeof command,
	    "echo '{\"id\":\"a\",\"ts\":5,\"title\":\"Quake\"}' >%s/in", dir);
	ck_assert_int_eq(system(command), 0);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static const char *
replay(const char *settings)
{
	const char *printed;
	char line[300];

	snprintf(line, sizeof line, "replay -q %s --db %s/db %s/in", settings,
	    dir, dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	return printed;
}

static const char *
check(void)
{
	const char *printed;
	char line[300];

	snprintf(line, sizeof line, "check --db %s/db", dir);
	ck_assert_int_eq(tcn_program(line, &printed), 0);
	return printed;
}

START_TEST(other_settings_are_warned_of_once)
{
	const char *said = replay("");

	ck_assert_ptr_null(strstr(said, "warning"));
	ck_assert_ptr_null(strstr(check(), "filled with"));
	said = replay("--set rules.more_than=12");
	ck_assert_ptr_nonnull(strstr(said,
	    "filled with rules.more_than=15; from here on it is 12"));
	ck_assert_ptr_null(strstr(replay("--set rules.more_than=12"),
	    "warning"));
	ck_assert_ptr_nonnull(strstr(check(),
	    "filled with rules.more_than=12"));
}
END_TEST

START_TEST(what_decides_nothing_is_no_matter)
{
	replay("");
	ck_assert_ptr_null(strstr(replay("--set store.commit_every=7"
					 " --set report.sentences=3"),
	    "warning"));
}
END_TEST

static void
write_rules(const char *more_than)
{
	char path[100];
	FILE *file;

	snprintf(path, sizeof path, "%s/rules.yaml", dir);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "rules:\n- name: a\n  more_than: %s\n", more_than);
	ck_assert_int_eq(fclose(file), 0);
}

START_TEST(rules_of_the_same_name_may_be_others)
{
	char with[100];
	const char *said;

	snprintf(with, sizeof with, "--set rules.file=%s/rules.yaml", dir);
	write_rules("5");
	replay(with);
	ck_assert_ptr_null(strstr(replay(with), "filled with"));
	write_rules("6");
	said = replay(with);
	ck_assert_msg(strstr(said, "filled with rules.content=xxh3 ") &&
		strstr(said, "; from here on it is xxh3 "),
	    "%s", said);
	ck_assert_ptr_null(strstr(replay(with), "filled with"));
}
END_TEST

START_TEST(lines)
{
	struct tcn_str text = TCN_STR("a=1\nb=22\nc=\n"), line;

	ck_assert(tcn_conf_stored_has(text, tcn_str("b=22")));
	ck_assert(tcn_conf_stored_has(text, tcn_str("c=")));
	ck_assert(!tcn_conf_stored_has(text, tcn_str("b=2")));
	ck_assert(tcn_conf_stored_line(&text, &line));
	ck_assert(tcn_str_equal(line, tcn_str("a=1")));
	ck_assert_uint_eq(text.n, 8);
}
END_TEST

TCN_TESTS(settings)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, other_settings_are_warned_of_once);
	tcase_add_test(tc, what_decides_nothing_is_no_matter);
	tcase_add_test(tc, rules_of_the_same_name_may_be_others);
	tcase_add_test(tc, lines);
}
