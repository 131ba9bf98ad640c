#include "tests/base/run.h"

Suite *suite_detector(void);
Suite *suite_hours(void);
Suite *suite_life(void);
Suite *suite_literal(void);
Suite *suite_many(void);
Suite *suite_many_state(void);
Suite *suite_match(void);
Suite *suite_ruleset(void);
Suite *suite_silence(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_detector,
		suite_hours,
		suite_life,
		suite_literal,
		suite_many,
		suite_many_state,
		suite_match,
		suite_ruleset,
		suite_silence,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
