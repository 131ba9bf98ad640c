#include "tools/verb/feed_body.h"

#include "tools/base/json_out.h"
#include "tools/base/safe.h"

#define TEXT_CHARS 2000

void
tcn_feed_body_text(struct tcn_session *session, const char *name,
    struct tcn_str text)
{
	struct tcn_str clean;

	if (!text.n)
		return;
	tcn_safe_text(&session->arena, text, TEXT_CHARS, &clean);
	if (clean.n)
		tcn_json_str(&session->body, name, clean);
}

void
tcn_feed_body(struct tcn_session *session, const struct tcn_opml_feed *feed,
    const struct tcn_subscribe_found *found,
    const struct tcn_feed_body_more *more)
{
	tcn_json_open(&session->body, NULL, '{');
	tcn_feed_body_text(session, "url", feed->url);
	tcn_feed_body_text(session, "title", feed->title);
	tcn_feed_body_text(session, "site", feed->site);
	tcn_feed_body_text(session, "folder", feed->folder);
	if (more->allowed)
		tcn_feed_body_text(session, "allow_private",
		    tcn_str(more->allowed));
	if (more->sitemap)
		tcn_json_bool(&session->body, "sitemap", true);
	if (more->sitemap && more->since_ms != TCN_UNDATED)
		tcn_json_seconds(&session->body, "since", more->since_ms);
	if (found && found->error.n) {
		tcn_feed_body_text(session, "error", found->error);
		tcn_json_seconds(&session->body, "retry_after",
		    found->retry_ms);
	}
	tcn_json_close(&session->body, '}');
}
