/*
 * tocsin report link: what signs the links in messages, and ending links.
 */

#include "tools/base/say.h"
#include "tools/base/when.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb.h"
#include "tools/verb/verb_action.h"

struct args {
	struct tcn_session_args session;
	bool json;
};

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
	{ "json", 0, NULL, "list: print JSON", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

static enum tcn_rc
list(struct tcn_session *session, const struct args *args, int argc,
    char **argv)
{
	struct tcn_json_value links;
	char span[TCN_WHEN_BYTES];
	enum tcn_rc rc;

	(void)argc, (void)argv;
	tcn_session_path(session, "/v1/links");
	rc = tcn_session_get(session, &links);
	if (!rc)
		rc = tcn_session_expect(session, &links, "revoked");
	if (rc)
		return rc;
	if (args->json) {
		tcn_buf_str(&session->out, tcn_buf_view(&session->answer));
		return TCN_OK;
	}
	tcn_buf_printf(&session->out, "key %.0f signs links, for %s each\n",
	    tcn_json_member(&links, "key").n,
	    tcn_when_span((int64_t)tcn_json_member(&links, "lifetime_seconds")
			      .n *
		    1000,
		span));
	return tcn_session_each(session, "revoked", false, tcn_show_row_revoked,
	    NULL);
}

static enum tcn_rc
revoke(struct tcn_session *session, const struct args *args, int argc,
    char **argv)
{
	enum tcn_rc rc = TCN_OK;

	(void)args;
	for (int i = 0; !rc && i < argc; i++) {
		tcn_session_path(session, "/v1/events/{}/links/revoke",
		    argv[i]);
		rc = tcn_session_miss(session, tcn_session_post(session, NULL));
	}
	return rc;
}

static enum tcn_rc
rotate(struct tcn_session *session, const struct args *args, int argc,
    char **argv)
{
	struct tcn_json_value key;
	enum tcn_rc rc;

	(void)args, (void)argc, (void)argv;
	tcn_session_path(session, "/v1/links/rotate");
	rc = tcn_session_post(session, &key);
	if (!rc)
		rc = tcn_session_expect(session, &key, "key");
	if (!rc)
		tcn_say("key %.0f signs from now on; no link that was sent "
			"before opens anything",
		    tcn_json_member(&key, "key").n);
	return rc;
}

static const struct action {
	struct tcn_verb_action is;
	enum tcn_rc (*run)(struct tcn_session *session, const struct args *args,
	    int argc, char **argv);
	const char *takes; /* said when its arguments are too few or too many */
} actions[] = {
	{ { "list", 0, 0 }, list, "no arguments" },
	{ { "revoke", 1, -1 }, revoke, "the ids of events" },
	{ { "rotate", 0, 0 }, rotate, "no arguments" },
};

static const struct tcn_verb_actions all = TCN_VERB_ACTIONS("link", actions);

static const struct action *
find_action(const char *name, int argc)
{
	const struct action *action = tcn_verb_action_find(&all, name);

	if (!action || !tcn_verb_action_misfit(&action->is, argc))
		return action;
	tcn_say("link %s takes %s", name, action->takes);
	return NULL;
}

static int
run_link(const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const struct action *action = find_action(argv[0], argc - 1);
	struct tcn_session session;
	enum tcn_rc rc;

	if (!action)
		return TCN_EXIT_USAGE;
	/* Also for a list, as the daemon alone has the key. */
	rc = tcn_session_open(&session, &args->session, NULL,
	    TCN_SESSION_WRITES, "link");
	if (!rc)
		rc = action->run(&session, args, argc - 1, argv + 1);
	return tcn_session_close(&session, rc);
}

const struct tcn_verb tcn_verb_link = {
	.name = "report link",
	.was = "link",
	.summary = "end links to reports that messages have",
	.usage = "list | revoke EVENT... | rotate; each with --db FILE or "
		 "--url URL",
	.details =
	    "With tokens and http.public_url, links to reports in messages are "
	    "signed, and open one page without a token for a while "
	    "(http.links). 'revoke' ends those to an event's report that were "
	    "sent so far, 'rotate' makes a new key, which ends all; 'list' "
	    "says which key signs, and what was revoked. The daemon that holds "
	    "the store must be running; over HTTP it takes an admin's "
	    "token.\n\nExit code 1: no such event.",
	.actions = &all,
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = -1,
	.run = run_link,
};
