#include "tests/run.h"

Suite *suite_arena(void);
Suite *suite_ascii(void);
Suite *suite_calendar(void);
Suite *suite_hint(void);
Suite *suite_lang(void);
Suite *suite_map(void);
Suite *suite_prepare(void);
Suite *suite_real(void);
Suite *suite_str(void);
Suite *suite_fprint(void);
Suite *suite_text(void);
Suite *suite_token(void);
Suite *suite_utf8(void);
Suite *suite_yaml(void);
Suite *suite_date(void);
Suite *suite_url(void);
Suite *suite_json(void);
Suite *suite_json_flat(void);
Suite *suite_json_ninjs(void);
Suite *suite_article(void);

static tcn_suite_fn *const suites[] = {
	suite_arena,
	suite_ascii,
	suite_calendar,
	suite_hint,
	suite_lang,
	suite_map,
	suite_prepare,
	suite_real,
	suite_str,
	suite_fprint,
	suite_text,
	suite_token,
	suite_utf8,
	suite_yaml,
	suite_date,
	suite_url,
	suite_json,
	suite_json_flat,
	suite_json_ninjs,
	suite_article,
};

int
main(void)
{
	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
