#include "tools/intake/feeds/follow.h"

#include <assert.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"
#include "engine/page/extract.h"
#include "engine/text/markup.h"
#include "tools/base/now.h"
#include "tools/intake/feeds/page_article.h"

#define FAILURES_MAX 3
#define TEXT_BYTES   ((size_t)1 << 20) /* of one page; the rest is cut */

struct page {
	struct tcn_follow_job fetch, robots; /* of it, of its robots.txt */
	bool begun; /* or not allowed */
};

struct tcn_follow {
	struct tcn_follow_conf conf;
	struct tcn_article *entries;
	struct tcn_arena *arena;
	struct tcn_arena scratch; /* one page */
	struct page *pages; /* the oldest entry's first */
	size_t n;
	size_t left; /* so many are neither begun nor given up */
	size_t running;
	unsigned failures;
	int64_t began_ms;
	struct tcn_follow_counts counts;
};

void
tcn_follow_wants(const struct tcn_article *entry, uint64_t below_words,
    struct tcn_arena *scratch, bool *is)
{
	struct tcn_str plain;

	*is = false;
	if (!entry->id.n || !tcn_url_web(entry->url).n)
		return;
	tcn_markup_strip(entry->text, scratch, &plain);
	*is = tcn_extract_words(plain) < below_words;
}

/* The ranges of private addresses that a feed may be fetched from hold for the
 * pages of its own host. */
static const struct tcn_networks *
allowed_for(const struct tcn_follow *follow, struct tcn_str url)
{
	struct tcn_str host = tcn_url_host(url);
	bool own = host.n && host.n == follow->conf.host.n &&
	    strncasecmp(host.at, follow->conf.host.at, host.n) == 0;

	return own ? follow->conf.allowed : NULL;
}

static void
begin(struct tcn_follow *follow, struct tcn_follow_job *ctx, const char *url)
{
	const struct tcn_fetch_job job = {
		.url = url,
		.allowed = allowed_for(follow, tcn_str(url)),
		.first = true,
		.ctx = ctx,
	};

	tcn_fetch_add(follow->conf.fetch, &job);
	follow->running++;
}

/* What becomes of the page is known. */
static void
settle(struct tcn_follow *follow, struct page *page)
{
	page->begun = true;
	follow->left--;
}

/* Begins to fetch the page, or its robots.txt; or finds that it is not to be
 * fetched, or must wait for a robots.txt that is on its way. */
static void
begin_page(struct tcn_follow *follow, struct page *page)
{
	struct tcn_str url = follow->entries[page->fetch.entry].url;
	const struct tcn_follow_conf *conf = &follow->conf;
	const char *address;

	switch (tcn_robots_cache_ask(conf->robots, url, conf->now_ms)) {
	case TCN_ROBOTS_PENDING:
		return;
	case TCN_ROBOTS_UNKNOWN:
		tcn_robots_cache_begin(conf->robots, url, conf->now_ms,
		    &address);
		begin(follow, &page->robots, address);
		return;
	case TCN_ROBOTS_DISALLOWED:
		follow->counts.disallowed++;
		settle(follow, page);
		return;
	case TCN_ROBOTS_UNREADABLE:
		follow->counts.failed++;
		settle(follow, page);
		return;
	case TCN_ROBOTS_ALLOWED:
		break;
	}
	tcn_arena_str(follow->arena, url, &url);
	settle(follow, page);
	begin(follow, &page->fetch, url.at);
}

/* Begins fetches, from the newest entry on, up to the limit. */
static void
begin_some(struct tcn_follow *follow)
{
	if (follow->failures >= FAILURES_MAX ||
	    tcn_now_monotonic_ms() - follow->began_ms > follow->conf.longest_ms)
		follow->left = 0;
	for (size_t i = follow->n;
	     i-- > 0 && follow->left && follow->running < follow->conf.at_once;)
		if (!follow->pages[i].begun)
			begin_page(follow, &follow->pages[i]);
}

