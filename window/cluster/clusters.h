/*
 * window/cluster/clusters.h - clusters of items with similar words, in one pass
 * over a sliding window.
 *
 * The clustering that many aggregators run: each item's words become a MinHash
 * signature (engine/item/minhash.h), locality-sensitive hashing finds the items
 * of the window that share several bands with it (lsh.h), and two items are
 * linked where the estimated Jaccard similarity is at least `jaccard`.
 *
 *   single   clusters are what links connect (single-link clustering): an item
 *            that links two of them makes them one
 *   leader   an item joins the cluster of its most similar candidate, if it
 *            is similar enough to that cluster's earliest item in the window
 *            as well; clusters are never merged. A chain of small steps
 *            cannot run far.
 *
 * A cluster is named by its earliest item: of clusters that meet the smaller
 * number wins. Items that leave the window leave its counts; it ends with the
 * last of them. An item of fewer than least_words distinct words has no
 * signature and is in no cluster.
 *
 * An item of which all bands are equal to an earlier one's has the same words:
 * here it counts as the other's origin. What the rest of the program takes for
 * a copy is not touched, so that a rule that counts clusters changes no other.
 *
 * This is a yardstick beside the stories of window/story, which know how common
 * a word is: on headlines stories find
 * far more.
 *
 * Call order: new; restore in any number; insert and expire; free. The seqs of
 * items rise. Not thread safe.
 *
 * Cost: a signature, a look-up and its candidates; a merge moves the smaller
 * list. Memory: with 40 bands of 3 about 680 bytes an item.
 */
#ifndef TCN_WINDOW_CLUSTER_CLUSTERS_H
#define TCN_WINDOW_CLUSTER_CLUSTERS_H

#include "engine/base/err.h"
#include "engine/base/rc.h"
#include "engine/item/minhash.h"
#include "engine/item/record.h"
#include "window/cluster/lsh.h"

enum tcn_clusters_link {
	TCN_CLUSTERS_SINGLE,
	TCN_CLUSTERS_LEADER,
};

struct tcn_clusters_conf {
	struct tcn_minhash_conf minhash;
	uint32_t least_bands; /* equal bands that make a candidate, > 0 */
	double jaccard; /* least similarity of a link, 0..1 */
	enum tcn_minhash_estimate estimate;
	enum tcn_clusters_link link;
	uint32_t least_words; /* distinct words that an item needs */
	bool title_only; /* the caller passes the words of titles alone */
	int64_t horizon_ms; /* how far back links reach; 0: for ever */
	size_t cap_bytes; /* hard cap of the index; 0: none */
	uint64_t expected; /* items, where that is known; else 0 */
	bool saved; /* tcn_clusters_save() will be called */
};

/* Defaults: 40 bands of 3, two equal bands, similarity .25 by positions, single
 * link (man/tocsin.5). */
extern const struct tcn_clusters_conf tcn_clusters_conf_default;

/* An item to insert. */
struct tcn_clusters_item {
	const uint32_t *words; /* doc.numbers */
	size_t words_n;
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin;
};

/* The result of inserting an item. */
struct tcn_clusters_step {
	uint64_t cluster; /* its id; 0: none, as the item has too few words */
	uint32_t items; /* of the cluster in the window, itself included */
	const uint64_t *merged; /* ids of clusters that were merged into it, */
	size_t merged_n; /* valid until the next call */
	uint64_t nearest; /* seq of the most similar candidate; 0: none */
	uint32_t bands; /* bands equal with that candidate */
	double likeness; /* similarity to that candidate */
};

struct tcn_clusters_member {
	uint64_t seq;
	int64_t ts_ms;
	uint64_t publisher;
	uint64_t origin; /* see above */
};

struct tcn_clusters_members { /* grows; all zero is empty */
	struct tcn_clusters_member *at;
	size_t n, cap;
};

/* A candidate of an item, for explanations. */
struct tcn_clusters_near {
	uint64_t seq;
	uint64_t cluster;
	uint32_t bands;
	double likeness;
};

struct tcn_clusters_stats {
	uint64_t items; /* in the window */
	uint64_t clusters; /* with an item in the window */
	uint64_t groups; /* of these, with more than one */
	uint64_t bytes; /* of all */
	uint64_t links, merges; /* ever */
	struct tcn_lsh_stats lsh;
};

struct tcn_clusters;

/* The configuration of the index that clusters of conf need. */
struct tcn_lsh_conf tcn_clusters_lsh_conf(const struct tcn_clusters_conf *conf);

struct tcn_clusters *tcn_clusters_new(const struct tcn_clusters_conf *conf);
void tcn_clusters_free(struct tcn_clusters *clusters);

/* Inserts an item into its cluster at stream time now_ms, and sets *step. */
void tcn_clusters_insert(struct tcn_clusters *clusters,
    const struct tcn_clusters_item *item, int64_t now_ms,
    struct tcn_clusters_step *step);

/* The id of the cluster that an item of the window is in now; 0: none, or the
 * item is not in the window. O(log items). */
uint64_t tcn_clusters_find_id(const struct tcn_clusters *clusters,
    uint64_t seq);

/* Removes the items at or before now_ms - horizon. */
void tcn_clusters_expire(struct tcn_clusters *clusters, int64_t now_ms);

/* Lists the items of a cluster later than after_ms, by (time, seq). */
void tcn_clusters_list(const struct tcn_clusters *clusters, uint64_t cluster,
    int64_t after_ms, struct tcn_clusters_members *members);
void tcn_clusters_members_fini(struct tcn_clusters_members *members);

/*
 * Sets near to the candidates of an item, most similar first, of equal ones the
 * latest first; at most max. *n: how many there are. Changes nothing.
 */
void tcn_clusters_nearest(struct tcn_clusters *clusters,
    const struct tcn_clusters_item *item, int64_t now_ms,
    struct tcn_clusters_near *near, size_t max, size_t *n);

/*
 * Saving and restoring: see rules/detector.h. Each item is one row with its
 * words, from which the restored clusters make signatures by their own
 * settings; one more row lists the merged clusters.
 */
TCN_MUST_USE enum tcn_rc tcn_clusters_save(struct tcn_clusters *clusters,
    tcn_state_fn *sink, void *ctx);
TCN_MUST_USE enum tcn_rc tcn_clusters_restore(struct tcn_clusters *clusters,
    const struct tcn_state_row *row);

void tcn_clusters_stats(const struct tcn_clusters *clusters,
    struct tcn_clusters_stats *stats);

/* Validator: TCN_CORRUPT, and in err a sentence, when items, clusters and the
 * index disagree. For tests and `tocsin check`. */
TCN_MUST_USE enum tcn_rc tcn_clusters_check(const struct tcn_clusters *clusters,
    struct tcn_err *err);

#endif
