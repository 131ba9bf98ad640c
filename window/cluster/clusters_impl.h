/*
 * window/cluster/clusters_impl.h - the inside of struct tcn_clusters. Private
 * to clusters*.c.
 *
 * Items stand in a queue in order of arrival, in chunks, and are called by a
 * number that counts them. A cluster has a list of its items' numbers; those
 * that have left the queue are dead, and go when the list grows.
 */
#ifndef TCN_WINDOW_CLUSTER_CLUSTERS_IMPL_H
#define TCN_WINDOW_CLUSTER_CLUSTERS_IMPL_H

#include "engine/base/buf.h"
#include "engine/base/map.h"
#include "window/base/journal.h"
#include "window/base/recent.h"
#include "window/base/slab.h"
#include "window/cluster/clusters.h"

enum {
	TCN_CLUSTERS_CHUNK = 256, /* items */
};

struct tcn_clusters_entry {
	struct tcn_clusters_member is;
	uint64_t row; /* as tcn_lsh_insert() names it */
	uint32_t cluster; /* the place of its cluster */
	uint32_t unused;
};

struct tcn_clusters_cluster {
	uint64_t name; /* 0: the place is free */
	int64_t last_ms; /* the latest time of all items it ever had */
	uint32_t *members; /* numbers, dead ones too; of a free place: NULL */
	uint32_t n, cap;
	uint32_t live; /* items in the queue; of a free place: the next one */
};

struct tcn_clusters {
	struct tcn_clusters_conf conf;
	struct tcn_minhash *minhash;
	struct tcn_lsh *lsh;
	uint32_t least_equal; /* equal positions that make a link */

	struct tcn_clusters_entry **chunks;
	size_t chunks_at, chunks_n, chunks_cap;
	uint32_t base; /* number of the first item of the first chunk */
	uint32_t first, end; /* numbers of the queue's items: [first, end) */

	struct tcn_clusters_cluster *places;
	size_t places_n, places_cap;
	uint32_t free; /* the first free place, or UINT32_MAX */
	uint64_t clusters_n;
	struct tcn_map place_of; /* name -> place */
	struct tcn_slab slab; /* of members */

	/* Name of a merged cluster -> name of the cluster it is part of, as
	 * long as an item may be saved under the old name. */
	struct tcn_recent merged;
	bool merged_changed; /* since the last save */
	struct tcn_buf pending; /* rows of new items for the next save */
	struct tcn_journal_list gone; /* items that left, for the next save */
	uint64_t links, merges;

	/* Scratch of one insert. */
	uint32_t values[TCN_MINHASH_VALUES_MAX], bands[TCN_MINHASH_VALUES_MAX];
	struct tcn_lsh_hits hits;
	uint64_t *lost; /* names of merged clusters */
	size_t lost_n, lost_cap;
};

static inline struct tcn_clusters_entry *
tcn_clusters_entry(const struct tcn_clusters *c, uint32_t number)
{
	uint32_t at = number - c->base;

	return &c->chunks[c->chunks_at + at / TCN_CLUSTERS_CHUNK]
			 [at % TCN_CLUSTERS_CHUNK];
}

/* Whether this number belongs to an item in the queue. */
static inline bool
tcn_clusters_lives(const struct tcn_clusters *c, uint32_t number)
{
	return number - c->first < c->end - c->first;
}

/* The cluster of this name, or NULL. */
struct tcn_clusters_cluster *tcn_clusters_find(const struct tcn_clusters *c,
    uint64_t name);

/* Makes the signature of an item in c->values and c->bands; false when it has
 * too few words. */
bool tcn_clusters_sign(struct tcn_clusters *c, const uint32_t *words, size_t n);

/* Adds the item whose signature was made last to the index, the queue and the
 * cluster of that name, which is made when there is none. */
void tcn_clusters_file(struct tcn_clusters *c,
    const struct tcn_clusters_member *item, uint64_t name);

/* clusters_state.c: notes a new item for the next save */
void tcn_clusters_note(struct tcn_clusters *c,
    const struct tcn_clusters_item *item, uint64_t name, uint64_t origin);

#endif
