#include "tools/intake/feeds/crawl.h"

#include <assert.h>
#include <xxhash.h>

#include "engine/base/buf.h"
#include "engine/base/duration.h"
#include "engine/base/map.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/item/article.h"
#include "tools/intake/feeds/page_article.h"
#include "tools/intake/feeds/robots.h"
#include "tools/intake/feeds/sitemap.h"

enum {
	DEPTH_MAX = 2, /* of index files */
	SITEMAPS_MAX = 1000,
	LEAST_WORDS = 30, /* of an article: a page of video has fewer */
};

/* A sitemap to read. */
struct map {
	const char *url;
	unsigned depth; /* how many index files led to it */
};

struct tcn_crawl {
	struct tcn_crawl_conf conf;
	struct tcn_crawl_counts counts;
	struct tcn_arena arena; /* addresses and rules; until free */
	const char *robots_url; /* NULL: it was read */
	struct tcn_robots robots;
	struct map *maps; /* in the order they are read */
	size_t maps_n, maps_cap, at;
	struct tcn_map seen; /* sitemaps, by the hash of their address */
	struct tcn_article *pages; /* to fetch; of them id, source, url, date */
	size_t pages_n, pages_cap, page;
};

struct tcn_crawl *
tcn_crawl_new(const struct tcn_crawl_conf *conf)
{
	struct tcn_crawl *crawl = tcn_mem_calloc(1, sizeof *crawl);

	assert(conf->urls_max > 0);
	crawl->conf = *conf;
	tcn_arena_init(&crawl->arena, 0);
	tcn_arena_str(&crawl->arena, conf->url, &crawl->conf.url);
	tcn_arena_str(&crawl->arena, conf->agent, &crawl->conf.agent);
	crawl->robots_url =
	    tcn_robots_address(crawl->conf.url, "/robots.txt", &crawl->arena);
	return crawl;
}

void
tcn_crawl_free(struct tcn_crawl *crawl)
{
	if (!crawl)
		return;
	tcn_arena_fini(&crawl->arena);
	tcn_map_fini(&crawl->seen);
	tcn_mem_free(crawl->maps);
	tcn_mem_free(crawl->pages);
	tcn_mem_free(crawl);
}

const char *
tcn_crawl_next(const struct tcn_crawl *crawl)
{
	if (crawl->robots_url)
		return crawl->robots_url;
	if (crawl->at < crawl->maps_n)
		return crawl->maps[crawl->at].url;
	return crawl->page < crawl->pages_n ? crawl->pages[crawl->page].url.at
					    : NULL;
}

int64_t
tcn_crawl_gap_ms(const struct tcn_crawl *crawl)
{
	return crawl->robots.delay_ms > TCN_SECOND_MS ? crawl->robots.delay_ms
						      : TCN_SECOND_MS;
}

const struct tcn_crawl_counts *
tcn_crawl_counts(const struct tcn_crawl *crawl)
{
	return &crawl->counts;
}

/* ---- sitemaps to read ---- */

/* Whether robots.txt, which speaks for the site that was named, allows it. */
static bool
is_allowed(struct tcn_crawl *crawl, struct tcn_str url, struct tcn_arena *arena)
{
	return !tcn_str_equal(tcn_url_site(url),
		   tcn_url_site(crawl->conf.url)) ||
	    tcn_robots_allows(&crawl->robots, url, arena);
}

/* Adds a sitemap to those to read, unless it is there already. */
static void
add_map(struct tcn_crawl *crawl, struct tcn_str url, unsigned depth,
    struct tcn_arena *arena)
{
	struct tcn_str copy;
	struct map *maps;
	uint64_t *value;

	if (!tcn_url_web(url).n ||
	    tcn_map_find(&crawl->seen, XXH3_64bits(url.at, url.n)))
		return;
	if (!is_allowed(crawl, url, arena)) {
		crawl->counts.disallowed++;
		return;
	}
	if (crawl->maps_n == SITEMAPS_MAX || depth > DEPTH_MAX) {
		crawl->counts.over++;
		return;
	}
	tcn_map_put(&crawl->seen, XXH3_64bits(url.at, url.n), &value, NULL);
	maps = tcn_mem_grow(crawl->maps, &crawl->maps_cap, crawl->maps_n + 1,
	    sizeof *maps);
	crawl->maps = maps;
	tcn_arena_str(&crawl->arena, url, &copy);
	maps[crawl->maps_n++] = (struct map){ copy.at, depth };
}

