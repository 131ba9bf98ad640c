#include "tests/base/run.h"

Suite *suite_df(void);
Suite *suite_echo(void);
Suite *suite_forms(void);
Suite *suite_past(void);
Suite *suite_same(void);
Suite *suite_sources(void);
Suite *suite_story(void);
Suite *suite_story_arrays(void);
Suite *suite_story_gates(void);
Suite *suite_story_rows(void);
Suite *suite_story_state(void);
Suite *suite_usual(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_df,
		suite_echo,
		suite_forms,
		suite_past,
		suite_same,
		suite_sources,
		suite_story,
		suite_story_arrays,
		suite_story_gates,
		suite_story_rows,
		suite_story_state,
		suite_usual,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
