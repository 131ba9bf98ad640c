#include "tests/base/run.h"

Suite *suite_clock(void);
Suite *suite_recent(void);
Suite *suite_sort(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_clock,
		suite_recent,
		suite_sort,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
