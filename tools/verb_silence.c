/*
 * tocsin silence: what is not to be told for a while.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "engine/mem.h"
#include "tools/api_json.h"
#include "tools/conf_value.h"
#include "tools/event_text.h"
#include "tools/json_out.h"
#include "tools/now.h"
#include "tools/say.h"
#include "tools/verb.h"
#include "tools/when.h"

struct args {
	const char *db, *author, *lasts, *until, *reason;
	bool all, json;
};

static const struct tcn_opt opts[] = {
	{ "db", 0, "FILE", "the store that holds the silences", TCN_OPT_TEXT,
	    offsetof(struct args, db) },
	{ "author", 0, "NAME", "who does this ($USER)", TCN_OPT_TEXT,
	    offsetof(struct args, author) },
	{ "for", 0, "TIME", "add: how long it holds, e.g. 2h or 1d12h",
	    TCN_OPT_TEXT, offsetof(struct args, lasts) },
	{ "until", 0, "TIME", "add: until when it holds", TCN_OPT_TEXT,
	    offsetof(struct args, until) },
	{ "reason", 0, "TEXT", "add: why", TCN_OPT_TEXT,
	    offsetof(struct args, reason) },
	{ "all", 'a', NULL, "list: those that are over, too", TCN_OPT_FLAG,
	    offsetof(struct args, all) },
	{ "json", 0, NULL, "print JSON, an object a line", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_store *store;
	struct tcn_arena arena;
	struct tcn_buf out, line; /* line: an object on its way to out */
	struct tcn_str author;
	int64_t now_ms;
	struct tcn_err err;
	bool missed; /* an id that no silence has */
};

static enum tcn_rc
store_failed(struct run *run, enum tcn_rc rc)
{
	if (rc)
		run->err = *tcn_store_error(run->store);
	return rc;
}

static enum tcn_rc
print(struct run *run, const struct tcn_silence *silence)
{
	enum tcn_rc rc = TCN_OK;

	if (run->args->json) {
		rc = tcn_api_silence(silence, run->now_ms, &run->arena,
		    &run->line);
		tcn_json_line(&run->out, &run->line);
	} else {
		tcn_silence_text(silence, run->now_ms, &run->out);
	}
	return rc;
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	struct tcn_silence_list all;
	enum tcn_rc rc = store_failed(run,
	    tcn_store_silences(run->store,
		run->args->all ? TCN_UNDATED : run->now_ms, 0, 0, &run->arena,
		&all));

	(void)argc, (void)argv;
	for (size_t i = 0; !rc && i < all.n; i++)
		rc = print(run, &all.at[i]);
	if (!rc && !all.n)
		tcn_say(run->args->all ? "no silences yet"
				       : "nothing is silenced now");
	return rc;
}

/* When it is to end: --for or --until, one of the two. */
static enum tcn_rc
find_end(struct run *run, int64_t *expires_ms)
{
	static const struct tcn_conf_row row = { "--for", TCN_CONF_DURATION, 0,
		"", "1s", "400d", NULL, "" };
	const struct args *a = run->args;
	int64_t lasts_ms;
	enum tcn_rc rc;

	if (!a->lasts == !a->until)
		return tcn_err_set(&run->err, TCN_INVALID,
		    "say how long it is to hold: --for TIME or --until TIME");
	if (a->until) {
		rc =
		    tcn_when_option("--until", a->until, expires_ms, &run->err);
		if (!rc && *expires_ms <= run->now_ms)
			rc = tcn_err_set(&run->err, TCN_INVALID,
			    "--until is over already");
		return rc;
	}
	rc = tcn_conf_value_read(&row, tcn_str(a->lasts), &lasts_ms,
	    &run->arena, &run->err);
	*expires_ms = rc ? 0 : run->now_ms + lasts_ms;
	return rc;
}

/* An event that is silenced must be there: an id is easily mistyped. */
static enum tcn_rc
check_event(struct run *run, const char *id)
{
	struct tcn_event *event;
	struct tcn_str nearest = { 0 };
	enum tcn_rc rc = store_failed(run,
	    tcn_store_event(run->store, id, &run->arena, &event));

	if (rc || event)
		return rc;
	rc = store_failed(run,
	    tcn_desk_nearest(run->store, id, &run->arena, &nearest));
	run->missed = true;
	tcn_say("no event has the id '%s'%s%.*s%s", id,
	    nearest.n ? ": did you mean '" : "", TCN_STR_ARG(nearest),
	    nearest.n ? "'?" : "");
	return rc;
}