/* The sitemaps of a site that was named by its home page. */
static void
add_named(struct tcn_crawl *crawl, struct tcn_arena *arena)
{
	const char *usual;

	for (size_t i = 0; i < crawl->robots.sitemaps_n; i++)
		add_map(crawl, crawl->robots.sitemaps[i], 0, arena);
	if (crawl->maps_n || crawl->robots.sitemaps_n)
		return;
	usual =
	    tcn_robots_address(crawl->conf.url, "/sitemap.xml", &crawl->arena);
	add_map(crawl, tcn_str(usual), 0, arena);
}

/* ---- robots.txt ---- */

/*
 * RFC 9309, section 2.3.1: where there is none (4xx) all is allowed; while it
 * cannot be read for another reason nothing is.
 */
static enum tcn_rc
take_robots(struct tcn_crawl *crawl, const struct tcn_fetch_result *fetched,
    struct tcn_arena *arena, struct tcn_err *err)
{
	struct tcn_str url = crawl->conf.url;
	size_t rest;

	if (fetched->error && fetched->failure != TCN_FETCH_FAILURE_REFUSED)
		return tcn_err_set(err, TCN_INVALID,
		    "its robots.txt, which says what may be fetched, cannot "
		    "be read: %s",
		    fetched->error);
	crawl->robots_url = NULL;
	tcn_robots_parse(fetched->error ? (struct tcn_str){ 0 } : fetched->body,
	    crawl->conf.agent, &crawl->arena, &crawl->robots);
	if (crawl->conf.robots)
		tcn_robots_cache_put(crawl->conf.robots, url, fetched,
		    crawl->conf.agent, crawl->conf.now_ms);
	rest = url.n - tcn_robots_root(url).n;
	if (rest == 0 || (rest == 1 && url.at[url.n - 1] == '/'))
		add_named(crawl, arena);
	else
		add_map(crawl, url, 0, arena);
	if (!crawl->maps_n)
		return tcn_err_set(err, TCN_INVALID,
		    "its robots.txt does not allow us to read its sitemap");
	return TCN_OK;
}

/* ---- entries ---- */

static bool
is_of_site(const struct tcn_crawl *crawl, struct tcn_str url,
    struct tcn_str map_url)
{
	struct tcn_str site = tcn_url_site(url);

	return site.n &&
	    (tcn_str_equal(site, tcn_url_site(crawl->conf.url)) ||
		tcn_str_equal(site, tcn_url_site(map_url)));
}

/* Whether an entry is handed on; counts it otherwise. */
static bool
is_wanted(struct tcn_crawl *crawl, const struct tcn_sitemap_entry *entry,
    struct tcn_str map_url, int64_t date_ms, struct tcn_arena *arena)
{
	struct tcn_crawl_counts *n = &crawl->counts;
	uint64_t *reason = NULL;

	if (!is_of_site(crawl, entry->url, map_url))
		reason = &n->foreign;
	else if (date_ms != TCN_UNDATED && date_ms < crawl->conf.since_ms)
		reason = &n->old;
	else if (n->entries >= crawl->conf.urls_max)
		reason = &n->over;
	else if (!is_allowed(crawl, entry->url, arena))
		reason = &n->disallowed;
	if (reason)
		++*reason;
	return !reason;
}

/* Adds the page of an entry to those to fetch, unless it is known. */
static enum tcn_rc
add_page(struct tcn_crawl *crawl, const struct tcn_article *entry)
{
	struct tcn_article *pages;
	bool known;
	enum tcn_rc rc = crawl->conf.known(crawl->conf.ctx, entry, &known);

	if (rc || known)
		return rc;
	if (crawl->pages_n == crawl->conf.pages_max) {
		crawl->counts.waiting++;
		return TCN_OK;
	}
	pages = tcn_mem_grow(crawl->pages, &crawl->pages_cap,
	    crawl->pages_n + 1, sizeof *pages);
	crawl->pages = pages;
	tcn_article_copy(entry, &crawl->arena, &pages[crawl->pages_n++]);
	return TCN_OK;
}

static enum tcn_rc
take_pages(struct tcn_crawl *crawl, const struct tcn_sitemap *map,
    struct tcn_str map_url, struct tcn_arena *arena, struct tcn_feed *feed)
{
	enum tcn_rc rc = TCN_OK;

