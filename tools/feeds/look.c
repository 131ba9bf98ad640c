#include "tools/feeds/look.h"

#include <assert.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "tools/feeds/discover.h"
#include "tools/feeds/feed.h"

#define ENTRIES_MAX 1000 /* that are read of a document */

/* What a fetch is of: the address that was named, a candidate's document, or
 * its site's robots.txt. */
enum kind {
	NAMED,
	DOCUMENT,
	ROBOTS
};

struct job {
	enum kind kind;
	size_t i; /* of the candidate */
};

struct tcn_look {
	struct tcn_fetch *fetch;
	struct tcn_robots_cache *robots;
	struct tcn_str agent;
	int64_t now_ms;
	struct tcn_arena arena; /* the result */
	struct tcn_arena doc_arena; /* one document */
	struct tcn_look_result result;
	struct job named, documents[TCN_LOOK_CANDIDATES],
	    sites[TCN_LOOK_CANDIDATES];
};

static enum tcn_rc
copy(struct tcn_look *l, struct tcn_str s, struct tcn_str *to)
{
	return tcn_arena_str(&l->arena, s, to) ? TCN_OK : TCN_NOMEM;
}

static enum tcn_rc
fetch(struct tcn_look *l, const char *url, struct job *job, enum kind kind,
    size_t i)
{
	const struct tcn_fetch_job wanted = { .url = url, .ctx = job };

	*job = (struct job){ kind, i };
	return tcn_fetch_add(l->fetch, &wanted);
}

/* Asks what the site of candidate i allows, unless that is known. */
static enum tcn_rc
ask_site(struct tcn_look *l, size_t i)
{
	struct tcn_look_candidate *c = &l->result.at[i];
	const char *url;
	enum tcn_rc rc;

	c->robots = tcn_robots_cache_ask(l->robots, c->url, l->now_ms);
	if (c->robots != TCN_ROBOTS_UNKNOWN)
		return TCN_OK;
	rc = tcn_robots_cache_begin(l->robots, c->url, l->now_ms, &url);
	return rc ? rc : fetch(l, url, &l->sites[i], ROBOTS, i);
}

static enum tcn_rc
add_candidate(struct tcn_look *l, struct tcn_str url, struct tcn_str title)
{
	struct tcn_look_candidate *c = &l->result.at[l->result.n];
	enum tcn_rc rc = copy(l, url, &c->url);

	if (!rc)
		rc = copy(l, title, &c->title);
	l->result.n += !rc;
	return rc;
}

/* Takes what a document says about itself as candidate i. TCN_INVALID: it is no
 * feed, and err says what it is. */
static enum tcn_rc
take_feed(struct tcn_look *l, const struct tcn_feed_doc *doc,
    struct tcn_look_candidate *c, struct tcn_err *err)
{
	struct tcn_feed feed;
	enum tcn_rc rc = tcn_feed_parse(doc, &l->doc_arena, &feed, err);

	if (!rc && feed.title.n)
		rc = copy(l, feed.title, &c->title);
	if (!rc)
		rc = copy(l, tcn_url_web(feed.url), &c->site);
	if (rc)
		return rc;
	c->entries = feed.entries_n + feed.entries_more;
	for (size_t i = 0;
	     !rc && i < feed.entries_n && c->titles_n < TCN_LOOK_TITLES; i++)
		if (feed.entries[i].title.n)
			rc = copy(l, feed.entries[i].title,
			    &c->titles[c->titles_n++]);
	return rc;
}

static struct tcn_feed_doc
document(const struct tcn_fetch_result *fetched)
{
	return (struct tcn_feed_doc){
		.bytes = fetched->body,
		.charset = tcn_str(fetched->charset),
		.lang = tcn_str(fetched->lang),
		.url = tcn_str(fetched->url),
		.entries_max = ENTRIES_MAX,
	};
}

/* A page: the feeds that it names are fetched. */
static enum tcn_rc
take_page(struct tcn_look *l, const struct tcn_feed_doc *doc, const char *why)
{
	struct tcn_discover_feeds feeds;
	enum tcn_rc rc = tcn_discover(doc->bytes, doc->charset, doc->url,
	    &l->doc_arena, &feeds);

	if (!rc && !feeds.n)
		return copy(l, tcn_str(why), &l->result.error);
	for (size_t i = 0; !rc && i < feeds.n && i < TCN_LOOK_CANDIDATES; i++)
		rc = add_candidate(l, feeds.at[i].url, feeds.at[i].title);
	for (size_t i = 0; !rc && i < l->result.n; i++) {
		rc = fetch(l, l->result.at[i].url.at, &l->documents[i],
		    DOCUMENT, i);
		if (!rc)
			rc = ask_site(l, i);
	}
	return rc;
}