struct tcn_follow *
tcn_follow_new(const struct tcn_follow_conf *conf, struct tcn_article *entries,
    const size_t *wanted, size_t wanted_n, struct tcn_arena *arena)
{
	struct tcn_follow *follow = tcn_mem_calloc(1, sizeof *follow);
	size_t n = wanted_n < TCN_FOLLOW_PAGES ? wanted_n : TCN_FOLLOW_PAGES;

	assert(conf->fetch && conf->at_once && conf->robots);
	follow->conf = *conf;
	follow->entries = entries;
	follow->arena = arena;
	follow->began_ms = tcn_now_monotonic_ms();
	tcn_arena_init(&follow->scratch, 0);
	follow->pages = tcn_mem_calloc(n ? n : 1, sizeof *follow->pages);
	for (size_t i = 0; i < n; i++) {
		size_t entry = wanted[wanted_n - n + i];

		follow->pages[i].fetch =
		    (struct tcn_follow_job){ follow, conf->of, entry, false };
		follow->pages[i].robots =
		    (struct tcn_follow_job){ follow, conf->of, entry, true };
	}
	follow->n = follow->left = n;
	begin_some(follow);
	return follow;
}

/* Fills in what the entry does not say. */
static void
fill_in(struct tcn_follow *follow, const struct tcn_article *page,
    struct tcn_article *entry)
{
	const struct {
		struct tcn_str from, *to;
	} fields[] = {
		{ page->title, &entry->title },
		{ page->lang, &entry->lang },
		{ page->category, &entry->category },
	};

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
		if (!fields[i].to->n && fields[i].from.n)
			tcn_arena_str(follow->arena, fields[i].from,
			    fields[i].to);
	if (entry->ts_ms == TCN_UNDATED)
		entry->ts_ms = page->ts_ms;
}

/* Takes the page's text if it has more words than the entry's; and its picture,
 * where the entry has none. */
static void
merge(struct tcn_follow *follow, const struct tcn_article *page,
    struct tcn_article *entry)
{
	struct tcn_str text = tcn_utf8_cut(page->text, TEXT_BYTES), plain;

	if (!entry->image.n)
		tcn_arena_str(follow->arena, page->image, &entry->image);
	tcn_markup_strip(entry->text, &follow->scratch, &plain);
	if (tcn_extract_words(text) <= tcn_extract_words(plain)) {
		follow->counts.none++;
		return;
	}
	follow->counts.found++;
	tcn_arena_str(follow->arena, text, &entry->text);
	fill_in(follow, page, entry);
}

void
tcn_follow_take(struct tcn_follow *follow,
    const struct tcn_fetch_result *fetched)
{
	const struct tcn_follow_job *job = fetched->ctx;

	assert(job->follow == follow && follow->running);
	follow->running--;
	tcn_arena_reset(&follow->scratch);
	if (job->robots) {
		tcn_robots_cache_put(follow->conf.robots,
		    follow->entries[job->entry].url, fetched,
		    follow->conf.agent, follow->conf.now_ms);
		follow->failures += fetched->error && fetched->passing;
	} else if (fetched->error) {
		follow->counts.failed++;
		follow->failures += fetched->passing;
	} else {
		const struct tcn_page_bytes bytes = {
			.bytes = fetched->body,
			.charset = tcn_str(fetched->charset),
			.url = tcn_str(fetched->url),
		};
		struct tcn_article page;

		if (tcn_page_article(&bytes, &follow->scratch, &page, NULL,
			NULL))
			follow->counts.none++;
		else
			merge(follow, &page, &follow->entries[job->entry]);
	}
	begin_some(follow);
}

void
tcn_follow_resume(struct tcn_follow *follow)
{
	begin_some(follow);
}

bool
tcn_follow_waits(const struct tcn_follow *follow)
{
	return follow->running > 0 || follow->left > 0;
}

const struct tcn_follow_counts *
tcn_follow_counts(const struct tcn_follow *follow)
{
	return &follow->counts;
}

void
tcn_follow_free(struct tcn_follow *follow)
{
	if (!follow)
		return;
	tcn_arena_fini(&follow->scratch);
	tcn_mem_free(follow->pages);
	tcn_mem_free(follow);
}
