#include "tools/feeds/subscribe.h"

#include <assert.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/url.h"
#include "tools/feeds/feed.h"

#define TEXT_BYTES 640 /* of a message */
#define WAIT_MS    200 /* between two looks at stop */

static enum tcn_rc
copy(struct tcn_arena *arena, const char *z, struct tcn_str *to)
{
	return tcn_arena_str(arena, tcn_str(z), to) ? TCN_OK : TCN_NOMEM;
}

/* What a person can do about an answer. */
static const char *
mend(long status)
{
	if (status == 404 || status == 410)
		return "; the site's own page may name the feed's address";
	if (status == 401 || status == 403)
		return "; it wants a login, or does not know feeds.user_agent";
	return "";
}

/* An address that could not be fetched: kept if that may pass. */
static enum tcn_rc
take_failure(const struct tcn_fetch_result *fetched, struct tcn_arena *arena,
    struct tcn_subscribe_found *found)
{
	char text[TEXT_BYTES];
	enum tcn_rc rc = TCN_OK;

	snprintf(text, sizeof text, "%s%s", fetched->error,
	    mend(fetched->status));
	found->retry_ms = fetched->retry_after_ms;
	if (fetched->passing)
		rc = copy(arena, fetched->moved ? fetched->moved : found->named,
		    &found->url);
	return rc ? rc : copy(arena, text, &found->error);
}

/* A document that is no feed: a page that names some, or nothing of use. */
static enum tcn_rc
take_page(const struct tcn_feed_doc *doc, const char *why,
    struct tcn_arena *arena, struct tcn_subscribe_found *found)
{
	struct tcn_discover_feeds *feeds = &found->others;
	char text[TEXT_BYTES];
	enum tcn_rc rc =
	    tcn_discover(doc->bytes, doc->charset, doc->url, arena, feeds);

	if (rc)
		return rc;
	if (feeds->n == 0) {
		snprintf(text, sizeof text,
		    "no feed, and no page that names one: %s", why);
		return copy(arena, text, &found->error);
	}
	found->url = feeds->at[0].url;
	found->title = feeds->at[0].title;
	feeds->at++;
	feeds->n--;
	return TCN_OK;
}

static enum tcn_rc
take_document(const struct tcn_fetch_result *fetched, struct tcn_arena *arena,
    struct tcn_subscribe_found *found)
{
	const struct tcn_feed_doc doc = {
		.bytes = fetched->body,
		.charset = tcn_str(fetched->charset),
		.lang = tcn_str(fetched->lang),
		.url = tcn_str(fetched->url),
	};
	struct tcn_err why = { 0 };
	struct tcn_feed feed;
	enum tcn_rc rc = tcn_feed_parse(&doc, arena, &feed, &why);

	if (rc == TCN_INVALID)
		return take_page(&doc, why.text, arena, found);
	if (!rc && !tcn_arena_str(arena, feed.title, &found->title))
		rc = TCN_NOMEM;
	if (!rc && !tcn_arena_str(arena, tcn_url_web(feed.url), &found->site))
		rc = TCN_NOMEM;
	return rc ? rc
		  : copy(arena, fetched->moved ? fetched->moved : found->named,
			&found->url);
}

static enum tcn_rc
take_all(struct tcn_fetch *fetch, bool (*stop)(void), struct tcn_arena *arena)
{
	enum tcn_rc rc = TCN_OK;

	while (!rc && !stop()) {
		struct tcn_fetch_result fetched;

		rc = tcn_fetch_next(fetch, WAIT_MS, &fetched);
		if (rc == TCN_LIMIT)
			rc = TCN_OK;
		else if (!rc && fetched.error)
			rc = take_failure(&fetched, arena, fetched.ctx);
		else if (!rc)
			rc = take_document(&fetched, arena, fetched.ctx);
	}
	return rc == TCN_DONE ? TCN_OK : rc;
}

enum tcn_rc
tcn_subscribe(const struct tcn_fetch_conf *conf, const char *const *urls,
    size_t n, bool (*stop)(void), struct tcn_arena *arena,
    struct tcn_subscribe_found *found)
{
	struct tcn_fetch *fetch;
	enum tcn_rc rc = tcn_fetch_new(conf, &fetch);

	assert(stop && arena);
	for (size_t i = 0; !rc && i < n; i++) {
		const struct tcn_fetch_job job = { .url = urls[i],
			.ctx = &found[i] };

		found[i] = (struct tcn_subscribe_found){ .named = urls[i] };
		rc = tcn_fetch_add(fetch, &job);
	}
	if (!rc)
		rc = take_all(fetch, stop, arena);
	tcn_fetch_free(fetch);
	return rc;
}
