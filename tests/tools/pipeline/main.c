#include "tests/base/run.h"

Suite *suite_assign(void);
Suite *suite_pipeline(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_assign,
		suite_pipeline,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
