/*
 * Tables of judged stories, as people save them, and what is said when one is
 * wrong.
 */
#include "tests/base/run.h"

#include <stdio.h>

#include "tools/lab/eval/csv.h"
#include "tools/lab/eval/fit/fit_stories.h"

static const char good[] = "\xef\xbb\xbf# judged on Monday\r\n"
			   "Real;headline;First_Item\r\n"
			   "yes;\"Quake; \"\"big\"\"\";n1\r\n"
			   ";not yet;n2\r\n"
			   "\r\n"
			   "0;;20260303-812eb59732\r\n"
			   "TRUE;\"two\nlines\";'=n3\r\n"
			   "yes;again;n1\r\n"
			   "n;;n5";

static bool
said(const struct tcn_fit_stories *stories, const char *id, bool *real)
{
	uint32_t row = tcn_intern_find(&stories->ids, tcn_str(id));

	if (row == TCN_INTERN_NONE)
		return false;
	*real = stories->rows[row].real;
	return true;
}

START_TEST(tables_as_people_save_them)
{
	struct tcn_fit_stories stories;
	struct tcn_err err = { 0 };
	bool real = false;

	ck_assert_msg(!tcn_fit_stories_parse(&stories, "s.csv", tcn_str(good),
			  &err),
	    "%lu:%lu: %s", err.line, err.column, err.text);
	ck_assert_uint_eq(stories.n, 4);
	ck_assert_uint_eq(stories.empty, 1);
	ck_assert(said(&stories, "n1", &real) && real);
	ck_assert(said(&stories, "20260303-812eb59732", &real) && !real);
	ck_assert(said(&stories, "=n3", &real) && real);
	ck_assert(said(&stories, "n5", &real) && !real);
	ck_assert(!said(&stories, "n2", &real));
	ck_assert_uint_eq(stories.rows[0].line, 3);
	tcn_fit_stories_fini(&stories);
}
END_TEST

static const struct {
	const char *csv;
	unsigned long line, column;
	const char *text;
} bad[] = {
	{ "", 0, 0, "is empty" },
	{ "first_item\n", 1, 1, "the column 'real' is missing" },
	{ "real,story\n", 1, 1, "the column 'first_item' is missing" },
	{ "first_item,real\nn1,perhaps\n", 2, 4, "yes or no" },
	{ "first_item,real\n,1\n", 2, 1, "names no story" },
	{ "first_item,real\nn1,1\nn2,0\nn1,0\n", 4, 4, "line 2 says" },
	{ "first_item,real\n\"n1,1\n", 2, 1, "no end" },
	{ "first_item,real\nn\xff,1\n", 0, 0, "UTF-8" },
};

START_TEST(what_is_wrong_is_named_with_its_place)
{
	struct tcn_fit_stories stories;
	struct tcn_err err = { 0 };

	ck_assert_int_eq(tcn_fit_stories_parse(&stories, "s.csv",
			     tcn_str(bad[_i].csv), &err),
	    TCN_INVALID);
	ck_assert_str_eq(err.file, "s.csv");
	ck_assert_uint_eq(err.line, bad[_i].line);
	ck_assert_uint_eq(err.column, bad[_i].column);
	ck_assert_msg(strstr(err.text, bad[_i].text), "%s", err.text);
	tcn_fit_stories_fini(&stories);
}
END_TEST

START_TEST(cells_are_written_so_that_they_are_read)
{
	static const char *const cells[] = { "plain", "a,b", "say \"no\"",
		"two\nlines", "# no comment", "", "a;b", "tab\there" };
	struct tcn_buf out = { 0 };
	struct tcn_arena arena;
	struct tcn_err err = { 0 };
	struct tcn_csv csv;

	tcn_arena_init(&arena, 0);
	tcn_buf_z(&out, "head,second\n");
	for (size_t i = 0; i < 8; i++) {
		tcn_csv_put(&out, tcn_str(cells[i]));
		tcn_buf_z(&out, ",x\n");
	}
	ck_assert_int_eq(tcn_csv_open(&csv, "c", tcn_buf_view(&out), &arena,
			     &err),
	    TCN_OK);
	ck_assert_int_eq(tcn_csv_row(&csv), TCN_OK);
	for (size_t i = 0; i < 8; i++) {
		struct tcn_str text;

		ck_assert_int_eq(tcn_csv_row(&csv), TCN_OK);
		ck_assert_uint_eq(csv.cells_n, 2);
		text = csv.cells[0].text;
		ck_assert_msg(tcn_str_equal(text, tcn_str(cells[i])), "%.*s",
		    TCN_STR_ARG(text));
	}
	ck_assert_int_eq(tcn_csv_row(&csv), TCN_DONE);
	tcn_arena_fini(&arena);
	tcn_buf_fini(&out);
}
END_TEST

TCN_TESTS(fit_stories)
{
	tcase_add_test(tc, tables_as_people_save_them);
	TCN_EACH(what_is_wrong_is_named_with_its_place, bad);
	tcase_add_test(tc, cells_are_written_so_that_they_are_read);
}
