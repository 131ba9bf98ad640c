#include "tests/base/run.h"

Suite *suite_arena(void);
Suite *suite_ascii(void);
Suite *suite_date(void);
Suite *suite_json_flat(void);
Suite *suite_map(void);
Suite *suite_real(void);
Suite *suite_str(void);
Suite *suite_url(void);
Suite *suite_utf8(void);
Suite *suite_yaml(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_arena,
		suite_ascii,
		suite_date,
		suite_json_flat,
		suite_map,
		suite_real,
		suite_str,
		suite_url,
		suite_utf8,
		suite_yaml,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
