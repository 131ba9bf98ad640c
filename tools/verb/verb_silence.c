/*
 * tocsin silence: lists, adds and ends silences.
 */

#include "engine/base/err.h"
#include "tools/base/json_out.h"
#include "tools/base/now.h"
#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/conf/conf_value.h"
#include "tools/pipeline/desk.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

struct args {
	struct tcn_session_args session;
	const char *author, *lasts, *until, *reason;
	bool all, json;
};

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
	{ "author", 0, "NAME", "who does this ($USER)", TCN_OPT_TEXT,
	    offsetof(struct args, author) },
	{ "for", 0, "TIME", "add: how long it is active, e.g. 2h or 1d12h",
	    TCN_OPT_TEXT, offsetof(struct args, lasts) },
	{ "until", 0, "TIME", "add: until when it is active", TCN_OPT_TEXT,
	    offsetof(struct args, until) },
	{ "reason", 0, "TEXT", "add: why", TCN_OPT_TEXT,
	    offsetof(struct args, reason) },
	{ "all", 'a', NULL, "list: silences that have ended, too", TCN_OPT_FLAG,
	    offsetof(struct args, all) },
	{ "json", 0, NULL, "print JSON, an object a line", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

#define PAGE_MAX 1000

struct run {
	const struct args *args;
	struct tcn_session session;
	int64_t now_ms;
};

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_str next = { 0 };
	size_t before = 0;
	enum tcn_rc rc;

	(void)argc, (void)argv;
	do {
		char after[24] = "0";

		if (next.n && next.n < sizeof after)
			memcpy(after, next.at, next.n);
		tcn_session_path(session, "/v1/silences");
		tcn_session_param(session, "all",
		    run->args->all ? "true" : "false");
		tcn_session_param(session, "after", after);
		tcn_session_param_uint(session, "limit", PAGE_MAX);
		rc = tcn_session_get(session, NULL);
		if (!rc)
			rc = tcn_session_each(session, "silences",
			    run->args->json, tcn_show_row_silence, NULL);
		next = tcn_session_member(session, "next");
		before = session->out.n;
	} while (!rc && next.n && *next.at >= '0' && *next.at <= '9');
	if (!rc && !before)
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
		return tcn_err_set(&run->session.err, TCN_INVALID,
		    "say how long it is to hold: --for TIME or --until TIME");
	if (a->until) {
		rc = tcn_when_option("--until", a->until, expires_ms,
		    &run->session.err);
		if (!rc && *expires_ms <= run->now_ms)
			rc = tcn_err_set(&run->session.err, TCN_INVALID,
			    "--until is over already");
		return rc;
	}
	rc = tcn_conf_value_read(&row, tcn_str(a->lasts), &lasts_ms,
	    &run->session.arena, &run->session.err);
	*expires_ms = rc ? 0 : run->now_ms + lasts_ms;
	return rc;
}

/* Shows the silence of the last answer. */
static void
print(struct run *run, const struct tcn_json_value *silence)
{
	struct tcn_session *session = &run->session;

	if (run->args->json)
		tcn_buf_str(&session->out, tcn_buf_view(&session->answer));
	else
		tcn_show_row_silence(NULL, silence, &session->out);
}

/*
 * Says how many of the last events the silence would have covered: a mistyped
 * word covers none, and a common one too many.
 */
static void
say_covered(const struct tcn_json_value *silence)
{
	const struct tcn_json_value covered =
	    tcn_json_member(silence, "covered");
	const struct tcn_json_value of = tcn_json_member(silence, "covered_of");
	const struct tcn_str warning = tcn_json_member(silence, "warning").s;

	if (warning.n)
		tcn_say("warning: %s", warning.at);
	if (!tcn_str_equal(tcn_json_member(silence, "kind").s,
		tcn_str("event")))
		tcn_say("it would have covered %.0f of the last %.0f events",
		    covered.n, of.n);
}

/* Makes the body of a new silence. */
static enum tcn_rc
make_silence(struct run *run, char **argv)
{
	struct tcn_buf *body = &run->session.body;
	struct tcn_str value, reason = { 0 };
	int64_t expires_ms;
	enum tcn_rc rc = find_end(run, &expires_ms);

	if (!rc && tcn_field_word_find(tcn_silence_kinds, tcn_str(argv[0])) < 0)
		rc = tcn_err_set(&run->session.err, TCN_INVALID,
		    "silence add takes event, rule, term or source, not '%s'",
		    argv[0]);
	if (!rc)
		rc = tcn_desk_clean_text("what is to be silenced",
		    tcn_str(argv[1]), TCN_DESK_NAME_CHARS, &run->session.arena,
		    &value, &run->session.err);
	if (!rc && run->args->reason)
		rc = tcn_desk_clean_text("the reason",
		    tcn_str(run->args->reason), TCN_DESK_NOTE_CHARS,
		    &run->session.arena, &reason, &run->session.err);
	if (rc)
		return rc;
	tcn_json_open(body, NULL, '{');
	tcn_json_str(body, "kind", tcn_str(argv[0]));
	tcn_json_str(body, "value", value);
	if (reason.n)
		tcn_json_str(body, "reason", reason);
	tcn_json_seconds(body, "until", expires_ms);
	rc = tcn_session_author(&run->session, run->args->author);
	tcn_json_close(body, '}');
	return rc;
}

static enum tcn_rc
add(struct run *run, int argc, char **argv)
{
	struct tcn_json_value silence;
	enum tcn_rc rc;

	(void)argc;
	tcn_session_path(&run->session, "/v1/silences");
	rc = make_silence(run, argv);
	if (!rc)
		rc = tcn_session_miss(&run->session,
		    tcn_session_post(&run->session, &silence));
	if (rc || run->session.not_found)
		return rc;
	rc = tcn_session_expect(&run->session, &silence, "silence");
	if (rc)
		return rc;
	say_covered(&silence);
	print(run, &silence);
	return TCN_OK;
}

static enum tcn_rc
end(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		uint64_t id;

		rc = tcn_session_number(session, argv[i], "tocsin silence list",
		    &id);
		if (rc)
			break;
		tcn_session_path(session, "/v1/silences/{}/end", argv[i]);
		tcn_json_open(&session->body, NULL, '{');
		rc = tcn_session_author(session, run->args->author);
		tcn_json_close(&session->body, '}');
		if (!rc)
			rc = tcn_session_miss(session,
			    tcn_session_post(session, NULL));
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
	    "a kind and a name: 'silence add term weather'" },
	{ { "end", 1, -1 }, end, true, "the numbers of silences" },
};

static const struct tcn_verb_actions all = TCN_VERB_ACTIONS("silence", actions);

static const struct action *
find_action(const char *name, int argc)
{
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
	rc = tcn_session_open(&run.session, &args->session, NULL,
	    action->writes ? TCN_SESSION_WRITES : TCN_SESSION_READS, "silence");
	if (!rc)
		rc = action->run(&run, argc - 1, argv + 1);
	return tcn_session_close(&run.session, rc);
}

const struct tcn_verb tcn_verb_silence = {
	.name = "silence",
	.summary = "stop messages about some events for a while",
	.usage = "list | add event|rule|term|source NAME --for TIME | end "
		 "NUMBER...; each with --db FILE or --url URL",
	.details =
	    "A silence stops messages about one event, about the events of a "
	    "rule, about events with these words among their terms or in their "
	    "headline, or about events that only silenced sources report (a "
	    "name or a host). Detection goes on, and everything is stored. "
	    "Each has an author and ends by itself.\n\nExit code 1: no such "
	    "event, or no such active silence.",
	.actions = &all,
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_silence,
};
