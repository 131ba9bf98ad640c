#include "tests/base/run.h"

Suite *suite_sweep(void);
Suite *suite_sweep_view(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_sweep,
		suite_sweep_view,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
