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

/* The struct tcn_verb_actions of an array; is: the rows' first member. */
#define TCN_VERB_ACTIONS(verb, rows)                                           \
	{                                                                      \
		(verb), &(rows)[0].is, sizeof(rows) / sizeof *(rows),          \
		    sizeof *(rows)                                             \
	}

/*
 * The row of that name, or NULL: then what was asked for and what there is has
 * been said. Names are compared one by one.
 */
const void *tcn_verb_action_find(const struct tcn_verb_actions *actions,
    const char *name);

/* Of n arguments: -1 there are too few for it, 1 too many, 0 just enough. */
int tcn_verb_action_misfit(const struct tcn_verb_action *action, int n);

#endif
