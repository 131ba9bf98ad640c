#include "tools/verb/verb_action.h"

#include <assert.h>
#include <string.h>

#include "engine/base/buf.h"
#include "tools/base/say.h"

static const struct tcn_verb_action *
action_at(const struct tcn_verb_actions *actions, size_t i)
{
	const char *rows = (const char *)actions->first;

	return (const void *)(rows + i * actions->row_bytes);
}

const char *
tcn_verb_action_name(const struct tcn_verb_actions *actions, size_t i)
{
	return i < actions->n ? action_at(actions, i)->name : NULL;
}

/* Says "feeds: no action 'x': list, add and remove are". */
static void
say_unknown(const struct tcn_verb_actions *actions, const char *name)
{
	struct tcn_buf names = { 0 };

	for (size_t i = 0; i < actions->n; i++)
		tcn_buf_printf(&names, "%s%s",
		    i == 0                    ? ""
			: i + 1 == actions->n ? " and "
					      : ", ",
		    action_at(actions, i)->name);
	tcn_say("%s: no action '%s': %s are", actions->verb, name, names.at);
	tcn_buf_fini(&names);
}

const void *
tcn_verb_action_find(const struct tcn_verb_actions *actions, const char *name)
{
	assert(actions->n && actions->row_bytes >= sizeof *actions->first);
	for (size_t i = 0; i < actions->n; i++)
		if (strcmp(action_at(actions, i)->name, name) == 0)
			return action_at(actions, i);
	say_unknown(actions, name);
	return NULL;
}

int
tcn_verb_action_misfit(const struct tcn_verb_action *action, int n)
{
	assert(n >= 0);
	if (n < action->args_min)
		return -1;
	return action->args_max >= 0 && n > action->args_max;
}
