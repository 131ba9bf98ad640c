/*
 * The verbs of tocsin, in the order `tocsin help` lists them; a heading begins
 * a group.
 */
#include "tools/verb/verb.h"

static const struct tcn_verb_row rows[] = {
	{ "Run and send alerts", &tcn_verb_run },
	{ NULL, &tcn_verb_ingest },
	{ NULL, &tcn_verb_prepare },
	{ NULL, &tcn_verb_feeds },
	{ NULL, &tcn_verb_send_test },
	{ NULL, &tcn_verb_deliveries },
	{ "Work on events", &tcn_verb_event },
	{ NULL, &tcn_verb_silence },
	{ NULL, &tcn_verb_link },
	{ NULL, &tcn_verb_report },
	{ NULL, &tcn_verb_edition },
	{ NULL, &tcn_verb_show },
	{ NULL, &tcn_verb_search },
	{ NULL, &tcn_verb_related },
	{ NULL, &tcn_verb_dups },
	{ NULL, &tcn_verb_collapse },
	{ NULL, &tcn_verb_recommend },
	{ "Rules and settings", &tcn_verb_rules },
	{ NULL, &tcn_verb_config },
	{ NULL, &tcn_verb_check },
	{ "Keep the store safe and small", &tcn_verb_backup },
	{ NULL, &tcn_verb_restore },
	{ NULL, &tcn_verb_upgrade },
	{ NULL, &tcn_verb_vacuum },
	{ "Try settings on a recorded stream", &tcn_verb_demo },
	{ NULL, &tcn_verb_stats },
	{ NULL, &tcn_verb_pairs },
	{ NULL, &tcn_verb_cluster },
	{ NULL, &tcn_verb_replay },
	{ NULL, &tcn_verb_sweep },
	{ NULL, &tcn_verb_diff },
	{ NULL, &tcn_verb_fit },
	{ NULL, &tcn_verb_explain },
	{ NULL, &tcn_verb_score },
	{ "Tools", &tcn_verb_feed },
	{ NULL, &tcn_verb_extract },
	{ NULL, &tcn_verb_fingerprint },
	{ NULL, &tcn_verb_completion },
	{ NULL, &tcn_verb_help },
	{ NULL, &tcn_verb_version },
};

static const char *const of_lab[] = { "bench", "judge", "simulate", NULL };

const struct tcn_verb_program tcn_verb_program = {
	.name = "tocsin",
	.does = "Reads a stream of articles and raises an alert when news "
		"breaks.",
	.more = "'tocsin-lab help' lists bench, judge and simulate, which are "
		"a program of\ntheir own.\n\n",
	.rows = rows,
	.n = sizeof rows / sizeof *rows,
	.of_lab = of_lab,
};
