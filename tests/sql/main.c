#include "tests/base/run.h"

Suite *suite_check(void);
Suite *suite_desk(void);
Suite *suite_fault(void);
Suite *suite_hostile(void);
Suite *suite_kill(void);
Suite *suite_migrate(void);
Suite *suite_outbox(void);
Suite *suite_read(void);
Suite *suite_settle(void);
Suite *suite_state(void);
Suite *suite_store(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_check,
		suite_desk,
		suite_fault,
		suite_hostile,
		suite_kill,
		suite_migrate,
		suite_outbox,
		suite_read,
		suite_settle,
		suite_state,
		suite_store,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
