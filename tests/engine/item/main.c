#include "tests/base/run.h"

Suite *suite_article(void);
Suite *suite_calendar(void);
Suite *suite_fprint(void);
Suite *suite_json_article(void);
Suite *suite_json_ninjs(void);
Suite *suite_prepare(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_article,
		suite_calendar,
		suite_fprint,
		suite_json_article,
		suite_json_ninjs,
		suite_prepare,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
