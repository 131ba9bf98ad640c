#include "tools/intake/feeds/poll_impl.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

#include "engine/base/duration.h"
#include "engine/base/mem.h"
#include "engine/base/url.h"

/* By time. Of entries with one id the first is stored, so that the order of
 * equal times must be defined as well. */
static int
by_time(const void *left, const void *right)
{
	const struct tcn_article *a = left, *b = right;
	int order = tcn_str_compare(a->id, b->id);

	if (a->ts_ms != b->ts_ms)
		return a->ts_ms < b->ts_ms ? -1 : 1;
	if (!order)
		order = tcn_str_compare(a->title, b->title);
	return order ? order : tcn_str_compare(a->text, b->text);
}

void
tcn_poll_oldest_first(struct tcn_feed *feed)
{
	if (feed->entries_n)
		qsort(feed->entries, feed->entries_n, sizeof *feed->entries,
		    by_time);
}

/* Events that fire at an earlier time are stale: the window of the widest rule
 * does not reach back to it. */
static int64_t
stale_before_ms(const struct tcn_poll *p)
{
	return p->conf.now_ms -
	    tcn_detector_within_ms(tcn_pipeline_detector(p->pipe));
}

static void
report_event(struct tcn_poll *p, const struct tcn_event *event)
{
	if (event->revision != 1)
		return;
	if (event->fired_ms < stale_before_ms(p)) {
		p->counts.stale_events++;
		return;
	}
	p->counts.events++;
	if (p->conf.fired)
		p->conf.fired(p->conf.ctx, event,
		    tcn_pipeline_item_names(p->pipe));
}

/* Takes in one entry; *fresh counts it when it is new. first: of a feed's first
 * fetch. */
static enum tcn_rc
take_entry(struct tcn_poll *p, struct tcn_arena *arena,
    struct tcn_article *entry, bool first, uint64_t *fresh)
{
	struct tcn_pipeline_outcome outcome;
	bool cut;
	enum tcn_rc rc;

	tcn_article_fit(entry, &p->conf.limits, arena, &cut);
	rc = tcn_article_finish(entry, &p->conf.limits, arena, NULL);
	if (rc == TCN_INVALID) {
		p->counts.left_out++;
		return TCN_OK;
	}
	if (!rc)
		rc = tcn_pipeline_article(p->pipe, entry, p->conf.now_ms,
		    &outcome, p->err);
	if (rc == TCN_INVALID) { /* the store refuses it */
		p->counts.left_out++;
		return TCN_OK;
	}
	if (rc)
		return rc;
	if (outcome.repeat_of) {
		p->counts.known++;
		return TCN_OK;
	}
	++*fresh;
	p->counts.cut += cut;
	if (p->conf.changed && outcome.changes.events_n)
		p->conf.changed(p->conf.ctx, &outcome.changes, first);
	for (size_t i = 0; i < outcome.changes.events_n; i++)
		report_event(p, &outcome.changes.events[i]);
	return TCN_OK;
}

enum tcn_rc
tcn_poll_take_entries(struct tcn_poll *p, struct tcn_arena *arena,
    struct tcn_feed *feed, struct tcn_store_feed_row *row, uint64_t *fresh)
{
	bool first = row->succeeded_ms == TCN_UNDATED;
	enum tcn_rc rc = TCN_OK;

	tcn_poll_oldest_first(feed);
	for (size_t i = 0; !rc && i < feed->entries_n; i++) {
		struct tcn_article *entry = &feed->entries[i];
		bool undated = entry->ts_ms == TCN_UNDATED;
		uint64_t before = *fresh;

		if (undated && first)
			entry->ts_ms = stale_before_ms(p) - TCN_MINUTE_MS;
		else if (first && entry->ts_ms <= p->conf.now_ms)
			entry->ts_confirmed = true;
		rc = take_entry(p, arena, entry, first, fresh);
		row->undated += undated && *fresh > before;
	}
	row->entries += *fresh;
	p->counts.entries += *fresh;
	return rc;
}

void
tcn_poll_fail(struct tcn_poll *p, const char *why, int64_t retry_ms,
    struct tcn_store_feed_row *row)
{
	p->counts.failed++;
	tcn_feed_schedule_failure(&p->conf.schedule, p->conf.now_ms, retry_ms,
	    row);
	tcn_arena_str(&p->rows_arena, tcn_str(why), &row->error);
}

