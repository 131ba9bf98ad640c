#include "tests/base/run.h"

Suite *suite_demo(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_demo,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
