#include "tests/run.h"

Suite *suite_fault(void);
Suite *suite_read(void);
Suite *suite_store(void);

static tcn_suite_fn *const suites[] = {
	suite_fault,
	suite_read,
	suite_store,
};

int
main(void)
{
	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