/* The address that was named: a feed, a page, or nothing of use. */
static enum tcn_rc
take_named(struct tcn_look *l, const struct tcn_fetch_result *fetched)
{
	const struct tcn_feed_doc doc = document(fetched);
	struct tcn_look_candidate one = { 0 };
	struct tcn_err why = { 0 };
	enum tcn_rc rc;

	if (fetched->error)
		return copy(l, tcn_str(fetched->error), &l->result.error);
	rc = take_feed(l, &doc, &one, &why);
	if (rc == TCN_INVALID)
		return take_page(l, &doc, why.text);
	if (!rc)
		rc = copy(l,
		    tcn_str(fetched->moved ? fetched->moved : fetched->url),
		    &one.url);
	if (rc)
		return rc;
	l->result.at[l->result.n++] = one;
	return ask_site(l, 0);
}

static enum tcn_rc
take_document(struct tcn_look *l, const struct tcn_fetch_result *fetched,
    struct tcn_look_candidate *c)
{
	const struct tcn_feed_doc doc = document(fetched);
	struct tcn_err why = { 0 };
	enum tcn_rc rc;

	if (fetched->error)
		return copy(l, tcn_str(fetched->error), &c->error);
	rc = take_feed(l, &doc, c, &why);
	if (rc == TCN_INVALID)
		return copy(l, tcn_str(why.text), &c->error);
	return rc || !fetched->moved
	    ? rc
	    : copy(l, tcn_str(fetched->moved), &c->url);
}

/* A robots.txt: other candidates may be of the same site. */
static enum tcn_rc
take_robots(struct tcn_look *l, const struct tcn_fetch_result *fetched,
    const struct tcn_look_candidate *of)
{
	enum tcn_rc rc = tcn_robots_cache_put(l->robots, of->url, fetched,
	    l->agent, l->now_ms);

	for (size_t i = 0; !rc && i < l->result.n; i++) {
		struct tcn_look_candidate *c = &l->result.at[i];

		c->robots = tcn_robots_cache_ask(l->robots, c->url, l->now_ms);
	}
	return rc;
}

enum tcn_rc
tcn_look_step(struct tcn_look *l, int64_t wait_ms)
{
	struct tcn_fetch_result fetched;
	const struct job *job;
	enum tcn_rc rc = tcn_fetch_next(l->fetch, wait_ms, &fetched);

	if (rc)
		return rc;
	job = fetched.ctx;
	tcn_arena_reset(&l->doc_arena);
	if (job->kind == NAMED)
		return take_named(l, &fetched);
	return job->kind == DOCUMENT
	    ? take_document(l, &fetched, &l->result.at[job->i])
	    : take_robots(l, &fetched, &l->result.at[job->i]);
}

enum tcn_rc
tcn_look_open(const struct tcn_fetch_conf *conf, const char *url,
    int64_t now_ms, struct tcn_look **out)
{
	struct tcn_look *l = tcn_mem_calloc(1, sizeof *l);
	enum tcn_rc rc;

	*out = NULL;
	if (!l)
		return TCN_NOMEM;
	l->now_ms = now_ms;
	l->agent = tcn_str(conf->user_agent);
	tcn_arena_init(&l->arena, 0);
	tcn_arena_init(&l->doc_arena, 0);
	rc = tcn_fetch_new(conf, &l->fetch);
	if (!rc)
		rc = tcn_robots_cache_new(&l->robots);
	if (!rc)
		rc = fetch(l, url, &l->named, NAMED, 0);
	if (rc)
		tcn_look_close(l);
	else
		*out = l;
	return rc;
}

const struct tcn_look_result *
tcn_look_result(const struct tcn_look *l)
{
	return &l->result;
}

void
tcn_look_close(struct tcn_look *l)
{
	if (!l)
		return;
	tcn_fetch_free(l->fetch);
	tcn_robots_cache_free(l->robots);
	tcn_arena_fini(&l->arena);
	tcn_arena_fini(&l->doc_arena);
	tcn_mem_free(l);
}
