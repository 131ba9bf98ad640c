/*
 * tocsin show: shows one event, or the articles of an id.
 */
#include "engine/base/err.h"
#include "tools/base/say.h"
#include "tools/serve/client/session.h"
#include "tools/serve/client/show_event.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb.h"

struct args {
	struct tcn_session_args session;
	bool json;
};

static const struct tcn_opt opts[] = {
	TCN_SESSION_OPTS(struct args, session),
	{ "json", 0, NULL, "print JSON, an object a line", TCN_OPT_FLAG,
	    offsetof(struct args, json) },
	{ 0 },
};

static enum tcn_rc
show_articles(struct tcn_session *session, const struct args *args,
    const char *id)
{
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/articles/{}", id);
	rc = tcn_session_get(session, NULL);
	if (rc == TCN_DONE) {
		session->not_found = true;
		tcn_say("no event and no article has the id '%s'", id);
		return TCN_OK;
	}
	return rc ? rc
		  : tcn_session_each(session, "articles", args->json,
			tcn_show_row_article, NULL);
}

/* Shows the event with that id, else every article that has it. */
static enum tcn_rc
show(struct tcn_session *session, const void *opts_in, int argc, char **argv)
{
	const struct args *args = opts_in;
	const char *id = argv[0];
	struct tcn_json_value answer;
	enum tcn_rc rc;

	(void)argc;
	tcn_session_path(session, "/v1/events/{}", id);
	rc = tcn_session_get(session, &answer);
	if (rc == TCN_DONE)
		return show_articles(session, args, id);
	if (!rc)
		rc = tcn_session_expect(session, &answer, "event");
	if (!rc && args->json)
		tcn_buf_str(&session->out, tcn_buf_view(&session->answer));
	else if (!rc)
		tcn_show_event_whole(&answer, &session->out);
	return rc;
}

const struct tcn_verb tcn_verb_show = {
	.name = "show",
	.summary = "show an event or an article of a store",
	.usage = "--db FILE|--url URL ID",
	.details = "Of an event: why it fired, its history, the items counted "
		   "then, and the text of the article that stands for it. Of "
		   "an article: what is stored, how it was placed, the events "
		   "of its story and where copies were seen.\n\nExit "
		   "code 1: nothing has that id.",
	.opts = opts,
	.args_bytes = sizeof(struct args),
	.args_min = 1,
	.args_max = 1,
	.run_session = show,
	.session_at = offsetof(struct args, session),
};
