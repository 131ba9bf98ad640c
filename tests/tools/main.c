#include "tests/run.h"

Suite *suite_bench(void);
Suite *suite_ahead(void);
Suite *suite_api(void);
Suite *suite_assign(void);
Suite *suite_carry(void);
Suite *suite_channel(void);
Suite *suite_conf(void);
Suite *suite_conns(void);
Suite *suite_daemon(void);
Suite *suite_beside(void);
Suite *suite_secrets(void);
Suite *suite_metrics(void);
Suite *suite_deliver(void);
Suite *suite_deliver_kill(void);
Suite *suite_deliveries(void);
Suite *suite_demo(void);
Suite *suite_event(void);
Suite *suite_diff(void);
Suite *suite_feed(void);
Suite *suite_explain(void);
Suite *suite_fingerprint(void);
Suite *suite_http(void);
Suite *suite_ingest(void);
Suite *suite_known(void);
Suite *suite_json_split(void);
Suite *suite_log(void);
Suite *suite_notify(void);
Suite *suite_opt(void);
Suite *suite_pipeline(void);
Suite *suite_out(void);
Suite *suite_outfeed(void);
Suite *suite_poll(void);
Suite *suite_receivers(void);
Suite *suite_replay(void);
Suite *suite_reload(void);
Suite *suite_report(void);
Suite *suite_tls(void);
Suite *suite_report_files(void);
Suite *suite_rules(void);
Suite *suite_rules_test(void);
Suite *suite_safe(void);
Suite *suite_score(void);
Suite *suite_score_files(void);
Suite *suite_settings(void);
Suite *suite_source(void);
Suite *suite_summary(void);
Suite *suite_sweep(void);
Suite *suite_sweep_view(void);
Suite *suite_verb(void);
Suite *suite_when(void);
Suite *suite_input(void);

static tcn_suite_fn *const suites[] = {
	suite_bench,
	suite_ahead,
	suite_api,
	suite_assign,
	suite_carry,
	suite_channel,
	suite_conf,
	suite_conns,
	suite_daemon,
	suite_beside,
	suite_secrets,
	suite_metrics,
	suite_deliver,
	suite_deliver_kill,
	suite_deliveries,
	suite_demo,
	suite_event,
	suite_diff,
	suite_feed,
	suite_explain,
	suite_fingerprint,
	suite_http,
	suite_ingest,
	suite_known,
	suite_json_split,
	suite_log,
	suite_notify,
	suite_opt,
	suite_pipeline,
	suite_out,
	suite_outfeed,
	suite_poll,
	suite_receivers,
	suite_replay,
	suite_reload,
	suite_report,
	suite_tls,
	suite_report_files,
	suite_rules,
	suite_rules_test,
	suite_safe,
	suite_score,
	suite_score_files,
	suite_settings,
	suite_source,
	suite_summary,
	suite_sweep,
	suite_sweep_view,
	suite_verb,
	suite_when,
	suite_input,
};

int
main(void)
{
	return tcn_run_suites(suites, sizeof suites / sizeof *suites);
}
