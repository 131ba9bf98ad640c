/*
 * tocsin event: lists events, and notes what a desk does about them.
 */

#include "engine/base/buf.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/client/store_cmd.h"
#include "tools/daemon/api_json.h"
#include "tools/pipeline/event_filter.h"
#include "tools/pipeline/event_text.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

#define LIMIT_DEFAULT 50

struct args {
	const char *db, *author;
	const char *since, *until, *rule, *term, *state, *owner, *acked, *order,
	    *after;
	struct tcn_opt_count limit;
	bool json;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store that holds the events", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "author", 0, "NAME", "who does this ($USER)", TCN_OPT_TEXT,
	    offsetof(struct args, author) },
	{ "json", 0, NULL, "print JSON, an object a line in a list",
	    TCN_OPT_FLAG, offsetof(struct args, json) },
	{ "since", 0, "TIME", "list: fired at this date or later", TCN_OPT_TEXT,
	    offsetof(struct args, since) },
	{ "until", 0, "TIME", "list: fired before this date", TCN_OPT_TEXT,
	    offsetof(struct args, until) },
	{ "rule", 0, "NAME", "list: of this rule", TCN_OPT_TEXT,
	    offsetof(struct args, rule) },
	{ "term", 0, "WORD", "list: with this among the terms", TCN_OPT_TEXT,
	    offsetof(struct args, term) },
	{ "state", 0, "STATE", "list: open, updated, closed or reopened",
	    TCN_OPT_TEXT, offsetof(struct args, state) },
	{ "owner", 0, "NAME", "list: owned by NAME; '': by nobody",
	    TCN_OPT_TEXT, offsetof(struct args, owner) },
	{ "acknowledged", 0, "BOOL", "list: true or false", TCN_OPT_TEXT,
	    offsetof(struct args, acked) },
	{ "order", 0, "ORDER", "list: newest (the default) or oldest first",
	    TCN_OPT_TEXT, offsetof(struct args, order) },
	{ "limit", 'n', "N", "list: at most N events (50)", TCN_OPT_COUNT,
	    offsetof(struct args, limit) },
	{ "after", 0, "CURSOR", "list: go on where a list ended", TCN_OPT_TEXT,
	    offsetof(struct args, after) },
	{ 0 },
};

/* One run of the verb. */
struct run {
	const struct args *args;
	const struct action *action;
	struct tcn_store_cmd cmd;
	struct tcn_str author;
};

typedef enum tcn_rc action_fn(struct run *run, int argc, char **argv);

struct action {
	struct tcn_verb_action is;
	action_fn *run;
	bool writes;
	enum tcn_store_action_kind kind;
};

/*
 * Finds the event of that id. When there is none, this says so and sets *event
 * to NULL.
 */
static enum tcn_rc
find(struct run *run, const char *id, struct tcn_event **event)
{
	enum tcn_rc rc = tcn_store_cmd_check(&run->cmd,
	    tcn_store_event(run->cmd.store, id, &run->cmd.arena, event));

	if (!rc && !*event)
		tcn_store_cmd_no_event(&run->cmd, id);
	return rc;
}

/* --- list, show, history --- */

static enum tcn_rc
make_filter(struct run *run, struct tcn_store_event_filter *filter)
{
	const struct args *a = run->args;
	const struct {
		const char *name, *value;
	} given[] = {
		{ "order", a->order ? a->order : "newest" },
		{ "since", a->since },
		{ "until", a->until },
		{ "rule", a->rule },
		{ "term", a->term },
		{ "state", a->state },
		{ "owner", a->owner },
		{ "acknowledged", a->acked },
		{ "after", a->after },
	};
	enum tcn_rc rc = TCN_OK;

	tcn_event_filter_init(filter);
	for (size_t i = 0; !rc && i < sizeof given / sizeof *given; i++)
		rc = tcn_event_filter_take(filter, given[i].name,
		    given[i].value, &run->cmd.err);
	return rc;
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	size_t limit =
	    run->args->limit.given ? (size_t)run->args->limit.n : LIMIT_DEFAULT;
	struct tcn_store_event_filter filter;
	struct tcn_store_event_list events;
	enum tcn_rc rc = make_filter(run, &filter);

	(void)argc, (void)argv;
	if (rc)
		return rc;
	rc = tcn_store_find_events(run->cmd.store, &filter,
	    limit ? limit + 1 : 0, &run->cmd.arena, &events);
	for (size_t i = 0; !rc && i < events.n && (!limit || i < limit); i++) {
		const struct tcn_event *event = &events.at[i];

		if (run->args->json) {
			rc = tcn_api_json_event_desk(run->cmd.store, NULL,
			    event, &run->cmd.arena, &run->cmd.line);
			tcn_json_line(&run->cmd.out, &run->cmd.line);
		} else {
			rc = tcn_event_line(run->cmd.store, event,
			    &run->cmd.arena, &run->cmd.out);
		}
	}
	if (!rc && limit && events.n > limit) {
		char cursor[TCN_EVENT_CURSOR_BYTES];

		tcn_event_cursor(&events.at[limit - 1], cursor);
		tcn_say("there are more: --after %s", cursor);
	}
	return tcn_store_cmd_check(&run->cmd, rc);
}

