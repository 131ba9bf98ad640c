/*
 * `tocsin check` names every mistake of the files that a newsroom writes, each
 * with its place, and of those that they name.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/verb/verb.h"

static char dir[TEMP_BYTES];

static const char settings[] = "http:\n"
			       "  prot: 12\n"
			       "  port: [1, 2]\n"
			       "  tokens: tokens\n"
			       "  tls_cert: cert.pem\n"
			       "htpp:\n"
			       "  a: [1, {b: c}]\n"
			       "rules:\n"
			       "  kind: {a: b}\n"
			       "  more_than: -3\n"
			       "deliver: {receivers: receivers.yaml}\n"
			       "report: {editions: editions.yaml}\n";
static const char receivers[] = "receivers:\n"
				"  - {name: a, kind: slak}\n"
				"  - sound\n"
				"  - {name: b, kind: webhook}\n"
				"  - {nam: [c, d], kind: file}\n"
				"desks: {night: [e]}\n";
static const char editions[] = "editions:\n"
			       "  - {name: a, when: \"0 7 99 * *\"}\n"
			       "  - {name: b, zone: Mars, when: \"@daily\"}\n"
			       "  - {name: c}\n"
			       "  - {name: d, when: \"@daily\", wen: [a]}\n";

static void
write_to(const char *name, const char *text)
{
	char path[TEMP_BYTES + 32];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, text);
}

static void
setup(void)
{
	temp_dir(dir);
	write_to("tocsin.yaml", settings);
	write_to("receivers.yaml", receivers);
	write_to("editions.yaml", editions);
}

static void
teardown(void)
{
	temp_drop(dir);
}

static void
finds(const char *options, const char *file, int code,
    const char *const *mistakes)
{
	char line[2 * TEMP_BYTES + 256];
	const char *printed;

	snprintf(line, sizeof line, "check %s %s/%s", options, dir, file);
	ck_assert_int_eq(tcn_program(line, &printed), code);
	for (; *mistakes; mistakes++)
		ck_assert_msg(strstr(printed, *mistakes) != NULL,
		    "no '%s' in:\n%s", *mistakes, printed);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(of_settings_and_of_what_they_name)
{
	static const char *const mistakes[] = {
		"tocsin.yaml:2:3: no setting 'http.prot'",
		"tocsin.yaml:3:9: http.port takes one value",
		"tocsin.yaml:6:1: no section 'htpp'; did you mean 'http'?",
		"tocsin.yaml:9:9: rules.kind takes a value",
		"tocsin.yaml:10:14: rules.more_than takes a whole number",
		"--set: no setting 'foo'",
		"--set: rules.radius takes a whole number",
		"tocsin.yaml:5:13: http.tls_cert and http.tls_key go together",
		"tokens: No such file",
		"receivers.yaml:2:21: error: there is no kind",
		"editions.yaml:2:",
		NULL,
	};

	finds("--set foo=1 --set rules.radius=x -c", "tocsin.yaml",
	    TCN_EXIT_USAGE, mistakes);
}
END_TEST

START_TEST(of_a_file_of_settings)
{
	static const char *const mistakes[] = { "tocsin.yaml:2:3: error",
		"tocsin.yaml:3:9: error", "tocsin.yaml:6:1: error",
		"tocsin.yaml:9:9: error", "tocsin.yaml:10:14: error",
		"tocsin.yaml:5:13: error", "tocsin.yaml: 6 errors", NULL };

	finds("", "tocsin.yaml", TCN_EXIT_NO, mistakes);
}
END_TEST

START_TEST(of_receivers)
{
	static const char *const mistakes[] = { "receivers.yaml:2:21: error",
		"receivers.yaml:3:5: error", "receivers.yaml:4:5: error",
		"receivers.yaml:5:6: error", "receivers.yaml: 4 errors", NULL };

	finds("", "receivers.yaml", TCN_EXIT_NO, mistakes);
}
END_TEST

START_TEST(of_editions)
{
	static const char *const mistakes[] = { "editions.yaml:2:26: error",
		"editions.yaml:3:21: error", "editions.yaml:4: error",
		"editions.yaml:5:", "editions.yaml: 4 errors", NULL };

	finds("", "editions.yaml", TCN_EXIT_NO, mistakes);
}
END_TEST

/* What follows is no YAML: the mistakes before it are told, and that. */
START_TEST(up_to_where_the_file_is_broken)
{
	static const char *const mistakes[] = { "broken.yaml:1:1: error",
		"broken.yaml:4:9: error", "broken.yaml: 3 errors", NULL };

	write_to("broken.yaml", "htp:\n  port: 1\nhttp:\n  port: [\n");
	finds("", "broken.yaml", TCN_EXIT_NO, mistakes);
}
END_TEST

START_TEST(an_address_is_no_host_with_a_port)
{
	static const char *const mistakes[] = {
		"tocsin: --set: http.address takes an IP address alone", NULL
	};

	finds("--set http.address=127.0.0.1:8201", "editions.yaml",
	    TCN_EXIT_USAGE, mistakes);
	write_to("sound.yaml", "http: {port: 8201}\n");
	finds("--set http.address=127.0.0.1:8201 -c", "sound.yaml",
	    TCN_EXIT_USAGE, mistakes);
}
END_TEST

/* An empty one is the default. */
START_TEST(no_address_is_the_default)
{
	static const char *const mistakes[] = { NULL };

	write_to("sound.yaml", "http: {address: \"\"}\n");
	finds("-c", "sound.yaml", TCN_EXIT_OK, mistakes);
}
END_TEST

TCN_TESTS(check_files)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, of_settings_and_of_what_they_name);
	tcase_add_test(tc, of_a_file_of_settings);
	tcase_add_test(tc, of_receivers);
	tcase_add_test(tc, of_editions);
	tcase_add_test(tc, up_to_where_the_file_is_broken);
	tcase_add_test(tc, an_address_is_no_host_with_a_port);
	tcase_add_test(tc, no_address_is_the_default);
}
