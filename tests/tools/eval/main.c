#include "tests/base/run.h"

Suite *suite_diff(void);
Suite *suite_explain(void);
Suite *suite_known(void);
Suite *suite_replay(void);
Suite *suite_rules_test(void);
Suite *suite_score(void);
Suite *suite_score_files(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_diff,
		suite_explain,
		suite_known,
		suite_replay,
		suite_rules_test,
		suite_score,
		suite_score_files,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
