/*
 * The verbs of tocsin, in the order `tocsin help` lists them.
 */
#include "tools/verb/verb.h"

static const struct tcn_verb_row rows[] = {
	{ "Watch", &tcn_verb_run },
	{ NULL, &tcn_verb_event },
	{ NULL, &tcn_verb_silence },
	{ NULL, &tcn_verb_explain },
	{ "Look back", &tcn_verb_report },
	{ NULL, &tcn_verb_edition },
	{ NULL, &tcn_verb_search },
	{ NULL, &tcn_verb_similar },
	{ "Try", &tcn_verb_demo },
	{ NULL, &tcn_verb_replay },
	{ NULL, &tcn_verb_rules },
	{ NULL, &tcn_verb_tune },
	{ "Set up", &tcn_verb_config },
	{ NULL, &tcn_verb_check },
	{ NULL, &tcn_verb_feeds },
	{ NULL, &tcn_verb_ingest },
};

static const struct tcn_verb *const more[] = {
	&tcn_verb_backup,
	&tcn_verb_completion,
	&tcn_verb_deliveries,
	&tcn_verb_fingerprint,
	&tcn_verb_help,
	&tcn_verb_prepare,
	&tcn_verb_restore,
	&tcn_verb_send_test,
	&tcn_verb_show,
	&tcn_verb_stats,
	&tcn_verb_upgrade,
	&tcn_verb_vacuum,
	&tcn_verb_version,

	/* Verbs of groups. */
	&tcn_verb_link,
	&tcn_verb_dups,
	&tcn_verb_related,
	&tcn_verb_recommend,
	&tcn_verb_collapse,
	&tcn_verb_pairs,
	&tcn_verb_cluster,
	&tcn_verb_sweep,
	&tcn_verb_diff,
	&tcn_verb_score,
	&tcn_verb_fit,
	&tcn_verb_feed,
	&tcn_verb_extract,
	NULL,
};

/* --- groups that only lead to their verbs --- */

const struct tcn_verb tcn_verb_similar = {
	.name = "similar",
	.summary = "find articles that are alike: copies, stories, rewrites",
	.usage = "dups|related|recommend|collapse|pairs|cluster [OPTION]... "
		 "[ARGUMENT]...",
	.details = "'tocsin similar VERB --help' explains one.",
	.args_min = 1,
	.args_max = -1,
};

const struct tcn_verb tcn_verb_tune = {
	.name = "tune",
	.summary = "find better settings, and show what they change",
	.usage = "sweep|diff|score|fit [OPTION]... [ARGUMENT]...",
	.details = "'tocsin tune VERB --help' explains one.",
	.args_min = 1,
	.args_max = -1,
};

static const char *const of_lab[] = { "bench", "judge", "simulate", NULL };

const struct tcn_verb_program tcn_verb_program = {
	.name = "tocsin",
	.does = "Reads a stream of articles and raises an alert when news "
		"breaks.",
	.lab = " Measuring and planning is in tocsin-lab.",
	.rows = rows,
	.n = sizeof rows / sizeof *rows,
	.more = more,
	.of_lab = of_lab,
};
