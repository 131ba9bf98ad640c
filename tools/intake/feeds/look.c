#include "tools/intake/feeds/look.h"

#include <assert.h>

#include "engine/base/err.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "tools/intake/feeds/discover.h"
#include "tools/intake/feeds/feed.h"

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

static void
copy(struct tcn_look *l, struct tcn_str s, struct tcn_str *to)
{
	tcn_arena_str(&l->arena, s, to);
}

static void
fetch(struct tcn_look *l, const char *url, struct job *job, enum kind kind,
    size_t i)
{
	const struct tcn_fetch_job wanted = { .url = url, .ctx = job };

	*job = (struct job){ kind, i };
	tcn_fetch_add(l->fetch, &wanted);
}

/* Asks what the site of candidate i allows, unless that is known. */
static void
ask_site(struct tcn_look *l, size_t i)
{
	struct tcn_look_candidate *c = &l->result.at[i];
	const char *url;

	c->robots = tcn_robots_cache_ask(l->robots, c->url, l->now_ms);
	if (c->robots != TCN_ROBOTS_UNKNOWN)
		return;
	tcn_robots_cache_begin(l->robots, c->url, l->now_ms, &url);
	fetch(l, url, &l->sites[i], ROBOTS, i);
}

/* Takes what a document says about itself as candidate i. TCN_INVALID: it is no
 * feed, and err says what it is. */
static enum tcn_rc
take_feed(struct tcn_look *l, const struct tcn_feed_doc *doc,
    struct tcn_look_candidate *c, struct tcn_err *err)
{
	struct tcn_feed feed;
	enum tcn_rc rc = tcn_feed_parse(doc, &l->doc_arena, &feed, err);

	if (rc)
		return rc;
	if (feed.title.n)
		copy(l, feed.title, &c->title);
	copy(l, tcn_url_web(feed.url), &c->site);
	c->entries = feed.entries_n + feed.entries_more;
	for (size_t i = 0; i < feed.entries_n && c->titles_n < TCN_LOOK_TITLES;
	     i++)
		if (feed.entries[i].title.n)
			copy(l, feed.entries[i].title,
			    &c->titles[c->titles_n++]);
	return TCN_OK;
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
static void
take_page(struct tcn_look *l, const struct tcn_feed_doc *doc, const char *why)
{
	struct tcn_discover_feeds feeds;

	tcn_discover(doc->bytes, doc->charset, doc->url, &l->doc_arena, &feeds);
	if (!feeds.n) {
		copy(l, tcn_str(why), &l->result.error);
		return;
	}
	for (size_t i = 0; i < feeds.n && i < TCN_LOOK_CANDIDATES; i++) {
		struct tcn_look_candidate *c = &l->result.at[l->result.n];

		copy(l, feeds.at[i].url, &c->url);
		copy(l, feeds.at[i].title, &c->title);
		l->result.n++;
	}
	for (size_t i = 0; i < l->result.n; i++) {
		fetch(l, l->result.at[i].url.at, &l->documents[i], DOCUMENT, i);
		ask_site(l, i);
	}
}

/* The address that was named: a feed, a page, or nothing of use. */
static void
take_named(struct tcn_look *l, const struct tcn_fetch_result *fetched)
{
	const struct tcn_feed_doc doc = document(fetched);
	struct tcn_look_candidate one = { 0 };
	struct tcn_err why = { 0 };

	if (fetched->error) {
		copy(l, tcn_str(fetched->error), &l->result.error);
		return;
	}
	if (take_feed(l, &doc, &one, &why)) {
		take_page(l, &doc, why.text);
		return;
	}
	copy(l, tcn_str(fetched->moved ? fetched->moved : fetched->url),
	    &one.url);
	l->result.at[l->result.n++] = one;
	ask_site(l, 0);
}

static void
take_document(struct tcn_look *l, const struct tcn_fetch_result *fetched,
    struct tcn_look_candidate *c)
{
	const struct tcn_feed_doc doc = document(fetched);
	struct tcn_err why = { 0 };

	if (fetched->error)
		copy(l, tcn_str(fetched->error), &c->error);
	else if (take_feed(l, &doc, c, &why))
		copy(l, tcn_str(why.text), &c->error);
	else if (fetched->moved)
		copy(l, tcn_str(fetched->moved), &c->url);
}

/* A robots.txt: other candidates may be of the same site. */
static void
take_robots(struct tcn_look *l, const struct tcn_fetch_result *fetched,
    const struct tcn_look_candidate *of)
{
	tcn_robots_cache_put(l->robots, of->url, fetched, l->agent, l->now_ms);
	for (size_t i = 0; i < l->result.n; i++) {
		struct tcn_look_candidate *c = &l->result.at[i];

		c->robots = tcn_robots_cache_ask(l->robots, c->url, l->now_ms);
	}
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
		take_named(l, &fetched);
	else if (job->kind == DOCUMENT)
		take_document(l, &fetched, &l->result.at[job->i]);
	else
		take_robots(l, &fetched, &l->result.at[job->i]);
	return TCN_OK;
}

struct tcn_look *
tcn_look_open(const struct tcn_fetch_conf *conf, const char *url,
    int64_t now_ms)
{
	struct tcn_look *l = tcn_mem_calloc(1, sizeof *l);

	l->now_ms = now_ms;
	l->agent = tcn_str(conf->user_agent);
	tcn_arena_init(&l->arena, 0);
	tcn_arena_init(&l->doc_arena, 0);
	l->fetch = tcn_fetch_new(conf);
	l->robots = tcn_robots_cache_new();
	fetch(l, url, &l->named, NAMED, 0);
	return l;
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
