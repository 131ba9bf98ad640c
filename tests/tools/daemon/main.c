#include "tests/base/run.h"

Suite *suite_api(void);
Suite *suite_beside(void);
Suite *suite_conns(void);
Suite *suite_daemon(void);
Suite *suite_deliver_kill(void);
Suite *suite_http(void);
Suite *suite_ingest(void);
Suite *suite_metrics(void);
Suite *suite_outfeed(void);
Suite *suite_reload(void);
Suite *suite_secrets(void);
Suite *suite_tls(void);

int
main(void)
{
	static tcn_suite_fn *const suites[] = {
		suite_api,
		suite_beside,
		suite_conns,
		suite_daemon,
		suite_deliver_kill,
		suite_http,
		suite_ingest,
		suite_metrics,
		suite_outfeed,
		suite_reload,
		suite_secrets,
		suite_tls,
	};

	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
