/*
 * tocsin silence: lists, adds and ends silences.
 */

#include "engine/base/err.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/client/store_cmd.h"
#include "tools/conf/conf_value.h"
#include "tools/daemon/api_json.h"
#include "tools/pipeline/silence_text.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

struct args {
	const char *db, *author, *lasts, *until, *reason;
	bool all, json;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store that holds the silences", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "author", 0, "NAME", "who does this ($USER)", TCN_OPT_TEXT,
	    offsetof(struct args, author) },
	{ "for", 0, "TIME", "add: how long it is active, e.g. 2h or 1d12h",
	    TCN_OPT_TEXT, offsetof(struct args, lasts) },
	{ "until", 0, "TIME", "add: until when it is active", TCN_OPT_TEXT,
	    offsetof(struct args, until) },
	{ "reason", 0, "TEXT", "add: why", TCN_OPT_TEXT,
	    offsetof(struct args, reason) },
	{ "all", 'a', NULL, "list: those that have ended, too", TCN_OPT_FLAG,
	    offsetof(struct args, all) },
	{ "json", 0, NULL, "print JSON, an object a line", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_store_cmd cmd;
	struct tcn_str author;
	int64_t now_ms;
};

static enum tcn_rc
print(struct run *run, const struct tcn_silence *silence)
{
	enum tcn_rc rc = TCN_OK;

	if (run->args->json) {
		rc = tcn_api_json_silence(silence, run->now_ms, &run->cmd.arena,
		    &run->cmd.line);
		tcn_json_line(&run->cmd.out, &run->cmd.line);
	} else {
		tcn_silence_text(silence, run->now_ms, &run->cmd.out);
	}
	return rc;
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	struct tcn_store_silence_list all;
	enum tcn_rc rc = tcn_store_cmd_check(&run->cmd,
	    tcn_store_silences(run->cmd.store,
		run->args->all ? TCN_UNDATED : run->now_ms, 0, 0,
		&run->cmd.arena, &all));

	(void)argc, (void)argv;
	for (size_t i = 0; !rc && i < all.n; i++)
		rc = print(run, &all.at[i]);
	if (!rc && !all.n)
		tcn_say(run->args->all ? "no silences yet"
				       : "nothing is silenced now");
	return rc;
}

/*
 * Finds when the silence is to end: by --for or --until, exactly one of them.
 */
static enum tcn_rc
find_end(struct run *run, int64_t *expires_ms)
{
	static const struct tcn_conf_row row = { "--for", TCN_CONF_DURATION, 0,
		"", "1s", "400d", NULL, "" };
	const struct args *a = run->args;
	int64_t lasts_ms;
	enum tcn_rc rc;

	if (!a->lasts == !a->until)
		return tcn_err_set(&run->cmd.err, TCN_INVALID,
		    "say how long it is to hold: --for TIME or --until TIME");
	if (a->until) {
		rc = tcn_when_option("--until", a->until, expires_ms,
		    &run->cmd.err);
		if (!rc && *expires_ms <= run->now_ms)
			rc = tcn_err_set(&run->cmd.err, TCN_INVALID,
			    "--until is over already");
		return rc;
	}
	rc = tcn_conf_value_read(&row, tcn_str(a->lasts), &lasts_ms,
	    &run->cmd.arena, &run->cmd.err);
	*expires_ms = rc ? 0 : run->now_ms + lasts_ms;
	return rc;
}

/*
 * Checks that an event to be silenced exists, because an id is easily mistyped.
 */
static enum tcn_rc
check_event(struct run *run, const char *id)
{
	struct tcn_event *event;
	enum tcn_rc rc = tcn_store_cmd_check(&run->cmd,
	    tcn_store_event(run->cmd.store, id, &run->cmd.arena, &event));

	if (!rc && !event)
		tcn_store_cmd_no_event(&run->cmd, id);
	return rc;
}

/*
 * Says how many of the last events the silence would have covered: a mistyped
 * word covers none, and a common one too many.
 */
static enum tcn_rc
say_covered(struct run *run, const struct tcn_silence *silence)
{
	struct tcn_prepare *prep;
	size_t looked, covered;
	enum tcn_rc rc = tcn_prepare_new(NULL, &prep, &run->cmd.err);

	if (rc)
		return rc;
	rc = tcn_store_cmd_check(&run->cmd,
	    tcn_desk_count_covered(run->cmd.store, prep, silence,
		&run->cmd.arena, &looked, &covered));
	tcn_prepare_free(prep);
	if (!rc && silence->kind != TCN_SILENCE_EVENT)
		tcn_say("it would have covered %zu of the last %zu events",
		    covered, looked);
	return rc;
}

