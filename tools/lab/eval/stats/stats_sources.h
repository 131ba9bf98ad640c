/*
 * tools/lab/eval/stats/stats_sources.h - who published, and who was first.
 *
 * Sources are told apart by the hash of the publisher's name
 * (engine/item/publisher.h), so that the feeds of one outlet are one; shown is
 * the name that came first. Row 0 stands for all beyond the limit, row 1 for
 * articles that name nobody. A row costs its name and about 80 bytes.
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_SOURCES_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_SOURCES_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/arena.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"
#include "engine/item/doc.h"

enum {
	TCN_STATS_SOURCES_OTHERS,
	TCN_STATS_SOURCES_UNNAMED,
	TCN_STATS_SOURCES_NAMED, /* the first that has a name */
};

struct tcn_stats_source {
	struct tcn_str name;
	uint64_t articles;
	uint64_t copies, excerpts; /* of them */
	/* Families with several sources in which it was the first, and in
	 * which another was. */
	uint64_t first, followed;
};

struct tcn_stats_sources {
	struct tcn_stats_source *at;
	size_t n, cap, max;
	struct tcn_map rows; /* publisher -> row */
	struct tcn_arena arena; /* names */
};

void tcn_stats_sources_init(struct tcn_stats_sources *sources, size_t max);
void tcn_stats_sources_fini(struct tcn_stats_sources *sources);

/* Sets *row to that of the publisher, a new one if there is room. */
void tcn_stats_sources_row(struct tcn_stats_sources *sources,
    uint64_t publisher, const struct tcn_article *article, uint32_t *row);

#endif
