/*
 * The metrics of feeds. Their number is bounded whatever feeds there are: they
 * are not by feed, but by the last label of the feed's host, of which the
 * common ones are told apart, those of countries are one, and all others are
 * one.
 */
#include <stdio.h>

#include "engine/base/arena.h"
#include "sql/store_feeds.h"
#include "tools/base/now.h"
#include "tools/serve/api/api_metrics.h"
#include "tools/serve/api/openmetrics.h"

enum hosts {
	ADDRESS, /* not a name, but an IP address */
	COM,
	COUNTRY, /* two letters */
	EDU,
	GOV,
	NET,
	ORG,
	OTHER,
	HOSTS
};

static const char *const words[HOSTS] = { "address", "com", "country", "edu",
	"gov", "net", "org", "other" };

/* What is known of the feeds of such hosts. */
struct census {
	uint64_t well, failing, waiting; /* waiting: never fetched */
	int64_t newest_ms, oldest_ms; /* last successes; TCN_UNDATED: none */
};

static struct tcn_str
host_of(struct tcn_str url)
{
	struct tcn_str host = url;
	const char *at = memmem(url.at, url.n, "://", 3);

	if (at) {
		host.at = at + 3;
		host.n = url.n - (size_t)(host.at - url.at);
	}
	for (size_t i = 0; i < host.n; i++)
		if (strchr("/?#", host.at[i]))
			host.n = i;
	at = memrchr(host.at, '@', host.n);
	if (at) {
		host.n -= (size_t)(at + 1 - host.at);
		host.at = at + 1;
	}
	at = host.n && host.at[0] != '[' ? memchr(host.at, ':', host.n) : NULL;
	if (at)
		host.n = (size_t)(at - host.at);
	return host;
}

static enum hosts
hosts_of(struct tcn_str url)
{
	struct tcn_str host = host_of(url), last = host;
	const char *dot = memrchr(host.at, '.', host.n);

	if (dot) {
		last.at = dot + 1;
		last.n = host.n - (size_t)(last.at - host.at);
	}
	if (host.n &&
	    (host.at[0] == '[' ||
		(last.n && last.at[0] >= '0' && last.at[0] <= '9')))
		return ADDRESS;
	for (int i = COM; dot && i < OTHER; i++)
		if (i != COUNTRY && last.n == strlen(words[i]) &&
		    strncasecmp(last.at, words[i], last.n) == 0)
			return (enum hosts)i;
	return dot && last.n == 2 ? COUNTRY : OTHER;
}

static void
count(const struct tcn_store_feed_row *feed, struct census *of)
{
	int64_t at_ms = feed->succeeded_ms;

	of->failing += feed->failures != 0;
	of->waiting += feed->failures == 0 && at_ms == TCN_UNDATED;
	of->well += feed->failures == 0 && at_ms != TCN_UNDATED;
	if (at_ms == TCN_UNDATED)
		return;
	if (of->newest_ms == TCN_UNDATED || at_ms > of->newest_ms)
		of->newest_ms = at_ms;
	if (of->oldest_ms == TCN_UNDATED || at_ms < of->oldest_ms)
		of->oldest_ms = at_ms;
}

static void
add_states(const struct census *all, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family family = { "feeds", false,
		"Feeds, by the end of the host's name and by how they fare." };
	char labels[64];

	tcn_openmetrics_begin(&family, out);
	for (int i = 0; i < HOSTS; i++) {
		const double values[] = { (double)all[i].well,
			(double)all[i].failing, (double)all[i].waiting };
		static const char *const states[] = { "well", "failing",
			"new" };

		for (int k = 0; k < 3; k++) {
			snprintf(labels, sizeof labels,
			    "hosts=\"%s\",state=\"%s\"", words[i], states[k]);
			tcn_openmetrics_sample(&family, labels, values[k], out);
		}
	}
}

