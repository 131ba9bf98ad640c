/*
 * tools/intake/feeds/robots.h - what a site's robots.txt asks of us.
 *
 * RFC 9309: rules for our name, else those for all ("*"); of the rules that
 * match an address the longest decides, of two as long the one that allows; '*'
 * in a rule stands for anything, '$' at its end for the end. Groups for one
 * name count together. Beside rules, the addresses of sitemaps are kept
 * (sitemaps.org), and a Crawl-delay.
 *
 * A file is read up to 500 KiB, the least that the RFC asks for, up to 1,000
 * rules of 1,000 bytes and 100 sitemaps. Rules with many '*' are slow to match;
 * where a file makes that cost more than anybody means, what is left is not
 * allowed (tcn_robots_allows).
 */
#ifndef TCN_TOOLS_INTAKE_FEEDS_ROBOTS_H
#define TCN_TOOLS_INTAKE_FEEDS_ROBOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/rc.h"
#include "engine/base/str.h"

struct tcn_robots_rule {
	struct tcn_str path; /* in the form that addresses are compared in */
	bool allow;
};

struct tcn_robots {
	struct tcn_robots_rule *rules;
	size_t rules_n;
	struct tcn_str *sitemaps; /* as they are written */
	size_t sitemaps_n;
	int64_t delay_ms; /* that it asks for between requests, up to 1 min */
	uint64_t steps; /* that matching may still take */
};

/* scheme://host[:port] of an address, which is what a robots.txt is for. */
struct tcn_str tcn_robots_root(struct tcn_str url);

/* The address of a path, such as "/robots.txt", on the site of url, in
 * arena. */
const char *tcn_robots_address(struct tcn_str url, const char *path,
    struct tcn_arena *arena);

/*
 * Reads a file; agent is our User-Agent, of which the first word is the name.
 * Any bytes are a file, perhaps one without rules. What it says lives in arena.
 * O(bytes).
 */
void tcn_robots_parse(struct tcn_str bytes, struct tcn_str agent,
    struct tcn_arena *arena, struct tcn_robots *robots);

/*
 * Whether the rules allow that address, of which path and query count. A robots
 * of all zero allows everything. O(rules * bytes) and, with many '*', a little
 * more; when robots->steps have run out, false.
 */
bool tcn_robots_allows(struct tcn_robots *robots, struct tcn_str url,
    struct tcn_arena *arena);

#endif
