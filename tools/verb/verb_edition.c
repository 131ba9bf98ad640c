/*
 * tocsin edition: special reports on a schedule, by the routes of a store or of
 * a daemon. What needs neither is in verb_edition_past.c.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "engine/base/date.h"
#include "tools/base/browser.h"
#include "tools/base/out.h"
#include "tools/base/plural.h"
#include "tools/base/say.h"
#include "tools/tell/edition/edition_pdf.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"
#include "tools/verb/verb_edition_impl.h"

#define LIST_MAX 1000

static const struct tcn_opt opts[] = {
	TCN_CONF_OPTS(struct tcn_verb_edition_args, conf),
	TCN_SESSION_OPTS(struct tcn_verb_edition_args, session),
	{ "file", 0, "FILE",
	    "the file of editions; default: the setting report.editions",
	    TCN_OPT_TEXT, offsetof(struct tcn_verb_edition_args, file) },
	{ "format", 'f', "FORMAT",
	    "show, make, try: print it as html, md, json, text or ninjs",
	    TCN_OPT_TEXT, offsetof(struct tcn_verb_edition_args, format) },
	{ "pdf", 0, "FILE",
	    "show, make: write it as PDF to FILE, with a browser", TCN_OPT_TEXT,
	    offsetof(struct tcn_verb_edition_args, pdf) },
	{ "at", 0, "TIME", "make: as of TIME, and store nothing", TCN_OPT_TEXT,
	    offsetof(struct tcn_verb_edition_args, at) },
	{ "compare", 0, NULL,
	    "make --at: compare with the edition stored; exit code 1: differs",
	    TCN_OPT_FLAG, offsetof(struct tcn_verb_edition_args, compare) },
	{ "to", 0, "RECEIVER",
	    "send: to this receiver or desk only, which may be a new one",
	    TCN_OPT_TEXT, offsetof(struct tcn_verb_edition_args, to) },
	{ "since", 0, "TIME", "try: only editions due at TIME or later",
	    TCN_OPT_TEXT, offsetof(struct tcn_verb_edition_args, since) },
	{ "until", 0, "TIME", "try: only editions due before TIME",
	    TCN_OPT_TEXT, offsetof(struct tcn_verb_edition_args, until) },
	{ "json", 0, NULL,
	    "list: print JSON, an object a line; try: one object", TCN_OPT_FLAG,
	    offsetof(struct tcn_verb_edition_args, json) },
	{ 0 },
};

static enum tcn_rc
read_format(struct tcn_verb_edition_run *run)
{
	const char *text = run->args->format;

	if (text && run->args->pdf)
		return tcn_err_set(&run->session.err, TCN_INVALID,
		    "--pdf and --format: one of them");
	run->format = run->args->pdf ? TCN_EDITION_HTML : TCN_EDITION_MD;
	run->has_format = text != NULL;
	for (unsigned f = 0; text && tcn_edition_format_names[f]; f++) {
		if (strcmp(text, tcn_edition_format_names[f]))
			continue;
		run->format = (enum tcn_edition_format)f;
		return TCN_OK;
	}
	return text
	    ? tcn_err_set(&run->session.err, TCN_INVALID,
		  "--format %s: use html, md, json, text or ninjs", text)
	    : TCN_OK;
}

/* --- actions --- */

static void
list_row(void *ctx, const struct tcn_json_value *row, struct tcn_buf *out)
{
	const struct tcn_str reason = tcn_json_member(row, "reason").s;
	double number = tcn_json_member(row, "number").n;
	char due[TCN_DATE_BYTES];

	(void)ctx;
	tcn_date_format((int64_t)(tcn_json_member(row, "due_at").n * 1000),
	    due);
	tcn_buf_printf(out, "%s  %.*s  %.*s", due,
	    TCN_STR_ARG(tcn_json_member(row, "name").s),
	    TCN_STR_ARG(tcn_json_member(row, "state").s));
	if (number > 0)
		tcn_buf_printf(out, " no. %.0f, %.0f events", number,
		    tcn_json_member(row, "events").n);
	if (reason.n)
		tcn_buf_printf(out, " (%.*s)", TCN_STR_ARG(reason));
	tcn_buf_char(out, '\n');
}

static void
list_next(void *ctx, const struct tcn_json_value *next, struct tcn_buf *out)
{
	const struct tcn_str due = tcn_json_member(next, "due_local").s;

	(void)ctx;
	tcn_buf_printf(out, "next  %.*s  ",
	    TCN_STR_ARG(tcn_json_member(next, "name").s));
	if (due.n)
		tcn_buf_printf(out, "%.*s %.*s\n", TCN_STR_ARG(due),
		    TCN_STR_ARG(tcn_json_member(next, "zone").s));
	else
		tcn_buf_z(out, "when an event closes\n");
}

