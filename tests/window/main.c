#include "tests/run.h"

Suite *suite_clock(void);
Suite *suite_df(void);
Suite *suite_echo(void);
Suite *suite_past(void);
Suite *suite_sources(void);
Suite *suite_forms(void);
Suite *suite_near(void);
Suite *suite_near_join(void);
Suite *suite_near_large(void);
Suite *suite_popcount(void);
Suite *suite_recent(void);
Suite *suite_same(void);
Suite *suite_sort(void);
Suite *suite_story(void);
Suite *suite_story_arrays(void);
Suite *suite_story_gates(void);
Suite *suite_story_rows(void);
Suite *suite_story_state(void);
Suite *suite_usual(void);

static tcn_suite_fn *const suites[] = {
	suite_clock,
	suite_df,
	suite_echo,
	suite_past,
	suite_sources,
	suite_forms,
	suite_near,
	suite_near_join,
	suite_near_large,
	suite_popcount,
	suite_recent,
	suite_same,
	suite_sort,
	suite_story,
	suite_story_arrays,
	suite_story_gates,
	suite_story_rows,
	suite_story_state,
	suite_usual,
};

int
main(void)
{
	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
