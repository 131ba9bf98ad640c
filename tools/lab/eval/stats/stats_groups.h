/*
 * tools/lab/eval/stats/stats_groups.h - families: a text and its copies.
 *
 * An article that copies another joins its family; what a copy is was decided
 * before. Recent articles are remembered by number, with the family's first, so
 * that a copy of a copy finds it. A family that has had no copy for the horizon
 * is over: its figures go into the spreads, and it is listed if it is among the
 * largest.
 *
 * Memory: 60 bytes for each article of the horizon, at most items_max; and for
 * each family of it about 150 bytes and 4 for each source.
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_GROUPS_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_GROUPS_H

#include "tools/lab/eval/stats/stats_recent.h"
#include "tools/lab/eval/stats/stats_sources.h"
#include "tools/lab/eval/stats/stats_spread.h"

/* A family that is over, among the largest. */
struct tcn_stats_text {
	uint64_t root; /* number of its first article */
	uint64_t articles; /* the first among them */
	uint32_t sources; /* different ones */
	uint32_t first; /* row of the source that was first, if any was seen */
	int64_t first_ms, last_ms;
	char *title; /* of its first copy, or how its text begins */
};

struct tcn_stats_groups {
	int64_t horizon_ms;
	size_t items_max, top;
	struct tcn_stats_sources *sources;
	struct tcn_stats_recent items; /* by number */
	struct tcn_stats_recent families; /* by the first's number */
	uint64_t over; /* families that are over, of two articles or more */
	uint64_t items_dropped; /* within the horizon, at the limit */
	struct tcn_stats_spread partners; /* of articles that have any */
	struct tcn_stats_spread minutes; /* from the first to a copy */
	struct tcn_stats_text *texts; /* the largest families, in order */
	size_t texts_n;
};

/* An article, as far as it counts here. */
struct tcn_stats_member {
	uint64_t seq;
	uint64_t reprint_of; /* number of an article; 0: none */
	uint32_t source; /* row */
	int64_t ts_ms;
	struct tcn_str title;
};

/* sources must outlive it. */
void tcn_stats_groups_init(struct tcn_stats_groups *groups,
    struct tcn_stats_sources *sources, int64_t horizon_ms, size_t items_max,
    size_t top);
void tcn_stats_groups_fini(struct tcn_stats_groups *groups);

/* Adds an article to the family of the text it copies, or begins one. */
void tcn_stats_groups_add(struct tcn_stats_groups *groups,
    const struct tcn_stats_member *member);

/* Ends the families that had no copy since before_ms; INT64_MAX: all. */
void tcn_stats_groups_end(struct tcn_stats_groups *groups, int64_t before_ms);

#endif