	feed->entries =
	    tcn_arena_zalloc(arena, map->n + 1, sizeof *feed->entries);
	for (size_t i = 0; !rc && i < map->n; i++) {
		const struct tcn_sitemap_entry *entry = &map->entries[i];
		int64_t date_ms = entry->published_ms != TCN_UNDATED
		    ? entry->published_ms
		    : entry->modified_ms;
		struct tcn_article *to = &feed->entries[feed->entries_n];

		if (!is_wanted(crawl, entry, map_url, date_ms, arena))
			continue;
		*to = (struct tcn_article){
			.url = entry->url,
			.image = entry->image,
			.title = entry->title,
			.plain = true,
			.lang = entry->lang,
			.source = entry->source.n ? entry->source
						  : tcn_url_site(entry->url),
			.ts_ms = date_ms,
		};
		tcn_url_canonical(arena, entry->url, &to->id);
		crawl->counts.entries++;
		if (to->title.n || !crawl->conf.pages_max)
			feed->entries_n++;
		else
			rc = add_page(crawl, to);
	}
	return rc;
}

/* A sitemap that cannot be read: one of several is passed over. */
static enum tcn_rc
pass_over(struct tcn_crawl *crawl, const char *url, const char *why,
    struct tcn_err *err)
{
	crawl->counts.failed++;
	if (crawl->counts.sitemaps || crawl->at < crawl->maps_n)
		return TCN_OK;
	return tcn_err_set(err, TCN_INVALID, "%.200s: %s", url, why);
}

/* The article of a page; its address and its source are the sitemap's. */
static enum tcn_rc
take_page(struct tcn_crawl *crawl, const struct tcn_fetch_result *fetched,
    struct tcn_arena *arena, struct tcn_feed *feed)
{
	const struct tcn_article *entry = &crawl->pages[crawl->page++];
	const struct tcn_page_bytes page = {
		.bytes = fetched->body,
		.charset = tcn_str(fetched->charset),
		.url = entry->url,
		.least_words = LEAST_WORDS,
	};
	struct tcn_article *to =
	    tcn_arena_zalloc(arena, 1, sizeof *feed->entries);
	struct tcn_err why;
	enum tcn_rc rc = TCN_INVALID;

	crawl->counts.pages++;
	if (!fetched->error)
		rc = tcn_page_article(&page, arena, to, NULL, &why);
	if (rc) { /* a server in trouble is asked again */
		crawl->counts.empty++;
		return fetched->error && fetched->passing
		    ? TCN_OK
		    : crawl->conf.visited(crawl->conf.ctx, entry);
	}
	to->id = entry->id;
	to->source = entry->source;
	to->url = entry->url;
	to->image = to->image.n ? to->image : entry->image;
	if (to->ts_ms == TCN_UNDATED)
		to->ts_ms = entry->ts_ms;
	feed->entries = to;
	feed->entries_n = 1;
	return TCN_OK;
}

enum tcn_rc
tcn_crawl_take(struct tcn_crawl *crawl, const struct tcn_fetch_result *fetched,
    struct tcn_arena *arena, struct tcn_feed *feed, struct tcn_err *err)
{
	struct tcn_err why = { 0 };
	struct tcn_sitemap map;
	struct map at;
	enum tcn_rc rc;

	assert(tcn_crawl_next(crawl));
	*feed = (struct tcn_feed){ .kind = TCN_FEED_RSS };
	if (crawl->robots_url)
		return take_robots(crawl, fetched, arena, err);
	if (crawl->at == crawl->maps_n)
		return take_page(crawl, fetched, arena, feed);
	at = crawl->maps[crawl->at++];
	if (fetched->error)
		return pass_over(crawl, at.url, fetched->error, err);
	rc = tcn_sitemap_parse(fetched->body, tcn_str(fetched->charset),
	    crawl->conf.urls_max, arena, &map, &why);
	if (rc == TCN_INVALID)
		return pass_over(crawl, at.url, why.text, err);
	if (rc)
		return rc;
	crawl->counts.sitemaps++;
	crawl->counts.over += map.more;
	if (!map.is_index)
		return take_pages(crawl, &map, tcn_str(at.url), arena, feed);
	for (size_t i = 0; i < map.n; i++) {
		const struct tcn_sitemap_entry *entry = &map.entries[i];

		if (entry->modified_ms != TCN_UNDATED &&
		    entry->modified_ms < crawl->conf.changed_ms)
			crawl->counts.unchanged++;
		else
			add_map(crawl, entry->url, at.depth + 1, arena);
	}
	return TCN_OK;
}
