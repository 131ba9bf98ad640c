#include "tools/intake/feeds/subscribe.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>

#include "engine/base/err.h"
#include "engine/base/url.h"
#include "tools/base/now.h"
#include "tools/intake/feeds/crawl.h"
#include "tools/intake/feeds/feed.h"

#define TEXT_BYTES 640 /* of a message */
#define WAIT_MS    200 /* between two looks at stop */

static void
copy(struct tcn_arena *arena, const char *z, struct tcn_str *to)
{
	tcn_arena_str(arena, tcn_str(z), to);
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
static void
take_failure(const struct tcn_fetch_result *fetched, struct tcn_arena *arena,
    struct tcn_subscribe_found *found)
{
	char text[TEXT_BYTES];

	snprintf(text, sizeof text, "%s%s", fetched->error,
	    mend(fetched->status));
	found->retry_ms = fetched->retry_after_ms;
	if (fetched->passing)
		copy(arena, fetched->moved ? fetched->moved : found->named,
		    &found->url);
	copy(arena, text, &found->error);
}

/* A document that is no feed: a page that names some, or nothing of use. */
static void
take_page(const struct tcn_feed_doc *doc, const char *why,
    struct tcn_arena *arena, struct tcn_subscribe_found *found)
{
	struct tcn_discover_feeds *feeds = &found->others;
	char text[TEXT_BYTES];

	tcn_discover(doc->bytes, doc->charset, doc->url, arena, feeds);
	if (feeds->n == 0) {
		snprintf(text, sizeof text,
		    "no feed, and no page that names one: %s", why);
		copy(arena, text, &found->error);
		return;
	}
	found->url = feeds->at[0].url;
	found->title = feeds->at[0].title;
	feeds->at++;
	feeds->n--;
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

	if (rc == TCN_INVALID) {
		take_page(&doc, why.text, arena, found);
		return TCN_OK;
	}
	if (!rc)
		tcn_arena_str(arena, feed.title, &found->title);
	if (!rc)
		tcn_arena_str(arena, tcn_url_web(feed.url), &found->site);
	if (rc)
		return rc;
	copy(arena, fetched->moved ? fetched->moved : found->named,
	    &found->url);
	return TCN_OK;
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
			take_failure(&fetched, arena, fetched.ctx);
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
	enum tcn_rc rc;

	fetch = tcn_fetch_new(conf);
	assert(stop && arena);
	for (size_t i = 0; i < n; i++) {
		const struct tcn_fetch_job job = { .url = urls[i],
			.ctx = &found[i] };

		found[i] = (struct tcn_subscribe_found){ .named = urls[i] };
		tcn_fetch_add(fetch, &job);
	}
	rc = take_all(fetch, stop, arena);
	tcn_fetch_free(fetch);
	return rc;
}

/* ---- sites ---- */

/* Fetches one document; TCN_DONE: stop said so. */
static enum tcn_rc
fetch_one(struct tcn_fetch *fetch, const char *url, bool (*stop)(void),
    struct tcn_fetch_result *fetched)
{
	const struct tcn_fetch_job job = { .url = url };
	enum tcn_rc rc;

	tcn_fetch_add(fetch, &job);
	do {
		rc =
		    stop() ? TCN_DONE : tcn_fetch_next(fetch, WAIT_MS, fetched);
	} while (rc == TCN_LIMIT);
	return rc;
}

/* Notes what came of a site: kept also when its trouble may pass. */
static void
note_site(const struct tcn_fetch_result *fetched, const char *error,
    struct tcn_arena *arena, struct tcn_subscribe_found *found)
{
	if (error)
		copy(arena, error, &found->error);
	if (!error || fetched->passing)
		found->url = tcn_str(found->named);
	found->retry_ms = error ? fetched->retry_after_ms : 0;
}

/* Reads a site up to its first sitemap that can be read. */
static enum tcn_rc
look_at_site(struct tcn_fetch *fetch, struct tcn_crawl *crawl,
    bool (*stop)(void), struct tcn_arena *arena,
    struct tcn_subscribe_found *found)
{
	enum tcn_rc rc = TCN_OK;

	while (!rc) {
		struct tcn_fetch_result fetched;
		struct tcn_err why = { 0 };
		struct tcn_feed feed;
		int64_t until_ms;

		rc = fetch_one(fetch, tcn_crawl_next(crawl), stop, &fetched);
		if (rc)
			return rc;
		rc = tcn_crawl_take(crawl, &fetched, arena, &feed, &why);
		if (rc == TCN_INVALID) {
			note_site(&fetched, why.text, arena, found);
			return TCN_OK;
		}
		if (!rc &&
		    (tcn_crawl_counts(crawl)->sitemaps ||
			!tcn_crawl_next(crawl))) {
			note_site(&fetched, NULL, arena, found);
			return TCN_OK;
		}
		/* Waits before the next request to a site, unless stop says
		 * so. */
		until_ms = tcn_now_monotonic_ms() + (tcn_crawl_gap_ms(crawl));
		while (!stop() && tcn_now_monotonic_ms() < until_ms)
			(void)poll(NULL, 0, WAIT_MS);
	}
	return rc;
}

enum tcn_rc
tcn_subscribe_sites(const struct tcn_fetch_conf *conf, const char *const *urls,
    size_t n, bool (*stop)(void), struct tcn_arena *arena,
    struct tcn_subscribe_found *found)
{
	struct tcn_fetch *fetch;
	enum tcn_rc rc = TCN_OK;

	fetch = tcn_fetch_new(conf);
	assert(stop && arena);
	for (size_t i = 0; !rc && i < n; i++) {
		const struct tcn_crawl_conf site = {
			.url = tcn_str(urls[i]),
			.agent = tcn_str(conf->user_agent),
			.urls_max = 1,
			.since_ms = TCN_UNDATED,
			.changed_ms = TCN_UNDATED,
		};
		struct tcn_crawl *crawl = NULL;

		found[i] = (struct tcn_subscribe_found){ .named = urls[i] };
		if (!tcn_url_web(site.url).n) {
			copy(arena, "no http or https address",
			    &found[i].error);
			continue;
		}
		crawl = tcn_crawl_new(&site);
		rc = look_at_site(fetch, crawl, stop, arena, &found[i]);
		tcn_crawl_free(crawl);
	}
	tcn_fetch_free(fetch);
	return rc == TCN_DONE ? TCN_OK : rc;
}
