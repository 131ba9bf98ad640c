#include "tests/base/run.h"

#include "engine/base/str.h"

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

TCN_TESTS(str)
{
	tcase_add_test(tc, compare_and_trim);
}