/* A word mistyped silences nothing, or a wide one too much: say which. */
static enum tcn_rc
say_covered(struct run *run, const struct tcn_silence *silence)
{
	struct tcn_prepare *prep;
	size_t looked, covered;
	enum tcn_rc rc = tcn_prepare_new(NULL, &prep, &run->err);

	if (rc)
		return rc;
	rc = store_failed(run,
	    tcn_desk_covers(run->store, prep, silence, &run->arena, &looked,
		&covered));
	tcn_prepare_free(prep);
	if (!rc && silence->kind != TCN_SILENCE_EVENT)
		tcn_say("it would have covered %zu of the last %zu events",
		    covered, looked);
	return rc;
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
	if (!rc && !tcn_silence_kind(tcn_str(argv[0]), &silence.kind))
		rc = tcn_err_set(&run->err, TCN_INVALID,
		    "silence add takes event, rule, term or source, not '%s'",
		    argv[0]);
	if (!rc)
		rc = tcn_desk_text("what is to be silenced", tcn_str(argv[1]),
		    TCN_DESK_NAME_CHARS, &run->arena, &silence.value,
		    &run->err);
	if (!rc && run->args->reason)
		rc = tcn_desk_text("the reason", tcn_str(run->args->reason),
		    TCN_DESK_NOTE_CHARS, &run->arena, &silence.reason,
		    &run->err);
	if (!rc && silence.kind == TCN_SILENCE_EVENT)
		rc = check_event(run, argv[1]);
	if (rc || run->missed)
		return rc;
	rc = store_failed(run, tcn_desk_silence(run->store, &silence));
	if (!rc)
		rc = say_covered(run, &silence);
	return rc ? rc : print(run, &silence);
}

static enum tcn_rc
end(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		char *rest;
		uint64_t id = strtoull(argv[i], &rest, 10);
		bool found = false;

		if (*rest || rest == argv[i])
			return tcn_err_set(&run->err, TCN_INVALID,
			    "%s: a silence is named by its number; 'tocsin "
			    "silence list' shows it",
			    argv[i]);
		rc = store_failed(run,
		    tcn_desk_end_silence(run->store, id, run->now_ms,
			run->author, &found));
		if (!rc && !found) {
			tcn_say("no silence %s holds now", argv[i]);
			run->missed = true;
		}
	}
	return rc;
}

static const struct action {
	const char *name;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	int least, most; /* arguments; most < 0: any number */
	bool writes;
} actions[] = {
	{ "list", list, 0, 0, false },
	{ "add", add, 2, 2, true },
	{ "end", end, 1, -1, true },
};

static const struct action *
find_action(const char *name, int argc)
{
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
		const struct action *a = &actions[i];

		if (strcmp(a->name, name) != 0)
			continue;
		if (argc >= a->least && (a->most < 0 || argc <= a->most))
			return a;
		tcn_say("silence %s takes %s", name,
		    a->least == 2       ? "what it is about and its name: "
					  "'silence add term weather'"
			: a->least == 1 ? "the numbers of silences"
					: "no arguments");
		return NULL;
	}
	tcn_say("silence: no action '%s': list, add and end are", name);
	return NULL;
}

static enum tcn_rc
begin(struct run *run, bool writes)
{
	const char *user = getenv("USER");
	const char *name = run->args->author ? run->args->author : user;
	enum tcn_rc rc = TCN_OK;

	if (writes)
		rc = tcn_desk_text("the author (--author NAME)",
		    tcn_str(name ? name : ""), TCN_DESK_NAME_CHARS, &run->arena,
		    &run->author, &run->err);
	return rc ? rc
		  : tcn_store_open(run->args->db,
			writes ? TCN_STORE_EXISTING : TCN_STORE_READ_ONLY,
			&run->store, &run->err);
}

static int
run_silence(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct action *action = find_action(argv[0], argc - 1);
	struct run run = { .args = args, .now_ms = tcn_now_wall_ms() };
	enum tcn_rc rc;
	int code;

	if (!action)
		return TCN_EXIT_USAGE;
	if (!args->db) {
		tcn_say("which store? Name it with --db FILE");
		return TCN_EXIT_USAGE;
	}
	tcn_arena_init(&run.arena, 0);
	rc = begin(&run, action->writes);
	if (!rc)
		rc = action->run(&run, argc - 1, argv + 1);
	if (rc == TCN_NOMEM)
		tcn_err_set(&run.err, rc, "out of memory");
	code = rc ? tcn_say_rc(rc, &run.err) : tcn_say_out(&run.out);
	tcn_store_close(run.store);
	tcn_buf_fini(&run.out);
	tcn_buf_fini(&run.line);
	tcn_arena_fini(&run.arena);
	return code || !run.missed ? code : TCN_EXIT_NO;
}

const struct tcn_verb tcn_verb_silence = {
	.name = "silence",
	.summary = "say what is not to be told for a while",
	.usage = "list --db FILE | add event|rule|term|source NAME --for TIME "
		 "--db FILE | end NUMBER... --db FILE",
	.details =
	    "A silence stops messages about an event, about what a rule "
	    "finds, about events with these words among their terms or in "
	    "their headline, or about events that only silenced sources "
	    "tell (a name or a host). Detection goes on, and everything is "
	    "stored. Each has an author and ends by itself.\n\nExit code 1: "
	    "no such event, or no such silence that holds.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_silence,
};
