/*
 * tools/intake/feeds/poll_held.c - a feed's document, from its bytes to its
 * entries in the pipeline; in between it is held while the pages of new entries
 * come.
 */
#include "engine/base/mem.h"
#include "engine/base/url.h"
#include "tools/intake/feeds/poll_impl.h"

/* A feed may take so many times the longest fetch for its pages. */
#define FOLLOW_TIMES 4

/* Takes over what the document and its server say about the feed. */
static void
update_row(struct tcn_poll *p, const struct tcn_poll_held *held)
{
	struct tcn_store_feed_row *row = held->row;
	const struct tcn_feed *feed = &held->feed;

	tcn_arena_str(&p->rows_arena, held->etag, &row->etag);
	tcn_arena_str(&p->rows_arena, held->modified, &row->modified);
	if (feed->title.n)
		tcn_arena_str(&p->rows_arena, feed->title, &row->title);
	if (tcn_url_web(feed->url).n)
		tcn_arena_str(&p->rows_arena, tcn_url_web(feed->url),
		    &row->site);
}

static void
free_held(struct tcn_poll_held *held)
{
	if (!held)
		return;
	tcn_follow_free(held->follow);
	tcn_arena_fini(&held->arena);
	tcn_mem_free(held);
}

/* Takes the entries of a document whose pages have come. */
static enum tcn_rc
finish_held(struct tcn_poll *p, struct tcn_poll_held *held)
{
	const struct tcn_poll_counts before = p->counts;
	bool first = held->row->succeeded_ms == TCN_UNDATED;
	uint64_t fresh = 0;
	enum tcn_rc rc;

	if (held->follow) {
		const struct tcn_follow_counts *n =
		    tcn_follow_counts(held->follow);

		p->counts.pages += n->found;
		p->counts.pages_none += n->none;
		p->counts.pages_failed += n->failed;
		p->counts.pages_disallowed += n->disallowed;
		held->row->refused = (uint32_t)n->disallowed;
	}
	rc = tcn_poll_take_entries(p, &held->arena, &held->feed, held->row,
	    &fresh);
	if (!first && fresh && p->counts.known == before.known)
		held->row->all_new++;
	else if (p->counts.known > before.known)
		held->row->all_new = 0;
	if (!rc)
		update_row(p, held);
	if (rc)
		return rc;
	tcn_feed_schedule_success(&p->conf.schedule, p->conf.now_ms, fresh,
	    held->feed.ttl_ms, held->row);
	return tcn_poll_end_feed(p, &before, TCN_FETCH_FAILURE_NONE,
	    held->moved, fresh, held->row);
}

/* Whether an entry is new and says so little that its page is wanted. */
static enum tcn_rc
is_wanted(struct tcn_poll *p, const struct tcn_article *entry,
    struct tcn_arena *scratch, bool *is)
{
	struct tcn_article probe = *entry;
	uint64_t known = 0;
	bool cut;
	enum tcn_rc rc;

	tcn_follow_wants(entry, p->conf.follow_below, scratch, is);
	if (!*is)
		return TCN_OK;
	if (!probe.title.n)
		probe.title = probe.url; /* which the page may have */
	tcn_article_fit(&probe, &p->conf.limits, scratch, &cut);
	rc = tcn_article_finish(&probe, &p->conf.limits, scratch, NULL);
	if (!rc)
		rc = tcn_pipeline_find(p->pipe, &probe, &known, p->err);
	*is = !rc && !known;
	return rc == TCN_INVALID ? TCN_OK : rc;
}

/* Begins to fetch the pages of the new entries. */
static enum tcn_rc
follow_entries(struct tcn_poll *p, struct tcn_poll_held *held)
{
	const struct tcn_follow_conf conf = {
		.fetch = p->fetch,
		.at_once = p->conf.fetch.per_host,
		.longest_ms = FOLLOW_TIMES * p->conf.fetch.timeout_ms,
		.allowed = &held->allowed,
		.host = tcn_url_host(held->row->url),
		.robots = p->robots,
		.agent = tcn_str(p->conf.fetch.user_agent),
		.now_ms = p->conf.now_ms,
		.of = held,
	};
	size_t *wanted = tcn_arena_zalloc(&held->arena,
	    held->feed.entries_n + 1, sizeof *wanted);
	size_t n = 0;
	struct tcn_arena scratch;
	enum tcn_rc rc = TCN_OK;

	tcn_arena_init(&scratch, 0);
	for (size_t i = 0; !rc && i < held->feed.entries_n; i++) {
		bool is;

		tcn_arena_reset(&scratch);
		rc = is_wanted(p, &held->feed.entries[i], &scratch, &is);
		if (!rc && is)
			wanted[n++] = i;
	}
	tcn_arena_fini(&scratch);
	if (!rc && n)
		held->follow = tcn_follow_new(&conf, held->feed.entries, wanted,
		    n, &held->arena);
	return rc;
}

