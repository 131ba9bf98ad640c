#include "tests/base/run.h"

Suite *suite_carry(void);
Suite *suite_channel(void);
Suite *suite_deliver(void);
Suite *suite_deliveries(void);
Suite *suite_notify(void);
Suite *suite_receivers(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_carry,
		suite_channel,
		suite_deliver,
		suite_deliveries,
		suite_notify,
		suite_receivers,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
