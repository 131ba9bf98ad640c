#include "tests/base/run.h"

Suite *suite_json_split(void);
Suite *suite_log(void);
Suite *suite_opt(void);
Suite *suite_out(void);
Suite *suite_safe(void);
Suite *suite_when(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_json_split,
		suite_log,
		suite_opt,
		suite_out,
		suite_safe,
		suite_when,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
