/*
 * tocsin deliveries: lists messages, sends them again and drops them.
 */
#include "engine/base/err.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/client/store_cmd.h"
#include "tools/deliver/delivery.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

#define LIST_DEFAULT 50

struct args {
	const char *db, *event, *receiver;
	struct tcn_opt_list states;
	struct tcn_opt_count limit;
	bool json;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "state", 's', "STATE",
	    "those that are pending, held, sent, dead, superseded or dropped; "
	    "may be given often",
	    TCN_OPT_LIST, offsetof(struct args, states) },
	{ "receiver", 'r', "NAME", "those for one receiver", TCN_OPT_TEXT,
	    offsetof(struct args, receiver) },
	{ "event", 'e', "ID", "those about one event", TCN_OPT_TEXT,
	    offsetof(struct args, event) },
	{ "limit", 'n', "N", "list: so many at most (50; 0 for all)",
	    TCN_OPT_COUNT, offsetof(struct args, limit) },
	{ "json", 0, NULL, "list, show: an object a line", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_store_cmd cmd;
	struct tcn_outbox_filter filter;
};

static enum tcn_rc
print(struct run *run, const struct tcn_outbox_message *m, bool whole)
{
	struct tcn_store_cmd *cmd = &run->cmd;
	enum tcn_rc rc;

	if (!run->args->json)
		return tcn_delivery_text(cmd->store, m, whole, &cmd->arena,
		    &cmd->out);
	rc = tcn_delivery_json(cmd->store, m, whole, &cmd->arena, &cmd->line);
	tcn_json_line(&cmd->out, &cmd->line);
	return rc;
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	struct tcn_outbox_list all;
	enum tcn_rc rc = tcn_store_cmd_check(&run->cmd,
	    tcn_outbox_find(run->cmd.store, &run->filter, &run->cmd.arena,
		&all));

	(void)argc, (void)argv;
	if (!rc && !all.n)
		tcn_say("no messages");
	for (size_t i = 0; !rc && i < all.n; i++)
		rc = tcn_store_cmd_check(&run->cmd,
		    print(run, &all.at[i], false));
	return rc;
}

#define MEND "tocsin deliveries list"

static enum tcn_rc
set_not_found(struct run *run, const char *text)
{
	run->cmd.not_found = true;
	return tcn_err_set(&run->cmd.err, TCN_INVALID,
	    "there is no message %s that this can be done to", text);
}

static enum tcn_rc
show(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		struct tcn_outbox_message *m;
		uint64_t id;

		rc = tcn_store_cmd_number(&run->cmd, argv[i], MEND, &id);
		if (!rc)
			rc = tcn_store_cmd_check(&run->cmd,
			    tcn_outbox_get(run->cmd.store, id, &run->cmd.arena,
				&m));
		if (!rc && !m)
			return set_not_found(run, argv[i]);
		if (!rc)
			rc =
			    tcn_store_cmd_check(&run->cmd, print(run, m, true));
	}
	return rc;
}

typedef enum tcn_rc change_fn(struct tcn_store_tx *tx, uint64_t id,
    int64_t now_ms, struct tcn_str why, bool *found);

/* Changes the messages that are named, or all that the options choose. */
static enum tcn_rc
change_all(struct run *run, int argc, char **argv, change_fn *fn,
    const char *why)
{
	int64_t now_ms = tcn_now_wall_ms();
	struct tcn_outbox_list all = { 0 };
	size_t changed = 0;
	bool found;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_cmd_check(&run->cmd,
	    tcn_store_begin(run->cmd.store, &tx));

	if (!rc && argc == 0)
		rc = tcn_store_cmd_check(&run->cmd,
		    tcn_outbox_find(run->cmd.store, &run->filter,
			&run->cmd.arena, &all));
	for (size_t i = all.n; !rc && i-- > 0;) {
		rc = tcn_store_cmd_check(&run->cmd,
		    fn(tx, all.at[i].id, now_ms, tcn_str(why), &found));
		changed += !rc && found;
	}
	for (int i = 0; !rc && i < argc; i++) {
		uint64_t id;

		rc = tcn_store_cmd_number(&run->cmd, argv[i], MEND, &id);
		if (!rc)
			rc = tcn_store_cmd_check(&run->cmd,
			    fn(tx, id, now_ms, tcn_str(why), &found));
		if (!rc && !found)
			rc = set_not_found(run, argv[i]);
		changed += !rc;
	}
	if (rc)
		return rc;
	rc = tcn_store_cmd_check(&run->cmd, tcn_store_commit(run->cmd.store));
	if (!rc)
		tcn_say("%zu messages", changed);
	return rc;
}

static enum tcn_rc
resend(struct run *run, int argc, char **argv)
{
	return change_all(run, argc, argv, tcn_outbox_resend,
	    "sent again by hand");
}

static enum tcn_rc
drop(struct run *run, int argc, char **argv)
{
	return change_all(run, argc, argv, tcn_outbox_drop, "dropped by hand");
}

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	bool writes;
} actions[] = {
	{ { "list", 0, 0 }, list, false },
	{ { "show", 1, -1 }, show, false },
	{ { "resend", 0, -1 }, resend, true },
	{ { "drop", 0, -1 }, drop, true },
};

/*
 * Makes the filter of what the options choose. A change of everything must be
 * asked for.
 */
static bool
choose(const struct args *args, const struct action *action, int ids,
    struct tcn_outbox_filter *filter)
{
	int misfit = tcn_verb_action_misfit(&action->is, ids);

	filter->event = tcn_str(args->event ? args->event : "");
	filter->receiver = tcn_str(args->receiver ? args->receiver : "");
	for (size_t i = 0; i < args->states.n; i++) {
		unsigned bit = tcn_delivery_state(args->states.at[i]);

		if (!bit)
			tcn_say("deliveries: no state '%s': pending, held, "
				"sent, dead, superseded and dropped are",
			    args->states.at[i]);
		if (!bit)
			return false;
		filter->states |= bit;
	}
	if (action->run == list)
		filter->limit =
		    args->limit.given ? args->limit.n : LIST_DEFAULT;
	if (misfit) {
		tcn_say(misfit < 0
			? "deliveries: show needs the number of a message"
			: "deliveries: list takes no numbers; show does");
		return false;
	}
	if (!ids && action->writes && !filter->states) {
		tcn_say("deliveries: %s needs numbers, or --state to say which",
		    action->is.name);
		return false;
	}
	return true;
}

static int
run_deliveries(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	static const struct tcn_verb_actions all =
	    TCN_VERB_ACTIONS("deliveries", actions);
	const struct action *action = tcn_verb_action_find(&all, argv[0]);
	struct run run = { .args = args };
	enum tcn_rc rc;

	if (!action || !choose(args, action, argc - 1, &run.filter))
		return TCN_EXIT_USAGE;
	rc = tcn_store_cmd_open(&run.cmd, args->db,
	    action->writes ? "deliveries" : NULL);
	if (!rc)
		rc = action->run(&run, argc - 1, argv + 1);
	return tcn_store_cmd_close(&run.cmd, rc);
}

const struct tcn_verb tcn_verb_deliveries = {
	.name = "deliveries",
	.summary =
	    "list messages and what became of them; send again or drop them",
	.usage = "list|show|resend|drop [NUMBER]... --db FILE [OPTION]...",
	.details = "list shows the newest first. show prints a message with "
		   "each attempt to send it. resend sends messages again, with "
		   "the same key, and drop discards those that have not been "
		   "sent: by number, or all that --state, --receiver and "
		   "--event choose. A daemon that runs on the store does it "
		   "within seconds.\n\nExit code 1: no such message.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_deliveries,
};
