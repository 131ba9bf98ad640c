/*
 * tools/pipeline/cluster.h - groups a batch of articles: which of them report
 * the same?
 *
 * Three ways, one of which is asked for:
 *   minhash  similar words (window/cluster/clusters.h), within lsh.horizon
 *   story    stories as a replay makes them
 *   similar  what fingerprints link: copies and similar items
 *
 * Articles are taken in one by one, in the order of the input; in the end they
 * are in groups, the largest first. An article that is alike to no other is a
 * group of one. The most central article of a group is the one whose words the
 * others have most: the sum of how often each stands in the group, by the
 * square root of how many it has.
 *
 * Call order: new; add for each article; finish; groups and items; free.
 * Memory: some 300 bytes an article besides its id and title, and what the
 * method needs.
 */
#ifndef TCN_TOOLS_PIPELINE_CLUSTER_H
#define TCN_TOOLS_PIPELINE_CLUSTER_H

#include "engine/base/err.h"
#include "tools/pipeline/pipeline.h"

enum tcn_cluster_method {
	TCN_CLUSTER_MINHASH,
	TCN_CLUSTER_STORY,
	TCN_CLUSTER_SIMILAR,
};

/* Their words, NULL behind the last. */
extern const char *const tcn_cluster_methods[];

struct tcn_cluster_item {
	struct tcn_str id, title, label;
	uint64_t publisher;
	uint32_t group; /* its number, from 0 */
};

struct tcn_cluster_group {
	const uint32_t *items; /* their numbers, in order of the input */
	uint32_t n;
	uint32_t publishers; /* different ones; all unknown are one */
	uint32_t central; /* the item that says most of them */
};

struct tcn_cluster;

TCN_MUST_USE enum tcn_rc tcn_cluster_new(enum tcn_cluster_method method,
    const struct tcn_pipeline_conf *conf, struct tcn_cluster **cluster,
    struct tcn_err *err);

/* The same by similar words, for whoever prepares articles already: prep must
 * outlive it. */
struct tcn_cluster *tcn_cluster_new_minhash(struct tcn_prepare *prep,
    const struct tcn_clusters_conf *conf);

void tcn_cluster_free(struct tcn_cluster *cluster);

/* Takes an article in; one that is known already is passed over. */
TCN_MUST_USE enum tcn_rc tcn_cluster_add(struct tcn_cluster *cluster,
    const struct tcn_article *article, struct tcn_err *err);

/* Makes the groups. */
void tcn_cluster_finish(struct tcn_cluster *cluster);

/* Valid until the next add. */
const struct tcn_cluster_item *
tcn_cluster_items(const struct tcn_cluster *cluster, size_t *n);
const struct tcn_cluster_group *
tcn_cluster_groups(const struct tcn_cluster *cluster, size_t *n);

#endif
