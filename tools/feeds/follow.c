#include "tools/feeds/follow.h"

#include <assert.h>
#include <strings.h>

#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "engine/base/utf8.h"
#include "engine/page/extract.h"
#include "engine/text/markup.h"
#include "tools/base/now.h"
#include "tools/feeds/page_article.h"

#define FAILURES_MAX 3
#define TEXT_BYTES   ((size_t)1 << 20) /* of one page; the rest is cut */

struct tcn_follow {
	struct tcn_follow_conf conf;
	struct tcn_article *entries;
	struct tcn_arena *arena;
	struct tcn_arena scratch; /* one page */
	struct tcn_follow_job *jobs; /* the oldest entry's first */
	size_t left; /* the first so many are not begun */
	size_t running;
	unsigned failures;
	int64_t began_ms;
	struct tcn_follow_counts counts;
};

enum tcn_rc
tcn_follow_wants(const struct tcn_article *entry, uint64_t below_words,
    struct tcn_arena *scratch, bool *is)
{
	struct tcn_str plain;
	enum tcn_rc rc;

	*is = false;
	if (!entry->id.n || !tcn_url_web(entry->url).n)
		return TCN_OK;
	rc = tcn_markup_strip(entry->text, scratch, &plain);
	if (!rc)
		*is = tcn_extract_words(plain) < below_words;
	return rc;
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

/* Begins fetches, from the newest entry on, up to the limit. */
static enum tcn_rc
begin_some(struct tcn_follow *follow)
{
	enum tcn_rc rc = TCN_OK;

	if (follow->failures >= FAILURES_MAX ||
	    tcn_now_monotonic_ms() - follow->began_ms > follow->conf.longest_ms)
		follow->left = 0;
	while (!rc && follow->left && follow->running < follow->conf.at_once) {
		struct tcn_follow_job *at = &follow->jobs[--follow->left];
		struct tcn_str url = follow->entries[at->entry].url;
		struct tcn_fetch_job job = {
			.allowed = allowed_for(follow, url),
			.first = true,
			.ctx = at,
		};

		if (!tcn_arena_str(follow->arena, url, &url))
			return TCN_NOMEM;
		job.url = url.at;
		rc = tcn_fetch_add(follow->conf.fetch, &job);
		follow->running += !rc;
	}
	return rc;
}

enum tcn_rc
tcn_follow_new(const struct tcn_follow_conf *conf, struct tcn_article *entries,
    const size_t *wanted, size_t wanted_n, struct tcn_arena *arena,
    struct tcn_follow **out)
{
	struct tcn_follow *follow = tcn_mem_calloc(1, sizeof *follow);
	size_t n = wanted_n < TCN_FOLLOW_PAGES ? wanted_n : TCN_FOLLOW_PAGES;
	enum tcn_rc rc = TCN_NOMEM;

	assert(conf->fetch && conf->at_once);
	*out = follow;
	if (!follow)
		return rc;
	follow->conf = *conf;
	follow->entries = entries;
	follow->arena = arena;
	follow->began_ms = tcn_now_monotonic_ms();
	tcn_arena_init(&follow->scratch, 0);
	follow->jobs = tcn_mem_calloc(n ? n : 1, sizeof *follow->jobs);
	if (follow->jobs) {
		for (size_t i = 0; i < n; i++)
			follow->jobs[i] = (struct tcn_follow_job){ follow,
				conf->of, wanted[wanted_n - n + i] };
		follow->left = n;
		rc = begin_some(follow);
	}
	return rc;
}

/* Fills in what the entry does not say. */
static enum tcn_rc
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
		if (!fields[i].to->n && fields[i].from.n &&
		    !tcn_arena_str(follow->arena, fields[i].from, fields[i].to))
			return TCN_NOMEM;
	if (entry->ts_ms == TCN_UNDATED)
		entry->ts_ms = page->ts_ms;
	return TCN_OK;
}

/* Takes the page's text if it has more words than the entry's. */
static enum tcn_rc
merge(struct tcn_follow *follow, const struct tcn_article *page,
    struct tcn_article *entry)
{
	struct tcn_str text = tcn_utf8_cut(page->text, TEXT_BYTES), plain;
	enum tcn_rc rc =
	    tcn_markup_strip(entry->text, &follow->scratch, &plain);

	if (rc)
		return rc;
	if (tcn_extract_words(text) <= tcn_extract_words(plain)) {
		follow->counts.none++;
		return TCN_OK;
	}
	follow->counts.found++;
	if (!tcn_arena_str(follow->arena, text, &entry->text))
		return TCN_NOMEM;
	return fill_in(follow, page, entry);
}

static enum tcn_rc
read_page(struct tcn_follow *follow, const struct tcn_fetch_result *fetched,
    struct tcn_article *entry)
{
	const struct tcn_page_bytes bytes = {
		.bytes = fetched->body,
		.charset = tcn_str(fetched->charset),
		.url = tcn_str(fetched->url),
	};
	struct tcn_article page;
	enum tcn_rc rc =
	    tcn_page_article(&bytes, &follow->scratch, &page, NULL, NULL);

	if (rc == TCN_INVALID) {
		follow->counts.none++;
		return TCN_OK;
	}
	return rc ? rc : merge(follow, &page, entry);
}

enum tcn_rc
tcn_follow_take(struct tcn_follow *follow,
    const struct tcn_fetch_result *fetched)
{
	const struct tcn_follow_job *job = fetched->ctx;
	enum tcn_rc rc = TCN_OK;

	assert(job->follow == follow && follow->running);
	follow->running--;
	tcn_arena_reset(&follow->scratch);
	if (fetched->error) {
		follow->counts.failed++;
		follow->failures += fetched->passing;
	} else {
		rc = read_page(follow, fetched, &follow->entries[job->entry]);
	}
	return rc ? rc : begin_some(follow);
}

bool
tcn_follow_waits(const struct tcn_follow *follow)
{
	return follow->running > 0;
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
	tcn_mem_free(follow->jobs);
	tcn_mem_free(follow);
}
