/*
 * tocsin feeds poll: fetches the feeds that are due, once.
 */
#include <inttypes.h>

#include "tools/base/json_out.h"
#include "tools/base/say.h"
#include "tools/base/stop.h"
#include "tools/intake/feeds/poll.h"
#include "tools/pipeline/alert.h"
#include "tools/pipeline/setup.h"
#include "tools/verb/verb_feeds_impl.h"

#define WAIT_MS 200 /* longest wait before an interrupt is noticed */
#define POLL_MS 1800000 /* longest wait for a round of a daemon */

static void
say_feed(void *ctx, const struct tcn_store_feed_row *feed, uint64_t fresh)
{
	const struct tcn_verb_feeds_run *run = ctx;

	if (feed->failures)
		tcn_say("%.*s: %.*s", TCN_STR_ARG(feed->url),
		    TCN_STR_ARG(feed->error));
	else if (!run->args->quiet)
		tcn_say("%.*s: %" PRIu64 " new", TCN_STR_ARG(feed->url), fresh);
}

/* Says what the sitemaps of a site held beside what is new. */
static void
say_crawled(void *ctx, const struct tcn_store_feed_row *feed,
    const struct tcn_crawl_counts *n)
{
	const struct tcn_verb_feeds_run *run = ctx;

	if (run->args->quiet || feed->failures)
		return;
	tcn_say("%.*s: %" PRIu64 " sitemaps read (%" PRIu64
		" unchanged, %" PRIu64 " failed), %" PRIu64
		" addresses; left out: %" PRIu64 " too old, %" PRIu64
		" of other sites, %" PRIu64
		" that robots.txt keeps us from, %" PRIu64
		" beyond sitemap.urls_max; pages: %" PRIu64 " fetched, %" PRIu64
		" of them without an article, %" PRIu64 " left for next time",
	    TCN_STR_ARG(feed->url), n->sitemaps, n->unchanged, n->failed,
	    n->entries, n->old, n->foreign, n->disallowed, n->over, n->pages,
	    n->empty, n->waiting);
}

static void
say_damage(void *ctx, const struct tcn_store_feed_row *feed,
    const struct tcn_err *damage)
{
	const struct tcn_verb_feeds_run *run = ctx;

	if (damage->text[0] && !run->args->quiet)
		tcn_say("%.*s:%lu:%lu: not sound, read as far as it can be: %s",
		    TCN_STR_ARG(feed->url), damage->line, damage->column,
		    damage->text);
}

static void
say_alert(void *ctx, const struct tcn_event *event,
    const struct tcn_item_names *names)
{
	struct tcn_verb_feeds_run *run = ctx;
	struct tcn_buf line = { 0 };

	tcn_alert_text(&run->session.out, event, names);
	if (tcn_say_out(&run->session.out))
		run->alerts_rc = TCN_IO;
	tcn_buf_clear(&run->session.out);
	tcn_alert_json(&line, event, names);
	if (run->args->alerts && !run->alerts_rc)
		run->alerts_rc = tcn_out_add(&run->alerts, tcn_buf_view(&line),
		    &run->session.err);
	tcn_buf_fini(&line);
}

static void
say_counts(const struct tcn_poll_counts *n)
{
	tcn_say("%" PRIu64 " feeds (%" PRIu64 " unchanged, %" PRIu64
		" failed), %" PRIu64 " new entries, %" PRIu64 " known, %" PRIu64
		" left out, %" PRIu64 " events",
	    n->feeds, n->unchanged, n->failed, n->entries, n->known,
	    n->left_out, n->events);
	if (n->cut)
		tcn_say("%" PRIu64 " entries had too long a link, id, title or "
			"text, and are kept without the link or the rest",
		    n->cut);
	if (n->pages + n->pages_none + n->pages_failed)
		tcn_say("%" PRIu64 " pages gave a longer text, %" PRIu64
			" none, %" PRIu64 " could not be fetched",
		    n->pages, n->pages_none, n->pages_failed);
	if (n->pages_disallowed)
		tcn_say("%" PRIu64 " pages were not fetched, because their "
			"site's robots.txt does not allow it",
		    n->pages_disallowed);
	if (n->stale_events)
		tcn_say("%" PRIu64
			" events of the past are stored without an alert",
		    n->stale_events);
}

