/*
 * tocsin deliveries: lists messages, sends them again and drops them.
 */
#include "engine/base/err.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_row.h"
#include "tools/serve/deliver/delivery.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

#define LIST_DEFAULT 50
#define PAGE_MAX     1000

struct args {
	struct tcn_session_args session;
	const char *event, *receiver;
	struct tcn_opt_list states;
	struct tcn_opt_count limit;
	bool json;
};

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
	{ "state", 's', "STATE",
	    "messages that are pending, held, sent, dead, superseded or "
	    "dropped; may be given often",
	    TCN_OPT_LIST, offsetof(struct args, states) },
	{ "receiver", 'r', "NAME", "those for one receiver", TCN_OPT_TEXT,
	    offsetof(struct args, receiver) },
	{ "event", 'e', "ID", "those about one event", TCN_OPT_TEXT,
	    offsetof(struct args, event) },
	{ "limit", 'n', "N", "list: at most this many (50; 0 for all)",
	    TCN_OPT_COUNT, offsetof(struct args, limit) },
	{ "json", 0, NULL, "list, show: an object a line", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

struct run {
	const struct args *args;
	struct tcn_session session;
	const char *action; /* the name of what is done */
};

/* Adds what --state, --event and --receiver choose to the target. */
static void
add_choice(struct run *run)
{
	const struct args *a = run->args;
	struct tcn_buf states = { 0 };

	for (size_t i = 0; i < a->states.n; i++) {
		tcn_buf_z(&states, i ? "," : "");
		tcn_buf_z(&states, a->states.at[i]);
	}
	tcn_session_param(&run->session, "event", a->event);
	tcn_session_param(&run->session, "receiver", a->receiver);
	tcn_session_param(&run->session, "state", states.at);
	tcn_buf_fini(&states);
}

static enum tcn_rc
list_page(struct run *run, size_t limit, const char *before)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/deliveries");
	add_choice(run);
	tcn_session_param(session, "before", *before ? before : NULL);
	tcn_session_param_uint(session, "limit", limit);
	rc = tcn_session_get(session, NULL);
	if (!rc)
		rc = tcn_session_each(session, "deliveries", run->args->json,
		    tcn_show_row_message, NULL);
	return rc;
}

static enum tcn_rc
list(struct run *run, int argc, char **argv)
{
	const struct tcn_opt_count *limit = &run->args->limit;
	size_t left = limit->given ? (size_t)limit->n : LIST_DEFAULT;
	char before[24] = "";
	struct tcn_str next;
	enum tcn_rc rc;

	(void)argc, (void)argv;
	if (!left)
		left = SIZE_MAX;
	do {
		size_t n = left < PAGE_MAX ? left : PAGE_MAX;

		rc = list_page(run, n, before);
		next = tcn_session_member(&run->session, "next");
		if (!rc && next.n && next.n < sizeof before &&
		    *next.at != 'n') {
			memcpy(before, next.at, next.n);
			before[next.n] = '\0';
		} else {
			*before = '\0';
		}
		left -= n;
	} while (!rc && *before && left);
	if (!rc && !run->session.out.n)
		tcn_say("no messages");
	return rc;
}

#define MEND "tocsin deliveries list"

static enum tcn_rc
show(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		struct tcn_json_value message;
		uint64_t id;

		rc = tcn_session_number(session, argv[i], MEND, &id);
		if (rc)
			break;
		tcn_session_path(session, "/v1/deliveries/{}", argv[i]);
		rc = tcn_session_miss(session,
		    tcn_session_get(session, &message));
		if (!rc && !session->not_found)
			rc = tcn_session_expect(session, &message, "id");
		if (rc || session->not_found)
			break;
		if (run->args->json)
			tcn_buf_str(&session->out,
			    tcn_buf_view(&session->answer));
		else
			tcn_show_row_message_whole(&message, &session->out);
	}
	return rc;
}

/* Posts to the target, in the name of whoever is at the terminal. */
static enum tcn_rc
post(struct run *run, struct tcn_json_value *answer)
{
	struct tcn_buf *body = &run->session.body;

	tcn_json_open(body, NULL, '{');
	tcn_json_str(body, "user", tcn_str("hand"));
	tcn_json_close(body, '}');
	return tcn_session_miss(&run->session,
	    tcn_session_post(&run->session, answer));
}

/* Changes the messages that are named; *n: how many. */
static enum tcn_rc
change_named(struct run *run, int argc, char **argv, size_t *n)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && !session->not_found && i < argc; i++) {
		uint64_t id;

		rc = tcn_session_number(session, argv[i], MEND, &id);
		if (rc)
			break;
		tcn_session_path(session, "/v1/deliveries/{}/", argv[i]);
		tcn_buf_z(&session->target, run->action);
		rc = post(run, NULL);
		*n += !rc && !session->not_found;
	}
	return rc;
}

/* Changes the messages that are named, or all that the options choose. */
static enum tcn_rc
change(struct run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	size_t n = 0;
	enum tcn_rc rc;

	if (argc) {
		rc = change_named(run, argc, argv, &n);
	} else {
		tcn_session_path(session, "/v1/deliveries/");
		tcn_buf_z(&session->target, run->action);
		add_choice(run);
		rc = post(run, &answer);
		if (!rc && !session->not_found)
			n = (size_t)tcn_json_member(&answer, "changed").n;
	}
	if (!rc)
		tcn_say("%zu message%s", n, n == 1 ? "" : "s");
	return rc;
}

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct run *run, int argc, char **argv);
	bool writes;
} actions[] = {
	{ { "list", 0, 0 }, list, false },
	{ { "show", 1, -1 }, show, false },
	{ { "resend", 0, -1 }, change, true },
	{ { "drop", 0, -1 }, change, true },
};

static const struct tcn_verb_actions all =
    TCN_VERB_ACTIONS("deliveries", actions);

/* Whether the arguments fit. A change of everything must be asked for. */
static bool
fits(const struct args *args, const struct action *action, int ids)
{
	int misfit = tcn_verb_action_misfit(&action->is, ids);

	if (misfit) {
		tcn_say(misfit < 0
			? "deliveries: show needs the number of a message"
			: "deliveries: list takes no numbers; show does");
		return false;
	}
	if (!ids && action->writes && !args->states.n) {
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
	const struct action *action = tcn_verb_action_find(&all, argv[0]);
	struct run run = { .args = args };
	enum tcn_rc rc;

	if (!action || !fits(args, action, argc - 1))
		return TCN_EXIT_USAGE;
	run.action = action->is.name;
	rc = tcn_session_open(&run.session, &args->session, NULL,
	    action->writes ? TCN_SESSION_WRITES : TCN_SESSION_READS,
	    "deliveries");
	if (!rc)
		rc = action->run(&run, argc - 1, argv + 1);
	return tcn_session_close(&run.session, rc);
}

const struct tcn_verb tcn_verb_deliveries = {
	.name = "deliveries",
	.summary =
	    "list messages and what became of them; send again or drop them",
	.usage = "list|show|resend|drop [NUMBER]... --db FILE|--url URL "
		 "[OPTION]...",
	.details = "list shows the newest first. show prints a message with "
		   "each attempt to send it. resend sends messages again, with "
		   "the same key, and drop discards those that have not been "
		   "sent: by number, or all that --state, --receiver and "
		   "--event choose. A daemon that runs on the store does it "
		   "within seconds.\n\nExit code 1: no such message.",
	.actions = &all,
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_deliveries,
};
