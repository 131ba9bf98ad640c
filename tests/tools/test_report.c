#include "tests/run.h"

#include "engine/mem.h"
#include "tests/tools/report_data.h"

START_TEST(writing_is_deterministic)
{
	struct tcn_buf one = { 0 }, two = { 0 };

	ck_assert_int_eq(tcn_report_write(report_data(),
			     (enum tcn_report_format)_i, &one),
	    TCN_OK);
	ck_assert_int_eq(tcn_report_write(report_data(),
			     (enum tcn_report_format)_i, &two),
	    TCN_OK);
	ck_assert_uint_gt(one.n, 1000);
	ck_assert_str_eq(one.at, two.at);
	tcn_buf_fini(&one);
	tcn_buf_fini(&two);
}
END_TEST

Suite *suite_report(void);

Suite *
suite_report(void)
{
	Suite *s = suite_create("report");
	TCase *tc = tcase_create("report");

	tcase_add_loop_test(tc, writing_is_deterministic, 0,
	    TCN_REPORT_FORMATS);
	suite_add_tcase(s, tc);
	return s;
}
