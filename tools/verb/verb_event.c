/*
 * tocsin event: lists events, and notes what a desk does about them.
 */

#include <inttypes.h>

#include "engine/base/buf.h"
#include "tools/base/json_in.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/pipeline/desk.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_event.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

#define LIMIT_DEFAULT 50
#define PAGE_MAX      1000

struct args {
	struct tcn_session_args session;
	const char *author;
	const char *since, *until, *rule, *place, *term, *kind, *state, *owner,
	    *acked, *order, *after;
	const char *into;
	struct tcn_opt_list publishers;
	struct tcn_opt_count limit;
	bool json, preview;
};

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
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
	{ "place", 0, "PLACE", "list: in this country (AU, Australia) or city",
	    TCN_OPT_TEXT, offsetof(struct args, place) },
	{ "term", 0, "WORD", "list: with this among the terms", TCN_OPT_TEXT,
	    offsetof(struct args, term) },
	{ "kind", 0, "KIND", "list: news, scheduled, release or report",
	    TCN_OPT_TEXT, offsetof(struct args, kind) },
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
	{ "into", 0, "ID", "merge: into this event", TCN_OPT_TEXT,
	    offsetof(struct args, into) },
	{ "publisher", 0, "NAME",
	    "split: all of this publisher; may be given "
	    "many times",
	    TCN_OPT_LIST, offsetof(struct args, publishers) },
	{ "preview", 0, NULL, "merge, split: only say what it would do",
	    TCN_OPT_FLAG, offsetof(struct args, preview) },
	{ 0 },
};

/* One run of the verb. */
struct run {
	const struct args *args;
	const struct action *action;
	struct tcn_session session;
};

typedef enum tcn_rc action_fn(struct run *run, int argc, char **argv);

struct action {
	struct tcn_verb_action is;
	action_fn *run;
	const char *path; /* of the route that does it; NULL: none writes */
	const char *stands; /* what an event is already */
};

/* --- list, show, history --- */

/* Asks for a page of at most limit events after the cursor. */
static enum tcn_rc
get_page(struct run *run, size_t limit, const char *after)
{
	const struct args *a = run->args;
	const struct {
		const char *name, *value;
	} given[] = {
		{ "order", a->order ? a->order : "newest" },
		{ "since", a->since },
		{ "until", a->until },
		{ "rule", a->rule },
		{ "place", a->place },
		{ "term", a->term },
		{ "kind", a->kind },
		{ "state", a->state },
		{ "owner", a->owner },
		{ "acknowledged", a->acked },
		{ "after", after },
	};

	tcn_session_path(&run->session, "/v1/events");
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		tcn_session_param(&run->session, given[i].name, given[i].value);
	tcn_session_param_uint(&run->session, "limit", limit);
	return tcn_session_get(&run->session, NULL);
}

/* Where the next page begins, in the arena; NULL: this was the last. */
static const char *
next_page(struct run *run)
{
	struct tcn_str next = tcn_session_member(&run->session, "next");
	struct tcn_str copy;

	if (next.n < 2 || *next.at != '"')
		return NULL;
	next = (struct tcn_str){ next.at + 1, next.n - 2 };
	tcn_arena_str(&run->session.arena, next, &copy);
	return copy.at;
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	const struct args *a = run->args;
	size_t left = a->limit.given ? (size_t)a->limit.n : LIMIT_DEFAULT;
	const char *after = a->after;
	enum tcn_rc rc;

	(void)argc, (void)argv;
	if (left == 0)
		left = SIZE_MAX;
	do {
		size_t n = left < PAGE_MAX ? left : PAGE_MAX;

		rc = get_page(run, n, after);
		if (!rc)
			rc = tcn_session_each(&run->session, "events", a->json,
			    tcn_show_event_line, NULL);
		if (!rc)
			after = next_page(run);
		left -= n;
	} while (!rc && after && left);
	if (!rc && after)
		tcn_say("there are more: --after %s", after);
	return rc;
}

static enum tcn_rc
show(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	(void)argc;
	tcn_session_path(session, "/v1/events/{}", argv[0]);
	rc = tcn_session_get(session, &answer);
	if (!rc)
		rc = tcn_session_expect(session, &answer, "event");
	if (rc)
		return tcn_session_miss(session, rc);
	if (run->args->json) {
		tcn_buf_str(&session->out,
		    tcn_session_member(session, "event"));
		tcn_buf_char(&session->out, '\n');
	} else {
		tcn_show_event_whole(&answer, &session->out);
	}
	return TCN_OK;
}