enum tcn_rc
tcn_poll_store_row(struct tcn_poll *p, const char *moved,
    struct tcn_store_feed_row *row)
{
	struct tcn_store_feed_fetch *fetch = &p->fetches[row - p->rows];
	const struct tcn_str url = row->url;
	struct tcn_store_tx *tx;
	enum tcn_rc rc = tcn_pipeline_begin(p->pipe, &tx, p->err);
	bool found;

	fetch->entries = row->entries - fetch->entries;
	fetch->error = row->error;
	if (!rc && moved && row->failures == 0)
		tcn_arena_str(&p->rows_arena, tcn_str(moved), &row->url);
	if (!rc)
		rc = tcn_store_feed_fetched(tx, url, row, fetch, &found);
	return tcn_pipeline_end(p->pipe, rc, p->err);
}

/* Adds what this fetch has changed in the counts to the totals. */
void
tcn_poll_add_totals(const struct tcn_poll *p,
    const struct tcn_poll_counts *before, enum tcn_fetch_failure failure)
{
	struct tcn_poll_totals *to = p->conf.totals;

	if (!to)
		return;
	if (failure)
		to->failed[failure]++;
	else if (p->counts.unchanged > before->unchanged)
		to->unchanged++;
	else
		to->changed++;
	to->entries += p->counts.entries - before->entries;
	to->known += p->counts.known - before->known;
	to->left_out += p->counts.left_out - before->left_out;
	to->cut += p->counts.cut - before->cut;
	to->pages += p->counts.pages - before->pages;
	to->pages_none += p->counts.pages_none - before->pages_none;
	to->pages_failed += p->counts.pages_failed - before->pages_failed;
	to->pages_disallowed +=
	    p->counts.pages_disallowed - before->pages_disallowed;
}

enum tcn_rc
tcn_poll_end_feed(struct tcn_poll *p, const struct tcn_poll_counts *before,
    enum tcn_fetch_failure failure, const char *moved, uint64_t fresh,
    struct tcn_store_feed_row *row)
{
	enum tcn_rc rc;

	p->counts.feeds++;
	tcn_poll_add_totals(p, before, failure);
	rc = tcn_poll_store_row(p, moved, row);
	if (!rc && p->conf.fetched)
		p->conf.fetched(p->conf.ctx, row, fresh);
	return rc;
}

/* Has an address fetched for a row; the answer comes back with it. */
void
tcn_poll_add_job(struct tcn_poll *p, struct tcn_store_feed_row *row,
    const char *url)
{
	struct tcn_networks allowed = { 0 };
	const struct tcn_fetch_job job = {
		.url = url,
		.etag = row->sitemap ? NULL : row->etag.at,
		.modified = row->sitemap ? NULL : row->modified.at,
		.allowed = &allowed,
		.ctx = &p->jobs[row - p->rows],
	};

	p->jobs[row - p->rows].of = row;
	/* What is no list of ranges allows nothing. */
	if (row->allowed.n)
		(void)!tcn_networks_parse(row->allowed, &allowed, NULL);
	tcn_fetch_add(p->fetch, &job);
}

static enum tcn_rc
take_feed(struct tcn_poll *p, const struct tcn_fetch_result *fetched,
    struct tcn_store_feed_row *row)
{
	const struct tcn_poll_counts before = p->counts;
	struct tcn_store_feed_fetch *fetch = &p->fetches[row - p->rows];

	fetch->at_ms = p->conf.now_ms;
	fetch->status = fetched->status;
	fetch->took_ms += fetched->took_ms;
	fetch->bytes += fetched->body.n;
	tcn_arena_reset(&p->doc_arena);
	if (row->sitemap)
		return tcn_poll_take_site(p, row, fetched);
	if (!fetched->error && fetched->status != 304)
		return tcn_poll_held_document(p, fetched, row);
	if (fetched->error) {
		tcn_poll_fail(p, fetched->error, fetched->retry_after_ms, row);
	} else {
		p->counts.unchanged++;
		tcn_feed_schedule_success(&p->conf.schedule, p->conf.now_ms, 0,
		    0, row);
	}
	return tcn_poll_end_feed(p, &before, fetched->failure, fetched->moved,
	    0, row);
}

static bool
is_wanted(const struct tcn_poll *p, struct tcn_str url)
{
	for (size_t i = 0; i < p->conf.wanted_n; i++)
		if (tcn_str_equal(p->conf.wanted[i], url))
			return true;
	return false;
}

