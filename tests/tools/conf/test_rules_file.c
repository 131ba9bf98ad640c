/*
 * The file of rules is replaced whole, by one of two who edit it at once, and
 * what it held stays.
 */
#include "tests/base/run.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tools/conf/rules_file.h"

static char dir[TEMP_BYTES], path[TEMP_BYTES + 16];
static struct tcn_rules_file file;
static struct tcn_rules_file_kept kept[TCN_RULES_FILE_KEPT];
static struct tcn_err err;
static size_t kept_n;

#define NOON INT64_C(1795348800000) /* 2026-11-22T12:00Z */

static void
setup(void)
{
	temp_dir(dir);
	snprintf(path, sizeof path, "%s/rules.yaml", dir);
	temp_write(path, "rules: []\n");
	file = (struct tcn_rules_file){ 0 };
	err = (struct tcn_err){ 0 };
}

static void
teardown(void)
{
	tcn_rules_file_fini(&file);
	temp_drop(dir);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

static void
read_file(const char *wants)
{
	ck_assert_int_eq(tcn_rules_file_read(path, &file, &err), TCN_OK);
	ck_assert_str_eq(file.text.at, wants);
}

static enum tcn_rc
replace(const char *text, const char *version, int64_t at_ms)
{
	return tcn_rules_file_replace(path, tcn_str(text), version, at_ms,
	    &err);
}

static void
list(size_t n)
{
	ck_assert_int_eq(tcn_rules_file_list(path, kept, &kept_n, &err),
	    TCN_OK);
	ck_assert_uint_eq(kept_n, n);
}

START_TEST(of_two_who_edit_one_is_told)
{
	char first[TCN_RULES_FILE_VERSION_BYTES];

	read_file("rules: []\n");
	snprintf(first, sizeof first, "%s", file.version);
	list(0);
	ck_assert_int_eq(replace("rules: [a]\n", first, NOON), TCN_OK);
	ck_assert_int_eq(replace("rules: [b]\n", first, NOON), TCN_BUSY);
	ck_assert_ptr_nonnull(strstr(err.text, "in the meantime"));
	read_file("rules: [a]\n");
	ck_assert_str_ne(file.version, first);
	list(1);
	ck_assert_str_eq(kept[0].name, "20261122T120000.000Z.yaml");
	ck_assert_int_eq(tcn_rules_file_read_kept(path, kept[0].name, &file,
			     &err),
	    TCN_OK);
	ck_assert_str_eq(file.text.at, "rules: []\n");
	ck_assert_str_eq(file.version, first);
}
END_TEST

START_TEST(the_same_text_is_no_change)
{
	read_file("rules: []\n");
	ck_assert_int_eq(replace("rules: []\n", file.version, NOON), TCN_OK);
	list(0);
}
END_TEST

/* In any second, and when the clock goes back. */
START_TEST(the_newest_twenty_are_kept)
{
	char text[40];

	for (int i = 0; i < 30; i++) {
		ck_assert_int_eq(tcn_rules_file_read(path, &file, &err),
		    TCN_OK);
		snprintf(text, sizeof text, "rules: [n%d]\n", i);
		ck_assert_int_eq(replace(text, file.version,
				     i == 29 ? NOON - 5000 : NOON + i % 3),
		    TCN_OK);
	}
	list(TCN_RULES_FILE_KEPT);
	for (size_t i = 0; i < kept_n; i++) {
		ck_assert(i == 0 || kept[i].at_ms < kept[i - 1].at_ms);
		ck_assert_int_eq(tcn_rules_file_read_kept(path, kept[i].name,
				     &file, &err),
		    TCN_OK);
		snprintf(text, sizeof text, "rules: [n%d]\n", 28 - (int)i);
		ck_assert_str_eq(file.text.at, text);
	}
	read_file("rules: [n29]\n");
}
END_TEST

static const char *const strange[] = { "", "..", "../rules.yaml",
	"20261122T120000.000Z.yaml/../x", "20261122T120000.000Z.yamlx",
	"20261322T120000.000Z.yaml", "20261122T120000.0Z.yaml",
	" 20261122T120000.000Z.yaml", "/etc/passwd" };

START_TEST(only_kept_files_are_read)
{
	read_file("rules: []\n");
	ck_assert_int_eq(replace("rules: [a]\n", file.version, NOON), TCN_OK);
	ck_assert_int_eq(tcn_rules_file_read_kept(path, strange[_i], &file,
			     &err),
	    TCN_INVALID);
	ck_assert_int_eq(tcn_rules_file_read_kept(path,
			     "20261122T120001.000Z.yaml", &file, &err),
	    TCN_IO);
}
END_TEST

START_TEST(a_secret_stays_one)
{
	struct stat info;
	char at[TEMP_BYTES + 80];

	ck_assert_int_eq(chmod(path, 0600), 0);
	read_file("rules: []\n");
	ck_assert_int_eq(replace("rules: [a]\n", file.version, NOON), TCN_OK);
	ck_assert_int_eq(stat(path, &info), 0);
	ck_assert_int_eq(info.st_mode & 0777, 0600);
	list(1);
	snprintf(at, sizeof at, "%s.kept/%s", path, kept[0].name);
	ck_assert_int_eq(stat(at, &info), 0);
	ck_assert_int_eq(info.st_mode & 0777, 0600);
}
END_TEST

START_TEST(a_failure_leaves_the_file)
{
	char at[TEMP_BYTES + 80];

	read_file("rules: []\n");
	snprintf(at, sizeof at, "%s.kept", path);
	temp_write(at, "in the way");
	ck_assert_int_eq(replace("rules: [a]\n", file.version, NOON), TCN_IO);
	ck_assert_ptr_nonnull(strstr(err.file, "rules.yaml"));
	read_file("rules: []\n");
	unlink(path);
	ck_assert_int_eq(replace("rules: [a]\n", file.version, NOON), TCN_IO);
	ck_assert_int_eq(access(path, F_OK), -1);
}
END_TEST

TCN_TESTS(rules_file)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, of_two_who_edit_one_is_told);
	tcase_add_test(tc, the_same_text_is_no_change);
	tcase_add_test(tc, the_newest_twenty_are_kept);
	TCN_EACH(only_kept_files_are_read, strange);
	tcase_add_test(tc, a_secret_stays_one);
	tcase_add_test(tc, a_failure_leaves_the_file);
}
