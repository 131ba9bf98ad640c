/*
 * Templates of a newsroom's own: in the place of those that are built in, and
 * what is wrong with them, with its place.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tests/tools/tell/report/report_data.h"
#include "tools/tell/report/report.h"

static char dir[TEMP_BYTES];

static void
write_own(const char *name, const char *text)
{
	char path[TEMP_BYTES + 32];

	snprintf(path, sizeof path, "%s/%s", dir, name);
	temp_write(path, text);
}

static void
setup(void)
{
	temp_dir(dir);
}

static void
teardown(void)
{
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(one_takes_the_place_of_that_of_its_name)
{
	const struct tcn_event event = { .id = "e1", .revision = 1 };
	struct tcn_report report = { .event = &event };
	struct tcn_report_templates *templates;
	struct tcn_buf out = { 0 };

	write_own("foot.html", "<hr>Ours, {{code}}, {{\"Figures\"|word}}\n");
	write_own("notes.txt", "not for us");
	ck_assert_int_eq(tcn_report_templates_new(dir, &templates, NULL),
	    TCN_OK);
	report.templates = templates;
	report_write(&report, TCN_REPORT_HTML, &out);
	ck_assert_ptr_nonnull(strstr(out.at, "<!DOCTYPE html>"));
	ck_assert_ptr_nonnull(strstr(out.at, "<hr>Ours, en, Figures\n"));
	ck_assert_ptr_null(strstr(out.at, "Written by tocsin"));
	tcn_buf_clear(&out);
	report_write(&report, TCN_REPORT_MD, &out);
	ck_assert_ptr_nonnull(strstr(out.at, "Written by tocsin"));
	tcn_buf_fini(&out);
	tcn_report_templates_free(templates);
}
END_TEST

static const struct {
	const char *name, *text, *says;
	unsigned line, column;
} mistakes[] = {
	{ "foot.html", "a\n <p {{x}}>", "{{x}} stands where no value may", 2,
	    5 },
	{ "line.md", "{{#x}}", "{{x}} is not closed", 1, 4 },
	{ "time.md", "\n{{> tim}}", "{{tim}} names a template that does", 2,
	    5 },
	{ "time.md", "{{x|loud}}", "{{loud}} is no form of writing", 1, 1 },
	{ "line.md", "\xff", "is not UTF-8", 0, 0 },
	{ "tols.html", "",
	    "tols.html is no template of reports; did you mean "
	    "told",
	    0, 0 },
};

START_TEST(mistakes_have_their_place)
{
	struct tcn_report_templates *templates;
	struct tcn_err err = { .text = "" };
	char path[128];

	write_own(mistakes[_i].name, mistakes[_i].text);
	ck_assert_int_eq(tcn_report_templates_new(dir, &templates, &err),
	    TCN_INVALID);
	ck_assert_msg(strstr(err.text, mistakes[_i].says), "%s", err.text);
	snprintf(path, sizeof path, "%s/%s", dir, mistakes[_i].name);
	ck_assert_str_eq(err.file, mistakes[_i].text[0] ? path : dir);
	ck_assert_uint_eq(err.line, mistakes[_i].line);
	ck_assert_uint_eq(err.column, mistakes[_i].column);
}
END_TEST

static void
count(void *ctx, const struct tcn_err *err)
{
	ck_assert(err->text[0]);
	++*(int *)ctx;
}

START_TEST(all_mistakes_are_told_to_who_wants_them)
{
	struct tcn_report_templates *templates;
	int n = 0;
	struct tcn_err err = { .each = count, .each_ctx = &n };

	write_own("foot.html", "{{#x}}");
	write_own("line.md", "{{/x}}");
	write_own("other.md", "");
	ck_assert_int_eq(tcn_report_templates_new(dir, &templates, &err),
	    TCN_INVALID);
	ck_assert_int_eq(n, 3);
	ck_assert_int_eq(tcn_report_templates_new("no/such", &templates, &err),
	    TCN_IO);
}
END_TEST

TCN_TESTS(report_templates)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, one_takes_the_place_of_that_of_its_name);
	TCN_EACH(mistakes_have_their_place, mistakes);
	tcase_add_test(tc, all_mistakes_are_told_to_who_wants_them);
}
