#include "tests/base/run.h"

Suite *suite_conf(void);
Suite *suite_rules(void);
Suite *suite_settings(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_conf,
		suite_rules,
		suite_settings,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
