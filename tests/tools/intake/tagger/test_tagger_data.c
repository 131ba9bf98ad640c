/*
 * Which languages are installed.
 */
#include "tests/base/run.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/mem.h"
#include "tests/base/temp.h"
#include "tests/tools/intake/tagger/fake.h"
#include "tools/intake/tagger/tagger_data.h"

static struct tcn_tagger_data list[TCN_TAGGER_DATA_MAX];
static struct tcn_err err;
static const char *dir;
static size_t n;

static void
setup(void)
{
	dir = fake_install();
	err = (struct tcn_err){ .text = "" };
}

static void
teardown(void)
{
	fake_uninstall();
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}

START_TEST(the_largest_analyser_of_a_language_is_taken)
{
	ck_assert_int_eq(tcn_tagger_data_list(dir, list, &n, &err), TCN_OK);
	ck_assert_uint_eq(n, 3);
	ck_assert_str_eq(list[0].lang, "ca");
	ck_assert_str_eq(list[0].pair, "cat-spa");
	ck_assert_str_eq(list[1].lang, "es");
	ck_assert_str_eq(list[1].pair, "spa-cat");
	ck_assert_str_eq(list[2].lang, "fr");
	ck_assert_ptr_nonnull(strstr(list[1].model, "/spa-cat.prob"));
	tcn_tagger_data_free(list, n);
}
END_TEST

START_TEST(the_name_has_a_hash_of_the_files)
{
	char model[PATH_MAX], before[64];

	ck_assert_int_eq(tcn_tagger_data_list(dir, list, &n, &err), TCN_OK);
	ck_assert_int_eq(tcn_tagger_data_name(&list[1], &err), TCN_OK);
	ck_assert_int_eq(strncmp(list[1].name, "apertium spa-cat ", 17), 0);
	ck_assert_uint_eq(strlen(list[1].name), 17 + 8);
	snprintf(before, sizeof before, "%s", list[1].name);
	ck_assert_int_eq(tcn_tagger_data_name(&list[1], &err), TCN_OK);
	ck_assert_str_eq(list[1].name, before);
	snprintf(model, sizeof model, "%s", list[1].model);
	temp_write(model, "another");
	ck_assert_int_eq(tcn_tagger_data_name(&list[1], &err), TCN_OK);
	ck_assert_str_ne(list[1].name, before);
	ck_assert_int_eq(remove(model), 0);
	ck_assert_int_eq(tcn_tagger_data_name(&list[1], &err), TCN_IO);
	ck_assert_str_eq(err.file, model);
	tcn_tagger_data_free(list, n);
	/* without its model it is none, and the other one is taken */
	ck_assert_int_eq(tcn_tagger_data_list(dir, list, &n, &err), TCN_OK);
	ck_assert_str_eq(list[1].pair, "spa-eng");
	tcn_tagger_data_free(list, n);
}
END_TEST

START_TEST(no_folder_has_no_languages)
{
	static const char *const none[] = { NULL, "", "/nowhere/at/all" };

	for (size_t i = 0; i < 3; i++) {
		ck_assert_int_eq(tcn_tagger_data_list(none[i], list, &n, &err),
		    TCN_OK);
		ck_assert_uint_eq(n, 0);
	}
}
END_TEST

TCN_TESTS(tagger_data)
{
	tcase_add_checked_fixture(tc, setup, teardown);
	tcase_add_test(tc, the_largest_analyser_of_a_language_is_taken);
	tcase_add_test(tc, the_name_has_a_hash_of_the_files);
	tcase_add_test(tc, no_folder_has_no_languages);
}