static enum tcn_rc
list(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	bool json = run->args->json;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/editions");
	tcn_session_param(session, "name", argc ? argv[0] : NULL);
	tcn_session_param_uint(session, "limit", LIST_MAX);
	rc = tcn_session_get(session, NULL);
	if (!rc)
		rc =
		    tcn_session_each(session, "editions", json, list_row, NULL);
	if (!rc && !json)
		rc = tcn_session_each(session, "next", false, list_next, NULL);
	return rc;
}

/* Prints the answer, or writes it as PDF. */
static enum tcn_rc
take_page(struct tcn_verb_edition_run *run)
{
	struct tcn_session *session = &run->session;
	struct tcn_buf pdf = { 0 };
	enum tcn_rc rc = TCN_OK;

	if (!run->args->pdf) {
		tcn_buf_str(&session->out, tcn_buf_view(&session->answer));
		return TCN_OK;
	}
	rc = tcn_edition_pdf(run->conf.report.browser,
	    tcn_buf_view(&session->answer), TCN_BROWSER_MS, &pdf,
	    &session->err);
	if (!rc)
		rc = tcn_out_write(run->args->pdf, tcn_buf_view(&pdf),
		    &session->err);
	tcn_buf_fini(&pdf);
	return rc;
}

/* Prints the edition of a number, or "latest". */
static enum tcn_rc
print(struct tcn_verb_edition_run *run, const char *name, const char *number)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/editions/{}/{}", name, number);
	tcn_session_param(session, "format",
	    tcn_edition_format_names[run->format]);
	rc = tcn_session_miss(session, tcn_session_get(session, NULL));
	return rc || session->not_found ? rc : take_page(run);
}

static enum tcn_rc
show(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	uint64_t number;
	enum tcn_rc rc = argc < 2 ? TCN_OK
				  : tcn_session_number(&run->session, argv[1],
					"tocsin edition list", &number);

	return rc ? rc : print(run, argv[0], argc < 2 ? "latest" : argv[1]);
}

static bool
is_true(const struct tcn_json_value *object, const char *name)
{
	return tcn_json_member(object, name).n > 0;
}

/* Says whether an edition that was made again is what was stored. */
static enum tcn_rc
say_compared(struct tcn_session *session, const struct tcn_json_value *answer)
{
	double number = tcn_json_member(answer, "number").n;
	enum tcn_rc rc = tcn_session_expect(session, answer, "same");

	if (rc)
		return rc;
	if (!is_true(answer, "stored")) {
		tcn_say("it was not stored in this format");
	} else if (is_true(answer, "same")) {
		tcn_say("edition %.0f, made again, is identical to the stored "
			"one",
		    number);
	} else {
		session->not_found = true;
		tcn_say("edition %.0f, made again, differs from the stored "
			"one%s",
		    number,
		    is_true(answer, "same_method")
			? ": retention, actions of desks or a changed file of "
			  "editions can be the cause"
			: ", which was made with another method");
	}
	return TCN_OK;
}

/* Prints the one of a past time, or how it compares with what was stored. */
static enum tcn_rc
make_at(struct tcn_verb_edition_run *run, const char *name)
{
	struct tcn_session *session = &run->session;
	bool compare = run->args->compare;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/editions/{}/at/{}", name, run->args->at);
	tcn_session_param(session, "format",
	    tcn_edition_format_names[run->format]);
	tcn_session_param(session, "compare", compare ? "true" : NULL);
	rc = tcn_session_miss(session,
	    tcn_session_get(session, compare ? &answer : NULL));
	if (rc || session->not_found)
		return rc;
	if (compare)
		return say_compared(session, &answer);
	return take_page(run);
}

static enum tcn_rc
make(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value made;
	char number[24];
	enum tcn_rc rc;

	(void)argc;
	if (run->args->at)
		return make_at(run, argv[0]);
	tcn_session_path(session, "/v1/editions/{}/make", argv[0]);
	rc = tcn_session_miss(session, tcn_session_post(session, &made));
	if (rc || session->not_found)
		return rc;
	rc = tcn_session_expect(session, &made, "number");
	snprintf(number, sizeof number, "%.0f",
	    tcn_json_member(&made, "number").n);
	return rc ? rc : print(run, argv[0], number);
}