static enum tcn_rc
history(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	(void)argc;
	tcn_session_path(session, "/v1/events/{}/history", argv[0]);
	rc = tcn_session_get(session, &answer);
	if (!rc)
		rc = tcn_session_expect(session, &answer, "revisions");
	if (rc)
		return tcn_session_miss(session, rc);
	if (run->args->json)
		tcn_buf_str(&session->out, tcn_buf_view(&session->answer));
	else
		tcn_show_event_history(&answer, &session->out);
	return TCN_OK;
}

/* --- what a desk does --- */

/*
 * Does the present action on one event; key and value: a member of the body,
 * where key is not NULL. value.at NULL: null.
 */
static enum tcn_rc
act(struct run *run, const char *id, const char *key, struct tcn_str value)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer, changed;
	enum tcn_rc rc;

	tcn_session_path(session, run->action->path, id);
	tcn_json_open(&session->body, NULL, '{');
	if (key && value.at)
		tcn_json_str(&session->body, key, value);
	else if (key)
		tcn_json_null(&session->body, key);
	rc = tcn_session_author(session, run->args->author);
	tcn_json_close(&session->body, '}');
	if (!rc)
		rc = tcn_session_miss(session,
		    tcn_session_post(session, &answer));
	if (rc || session->status == 404)
		return rc;
	rc = tcn_session_expect(session, &answer, "changed");
	if (rc)
		return rc;
	changed = tcn_json_member(&answer, "changed");
	if (changed.n <= 0)
		tcn_say("%s is %s already", id, run->action->stands);
	if (changed.n > 0 && run->args->json) {
		tcn_buf_str(&session->out,
		    tcn_session_member(session, "action"));
		tcn_buf_char(&session->out, '\n');
	}
	return TCN_OK;
}

static enum tcn_rc
act_each(struct run *run, int argc, char **argv)
{
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++)
		rc = act(run, argv[i], NULL, (struct tcn_str){ 0 });
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
		    TCN_DESK_NAME_CHARS, &run->session.arena, &owner,
		    &run->session.err);
	return rc ? rc : act(run, argv[0], "owner", owner);
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
	rc = tcn_desk_clean_text("the note", tcn_buf_view(&words),
	    TCN_DESK_NOTE_CHARS, &run->session.arena, &text, &run->session.err);
	tcn_buf_fini(&words);
	return rc ? rc : act(run, argv[0], "text", text);
}

/* --- what an event holds --- */

/* What came of an order: the answer's "action" or, with key, that member. */
static void
print_order(struct run *run, const struct tcn_json_value *answer,
    const char *key)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value event = tcn_json_member(answer, key);

	if (run->args->json) {
		tcn_buf_str(&session->out, tcn_buf_view(&session->answer));
		return;
	}
	tcn_show_event_line(NULL, &event, &session->out);
}

static enum tcn_rc
post_order(struct run *run, const char *key, struct tcn_json_value *answer)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc = tcn_session_author(session, run->args->author);

	tcn_json_close(&session->body, '}');
	if (!rc)
		rc = tcn_session_miss(session,
		    tcn_session_post(session, answer));
	if (rc || session->status == 404)
		return rc;
	rc = tcn_session_expect(session, answer, key);
	return rc;
}

static enum tcn_rc
merge_preview(struct run *run, const char *id)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer, together;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/merges/preview");
	tcn_json_open(&session->body, NULL, '{');
	tcn_json_str(&session->body, "event", tcn_str(id));
	tcn_json_str(&session->body, "into", tcn_str(run->args->into));
	rc = post_order(run, "together", &answer);
	if (rc || session->status == 404)
		return rc;
	print_order(run, &answer, "into");
	if (run->args->json)
		return TCN_OK;
	together = tcn_json_member(&answer, "together");
	tcn_say("with %s it would hold %" PRIu64 " items of %" PRIu64
		" publishers; %" PRIu64 " waiting messages would be dropped",
	    id, tcn_json_in_uint(&together, "items"),
	    tcn_json_in_uint(&together, "publishers"),
	    tcn_json_in_uint(&answer, "messages_dropped"));
	return TCN_OK;
}

static enum tcn_rc
merge(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	enum tcn_rc rc = TCN_OK;

	if (!run->args->into)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "merge needs --into ID: the event that the others become "
		    "part of");
	for (int i = 0; !rc && i < argc; i++) {
		if (run->args->preview) {
			rc = merge_preview(run, argv[i]);
			continue;
		}
		tcn_session_path(session, "/v1/events/{}/merge", argv[i]);
		tcn_json_open(&session->body, NULL, '{');
		tcn_json_str(&session->body, "into", tcn_str(run->args->into));
		rc = post_order(run, "event", &answer);
		if (!rc && session->status != 404)
			print_order(run, &answer, "event");
	}
	return rc;
}

