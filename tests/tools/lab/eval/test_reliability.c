#include "tests/base/run.h"

#include <math.h>

#include "engine/base/mem.h"
#include "tools/lab/eval/reliability.h"

START_TEST(the_error_is_that_by_hand)
{
	struct tcn_reliability of = { 0 }, all = { 0 };

	ck_assert(isnan(tcn_reliability_error(&of)));
	tcn_reliability_add(&of, .95, true);
	tcn_reliability_add(&of, .91, false);
	tcn_reliability_add(&of, 1, true);
	tcn_reliability_add(&of, .9, true);
	tcn_reliability_add(&of, .25, false);
	tcn_reliability_add(&of, 0, false);
	/* Of the last bin 3 came true and 3.76 were predicted. */
	ck_assert(fabs(tcn_reliability_error(&of) - (.76 + .25) / 6) < 1e-12);
	tcn_reliability_merge(&all, &of);
	tcn_reliability_merge(&all, &of);
	ck_assert_uint_eq(tcn_reliability_n(&all), 12);
	ck_assert(fabs(tcn_reliability_error(&all) -
		      tcn_reliability_error(&of)) < 1e-12);
}
END_TEST

START_TEST(a_row_for_each_bin_that_holds_something)
{
	struct tcn_reliability of = { 0 };
	struct tcn_buf out = { 0 };

	tcn_reliability_json(&of, &out);
	ck_assert_uint_eq(out.n, 0);
	tcn_reliability_add(&of, .25, true);
	tcn_reliability_add(&of, .27, false);
	tcn_reliability_add(&of, 1, true);
	tcn_reliability_json(&of, &out);
	ck_assert_str_eq(out.at,
	    "\"calibration_error\":0.16,\"reliability\":[\n"
	    "{\"from\":0.2,\"to\":0.3,\"articles\":2,\"predicted\":0.26,"
	    "\"observed\":0.5},\n"
	    "{\"from\":0.9,\"to\":1.0,\"articles\":1,\"predicted\":1.0,"
	    "\"observed\":1.0}]");
	tcn_buf_fini(&out);
	ck_assert_uint_eq(tcn_mem_live_bytes(), 0);
}
END_TEST

TCN_TESTS(reliability)
{
	tcase_add_test(tc, the_error_is_that_by_hand);
	tcase_add_test(tc, a_row_for_each_bin_that_holds_something);
}
