/*
 * The verbs of tocsin-lab: what measures and plans, and what a newsroom can do
 * without.
 */
#include "tools/verb/verb.h"

static const struct tcn_verb_row rows[] = {
	{ "Measure and plan", &tcn_verb_bench },
	{ NULL, &tcn_verb_judge },
	{ NULL, &tcn_verb_simulate },
	{ NULL, &tcn_verb_help },
	{ NULL, &tcn_verb_version },
};

const struct tcn_verb_program tcn_verb_program = {
	.name = "tocsin-lab",
	.does = "Measures tocsin: its speed, the quality of its reports, and "
		"what a plan\nneeds.",
	.more = "",
	.rows = rows,
	.n = sizeof rows / sizeof *rows,
};
