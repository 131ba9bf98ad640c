#include "tests/base/run.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/stop.h"
#include "tools/verb/verb.h"

static const struct {
	const char *line;
	int code;
	const char *text; /* somewhere in what it prints */
} lines[] = {
	{ "", TCN_EXIT_USAGE, "which verb?" },
	{ "help", TCN_EXIT_OK, ", version\n" },
	{ "help", TCN_EXIT_OK, "breaks.\n\nWatch      run " },
	{ "--help", TCN_EXIT_OK, "Exit codes" },
	{ "-h", TCN_EXIT_OK, "Exit codes" },
	{ "--version", TCN_EXIT_OK, "tocsin " TCN_VERSION "\n" },
	{ "version", TCN_EXIT_OK, "tocsin " TCN_VERSION "\n" },
	{ "help version", TCN_EXIT_OK, "Usage: tocsin version\n" },
	{ "version --help", TCN_EXIT_OK, "Usage: tocsin version" },
	{ "help tune sweep", TCN_EXIT_OK, "Usage: tocsin tune sweep --grid" },
	{ "tune --help", TCN_EXIT_OK, "\nVerbs:\n  sweep     try many" },
	{ "feeds --help", TCN_EXIT_OK, "\n  extract   print the articles" },
	{ "feeds add --help", TCN_EXIT_OK, "Usage: tocsin feeds list|" },
	{ "report link --help", TCN_EXIT_OK, "Usage: tocsin report link list" },
	{ "tune", TCN_EXIT_USAGE, "usage: tocsin tune sweep|diff|score|fit " },
	{ "tune swep", TCN_EXIT_USAGE, "did you mean 'tocsin tune sweep'?" },
	{ "tune swep -g x=1", TCN_EXIT_USAGE, "did you mean 'tocsin tune " },
	{ "tune zzzzzzzz", TCN_EXIT_USAGE, "'tocsin help tune' lists them" },
	{ "tune event", TCN_EXIT_USAGE, "no verb 'tune event'" },
	{ "swep", TCN_EXIT_USAGE, "did you mean 'tocsin tune sweep'?" },
	{ "help nothing", TCN_EXIT_USAGE, "no verb 'nothing'" },
	{ "hlep", TCN_EXIT_USAGE, "did you mean 'tocsin help'?" },
	{ "zzzzzzzz", TCN_EXIT_USAGE, "'tocsin help' lists them" },
	{ "config", TCN_EXIT_OK, "more_than: 15\n" },
	{ "config --set more_than=3 rules.more_than", TCN_EXIT_OK,
	    "rules.more_than: 3    (--set)" },
	{ "config near", TCN_EXIT_OK, "  plan: 4x16\n" },
	{ "config --set more_than=1", TCN_EXIT_OK, "warning: rules.min_or" },
	{ "config --set more_than=x", TCN_EXIT_USAGE, "tocsin: --set: rules" },
	{ "config --set gather=20ms commit_delay", TCN_EXIT_OK,
	    "warning: the setting gather is called http.commit_delay now" },
	{ "config --set http.gather=20ms commit_delay", TCN_EXIT_OK,
	    "http.commit_delay: 20ms    (--set)" },
	{ "config --set burst=1.5", TCN_EXIT_USAGE,
	    "the setting burst is gone: one score weighs" },
	{ "config --set rules.least=60% rules.least", TCN_EXIT_OK,
	    "rules.least: 60    (--set)" },
	{ "config bukket", TCN_EXIT_USAGE, "did you mean 'near.bucket'?" },
	{ "config -c /nowhere", TCN_EXIT_FAILED, "/nowhere: No such file" },
	{ "version now", TCN_EXIT_USAGE, "does not take 'now'" },
	{ "version --nwo", TCN_EXIT_USAGE, "no option --nwo" },
};