static enum tcn_rc
poll_into(struct tcn_verb_feeds_run *run, struct tcn_pipeline *pipe)
{
	const struct tcn_poll_conf conf = {
		.fetch = run->fetch,
		.schedule = run->schedule,
		.urls_max = run->conf->sitemap.urls_max,
		.pages_max = run->conf->sitemap.pages_max,
		.now_ms = run->now_ms,
		.all = run->args->all,
		.follow_below = tcn_feed_conf_follow_below(run->conf),
		.fetched = say_feed,
		.was_read = say_damage,
		.crawled = say_crawled,
		.fired = say_alert,
		.ctx = run,
	};
	struct tcn_poll *feeds;
	enum tcn_rc rc = tcn_poll_open(&conf, pipe, &feeds, &run->session.err);

	while ((rc == TCN_OK || rc == TCN_LIMIT) && !tcn_stop_requested())
		rc = tcn_poll_step(feeds, WAIT_MS, &run->session.err);
	if (rc == TCN_OK || rc == TCN_LIMIT || rc == TCN_DONE)
		rc = tcn_pipeline_finish(pipe, &run->session.err);
	if (!rc)
		say_counts(tcn_poll_counts(feeds));
	tcn_poll_close(feeds);
	return rc ? rc : run->alerts_rc;
}

/* The pipeline has a store and a lock of its own. */
static enum tcn_rc
poll_alone(struct tcn_verb_feeds_run *run)
{
	struct tcn_pipeline_conf conf;
	struct tcn_pipeline *pipe;
	enum tcn_rc rc = TCN_OK;

	tcn_setup_pipeline(run->conf, &conf);
	conf.verb = "feeds poll";
	conf.existing = true;
	tcn_rulebook_use(run->book, &conf.detector);
	if (run->args->alerts)
		rc = tcn_out_open(&run->alerts, run->args->alerts,
		    &run->session.err);
	if (!rc)
		rc = tcn_pipeline_open(&conf, run->args->session.db, &pipe,
		    &run->session.err);
	if (rc)
		return rc;
	tcn_stop_watch();
	rc = tcn_setup_record(pipe, run->conf, run->book, &run->session.err);
	if (!rc)
		rc = poll_into(run, pipe);
	tcn_pipeline_close(pipe);
	return rc ? rc : tcn_out_commit(&run->alerts, &run->session.err);
}

/* Says what became of a feed that the daemon has fetched. */
static void
say_fetched(const struct tcn_verb_feeds_run *run,
    const struct tcn_json_value *feed)
{
	const struct tcn_str url = tcn_json_member(feed, "url").s;
	const struct tcn_str error = tcn_json_member(feed, "error").s;

	if (error.n)
		tcn_say("%.*s: %.*s", TCN_STR_ARG(url), TCN_STR_ARG(error));
	else if (!run->args->quiet)
		tcn_say("%.*s: %.0f new", TCN_STR_ARG(url),
		    tcn_json_member(feed, "new").n);
}

#define COUNT(name) (uint64_t) tcn_json_member(&answer, name).n

/* Has the daemon that holds the store fetch them. */
static enum tcn_rc
poll_daemon(struct tcn_verb_feeds_run *run)
{
	struct tcn_session *session = &run->session;
	struct tcn_json_value answer, at;
	enum tcn_rc rc;

	if (run->args->alerts)
		return tcn_err_set(&session->err, TCN_INVALID,
		    "--alerts: a daemon holds the store, and tells its own "
		    "receivers of events; see 'tocsin event list'");
	rc = tcn_session_open(session, &run->args->session, run->conf,
	    TCN_SESSION_WRITES, "feeds poll");
	if (rc)
		return rc;
	tcn_client_set_patience(session->client, POLL_MS);
	tcn_session_path(session, "/v1/feeds/poll");
	tcn_json_open(&session->body, NULL, '{');
	tcn_json_bool(&session->body, "all", run->args->all);
	tcn_json_close(&session->body, '}');
	rc = tcn_session_post(session, &answer);
	if (rc)
		return rc;
	at = tcn_json_member(&answer, "fetched");
	for (at = tcn_json_first(&at); at.node; at = tcn_json_next(&at))
		say_fetched(run, &at);
	say_counts(&(const struct tcn_poll_counts){
	    .feeds = COUNT("feeds"),
	    .unchanged = COUNT("unchanged"),
	    .failed = COUNT("failed"),
	    .entries = COUNT("entries"),
	    .known = COUNT("known"),
	    .left_out = COUNT("left_out"),
	    .cut = COUNT("cut"),
	    .pages = COUNT("pages"),
	    .pages_none = COUNT("pages_none"),
	    .pages_failed = COUNT("pages_failed"),
	    .pages_disallowed = COUNT("pages_disallowed"),
	    .events = COUNT("events"),
	    .stale_events = COUNT("stale_events"),
	});
	return TCN_OK;
}

enum tcn_rc
tcn_verb_feeds_poll(struct tcn_verb_feeds_run *run, int argc, char **argv)
{
	(void)argc, (void)argv;
	return tcn_session_finds_daemon(&run->args->session) ? poll_daemon(run)
							     : poll_alone(run);
}
