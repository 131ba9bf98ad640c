#include "tests/base/run.h"

#include "engine/base/buf.h"
#include "engine/base/mem.h"
#include "engine/base/str.h"

START_TEST(buffer_grows_and_formats)
{
	struct tcn_buf buf = { 0 };

	for (int i = 0; i < 1000; i++)
		tcn_buf_printf(&buf, "%d,", i % 10);
	ck_assert(!buf.failed);
	ck_assert_uint_eq(buf.n, 2000);
	ck_assert_int_eq(buf.at[1998], '9');
	tcn_buf_fini(&buf);
}
END_TEST

START_TEST(buffer_failure_is_sticky)
{
	struct tcn_buf buf = { 0 };

	tcn_mem_fail_at(1);
	tcn_buf_z(&buf, "lost");
	tcn_buf_z(&buf, "not added either");
	ck_assert(buf.failed);
	ck_assert_uint_eq(buf.n, 0);
	tcn_buf_clear(&buf);
	tcn_buf_z(&buf, "kept");
	ck_assert_str_eq(buf.at, "kept");
	tcn_buf_fini(&buf);
}
END_TEST

START_TEST(json_escapes)
{
	struct tcn_buf buf = { 0 };

	tcn_buf_json(&buf, tcn_str("a\"b\\c\n\t\x01\x7f é/"));
	ck_assert_str_eq(buf.at, "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f é/\"");
	tcn_buf_fini(&buf);
}
END_TEST

START_TEST(compare_and_trim)
{
	ck_assert_int_lt(tcn_str_compare(tcn_str("ab"), tcn_str("abc")), 0);
	ck_assert_int_gt(tcn_str_compare(tcn_str("b"), tcn_str("abc")), 0);
	ck_assert_int_eq(tcn_str_compare(tcn_str("ab"), tcn_str("ab")), 0);
	ck_assert(tcn_str_equal(tcn_str_trim(tcn_str(" \n x y\t ")),
	    tcn_str("x y")));
	ck_assert_uint_eq(tcn_str_trim(tcn_str(" \t ")).n, 0);
}
END_TEST

TCN_SUITE(str)
{
	Suite *s = suite_create("str");
	TCase *tc = tcase_create("str");

	tcase_add_test(tc, buffer_grows_and_formats);
	tcase_add_test(tc, buffer_failure_is_sticky);
	tcase_add_test(tc, json_escapes);
	tcase_add_test(tc, compare_and_trim);
	suite_add_tcase(s, tc);
	return s;
}
