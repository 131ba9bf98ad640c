/*
 * tocsin deliveries: what was told to whom, what was not, and again.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tools/deliveries.h"
#include "tools/json_out.h"
#include "tools/now.h"
#include "tools/say.h"
#include "tools/verb.h"

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
	struct tcn_store *store;
	struct tcn_arena arena;
	struct tcn_message_filter filter;
	struct tcn_buf out;
	struct tcn_err err;
};

static enum tcn_rc
store_failed(struct run *run, enum tcn_rc rc)
{
	if (rc && rc != TCN_NOMEM)
		run->err = *tcn_store_error(run->store);
	return rc;
}

static enum tcn_rc
print(struct run *run, const struct tcn_message *m, bool whole)
{
	struct tcn_buf line = { 0 };
	enum tcn_rc rc;

	if (!run->args->json)
		return tcn_delivery_text(run->store, m, whole, &run->arena,
		    &run->out);
	rc = tcn_delivery_json(run->store, m, whole, &run->arena, &line);
	if (!rc)
		tcn_json_line(&run->out, &line);
	tcn_buf_fini(&line);
	return rc;
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	struct tcn_message_list all;
	enum tcn_rc rc = store_failed(run,
	    tcn_store_messages(run->store, &run->filter, &run->arena, &all));

	(void)argc, (void)argv;
	for (size_t i = 0; !rc && i < all.n; i++)
		rc = store_failed(run, print(run, &all.at[i], false));
	return rc;
}

static enum tcn_rc
take_id(struct run *run, const char *text, uint64_t *id)
{
	char *end;

	errno = 0;
	*id = strtoull(text, &end, 10);
	if (errno || *end || end == text || *text == '-')
		return tcn_err_set(&run->err, TCN_INVALID,
		    "'%s' is no number of a message; 'tocsin deliveries list' "
		    "shows them",
		    text);
	return TCN_OK;
}

static enum tcn_rc
no_such(struct run *run, const char *text)
{
	return tcn_err_set(&run->err, TCN_INVALID,
	    "there is no message %s that this can be done to", text);
}

static enum tcn_rc
show(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		struct tcn_message *m;
		uint64_t id;

		rc = take_id(run, argv[i], &id);
		if (!rc)
			rc = store_failed(run,
			    tcn_store_message(run->store, id, &run->arena, &m));
		if (!rc && !m)
			return no_such(run, argv[i]);
		if (!rc)
			rc = store_failed(run, print(run, m, true));
	}
	return rc;
}

typedef enum tcn_rc change_fn(struct tcn_store *st, uint64_t id, int64_t now_ms,
    struct tcn_str why, bool *found);

/* Those named, or all that the options choose. */
static enum tcn_rc
change_all(struct run *run, int argc, char **argv, change_fn *fn,
    const char *why)
{
	int64_t now_ms = tcn_now_wall_ms();
	struct tcn_message_list all = { 0 };
	size_t changed = 0;
	bool found;
	enum tcn_rc rc = store_failed(run, tcn_store_begin(run->store));

	if (!rc && argc == 0)
		rc = store_failed(run,
		    tcn_store_messages(run->store, &run->filter, &run->arena,
			&all));
	for (size_t i = all.n; !rc && i-- > 0;) {
		rc = store_failed(run,
		    fn(run->store, all.at[i].id, now_ms, tcn_str(why), &found));
		changed += !rc && found;
	}
	for (int i = 0; !rc && i < argc; i++) {
		uint64_t id;

		rc = take_id(run, argv[i], &id);
		if (!rc)
			rc = store_failed(run,
			    fn(run->store, id, now_ms, tcn_str(why), &found));
		if (!rc && !found)
			rc = no_such(run, argv[i]);
		changed += !rc;
	}
	if (rc)
		return rc;
	rc = store_failed(run, tcn_store_commit(run->store));
	if (!rc)
		tcn_say("%zu messages", changed);
	return rc;
}

static enum tcn_rc
resend(struct run *run, int argc, char **argv)
{
	return change_all(run, argc, argv, tcn_store_resend_message,
	    "sent again by hand");
}

static enum tcn_rc
drop(struct run *run, int argc, char **argv)
{
	return change_all(run, argc, argv, tcn_store_drop_message,
	    "dropped by hand");
}

static const struct action {
	const char *name;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	bool takes_ids;
	bool chooses; /* by options, when no number is given */
} actions[] = {
	{ "list", list, false, true },
	{ "show", show, true, false },
	{ "resend", resend, true, true },
	{ "drop", drop, true, true },
};

static const struct action *
find_action(const char *name)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
		if (strcmp(actions[i].name, name) == 0)
			return &actions[i];
	tcn_say("deliveries: no action '%s': list, show, resend and drop are",
	    name);
	return NULL;
}

/* What the options choose; a change of everything must be asked for. */
static bool
choose(const struct args *args, const struct action *action, bool ids,
    struct tcn_message_filter *filter)
{
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
	if (ids != action->takes_ids && !action->chooses) {
		tcn_say("deliveries: show needs the number of a message");
		return false;
	}
	if (ids && !action->takes_ids) {
		tcn_say("deliveries: list takes no numbers; show does");
		return false;
	}
	if (!ids && action->takes_ids && !filter->states) {
		tcn_say("deliveries: %s needs numbers, or --state to say which",
		    action->name);
		return false;
	}
	return true;
}

static int
run_deliveries(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct action *action = find_action(argv[0]);
	struct run run = { .args = args };
	enum tcn_rc rc;
	int code;

	if (!action)
		return TCN_EXIT_USAGE;
	if (!args->db) {
		tcn_say("deliveries: --db FILE must say which store");
		return TCN_EXIT_USAGE;
	}
	if (!choose(args, action, argc > 1, &run.filter))
		return TCN_EXIT_USAGE;
	tcn_arena_init(&run.arena, 0);
	rc = tcn_store_open(args->db, TCN_STORE_EXISTING, &run.store, &run.err);
	if (!rc)
		rc = action->run(&run, argc - 1, argv + 1);
	if (rc == TCN_NOMEM)
		tcn_err_set(&run.err, rc, "out of memory");
	code = rc ? tcn_say_rc(rc, &run.err) : tcn_say_out(&run.out);
	tcn_store_close(run.store);
	tcn_buf_fini(&run.out);
	tcn_arena_fini(&run.arena);
	return code;
}

const struct tcn_verb tcn_verb_deliveries = {
	.name = "deliveries",
	.summary = "list what was told to whom, send it again, drop it",
	.usage = "list|show|resend|drop [NUMBER]... --db FILE [OPTION]...",
	.details =
	    "list shows the newest first. show prints a message with each try "
	    "to send it. resend sends messages again, with the same key, and "
	    "drop takes back those that have not been sent: by number, or all "
	    "that --state, --receiver and --event choose. A daemon that runs "
	    "on the store sees to it within seconds.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_deliveries,
};
