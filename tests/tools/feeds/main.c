#include "tests/base/run.h"

Suite *suite_feed(void);
Suite *suite_poll(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_feed,
		suite_poll,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