/* Of all feeds keeps those that are to be fetched. */
static void
choose(const struct tcn_poll *p, struct tcn_store_feed_list *rows)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->n; i++) {
		const struct tcn_store_feed_row *row = &rows->at[i];
		bool due = p->conf.all || row->due_ms <= p->conf.now_ms;

		if ((due && !row->paused) || is_wanted(p, row->url))
			rows->at[n++] = *row;
	}
	rows->n = n;
}

static enum tcn_rc
begin(struct tcn_poll *p)
{
	const struct tcn_store *store = tcn_pipeline_store(p->pipe);
	bool some = !p->conf.all && !p->conf.wanted_n;
	struct tcn_store_feed_list rows;
	enum tcn_rc rc = tcn_store_feeds(store,
	    some ? p->conf.now_ms : INT64_MAX, &p->rows_arena, &rows);

	if (rc) {
		*p->err = *tcn_store_error(store);
		return rc;
	}
	choose(p, &rows);
	p->fetch = tcn_fetch_new(&p->conf.fetch);
	if (!p->conf.robots)
		p->own_robots = tcn_robots_cache_new();
	p->robots = p->conf.robots ? p->conf.robots : p->own_robots;
	p->rows = rows.at;
	p->jobs = tcn_mem_calloc(rows.n, sizeof *p->jobs);
	p->sites = tcn_mem_calloc(rows.n, sizeof *p->sites);
	p->fetches = tcn_mem_calloc(rows.n, sizeof *p->fetches);
	/* Until a fetch is over: how many entries there were ahead of it. */
	for (size_t i = 0; i < rows.n; i++)
		p->fetches[i].entries = rows.at[i].entries;
	for (size_t i = 0; i < rows.n; i++)
		if (rows.at[i].sitemap)
			tcn_poll_add_site(p, &rows.at[i]);
		else
			tcn_poll_add_job(p, &rows.at[i], rows.at[i].url.at);
	return TCN_OK;
}

enum tcn_rc
tcn_poll_open(const struct tcn_poll_conf *conf, struct tcn_pipeline *pipe,
    struct tcn_poll **out, struct tcn_err *err)
{
	struct tcn_poll *p;
	enum tcn_rc rc;

	assert(pipe && tcn_pipeline_store(pipe));
	p = tcn_mem_calloc(1, sizeof *p);
	*out = NULL;
	p->conf = *conf;
	p->pipe = pipe;
	p->err = err;
	tcn_arena_init(&p->rows_arena, 0);
	tcn_arena_init(&p->doc_arena, 0);
	rc = begin(p);
	if (rc)
		tcn_poll_close(p);
	else
		*out = p;
	return rc;
}

enum tcn_rc
tcn_poll_step(struct tcn_poll *p, int64_t wait_ms, struct tcn_err *err)
{
	struct tcn_fetch_result fetched;
	const struct tcn_follow_job *job;
	enum tcn_rc rc;

	assert(p->fetch);
	p->err = err;
	tcn_poll_fetch_sites(p, &wait_ms);
	rc = tcn_fetch_next(p->fetch, wait_ms, &fetched);
	if (rc == TCN_DONE && p->sites_left) {
		/* Waits, as all that is left to do is not due yet. */
		struct timespec time = { .tv_sec = wait_ms / 1000,
			.tv_nsec = wait_ms % 1000 * 1000000 };

		if (wait_ms > 0)
			(void)nanosleep(&time, NULL);
		return TCN_LIMIT;
	}
	if (rc)
		return rc;
	job = fetched.ctx;
	return job->follow ? tcn_poll_held_page(p, &fetched, job->of)
			   : take_feed(p, &fetched, job->of);
}

const struct tcn_poll_counts *
tcn_poll_counts(const struct tcn_poll *p)
{
	return &p->counts;
}

void
tcn_poll_close(struct tcn_poll *p)
{
	if (!p)
		return;
	tcn_fetch_free(p->fetch);
	tcn_poll_held_free(p);
	if (p->robots)
		tcn_robots_cache_abandon(p->robots);
	tcn_robots_cache_free(p->own_robots);
	tcn_mem_free(p->jobs);
	tcn_mem_free(p->fetches);
	tcn_poll_free_sites(p);
	tcn_arena_fini(&p->rows_arena);
	tcn_arena_fini(&p->doc_arena);
	tcn_mem_free(p);
}
