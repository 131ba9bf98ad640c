#include "tests/base/run.h"

Suite *suite_hint(void);
Suite *suite_lang(void);
Suite *suite_text(void);
Suite *suite_token(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_hint,
		suite_lang,
		suite_text,
		suite_token,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