static enum tcn_rc
show(struct run *run, int argc, char **argv)
{
	struct tcn_event *event;
	enum tcn_rc rc = find(run, argv[0], &event);

	(void)argc;
	if (rc || !event)
		return rc;
	rc = run->args->json ? tcn_api_json_event_desk(run->cmd.store, NULL,
				   event, &run->cmd.arena, &run->cmd.out)
			     : tcn_event_text(run->cmd.store, event,
				   &run->cmd.arena, &run->cmd.out);
	if (run->args->json)
		tcn_buf_char(&run->cmd.out, '\n');
	return tcn_store_cmd_check(&run->cmd, rc);
}

static enum tcn_rc
history(struct run *run, int argc, char **argv)
{
	int64_t now_ms = tcn_now_wall_ms();
	struct tcn_prepare *prep;
	struct tcn_event *event;
	enum tcn_rc rc = find(run, argv[0], &event);

	(void)argc;
	if (rc || !event)
		return rc;
	rc = tcn_prepare_new(NULL, &prep, &run->cmd.err);
	if (rc)
		return rc;
	rc = run->args->json ? tcn_api_json_history(run->cmd.store, prep, event,
				   now_ms, &run->cmd.arena, &run->cmd.out)
			     : tcn_event_history(run->cmd.store, prep, event,
				   now_ms, &run->cmd.arena, &run->cmd.out);
	if (run->args->json)
		tcn_buf_char(&run->cmd.out, '\n');
	tcn_prepare_free(prep);
	return tcn_store_cmd_check(&run->cmd, rc);
}

/* --- what a desk does --- */

static void
say_stands(const struct run *run, const char *id)
{
	static const char *const words[TCN_STORE_ACTION_KINDS] = {
		[TCN_STORE_ACTION_ACK] = "acknowledged",
		[TCN_STORE_ACTION_UNACK] = "not acknowledged",
		[TCN_STORE_ACTION_OWN] = "owned so",
		[TCN_STORE_ACTION_CLOSE] = "closed",
		[TCN_STORE_ACTION_REOPEN] = "open",
	};

	tcn_say("%s is %s already", id, words[run->action->kind]);
}

/*
 * Does the present action on one event. value: its text; value.at may be NULL.
 */
static enum tcn_rc
act(struct run *run, const char *id, struct tcn_str value)
{
	struct tcn_store_action action = {
		.at_ms = tcn_now_wall_ms(),
		.author = run->author,
		.kind = run->action->kind,
		.value = value,
	};
	enum tcn_store_act_result came;
	struct tcn_store_tx *tx;
	enum tcn_rc rc;

	if (strlen(id) >= sizeof action.event) {
		tcn_store_cmd_no_event(&run->cmd, id);
		return TCN_OK;
	}
	memcpy(action.event, id, strlen(id));
	rc = tcn_store_begin(run->cmd.store, &tx);
	if (!rc)
		rc = tcn_store_act(tx, &action, &run->cmd.arena, &came);
	rc = tcn_store_cmd_check(&run->cmd, tcn_store_end(run->cmd.store, rc));
	if (rc)
		return rc;
	if (came == TCN_STORE_ACT_NO_EVENT)
		tcn_store_cmd_no_event(&run->cmd, id);
	else if (came == TCN_STORE_ACT_UNCHANGED)
		say_stands(run, id);
	if (came == TCN_STORE_ACT_DONE && run->args->json) {
		rc = tcn_api_json_action(&action, &run->cmd.arena,
		    &run->cmd.line);
		tcn_json_line(&run->cmd.out, &run->cmd.line);
	}
	return rc;
}

