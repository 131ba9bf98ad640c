/*
 * tools/verb/verb_action.h - verbs whose first argument is an action:
 * `tocsin event ack ID`, `tocsin feeds list`.
 *
 * Each such verb has a table of its actions. A row is a struct of the verb's
 * own, whose first member is a struct tcn_verb_action: so that the function in
 * it takes the verb's own types, and the compiler checks them.
 */
#ifndef TCN_TOOLS_VERB_VERB_ACTION_H
#define TCN_TOOLS_VERB_VERB_ACTION_H

#include <stddef.h>

struct tcn_verb_action {
	const char *name;
	int args_min, args_max; /* arguments behind it; max < 0: any number */
};

struct tcn_verb_actions {
	const char *verb;
	const struct tcn_verb_action *first; /* that of the first row */
	size_t n, row_bytes;
};

/*
 * Makes the struct tcn_verb_actions of an array of rows; their first member is
 * called `is`.
 */
#define TCN_VERB_ACTIONS(verb, rows)                                           \
	{                                                                      \
		(verb), &(rows)[0].is, sizeof(rows) / sizeof *(rows),          \
		    sizeof *(rows)                                             \
	}

/*
 * Returns the row of that name, or NULL after saying what was asked for and
 * which actions there are. Names are compared one by one.
 */
const void *tcn_verb_action_find(const struct tcn_verb_actions *actions,
    const char *name);

/* The name of action i, from 0; NULL behind the last. */
const char *tcn_verb_action_name(const struct tcn_verb_actions *actions,
    size_t i);

/*
 * Returns -1 when n arguments are too few for the action, 1 when they are too
 * many, else 0.
 */
int tcn_verb_action_misfit(const struct tcn_verb_action *action, int n);

#endif
