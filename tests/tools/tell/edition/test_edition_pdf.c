/*
 * Printing by programs that behave as browsers may: a shell script in the place
 * of one.
 */
#include "tests/base/run.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/base/temp.h"
#include "tools/tell/edition/edition_pdf.h"

static char dir[TEMP_BYTES], program[TEMP_BYTES + 16];

/* A browser that prints by these lines, in which $pdf and $page are files. */
static void
setup(const char *does)
{
	FILE *file;

	temp_dir(dir);
	snprintf(program, sizeof program, "%s/browser", dir);
	file = fopen(program, "w");
	ck_assert(file);
	fprintf(file,
	    "#!/bin/sh\nfor word; do case $word in\n"
	    "--print-to-pdf=*) pdf=${word#*=} ;;\n*) page=$word ;;\n"
	    "esac; done\n%s\n",
	    does);
	fclose(file);
	ck_assert(!chmod(program, 0700));
	ck_assert(!setenv("TMPDIR", dir, 1));
}

/* Nothing may be left of the printing but the program. */
static void
teardown(void)
{
	struct dirent *entry;
	DIR *all = opendir(dir);
	int n = 0;

	while ((entry = readdir(all)))
		n += entry->d_name[0] != '.';
	closedir(all);
	ck_assert_int_eq(n, 1);
	unsetenv("TMPDIR");
	temp_drop(dir);
}

static const struct {
	const char *does, *says;
	int64_t limit_ms;
} cases[] = {
	{ "printf '%%PDF-1.4 ' >\"$pdf\"; cat \"$page\" >>\"$pdf\"", NULL,
	    20000 },
	{ "exit 3", "could not print", 20000 },
	{ ":", "printed nothing", 20000 },
	{ "echo no >\"$pdf\"", "no PDF", 20000 },
	{ "kill -9 $$", "could not print", 20000 },
	{ "sleep 600", "took too long", 50 },
	/* Our environment is not handed on, nor an open file. */
	{ "printf '%%PDF-1.4 %s' \"$TMPDIR\" >\"$pdf\"; "
	  "ls /proc/self/fd | tr -d '\\n' >>\"$pdf\"",
	    NULL, 20000 },
};

START_TEST(a_browser_prints)
{
	struct tcn_buf pdf = { 0 };
	struct tcn_err err = { 0 };
	enum tcn_rc rc;

	setup(cases[_i].does);
	rc = tcn_edition_pdf(program, tcn_str("<p>News"), cases[_i].limit_ms,
	    &pdf, &err);
	ck_assert_msg(rc == (cases[_i].says ? TCN_IO : TCN_OK), "%s", err.text);
	if (cases[_i].says)
		ck_assert_msg(strstr(err.text, cases[_i].says), "%s", err.text);
	else if (_i == 0)
		ck_assert_str_eq(pdf.at, "%PDF-1.4 <p>News");
	else
		ck_assert_str_eq(pdf.at, "%PDF-1.4 0123");
	tcn_buf_fini(&pdf);
	teardown();
}
END_TEST

START_TEST(there_is_no_browser)
{
	struct tcn_buf pdf = { 0 };
	struct tcn_err err = { 0 };

	setup(":");
	ck_assert(!setenv("PATH", dir, 1));
	ck_assert_int_eq(tcn_edition_pdf(NULL, tcn_str("x"), 1000, &pdf, &err),
	    TCN_IO);
	ck_assert_msg(strstr(err.text, "no browser is installed"), "%s",
	    err.text);
	ck_assert_int_eq(tcn_edition_pdf("/none/such", tcn_str("x"), 1000, &pdf,
			     &err),
	    TCN_IO);
	ck_assert_msg(strstr(err.text, "cannot start"), "%s", err.text);
	ck_assert_uint_eq(pdf.n, 0);
	tcn_buf_fini(&pdf);
	teardown();
}
END_TEST

TCN_TESTS(edition_pdf)
{
	TCN_EACH(a_browser_prints, cases);
	tcase_add_test(tc, there_is_no_browser);
}
