#include "tests/run.h"

Suite *suite_arena(void);
Suite *suite_map(void);
Suite *suite_prepare(void);
Suite *suite_str(void);
Suite *suite_text(void);

static tcn_suite_fn *const suites[] = {
	suite_arena,
	suite_map,
	suite_prepare,
	suite_str,
	suite_text,
};

int
main(void)
{
	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