START_TEST(answers_the_command_line)
{
	const char *printed;
	int code = tcn_program(lines[_i].line, &printed);

	ck_assert_int_eq(code, lines[_i].code);
	ck_assert_msg(strstr(printed, lines[_i].text) != NULL,
	    "no '%s' in:\n%s", lines[_i].text, printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

START_TEST(every_row_is_complete)
{
	const struct tcn_verb *verb;

	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++) {
		size_t n = strlen(verb->summary);

		ck_assert(n > 0 && verb->summary[n - 1] != '.');
		ck_assert_ptr_nonnull(verb->usage);
		ck_assert_int_eq(!!verb->run + !!verb->run_conf +
			!!verb->run_session,
		    verb != &tcn_verb_similar && verb != &tcn_verb_tune);
	}
}
END_TEST

/* The old name of a verb does the same, and says the new one, unless it is to
 * be quiet. */
START_TEST(an_old_name_is_an_alias)
{
	const struct tcn_verb *verb;
	const char *printed;
	char line[128], note[128], is[8192];
	size_t n = 0;

	for (size_t i = 0; (verb = tcn_verb_at(i)) != NULL; i++) {
		if (!verb->was)
			continue;
		snprintf(note, sizeof note,
		    "tocsin: 'tocsin %s' is called 'tocsin %s' now\n",
		    verb->was, verb->name);
		snprintf(line, sizeof line, "%s --help", verb->name);
		ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
		snprintf(is, sizeof is, "%s", printed);
		snprintf(line, sizeof line, "%s --help", verb->was);
		ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
		ck_assert_ptr_nonnull(strstr(printed, is));
		ck_assert_ptr_nonnull(strstr(printed, note));
		ck_assert_uint_eq(strlen(printed), strlen(is) + strlen(note));
		n++;
	}
	ck_assert_uint_eq(n, 13);
	tcn_program("feed -q /dev/null", &printed);
	ck_assert_ptr_null(strstr(printed, "is called"));
}
END_TEST

/* A terminal has 24 lines; one is for the next command. */
START_TEST(help_fits_on_one_screen)
{
	const char *printed;
	size_t lines_n = 0;

	ck_assert_int_eq(tcn_program("help", &printed), TCN_EXIT_OK);
	for (const char *at = printed; *at; at++)
		lines_n += *at == '\n';
	ck_assert_uint_lt(lines_n, 24);
}
END_TEST

START_TEST(no_line_of_help_is_too_long)
{
	const struct tcn_verb *verb;
	const char *printed;
	char line[128];

	for (size_t i = 0; i == 0 || (verb = tcn_verb_at(i - 1)); i++) {
		snprintf(line, sizeof line, "help%s%s", i ? " " : "",
		    i ? verb->name : "");
		ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_OK);
		for (const char *at = printed; *at;) {
			size_t n = strcspn(at, "\n");

			ck_assert_msg(n <= 80, "%.*s", (int)n, at);
			at += n + (at[n] == '\n');
		}
	}
}
END_TEST

START_TEST(the_first_interrupt_asks)
{
	tcn_stop_watch();
	ck_assert(!tcn_stop_requested());
	ck_assert_int_eq(raise(SIGTERM), 0);
	ck_assert(tcn_stop_requested());
}
END_TEST

START_TEST(the_second_interrupt_ends)
{
	tcn_stop_watch();
	raise(SIGINT);
	raise(SIGTERM);
}
END_TEST

/* As after `ulimit -f`: a file that may not grow is an error, not the end. */
START_TEST(a_file_that_may_not_grow_is_an_error)
{
	char dir[TEMP_BYTES], line[TEMP_BYTES + 64];
	struct rlimit limit;
	const char *printed;

	temp_dir(dir);
	ck_assert_int_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = 100 * 1024;
	ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
	snprintf(line, sizeof line, "replay --db %s/n.db /dev/null", dir);
	ck_assert_int_eq(tcn_program(line, &printed), TCN_EXIT_FAILED);
	ck_assert_ptr_nonnull(strstr(printed, "writing failed"));
	temp_drop(dir);
}
END_TEST

TCN_TESTS(verb)
{
	TCN_EACH(answers_the_command_line, lines);
	tcase_add_test(tc, every_row_is_complete);
	tcase_add_test(tc, an_old_name_is_an_alias);
	tcase_add_test(tc, help_fits_on_one_screen);
	tcase_add_test(tc, no_line_of_help_is_too_long);
	tcase_add_test(tc, a_file_that_may_not_grow_is_an_error);
	tcase_add_test(tc, the_first_interrupt_asks);
	tcase_add_test_raise_signal(tc, the_second_interrupt_ends, SIGTERM);
}