static enum tcn_rc
send_again(struct tcn_verb_edition_run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value sent;
	struct tcn_buf said = { 0 };
	uint64_t number;
	enum tcn_rc rc = tcn_session_number(session, argv[1],
	    "tocsin edition list", &number);

	(void)argc;
	if (rc)
		return rc;
	tcn_session_path(session, "/v1/editions/{}/{}/send", argv[0], argv[1]);
	tcn_session_param(session, "receiver", run->args->to);
	rc = tcn_session_miss(session, tcn_session_post(session, &sent));
	if (rc || session->not_found)
		return rc;
	tcn_plural(&said, (uint64_t)tcn_json_member(&sent, "changed").n,
	    "message");
	tcn_say("%s to be sent%s", said.at,
	    session->local ? ", when a daemon has the store" : "");
	tcn_buf_fini(&said);
	return TCN_OK;
}

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct tcn_verb_edition_run *run, int argc,
	    char **argv);
	enum {
		READS,
		WRITES,
		NEITHER
	} use;
	const char *takes;
} actions[] = {
	{ { "list", 0, 1 }, list, READS, "at most a name" },
	{ { "show", 1, 2 }, show, READS, "a name, and perhaps a number" },
	{ { "make", 1, 1 }, make, WRITES, "a name" },
	{ { "send", 2, 2 }, send_again, WRITES, "a name and a number" },
	{ { "check", 0, 0 }, tcn_verb_edition_check, NEITHER, "no arguments" },
	{ { "try", 0, 1 }, tcn_verb_edition_try, NEITHER, "at most a name" },
};

static const struct tcn_verb_actions all = TCN_VERB_ACTIONS("edition", actions);

static const struct action *
find_action(const char *name, int argc)
{
	const struct action *action = tcn_verb_action_find(&all, name);

	if (!action || !tcn_verb_action_misfit(&action->is, argc))
		return action;
	tcn_say("edition %s takes %s", name, action->takes);
	return NULL;
}

/* By the routes, or on the store itself. */
static enum tcn_rc
run_action(struct tcn_verb_edition_run *run, const struct action *action,
    int argc, char **argv)
{
	const struct tcn_verb_edition_args *args = run->args;
	bool writes = action->use == WRITES && !args->at;
	enum tcn_rc rc = read_format(run);

	if (rc)
		return rc;
	if (action->use == NEITHER)
		return action->run(run, argc, argv);
	rc = tcn_session_open(&run->session, &args->session, &run->conf,
	    writes ? TCN_SESSION_WRITES : TCN_SESSION_READS, "edition");
	return rc ? rc : action->run(run, argc, argv);
}

static int
run_edition(const void *opts_in, int argc, char **argv)
{
	const struct tcn_verb_edition_args *args = opts_in;
	const struct action *action = find_action(argv[0], argc - 1);
	struct tcn_verb_edition_run run = { .args = args };
	enum tcn_rc rc;
	int code;

	if (!action)
		return TCN_EXIT_USAGE;
	tcn_arena_init(&run.session.arena, 0);
	rc = tcn_conf_load(&args->conf, &run.conf, &run.session.err);
	if (args->file)
		run.conf.report.editions = args->file;
	if (!rc)
		rc = run_action(&run, action, argc - 1, argv + 1);
	code = tcn_session_close(&run.session, rc);
	tcn_conf_fini(&run.conf);
	return code;
}

const struct tcn_verb tcn_verb_edition = {
	.name = "edition",
	.summary = "make special reports on a schedule, and look at them",
	.usage = "list [NAME] | show NAME [NUMBER] | make NAME | send NAME "
		 "NUMBER | check | try [NAME]",
	.details =
	    "An edition is a report on the events of a store, made at the "
	    "times that the file of editions gives. Of each event it holds "
	    "only what earlier editions of the same name have not reported.\n\n"
	    "list shows those that were made or skipped, and when the next are "
	    "due; show prints one. make makes one of what the store has now, "
	    "and stores it; with --at TIME it prints the one of that time, "
	    "made again from the store, and stores nothing. With --pdf they "
	    "print by a browser, if one is installed. send sends the messages "
	    "of one again, with the same keys; with --to also to a receiver "
	    "that had none. check reads the file of editions. try makes all "
	    "that were due between --since and --until, one after the other, "
	    "and stores nothing: a line each, or with --format the whole. All "
	    "of it works with a daemon, too, by --url.\n\n"
	    "Exit code 1: no such edition, a mistake in the file, or, with "
	    "--compare, a difference from the stored edition.",
	.actions = &all,
	.opts = opts,
	.args_bytes = sizeof(struct tcn_verb_edition_args),
	.args_min = 1,
	.args_max = -1,
	.run = run_edition,
};
