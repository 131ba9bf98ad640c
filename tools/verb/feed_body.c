#include "tools/verb/feed_body.h"

#include "tools/base/json_out.h"
#include "tools/base/safe.h"

#define TEXT_CHARS 2000

enum tcn_rc
tcn_feed_body_text(struct tcn_session *session, const char *name,
    struct tcn_str text)
{
	struct tcn_str clean;

	if (!text.n)
		return TCN_OK;
	if (!tcn_safe_text(&session->arena, text, TEXT_CHARS, &clean))
		return TCN_NOMEM;
	if (clean.n)
		tcn_json_str(&session->body, name, clean);
	return TCN_OK;
}

enum tcn_rc
tcn_feed_body(struct tcn_session *session, const struct tcn_opml_feed *feed,
    const struct tcn_subscribe_found *found,
    const struct tcn_feed_body_more *more)
{
	enum tcn_rc rc;

	tcn_json_open(&session->body, NULL, '{');
	rc = tcn_feed_body_text(session, "url", feed->url);
	if (!rc)
		rc = tcn_feed_body_text(session, "title", feed->title);
	if (!rc)
		rc = tcn_feed_body_text(session, "site", feed->site);
	if (!rc)
		rc = tcn_feed_body_text(session, "folder", feed->folder);
	if (!rc && more->allowed)
		rc = tcn_feed_body_text(session, "allow_private",
		    tcn_str(more->allowed));
	if (more->sitemap)
		tcn_json_bool(&session->body, "sitemap", true);
	if (more->sitemap && more->since_ms != TCN_UNDATED)
		tcn_json_seconds(&session->body, "since", more->since_ms);
	if (!rc && found && found->error.n) {
		rc = tcn_feed_body_text(session, "error", found->error);
		tcn_json_seconds(&session->body, "retry_after",
		    found->retry_ms);
	}
	tcn_json_close(&session->body, '}');
	return rc;
}
