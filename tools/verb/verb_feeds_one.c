/*
 * tocsin feeds show, pause, resume: one feed, and lists of feeds as OPML.
 */
#include <inttypes.h>

#include "tools/base/json_in.h"
#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/serve/client/show_row.h"
#include "tools/verb/verb_feeds_impl.h"

enum tcn_rc
tcn_verb_feeds_show(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	struct tcn_show_row_feeds feeds = { .now_ms = run->now_ms };
	struct tcn_json_value feed;
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		tcn_session_path(session, "/v1/feeds/{}", argv[i]);
		rc = tcn_session_get(session, &feed);
		if (rc == TCN_DONE) {
			rc = tcn_session_miss(session, rc);
			continue;
		}
		if (!rc && run->args->json) {
			tcn_json_line(&session->out, &session->answer);
		} else if (!rc) {
			tcn_show_row_feed(&feeds, &feed, &session->out);
			rc = tcn_session_each(session, "fetches", false,
			    tcn_show_row_fetch, NULL);
		}
	}
	tcn_buf_fini(&feeds.folder);
	return rc;
}

static enum tcn_rc
set_paused(struct tcn_verb_feeds_run *run, bool paused, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc = TCN_OK;

	for (int i = 0; !rc && i < argc; i++) {
		tcn_session_path(session, "/v1/feeds/{}", argv[i]);
		tcn_json_open(&session->body, NULL, '{');
		tcn_json_bool(&session->body, "paused", paused);
		tcn_json_close(&session->body, '}');
		rc = tcn_session_miss(session,
		    tcn_session_send(session, "PATCH", NULL));
	}
	return rc;
}

enum tcn_rc
tcn_verb_feeds_pause(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	return set_paused(run, true, argc, argv);
}

enum tcn_rc
tcn_verb_feeds_resume(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	return set_paused(run, false, argc, argv);
}

enum tcn_rc
tcn_verb_feeds_export(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	struct tcn_session *session = &run->session;
	enum tcn_rc rc;

	(void)argc, (void)argv;
	tcn_session_path(session, "/v1/feeds.opml");
	rc = tcn_session_get(session, NULL);
	if (!rc)
		tcn_buf_str(&session->out, tcn_buf_view(&session->answer));
	return rc;
}

enum tcn_rc
tcn_verb_feeds_take(struct tcn_verb_feeds_run *run, struct tcn_str opml)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer;
	enum tcn_rc rc;

	tcn_session_path(session, "/v1/feeds/opml");
	tcn_buf_str(&session->body, opml);
	rc = tcn_session_post(session, &answer);
	if (!rc)
		rc = tcn_session_expect(session, &answer, "added");
	if (!rc) {
		/* Says what became of the feeds of a list. */
		struct tcn_json_value at = tcn_json_member(&answer, "feeds");
		uint64_t added = tcn_json_in_uint(&answer, "added");

		for (at = tcn_json_first(&at); at.node;
		     at = tcn_json_next(&at)) {
			struct tcn_str why = tcn_json_in_str(&at, "why");
			struct tcn_str url = tcn_json_in_str(&at, "url");

			if (why.n)
				tcn_say("%.*s: %.*s; left out",
				    TCN_STR_ARG(url), TCN_STR_ARG(why));
		}
		tcn_say("%" PRIu64 " added, %" PRIu64 " in all that were named",
		    added,
		    added + tcn_json_in_uint(&answer, "known") +
			tcn_json_in_uint(&answer, "refused"));
	}
	return rc;
}
