#include "tests/run.h"

Suite *suite_detector(void);
Suite *suite_hours(void);
Suite *suite_life(void);
Suite *suite_literal(void);
Suite *suite_match(void);
Suite *suite_many(void);
Suite *suite_many_state(void);
Suite *suite_ruleset(void);
Suite *suite_silence(void);

static tcn_suite_fn *const suites[] = {
	suite_detector,
	suite_hours,
	suite_life,
	suite_literal,
	suite_match,
	suite_many,
	suite_many_state,
	suite_ruleset,
	suite_silence,
};

int
main(void)
{
	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
