/*
 * tools/intake/feeds/look.h - looks at an address before it is added: the feeds
 * that it leads to, and what stands in them.
 *
 * An address may be that of a feed, or of a page that names some (discover.h).
 * Each is fetched and read, and the robots.txt of its site asked whether the
 * feed may be fetched by a program of our name. Nothing is stored.
 *
 * Order: open, step until TCN_DONE, result, close. One address costs at most 18
 * fetches, within the limits of fetch.h. One thread.
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_LOOK_H
#define TCN_TOOLS_INTAKE_FEEDS_LOOK_H

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"
#include "tools/intake/feeds/fetch.h"
#include "tools/intake/feeds/robots_cache.h"

#define TCN_LOOK_CANDIDATES 8
#define TCN_LOOK_TITLES     5

struct tcn_look_candidate {
	struct tcn_str url; /* where it has moved to for good, if it has */
	struct tcn_str title, site; /* as far as known */
	struct tcn_str error; /* why it could not be read; empty: it was */
	enum tcn_robots_answer robots; /* UNKNOWN: nobody could say */
	size_t entries;
	struct tcn_str titles[TCN_LOOK_TITLES]; /* of the first entries */
	size_t titles_n;
};

struct tcn_look_result {
	struct tcn_look_candidate at[TCN_LOOK_CANDIDATES];
	size_t n;
	struct tcn_str error; /* why there is none; empty: there are some */
};

struct tcn_look;

/* The strings of conf must outlive it. */
struct tcn_look *tcn_look_open(const struct tcn_fetch_conf *conf,
    const char *url, int64_t now_ms);

/* Waits up to wait_ms for one more document. TCN_LIMIT: none has come;
 * TCN_DONE: there are no more. */
TCN_MUST_USE enum tcn_rc tcn_look_step(struct tcn_look *look, int64_t wait_ms);

/* It lives as long as the look. */
const struct tcn_look_result *tcn_look_result(const struct tcn_look *look);

void tcn_look_close(struct tcn_look *look); /* may be NULL */

#endif
