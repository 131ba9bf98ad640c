/*
 * tools/intake/feeds/follow.h - fetches the pages behind a feed's entries, and
 * takes the articles out of them.
 *
 * Most feeds have a headline and a sentence or two; the article is on the page
 * that the entry links to. The page is fetched under the limits of all fetches
 * (tools/intake/feeds/fetch.h). What comes of it
 * (tools/intake/feeds/page_article.h) replaces the entry's text if it has more
 * words, and fills in what the entry does not say; its id, address, title and
 * date stay the feed's. Where nothing comes of it the entry stays as it is.
 *
 * What a site's robots.txt does not allow is not fetched. It is asked for first
 * where it is not known (tools/intake/feeds/robots_cache.h), once for all
 * follows that share the cache: when it has come for one of them, the others
 * are to be resumed.
 *
 * So that one site cannot hold up the others: of one feed at most
 * TCN_FOLLOW_PAGES pages are fetched, the newest entries', few at a time; after
 * a few failures, or when it takes too long, no more.
 *
 * Call order: new; then, for each result of the fetch whose ctx has this
 * follow, take, until waits is false; free. After a take of a job with `robots`
 * resume all others that wait. Free ends nothing: fetches under
 * way must be freed first.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_FOLLOW_H
#define TCN_TOOLS_INTAKE_FEEDS_FOLLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/item/record.h"
#include "tools/intake/feeds/fetch.h"
#include "tools/intake/feeds/robots_cache.h"

#define TCN_FOLLOW_PAGES 100

struct tcn_follow;

/* The ctx of all fetches where some may be of pages: follow NULL means that it
 * is another one. */
struct tcn_follow_job {
	struct tcn_follow *follow;
	void *of; /* whatever the caller likes */
	size_t entry;
	bool robots; /* it is not for the page, but for its site's robots.txt */
};

struct tcn_follow_conf {
	struct tcn_fetch *fetch;
	unsigned at_once; /* fetches */
	int64_t longest_ms; /* then no further one is begun */
	const struct tcn_networks
	    *allowed; /* on host, as in fetch.h; or NULL */
	struct tcn_str host; /* of the feed */
	struct tcn_robots_cache *robots;
	struct tcn_str agent; /* our User-Agent */
	int64_t now_ms; /* the wall clock */
	void *of; /* for each job */
};

struct tcn_follow_counts {
	uint64_t found; /* pages with a longer text than their entries' */
	uint64_t none; /* without one */
	uint64_t failed; /* that, or whose robots.txt, could not be fetched */
	uint64_t disallowed; /* by robots.txt */
};

/* Whether the entry should be followed: it has an address, and its text has
 * fewer than so many words. *is is set. */
void tcn_follow_wants(const struct tcn_article *entry, uint64_t below_words,
    struct tcn_arena *scratch, bool *is);

/*
 * Begins to fetch the pages of the entries whose places are in wanted, in order
 * of time. entries, and arena, where their new texts go, must outlive it.
 */
struct tcn_follow *tcn_follow_new(const struct tcn_follow_conf *conf,
    struct tcn_article *entries, const size_t *wanted, size_t wanted_n,
    struct tcn_arena *arena);

/* Takes the result of one of its fetches. */
void tcn_follow_take(struct tcn_follow *follow,
    const struct tcn_fetch_result *fetched);

/* Goes on after a robots.txt that another follow asked for has come. */
void tcn_follow_resume(struct tcn_follow *follow);

/* Whether fetches are under way, its own or others that it waits for. */
bool tcn_follow_waits(const struct tcn_follow *follow);

const struct tcn_follow_counts *
tcn_follow_counts(const struct tcn_follow *follow);

/* follow may be NULL. */
void tcn_follow_free(struct tcn_follow *follow);

#endif
