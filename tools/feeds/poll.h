/*
 * tools/feeds/poll.h - the feeds that are due, fetched once and taken in.
 *
 * Call order: open, step until TCN_DONE or whoever waits has had enough, close.
 *
 * Each feed that comes is read, its new entries go through the pipeline in
 * order of time and are committed, and then the feed's own row: a run that is
 * cut between the two fetches that feed again and knows every entry. Feeds
 * come in the order their servers answer, so two runs need not be alike;
 * everything behind is as always.
 *
 * No old news: what a feed still holds from before is stored and clustered,
 * but an event that fires at a time further back than the widest rule looks is
 * recorded and not told. An entry without a date counts as of now, but those
 * of a feed's first fetch, which may be of any age, count as older than the
 * window.
 */
#ifndef TCN_TOOLS_FEEDS_POLL_H
#define TCN_TOOLS_FEEDS_POLL_H

#include "engine/base/err.h"
#include "engine/item/article.h"
#include "sql/store_feeds.h"
#include "tools/feeds/feed_schedule.h"
#include "tools/feeds/fetch.h"
#include "tools/pipeline/pipeline.h"

struct tcn_poll_conf {
	struct tcn_fetch_conf fetch;
	struct tcn_feed_schedule schedule;
	struct tcn_article_limits limits;
	int64_t now_ms; /* the wall clock */
	bool all; /* those that are not due, too */

	/* Each feed as it has fared; what was wrong is in its row. */
	void (*fetched)(void *ctx, const struct tcn_store_feed_row *feed,
	    uint64_t fresh);
	/* What each entry changed; may be NULL, as all of these. */
	void (*changed)(void *ctx, const struct tcn_detector_changes *changes);
	/* Each event that fires and is fresh. */
	void (*fired)(void *ctx, const struct tcn_event *event,
	    const struct tcn_item_names *names);
	void *ctx;
};

struct tcn_poll_counts {
	uint64_t feeds, unchanged, failed;
	uint64_t entries; /* new ones */
	uint64_t known; /* seen before */
	uint64_t left_out; /* nothing to read in them, or over a limit */
	uint64_t events, stale_events; /* told, and recorded only */
};

struct tcn_poll;

/*
 * Begins to fetch what is due at conf->now_ms. The pipeline must have a store
 * and outlive the poll. Errors: TCN_NOMEM and those of the store.
 */
TCN_MUST_USE enum tcn_rc tcn_poll_open(const struct tcn_poll_conf *conf,
    struct tcn_pipeline *pipe, struct tcn_poll **poll, struct tcn_err *err);

/*
 * Waits up to wait_ms for one more feed and takes it in. TCN_LIMIT: none has
 * come yet; TCN_DONE: that was the last.
 */
TCN_MUST_USE enum tcn_rc tcn_poll_step(struct tcn_poll *poll, int64_t wait_ms,
    struct tcn_err *err);

const struct tcn_poll_counts *tcn_poll_counts(const struct tcn_poll *poll);

/* Gives up what is still under way. poll may be NULL. */
void tcn_poll_close(struct tcn_poll *poll);

#endif