static enum tcn_rc
unmerge(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	(void)argc;
	tcn_session_path(session, "/v1/merges/{}/end", argv[0]);
	tcn_json_open(&session->body, NULL, '{');
	rc = post_order(run, "event", &answer);
	if (!rc && session->status != 404)
		print_order(run, &answer, "event");
	return rc;
}

static enum tcn_rc
split(struct run *run, int argc, char **argv)
{
	const struct tcn_opt_list *publishers = &run->args->publishers;
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/events/{}/split", argv[0]);
	tcn_json_open(&session->body, NULL, '{');
	tcn_json_open(&session->body, "items", '[');
	for (int i = 1; i < argc; i++)
		tcn_json_str(&session->body, NULL, tcn_str(argv[i]));
	tcn_json_close(&session->body, ']');
	tcn_json_open(&session->body, "publishers", '[');
	for (size_t i = 0; i < publishers->n; i++)
		tcn_json_str(&session->body, NULL, tcn_str(publishers->at[i]));
	tcn_json_close(&session->body, ']');
	tcn_json_bool(&session->body, "preview", run->args->preview);
	rc = post_order(run, "event", &answer);
	if (!rc && session->status != 404)
		print_order(run, &answer, "event");
	return rc;
}

/* --- the verb --- */

static const struct action actions[] = {
	{ { "list", 0, 0 }, list, NULL, NULL },
	{ { "show", 1, 1 }, show, NULL, NULL },
	{ { "history", 1, 1 }, history, NULL, NULL },
	{ { "ack", 1, -1 }, act_each, "/v1/events/{}/ack", "acknowledged" },
	{ { "unack", 1, -1 }, act_each, "/v1/events/{}/unack",
	    "not acknowledged" },
	{ { "own", 2, 2 }, own, "/v1/events/{}/owner", "owned so" },
	{ { "note", 2, -1 }, note, "/v1/events/{}/notes", "noted so" },
	{ { "close", 1, -1 }, act_each, "/v1/events/{}/close", "closed" },
	{ { "reopen", 1, -1 }, act_each, "/v1/events/{}/reopen", "open" },
	{ { "merge", 1, -1 }, merge, "/v1/events/{}/merge", NULL },
	{ { "unmerge", 1, 1 }, unmerge, "/v1/merges/{}/end", NULL },
	{ { "split", 1, -1 }, split, "/v1/events/{}/split", NULL },
};

static const struct tcn_verb_actions all = TCN_VERB_ACTIONS("event", actions);

static const struct action *
find_action(const char *name, int argc)
{
	const struct action *action = tcn_verb_action_find(&all, name);
	int misfit = action ? tcn_verb_action_misfit(&action->is, argc) : 0;

	if (!misfit)
		return action;
	tcn_say("event %s: %s; see 'tocsin event --help'", name,
	    misfit < 0 ? "an argument is missing" : "too many arguments");
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
	rc = tcn_session_open(&run.session, &args->session, NULL,
	    run.action->path ? TCN_SESSION_WRITES : TCN_SESSION_READS, "event");
	if (!rc)
		rc = run.action->run(&run, argc - 1, argv + 1);
	return tcn_session_close(&run.session, rc);
}

const struct tcn_verb tcn_verb_event = {
	.name = "event",
	.summary =
	    "list events; acknowledge, assign, note, close, merge, split",
	.usage = "list|show|history|ack|unack|own|note|close|reopen "
		 "|merge|unmerge|split --db FILE|--url URL [ID]...",
	.details =
	    "list shows events, the newest first; show one, with why it fired, "
	    "its evidence and its text; history all that happened and was done "
	    "about it. ack acknowledges an event, own ID NAME assigns it (an "
	    "empty NAME: to nobody), note ID TEXT adds a note. close and "
	    "reopen record the decision of a desk: it is shown, and changes no "
	    "detection.\n\n"
	    "merge ID... --into ID makes events part of another one, with all "
	    "that they will have; no messages about them are sent any more. "
	    "unmerge NUMBER takes that back: history names the number. split "
	    "ID ARTICLE... makes articles of an event, with their copies, and "
	    "all that a --publisher says, an event of their own, which they "
	    "stay. What the detector found is not changed.\n\n"
	    "All of this works beside a running 'tocsin run', which then "
	    "writes what is to be written. What was done is never removed.\n\n"
	    "Exit code 1: an ID that no event has.",
	.actions = &all,
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_event,
};
