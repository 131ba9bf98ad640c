#include "tests/base/run.h"

Suite *suite_lang(void);
Suite *suite_markup(void);
Suite *suite_slug_terms(void);
Suite *suite_tokenizer(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_lang,
		suite_markup,
		suite_slug_terms,
		suite_tokenizer,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
