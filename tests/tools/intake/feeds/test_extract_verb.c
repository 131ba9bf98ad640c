/* tocsin feeds extract, run as a person runs it. */
#include "tests/base/run.h"

#include <stdio.h>
#include <unistd.h>

#include "tests/base/program.h"
#include "tests/base/temp.h"
#include "tools/base/exit.h"

#define TEXT                                                                   \
	"The council of Harwick voted late on Monday to close the old swing "  \
	"bridge for nine months while its bearings are replaced, and the "     \
	"traders on the quay had fought the plan for most of the winter."

static char path[TEMP_BYTES], none[TEMP_BYTES];

static void
setup(void)
{
	close(temp_file(path));
	close(temp_file(none));
	temp_write(none,
	    "<h1>A film</h1><p>Press play to see it, and read nothing at all "
	    "here.</p>");
}

static void
teardown(void)
{
	unlink(path);
	unlink(none);
}

static const char *
run(int code, const char *options, const char *more)
{
	char line[4 * TEMP_BYTES + 128];
	const char *printed;

	snprintf(line, sizeof line, "feeds extract %s%s%s%s", options, path,
	    *more ? " " : "", more);
	ck_assert_int_eq(tcn_program(line, &printed), code);
	return printed;
}

START_TEST(an_article_is_a_line)
{
	temp_write(path,
	    "<html lang=en><title>Bridge to close | The Post</title><meta "
	    "property=og:site_name content='The Post'><link rel=canonical "
	    "href=/n/1><time datetime=2026-03-03T10:00Z></time><nav><a href=/>"
	    "Home</a></nav><article><h1>Bridge to close</h1><p>" TEXT
	    "</p></article>");
	ck_assert_str_eq(run(TCN_EXIT_OK, "--url https://a.example/x ", ""),
	    "{\"id\":\"https://a.example/n/1\",\"published\":"
	    "\"2026-03-03T10:00:00Z\",\"source\":\"The Post\",\"url\":"
	    "\"https://a.example/n/1\",\"title\":\"Bridge to close\","
	    "\"text\":\"" TEXT "\",\"lang\":\"en\"}\n");
	ck_assert_str_eq(run(TCN_EXIT_OK, "--text ", ""),
	    "Bridge to close\n\n" TEXT "\n");
	ck_assert_ptr_nonnull(strstr(run(TCN_EXIT_OK, "-v ", ""),
	    "found by article"));
}
END_TEST

START_TEST(its_encoding_is_found_out)
{
	temp_write(path,
	    "<meta charset=windows-1252><title>Br\xfc"
	    "cke in Bj\xe6rum"
	    "</title><p>" TEXT "</p>");
	ck_assert_ptr_nonnull(strstr(run(TCN_EXIT_OK, "", ""),
	    "Br\u00fc"
	    "cke in Bj\u00e6rum"));
}
END_TEST

START_TEST(a_page_without_an_article_stops_no_other)
{
	const char *printed;

	temp_write(path, "<article><p>" TEXT "</p></article>");
	printed = run(TCN_EXIT_NO, "", none);
	ck_assert_ptr_nonnull(strstr(printed, TEXT));
	ck_assert_ptr_nonnull(strstr(printed, none));
	ck_assert_ptr_nonnull(strstr(printed, "has no article"));
	ck_assert_ptr_nonnull(strstr(run(TCN_EXIT_OK, "--least-words 9 ", none),
	    "\"A film\""));
	(void)run(TCN_EXIT_FAILED, "", "/no/such/file");
	(void)run(TCN_EXIT_USAGE, "--least-words 0 ", "");
}
END_TEST

TCN_TESTS(extract_verb)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, an_article_is_a_line);
	tcase_add_test(tc, its_encoding_is_found_out);
	tcase_add_test(tc, a_page_without_an_article_stops_no_other);
}
