#include "tests/base/run.h"

Suite *suite_bench(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_bench,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
