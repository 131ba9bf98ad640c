#include "tests/run.h"

Suite *suite_detector(void);
Suite *suite_life(void);

static tcn_suite_fn *const suites[] = {
	suite_detector,
	suite_life,
};

int
main(void)
{
	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
