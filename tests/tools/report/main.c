#include "tests/base/run.h"

Suite *suite_report(void);
Suite *suite_report_files(void);
Suite *suite_summary(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_report,
		suite_report_files,
		suite_summary,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
