/*
 * The verbs of tocsin-lab: what measures and plans, and what a newsroom can do
 * without.
 */
#include "tools/verb/verb.h"

static const struct tcn_verb_row rows[] = {
	{ "Measure", &tcn_verb_bench },
	{ NULL, &tcn_verb_judge },
	{ "Plan", &tcn_verb_simulate },
};

static const struct tcn_verb *const more[] = { &tcn_verb_help,
	&tcn_verb_version, NULL };

const struct tcn_verb_program tcn_verb_program = {
	.name = "tocsin-lab",
	.does = "Measures tocsin: its speed, the quality of its reports, and "
		"the workers\nthat a stream needs.",
	.lab = "",
	.rows = rows,
	.n = sizeof rows / sizeof *rows,
	.more = more,
};