static enum tcn_rc
store_silence(struct run *run, struct tcn_silence *silence)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(run->cmd.store, &tx);

	if (!rc)
		rc = tcn_store_put_silence(tx, silence);
	return tcn_store_cmd_check(&run->cmd,
	    tcn_store_end(run->cmd.store, rc));
}

static enum tcn_rc
add(struct run *run, int argc, char **argv)
{
	struct tcn_silence silence = {
		.author = run->author,
		.created_ms = run->now_ms,
		.ended_ms = TCN_UNDATED,
	};
	enum tcn_rc rc = find_end(run, &silence.expires_ms);

	(void)argc;
	if (!rc && !tcn_silence_kind_find(tcn_str(argv[0]), &silence.kind))
		rc = tcn_err_set(&run->cmd.err, TCN_INVALID,
		    "silence add takes event, rule, term or source, not '%s'",
		    argv[0]);
	if (!rc)
		rc = tcn_desk_clean_text("what is to be silenced",
		    tcn_str(argv[1]), TCN_DESK_NAME_CHARS, &run->cmd.arena,
		    &silence.value, &run->cmd.err);
	if (!rc && run->args->reason)
		rc = tcn_desk_clean_text("the reason",
		    tcn_str(run->args->reason), TCN_DESK_NOTE_CHARS,
		    &run->cmd.arena, &silence.reason, &run->cmd.err);
	if (!rc && silence.kind == TCN_SILENCE_EVENT)
		rc = check_event(run, argv[1]);
	if (rc || run->cmd.not_found)
		return rc;
	rc = store_silence(run, &silence);
	if (!rc)
		rc = say_covered(run, &silence);
	return rc ? rc : print(run, &silence);
}

static enum tcn_rc
end_one(struct run *run, uint64_t id, bool *found)
{
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_store_begin(run->cmd.store, &tx);

	if (!rc)
		rc = tcn_store_end_silence(tx, id, run->now_ms, run->author,
		    found);
	return tcn_store_cmd_check(&run->cmd,
	    tcn_store_end(run->cmd.store, rc));
}

static enum tcn_rc
end(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		uint64_t id;
		bool found = false;

		rc = tcn_store_cmd_number(&run->cmd, argv[i],
		    "tocsin silence list", &id);
		if (!rc)
			rc = end_one(run, id, &found);
		if (!rc && !found) {
			tcn_say("no silence %s holds now", argv[i]);
			run->cmd.not_found = true;
		}
	}
	return rc;
}

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	bool writes;
	const char *takes; /* said when its arguments are too few or too many */
} actions[] = {
	{ { "list", 0, 0 }, list, false, "no arguments" },
	{ { "add", 2, 2 }, add, true,
	    "what it is about and its name: 'silence add term weather'" },
	{ { "end", 1, -1 }, end, true, "the numbers of silences" },
};

static const struct action *
find_action(const char *name, int argc)
{
	static const struct tcn_verb_actions all =
	    TCN_VERB_ACTIONS("silence", actions);
	const struct action *action = tcn_verb_action_find(&all, name);

	if (!action || !tcn_verb_action_misfit(&action->is, argc))
		return action;
	tcn_say("silence %s takes %s", name, action->takes);
	return NULL;
}

static int
run_silence(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct action *action = find_action(argv[0], argc - 1);
	struct run run = { .args = args, .now_ms = tcn_now_wall_ms() };
	enum tcn_rc rc;

	if (!action)
		return TCN_EXIT_USAGE;
	rc = tcn_store_cmd_open(&run.cmd, args->db,
	    action->writes ? "silence" : NULL);
	if (!rc && action->writes)
		rc = tcn_store_cmd_author(&run.cmd, args->author, &run.author);
	if (!rc)
		rc = action->run(&run, argc - 1, argv + 1);
	return tcn_store_cmd_close(&run.cmd, rc);
}

const struct tcn_verb tcn_verb_silence = {
	.name = "silence",
	.summary = "stop messages about some events for a while",
	.usage = "list --db FILE | add event|rule|term|source NAME --for TIME "
		 "--db FILE | end NUMBER... --db FILE",
	.details =
	    "A silence stops messages about one event, about the events of a "
	    "rule, about events with these words among their terms or in their "
	    "headline, or about events that only silenced sources report (a "
	    "name or a host). Detection goes on, and everything is stored. "
	    "Each has an author and ends by itself.\n\nExit code 1: no such "
	    "event, or no such active silence.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_silence,
};
