/*
 * tools/lab/eval/stats/stats_recent.h - rows by a 64-bit key, in the order in
 * which they were last touched, so that the longest untouched can be given up.
 *
 * It is what a cache that evicts the least recently used row is made of; when
 * to evict is the caller's. Rows have one size and lie in one array, linked
 * both ways by their numbers; a map leads from key to number. Touching, finding
 * and dropping are O(1); a row costs its bytes, 16 for its links and about 30
 * in the map.
 *
 * Invariants (tcn_stats_recent_check): the list from oldest to newest holds
 * each row that the map names, once; the other numbers are in the free list.
 */
#ifndef TCN_TOOLS_LAB_EVAL_STATS_STATS_RECENT_H
#define TCN_TOOLS_LAB_EVAL_STATS_STATS_RECENT_H

#include <stddef.h>
#include <stdint.h>

#include "engine/base/err.h"
#include "engine/base/map.h"
#include "engine/base/rc.h"

struct tcn_stats_recent_link {
	uint64_t key;
	uint32_t older, newer; /* numbers of rows + 1; 0: none */
};

struct tcn_stats_recent {
	size_t row_bytes;
	char *rows;
	struct tcn_stats_recent_link *links;
	size_t cap, links_cap; /* rows that there is room for */
	uint32_t used; /* numbers given out, ever */
	uint32_t free; /* a number + 1, linked by `older`; 0: none */
	uint32_t oldest, newest; /* numbers + 1; 0: none */
	struct tcn_map at; /* key -> number */
};

void tcn_stats_recent_init(struct tcn_stats_recent *recent, size_t row_bytes);

/* What rows own must have been freed before. */
void tcn_stats_recent_fini(struct tcn_stats_recent *recent);

/* The row of key, which is the newest from now on; a new one is all zero. Valid
 * until the next touch. */
void *tcn_stats_recent_touch(struct tcn_stats_recent *recent, uint64_t key);

/* The row of key as it is, or NULL. */
void *tcn_stats_recent_find(const struct tcn_stats_recent *recent,
    uint64_t key);

/* The row that was not touched for longest, with its key; NULL: none. */
void *tcn_stats_recent_oldest(const struct tcn_stats_recent *recent,
    uint64_t *key);

/* Drops the row of key, which must be there. */
void tcn_stats_recent_drop(struct tcn_stats_recent *recent, uint64_t key);

static inline size_t
tcn_stats_recent_n(const struct tcn_stats_recent *recent)
{
	return recent->at.n;
}

#endif
