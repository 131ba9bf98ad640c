#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "sql/store_retain.h"
#include "tools/base/now.h"
#include "tools/intake/feeds/poll_impl.h"

#define URLS_MAX   50000
#define OVERLAP_MS (2 * TCN_DAY_MS) /* of two looks at changed sitemaps */

static struct tcn_poll_site *
site_of(struct tcn_poll *p, const struct tcn_store_feed_row *row)
{
	for (size_t i = 0; i < p->sites_n; i++)
		if (p->sites[i].row == row)
			return &p->sites[i];
	return NULL;
}

/* Another site on the same host waits, too. */
static void
wait_for_host(struct tcn_poll *p, const struct tcn_poll_site *site)
{
	struct tcn_str host = tcn_url_host(site->row->url);
	int64_t next_ms =
	    tcn_now_monotonic_ms() + tcn_crawl_gap_ms(site->crawl);

	for (size_t i = 0; i < p->sites_n; i++)
		if (p->sites[i].next_ms < next_ms &&
		    tcn_str_equal(tcn_url_host(p->sites[i].row->url), host))
			p->sites[i].next_ms = next_ms;
}

/* Stores what came of the site, failed or read to its end. */
static enum tcn_rc
end_site(struct tcn_poll *p, struct tcn_poll_site *site, bool failed)
{
	enum tcn_rc rc;

	if (!failed)
		tcn_feed_schedule_success(&p->conf.schedule, p->conf.now_ms,
		    site->fresh, 0, site->row);
	site->row->refused =
	    (uint32_t)tcn_crawl_counts(site->crawl)->disallowed;
	p->counts.feeds++;
	p->sites_left--;
	if (p->conf.crawled)
		p->conf.crawled(p->conf.ctx, site->row,
		    tcn_crawl_counts(site->crawl));
	tcn_crawl_free(site->crawl);
	site->crawl = NULL;
	rc = tcn_poll_store_row(p, NULL, site->row);
	if (!rc && p->conf.fetched)
		p->conf.fetched(p->conf.ctx, site->row, site->fresh);
	return rc;
}

enum tcn_rc
tcn_poll_take_site(struct tcn_poll *p, struct tcn_store_feed_row *row,
    const struct tcn_fetch_result *fetched)
{
	struct tcn_poll_site *site = site_of(p, row);
	const struct tcn_poll_counts before = p->counts;
	enum tcn_fetch_failure failure = TCN_FETCH_FAILURE_NONE;
	struct tcn_err why = { 0 };
	struct tcn_feed feed;
	uint64_t fresh = 0;
	bool failed;
	enum tcn_rc rc =
	    tcn_crawl_take(site->crawl, fetched, &p->doc_arena, &feed, &why);

	site->fetching = false;
	failed = rc == TCN_INVALID;
	if (failed) {
		failure = fetched->failure ? fetched->failure
					   : TCN_FETCH_FAILURE_NO_FEED;
		tcn_poll_fail(p, why.text, fetched->retry_after_ms, site->row);
		rc = TCN_OK;
	} else if (!rc) {
		rc = tcn_poll_take_entries(p, &p->doc_arena, &feed, site->row,
		    &fresh);
	}
	site->fresh += fresh;
	if (!rc)
		tcn_poll_add_totals(p, &before, failure);
	return rc || (!failed && tcn_crawl_next(site->crawl))
	    ? rc
	    : end_site(p, site, failed);
}

void
tcn_poll_fetch_sites(struct tcn_poll *p, int64_t *wait_ms)
{
	for (size_t i = 0; p->sites_left && i < p->sites_n; i++) {
		struct tcn_poll_site *site = &p->sites[i];
		int64_t left_ms = site->next_ms - tcn_now_monotonic_ms();

		if (!site->crawl || site->fetching)
			continue;
		if (left_ms > 0) {
			*wait_ms = left_ms < *wait_ms ? left_ms : *wait_ms;
			continue;
		}
		wait_for_host(p, site);
		site->fetching = true;
		tcn_poll_add_job(p, site->row, tcn_crawl_next(site->crawl));
	}
}

/* An entry with the id and the key that it has when it is taken in. */
static enum tcn_rc
name_entry(struct tcn_poll *p, const struct tcn_article *entry,
    struct tcn_article *named)
{
	bool cut;

	*named = *entry;
	named->title = tcn_str("any"); /* it has none yet */
	tcn_article_fit(named, &p->conf.limits, &p->doc_arena, &cut);
	return tcn_article_finish(named, &p->conf.limits, &p->doc_arena, NULL);
}

/* Whether an article of that address is or was stored, or its page was read
 * and had none. */
static enum tcn_rc
is_known(void *of, const struct tcn_article *entry, bool *known)
{
	struct tcn_poll *p = of;
	const struct tcn_store *store = tcn_pipeline_store(p->pipe);
	struct tcn_article named;
	uint64_t seq = 0;
	int64_t met_ms;
	enum tcn_rc rc = name_entry(p, entry, &named);

	*known = false;
	if (rc)
		return rc;
	rc = tcn_store_find_key(store, named.id, named.key, &seq);
	if (!rc && !seq)
		rc = tcn_store_find_removed(store, named.key, &seq, &met_ms);
	*known = seq != 0;
	if (!rc && !seq)
		rc = tcn_store_has_visited(store, named.key, known);
	if (rc)
		*p->err = *tcn_store_error(store);
	return rc;
}

static enum tcn_rc
note_visited(void *of, const struct tcn_article *entry)
{
	struct tcn_poll *p = of;
	struct tcn_store_tx *tx;
	struct tcn_article named;
	enum tcn_rc rc = name_entry(p, entry, &named);

	if (rc)
		return rc;
	rc = tcn_pipeline_begin(p->pipe, &tx, p->err);
	if (!rc)
		rc = tcn_store_put_visited(tx, named.key, p->conf.now_ms);
	return tcn_pipeline_end(p->pipe, rc, p->err);
}

void
tcn_poll_add_site(struct tcn_poll *p, struct tcn_store_feed_row *row)
{
	struct tcn_poll_site *site = &p->sites[p->sites_n];
	int64_t changed_ms = row->succeeded_ms == TCN_UNDATED
	    ? row->since_ms
	    : row->succeeded_ms - OVERLAP_MS;
	const struct tcn_crawl_conf conf = {
		.url = row->url,
		.agent = tcn_str(p->conf.fetch.user_agent),
		.urls_max = p->conf.urls_max ? p->conf.urls_max : URLS_MAX,
		.since_ms = row->since_ms,
		.changed_ms = changed_ms,
		.robots = p->robots,
		.now_ms = p->conf.now_ms,
		.pages_max = p->conf.pages_max,
		.known = is_known,
		.visited = note_visited,
		.ctx = p,
	};

	site->crawl = tcn_crawl_new(&conf);
	site->row = row;
	p->sites_n++;
	p->sites_left++;
}

void
tcn_poll_free_sites(struct tcn_poll *p)
{
	for (size_t i = 0; i < p->sites_n; i++)
		tcn_crawl_free(p->sites[i].crawl);
	tcn_mem_free(p->sites);
}
