#include "tests/base/run.h"

Suite *suite_near(void);
Suite *suite_near_join(void);
Suite *suite_near_large(void);
Suite *suite_popcount(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_near,
		suite_near_join,
		suite_near_large,
		suite_popcount,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