/* Reads a document, which is to outlive its fetch. TCN_INVALID: why. */
static enum tcn_rc
read_document(struct tcn_poll *p, const struct tcn_fetch_result *fetched,
    struct tcn_poll_held *held, struct tcn_err *why)
{
	struct tcn_feed_doc doc = { .bytes = fetched->body };
	const struct {
		const char *from;
		struct tcn_str *to;
	} copies[] = {
		{ fetched->charset, &doc.charset },
		{ fetched->lang, &doc.lang },
		{ fetched->url, &doc.url },
		{ fetched->etag, &held->etag },
		{ fetched->modified, &held->modified },
	};
	enum tcn_rc rc;

	for (size_t i = 0; i < sizeof copies / sizeof *copies; i++)
		tcn_arena_str(&held->arena, tcn_str(copies[i].from),
		    copies[i].to);
	if (p->conf.follow_below)
		tcn_arena_str(&held->arena, fetched->body, &doc.bytes);
	rc = tcn_feed_parse(&doc, &held->arena, &held->feed, why);
	if (rc)
		return rc;
	if (p->conf.was_read)
		p->conf.was_read(p->conf.ctx, held->row, &held->feed.damage);
	tcn_poll_oldest_first(&held->feed);
	return p->conf.follow_below ? follow_entries(p, held) : TCN_OK;
}

enum tcn_rc
tcn_poll_held_document(struct tcn_poll *p,
    const struct tcn_fetch_result *fetched, struct tcn_store_feed_row *row)
{
	const struct tcn_poll_counts before = p->counts;
	struct tcn_poll_held *held = tcn_mem_calloc(1, sizeof *held);
	struct tcn_str moved = tcn_str(fetched->moved);
	struct tcn_err why = { 0 };
	enum tcn_rc rc;

	tcn_arena_init(&held->arena, 0);
	held->row = row;
	held->next = p->held;
	p->held = held;
	if (row->allowed.n) /* what is no list of ranges allows nothing */
		(void)!tcn_networks_parse(row->allowed, &held->allowed, NULL);
	if (moved.at)
		tcn_arena_str(&held->arena, moved, &moved);
	held->moved = moved.at;
	rc = read_document(p, fetched, held, &why);
	if (!rc && held->follow && tcn_follow_waits(held->follow))
		return TCN_OK;
	p->held = held->next;
	if (!rc) {
		rc = finish_held(p, held);
	} else if (rc == TCN_INVALID) {
		tcn_poll_fail(p, why.text, 0, row);
		rc = tcn_poll_end_feed(p, &before, TCN_FETCH_FAILURE_NO_FEED,
		    held->moved, 0, row);
	}
	free_held(held);
	return rc;
}

/* A robots.txt has come that others may wait for as well. */
static enum tcn_rc
resume_others(struct tcn_poll *p, const struct tcn_poll_held *held)
{
	struct tcn_poll_held **at = &p->held;
	enum tcn_rc rc = TCN_OK;

	while (!rc && *at) {
		struct tcn_poll_held *other = *at;

		if (other != held && other->follow)
			tcn_follow_resume(other->follow);
		if (other == held || !other->follow ||
		    tcn_follow_waits(other->follow)) {
			at = &other->next;
			continue;
		}
		*at = other->next;
		rc = finish_held(p, other);
		free_held(other);
	}
	return rc;
}

enum tcn_rc
tcn_poll_held_page(struct tcn_poll *p, const struct tcn_fetch_result *fetched,
    struct tcn_poll_held *held)
{
	const struct tcn_follow_job *job = fetched->ctx;
	struct tcn_poll_held **at = &p->held;
	enum tcn_rc rc = TCN_OK;

	tcn_follow_take(held->follow, fetched);
	if (job->robots)
		rc = resume_others(p, held);
	if (rc || tcn_follow_waits(held->follow))
		return rc;
	while (*at != held)
		at = &(*at)->next;
	*at = held->next;
	rc = finish_held(p, held);
	free_held(held);
	return rc;
}

void
tcn_poll_held_free(struct tcn_poll *p)
{
	while (p->held) {
		struct tcn_poll_held *held = p->held;

		p->held = held->next;
		free_held(held);
	}
}