static void
add_ages(const struct census *all, int64_t now_ms, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family family = {
		"feed_success_age_seconds", false,
		"Time since the last good fetch: of the feed of such a host "
		"fetched most recently, and of the one not fetched for longest."
	};
	char labels[64];

	tcn_openmetrics_begin(&family, out);
	for (int i = 0; i < HOSTS; i++) {
		if (all[i].newest_ms == TCN_UNDATED)
			continue;
		for (int oldest = 0; oldest < 2; oldest++) {
			int64_t age_ms = now_ms -
			    (oldest ? all[i].oldest_ms : all[i].newest_ms);

			snprintf(labels, sizeof labels,
			    "hosts=\"%s\",feed=\"%s\"", words[i],
			    oldest ? "oldest" : "newest");
			tcn_openmetrics_sample(&family, labels,
			    age_ms > 0 ? (double)age_ms / 1000 : 0, out);
		}
	}
}

static void
add_fetches(const struct tcn_poll_totals *n, struct tcn_buf *out)
{
	static const struct tcn_openmetrics_family
	    fetches = { "feed_fetches", true, "Fetches that went well." },
	    failures = { "feed_failures", true,
		    "Fetches that failed, by reason." },
	    entries = { "feed_entries", true, "Entries of fetched feeds." },
	    cut = { "feed_entries_cut", true,
		    "New entries that were over a limit." },
	    pages = { "feed_pages", true,
		    "Pages behind entries, by whether they had a longer "
		    "text; disallowed: not fetched, by robots.txt." };
	char labels[64];

	tcn_openmetrics_begin(&fetches, out);
	tcn_openmetrics_sample(&fetches, "came=\"changed\"", (double)n->changed,
	    out);
	tcn_openmetrics_sample(&fetches, "came=\"unchanged\"",
	    (double)n->unchanged, out);
	tcn_openmetrics_begin(&failures, out);
	for (int i = TCN_FETCH_FAILURE_NONE + 1; i < TCN_FETCH_FAILURES; i++) {
		snprintf(labels, sizeof labels, "why=\"%s\"",
		    tcn_fetch_failure_name((enum tcn_fetch_failure)i));
		tcn_openmetrics_sample(&failures, labels, (double)n->failed[i],
		    out);
	}
	tcn_openmetrics_begin(&entries, out);
	tcn_openmetrics_sample(&entries, "came=\"new\"", (double)n->entries,
	    out);
	tcn_openmetrics_sample(&entries, "came=\"known\"", (double)n->known,
	    out);
	tcn_openmetrics_sample(&entries, "came=\"left_out\"",
	    (double)n->left_out, out);
	tcn_openmetrics_begin(&cut, out);
	tcn_openmetrics_sample(&cut, "", (double)n->cut, out);
	tcn_openmetrics_begin(&pages, out);
	tcn_openmetrics_sample(&pages, "came=\"text\"", (double)n->pages, out);
	tcn_openmetrics_sample(&pages, "came=\"none\"", (double)n->pages_none,
	    out);
	tcn_openmetrics_sample(&pages, "came=\"failed\"",
	    (double)n->pages_failed, out);
	tcn_openmetrics_sample(&pages, "came=\"disallowed\"",
	    (double)n->pages_disallowed, out);
}

void
tcn_api_metrics_feeds(const struct tcn_api *api, struct tcn_buf *out)
{
	struct census all[HOSTS];
	struct tcn_store_feed_list feeds;
	struct tcn_arena arena;

	for (int i = 0; i < HOSTS; i++)
		all[i] = (struct census){ .newest_ms = TCN_UNDATED,
			.oldest_ms = TCN_UNDATED };
	tcn_arena_init(&arena, 0);
	if (tcn_store_feeds(tcn_pipeline_store(api->pipe), INT64_MAX, &arena,
		&feeds))
		feeds.n = 0;
	for (size_t i = 0; i < feeds.n; i++)
		count(&feeds.at[i], &all[hosts_of(feeds.at[i].url)]);
	tcn_arena_fini(&arena);
	add_fetches(&api->fetches, out);
	add_states(all, out);
	add_ages(all, tcn_now_wall_ms(), out);
}
