#include "tests/base/run.h"

Suite *suite_event(void);
Suite *suite_fingerprint(void);
Suite *suite_verb(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_event,
		suite_fingerprint,
		suite_verb,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
