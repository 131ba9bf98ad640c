/*
 * Relative paths: every setting that is one, by the table, so that a new one is
 * tested as well.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/buf.h"
#include "engine/base/err.h"
#include "tools/conf/conf.h"

static const char *
path_of(const struct tcn_conf *conf, size_t row)
{
	const char *path;

	memcpy(&path, (const char *)conf + tcn_conf_row(row)->at, sizeof path);
	return path;
}

/* A configuration in which every path is "NAME.x". */
static void
write_all(struct tcn_buf *yaml)
{
	const struct tcn_conf_row *row;

	for (size_t i = 0; (row = tcn_conf_row(i)); i++) {
		if (row->kind == TCN_CONF_SECTION)
			tcn_buf_printf(yaml, "%s:\n", row->key);
		else if (row->kind == TCN_CONF_PATH)
			tcn_buf_printf(yaml, "  %s: %s.x\n",
			    strchr(row->key, '.') + 1, row->key);
	}
}

static void
must_begin(const struct tcn_conf *conf, const char *folder)
{
	const struct tcn_conf_row *row;
	size_t n = strlen(folder), paths = 0;

	for (size_t i = 0; (row = tcn_conf_row(i)); i++) {
		const char *path;

		if (row->kind != TCN_CONF_PATH)
			continue;
		path = path_of(conf, i);
		ck_assert_msg(path && strncmp(path, folder, n) == 0 &&
			strncmp(path + n, row->key, strlen(row->key)) == 0,
		    "%s: %s, not in %s", row->key, path ? path : "", folder);
		paths++;
	}
	ck_assert_uint_ge(paths, 7);
}

START_TEST(paths_of_a_file_are_beside_it)
{
	struct tcn_buf yaml = { 0 };
	struct tcn_conf conf;

	write_all(&yaml);
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_read(&conf, "/etc/tocsin/tocsin.yaml",
			     tcn_buf_view(&yaml), NULL),
	    TCN_OK);
	must_begin(&conf, "/etc/tocsin/");
	tcn_conf_fini(&conf);
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_read(&conf, "t.yaml", tcn_buf_view(&yaml),
			     NULL),
	    TCN_OK);
	must_begin(&conf, "");
	tcn_conf_fini(&conf);
	tcn_buf_fini(&yaml);
}
END_TEST

/* --set and defaults mean the working directory, also behind a file. */
START_TEST(paths_of_the_command_line_are_not)
{
	struct tcn_conf conf;

	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_read(&conf, "/etc/t.yaml",
			     tcn_str("rules:\n  file: a\n"), NULL),
	    TCN_OK);
	ck_assert_int_eq(tcn_conf_set(&conf, "http.tokens=b", NULL), TCN_OK);
	ck_assert_str_eq(conf.rules.file, "/etc/a");
	ck_assert_str_eq(conf.http.tokens, "b");
	ck_assert_str_eq(conf.report.dir, "reports");
	ck_assert_int_eq(tcn_conf_set(&conf, "rules.file=", NULL), TCN_OK);
	ck_assert_ptr_null(conf.rules.file);
	tcn_conf_fini(&conf);
}
END_TEST

/* What is printed means the same wherever it is read. */
START_TEST(printed_paths_are_absolute)
{
	struct tcn_buf yaml = { 0 }, out = { 0 };
	struct tcn_conf conf, again;

	ck_assert_int_eq(chdir("/tmp"), 0);
	write_all(&yaml);
	ck_assert_int_eq(tcn_conf_init(&conf), TCN_OK);
	ck_assert_int_eq(tcn_conf_read(&conf, "sub/t.yaml", tcn_buf_view(&yaml),
			     NULL),
	    TCN_OK);
	must_begin(&conf, "sub/");
	tcn_conf_print(&conf, &out);
	ck_assert_int_eq(tcn_conf_init(&again), TCN_OK);
	ck_assert_int_eq(tcn_conf_read(&again, "/elsewhere/t.yaml",
			     tcn_buf_view(&out), NULL),
	    TCN_OK);
	must_begin(&again, "/tmp/sub/");
	tcn_conf_fini(&conf);
	tcn_conf_fini(&again);
	tcn_buf_fini(&yaml);
	tcn_buf_fini(&out);
}
END_TEST

/* A text that names a file by its help is a path. */
START_TEST(what_names_a_file_is_a_path)
{
	const struct tcn_conf_row *row;

	for (size_t i = 0; (row = tcn_conf_row(i)); i++)
		if (row->kind == TCN_CONF_TEXT)
			ck_assert_msg(!strstr(row->help, "file") &&
				!strstr(row->help, "File") &&
				!strstr(row->help, "irectory"),
			    "%s", row->key);
}
END_TEST

TCN_TESTS(conf_paths)
{
	tcase_add_test(tc, paths_of_a_file_are_beside_it);
	tcase_add_test(tc, paths_of_the_command_line_are_not);
	tcase_add_test(tc, printed_paths_are_absolute);
	tcase_add_test(tc, what_names_a_file_is_a_path);
}
