#include "tests/base/run.h"

Suite *suite_ahead(void);
Suite *suite_input(void);
Suite *suite_source(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_ahead,
		suite_input,
		suite_source,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