static enum tcn_rc
act_each(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++)
		rc = act(run, argv[i], (struct tcn_str){ 0 });
	return rc;
}

static enum tcn_rc
own(struct run *run, int argc, char **argv)
{
	struct tcn_str owner = { 0 };
	enum tcn_rc rc = TCN_OK;

	(void)argc;
	if (argv[1][0])
		rc = tcn_desk_clean_text("the owner", tcn_str(argv[1]),
		    TCN_DESK_NAME_CHARS, &run->cmd.arena, &owner,
		    &run->cmd.err);
	return rc ? rc : act(run, argv[0], owner);
}

/* Notes the words behind the id, joined with a blank between them. */
static enum tcn_rc
note(struct run *run, int argc, char **argv)
{
	struct tcn_buf words = { 0 };
	struct tcn_str text;
	enum tcn_rc rc;

	for (int i = 1; i < argc; i++) {
		tcn_buf_z(&words, i > 1 ? " " : "");
		tcn_buf_z(&words, argv[i]);
	}
	rc = words.failed
	    ? TCN_NOMEM
	    : tcn_desk_clean_text("the note", tcn_buf_view(&words),
		  TCN_DESK_NOTE_CHARS, &run->cmd.arena, &text, &run->cmd.err);
	tcn_buf_fini(&words);
	return rc ? rc : act(run, argv[0], text);
}

/* --- the verb --- */

static const struct action actions[] = {
	{ { "list", 0, 0 }, list, false, 0 },
	{ { "show", 1, 1 }, show, false, 0 },
	{ { "history", 1, 1 }, history, false, 0 },
	{ { "ack", 1, -1 }, act_each, true, TCN_STORE_ACTION_ACK },
	{ { "unack", 1, -1 }, act_each, true, TCN_STORE_ACTION_UNACK },
	{ { "own", 2, 2 }, own, true, TCN_STORE_ACTION_OWN },
	{ { "note", 2, -1 }, note, true, TCN_STORE_ACTION_NOTE },
	{ { "close", 1, -1 }, act_each, true, TCN_STORE_ACTION_CLOSE },
	{ { "reopen", 1, -1 }, act_each, true, TCN_STORE_ACTION_REOPEN },
};

static const struct action *
find_action(const char *name, int argc)
{
	static const struct tcn_verb_actions all =
	    TCN_VERB_ACTIONS("event", actions);
	const struct action *action = tcn_verb_action_find(&all, name);
	int misfit = action ? tcn_verb_action_misfit(&action->is, argc) : 0;

	if (!misfit)
		return action;
	tcn_say("event %s: %s; see 'tocsin event --help'", name,
	    misfit < 0 ? "something is missing behind it"
		       : "too much behind it");
	return NULL;
}

static int
run_event(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	struct run run = { .args = args,
		.action = find_action(argv[0], argc - 1) };
	enum tcn_rc rc;

	if (!run.action)
		return TCN_EXIT_USAGE;
	rc = tcn_store_cmd_open(&run.cmd, args->db,
	    run.action->writes ? "event" : NULL);
	if (!rc && run.action->writes)
		rc = tcn_store_cmd_author(&run.cmd, args->author, &run.author);
	if (!rc)
		rc = run.action->run(&run, argc - 1, argv + 1);
	return tcn_store_cmd_close(&run.cmd, rc);
}

const struct tcn_verb tcn_verb_event = {
	.name = "event",
	.summary = "list events; acknowledge, assign, note and close them",
	.usage = "list|show|history|ack|unack|own|note|close|reopen --db FILE "
		 "[ID]...",
	.details =
	    "list shows events, the newest first; show one, with its evidence; "
	    "history all that happened and was done about it. ack acknowledges "
	    "an event, own ID NAME assigns it (an empty NAME: to nobody), note "
	    "ID TEXT adds a note. close and reopen record the decision of a "
	    "desk: it is shown, and changes no detection.\n\nAll of this works "
	    "beside a running 'tocsin run'. What was done is never "
	    "removed.\n\nExit code 1: an ID that no event has.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_event,
};
